package agent

import (
	"context"
	"encoding/json"
	"time"

	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/score"
)

// Question is what is asked: an item without key, values and fact.
type Question struct {
	ID      string
	Type    mcq.Type
	Stem    string
	Options []Option
	Epoch   int // the how manieth asking of the same item in a run, from 1
	// Item is the whole item. Only the oracle may look at it; it is nil where the
	// benchmark is blind.
	Item *mcq.Item
}

// Option is a lettered option as shown.
type Option struct{ Key, Text string }

// Answer is what an agent made of a question. Who made it cannot tell whether it
// is right.
type Answer struct {
	Keys      []string // named options, sorted; none if nothing could be read
	Replied   bool     // there was a last reply, whether or not it named an option
	Stop      score.Stop
	Steps     int
	Calls     score.Calls
	Tools     map[string]int
	Stacked   int
	Truncated score.Truncated
	Usage     score.Usage
	CostUSD   *float64
	Latency   time.Duration
	Retries   int
	Trace     json.RawMessage // everything that was said, for traces.jsonl.zst
}

// Agent answers questions about one building model. An error is a failure of
// infrastructure, never an answer. Agents are safe for concurrent use.
type Agent interface {
	Answer(ctx context.Context, q Question) (Answer, error)
	Close() error
}

// Interface is what a language model may do to look into a building model: call
// tools, run code, or nothing.
type Interface interface {
	Name() string // tool, code, none, mcp
	// Tools describes the actions, none if there are none.
	Tools() []Tool
	// Call does one action. A failure that the model may learn from (unknown tool,
	// bad arguments, an exception) is an observation, not an error.
	Call(ctx context.Context, name string, args json.RawMessage) (Observation, error)
	Close() error
}

// Tool is an action as it is described to the language model.
type Tool struct {
	Name, Description string
	Schema            json.RawMessage // JSON schema of its arguments
}

// Observation is what an action shows.
type Observation struct {
	Text   string // whole; the loop cuts it
	Failed bool
	Code   bool // counts as a code call, not a tool call
}
