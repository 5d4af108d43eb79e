package cli_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// chatServer speaks as much of the chat completions API as the scripts need. What it
// answers is the model's name: "answers-b" answers B, "looks-first" calls a tool
// before, "waits" answers when it is told to, "refuses" does not take a temperature, "fails-odd" fails every other
// question for good.
type chatServer struct {
	mu       sync.Mutex
	requests int
	seen     map[string]bool // by question
	arrived  chan struct{}   // gets one for each request to the model "waits"
	release  chan struct{}   // closed when "waits" may answer

	interrupted *exec.Cmd
}

func (s *chatServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Model       string
		Temperature *float64
		Messages    []struct{ Role, Content string }
	}
	refuse := func(status int, code, message string) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"message": message, "code": code, "type": "invalid_request_error"}})
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		refuse(http.StatusBadRequest, "", err.Error())
		return
	}
	s.mu.Lock()
	s.requests++
	question := body.Messages[1].Content
	first := !s.seen[question]
	s.seen[question] = true
	odd := len(s.seen)%2 == 1
	s.mu.Unlock()
	text := "ANSWER: B"
	switch {
	case r.Header.Get("Authorization") != "Bearer right":
		refuse(http.StatusUnauthorized, "invalid_api_key", "Incorrect API key provided.")
		return
	case body.Model == "unknown":
		refuse(http.StatusNotFound, "model_not_found", "The model `unknown` does not exist.")
		return
	case body.Model == "refuses" && body.Temperature != nil:
		refuse(http.StatusBadRequest, "unsupported_parameter", "Unsupported parameter: 'temperature' is not supported with this model.")
		return
	case body.Model == "fails-odd" && first && odd:
		refuse(http.StatusInternalServerError, "", "out of memory")
		return
	case body.Model == "waits":
		s.arrived <- struct{}{}
		select {
		case <-s.release:
		case <-r.Context().Done():
			return
		}
	case body.Model == "looks-first" && len(body.Messages) == 2:
		text = "```json\n{\"tool\": \"get_model_info\", \"arguments\": {}}\n```"
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]any{
		"id": "x", "object": "chat.completion", "created": 1, "model": body.Model,
		"choices": []any{map[string]any{"index": 0, "finish_reason": "stop", "message": map[string]any{"role": "assistant", "content": text}}},
		"usage":   map[string]any{"prompt_tokens": 1000, "completion_tokens": 10, "total_tokens": 1010},
	})
}

// TestEvalScripts are scripts with a chat server of their own each: its address is in
// OPENAI_BASE_URL, and "requests N" says how many it has had since the last time.
func TestEvalScripts(t *testing.T) {
	t.Parallel()
	type key struct{}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/eval",
		Setup: func(env *testscript.Env) error {
			s := &chatServer{seen: map[string]bool{}, arrived: make(chan struct{}, 10_000), release: make(chan struct{})}
			ts := httptest.NewServer(s)
			env.Defer(ts.Close)
			gone := httptest.NewServer(http.NotFoundHandler())
			gone.Close()
			env.Values[key{}] = s
			env.Setenv("OPENAI_BASE_URL", ts.URL+"/v1")
			env.Setenv("OPENAI_API_KEY", "right")
			env.Setenv("NOBODY", gone.URL+"/v1")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"requests": func(ts *testscript.TestScript, neg bool, args []string) {
				s := ts.Value(key{}).(*chatServer)
				s.mu.Lock()
				defer s.mu.Unlock()
				if got := strconv.Itoa(s.requests); neg || len(args) != 1 || got != args[0] {
					ts.Fatalf("%s requests, not %s", got, strings.Join(args, " "))
				}
				s.requests = 0
			},
			// arrived N waits until so many requests to the model "waits" have come in.
			"arrived": func(ts *testscript.TestScript, neg bool, args []string) {
				n, err := strconv.Atoi(args[0])
				ts.Check(err)
				for range n {
					<-ts.Value(key{}).(*chatServer).arrived
				}
			},
			// release lets the model "waits" answer.
			"release": func(ts *testscript.TestScript, neg bool, args []string) {
				close(ts.Value(key{}).(*chatServer).release)
			},
			// interrupt sends an interrupt to what runs in the background, with -again until
			// it has ended.
			"interrupt": func(ts *testscript.TestScript, neg bool, args []string) {
				for _, cmd := range ts.BackgroundCmds() {
					ts.Value(key{}).(*chatServer).interrupted = cmd
					err := cmd.Process.Signal(os.Interrupt)
					for len(args) > 0 && err == nil {
						time.Sleep(5 * time.Millisecond)
						err = cmd.Process.Signal(os.Interrupt)
					}
				}
			},
			// exited N says with which code the command ended that was interrupted last,
			// and waited for.
			"exited": func(ts *testscript.TestScript, neg bool, args []string) {
				if got := ts.Value(key{}).(*chatServer).interrupted.ProcessState.ExitCode(); fmt.Sprint(got) != args[0] {
					ts.Fatalf("exit code %d, not %s", got, args[0])
				}
			},
			// code N COMMAND… runs a command that is to end with this exit code.
			"code": func(ts *testscript.TestScript, neg bool, args []string) {
				err := ts.Exec(args[1], args[2:]...)
				if got := codeOf(err); neg || fmt.Sprint(got) != args[0] {
					ts.Fatalf("exit code %d, not %s", got, args[0])
				}
			},
		},
	})
}

// codeOf is the exit code in the error of a command.
func codeOf(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	return -1
}
