package agent

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/ifcmcq/ifcmcq/internal/sandbox"
)

// fakeBox is a sandbox that says what it was given.
type fakeBox struct {
	result sandbox.Result
	err    error
	code   string
	closed bool
}

func (f *fakeBox) Run(_ context.Context, code string) (sandbox.Result, error) {
	f.code = code
	return f.result, f.err
}

func (f *fakeBox) Close() error { f.closed = true; return nil }

func TestCodeCall(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, tool, args string
		result           sandbox.Result
		code, want       string // what is run, what is shown
		failed           bool
	}{
		{name: "output", tool: "run_python", args: `{"code":"print(1)"}`, result: sandbox.Result{Output: "1\n"}, code: "print(1)", want: "1\n"},
		{name: "no output", tool: "run_python", args: `{"code":"x = 1"}`, code: "x = 1", want: "[nothing was printed]\n"},
		{name: "exception", tool: "run_python", args: `{"code":"1/0"}`, result: sandbox.Result{Output: "ZeroDivisionError: division by zero\n", Failed: true}, code: "1/0", want: "ZeroDivisionError: division by zero\n", failed: true},
		{name: "silent failure", tool: "run_python", args: `{"code":"exit(1)"}`, result: sandbox.Result{Failed: true}, code: "exit(1)", want: "[the program failed without a word]\n", failed: true},
		{name: "time limit", tool: "run_python", args: `{"code":"f()"}`, result: sandbox.Result{Output: "so far", Failed: true, Stop: sandbox.StopTime}, code: "f()", want: "so far\n[stopped: the time limit was reached]\n", failed: true},
		{name: "signal", tool: "run_python", args: `{"code":"f()"}`, result: sandbox.Result{Failed: true, Stop: "signal 11"}, code: "f()", want: "[stopped by signal 11]\n", failed: true},
		{name: "long output", tool: "run_python", args: `{"code":"f()"}`, result: sandbox.Result{Output: "abc", Truncated: true, Bytes: 9}, code: "f()", want: "abc\n[the first 3 of 9 bytes of output]\n"},
		{name: "fenced", tool: "run_python", args: "{\"code\":\"```python\\nprint(1)\\n```\"}", result: sandbox.Result{Output: "1\n"}, code: "print(1)\n", want: "1\n"},
		{name: "more arguments", tool: "run_python", args: `{"code":"1","why":"because"}`, result: sandbox.Result{Output: "1\n"}, code: "1", want: "1\n"},
		{name: "another tool", tool: "count_entities", args: `{}`, want: `there is no tool "count_entities": the only one is run_python`, failed: true},
		{name: "no JSON", tool: "run_python", args: `print(1)`, want: `run_python cannot read its arguments: arguments are one JSON object with the program as text: {"code": "print(model.schema)"}`, failed: true},
		{name: "null", tool: "run_python", args: `null`, want: `run_python cannot read its arguments: arguments are one JSON object with the program as text: {"code": "print(model.schema)"}`, failed: true},
		{name: "no code", tool: "run_python", args: `{"python":"1"}`, want: `run_python got no code: arguments are one JSON object with the program as text: {"code": "print(model.schema)"}`, failed: true},
		{name: "code that is no text", tool: "run_python", args: `{"code":["1"]}`, want: `run_python got code that is no text: arguments are one JSON object with the program as text: {"code": "print(model.schema)"}`, failed: true},
		{name: "null code", tool: "run_python", args: `{"code":null}`, want: `run_python got code that is no text: arguments are one JSON object with the program as text: {"code": "print(model.schema)"}`, failed: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			box := &fakeBox{result: c.result}
			o, err := NewCodeInterface(box).Call(t.Context(), c.tool, json.RawMessage(c.args))
			if err != nil {
				t.Fatal(err)
			}
			if o.Text != c.want || o.Failed != c.failed || box.code != c.code {
				t.Errorf("got %+v after %q", o, box.code)
			}
			if o.Code != (c.tool == codeTool) {
				t.Errorf("code is %v", o.Code)
			}
		})
	}
}

func TestCodeInterface(t *testing.T) {
	t.Parallel()
	box := &fakeBox{err: errors.New("no sandbox")}
	i := NewCodeInterface(box)
	if _, err := i.Call(t.Context(), codeTool, json.RawMessage(`{"code":"1"}`)); !errors.Is(err, box.err) {
		t.Errorf("error %v: a sandbox that fails is a failure of infrastructure", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := i.Call(ctx, codeTool, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after the end", err)
	}
	var schema struct{ Required []string }
	if tools := i.Tools(); len(tools) != 1 || json.Unmarshal(tools[0].Schema, &schema) != nil || strings.Join(schema.Required, " ") != "code" {
		t.Errorf("tools %+v", tools)
	}
	if err := i.Close(); err != nil || !box.closed {
		t.Errorf("closed %v, %v", box.closed, err)
	}
}

// FuzzCodeOf holds the reading of arguments to never failing but by an error.
func FuzzCodeOf(f *testing.F) {
	for _, s := range []string{`{"code":"print(1)"}`, `{"code":null}`, "{\"code\":\"```\\n```\"}", `[]`, `{"code":"` + "```" + `"}`, ``} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, args []byte) {
		code, err := codeOf(args)
		if err != nil && code != "" {
			t.Errorf("%q with %v", code, err)
		}
	})
}
