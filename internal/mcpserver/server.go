package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/errgroup"

	"github.com/ifcmcq/ifcmcq/tools"
)

// Info is what a server says of itself.
type Info struct {
	Version string
	File    string // name of the building model
}

// New makes a server of the tools. Each answers with the envelope, as text and as
// structured content; a failure is marked as an error, so that a client sees it
// without reading the envelope.
func New(set *tools.Set, info Info) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "ifcmcq", Title: "ifcmcq: questions to a building model", Version: info.Version},
		&mcp.ServerOptions{Instructions: fmt.Sprintf("Read-only tools over one building model, the IFC file %s. get_model_info is a good start. "+
			"Every answer is {\"ok\":true,\"data\":…} or {\"ok\":false,\"error\":{\"message\":…,\"hint\":…}}; lists come in pages, see limit and offset.", info.File)})
	closed := false
	for _, d := range set.List() {
		server.AddTool(&mcp.Tool{
			Name: d.Name, Description: d.Description, InputSchema: d.Schema,
			Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed},
		}, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			e := set.Call(ctx, d.Name, r.Params.Arguments)
			text := e.JSON()
			return &mcp.CallToolResult{
				Content:           []mcp.Content{&mcp.TextContent{Text: string(text)}},
				StructuredContent: rawJSON(text),
				IsError:           !e.OK,
			}, nil
		})
	}
	return server
}

// rawJSON is JSON that is written as it stands.
type rawJSON []byte

// MarshalJSON returns the bytes.
func (r rawJSON) MarshalJSON() ([]byte, error) { return r, nil }

// ServeStdio serves one client over in and out until in ends, and what it asked is
// answered, or ctx does.
func ServeStdio(ctx context.Context, s *mcp.Server, in io.ReadCloser, out io.WriteCloser) error {
	d := newDrained(ctx, in, out)
	err := s.Run(ctx, &mcp.IOTransport{Reader: drainedReader{d}, Writer: drainedWriter{d}})
	if errors.Is(err, io.EOF) {
		return nil // the client has gone
	}
	return err
}

// Handler answers streamable HTTP.
func Handler(s *mcp.Server) http.Handler {
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s },
		&mcp.StreamableHTTPOptions{SessionTimeout: time.Hour})
}

// closing is how long open requests may take when a server ends.
const closing = 3 * time.Second

// ServeHTTP serves streamable HTTP at /mcp on l until ctx ends, which is no error.
func ServeHTTP(ctx context.Context, s *mcp.Server, l net.Listener) error {
	mux := http.NewServeMux()
	mux.Handle("/mcp", Handler(s))
	web := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		if err := web.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	g.Go(func() error {
		<-ctx.Done()
		until, cancel := context.WithTimeout(context.WithoutCancel(ctx), closing)
		defer cancel()
		if web.Shutdown(until) != nil {
			return web.Close() // streams that clients keep open
		}
		return nil
	})
	return g.Wait()
}
