package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// MCPConfig says which servers of the Model Context Protocol to use, in the form in
// which other programs keep it: {"mcpServers":{NAME:{"command":…,"args":[…]}}}.
type MCPConfig struct {
	Servers map[string]MCPServer `json:"mcpServers"`
}

// MCPServer is a program to start, or an address. In Args, Env and URL {file} stands
// for the path of the building model; in Env and Headers ${NAME} for a variable of the
// environment, so that no secret need be written down.
type MCPServer struct {
	Command string            `json:"command"`
	Args    []string          `json:"args"`
	Env     map[string]string `json:"env"`
	URL     string            `json:"url"`
	Headers map[string]string `json:"headers"`
}

// ParseMCPConfig reads a configuration and says what is wrong with it.
func ParseMCPConfig(text []byte) (MCPConfig, error) {
	var c MCPConfig
	if err := json.Unmarshal(text, &c); err != nil {
		return c, fmt.Errorf(`the configuration of MCP servers is not of the form {"mcpServers":{"name":{"command":"…","args":["…"]}}}: %w`, err)
	}
	if len(c.Servers) == 0 {
		return c, errors.New(`the configuration of MCP servers names none; it has the form {"mcpServers":{"name":{"command":"…","args":["…"]}}}`)
	}
	for _, name := range slices.Sorted(maps.Keys(c.Servers)) {
		s := c.Servers[name]
		if (s.Command == "") == (s.URL == "") {
			return c, fmt.Errorf("MCP server %s: give either a command or a url", name)
		}
	}
	return c, nil
}

// MCPOptions are the settings of an interface over MCP servers.
type MCPOptions struct {
	File    string                   // path of the building model
	Env     func(name string) string // for ${NAME}; default the process's environment
	Start   time.Duration            // for a server to come up, default 2 minutes
	Timeout time.Duration            // for one call, default 2 minutes
}

// NewMCP connects to the servers and returns the interface "mcp", whose tools are those
// of all of them. Tools of the same name are told apart by their server's name before
// theirs. In the arguments of a call {file} is the path of the building model. Servers
// that are started get no more of the environment than they need to run.
func NewMCP(ctx context.Context, c MCPConfig, o MCPOptions) (Interface, error) {
	if o.Env == nil {
		o.Env = os.Getenv
	}
	if o.Start <= 0 {
		o.Start = 2 * time.Minute
	}
	if o.Timeout <= 0 {
		o.Timeout = 2 * time.Minute
	}
	m := &mcpInterface{o: o, routes: map[string]route{}}
	for _, name := range slices.Sorted(maps.Keys(c.Servers)) {
		s := &mcpSession{name: name, server: c.Servers[name], o: o}
		m.sessions = append(m.sessions, s)
		tools, err := s.tools(ctx)
		if err != nil {
			return nil, errors.Join(err, m.Close())
		}
		for _, t := range tools {
			m.add(s, t)
		}
	}
	if len(m.list) == 0 {
		return nil, errors.Join(errors.New("the MCP servers offer no tools"), m.Close())
	}
	return m, nil
}

type mcpInterface struct {
	o        MCPOptions
	sessions []*mcpSession
	list     []Tool
	routes   map[string]route
}

// route is where a tool's calls go.
type route struct {
	session *mcpSession
	name    string // as the server calls it
}

func (m *mcpInterface) add(s *mcpSession, t *mcp.Tool) {
	name := t.Name
	if _, taken := m.routes[name]; taken {
		name = s.name + "_" + name
	}
	if _, taken := m.routes[name]; taken {
		return
	}
	schema, err := json.Marshal(t.InputSchema)
	if err != nil || t.InputSchema == nil {
		schema = json.RawMessage(`{"type":"object"}`)
	}
	m.routes[name] = route{s, t.Name}
	m.list = append(m.list, Tool{Name: name, Description: t.Description, Schema: schema})
}

func (*mcpInterface) Name() string    { return "mcp" }
func (m *mcpInterface) Tools() []Tool { return slices.Clone(m.list) }

func (m *mcpInterface) Close() error {
	var errs []error
	for _, s := range m.sessions {
		errs = append(errs, s.close())
	}
	return errors.Join(errs...)
}

func (m *mcpInterface) Call(ctx context.Context, name string, args json.RawMessage) (Observation, error) {
	to, ok := m.routes[name]
	if !ok {
		var names []string
		for _, t := range m.list {
			names = append(names, t.Name)
		}
		return Observation{Text: fmt.Sprintf("there is no tool %q; there are %s", name, strings.Join(names, ", ")), Failed: true}, nil
	}
	var members map[string]any
	if err := json.Unmarshal(args, &members); err != nil || members == nil {
		return Observation{Text: "the arguments are no JSON object", Failed: true}, nil
	}
	putFile(members, m.o.File)
	return to.session.call(ctx, to.name, members)
}

// putFile puts the path of the model where {file} stands in texts.
func putFile(v any, file string) any {
	switch v := v.(type) {
	case string:
		return strings.ReplaceAll(v, "{file}", file)
	case []any:
		for i := range v {
			v[i] = putFile(v[i], file)
		}
	case map[string]any:
		for k := range v {
			v[k] = putFile(v[k], file)
		}
	}
	return v
}

// mcpSession is the connection to one server, made anew when it breaks.
type mcpSession struct {
	name   string
	server MCPServer
	o      MCPOptions

	mu      sync.Mutex
	session *mcp.ClientSession
	said    *tail
}

func (s *mcpSession) connected(ctx context.Context) (*mcp.ClientSession, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.session != nil {
		return s.session, nil
	}
	s.said = &tail{}
	limited, cancel := context.WithTimeout(ctx, s.o.Start)
	defer cancel()
	client := mcp.NewClient(&mcp.Implementation{Name: "ifcmcq", Version: "1"}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}})
	session, err := client.Connect(limited, s.transport(), nil)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("MCP server %s does not come up: %w%s", s.name, err, s.said.last())
	}
	s.session = session
	return session, nil
}

func (s *mcpSession) transport() mcp.Transport {
	fill := func(text string) string { return strings.ReplaceAll(text, "{file}", s.o.File) }
	if s.server.URL != "" {
		header := http.Header{}
		for k, v := range s.server.Headers {
			header.Set(k, os.Expand(v, s.o.Env))
		}
		return &mcp.StreamableClientTransport{
			Endpoint: fill(s.server.URL), DisableStandaloneSSE: true,
			HTTPClient: &http.Client{Transport: withHeader{header}},
		}
	}
	var args []string
	for _, a := range s.server.Args {
		args = append(args, fill(a))
	}
	cmd := exec.Command(s.server.Command, args...)
	ownGroup(cmd)
	cmd.Cancel = nil // ended by the transport
	cmd.Stderr = s.said
	cmd.Env = s.environment(fill)
	return &mcp.CommandTransport{Command: cmd, TerminateDuration: 2 * time.Second}
}

// environment is what a program needs to run at all, and what the configuration adds:
// keys of language models are none of its business.
func (s *mcpSession) environment(fill func(string) string) []string {
	names := []string{"PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "LANG", "LC_ALL", "TMPDIR", "TZ"}
	if runtime.GOOS == "windows" {
		names = append(names, "APPDATA", "LOCALAPPDATA", "PATHEXT", "PROGRAMFILES", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "USERNAME", "USERPROFILE")
	}
	var env []string
	for _, n := range names {
		if v, ok := os.LookupEnv(n); ok {
			env = append(env, n+"="+v)
		}
	}
	for _, n := range slices.Sorted(maps.Keys(s.server.Env)) {
		env = append(env, n+"="+fill(os.Expand(s.server.Env[n], s.o.Env)))
	}
	return env
}

// withHeader adds the configured headers to requests.
type withHeader struct{ header http.Header }

func (w withHeader) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	for k, v := range w.header {
		r.Header[k] = v
	}
	return http.DefaultTransport.RoundTrip(r)
}

func (s *mcpSession) tools(ctx context.Context) ([]*mcp.Tool, error) {
	session, err := s.connected(ctx)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, s.o.Start)
	defer cancel()
	var list []*mcp.Tool
	for t, err := range session.Tools(limited, nil) {
		if err != nil {
			return nil, fmt.Errorf("MCP server %s does not list its tools: %w%s", s.name, err, s.said.last())
		}
		list = append(list, t)
	}
	return list, nil
}

// call calls a tool. What the server answers, errors included, is an observation, and
// so is a call that takes too long; a connection that breaks is made anew once.
func (s *mcpSession) call(ctx context.Context, name string, args map[string]any) (Observation, error) {
	for attempt := 0; ; attempt++ {
		session, err := s.connected(ctx)
		if err != nil {
			return Observation{}, err
		}
		limited, cancel := context.WithTimeout(ctx, s.o.Timeout)
		res, err := session.CallTool(limited, &mcp.CallToolParams{Name: name, Arguments: args})
		late := limited.Err() != nil
		cancel()
		var answered *jsonrpc.Error
		switch {
		case err == nil:
			return Observation{Text: shownByMCP(res), Failed: res.IsError}, nil
		case ctx.Err() != nil:
			return Observation{}, ctx.Err()
		case late:
			return Observation{Text: fmt.Sprintf("no result within %v", s.o.Timeout), Failed: true}, nil
		case errors.As(err, &answered):
			return Observation{Text: answered.Message, Failed: true}, nil
		case attempt > 0:
			return Observation{}, fmt.Errorf("MCP server %s fails: %w%s", s.name, err, s.said.last())
		}
		s.drop(session)
	}
}

// drop forgets a broken connection, unless another call has made a new one already.
func (s *mcpSession) drop(broken *mcp.ClientSession) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.session == broken {
		s.session = nil
		_ = broken.Close() // it is broken
	}
}

func (s *mcpSession) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.session == nil {
		return nil
	}
	err := s.session.Close()
	s.session = nil
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return nil // told to end, it ended
	}
	return err
}

// shownByMCP is the text of a result. Of what is no text, only its kind is shown.
func shownByMCP(r *mcp.CallToolResult) string {
	var parts []string
	for _, c := range r.Content {
		switch c := c.(type) {
		case *mcp.TextContent:
			parts = append(parts, c.Text)
		case *mcp.EmbeddedResource:
			if c.Resource != nil && c.Resource.Text != "" {
				parts = append(parts, c.Resource.Text)
			}
		case *mcp.ImageContent:
			parts = append(parts, "(an image, not shown)")
		case *mcp.AudioContent:
			parts = append(parts, "(a sound, not shown)")
		case *mcp.ResourceLink:
			parts = append(parts, "(a link to "+c.URI+", not shown)")
		}
	}
	if len(parts) == 0 && r.StructuredContent != nil {
		if b, err := json.Marshal(r.StructuredContent); err == nil {
			parts = append(parts, string(b))
		}
	}
	if len(parts) == 0 {
		return "(nothing)"
	}
	return strings.Join(parts, "\n")
}
