package agent_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ifcmcq/ifcmcq/internal/agent"
	"github.com/ifcmcq/ifcmcq/internal/llm"
	"github.com/ifcmcq/ifcmcq/internal/llm/llmtest"
)

type pathArgs struct {
	Path string `json:"path"`
}

// toolServer is an MCP server with a few tools.
func toolServer() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	text := func(format string, a ...any) *mcp.CallToolResult {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprintf(format, a...)}}}
	}
	mcp.AddTool(s, &mcp.Tool{Name: "load", Description: "Loads a file."}, func(_ context.Context, _ *mcp.CallToolRequest, in pathArgs) (*mcp.CallToolResult, any, error) {
		return text("loaded %s for %v, key %q, home %v", in.Path, os.Args[1:], os.Getenv("OPENAI_API_KEY"), os.Getenv("GREETING")), nil, nil
	})
	mcp.AddTool(s, &mcp.Tool{Name: "fail"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
		return nil, nil, fmt.Errorf("no wall of that name")
	})
	mcp.AddTool(s, &mcp.Tool{Name: "die"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
		os.Exit(4)
		return nil, nil, nil
	})
	mcp.AddTool(s, &mcp.Tool{Name: "hang"}, func(ctx context.Context, _ *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		<-ctx.Done()
		return nil, nil, ctx.Err()
	})
	mcp.AddTool(s, &mcp.Tool{Name: "picture"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "a plan:"}, &mcp.ImageContent{Data: []byte("x"), MIMEType: "image/png"}}}, nil, nil
	})
	return s
}

func playMCP([]string) int {
	if err := toolServer().Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		return 1
	}
	return 0
}

func TestMCP(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "sk-secret")
	exe, err := json.Marshal(self(t))
	if err != nil {
		t.Fatal(err)
	}
	c, err := agent.ParseMCPConfig([]byte(`{"mcpServers":{"ifc":{"command":` + string(exe) + `,"args":["play","mcp","{file}"],"env":{"GREETING":"${NAME} in {file}"}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	itf, err := agent.NewMCP(t.Context(), c, agent.MCPOptions{File: "house.ifc", Timeout: time.Second, Env: func(name string) string { return "<" + name + ">" }})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range itf.Tools() {
		names = append(names, tool.Name)
		if !json.Valid(tool.Schema) {
			t.Errorf("schema of %s is %s", tool.Name, tool.Schema)
		}
	}
	slices.Sort(names)
	if want := []string{"die", "fail", "hang", "load", "picture"}; !slices.Equal(names, want) || itf.Name() != "mcp" {
		t.Errorf("tools are %v", names)
	}
	tests := []struct {
		tool, args string
		failed     bool
		want       string
	}{
		{"load", `{"path":"{file}"}`, false, `loaded house.ifc for [play mcp house.ifc], key "", home <NAME> in house.ifc`},
		{"fail", `{}`, true, "no wall of that name"},
		{"picture", `{}`, false, "a plan:\n(an image, not shown)"},
		{"load", `{"nonsense":1}`, true, "nonsense"},
		{"load", `[1]`, true, "no JSON object"},
		{"none", `{}`, true, `there is no tool "none"`},
		{"hang", `{}`, true, "no result within 1s"},
		{"load", `{"path":"again"}`, false, "loaded again"},
	}
	for _, tt := range tests {
		got, err := itf.Call(t.Context(), tt.tool, json.RawMessage(tt.args))
		if err != nil || got.Failed != tt.failed || !strings.Contains(got.Text, tt.want) {
			t.Errorf("%s %s is %+v, %v", tt.tool, tt.args, got, err)
		}
	}
	// A server that dies is started again, once; one that dies at every call is no
	// server.
	if got, err := itf.Call(t.Context(), "die", json.RawMessage(`{}`)); err == nil {
		t.Errorf("a dying server says %+v", got)
	}
	if got, err := itf.Call(t.Context(), "load", json.RawMessage(`{"path":"new"}`)); err != nil || !strings.Contains(got.Text, "loaded new") {
		t.Errorf("after that, %+v, %v", got, err)
	}

	// The whole way.
	s := llmtest.New(llmtest.Script(llmtest.Act("load", `{"path":"{file}"}`), llmtest.Say("ANSWER: B")))
	defer s.Close()
	a := agent.New(llm.New(llm.Endpoint{Model: "test/m", Name: "m", BaseURL: s.URL}, llm.Options{}), itf, agent.Options{})
	got, err := a.Answer(t.Context(), question)
	if err != nil || got.Calls.Tool != 1 || got.Tools["load"] != 1 || !slices.Equal(got.Keys, []string{"B"}) {
		t.Errorf("answer is %+v, %v", got, err)
	}
	if last := s.Requests()[1].Last(); !strings.Contains(last, "loaded house.ifc") {
		t.Errorf("last message is %s", last)
	}
	if err := a.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}

func TestMCPOverHTTP(t *testing.T) {
	t.Parallel()
	var authorization string
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return toolServer() }, nil)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		authorization = r.Header.Get("Authorization")
		h.ServeHTTP(w, r)
	}))
	defer web.Close()
	c := agent.MCPConfig{Servers: map[string]agent.MCPServer{
		"one": {URL: web.URL, Headers: map[string]string{"Authorization": "Bearer ${TOKEN}"}},
		"two": {URL: web.URL},
	}}
	itf, err := agent.NewMCP(t.Context(), c, agent.MCPOptions{File: "f", Env: func(string) string { return "t0ken" }})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(itf.Tools()); n != 10 {
		t.Errorf("%d tools", n)
	}
	got, err := itf.Call(t.Context(), "load", json.RawMessage(`{"path":"x"}`))
	if err != nil || !strings.Contains(got.Text, "loaded x") || authorization != "Bearer t0ken" {
		t.Errorf("%+v, %v, %s", got, err, authorization)
	}
	if got, err := itf.Call(t.Context(), "two_load", json.RawMessage(`{"path":"y"}`)); err != nil || got.Failed {
		t.Errorf("%+v, %v", got, err)
	}
	if err := itf.Close(); err != nil {
		t.Error(err)
	}
}

func TestMCPConfig(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{`:                              "not of the form",
		`{}`:                             "names none",
		`{"mcpServers":{"a":{}}}`:        "give either a command or a url",
		`{"mcpServers":{"a":{"args":1}}`: "not of the form",
		`{"mcpServers":{"a":{"command":"x","url":"y"}}}`: "give either",
	} {
		if _, err := agent.ParseMCPConfig([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error is %v", text, err)
		}
	}
	c := agent.MCPConfig{Servers: map[string]agent.MCPServer{"a": {Command: "no-such-program-anywhere"}}}
	if _, err := agent.NewMCP(t.Context(), c, agent.MCPOptions{}); err == nil || !strings.Contains(err.Error(), "MCP server a does not come up") {
		t.Errorf("error is %v", err)
	}
}
