package score

import "time"

// Outcome is what became of an item in a run. Infrastructure failures are none:
// an item that one befell has no result yet.
type Outcome string

const (
	Correct   Outcome = "correct"
	Incorrect Outcome = "incorrect"
	Unparsed  Outcome = "unparsed"  // a last reply that names no option; counts as wrong
	NoAnswer  Outcome = "no_answer" // no reply at all; counts as wrong
)

// Stop is why an agent stopped.
type Stop string

const (
	Answered    Stop = "answered"
	StepLimit   Stop = "steps"
	TokenLimit  Stop = "tokens"
	RefusedStop Stop = "refused"
)

// Result is a line of results.jsonl: what one agent with one model made of one
// item. The members are a contract with outside programs.
type Result struct {
	Item       string         `json:"item"`
	ItemSHA    string         `json:"item_sha"` // see ItemSHA
	Epoch      int            `json:"epoch"`
	Model      string         `json:"model"`
	Agent      string         `json:"agent"`
	Outcome    Outcome        `json:"outcome"`
	Answer     []string       `json:"answer"`
	Stop       Stop           `json:"stop"`
	Steps      int            `json:"steps"`
	Calls      Calls          `json:"calls"`
	Tools      map[string]int `json:"tools"` // calls by tool
	Stacked    int            `json:"stacked"`
	Truncated  Truncated      `json:"truncated"`
	Usage      Usage          `json:"usage"`
	CostUSD    *float64       `json:"cost_usd"`
	CostSource string         `json:"cost_source,omitempty"` // provider or prices
	LatencyMS  int64          `json:"latency_ms"`
	Retries    int            `json:"retries"`
	Trace      int64          `json:"trace"` // offset in traces.jsonl.zst, -1 if none is kept
	Started    time.Time      `json:"started"`
	Finished   time.Time      `json:"finished"`
}

// Calls counts what an agent did for one item.
type Calls struct {
	Chat   int `json:"chat"`
	Tool   int `json:"tool"`
	Code   int `json:"code"`
	Failed int `json:"failed"`
}

// Truncated counts what was cut for one item.
type Truncated struct {
	Observation int `json:"observation"`
	Context     int `json:"context"`
	Completion  int `json:"completion"`
}

// Usage is tokens as the server reports them.
type Usage struct {
	Input     int `json:"input"`
	Cached    int `json:"cached"`
	Output    int `json:"output"`
	Reasoning int `json:"reasoning"`
}

// Add adds what another reply used.
func (u *Usage) Add(v Usage) {
	u.Input += v.Input
	u.Cached += v.Cached
	u.Output += v.Output
	u.Reasoning += v.Reasoning
}
