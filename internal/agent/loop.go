package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/ifcmcq/ifcmcq/internal/llm"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/score"
)

// Protocol is how a language model writes its actions.
type Protocol string

const (
	// Text has an action be a fenced block of JSON and the answer a line: any model
	// that follows instructions can do that.
	Text Protocol = "text"
	// Native uses the function calling of the API, with a function for the answer.
	Native Protocol = "native"
)

// ParseProtocol returns the protocol of that name.
func ParseProtocol(name string) (Protocol, error) {
	switch p := Protocol(name); p {
	case Text, Native:
		return p, nil
	}
	return "", fmt.Errorf("there is no protocol %q; it is text or native", name)
}

// Options are the settings of the loop. Zero values stand for the defaults.
type Options struct {
	Protocol         Protocol         // default Text
	MaxSteps         int              // actions and answer together, default 8
	ObservationLimit int              // characters of an observation, default 6000
	TokenLimit       int              // input and output of one item, 0 for no limit
	Now              func() time.Time // default time.Now
}

const (
	defaultSteps       = 8
	defaultObservation = 6000
)

// New returns an agent that has a language model look into a building model through an
// interface, which it closes when it is closed.
//
// It asks the model step by step: a reply is an action, whose observation goes back, or
// the answer. After MaxSteps steps without an answer, when TokenLimit is reached, or
// when the server refuses the conversation as too long, one more request asks for the
// answer alone, in the last case with the observations cut. An interface without tools
// leaves one step.
func New(chat llm.Chat, itf Interface, o Options) Agent {
	if o.Protocol == "" {
		o.Protocol = Text
	}
	if o.MaxSteps <= 0 {
		o.MaxSteps = defaultSteps
	}
	if o.ObservationLimit <= 0 {
		o.ObservationLimit = defaultObservation
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	l := &loop{chat: chat, itf: itf, o: o, tools: itf.Tools(), known: map[string]bool{}}
	if len(l.tools) == 0 {
		// Nothing can be done, so there is nothing to write it in.
		l.o.Protocol, l.o.MaxSteps = Text, 1
	}
	for _, t := range l.tools {
		l.known[t.Name] = true
	}
	l.prompts = newPrompts(l.o.Protocol)
	l.system = blankLines.ReplaceAllString(l.prompts.render("system", l.systemData()), "\n\n")
	if l.o.Protocol == Native {
		for _, t := range l.tools {
			l.functions = append(l.functions, llm.Tool{Name: t.Name, Description: t.Description, Schema: t.Schema})
		}
		l.submit = llm.Tool{Name: submitAnswer, Description: l.prompts.render("submit_answer", nil), Schema: json.RawMessage(submitSchema)}
		l.functions = append(l.functions, l.submit)
	}
	return l
}

// submitSchema is the same for all questions, so that the beginning of all requests is
// the same too and servers can keep it in a cache.
const submitSchema = `{"type":"object","properties":{"answer":{"type":"array","items":{"type":"string"},"minItems":1,"description":"capital letters, one each"}},"required":["answer"],"additionalProperties":false}`

type loop struct {
	chat      llm.Chat
	itf       Interface
	o         Options
	prompts   prompts
	system    string
	tools     []Tool
	known     map[string]bool
	functions []llm.Tool // native: the tools and submit
	submit    llm.Tool
}

func (l *loop) Close() error { return l.itf.Close() }

// systemData is what the system prompt is made from.
func (l *loop) systemData() any {
	type tool struct{ Name, Description, Schema string }
	d := struct {
		Interface, Example, ExampleArguments string
		MaxSteps, ObservationLimit           int
		Tools                                []tool
	}{Interface: l.itf.Name(), MaxSteps: l.o.MaxSteps, ObservationLimit: l.o.ObservationLimit}
	if len(l.tools) == 0 {
		d.Interface = "none"
	}
	for i, t := range l.tools {
		d.Tools = append(d.Tools, tool{t.Name, oneParagraph(t.Description), string(compactJSON(t.Schema))})
		switch {
		case t.Name == codeTool:
			d.Example, d.ExampleArguments = t.Name, `{"code": "print(model.schema)"}`
		case t.Name == "count_entities":
			d.Example, d.ExampleArguments = t.Name, `{"class": "IfcWall"}`
		case i == 0:
			d.Example, d.ExampleArguments = t.Name, `{}`
		}
	}
	return d
}

// blankLines are more of them than one, which templates leave behind.
var blankLines = regexp.MustCompile(`\n{3,}`)

func oneParagraph(s string) string { return strings.Join(strings.Fields(s), " ") }

// session is one question on its way.
type session struct {
	*loop
	q      Question
	keys   []string
	multi  bool
	msgs   []llm.Message
	shown  []int // messages that hold observations
	answer Answer
	costs  bool // every reply so far came with its cost
	trace  trace
}

func (l *loop) Answer(ctx context.Context, q Question) (Answer, error) {
	s := &session{loop: l, q: q, multi: q.Type == mcq.Multi, costs: true}
	for _, o := range q.Options {
		s.keys = append(s.keys, o.Key)
	}
	s.answer.Tools = map[string]int{}
	s.msgs = []llm.Message{
		{Role: "system", Content: l.system},
		{Role: "user", Content: l.prompts.render("question", struct {
			Stem    string
			Options []Option
			Multi   bool
		}{q.Stem, q.Options, s.multi})},
	}
	if err := s.run(ctx); err != nil {
		return Answer{}, err
	}
	s.answer.Trace = s.trace.encode(s)
	return s.answer, nil
}

func (s *session) run(ctx context.Context) error {
	for s.answer.Steps < s.o.MaxSteps {
		if s.o.TokenLimit > 0 && s.answer.Usage.Input+s.answer.Usage.Output >= s.o.TokenLimit {
			return s.final(ctx, score.TokenLimit, false)
		}
		reply, err := s.ask(ctx, s.functions)
		switch kind(err) {
		case llm.ContextTooLong:
			s.answer.Truncated.Context++
			return s.final(ctx, score.TokenLimit, true)
		case llm.Refused:
			s.answer.Steps++
			s.answer.Stop = score.RefusedStop
			return nil
		}
		if err != nil {
			return err
		}
		s.answer.Steps++
		if done, err := s.step(ctx, reply); err != nil || done {
			return err
		}
	}
	return s.final(ctx, score.StepLimit, false)
}

// kind is the kind of a chat's error, "" if it is none.
func kind(err error) llm.Kind {
	var e *llm.Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return ""
}

// ask sends the conversation and counts what the reply cost.
func (s *session) ask(ctx context.Context, functions []llm.Tool) (llm.Reply, error) {
	r, err := s.chat.Complete(ctx, llm.Request{Messages: s.msgs, Tools: functions})
	if err != nil {
		return r, err
	}
	a := &s.answer
	a.Calls.Chat++
	a.Usage.Add(r.Usage)
	a.Latency += r.Latency
	a.Retries += r.Retries
	switch {
	case r.CostUSD == nil:
		s.costs, a.CostUSD = false, nil
	case s.costs:
		sum := *r.CostUSD
		if a.CostUSD != nil {
			sum += *a.CostUSD
		}
		a.CostUSD = &sum
	}
	if r.Finish == "length" {
		a.Truncated.Completion++
	}
	a.Replied = strings.TrimSpace(r.Message.Content) != "" || len(r.Message.ToolCalls) > 0 || r.Refusal != ""
	s.trace.add(r)
	s.remember(r.Message)
	return r, nil
}

// remember keeps a reply in the conversation. With the text protocol there are no calls
// of functions to send back, and a message without any text is refused by some servers.
func (s *session) remember(m llm.Message) {
	if s.o.Protocol == Text {
		m.ToolCalls = nil
	}
	if len(m.ToolCalls) == 0 && strings.TrimSpace(m.Content) == "" {
		m = llm.Message{Role: "assistant", Content: "(no text)"}
	}
	s.msgs = append(s.msgs, m)
}

// step takes a reply as an answer, or does what it asks for.
func (s *session) step(ctx context.Context, r llm.Reply) (done bool, err error) {
	actions, answer := s.read(r.Message)
	if len(answer) > 0 {
		if len(actions) > 0 {
			s.answer.Stacked++
		}
		s.answer.Keys, s.answer.Stop = answer, score.Answered
		return true, nil
	}
	if r.Refusal != "" || r.Finish == "content_filter" {
		s.answer.Stop = score.RefusedStop
		return true, nil
	}
	if len(actions) == 0 {
		if len(s.tools) > 0 {
			s.say(s.prompts.render("nudge", struct {
				Cut  bool
				Left int
			}{r.Finish == "length", s.left()}))
		}
		return false, nil
	}
	if len(actions) > 1 {
		s.answer.Stacked++
	}
	obs, err := s.do(ctx, actions[0])
	if err != nil {
		return false, err
	}
	s.observe(actions, obs)
	return false, nil
}

func (s *session) left() int { return s.o.MaxSteps - s.answer.Steps }

// read finds actions and the answer in a reply. The answer stands for itself; the
// actions beside it do not count it.
func (s *session) read(m llm.Message) (actions []action, answer []string) {
	outside := m.Content
	if s.o.Protocol == Native {
		for _, c := range m.ToolCalls {
			a := action{name: c.Name, args: c.Arguments, id: c.ID}
			if !json.Valid(c.Arguments) {
				a.problem = "its arguments are not valid JSON"
			}
			actions = append(actions, a)
		}
	} else if len(s.tools) > 0 {
		actions, outside = textActions(m.Content, s.tools)
	}
	others := actions[:0:0]
	for _, a := range actions {
		if a.name == submitAnswer {
			if answer == nil {
				answer, _ = score.ParseAnswer(submitted(a.args), s.keys, s.multi)
			}
			if len(answer) > 0 {
				continue
			}
			a.problem = "it names none of the options " + strings.Join(s.keys, ", ")
		}
		others = append(others, a)
	}
	if answer == nil {
		if len(others) > 0 {
			answer, _ = score.ParseAnswerLine(outside, s.keys, s.multi)
		} else {
			answer, _ = score.ParseAnswer(outside, s.keys, s.multi)
		}
	}
	return others, answer
}

// do does one action and counts it.
func (s *session) do(ctx context.Context, a action) (Observation, error) {
	if a.problem != "" {
		s.answer.Calls.Failed++
		return Observation{Text: s.prompts.render("malformed", struct{ Problem string }{a.problem}), Failed: true}, nil
	}
	start := s.o.Now()
	obs, err := s.itf.Call(ctx, a.name, a.args)
	s.answer.Latency += s.o.Now().Sub(start)
	if err != nil {
		return obs, fmt.Errorf("%s: %w", a.name, err)
	}
	if obs.Code {
		s.answer.Calls.Code++
	} else {
		s.answer.Calls.Tool++
	}
	if obs.Failed {
		s.answer.Calls.Failed++
	}
	if s.known[a.name] {
		s.answer.Tools[a.name]++
	}
	return obs, nil
}

// observe shows the model what the first of its actions brought.
func (s *session) observe(actions []action, obs Observation) {
	text := strings.ToValidUTF8(obs.Text, "\uFFFD")
	shown, total := cut(text, s.o.ObservationLimit)
	if len(shown) < len(text) {
		s.answer.Truncated.Observation++
	}
	name := actions[0].name
	if name == "" {
		name = "The action"
	}
	ignored := len(actions) - 1
	if s.o.Protocol == Native {
		ignored = 0 // each is told by itself
	}
	content := s.prompts.render("observation", struct {
		Tool, Text    string
		Failed, Cut   bool
		Shown, Total  int
		Ignored, Left int
	}{name, shown, obs.Failed, len(shown) < len(text), s.o.ObservationLimit, total, ignored, s.left()})
	if s.o.Protocol == Text {
		s.shown = append(s.shown, len(s.msgs))
		s.say(content)
		return
	}
	for i, a := range actions {
		if i == 0 {
			s.shown = append(s.shown, len(s.msgs))
		} else {
			content = s.prompts.render("ignored", nil)
		}
		s.msgs = append(s.msgs, llm.Message{Role: "tool", ToolCallID: a.id, Content: content})
	}
}

func (s *session) say(text string) {
	s.msgs = append(s.msgs, llm.Message{Role: "user", Content: text})
}

// cut returns the first n characters of s, and how many it has.
func cut(s string, n int) (head string, total int) {
	at := len(s)
	for i := range s {
		if total == n {
			at = i
		}
		total++
	}
	return s[:at], total
}

// final asks for the answer alone.
func (s *session) final(ctx context.Context, stop score.Stop, shorten bool) error {
	s.answer.Stop = stop
	last := s.msgs
	for level := 0; ; level++ {
		if shorten {
			short, ok := s.shortened(last, level)
			if !ok {
				s.answer.Replied = false // not even the question fits
				return nil
			}
			s.msgs = short
		} else {
			s.msgs = append([]llm.Message(nil), last...)
		}
		s.askLast(s.prompts.render("final", struct{ Multi, Shortened bool }{s.multi, shorten}))
		var functions []llm.Tool
		if s.o.Protocol == Native {
			functions = []llm.Tool{s.submit}
		}
		reply, err := s.ask(ctx, functions)
		switch kind(err) {
		case llm.ContextTooLong:
			s.answer.Truncated.Context++
			if !shorten {
				shorten, level = true, -1
			}
			continue
		case llm.Refused:
			s.answer.Stop, s.answer.Replied = score.RefusedStop, false
			return nil
		}
		if err != nil {
			return err
		}
		_, answer := s.read(reply.Message)
		if answer == nil {
			answer, _ = score.ParseAnswer(reply.Message.Content, s.keys, s.multi)
		}
		s.answer.Keys = answer
		if len(answer) == 0 && (reply.Refusal != "" || reply.Finish == "content_filter") {
			s.answer.Stop = score.RefusedStop
		}
		return nil
	}
}

// askLast puts the request for the answer into the last message if that is not the
// model's: many templates want roles to take turns.
func (s *session) askLast(text string) {
	last := &s.msgs[len(s.msgs)-1]
	if last.Role == "assistant" {
		s.say(text)
		return
	}
	last.Content += "\n\n" + text
}

// keptOfObservation is how much stays of an observation in a conversation that was too
// long, in characters.
const keptOfObservation = 400

// shortened returns a conversation with its observations cut to a few lines, at the
// next level with none of them, at the last with nothing but the question. It reports
// false if there is nothing left to take away.
func (s *session) shortened(msgs []llm.Message, level int) ([]llm.Message, bool) {
	if level > 2 || (len(s.shown) == 0 && level > 0 && len(msgs) <= 2) {
		return nil, false
	}
	if level == 2 || len(s.shown) == 0 {
		if len(msgs) <= 2 {
			return nil, false
		}
		return append([]llm.Message(nil), msgs[:2]...), true
	}
	out := append([]llm.Message(nil), msgs...)
	removed := s.prompts.render("removed", nil)
	for _, i := range s.shown {
		head := ""
		if level == 0 {
			head, _ = cut(out[i].Content, keptOfObservation)
		}
		if len(head) < len(out[i].Content) {
			out[i].Content = strings.TrimSpace(head + "\n" + removed)
		}
	}
	return out, true
}
