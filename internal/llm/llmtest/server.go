// Package llmtest is an OpenAI-compatible server for tests that says what a script
// tells it to, and misbehaves in the ways that real servers do.
//
//	s := llmtest.New(llmtest.Script(
//		llmtest.RateLimited("1"),
//		llmtest.Act("get_model_info", `{}`),
//		llmtest.Say("ANSWER: B"),
//	))
//	defer s.Close()
//	// point a client at s.URL
package llmtest

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Turn is how the server answers one request. The zero value is a reply without text.
type Turn struct {
	// A reply.
	Content          string
	Calls            []Call
	Reasoning        string // member reasoning of the message
	ReasoningContent string // member reasoning_content
	Refusal          string
	Finish           string // default stop, or tool_calls
	Usage            *Usage // default: what the texts' lengths suggest
	NoUsage          bool
	Members          map[string]any // further members of the message

	// Failures.
	Status     int    // 400 and above: a refusal
	Code       string // of a refusal
	Param      string // of a refusal
	Message    string // of a refusal
	RetryAfter string
	Body       string // sent as it is, instead of all above
	Hang       bool   // no reply until the client gives up or the server is closed
	Reset      bool   // the connection is reset
	Cut        bool   // the reply breaks off in the middle

	Delay time.Duration
}

// Call is a call of a function.
type Call struct {
	ID        string // "" to leave it out
	Name      string
	Arguments string
}

// Usage is what the server says about tokens.
type Usage struct {
	Input, Cached, Output, Reasoning int
	Cost                             *float64
}

// Say answers with text.
func Say(text string) Turn { return Turn{Content: text} }

// Act answers with an action in the text protocol.
func Act(tool, args string) Turn { return Say(Block(tool, args)) }

// Block is an action in the text protocol.
func Block(tool, args string) string {
	return fmt.Sprintf("```json\n{\"tool\": %q, \"arguments\": %s}\n```", tool, args)
}

// Invoke answers with calls of functions.
func Invoke(calls ...Call) Turn { return Turn{Calls: calls} }

// RateLimited answers 429.
func RateLimited(retryAfter string) Turn {
	return Turn{Status: 429, RetryAfter: retryAfter, Code: "rate_limit_exceeded", Message: "Rate limit reached for requests"}
}

// Broken answers 500.
func Broken() Turn { return Turn{Status: 500, Message: "The server had an error"} }

// TooLong answers as OpenAI does when the conversation is too long.
func TooLong() Turn {
	return Turn{Status: 400, Code: "context_length_exceeded", Param: "messages",
		Message: "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens."}
}

// Request is what the server was asked.
type Request struct {
	N        int // how manieth, counted from 0
	Header   http.Header
	Raw      json.RawMessage
	Body     map[string]json.RawMessage
	Model    string
	Messages []Message
	Tools    []string // names
	Stream   bool
}

// Message is a message of a request.
type Message struct {
	Role       string          `json:"role"`
	Content    string          `json:"content"`
	ToolCallID string          `json:"tool_call_id"`
	ToolCalls  json.RawMessage `json:"tool_calls"`
	Raw        json.RawMessage `json:"-"`
}

// Has reports whether the request has a member of that name.
func (r Request) Has(name string) bool { _, ok := r.Body[name]; return ok }

// Last is the text of the last message.
func (r Request) Last() string {
	if len(r.Messages) == 0 {
		return ""
	}
	return r.Messages[len(r.Messages)-1].Content
}

// Handler decides how a request is answered.
type Handler func(Request) Turn

// Script answers with one turn after the other, whatever is asked, and complains when
// there are no more.
func Script(turns ...Turn) Handler {
	return func(r Request) Turn {
		if r.N >= len(turns) {
			return Turn{Status: 418, Message: "the script has no turn " + strconv.Itoa(r.N)}
		}
		return turns[r.N]
	}
}

// Always answers with the same turn.
func Always(t Turn) Handler { return func(Request) Turn { return t } }

// Steps answers with the turn of a conversation's step, counted by the assistant's
// messages in it, so that many conversations can run side by side. The last turn is
// repeated.
func Steps(turns ...Turn) Handler {
	return func(r Request) Turn {
		n := 0
		for _, m := range r.Messages {
			if m.Role == "assistant" {
				n++
			}
		}
		return turns[min(n, len(turns)-1)]
	}
}

// Refuses answers 400 to requests with a parameter, and as next does to others.
func Refuses(param string, next Handler) Handler {
	return func(r Request) Turn {
		if r.Has(param) {
			return Turn{Status: 400, Code: "unsupported_parameter", Param: param,
				Message: fmt.Sprintf("Unsupported parameter: '%s' is not supported with this model.", param)}
		}
		return next(r)
	}
}

// Server is a running server.
type Server struct {
	URL string // base URL, ends in /v1

	http    *httptest.Server
	handler Handler
	done    chan struct{}

	mu       sync.Mutex
	requests []Request
	running  int
	most     int
}

// New starts a server on the loopback interface. It must be closed.
func New(h Handler) *Server {
	s := &Server{handler: h, done: make(chan struct{})}
	s.http = httptest.NewServer(http.HandlerFunc(s.serve))
	s.URL = s.http.URL + "/v1"
	return s
}

// Close stops the server; requests that hang are let go.
func (s *Server) Close() {
	close(s.done)
	s.http.CloseClientConnections()
	s.http.Close()
}

// Requests returns what the server has been asked so far, in the order of arrival.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// MostAtOnce is the highest number of requests that were served side by side.
func (s *Server) MostAtOnce() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.most
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/v1/chat/completions" || r.Method != http.MethodPost {
		http.NotFound(w, r)
		return
	}
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	req := Request{Header: r.Header.Clone(), Raw: raw}
	if err := req.decode(); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	req.N = len(s.requests)
	s.requests = append(s.requests, req)
	s.running++
	s.most = max(s.most, s.running)
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.running--
		s.mu.Unlock()
	}()
	s.play(w, r, req, s.handler(req))
}

func (r *Request) decode() error {
	if err := json.Unmarshal(r.Raw, &r.Body); err != nil {
		return err
	}
	var d struct {
		Model    string
		Stream   bool
		Messages []json.RawMessage
		Tools    []struct{ Function struct{ Name string } }
	}
	if err := json.Unmarshal(r.Raw, &d); err != nil {
		return err
	}
	r.Model, r.Stream = d.Model, d.Stream
	for _, raw := range d.Messages {
		m := Message{Raw: raw}
		if err := json.Unmarshal(raw, &m); err != nil {
			return err
		}
		r.Messages = append(r.Messages, m)
	}
	for _, t := range d.Tools {
		r.Tools = append(r.Tools, t.Function.Name)
	}
	return nil
}

func (s *Server) play(w http.ResponseWriter, r *http.Request, req Request, t Turn) {
	if t.Delay > 0 {
		timer := time.NewTimer(t.Delay)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-r.Context().Done():
			return
		case <-s.done:
			return
		}
	}
	if t.RetryAfter != "" {
		w.Header().Set("Retry-After", t.RetryAfter)
	}
	switch {
	case t.Hang:
		select {
		case <-r.Context().Done():
		case <-s.done:
		}
		return
	case t.Reset:
		reset(w)
		return
	case t.Body != "":
		if t.Status != 0 {
			w.WriteHeader(t.Status)
		}
		io.WriteString(w, t.Body)
		return
	case t.Status >= 400:
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(t.Status)
		w.Write(encode(map[string]any{"error": map[string]any{
			"message": t.Message, "type": "error", "code": orNil(t.Code), "param": orNil(t.Param)}}))
		return
	}
	var body []byte
	if req.Stream {
		w.Header().Set("Content-Type", "text/event-stream")
		body = t.stream(req)
	} else {
		w.Header().Set("Content-Type", "application/json")
		body = t.reply(req)
	}
	if t.Cut {
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		body = body[:len(body)/2]
	}
	w.Write(body)
}

// reset drops a connection so that the client sees a reset rather than an end.
func reset(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0) // else it is merely closed, which serves as well
	}
	conn.Close()
}

func orNil(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // a script's mistake
	}
	return b
}

func (t Turn) finish() string {
	switch {
	case t.Finish != "":
		return t.Finish
	case len(t.Calls) > 0:
		return "tool_calls"
	}
	return "stop"
}

func (t Turn) usage(req Request) any {
	if t.NoUsage {
		return nil
	}
	u := Usage{Input: len(req.Raw) / 4, Output: len(t.Content) / 4}
	if t.Usage != nil {
		u = *t.Usage
	}
	out := map[string]any{
		"prompt_tokens": u.Input, "completion_tokens": u.Output, "total_tokens": u.Input + u.Output,
		"prompt_tokens_details":     map[string]any{"cached_tokens": u.Cached},
		"completion_tokens_details": map[string]any{"reasoning_tokens": u.Reasoning},
	}
	if u.Cost != nil {
		out["cost"] = *u.Cost
	}
	return out
}

// message is an assistant's message; in a stream it comes in parts.
func (t Turn) message() map[string]any {
	m := map[string]any{"role": "assistant", "content": t.Content, "refusal": orNil(t.Refusal)}
	if t.Reasoning != "" {
		m["reasoning"] = t.Reasoning
	}
	if t.ReasoningContent != "" {
		m["reasoning_content"] = t.ReasoningContent
	}
	for k, v := range t.Members {
		m[k] = v
	}
	return m
}

func (t Turn) calls(part func(i int, c Call) map[string]any) []any {
	var out []any
	for i, c := range t.Calls {
		m := part(i, c)
		if c.ID != "" {
			m["id"] = c.ID
		}
		out = append(out, m)
	}
	return out
}

func (t Turn) reply(req Request) []byte {
	m := t.message()
	if len(t.Calls) > 0 {
		m["content"] = orNil(t.Content)
		m["tool_calls"] = t.calls(func(_ int, c Call) map[string]any {
			return map[string]any{"type": "function", "function": map[string]any{"name": c.Name, "arguments": c.Arguments}}
		})
	}
	return encode(map[string]any{
		"id": "chatcmpl-" + strconv.Itoa(req.N), "object": "chat.completion", "created": 0, "model": req.Model,
		"choices": []any{map[string]any{"index": 0, "message": m, "finish_reason": t.finish()}},
		"usage":   t.usage(req),
	})
}

// stream sends texts in pieces of a few bytes, calls in two pieces each.
func (t Turn) stream(req Request) []byte {
	var b strings.Builder
	chunk := func(choices []any, usage any) {
		fmt.Fprintf(&b, "data: %s\n\n", encode(map[string]any{
			"id": "chatcmpl-" + strconv.Itoa(req.N), "object": "chat.completion.chunk", "created": 0, "model": req.Model,
			"choices": choices, "usage": usage}))
	}
	delta := func(d map[string]any, finish any) {
		chunk([]any{map[string]any{"index": 0, "delta": d, "finish_reason": finish}}, nil)
	}
	delta(map[string]any{"role": "assistant", "content": ""}, nil)
	m := t.message()
	for _, name := range []string{"reasoning", "reasoning_content", "content", "refusal"} {
		text, _ := m[name].(string)
		for _, piece := range pieces(text, 5) {
			delta(map[string]any{name: piece}, nil)
		}
	}
	if len(t.Calls) > 0 {
		delta(map[string]any{"tool_calls": t.calls(func(i int, c Call) map[string]any {
			return map[string]any{"index": i, "type": "function", "function": map[string]any{"name": c.Name, "arguments": ""}}
		})}, nil)
		for i, c := range t.Calls {
			for _, piece := range pieces(c.Arguments, 7) {
				delta(map[string]any{"tool_calls": []any{map[string]any{"index": i, "function": map[string]any{"arguments": piece}}}}, nil)
			}
		}
	}
	delta(map[string]any{}, t.finish())
	if req.Has("stream_options") {
		chunk([]any{}, t.usage(req))
	}
	b.WriteString("data: [DONE]\n\n")
	return []byte(b.String())
}

func pieces(s string, n int) []string {
	var out []string
	r := []rune(s)
	for len(r) > 0 {
		k := min(n, len(r))
		out = append(out, string(r[:k]))
		r = r[k:]
	}
	return out
}
