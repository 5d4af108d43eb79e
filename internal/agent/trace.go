package agent

import (
	"bytes"
	"encoding/json"

	"github.com/ifcmcq/ifcmcq/internal/llm"
)

// trace keeps what was said, for whoever wants to know why an answer is what it is.
type trace struct{ replies []tracedReply }

// tracedReply is a reply as the server sent it, with the settings of the request: its
// messages stand in the trace once, and its tools not at all.
type tracedReply struct {
	Settings  json.RawMessage `json:"settings,omitempty"` // if other than before
	Response  json.RawMessage `json:"response"`
	LatencyMS int64           `json:"latency_ms"`
	Retries   int             `json:"retries,omitempty"`
}

func (t *trace) add(r llm.Reply) {
	one := tracedReply{Response: orNull(r.Response), LatencyMS: r.Latency.Milliseconds(), Retries: r.Retries}
	one.Settings = settings(r.Request)
	for i := len(t.replies) - 1; i >= 0; i-- {
		if t.replies[i].Settings != nil {
			if bytes.Equal(t.replies[i].Settings, one.Settings) {
				one.Settings = nil
			}
			break
		}
	}
	t.replies = append(t.replies, one)
}

func settings(request json.RawMessage) json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(request, &members) != nil {
		return nil
	}
	delete(members, "messages")
	delete(members, "tools")
	b, err := json.Marshal(members)
	if err != nil {
		return nil
	}
	return b
}

func orNull(raw json.RawMessage) json.RawMessage {
	if !json.Valid(raw) {
		return json.RawMessage("null")
	}
	return raw
}

// tracedMessage is a turn of the conversation in the words of the API.
type tracedMessage struct {
	Role    string       `json:"role"`
	Content string       `json:"content"`
	Calls   []tracedCall `json:"tool_calls,omitempty"`
	CallID  string       `json:"tool_call_id,omitempty"`
}

type tracedCall struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// encode writes the whole trace as JSON. The messages are those of the last request,
// and the reply to it; reasoning stands in the responses.
func (t *trace) encode(s *session) json.RawMessage {
	out := struct {
		Item     string          `json:"item"`
		Agent    string          `json:"agent"`
		Protocol Protocol        `json:"protocol"`
		Messages []tracedMessage `json:"messages"`
		Replies  []tracedReply   `json:"replies"`
	}{s.q.ID, s.itf.Name(), s.o.Protocol, nil, t.replies}
	for _, m := range s.msgs {
		tm := tracedMessage{Role: m.Role, Content: m.Content, CallID: m.ToolCallID}
		for _, c := range m.ToolCalls {
			tm.Calls = append(tm.Calls, tracedCall{c.ID, c.Name, string(c.Arguments)})
		}
		out.Messages = append(out.Messages, tm)
	}
	b, err := json.Marshal(out)
	if err != nil {
		return json.RawMessage("null") // nothing in it can fail
	}
	return b
}

func compactJSON(raw json.RawMessage) json.RawMessage {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return raw
	}
	return b.Bytes()
}
