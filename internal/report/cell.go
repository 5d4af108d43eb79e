package report

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/ifcmcq/ifcmcq/score"
)

// Methods by which the interval of a cell was found.
const (
	byWilson    = "wilson"
	byBootstrap = "cluster-bootstrap"
)

// Cell is what a system, or several together, made of some items.
type Cell struct {
	By    string `json:"by"`    // total, group, category, subtype, type or source
	Value string `json:"value"` // which of them

	Items    int `json:"items"`   // planned
	Planned  int `json:"planned"` // answers: items × epochs
	Results  int `json:"results"`
	Right    int `json:"correct"`
	Wrong    int `json:"incorrect"`
	Unparsed int `json:"unparsed"`
	NoAnswer int `json:"no_answer"`

	// Accuracy and what follows it are nil where there are no results.
	Accuracy *float64        `json:"accuracy"`
	Interval *score.Interval `json:"interval"`
	Method   string          `json:"interval_method,omitempty"`
	Wilson   *score.Interval `json:"wilson"`
	Clusters int             `json:"clusters"` // source models
	// Effective is the number of source models with as many items each that would
	// tell as much.
	Effective float64 `json:"effective_clusters"`

	Coverage     float64 `json:"coverage"`      // results of planned answers
	UnparsedRate float64 `json:"unparsed_rate"` // of results
	Chance       float64 `json:"chance"`        // exact expectation of random guessing on the same items

	Effort Effort `json:"effort"`
}

// Effort is what the answers of a cell took. Means are over results.
type Effort struct {
	Steps    float64 `json:"mean_steps"`
	Requests float64 `json:"mean_requests"` // to the language model
	Calls    float64 `json:"mean_calls"`    // of tools or code
	OneCall  float64 `json:"one_call"`      // share answered after a single call
	Failed   float64 `json:"mean_failed_calls"`
	Stacked  int     `json:"stacked"` // answers with a reply that held several actions

	// Answers in whose course something was cut.
	TruncatedObservation int `json:"truncated_observation"`
	TruncatedContext     int `json:"truncated_context"`
	TruncatedCompletion  int `json:"truncated_completion"`

	Input     float64 `json:"mean_input_tokens"`
	Cached    float64 `json:"mean_cached_tokens"`
	Output    float64 `json:"mean_output_tokens"`
	Reasoning float64 `json:"mean_reasoning_tokens"`

	CostUSD *float64 `json:"cost_usd"`      // of all results whose cost is known
	PerItem *float64 `json:"mean_cost_usd"` // of these
	Costed  int      `json:"costed"`        // how many they are

	LatencyP50 int64 `json:"latency_p50_ms"`
	LatencyP95 int64 `json:"latency_p95_ms"`
	Retries    int   `json:"retries"`
}

// tally gathers a cell.
type tally struct {
	cell      Cell
	items     int // answered
	last      *item
	seen      map[*item]bool            // where systems are put together
	clusters  map[string]*score.Cluster // by sha256 of the source
	latencies []float64
	cost      float64
	sums      struct{ steps, chats, calls, oneCall, failed, input, cached, output, reasoning, chance float64 }
	expected  float64 // chance over planned items, for cells without results
}

func newTally(by, value string) *tally {
	return &tally{cell: Cell{By: by, Value: value}, clusters: map[string]*score.Cluster{}}
}

func (t *tally) plan(p planned) {
	t.cell.Items++
	t.cell.Planned += p.epochs
	t.expected += p.chance
}

func (t *tally) add(a answer) {
	c := &t.cell
	c.Results++
	switch a.outcome {
	case score.Correct:
		c.Right++
	case score.Incorrect:
		c.Wrong++
	case score.Unparsed:
		c.Unparsed++
	case score.NoAnswer:
		c.NoAnswer++
	}
	// Of one system, the answers to an item come one after the other.
	if a.item != t.last && !t.seen[a.item] {
		t.items++
	}
	t.last = a.item
	if t.seen != nil {
		t.seen[a.item] = true
	}
	k := t.clusters[a.item.Source.SHA256]
	if k == nil {
		k = &score.Cluster{}
		t.clusters[a.item.Source.SHA256] = k
	}
	k.N++
	if a.right() {
		k.Sum++
	}

	s, e := &t.sums, &c.Effort
	s.chance += a.item.chance
	s.steps += float64(a.steps)
	s.chats += float64(a.chats)
	s.calls += float64(a.calls)
	if a.calls == 1 && a.keys != "" {
		s.oneCall++
	}
	s.failed += float64(a.failed)
	s.input += float64(a.input)
	s.cached += float64(a.cached)
	s.output += float64(a.output)
	s.reasoning += float64(a.reasoning)
	countIf(&e.Stacked, a.stacked > 0)
	countIf(&e.TruncatedObservation, a.observation > 0)
	countIf(&e.TruncatedContext, a.context > 0)
	countIf(&e.TruncatedCompletion, a.completion > 0)
	e.Retries += int(a.retries)
	if a.cost >= 0 {
		e.Costed++
		t.cost += a.cost
	}
	t.latencies = append(t.latencies, float64(a.latency))
}

func countIf(n *int, b bool) {
	if b {
		*n++
	}
}

// finish returns the cell. A total gets the cluster bootstrap, where there is more
// than one source model to draw from.
func (t *tally) finish(total bool, seed uint64) Cell {
	c := t.cell
	c.Clusters = len(t.clusters)
	if c.Planned > 0 {
		c.Coverage = float64(c.Results) / float64(c.Planned)
	}
	if c.Results == 0 {
		if c.Items > 0 {
			c.Chance = t.expected / float64(c.Items)
		}
		return c
	}
	n := float64(c.Results)
	accuracy := float64(c.Right) / n
	c.Accuracy = &accuracy
	c.UnparsedRate = float64(c.Unparsed) / n
	c.Chance = t.sums.chance / n

	items := float64(t.items)
	wilson := score.Wilson(accuracy*items, items, score.Level)
	c.Wilson, c.Interval, c.Method = &wilson, &wilson, byWilson
	clusters := sorted(t.clusters)
	c.Effective = score.Effective(clusters)
	if total {
		if i, ok := score.Bootstrap(clusters, seed, score.Level); ok {
			c.Interval, c.Method = &i, byBootstrap
		}
	}

	e, s := &c.Effort, t.sums
	e.Steps, e.Requests, e.Calls = s.steps/n, s.chats/n, s.calls/n
	e.OneCall, e.Failed = s.oneCall/n, s.failed/n
	e.Input, e.Cached, e.Output, e.Reasoning = s.input/n, s.cached/n, s.output/n, s.reasoning/n
	if e.Costed > 0 {
		cost, mean := t.cost, t.cost/float64(e.Costed)
		e.CostUSD, e.PerItem = &cost, &mean
	}
	slices.Sort(t.latencies)
	quantile := func(p float64) int64 {
		return int64(math.Round(stat.Quantile(p, stat.Empirical, t.latencies, nil)))
	}
	e.LatencyP50, e.LatencyP95 = quantile(0.5), quantile(0.95)
	return c
}

// sorted returns clusters in an order of their own, so that the bootstrap draws the
// same from the same runs.
func sorted(clusters map[string]*score.Cluster) []score.Cluster {
	var names []string
	for name := range clusters {
		names = append(names, name)
	}
	slices.Sort(names)
	out := make([]score.Cluster, len(names))
	for i, name := range names {
		out[i] = *clusters[name]
	}
	return out
}
