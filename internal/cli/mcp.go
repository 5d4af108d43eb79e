package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ifcmcq/ifcmcq/bench"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/internal/mcpserver"
	"github.com/ifcmcq/ifcmcq/step"
	"github.com/ifcmcq/ifcmcq/tools"
)

type mcpOptions struct {
	http    string
	lenient bool
}

func newMCP(c console) *cobra.Command {
	var o mcpOptions
	cmd := &cobra.Command{
		Use:   "mcp FILE",
		Short: "Serve a building model to MCP clients",
		Long: `Serve the tools over a building model by the Model Context Protocol: over standard
input and output, or with --http as streamable HTTP at /mcp. An address without a
host, such as :8080, is that of this machine alone (127.0.0.1); other machines are
let in only by naming a host. There is no authentication.

As a client's configuration:

  {"mcpServers":{"house":{"command":"ifcmcq","args":["mcp","house.ifc"]}}}` + exitText,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runMCP(cmd.Context(), c, args[0], o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.http, "http", "", "serve over HTTP at `ADDR`, such as :8080 or 127.0.0.1:0 for any free port")
	f.BoolVar(&o.lenient, "lenient", false, "read what is there of a truncated file")
	return cmd
}

func runMCP(ctx context.Context, c console, path string, o mcpOptions) error {
	addr, err := localAddr(o.http)
	if err != nil {
		return usageError{fmt.Errorf("mcp: %w", err)}
	}
	m, err := ifc.Open(path, step.Options{Lenient: o.lenient})
	if err != nil {
		return err
	}
	defer m.Close()
	server := mcpserver.New(tools.New(m), mcpserver.Info{Version: bench.Version, File: filepath.Base(path)})
	if addr == "" {
		err = mcpserver.ServeStdio(ctx, server, os.Stdin, nopWriteCloser{c.out})
	} else {
		var l net.Listener
		if l, err = (&net.ListenConfig{}).Listen(ctx, "tcp", addr); err != nil {
			return fmt.Errorf("cannot listen at %s: %w", addr, err)
		}
		fmt.Fprintf(c.err, "serving %s at http://%s/mcp\n", filepath.Base(path), l.Addr())
		err = mcpserver.ServeHTTP(ctx, server, l)
	}
	if ctx.Err() != nil && (err == nil || errors.Is(err, context.Canceled)) {
		return nil // that is how a server ends
	}
	return err
}

// localAddr puts the address of this machine in for a host that is not named.
func localAddr(addr string) (string, error) {
	if addr == "" {
		return "", nil
	}
	if !strings.Contains(addr, ":") {
		addr = ":" + addr
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "", fmt.Errorf("--http %s is no address: %w", addr, err)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port), nil
}

// nopWriteCloser leaves what it writes to open.
type nopWriteCloser struct{ io.Writer }

func (nopWriteCloser) Close() error { return nil }
