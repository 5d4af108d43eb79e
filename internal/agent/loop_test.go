package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ifcmcq/ifcmcq/internal/agent"
	"github.com/ifcmcq/ifcmcq/internal/llm"
	"github.com/ifcmcq/ifcmcq/internal/llm/llmtest"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/score"
)

// desk is an interface with two tools and a kind of Python.
type desk struct{ closed *bool }

func (desk) Name() string { return "tool" }

func (desk) Tools() []agent.Tool {
	return []agent.Tool{
		{Name: "get_entity", Description: "One entity.", Schema: json.RawMessage(`{"type":"object","properties":{"guid":{"type":"string"}}}`)},
		{Name: "count_entities", Description: "How many.", Schema: json.RawMessage(`{"type":"object"}`)},
		{Name: "run_python", Description: "Python.", Schema: json.RawMessage(`{"type":"object"}`)},
	}
}

func (desk) Call(_ context.Context, name string, args json.RawMessage) (agent.Observation, error) {
	switch name {
	case "get_entity":
		return agent.Observation{Text: `{"ok":true,"data":` + string(args) + `}`}, nil
	case "count_entities":
		return agent.Observation{Text: strings.Repeat("ä", 7000)}, nil
	case "run_python":
		return agent.Observation{Text: "NameError", Failed: true, Code: true}, nil
	}
	if name == "broken" {
		return agent.Observation{}, errors.New("the desk has collapsed")
	}
	return agent.Observation{Text: "there is no tool " + name, Failed: true}, nil
}

func (d desk) Close() error {
	if d.closed != nil {
		*d.closed = true
	}
	return nil
}

var question = agent.Question{
	ID: "house/spa/element_storey/1", Type: mcq.Single, Stem: "In which storey is IfcWall 1xS3BCk291UvhgP2dvNsgp?",
	Options: []agent.Option{{Key: "A", Text: "Level 1"}, {Key: "B", Text: "Level 2"}, {Key: "C", Text: "Roof"}},
}

// leap is a clock that jumps ahead by what anybody sleeps.
type leap struct {
	mu  sync.Mutex
	now time.Time
}

func (c *leap) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *leap) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	return ctx.Err()
}

// counts is all of an answer that is counted.
type counts struct {
	Keys      string
	Replied   bool
	Stop      score.Stop
	Steps     int
	Calls     score.Calls
	Tools     map[string]int
	Stacked   int
	Truncated score.Truncated
	Usage     score.Usage
	Cost      float64
	Retries   int
}

func count(a agent.Answer) counts {
	c := counts{strings.Join(a.Keys, ""), a.Replied, a.Stop, a.Steps, a.Calls, a.Tools, a.Stacked, a.Truncated, a.Usage, -1, a.Retries}
	if a.CostUSD != nil {
		c.Cost = *a.CostUSD
	}
	if len(c.Tools) == 0 {
		c.Tools = nil
	}
	return c
}

func cost(v float64) *float64 { return &v }

func TestLoop(t *testing.T) {
	t.Parallel()
	entity := llmtest.Block("get_entity", `{"guid": "x"}`)
	look := llmtest.Say(entity)
	look.Usage = &llmtest.Usage{Input: 100, Cached: 60, Output: 10, Reasoning: 5, Cost: cost(0.5)}
	say := func(text string) llmtest.Turn {
		return llmtest.Turn{Content: text, Usage: &llmtest.Usage{Input: 200, Output: 3, Cost: cost(0.25)}}
	}
	b := say("ANSWER: B")
	withUsage := func(t llmtest.Turn) llmtest.Turn { t.Usage = &llmtest.Usage{}; return t }
	invoke := func(content string, calls ...llmtest.Call) llmtest.Turn {
		return llmtest.Turn{Content: content, Calls: calls, Usage: &llmtest.Usage{}}
	}
	plain := func(text string) llmtest.Turn { return withUsage(llmtest.Say(text)) }
	get := llmtest.Call{ID: "1", Name: "get_entity", Arguments: `{"guid":"x"}`}
	submit := func(answer string) llmtest.Call {
		return llmtest.Call{ID: "9", Name: "submit_answer", Arguments: `{"answer":` + answer + `}`}
	}
	one := map[string]int{"get_entity": 1}
	tests := []struct {
		name   string
		turns  []llmtest.Turn
		o      agent.Options
		none   bool
		multi  bool
		stream bool
		want   counts
		last   []string // parts of the last request's last message
	}{
		{name: "answer at once", turns: []llmtest.Turn{b},
			want: counts{Keys: "B", Replied: true, Stop: score.Answered, Steps: 1, Calls: score.Calls{Chat: 1}, Usage: score.Usage{Input: 200, Output: 3}, Cost: 0.25}},
		{name: "look, then answer", turns: []llmtest.Turn{look, b},
			want: counts{Keys: "B", Replied: true, Stop: score.Answered, Steps: 2, Calls: score.Calls{Chat: 2, Tool: 1}, Tools: one, Usage: score.Usage{Input: 300, Cached: 60, Output: 13, Reasoning: 5}, Cost: 0.75},
			last: []string{"get_entity shows:", `{"ok":true,"data":{"guid": "x"}}`, "7 steps are left."}},
		{name: "streamed", stream: true, turns: []llmtest.Turn{look, b},
			want: counts{Keys: "B", Replied: true, Stop: score.Answered, Steps: 2, Calls: score.Calls{Chat: 2, Tool: 1}, Tools: one, Usage: score.Usage{Input: 300, Cached: 60, Output: 13, Reasoning: 5}, Cost: 0.75}},
		{name: "several right", multi: true, turns: []llmtest.Turn{plain("**ANSWER:** A and C")},
			want: counts{Keys: "AC", Replied: true, Stop: score.Answered, Steps: 1, Calls: score.Calls{Chat: 1}, Cost: -1}},
		{name: "stacked actions", turns: []llmtest.Turn{plain(entity + "\n" + llmtest.Block("run_python", `{}`)), plain("ANSWER: B")},
			want: counts{Keys: "B", Replied: true, Stop: score.Answered, Steps: 2, Calls: score.Calls{Chat: 2, Tool: 1}, Tools: one, Stacked: 1, Cost: -1},
			last: []string{"Your reply held 1 more action, not done."}},
		{name: "stacked in one block", turns: []llmtest.Turn{plain("```json\n[{\"tool\":\"get_entity\",\"arguments\":{}},{\"tool\":\"get_entity\",\"arguments\":{}},{\"tool\":\"x\"}]\n```"), plain("ANSWER: B")},
			want: counts{Keys: "B", Replied: true, Stop: score.Answered, Steps: 2, Calls: score.Calls{Chat: 2, Tool: 1}, Tools: one, Stacked: 1, Cost: -1},
			last: []string{"2 more actions"}},
		{name: "answer beside an action", turns: []llmtest.Turn{plain(entity + "\n\nANSWER: C")},
			want: counts{Keys: "C", Replied: true, Stop: score.Answered, Steps: 1, Calls: score.Calls{Chat: 1}, Stacked: 1, Cost: -1}},
		{name: "an action that talks of answers", turns: []llmtest.Turn{plain("The answer is B if the storey is Level 2.\n" + entity), plain("ANSWER: A")},
			want: counts{Keys: "A", Replied: true, Stop: score.Answered, Steps: 2, Calls: score.Calls{Chat: 2, Tool: 1}, Tools: one, Cost: -1}},
		{name: "answer as JSON", turns: []llmtest.Turn{plain("```json\n{\"answer\": \"B\"}\n```")},
			want: counts{Keys: "B", Replied: true, Stop: score.Answered, Steps: 1, Calls: score.Calls{Chat: 1}, Cost: -1}},
		{name: "bad JSON", turns: []llmtest.Turn{plain("```json\n{\"tool\": \"get_entity\", \"arguments\": {\n```"), plain("ANSWER: B")},
			want: counts{Keys: "B", Replied: true, Stop: score.Answered, Steps: 2, Calls: score.Calls{Chat: 2, Failed: 1}, Cost: -1},
			last: []string{"The action failed:", "The block is no action: it is not valid JSON"}},
		{name: "JSON without a tool", turns: []llmtest.Turn{plain("```json\n{\"guid\": \"x\"}\n```"), plain("ANSWER: B")},
			want: counts{Keys: "B", Replied: true, Stop: score.Answered, Steps: 2, Calls: score.Calls{Chat: 2, Failed: 1}, Cost: -1},
			last: []string{"it does not name a tool"}},
		{name: "wrong tool", turns: []llmtest.Turn{plain(llmtest.Block("get_wall", `{}`)), plain("ANSWER: B")},
			want: counts{Keys: "B", Replied: true, Stop: score.Answered, Steps: 2, Calls: score.Calls{Chat: 2, Tool: 1, Failed: 1}, Cost: -1},
			last: []string{"get_wall failed:", "there is no tool get_wall"}},
		{name: "code that fails", turns: []llmtest.Turn{plain("```python\nprint(wall)\n```"), plain("ANSWER: B")},
			want: counts{Keys: "B", Replied: true, Stop: score.Answered, Steps: 2, Calls: score.Calls{Chat: 2, Code: 1, Failed: 1}, Tools: map[string]int{"run_python": 1}, Cost: -1},
			last: []string{"NameError"}},
		{name: "observation cut", turns: []llmtest.Turn{plain(llmtest.Block("count_entities", `{}`)), plain("ANSWER: B")},
			want: counts{Keys: "B", Replied: true, Stop: score.Answered, Steps: 2, Calls: score.Calls{Chat: 2, Tool: 1}, Tools: map[string]int{"count_entities": 1}, Truncated: score.Truncated{Observation: 1}, Cost: -1},
			last: []string{"(Cut: these are the first 6000 of 7000 characters."}},
		{name: "nothing, then an answer", turns: []llmtest.Turn{plain("Hm."), plain("ANSWER: B")},
			want: counts{Keys: "B", Replied: true, Stop: score.Answered, Steps: 2, Calls: score.Calls{Chat: 2}, Cost: -1},
			last: []string{"neither an action nor an answer"}},
		{name: "completion cut", turns: []llmtest.Turn{{Content: "I would", Finish: "length", Usage: &llmtest.Usage{}}, plain("ANSWER: B")},
			want: counts{Keys: "B", Replied: true, Stop: score.Answered, Steps: 2, Calls: score.Calls{Chat: 2}, Truncated: score.Truncated{Completion: 1}, Cost: -1},
			last: []string{"too long and was cut off"}},
		{name: "eight steps, then the answer", turns: append(slices.Repeat([]llmtest.Turn{plain(entity)}, 8), plain("B")),
			want: counts{Keys: "B", Replied: true, Stop: score.StepLimit, Steps: 8, Calls: score.Calls{Chat: 9, Tool: 8}, Tools: map[string]int{"get_entity": 8}, Cost: -1},
			last: []string{"get_entity shows:", "No more actions are possible."}},
		{name: "eight steps, no answer", turns: append(slices.Repeat([]llmtest.Turn{plain(entity)}, 8), plain("I do not know.")),
			want: counts{Replied: true, Stop: score.StepLimit, Steps: 8, Calls: score.Calls{Chat: 9, Tool: 8}, Tools: map[string]int{"get_entity": 8}, Cost: -1}},
		{name: "nothing at all", o: agent.Options{MaxSteps: 2}, turns: []llmtest.Turn{plain(""), plain(""), plain("")},
			want: counts{Stop: score.StepLimit, Steps: 2, Calls: score.Calls{Chat: 3}, Cost: -1}},
		{name: "token limit", o: agent.Options{TokenLimit: 105}, turns: []llmtest.Turn{look, b},
			want: counts{Keys: "B", Replied: true, Stop: score.TokenLimit, Steps: 1, Calls: score.Calls{Chat: 2, Tool: 1}, Tools: one, Usage: score.Usage{Input: 300, Cached: 60, Output: 13, Reasoning: 5}, Cost: 0.75},
			last: []string{"No more actions are possible."}},
		{name: "too long", turns: []llmtest.Turn{plain(llmtest.Block("count_entities", `{}`)), llmtest.TooLong(), plain("ANSWER: A")},
			want: counts{Keys: "A", Replied: true, Stop: score.TokenLimit, Steps: 1, Calls: score.Calls{Chat: 2, Tool: 1}, Tools: map[string]int{"count_entities": 1}, Truncated: score.Truncated{Observation: 1, Context: 1}, Cost: -1},
			last: []string{"count_entities shows:", "(removed to make", "parts of it were removed"}},
		{name: "too long until nothing is left", turns: []llmtest.Turn{plain(llmtest.Block("count_entities", `{}`)), llmtest.TooLong(), llmtest.TooLong(), llmtest.TooLong(), plain("ANSWER: A")},
			want: counts{Keys: "A", Replied: true, Stop: score.TokenLimit, Steps: 1, Calls: score.Calls{Chat: 2, Tool: 1}, Tools: map[string]int{"count_entities": 1}, Truncated: score.Truncated{Observation: 1, Context: 3}, Cost: -1},
			last: []string{"Level 2", "parts of it were removed"}},
		{name: "question too long", turns: []llmtest.Turn{llmtest.TooLong()},
			want: counts{Stop: score.TokenLimit, Truncated: score.Truncated{Context: 1}, Cost: -1}},
		{name: "too long at the end", o: agent.Options{MaxSteps: 1}, turns: []llmtest.Turn{plain(entity), llmtest.TooLong(), plain("ANSWER: A")},
			want: counts{Keys: "A", Replied: true, Stop: score.StepLimit, Steps: 1, Calls: score.Calls{Chat: 2, Tool: 1}, Tools: one, Truncated: score.Truncated{Context: 1}, Cost: -1}},
		{name: "refusal", turns: []llmtest.Turn{{Refusal: "I can't help with that.", Usage: &llmtest.Usage{}}},
			want: counts{Replied: true, Stop: score.RefusedStop, Steps: 1, Calls: score.Calls{Chat: 1}, Cost: -1}},
		{name: "filtered reply", turns: []llmtest.Turn{{Finish: "content_filter", Usage: &llmtest.Usage{}}},
			want: counts{Stop: score.RefusedStop, Steps: 1, Calls: score.Calls{Chat: 1}, Cost: -1}},
		{name: "filtered prompt", turns: []llmtest.Turn{{Status: 400, Code: "content_filter", Message: "no"}},
			want: counts{Stop: score.RefusedStop, Steps: 1, Cost: -1}},
		{name: "answer in reasoning only", o: agent.Options{MaxSteps: 1}, turns: []llmtest.Turn{{Reasoning: "ANSWER: B", ReasoningContent: "ANSWER: B", Usage: &llmtest.Usage{}}, plain("<think>ANSWER: B</think>")},
			want: counts{Replied: true, Stop: score.StepLimit, Steps: 1, Calls: score.Calls{Chat: 2}, Cost: -1}},
		{name: "action in reasoning only", turns: []llmtest.Turn{plain("<think>" + entity + "</think>ANSWER: B")},
			want: counts{Keys: "B", Replied: true, Stop: score.Answered, Steps: 1, Calls: score.Calls{Chat: 1}, Cost: -1}},
		{name: "retries and refused parameters", turns: []llmtest.Turn{llmtest.RateLimited("1"), withUsage(look), llmtest.Broken(), {Reset: true}, {Status: 400, Param: "temperature", Message: "unsupported"}, plain("ANSWER: B")},
			want: counts{Keys: "B", Replied: true, Stop: score.Answered, Steps: 2, Calls: score.Calls{Chat: 2, Tool: 1}, Tools: one, Retries: 4, Cost: -1}},
		{name: "no access", none: true, turns: []llmtest.Turn{plain("B) Level 2")},
			want: counts{Keys: "B", Replied: true, Stop: score.Answered, Steps: 1, Calls: score.Calls{Chat: 1}, Cost: -1}},
		{name: "no access, asked again", none: true, turns: []llmtest.Turn{plain(entity), plain("ANSWER: C")},
			want: counts{Keys: "C", Replied: true, Stop: score.StepLimit, Steps: 1, Calls: score.Calls{Chat: 2}, Cost: -1},
			last: []string{"No more actions"}},

		{name: "native", o: agent.Options{Protocol: agent.Native}, turns: []llmtest.Turn{invoke("", get), invoke("", submit(`["B"]`))},
			want: counts{Keys: "B", Replied: true, Stop: score.Answered, Steps: 2, Calls: score.Calls{Chat: 2, Tool: 1}, Tools: one, Cost: -1},
			last: []string{"get_entity shows:"}},
		{name: "native, streamed", stream: true, o: agent.Options{Protocol: agent.Native}, turns: []llmtest.Turn{invoke("I look.", get), invoke("", submit(`"B"`))},
			want: counts{Keys: "B", Replied: true, Stop: score.Answered, Steps: 2, Calls: score.Calls{Chat: 2, Tool: 1}, Tools: one, Cost: -1}},
		{name: "native, several right", multi: true, o: agent.Options{Protocol: agent.Native}, turns: []llmtest.Turn{invoke("", submit(`["C","A"]`))},
			want: counts{Keys: "AC", Replied: true, Stop: score.Answered, Steps: 1, Calls: score.Calls{Chat: 1}, Cost: -1}},
		{name: "native, in text", o: agent.Options{Protocol: agent.Native}, turns: []llmtest.Turn{plain("The answer is **B**.")},
			want: counts{Keys: "B", Replied: true, Stop: score.Answered, Steps: 1, Calls: score.Calls{Chat: 1}, Cost: -1}},
		{name: "native, stacked", o: agent.Options{Protocol: agent.Native}, turns: []llmtest.Turn{invoke("", get, llmtest.Call{ID: "2", Name: "count_entities", Arguments: "{}"}), invoke("", submit(`["B"]`))},
			want: counts{Keys: "B", Replied: true, Stop: score.Answered, Steps: 2, Calls: score.Calls{Chat: 2, Tool: 1}, Tools: one, Stacked: 1, Cost: -1},
			last: []string{"Not done: only the first call"}},
		{name: "native, answer beside a call", o: agent.Options{Protocol: agent.Native}, turns: []llmtest.Turn{invoke("", get, submit(`["B"]`))},
			want: counts{Keys: "B", Replied: true, Stop: score.Answered, Steps: 1, Calls: score.Calls{Chat: 1}, Stacked: 1, Cost: -1}},
		{name: "native, answer line beside a call", o: agent.Options{Protocol: agent.Native}, turns: []llmtest.Turn{invoke("ANSWER: B", get)},
			want: counts{Keys: "B", Replied: true, Stop: score.Answered, Steps: 1, Calls: score.Calls{Chat: 1}, Stacked: 1, Cost: -1}},
		{name: "native, bad arguments", o: agent.Options{Protocol: agent.Native}, turns: []llmtest.Turn{invoke("", llmtest.Call{ID: "1", Name: "get_entity", Arguments: `{"guid`}), invoke("", submit(`["B"]`))},
			want: counts{Keys: "B", Replied: true, Stop: score.Answered, Steps: 2, Calls: score.Calls{Chat: 2, Failed: 1}, Cost: -1},
			last: []string{"its arguments are not valid JSON"}},
		{name: "native, wrong tool", o: agent.Options{Protocol: agent.Native}, turns: []llmtest.Turn{invoke("", llmtest.Call{ID: "1", Name: "x", Arguments: `{}`}), invoke("", submit(`["B"]`))},
			want: counts{Keys: "B", Replied: true, Stop: score.Answered, Steps: 2, Calls: score.Calls{Chat: 2, Tool: 1, Failed: 1}, Cost: -1}},
		{name: "native, no such option", o: agent.Options{Protocol: agent.Native}, turns: []llmtest.Turn{invoke("", submit(`["Z"]`)), invoke("", submit(`["B"]`))},
			want: counts{Keys: "B", Replied: true, Stop: score.Answered, Steps: 2, Calls: score.Calls{Chat: 2, Failed: 1}, Cost: -1},
			last: []string{"it names none of the options A, B, C"}},
		{name: "native, eight steps", o: agent.Options{Protocol: agent.Native}, turns: append(slices.Repeat([]llmtest.Turn{invoke("", get)}, 8), invoke("", submit(`["B"]`))),
			want: counts{Keys: "B", Replied: true, Stop: score.StepLimit, Steps: 8, Calls: score.Calls{Chat: 9, Tool: 8}, Tools: map[string]int{"get_entity": 8}, Cost: -1},
			last: []string{"get_entity shows:", "No more actions are possible."}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := llmtest.New(llmtest.Script(tt.turns...))
			t.Cleanup(s.Close)
			zero := 0.0
			c := llm.New(llm.Endpoint{Model: "test/m", Name: "m", BaseURL: s.URL}, llm.Options{Clock: &leap{}, Temperature: &zero, Stream: tt.stream})
			var itf agent.Interface = desk{}
			if tt.none {
				itf = agent.None()
			}
			tt.o.Now = (&leap{}).Now
			a := agent.New(c, itf, tt.o)
			q := question
			if tt.multi {
				q.Type = mcq.Multi
			}
			got, err := a.Answer(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, count(got)); d != "" {
				t.Error(d)
			}
			if n := len(s.Requests()); n != len(tt.turns) {
				t.Errorf("%d requests for %d turns", n, len(tt.turns))
			}
			last := s.Requests()[len(s.Requests())-1]
			for _, part := range tt.last {
				if !strings.Contains(last.Last(), part) {
					t.Errorf("the last message is without %q:\n%s", part, last.Last())
				}
			}
			checkRoles(t, last)
			var trace struct {
				Messages []struct{ Role string }
				Replies  []struct{ Response json.RawMessage }
			}
			if err := json.Unmarshal(got.Trace, &trace); err != nil || len(trace.Replies) != got.Calls.Chat || len(trace.Messages) < 2 {
				t.Errorf("the trace is %s (%v)", got.Trace, err)
			}
		})
	}
}

// checkRoles: many templates want the roles to take turns, and every call of a function
// wants its answer.
func checkRoles(t *testing.T, r llmtest.Request) {
	t.Helper()
	open := map[string]bool{}
	for i, m := range r.Messages {
		var calls []struct{ ID string }
		if m.ToolCalls != nil {
			if err := json.Unmarshal(m.ToolCalls, &calls); err != nil {
				t.Error(err)
			}
		}
		for _, c := range calls {
			open[c.ID] = true
		}
		switch {
		case m.Role == "tool":
			delete(open, m.ToolCallID)
		case i > 0 && m.Role == r.Messages[i-1].Role:
			t.Errorf("messages %d and %d are both of the %s", i-1, i, m.Role)
		case m.Role == "assistant" && m.Content == "" && len(calls) == 0:
			t.Errorf("message %d is empty", i)
		}
	}
	if len(open) > 0 && len(r.Tools) > 0 {
		t.Errorf("calls without an answer: %v", open)
	}
}

func TestLoopErrors(t *testing.T) {
	t.Parallel()
	for name, turn := range map[string]llmtest.Turn{
		"the server refuses the API key": {Status: 401},
		"the desk has collapsed":         llmtest.Act("broken", "{}"),
	} {
		s := llmtest.New(llmtest.Script(turn))
		t.Cleanup(s.Close)
		closed := false
		a := agent.New(llm.New(llm.Endpoint{Model: "test/m", Name: "m", BaseURL: s.URL, APIKey: "0123456789"}, llm.Options{Clock: &leap{}}), desk{&closed}, agent.Options{})
		if _, err := a.Answer(t.Context(), question); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("error is %v, not %s", err, name)
		}
		if err := a.Close(); err != nil || !closed {
			t.Errorf("close: %v, %v", err, closed)
		}
	}
}

// TestSystemPrompt shows that each interface and protocol gets the prompt made for it.
func TestSystemPrompt(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		itf      agent.Interface
		o        agent.Options
		has, not []string
		tools    []string
	}{
		{"text", desk{}, agent.Options{MaxSteps: 5}, []string{"You have 5 steps.", "cut after 6000 characters", "```json", "get_entity: One entity.", `arguments: {"type":"object"`, "ANSWER: B", "before you answer"}, []string{"submit_answer"}, nil},
		{"native", desk{}, agent.Options{Protocol: agent.Native}, []string{"submit_answer", "ANSWER: B"}, []string{"```json", "One entity."}, []string{"get_entity", "count_entities", "run_python", "submit_answer"}},
		{"none", agent.None(), agent.Options{}, []string{"no access to the file", "ANSWER: B"}, []string{"steps", "tool", "before you answer", "\n\n\n"}, nil},
	}
	for _, tt := range tests {
		s := llmtest.New(llmtest.Always(llmtest.Say("ANSWER: B")))
		t.Cleanup(s.Close)
		a := agent.New(llm.New(llm.Endpoint{Model: "test/m", Name: "m", BaseURL: s.URL}, llm.Options{}), tt.itf, tt.o)
		if _, err := a.Answer(t.Context(), question); err != nil {
			t.Fatal(err)
		}
		r := s.Requests()[0]
		system, user := r.Messages[0].Content, r.Messages[1].Content
		for _, p := range tt.has {
			if !strings.Contains(system, p) {
				t.Errorf("%s: the prompt is without %q:\n%s", tt.name, p, system)
			}
		}
		for _, p := range append(tt.not, "$LETTER", "<no value>") {
			if strings.Contains(system, p) {
				t.Errorf("%s: the prompt has %q:\n%s", tt.name, p, system)
			}
		}
		if !slices.Equal(r.Tools, tt.tools) {
			t.Errorf("%s: functions are %v", tt.name, r.Tools)
		}
		want := "In which storey is IfcWall 1xS3BCk291UvhgP2dvNsgp?\n\nA) Level 1\nB) Level 2\nC) Roof\n\nExactly one option is right."
		if user != want {
			t.Errorf("%s: the question is %q", tt.name, user)
		}
	}
	if h := agent.PromptsSHA256(); len(h) != 64 || h != agent.PromptsSHA256() {
		t.Errorf("hash is %s", h)
	}
}

// TestManyQuestions: an agent is shared by many questions at once.
func TestManyQuestions(t *testing.T) {
	t.Parallel()
	s := llmtest.New(llmtest.Steps(llmtest.Act("get_entity", `{"guid":"x"}`), llmtest.Say("ANSWER: B")))
	t.Cleanup(s.Close)
	a := agent.New(llm.New(llm.Endpoint{Model: "test/m", Name: "m", BaseURL: s.URL}, llm.Options{}), desk{}, agent.Options{})
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			got, err := a.Answer(t.Context(), question)
			if err != nil || got.Steps != 2 || got.Tools["get_entity"] != 1 {
				t.Errorf("answer is %+v, %v", got, err)
			}
		})
	}
	wg.Wait()
}
