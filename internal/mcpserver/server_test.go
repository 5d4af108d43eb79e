package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/errgroup"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/sample"
	"github.com/ifcmcq/ifcmcq/step"
	"github.com/ifcmcq/ifcmcq/tools"
)

func house(t *testing.T) *tools.Set {
	t.Helper()
	m, err := ifc.Read(sample.House(), step.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return tools.New(m)
}

var info = Info{Version: "1.2.3", File: sample.Name}

// talk goes through what clients do and compares it with direct calls.
func talk(t *testing.T, set *tools.Set, transport mcp.Transport) {
	t.Helper()
	ctx := t.Context()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(ctx, transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	hello := session.InitializeResult()
	if hello.ServerInfo.Name != "ifcmcq" || hello.ServerInfo.Version != info.Version || !strings.Contains(hello.Instructions, info.File) {
		t.Errorf("%+v %s", hello.ServerInfo, hello.Instructions)
	}
	offered, err := session.ListTools(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]tools.Definition{}
	for _, d := range set.List() {
		want[d.Name] = d
	}
	if len(offered.Tools) != len(want) {
		t.Errorf("%d tools, not %d", len(offered.Tools), len(want))
	}
	for _, tool := range offered.Tools {
		var schema any
		if err := json.Unmarshal(want[tool.Name].Schema, &schema); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(schema, tool.InputSchema); diff != "" || tool.Description != want[tool.Name].Description {
			t.Errorf("%s: %s\n%s", tool.Name, tool.Description, diff)
		}
		if a := tool.Annotations; a == nil || !a.ReadOnlyHint || a.OpenWorldHint == nil || *a.OpenWorldHint {
			t.Errorf("%s: %+v", tool.Name, a)
		}
	}
	for _, c := range []struct {
		tool, args string
		fails      bool
	}{
		{"get_model_info", `{}`, false},
		{"count_entities", `{"class":"IfcWall"}`, false},
		{"find_entities", `{"class":"IfcDoor","storey":"Ground Floor","limit":2}`, false},
		{"count_entities", `{"class":"IfcWal"}`, true},
		{"count_entities", `{}`, true},
	} {
		got, err := session.CallTool(ctx, &mcp.CallToolParams{Name: c.tool, Arguments: json.RawMessage(c.args)})
		if err != nil {
			t.Errorf("%s %s: %v", c.tool, c.args, err)
			continue
		}
		direct := set.Call(ctx, c.tool, json.RawMessage(c.args)).JSON()
		text, ok := got.Content[0].(*mcp.TextContent)
		if !ok || text.Text != string(direct) || got.IsError != c.fails {
			t.Errorf("%s %s: error %v, %+v", c.tool, c.args, got.IsError, got.Content[0])
		}
		var structured any
		if err := json.Unmarshal(direct, &structured); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(structured, got.StructuredContent); diff != "" {
			t.Errorf("%s %s: structured content: %s", c.tool, c.args, diff)
		}
	}
	if got, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "nothing"}); err == nil {
		t.Errorf("an unknown tool answers %+v", got)
	}
}

func TestClientInProcess(t *testing.T) {
	t.Parallel()
	set := house(t)
	here, there := mcp.NewInMemoryTransports()
	session, err := New(set, info).Connect(t.Context(), there, nil)
	if err != nil {
		t.Fatal(err)
	}
	talk(t, set, here)
	session.Close()
}

func TestClientOverHTTP(t *testing.T) {
	t.Parallel()
	set := house(t)
	server := httptest.NewServer(Handler(New(set, info)))
	defer server.Close()
	talk(t, set, &mcp.StreamableClientTransport{Endpoint: server.URL})
}

func TestServeHTTPEndsWithItsContext(t *testing.T) {
	t.Parallel()
	set := house(t)
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var g errgroup.Group
	g.Go(func() error { return ServeHTTP(ctx, New(set, info), l) })
	talk(t, set, &mcp.StreamableClientTransport{Endpoint: "http://" + l.Addr().String() + "/mcp", DisableStandaloneSSE: true})
	stop()
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
}

// A pipe from a file is at its end before the first answer is out.
func TestStdioAnswersWhatWasAskedBeforeTheEnd(t *testing.T) {
	t.Parallel()
	const asked = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"count_entities","arguments":{"class":"IfcWall"}}}
{"jsonrpc":"2.0","id":3,"method":"tools/list"}
`
	var out bytes.Buffer
	if err := ServeStdio(t.Context(), New(house(t), info), io.NopCloser(strings.NewReader(asked)), nopCloser{&out}); err != nil {
		t.Fatal(err)
	}
	ids := map[float64]bool{}
	for line := range strings.Lines(out.String()) {
		var m struct {
			ID     float64
			Result json.RawMessage
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil || m.Result == nil {
			t.Errorf("%s: %v", line, err)
		}
		ids[m.ID] = true
	}
	if len(ids) != 3 {
		t.Errorf("answers to %v:\n%s", ids, out.String())
	}
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }
