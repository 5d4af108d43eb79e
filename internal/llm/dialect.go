package llm

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/ifcmcq/ifcmcq/internal/lazy"
)

// dialect is what has been learnt about what a server takes for a model. Servers that
// speak the protocol differ in the parameters they know, in the roles that a model's
// template allows, and in what may be sent back of an assistant's message.
type dialect struct {
	mu       sync.Mutex
	changes  []string
	dropped  map[string]bool // parameters not to send
	renamed  map[string]string
	stripped map[string]bool // members not to send back in an assistant's message
	noSystem bool            // the system message goes into the first user message
}

// maxChanges bounds how often one request is changed.
const maxChanges = 12

// encoded is a request as it is sent, with what is needed to learn from a refusal.
type encoded struct {
	body     []byte
	stream   bool
	params   []string // members that can do without
	extras   []string // members of assistant's messages that are not of the protocol
	system   bool     // there is a system message
	reasoned bool     // there is reasoning in what is sent back
}

func (d *dialect) list() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.changes)
}

// object writes JSON members in the order in which they come.
type object struct{ b bytes.Buffer }

func (o *object) add(name string, value any) {
	if o.b.Len() == 0 {
		o.b.WriteByte('{')
	} else {
		o.b.WriteByte(',')
	}
	o.b.Write(encode(name))
	o.b.WriteByte(':')
	o.b.Write(encode(value))
}

func (o *object) bytes() []byte {
	if o.b.Len() == 0 {
		return []byte("{}")
	}
	return append(o.b.Bytes(), '}')
}

// encode writes JSON without the escapes meant for browsers. What cannot be written
// (a raw message that is no JSON) becomes null.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return []byte("null")
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

func (d *dialect) encode(model string, r Request, o Options) encoded {
	d.mu.Lock()
	defer d.mu.Unlock()
	var e encoded
	var body object
	body.add("model", model)
	body.add("messages", d.messages(r.Messages, &e))
	if len(r.Tools) > 0 {
		body.add("tools", tools(r.Tools))
	}
	param := func(set bool, name string, value any) {
		if !set || d.dropped[name] {
			return
		}
		if other := d.renamed[name]; other != "" {
			if d.dropped[other] {
				return
			}
			name = other
		}
		body.add(name, value)
		e.params = append(e.params, name)
	}
	_, given := o.Extra["max_completion_tokens"]
	param(o.Temperature != nil, "temperature", o.Temperature)
	param(o.TopP != nil, "top_p", o.TopP)
	param(o.MaxTokens > 0 && !given, "max_tokens", o.MaxTokens)
	param(o.Seed != nil, "seed", o.Seed)
	param(o.ReasoningEffort != "", "reasoning_effort", o.ReasoningEffort)
	param(len(o.Stop) > 0, "stop", o.Stop)
	param(o.Stream, "stream", true)
	e.stream = slices.Contains(e.params, "stream")
	param(e.stream, "stream_options", map[string]bool{"include_usage": true})
	extra := make([]string, 0, len(o.Extra))
	for name := range o.Extra {
		extra = append(extra, name)
	}
	slices.Sort(extra)
	for _, name := range extra {
		param(true, name, o.Extra[name])
	}
	e.body = body.bytes()
	return e
}

func tools(list []Tool) json.RawMessage {
	var out []json.RawMessage
	for _, t := range list {
		var f, o object
		f.add("name", t.Name)
		f.add("description", t.Description)
		if len(t.Schema) > 0 {
			f.add("parameters", t.Schema)
		}
		o.add("type", "function")
		o.add("function", json.RawMessage(f.bytes()))
		out = append(out, o.bytes())
	}
	return encode(out)
}

func (d *dialect) messages(list []Message, e *encoded) json.RawMessage {
	var out []json.RawMessage
	system := ""
	for _, m := range list {
		if m.Role == "system" {
			e.system = true
			if d.noSystem {
				system += m.Content + "\n\n"
				continue
			}
		}
		if m.Role == "assistant" && len(m.Raw) > 0 {
			out = append(out, d.replay(m, e))
			continue
		}
		content := m.Content
		if m.Role == "user" && system != "" {
			content, system = system+content, ""
		}
		var o object
		o.add("role", m.Role)
		if m.ToolCallID != "" {
			o.add("tool_call_id", m.ToolCallID)
		}
		o.add("content", content)
		if len(m.ToolCalls) > 0 {
			o.add("tool_calls", encodeCalls(m.ToolCalls))
		}
		out = append(out, o.bytes())
	}
	if d.noSystem {
		e.system = false
	}
	return encode(out)
}

// replay sends an assistant's message back as it came, but for members without a value
// and those that the server does not want back.
func (d *dialect) replay(m Message, e *encoded) json.RawMessage {
	members := map[string]json.RawMessage{}
	if json.Unmarshal(m.Raw, &members) != nil || members == nil {
		return encode(map[string]string{"role": "assistant", "content": m.Content})
	}
	members["role"] = json.RawMessage(`"assistant"`)
	for name, v := range members {
		switch name {
		case "role", "content":
			continue
		case "tool_calls":
			if len(m.ToolCalls) == 0 {
				delete(members, name)
			} else if broken(m.ToolCalls) {
				members[name] = encodeCalls(m.ToolCalls)
			}
			continue
		}
		if s := string(v); s == "null" || s == "[]" || s == `""` || d.stripped[name] {
			delete(members, name)
			continue
		}
		if !slices.Contains(e.extras, name) {
			e.extras = append(e.extras, name)
		}
		e.reasoned = e.reasoned || isReasoning(name)
	}
	return encode(members)
}

func isReasoning(name string) bool {
	return strings.HasPrefix(name, "reasoning") || strings.HasPrefix(name, "thinking")
}

func broken(calls []ToolCall) bool {
	return slices.ContainsFunc(calls, func(c ToolCall) bool { return !isObject(c.Arguments) })
}

func isObject(raw json.RawMessage) bool {
	var m map[string]json.RawMessage
	return json.Unmarshal(raw, &m) == nil && m != nil
}

// encodeCalls writes calls as they are sent back. Servers read the arguments again for
// their templates and fail on those that are no JSON, so these are wrapped.
func encodeCalls(calls []ToolCall) json.RawMessage {
	var out []json.RawMessage
	for _, c := range calls {
		args := string(c.Arguments)
		if !isObject(c.Arguments) {
			args = string(encode(map[string]string{"not_an_object": args}))
		}
		var f, o object
		f.add("name", c.Name)
		f.add("arguments", args)
		if c.ID != "" {
			o.add("id", c.ID)
		}
		o.add("type", "function")
		o.add("function", json.RawMessage(f.bytes()))
		out = append(out, o.bytes())
	}
	return encode(out)
}

var (
	refusal     = lazy.NewRegexp(`(?i)unsupported|not support|unrecogni[sz]ed|unknown|unexpected|not permitted|not allowed|invalid|only (?:the )?default|must be|deprecated|extra (?:inputs|fields)|cannot`)
	tooMuch     = lazy.NewRegexp(`(?i)too large|too high|at most|exceeds?|less than or equal|too small|at least`)
	noSystem    = lazy.NewRegexp(`(?i)system role|system messages?|role.{0,20}\bsystem\b|only user(?: and|,) assistant`)
	noReasoning = lazy.NewRegexp(`(?i)\bthinking\b|\breasoning\b`)
)

// adapt learns from a refusal. It reports whether the request is worth sending again
// in a new form, and what has changed for all requests from now on; the change is ""
// if another request has brought it about already.
func (d *dialect) adapt(sent encoded, e *Error) (change string, ok bool) {
	if e.Kind != BadRequest && (e.Kind != Server || e.Status != http.StatusInternalServerError) {
		return "", false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	note := func(change string) (string, bool) {
		if slices.Contains(d.changes, change) {
			return "", true
		}
		d.changes = append(d.changes, change)
		return change, true
	}
	text := e.param + " " + e.Message
	if e.Kind == BadRequest {
		if name := d.refused(sent, e); name != "" {
			if name == "max_tokens" && !d.dropped[name] {
				set(&d.renamed, name, "max_completion_tokens")
				return note("max_tokens sent as max_completion_tokens")
			}
			set(&d.dropped, name, true)
			return note(name + " dropped")
		}
		if sent.system && noSystem.Get().MatchString(text) && refusal.Get().MatchString(text) {
			d.noSystem = true
			return note("system message put into the first user message")
		}
	}
	var strip []string
	for _, name := range sent.extras {
		if names(text, name) || (isReasoning(name) && noReasoning.Get().MatchString(text)) {
			strip = append(strip, name)
		}
	}
	if len(strip) == 0 {
		return "", false
	}
	slices.Sort(strip)
	for _, name := range strip {
		set(&d.stripped, name, true)
	}
	return note(strings.Join(strip, ", ") + " not sent back")
}

func set[V any](m *map[string]V, name string, v V) {
	if *m == nil {
		*m = map[string]V{}
	}
	(*m)[name] = v
}

// refused finds the parameter that an error is about, "" if it is about none that can
// be done without. A value out of bounds is the user's to mend.
func (d *dialect) refused(sent encoded, e *Error) string {
	if slices.Contains(sent.params, e.param) && !tooMuch.Get().MatchString(e.Message) {
		return e.param
	}
	if (e.param != "" && !slices.Contains(sent.params, e.param)) || !refusal.Get().MatchString(e.Message) || tooMuch.Get().MatchString(e.Message) {
		return ""
	}
	found := ""
	for _, name := range sent.params {
		if len(name) > len(found) && names(e.Message, name) {
			found = name
		}
	}
	return found
}

// names reports whether text holds name as a word of its own.
func names(text, name string) bool {
	for rest := text; ; {
		i := strings.Index(rest, name)
		if i < 0 {
			return false
		}
		before, after := rest[:i], rest[i+len(name):]
		if !endsInWord(before) && !startsInWord(after) {
			return true
		}
		rest = after
	}
}

func endsInWord(s string) bool   { return s != "" && wordByte(s[len(s)-1]) }
func startsInWord(s string) bool { return s != "" && wordByte(s[0]) }

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
