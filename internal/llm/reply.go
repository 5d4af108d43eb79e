package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/ssestream"
)

// completion is the part of a reply that is looked at; the message stays raw.
type completion struct {
	Choices []struct {
		Message json.RawMessage `json:"message"`
		Finish  string          `json:"finish_reason"`
	} `json:"choices"`
	Usage json.RawMessage `json:"usage"`
	Error json.RawMessage `json:"error"`
}

func readCompletion(w wire) (Reply, *Error) {
	var c completion
	if err := json.Unmarshal(w.body, &c); err != nil {
		return Reply{}, classify(w.status, w.header, w.body)
	}
	if e := inBody(c, w); e != nil {
		return Reply{}, e
	}
	msg, refusal, err := readMessage(c.Choices[0].Message)
	if err != nil {
		return Reply{}, &Error{Kind: BadReply, Message: err.Error()}
	}
	r := Reply{Message: msg, Refusal: refusal, Finish: c.Choices[0].Finish, Response: compact(w.body)}
	r.Usage, r.CostUSD = readUsage(c.Usage)
	return r, nil
}

// inBody finds errors that come with status 200, as routers send them.
func inBody(c completion, w wire) *Error {
	if len(c.Error) > 0 && string(c.Error) != "null" {
		status := http.StatusBadGateway
		if n, err := strconv.Atoi(readProblem(w.body).Code); err == nil && n >= 400 && n < 600 {
			status = n
		}
		return classify(status, w.header, w.body)
	}
	if len(c.Choices) == 0 {
		return &Error{Kind: BadReply, Message: "it holds no choices: " + oneLine(string(w.body))}
	}
	if c.Choices[0].Finish == "error" {
		return &Error{Kind: Server, Message: "the reply ends with an error"}
	}
	return nil
}

func compact(body []byte) json.RawMessage {
	var b bytes.Buffer
	if json.Compact(&b, body) != nil {
		return body
	}
	return b.Bytes()
}

type wireCall struct {
	ID       string `json:"id"`
	Function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"function"`
}

// readMessage reads an assistant's message and keeps it raw. Calls without an id get
// one, here and in the raw message, since a tool's answer has to name it.
func readMessage(raw json.RawMessage) (m Message, refusal string, err error) {
	members := map[string]json.RawMessage{}
	if len(raw) == 0 || json.Unmarshal(raw, &members) != nil || members == nil {
		return m, "", fmt.Errorf("its message is no object")
	}
	m = Message{Role: "assistant", Content: contentText(members["content"])}
	refusal = scalar(members["refusal"])
	var calls []wireCall
	if c := members["tool_calls"]; len(c) > 0 {
		if json.Unmarshal(c, &calls) != nil {
			return m, "", fmt.Errorf("its tool_calls are no list of calls")
		}
	}
	lacking := false
	for i := range calls {
		if calls[i].ID == "" {
			calls[i].ID = "call_" + strconv.Itoa(i)
			lacking = true
		}
		m.ToolCalls = append(m.ToolCalls, ToolCall{calls[i].ID, calls[i].Function.Name, arguments(calls[i].Function.Arguments)})
	}
	m.Raw = raw
	if lacking {
		members["tool_calls"] = encodeCalls(m.ToolCalls)
		if m.Raw, err = json.Marshal(members); err != nil {
			return m, "", err
		}
	}
	return m, refusal, nil
}

// contentText is the text of a message: a string, or the text parts of a list. Parts of
// other types, such as thinking, are not read.
func contentText(raw json.RawMessage) string {
	var s string
	if len(raw) == 0 || json.Unmarshal(raw, &s) == nil {
		return s
	}
	var parts []struct {
		Type string          `json:"type"`
		Text json.RawMessage `json:"text"`
	}
	if json.Unmarshal(raw, &parts) != nil {
		return ""
	}
	var b strings.Builder
	for _, p := range parts {
		if p.Type == "text" || p.Type == "output_text" {
			b.WriteString(scalar(p.Text))
		}
	}
	return b.String()
}

// arguments are sent as a string that holds JSON, by some servers as an object.
func arguments(raw json.RawMessage) json.RawMessage {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		raw = json.RawMessage(s)
	}
	if len(bytes.TrimSpace(raw)) == 0 || string(raw) == "null" {
		return json.RawMessage("{}")
	}
	return raw
}

// readStream puts a reply together from its chunks.
func readStream(s *ssestream.Stream[openai.ChatCompletionChunk], w wire) (Reply, *Error) {
	var chunks []json.RawMessage
	var usage json.RawMessage
	var finish string
	message := map[string]json.RawMessage{"role": json.RawMessage(`"assistant"`)}
	calls := map[int]*wireCall{}
	texts := map[int]*strings.Builder{}
	most := -1
	for s.Next() {
		raw := json.RawMessage(s.Current().RawJSON())
		chunks = append(chunks, raw)
		var c struct {
			Choices []struct {
				Index  int                        `json:"index"`
				Delta  map[string]json.RawMessage `json:"delta"`
				Finish *string                    `json:"finish_reason"`
			} `json:"choices"`
			Usage json.RawMessage `json:"usage"`
			Error json.RawMessage `json:"error"`
		}
		if json.Unmarshal(raw, &c) != nil {
			return Reply{}, &Error{Kind: BadReply, Message: "a chunk of the stream cannot be read"}
		}
		if len(c.Usage) > 0 && string(c.Usage) != "null" {
			usage = c.Usage
		}
		for _, ch := range c.Choices {
			if ch.Index != 0 {
				continue
			}
			if ch.Finish != nil && *ch.Finish != "" {
				finish = *ch.Finish
			}
			for name, v := range ch.Delta {
				if name == "tool_calls" {
					most = max(most, addCalls(calls, texts, v))
				} else if name != "role" {
					message[name] = concat(message[name], v)
				}
			}
		}
	}
	if err := s.Err(); err != nil {
		var se *ssestream.StreamError
		if errors.As(err, &se) {
			body := se.Event.Data
			status := http.StatusBadGateway
			if n, err := strconv.Atoi(readProblem(body).Code); err == nil && n >= 400 && n < 600 {
				status = n
			}
			return Reply{}, classify(status, w.header, body)
		}
		return Reply{}, &Error{Kind: BadReply, Message: "the stream cannot be read"}
	}
	switch {
	case len(chunks) == 0:
		return Reply{}, classify(w.status, w.header, w.body)
	case finish == "":
		return Reply{}, &Error{Kind: Network, Status: w.status, Message: "the stream breaks off"}
	case finish == "error":
		return Reply{}, &Error{Kind: Server, Message: "the reply ends with an error"}
	}
	var list []ToolCall
	for i := 0; i <= most; i++ {
		if c, ok := calls[i]; ok {
			list = append(list, ToolCall{c.ID, c.Function.Name, json.RawMessage(texts[i].String())})
		}
	}
	if list != nil {
		message["tool_calls"] = encodeCalls(list)
	}
	raw, err := json.Marshal(message)
	if err != nil {
		return Reply{}, &Error{Kind: BadReply, Message: "the stream cannot be read", Err: err}
	}
	msg, refusal, err := readMessage(raw)
	if err != nil {
		return Reply{}, &Error{Kind: BadReply, Message: err.Error()}
	}
	all, err := json.Marshal(chunks)
	if err != nil {
		return Reply{}, &Error{Kind: BadReply, Message: "the stream cannot be read", Err: err}
	}
	r := Reply{Message: msg, Refusal: refusal, Finish: finish, Response: all}
	r.Usage, r.CostUSD = readUsage(usage)
	return r, nil
}

// addCalls adds pieces of function calls and returns the highest index.
func addCalls(calls map[int]*wireCall, texts map[int]*strings.Builder, raw json.RawMessage) int {
	var pieces []struct {
		Index *int `json:"index"`
		wireCall
	}
	most := -1
	if json.Unmarshal(raw, &pieces) != nil {
		return most
	}
	for i, p := range pieces {
		at := i
		if p.Index != nil && *p.Index >= 0 && *p.Index < 1000 {
			at = *p.Index
		}
		if calls[at] == nil {
			calls[at], texts[at] = &wireCall{}, &strings.Builder{}
		}
		c := calls[at]
		if p.ID != "" {
			c.ID = p.ID
		}
		if p.Function.Name != "" {
			c.Function.Name = p.Function.Name
		}
		var text string
		if json.Unmarshal(p.Function.Arguments, &text) != nil {
			text = string(p.Function.Arguments)
		}
		texts[at].WriteString(text)
		most = max(most, at)
	}
	return most
}

// concat joins two values of a member: strings and lists one after the other; of
// anything else the later counts, unless it is null.
func concat(a, b json.RawMessage) json.RawMessage {
	if len(a) == 0 || string(a) == "null" {
		return b
	}
	if len(b) == 0 || string(b) == "null" {
		return a
	}
	var s, t string
	if json.Unmarshal(a, &s) == nil && json.Unmarshal(b, &t) == nil {
		joined, err := json.Marshal(s + t)
		if err == nil {
			return joined
		}
	}
	var l, m []json.RawMessage
	if json.Unmarshal(a, &l) == nil && json.Unmarshal(b, &m) == nil {
		joined, err := json.Marshal(append(l, m...))
		if err == nil {
			return joined
		}
	}
	return b
}
