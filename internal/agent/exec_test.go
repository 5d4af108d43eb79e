package agent_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ifcmcq/ifcmcq/internal/agent"
	"github.com/ifcmcq/ifcmcq/score"
)

// TestMain lets the test program play the programs that tests start.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "play" {
		os.Exit(play(os.Args[2], os.Args[3:]))
	}
	os.Exit(m.Run())
}

// play is a program that answers questions, or a server of tools.
func play(role string, args []string) int {
	if role == "mcp" {
		return playMCP(args)
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var q struct{ ID, Type, Question, File string }
		if err := json.Unmarshal(in.Bytes(), &q); err != nil || strings.Contains(in.Text(), "answer") {
			fmt.Fprintln(os.Stderr, "not the question I expected:", in.Text())
			return 3
		}
		switch role {
		case "text":
			fmt.Printf("Thinking about %s in %s %v\n\nANSWER: B\n", q.ID, q.File, args)
		case "json":
			fmt.Println(`{"answer":["C","A"],"usage":{"input":10,"output":2},"cost_usd":0.5,"calls":{"chat":3,"tool":2},"steps":3}`)
		case "line":
			fmt.Println("ANSWER: B")
		case "once":
			fmt.Println("ANSWER: C")
			return 0
		case "silent":
			fmt.Println()
		case "fail":
			fmt.Fprintln(os.Stderr, "Traceback\nValueError: no such file")
			return 1
		case "hang":
			time.Sleep(time.Minute)
		case "endless":
			for {
				if _, err := io.WriteString(os.Stdout, strings.Repeat("x", 1<<16)); err != nil {
					return 1
				}
			}
		}
	}
	return 0
}

func self(t *testing.T) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return exe
}

func TestExec(t *testing.T) {
	t.Parallel()
	exe := self(t)
	base := counts{Replied: true, Stop: score.Answered, Steps: 1, Cost: -1}
	b, c, silent := base, base, base
	b.Keys, c.Keys, silent.Replied = "B", "C", false
	full := counts{Keys: "AC", Replied: true, Stop: score.Answered, Steps: 3, Calls: score.Calls{Chat: 3, Tool: 2}, Usage: score.Usage{Input: 10, Output: 2}, Cost: 0.5}
	tests := []struct {
		role  string
		lines bool
		want  counts
		fails string
	}{
		{role: "text", want: b},
		{role: "json", want: full},
		{role: "json", lines: true, want: full},
		{role: "line", lines: true, want: b},
		{role: "once", lines: true, want: c}, // started again for every question
		{role: "silent", want: silent},
		{role: "silent", lines: true, want: silent},
		{role: "fail", fails: "exit status 1 (it says: ValueError: no such file)"},
		{role: "fail", lines: true, fails: "ended without an answer"},
		{role: "hang", fails: "did not answer within"},
		{role: "hang", lines: true, fails: "did not answer within"},
		{role: "endless", fails: "answers with more than 4 MiB"},
		{role: "endless", lines: true, fails: "token too long"},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%s lines %v", tt.role, tt.lines), func(t *testing.T) {
			t.Parallel()
			timeout := time.Minute
			if tt.role == "hang" {
				timeout = 100 * time.Millisecond
			}
			a, err := agent.NewExec(agent.ExecOptions{Command: []string{exe, "play", tt.role, "{file}"}, File: "house.ifc", Lines: tt.lines, Timeout: timeout})
			if err != nil {
				t.Fatal(err)
			}
			for range 3 {
				got, err := a.Answer(t.Context(), question)
				if tt.fails != "" {
					if err == nil || !strings.Contains(err.Error(), tt.fails) {
						t.Errorf("error is %v, not %s", err, tt.fails)
					}
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(tt.want, count(got)); d != "" {
					t.Error(d)
				}
				if tt.role == "text" && !strings.Contains(string(got.Trace), "in house.ifc [house.ifc]") {
					t.Errorf("the trace is %s", got.Trace)
				}
			}
			if err := a.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	if _, err := agent.NewExec(agent.ExecOptions{Command: []string{"no-such-program-anywhere"}}); err == nil {
		t.Error("a program that is not there is no error")
	}
}

func TestSplitCommand(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in    string
		want  []string
		fails bool
	}{
		{in: "python my.py", want: []string{"python", "my.py"}},
		{in: "  a   b\tc\n", want: []string{"a", "b", "c"}},
		{in: `"my program" 'a "b"' c\ d ""`, want: []string{"my program", `a "b"`, "c d", ""}},
		{in: `a"b c"d`, want: []string{"ab cd"}},
		{in: `'a\b'`, want: []string{`a\b`}},
		{in: "", fails: true}, {in: "  ", fails: true}, {in: `a "b`, fails: true}, {in: `a \`, fails: true},
	}
	for _, tt := range tests {
		got, err := agent.SplitCommand(tt.in)
		if !slices.Equal(got, tt.want) || (err != nil) != tt.fails {
			t.Errorf("%q is %q, %v", tt.in, got, err)
		}
	}
}
