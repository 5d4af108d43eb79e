package llm_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ifcmcq/ifcmcq/internal/llm"
	"github.com/ifcmcq/ifcmcq/internal/llm/llmtest"
	"github.com/ifcmcq/ifcmcq/score"
)

// stillClock stands still but for those who sleep: they move it on. It keeps what they
// slept.
type stillClock struct {
	mu    sync.Mutex
	now   time.Time
	slept []time.Duration
}

func (c *stillClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *stillClock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.slept = append(c.slept, d)
	c.now = c.now.Add(d)
	return ctx.Err()
}

func (c *stillClock) sleeps() []time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.slept)
}

func newClock() *stillClock { return &stillClock{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)} }

const secret = "sk-test-0123456789"

// serve starts a server and a client for it.
func serve(t *testing.T, h llmtest.Handler, o llm.Options) (*llm.Client, *llmtest.Server, *stillClock) {
	t.Helper()
	s := llmtest.New(h)
	t.Cleanup(s.Close)
	clock := newClock()
	if o.Clock == nil {
		o.Clock = clock
	}
	if o.Random == nil {
		o.Random = func() float64 { return 0 }
	}
	c := llm.New(llm.Endpoint{Model: "test/m", Name: "m", Provider: "test", BaseURL: s.URL, APIKey: secret}, o)
	t.Cleanup(func() { c.Close() })
	return c, s, clock
}

func ask(text string) llm.Request {
	return llm.Request{Messages: []llm.Message{{Role: "system", Content: "Answer."}, {Role: "user", Content: text}}}
}

func ptr[T any](v T) *T { return &v }

func TestComplete(t *testing.T) {
	t.Parallel()
	full := llmtest.Turn{
		Content: "ANSWER: B — <so>", Reasoning: "ANSWER: A", ReasoningContent: "ANSWER: C",
		Calls: []llmtest.Call{{ID: "x", Name: "get_entity", Arguments: `{"guid": "ä<>"}`}, {Name: "count_entities", Arguments: `{}`}},
		Usage: &llmtest.Usage{Input: 1000, Cached: 800, Output: 50, Reasoning: 40, Cost: ptr(0.25)},
	}
	for _, stream := range []bool{false, true} {
		t.Run(fmt.Sprintf("stream %v", stream), func(t *testing.T) {
			t.Parallel()
			c, s, _ := serve(t, llmtest.Script(full), llm.Options{
				Temperature: ptr(0.0), TopP: ptr(0.5), MaxTokens: 77, Seed: ptr[int64](3), ReasoningEffort: "low",
				Stop: []string{"END"}, Stream: stream, Extra: map[string]json.RawMessage{"top_k": json.RawMessage("5")},
			})
			r, err := c.Complete(t.Context(), llm.Request{Messages: ask("?").Messages, Tools: []llm.Tool{{Name: "get_entity", Description: "d", Schema: json.RawMessage(`{"type":"object"}`)}}})
			if err != nil {
				t.Fatal(err)
			}
			if r.Message.Content != full.Content {
				t.Errorf("content is %q", r.Message.Content)
			}
			wantCalls := []llm.ToolCall{{ID: "x", Name: "get_entity", Arguments: json.RawMessage(`{"guid": "ä<>"}`)}, {ID: "call_1", Name: "count_entities", Arguments: json.RawMessage(`{}`)}}
			if d := cmp.Diff(wantCalls, r.Message.ToolCalls); d != "" {
				t.Error(d)
			}
			if want := (score.Usage{Input: 1000, Cached: 800, Output: 50, Reasoning: 40}); r.Usage != want {
				t.Errorf("usage is %+v", r.Usage)
			}
			if r.CostUSD == nil || *r.CostUSD != 0.25 {
				t.Errorf("cost is %v", r.CostUSD)
			}
			if r.Finish != "tool_calls" || r.Retries != 0 {
				t.Errorf("finish is %q after %d retries", r.Finish, r.Retries)
			}
			var raw map[string]any
			if err := json.Unmarshal(r.Message.Raw, &raw); err != nil {
				t.Fatal(err)
			}
			if raw["reasoning"] != "ANSWER: A" || raw["reasoning_content"] != "ANSWER: C" {
				t.Errorf("the reasoning is not kept: %v", raw)
			}
			if !json.Valid(r.Request) || !json.Valid(r.Response) {
				t.Error("request or response is no JSON")
			}
			if strings.Contains(string(r.Request), secret) {
				t.Error("the request shows the key")
			}
			q := s.Requests()[0]
			if got := q.Header.Get("Authorization"); got != "Bearer "+secret {
				t.Errorf("authorization is %q", got)
			}
			want := `"temperature":0,"top_p":0.5,"max_tokens":77,"seed":3,"reasoning_effort":"low","stop":["END"]`
			if stream {
				want += `,"stream":true,"stream_options":{"include_usage":true}`
			}
			if !strings.Contains(string(q.Raw), want+`,"top_k":5}`) {
				t.Errorf("request is %s", q.Raw)
			}
			if !slices.Equal(q.Tools, []string{"get_entity"}) || q.Model != "m" {
				t.Errorf("model %s, tools %v", q.Model, q.Tools)
			}

			// All of it goes back as it came.
			sent, err := c.Complete(t.Context(), llm.Request{Messages: append(ask("?").Messages, r.Message)})
			_ = sent
			var e *llm.Error
			if !errors.As(err, &e) { // the script is over
				t.Fatal(err)
			}
			back := s.Requests()[1].Messages[2]
			var again map[string]any
			if err := json.Unmarshal(back.Raw, &again); err != nil {
				t.Fatal(err)
			}
			if raw["refusal"] == nil {
				delete(raw, "refusal")
			}
			if d := cmp.Diff(raw, again); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestRetries(t *testing.T) {
	t.Parallel()
	ok := llmtest.Say("fine")
	retry := llm.Retry{Max: 4, Base: time.Second, Cap: 3 * time.Second, MaxWait: time.Minute}
	tests := []struct {
		name    string
		turns   []llmtest.Turn
		stream  bool
		retries int
		slept   []time.Duration // with a random number of 0: half the pause
		kind    llm.Kind
		says    string
	}{
		{name: "429 with Retry-After", turns: []llmtest.Turn{llmtest.RateLimited("7"), ok}, retries: 1, slept: []time.Duration{7 * time.Second}},
		{name: "429 without", turns: []llmtest.Turn{llmtest.RateLimited(""), ok}, retries: 1, slept: []time.Duration{time.Second / 2}},
		{name: "500 three times", turns: []llmtest.Turn{llmtest.Broken(), llmtest.Broken(), llmtest.Broken(), ok}, retries: 3, slept: []time.Duration{time.Second / 2, time.Second, 3 * time.Second / 2}},
		{name: "503 with Retry-After", turns: []llmtest.Turn{{Status: 503, RetryAfter: "2"}, ok}, retries: 1, slept: []time.Duration{2 * time.Second}},
		{name: "reset", turns: []llmtest.Turn{{Reset: true}, ok}, retries: 1, slept: []time.Duration{time.Second / 2}},
		{name: "cut", turns: []llmtest.Turn{{Content: "a long reply", Cut: true}, ok}, retries: 1, slept: []time.Duration{time.Second / 2}},
		{name: "stream cut", stream: true, turns: []llmtest.Turn{{Content: "a long reply", Cut: true}, ok}, retries: 1, slept: []time.Duration{time.Second / 2}},
		{name: "stream without an end", stream: true, turns: []llmtest.Turn{{Body: "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"x\"}}]}\n\ndata: [DONE]\n\n"}, ok}, retries: 1, slept: []time.Duration{time.Second / 2}},
		{name: "stream with an error", stream: true, turns: []llmtest.Turn{{Body: "data: {\"error\":{\"message\":\"overloaded\",\"code\":503}}\n\n"}, ok}, retries: 1, slept: []time.Duration{time.Second / 2}},
		{name: "error with status 200", turns: []llmtest.Turn{{Body: `{"error":{"message":"Provider returned error","code":502}}`}, ok}, retries: 1, slept: []time.Duration{time.Second / 2}},
		{name: "for ever", turns: []llmtest.Turn{llmtest.Broken(), llmtest.Broken(), llmtest.Broken(), llmtest.Broken(), llmtest.Broken(), llmtest.Broken()}, retries: 4, kind: llm.Server,
			slept: []time.Duration{time.Second / 2, time.Second, 3 * time.Second / 2, 3 * time.Second / 2}, says: "the server failed (HTTP 500): The server had an error, after 4 retries"},
		{name: "Retry-After too long", turns: []llmtest.Turn{llmtest.RateLimited("86400")}, kind: llm.RateLimit, says: "left alone for 24h"},
		{name: "wrong key", turns: []llmtest.Turn{{Status: 401, Code: "invalid_api_key", Message: "Incorrect API key provided: " + secret}}, kind: llm.Auth, says: "the server refuses the API key (HTTP 401): Incorrect API key provided: REDACTED; set the key"},
		{name: "no credit", turns: []llmtest.Turn{{Status: 429, Code: "insufficient_quota", Message: "You exceeded your current quota"}}, kind: llm.Quota, says: "no credit left"},
		{name: "unknown model", turns: []llmtest.Turn{{Status: 404, Code: "model_not_found", Message: "The model `m` does not exist"}}, kind: llm.ModelNotFound, says: "does not know the model"},
		{name: "unknown model, Ollama", turns: []llmtest.Turn{{Status: 404, Body: `{"error":{"message":"model \"m\" not found, try pulling it first","type":"api_error","param":null,"code":null}}`}}, kind: llm.ModelNotFound},
		{name: "unknown model, vLLM", turns: []llmtest.Turn{{Status: 404, Body: `{"object":"error","message":"The model ` + "`m`" + ` does not exist.","type":"NotFoundError","param":null,"code":404}`}}, kind: llm.ModelNotFound},
		{name: "wrong address", turns: []llmtest.Turn{{Status: 404, Body: "<html>404 page not found</html>"}}, kind: llm.BadAddress, says: "no chat completion API at http://127.0.0.1"},
		{name: "a page", turns: []llmtest.Turn{{Body: "<!doctype html><p>Welcome"}}, kind: llm.BadAddress},
		{name: "a page as a stream", stream: true, turns: []llmtest.Turn{{Body: "<!doctype html><p>Welcome"}}, kind: llm.BadAddress},
		{name: "other JSON", turns: []llmtest.Turn{{Body: `{"hello":"world"}`}}, kind: llm.BadReply, says: "no chat completion"},
		{name: "too long, OpenAI", turns: []llmtest.Turn{llmtest.TooLong()}, kind: llm.ContextTooLong},
		{name: "too long, llama.cpp", turns: []llmtest.Turn{{Status: 400, Body: `{"error":{"code":400,"message":"the request exceeds the available context size. try increasing the context size or enable context shift","type":"exceed_context_size_error","n_prompt_tokens":9000,"n_ctx":8192}}`}}, kind: llm.ContextTooLong},
		{name: "too long, vLLM", turns: []llmtest.Turn{{Status: 400, Body: `{"object":"error","message":"This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (8000 in the messages, 1000 in the completion). Please reduce the length of the messages or completion.","type":"BadRequestError","param":null,"code":400}`}}, kind: llm.ContextTooLong},
		{name: "too long, Anthropic", turns: []llmtest.Turn{{Status: 400, Message: "prompt is too long: 210000 tokens > 200000 maximum"}}, kind: llm.ContextTooLong},
		{name: "filter", turns: []llmtest.Turn{{Status: 400, Code: "content_filter", Message: "The response was filtered"}}, kind: llm.Refused},
		{name: "other fault", turns: []llmtest.Turn{{Status: 400, Message: "messages must not be empty"}}, kind: llm.BadRequest, says: "the server refuses the request (HTTP 400): messages must not be empty"},
		{name: "one request over the limit", turns: []llmtest.Turn{{Status: 429, Message: "Request too large for m on tokens per min (TPM): Limit 10000, Requested 20000."}}, kind: llm.RateLimit},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, s, clock := serve(t, llmtest.Script(tt.turns...), llm.Options{Retry: retry, Stream: tt.stream})
			r, err := c.Complete(t.Context(), ask("?"))
			retries := r.Retries
			if tt.kind == "" {
				if err != nil {
					t.Fatal(err)
				}
				if r.Message.Content != "fine" {
					t.Errorf("reply is %q", r.Message.Content)
				}
			} else {
				var e *llm.Error
				if !errors.As(err, &e) || e.Kind != tt.kind {
					t.Fatalf("error is %v, not of kind %s", err, tt.kind)
				}
				retries = e.Retries
				if !strings.Contains(err.Error(), tt.says) {
					t.Errorf("error is %q, without %q", err, tt.says)
				}
				if strings.Contains(err.Error(), secret) || strings.Contains(err.Error(), "\n") {
					t.Errorf("error is %q", err)
				}
			}
			if retries != tt.retries {
				t.Errorf("%d retries, not %d", retries, tt.retries)
			}
			if n := len(s.Requests()); n != tt.retries+1 {
				t.Errorf("%d requests for %d retries", n, tt.retries)
			}
			if d := cmp.Diff(tt.slept, clock.sleeps()); d != "" {
				t.Error(d)
			}
			failed := 0
			for _, n := range c.Stats().Failures {
				failed += n
			}
			want := tt.retries
			if tt.kind != "" {
				want++
			}
			if failed != want {
				t.Errorf("%d failures counted, not %d", failed, want)
			}
		})
	}
}

// TestHang waits for a real time-out: a server that says nothing cannot be sped up.
func TestHang(t *testing.T) {
	t.Parallel()
	c, _, _ := serve(t, llmtest.Always(llmtest.Turn{Hang: true}), llm.Options{Timeout: 50 * time.Millisecond, Retry: llm.Retry{Max: 1, Base: time.Second}})
	_, err := c.Complete(t.Context(), ask("?"))
	var e *llm.Error
	if !errors.As(err, &e) || e.Kind != llm.Timeout || e.Retries != 1 {
		t.Errorf("error is %v", err)
	}
	if n := c.Stats().Failures[llm.Timeout]; n != 2 {
		t.Errorf("%d time-outs", n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	c, _, _ = serve(t, func(llmtest.Request) llmtest.Turn { cancel(); return llmtest.Turn{Hang: true} }, llm.Options{})
	if _, err := c.Complete(ctx, ask("?")); !errors.Is(err, context.Canceled) || errors.As(err, &e) {
		t.Errorf("error after cancelling is %v", err)
	}
}

func TestNoServer(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	clock := newClock()
	c := llm.New(llm.Endpoint{Model: "vllm/m", Name: "m", BaseURL: "http://" + address + "/v1"}, llm.Options{Clock: clock})
	_, err = c.Complete(t.Context(), ask("?"))
	var e *llm.Error
	if !errors.As(err, &e) || e.Kind != llm.Network || len(clock.sleeps()) != 0 || !llm.Fatal(err) {
		t.Errorf("error is %v after %v", err, clock.sleeps())
	}
	want := "model vllm/m: no connection to http://" + address + "/v1: connection refused; check the base URL and that the server is running"
	if err.Error() != want {
		t.Errorf("error is %q, not %q", err, want)
	}
}

func TestRefusedParameters(t *testing.T) {
	t.Parallel()
	refuse := func(body string, next llmtest.Handler, when func(llmtest.Request) bool) llmtest.Handler {
		return func(r llmtest.Request) llmtest.Turn {
			if when(r) {
				return llmtest.Turn{Status: 400, Body: body}
			}
			return next(r)
		}
	}
	fine := llmtest.Always(llmtest.Say("fine"))
	has := func(name string) func(llmtest.Request) bool {
		return func(r llmtest.Request) bool { return r.Has(name) }
	}
	tests := []struct {
		name    string
		handler llmtest.Handler
		changes []string
		gone    []string
		there   []string
	}{
		{"OpenAI temperature", refuse(`{"error":{"message":"Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.","type":"invalid_request_error","param":"temperature","code":"unsupported_value"}}`, fine, has("temperature")),
			[]string{"temperature dropped"}, []string{"temperature"}, []string{"max_tokens", "seed"}},
		{"OpenAI max_tokens", refuse(`{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","type":"invalid_request_error","param":"max_tokens","code":"unsupported_parameter"}}`, fine, has("max_tokens")),
			[]string{"max_tokens sent as max_completion_tokens"}, []string{"max_tokens"}, []string{"max_completion_tokens", "temperature"}},
		{"neither of both", llmtest.Refuses("max_tokens", llmtest.Refuses("max_completion_tokens", fine)),
			[]string{"max_tokens sent as max_completion_tokens", "max_completion_tokens dropped"}, []string{"max_tokens", "max_completion_tokens"}, nil},
		{"pydantic", refuse(`{"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs are not permitted","input":1}]}`, fine, has("seed")),
			[]string{"seed dropped"}, []string{"seed"}, []string{"temperature"}},
		{"named in the message", refuse(`{"error":"unknown field \"seed\""}`, fine, has("seed")),
			[]string{"seed dropped"}, []string{"seed"}, nil},
		{"several", llmtest.Refuses("temperature", llmtest.Refuses("seed", llmtest.Refuses("top_k", fine))),
			[]string{"temperature dropped", "seed dropped", "top_k dropped"}, []string{"temperature", "seed", "top_k"}, []string{"max_tokens"}},
		{"stream options", llmtest.Refuses("stream_options", fine), []string{"stream_options dropped"}, []string{"stream_options"}, []string{"stream"}},
		{"stream", llmtest.Refuses("stream", fine), []string{"stream dropped"}, []string{"stream", "stream_options"}, nil},
		{"system role", refuse(`{"object":"error","message":"System role not supported","type":"BadRequestError","code":400}`, fine, func(r llmtest.Request) bool { return r.Messages[0].Role == "system" }),
			[]string{"system message put into the first user message"}, nil, []string{"temperature"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var told []string
			c, s, clock := serve(t, tt.handler, llm.Options{
				Temperature: ptr(0.0), MaxTokens: 100, Seed: ptr[int64](1), Stream: true, Extra: map[string]json.RawMessage{"top_k": json.RawMessage("1")},
				OnChange: func(change string) { told = append(told, change) },
			})
			r, err := c.Complete(t.Context(), ask("?"))
			if err != nil {
				t.Fatal(err)
			}
			if r.Retries != len(tt.changes) {
				t.Errorf("%d retries", r.Retries)
			}
			if r, err = c.Complete(t.Context(), ask("?")); err != nil || r.Retries != 0 {
				t.Errorf("the second request: %d retries, %v", r.Retries, err)
			}
			if d := cmp.Diff(tt.changes, c.Changes()); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(tt.changes, told); d != "" {
				t.Error(d)
			}
			last := s.Requests()[len(s.Requests())-1]
			for _, n := range tt.gone {
				if last.Has(n) {
					t.Errorf("%s is still sent", n)
				}
			}
			for _, n := range tt.there {
				if !last.Has(n) {
					t.Errorf("%s is not sent any more", n)
				}
			}
			if len(clock.sleeps()) > 0 {
				t.Errorf("slept %v", clock.sleeps())
			}
			if !strings.Contains(string(last.Raw), "Answer.") {
				t.Error("the system message is lost")
			}
		})
	}
}

// TestValueOutOfBounds: what the user has asked for is not silently left out.
func TestValueOutOfBounds(t *testing.T) {
	t.Parallel()
	c, _, _ := serve(t, llmtest.Always(llmtest.Turn{Status: 400, Param: "max_tokens", Message: "max_tokens is too large: 99999. This model supports at most 16384 completion tokens."}), llm.Options{MaxTokens: 99999})
	_, err := c.Complete(t.Context(), ask("?"))
	var e *llm.Error
	if !errors.As(err, &e) || e.Kind != llm.BadRequest || len(c.Changes()) != 0 {
		t.Errorf("error is %v, changes are %v", err, c.Changes())
	}
}

func TestReasoningNotSentBack(t *testing.T) {
	t.Parallel()
	for _, refusal := range []llmtest.Turn{
		{Status: 400, Message: "'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property 'reasoning' is unsupported)]"},
		{Status: 500, Message: "Cannot pass both content and thinking in an assistant message with tool calls! Put the analysis message in one or the other, but not both."},
	} {
		c, s, _ := serve(t, func(r llmtest.Request) llmtest.Turn {
			if strings.Contains(string(r.Raw), `"reasoning":"hm"`) {
				return refusal
			}
			return llmtest.Turn{Content: "fine", Reasoning: "hm"}
		}, llm.Options{Retry: llm.Retry{Max: -1}})
		r, err := c.Complete(t.Context(), ask("?"))
		if err != nil {
			t.Fatal(err)
		}
		r, err = c.Complete(t.Context(), llm.Request{Messages: append(ask("?").Messages, r.Message, llm.Message{Role: "user", Content: "go on"})})
		if err != nil || r.Retries != 1 {
			t.Errorf("%d retries, %v", r.Retries, err)
		}
		if d := cmp.Diff([]string{"reasoning not sent back"}, c.Changes()); d != "" {
			t.Error(d)
		}
		if m := s.Requests()[2].Messages[2]; m.Content != "fine" {
			t.Errorf("sent back was %s", m.Raw)
		}
	}
}

// TestBrokenArguments: what a model wrote wrong goes back in a form that no server's
// template stumbles over.
func TestBrokenArguments(t *testing.T) {
	t.Parallel()
	c, s, _ := serve(t, llmtest.Script(llmtest.Invoke(llmtest.Call{ID: "1", Name: "f", Arguments: `{"guid": `}), llmtest.Say("fine")), llm.Options{})
	r, err := c.Complete(t.Context(), ask("?"))
	if err != nil {
		t.Fatal(err)
	}
	if string(r.Message.ToolCalls[0].Arguments) != `{"guid": ` {
		t.Errorf("arguments are %s", r.Message.ToolCalls[0].Arguments)
	}
	if _, err := c.Complete(t.Context(), llm.Request{Messages: append(ask("?").Messages, r.Message, llm.Message{Role: "tool", ToolCallID: "1", Content: "no"})}); err != nil {
		t.Fatal(err)
	}
	want := `[{"id":"1","type":"function","function":{"name":"f","arguments":"{\"not_an_object\":\"{\\\"guid\\\": \"}"}}]`
	if got := string(s.Requests()[1].Messages[2].ToolCalls); got != want {
		t.Errorf("sent back is %s", got)
	}
	if m := s.Requests()[1].Messages[3]; m.Role != "tool" || m.ToolCallID != "1" {
		t.Errorf("the tool's message is %s", m.Raw)
	}
}

func TestConnections(t *testing.T) {
	t.Parallel()
	const most = 5
	together := make(chan struct{}, most)
	all := make(chan struct{})
	var once sync.Once
	c, s, _ := serve(t, func(llmtest.Request) llmtest.Turn {
		together <- struct{}{}
		if len(together) == most {
			once.Do(func() { close(all) })
		}
		<-all // so many are let through, and no more
		<-together
		return llmtest.Say("fine")
	}, llm.Options{MaxConnections: most})
	var wg sync.WaitGroup
	for range 40 {
		wg.Go(func() {
			if _, err := c.Complete(t.Context(), ask("?")); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := s.MostAtOnce(); got != most {
		t.Errorf("%d requests side by side", got)
	}
	if st := c.Stats(); st.Running != 0 || st.Connections != most {
		t.Errorf("stats are %+v", st)
	}
}

func TestNoKeyOfAnotherProvider(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "sk-of-openai")
	t.Setenv("OPENAI_ORG_ID", "org")
	s := llmtest.New(llmtest.Always(llmtest.Say("fine")))
	defer s.Close()
	c := llm.New(llm.Endpoint{Model: "vllm/m", Name: "m", BaseURL: s.URL}, llm.Options{})
	if _, err := c.Complete(t.Context(), ask("?")); err != nil {
		t.Fatal(err)
	}
	for name, v := range s.Requests()[0].Header {
		if name == "Authorization" || strings.HasPrefix(name, "Openai") {
			t.Errorf("%s is sent: %v", name, v)
		}
	}
}

func BenchmarkComplete(b *testing.B) {
	s := llmtest.New(llmtest.Always(llmtest.Turn{Content: "ANSWER: B", Delay: 50 * time.Millisecond}))
	defer s.Close()
	c := llm.New(llm.Endpoint{Model: "test/m", Name: "m", BaseURL: s.URL}, llm.Options{MaxConnections: 64})
	b.SetParallelism(64)
	b.RunParallel(func(p *testing.PB) {
		for p.Next() {
			if _, err := c.Complete(b.Context(), ask("?")); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "requests/s")
}
