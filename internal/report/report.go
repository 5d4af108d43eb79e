package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/score"
)

// Dimensions are the members of an item that accuracy can be broken down by, in the
// order in which they are shown.
func Dimensions() []string { return []string{"group", "category", "subtype", "type", "source"} }

// DefaultDimensions are those that are shown unless others are asked for.
func DefaultDimensions() []string { return []string{"group", "category", "type", "source"} }

// ParseDimensions reads a comma-separated list of dimensions.
func ParseDimensions(s string) ([]string, error) {
	var out []string
	for name := range strings.SplitSeq(s, ",") {
		name = strings.ToLower(strings.TrimSpace(name))
		if name == "" {
			continue
		}
		if !slices.Contains(Dimensions(), name) {
			return nil, fmt.Errorf("accuracy cannot be broken down by %q: choose from %s", name, strings.Join(Dimensions(), ", "))
		}
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	slices.SortFunc(out, func(a, b string) int {
		return cmp.Compare(slices.Index(Dimensions(), a), slices.Index(Dimensions(), b))
	})
	return out, nil
}

// Options say what a report holds.
type Options struct {
	By   []string // dimensions; none for totals only
	Seed uint64   // of the bootstrap
}

// Report is what came of the runs of a set on one benchmark.
type Report struct {
	Benchmark Benchmark   `json:"benchmark"`
	Sources   int         `json:"sources"`
	Level     float64     `json:"level"` // of intervals
	Chance    []Guessing  `json:"chance"`
	Keys      []Letters   `json:"key_letters"`
	Systems   []Outcome   `json:"systems"` // the most accurate first
	Agents    []AgentCell `json:"agents"`  // by agent and source, models together
	Notes     []string    `json:"notes"`
}

// Outcome is what one system did.
type Outcome struct {
	Run     string         `json:"run"`
	Model   string         `json:"model"`
	Agent   string         `json:"agent"`
	Total   Cell           `json:"total"`
	Cells   []Cell         `json:"cells"`
	Letters []Letters      `json:"letters"`
	Epochs  *Repeats       `json:"epochs,omitempty"`
	Failed  map[string]int `json:"failures,omitempty"` // of infrastructure, by kind

	label        string
	model, agent string // as columns show them
}

// AgentCell is what an agent did with all models on the items of one source model.
type AgentCell struct {
	Agent  string `json:"agent"`
	Models int    `json:"models"`
	Cell
}

// Guessing is what random guessing is expected to get right of some items.
type Guessing struct {
	Type    mcq.Type `json:"type,omitempty"` // "" for all
	Options int      `json:"options,omitempty"`
	Items   int      `json:"items"`
	Chance  float64  `json:"chance"`
	// Range is where 95 of 100 random guessers end up (normal approximation of the
	// sum of unlike coin tosses).
	Range score.Interval `json:"range"`
}

// Letters is where the keys of items with one right option stand, by the number of
// options; for a system also how it did with each of them.
type Letters struct {
	Options int   `json:"options"`
	Keys    []int `json:"keys"`             // items by letter of the key
	Chosen  []int `json:"chosen,omitempty"` // answers by letter
	Right   []int `json:"right,omitempty"`  // right answers by letter

	// Test is of the keys' letters being equally likely; for a system, of its
	// accuracy being the same wherever the key stands. It is nil where there is
	// nothing to test.
	Test *score.ChiSquare `json:"chi_square"`
}

// Repeats is what several epochs show: how steady a system is.
type Repeats struct {
	Epochs int `json:"epochs"`
	Items  int `json:"items"` // answered more than once

	// PassK[k-1] is the probability that k answers in a row are all right, over the
	// items answered most often: in a whole run, in every epoch.
	PassK []float64 `json:"pass_k"`
	// Flips is the share of items answered right in one epoch and wrong in another;
	// Changes that of items on which two epochs gave different answers.
	Flips   float64 `json:"flip_rate"`
	Changes float64 `json:"change_rate"`
}

// Report works out the report of a set. All of its runs must be of one benchmark.
func (s *Set) Report(o Options) (*Report, error) {
	b, err := s.one()
	if err != nil {
		return nil, err
	}
	r := &Report{Benchmark: b, Level: score.Level, Notes: slices.Clone(s.Notes)}
	asked := map[*item]bool{}
	for _, sys := range s.Systems {
		for _, p := range sys.planned {
			asked[p.item] = true
		}
		r.Systems = append(r.Systems, sys.outcome(o))
	}
	slices.SortStableFunc(r.Systems, func(a, b Outcome) int {
		return cmp.Or(
			-cmp.Compare(a.accuracy(), b.accuracy()),
			cmp.Compare(a.Model, b.Model), cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.Run, b.Run))
	})
	var items []*item
	sources := map[string]bool{}
	for _, it := range b.items {
		if asked[it] || len(asked) == 0 {
			items = append(items, it)
			sources[it.Source.SHA256] = true
		}
	}
	r.Sources = len(sources)
	r.Chance = guessing(items)
	r.Keys = keyLetters(items)
	r.Agents = s.byAgent()
	r.Notes = append(r.Notes, r.remarks()...)
	if r.Notes == nil {
		r.Notes = []string{} // outside programs want a list
	}
	return r, nil
}

func (o Outcome) accuracy() float64 {
	if o.Total.Accuracy == nil {
		return -1
	}
	return *o.Total.Accuracy
}

// value returns what an item has of a dimension.
func (it *item) value(dimension string) string {
	switch dimension {
	case "group":
		return string(it.Group)
	case "category":
		return string(it.Category)
	case "subtype":
		return string(it.Subtype)
	case "type":
		return string(it.Type)
	case "source":
		return it.Source.File
	}
	return ""
}

// rank orders the values of a dimension: the vocabulary's in its order, others by
// name.
func rank(dimension, value string) int {
	switch dimension {
	case "group":
		return slices.Index(mcq.Groups(), mcq.Group(value))
	case "category":
		return slices.Index(mcq.Categories(), mcq.Category(value))
	case "subtype":
		return slices.Index(mcq.Subtypes(), mcq.Subtype(value))
	case "type":
		return slices.Index(mcq.Types(), mcq.Type(value))
	}
	return 0
}

func (sys *System) outcome(o Options) Outcome {
	out := Outcome{Run: sys.Run, Model: sys.Model, Agent: sys.Agent, Failed: sys.Failures, label: sys.Label(), Cells: []Cell{}, Letters: []Letters{}}
	out.model, out.agent = sys.names()
	total := newTally("total", "all")
	type place struct{ by, value string }
	cells := map[place]*tally{}
	each := func(it *item, f func(*tally)) {
		f(total)
		for _, by := range o.By {
			p := place{by, it.value(by)}
			if cells[p] == nil {
				cells[p] = newTally(p.by, p.value)
			}
			f(cells[p])
		}
	}
	for _, p := range sys.planned {
		each(p.item, func(t *tally) { t.plan(p) })
	}
	for _, a := range sys.answers {
		each(a.item, func(t *tally) { t.add(a) })
	}
	out.Total = total.finish(true, o.Seed)
	for _, t := range cells {
		out.Cells = append(out.Cells, t.finish(false, o.Seed))
	}
	slices.SortFunc(out.Cells, compareCells)
	out.Letters = append(out.Letters, sys.letters()...)
	out.Epochs = sys.repeats()
	return out
}

func compareCells(a, b Cell) int {
	return cmp.Or(
		cmp.Compare(slices.Index(Dimensions(), a.By), slices.Index(Dimensions(), b.By)),
		cmp.Compare(rank(a.By, a.Value), rank(b.By, b.Value)),
		cmp.Compare(a.Value, b.Value))
}

// byAgent puts the models of an agent together, by source model: how hard a file is
// to look into depends on it and the agent more than on the model.
func (s *Set) byAgent() []AgentCell {
	type place struct{ agent, source string }
	cells := map[place]*tally{}
	models := map[string]map[*System]bool{}
	at := func(sys *System, it *item) *tally {
		p := place{sys.Agent, it.Source.File}
		if cells[p] == nil {
			cells[p] = newTally("source", it.Source.File)
			cells[p].seen = map[*item]bool{}
		}
		return cells[p]
	}
	for _, sys := range s.Systems {
		if models[sys.Agent] == nil {
			models[sys.Agent] = map[*System]bool{}
		}
		models[sys.Agent][sys] = true
		for _, p := range sys.planned {
			at(sys, p.item).plan(p)
		}
		for _, a := range sys.answers {
			at(sys, a.item).add(a)
		}
	}
	var out []AgentCell
	for p, t := range cells {
		out = append(out, AgentCell{p.agent, len(models[p.agent]), t.finish(false, 0)})
	}
	slices.SortFunc(out, func(a, b AgentCell) int {
		return cmp.Or(cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.Value, b.Value))
	})
	return out
}

// guessing returns exact chance by type and number of options, then of all.
func guessing(items []*item) []Guessing {
	type kind struct {
		t mcq.Type
		n int
	}
	byKind := map[kind][]*item{}
	for _, it := range items {
		k := kind{it.Type, len(it.Options)}
		byKind[k] = append(byKind[k], it)
	}
	var out []Guessing
	for k, of := range byKind {
		g := guess(of)
		g.Type, g.Options = k.t, k.n
		out = append(out, g)
	}
	slices.SortFunc(out, func(a, b Guessing) int {
		return cmp.Or(cmp.Compare(rank("type", string(a.Type)), rank("type", string(b.Type))), cmp.Compare(a.Options, b.Options))
	})
	for _, t := range mcq.Types() {
		var of []*item
		for _, it := range items {
			if it.Type == t {
				of = append(of, it)
			}
		}
		kinds := 0
		for _, g := range out {
			countIf(&kinds, g.Type == t && g.Options > 0)
		}
		if kinds > 1 {
			g := guess(of)
			g.Type = t
			at := 0
			for i, o := range out {
				if o.Type == t {
					at = i + 1
				}
			}
			out = slices.Insert(out, at, g)
		}
	}
	return append(out, guess(items))
}

func guess(items []*item) Guessing {
	var sum, variance float64
	for _, it := range items {
		sum += it.chance
		variance += it.chance * (1 - it.chance)
	}
	n := math.Max(1, float64(len(items)))
	const z = 1.959964 // of the normal distribution, for 95 of 100
	half := z * math.Sqrt(variance)
	return Guessing{
		Items: len(items), Chance: mcq.Round12(sum / n),
		Range: score.Interval{Low: math.Max(0, (sum-half)/n), High: math.Min(1, (sum+half)/n)},
	}
}

// remarks says what readers must know of the report's figures.
func (r *Report) remarks() []string {
	if r.Sources < 2 {
		return []string{"all items are from one source model: totals have Wilson intervals, and say nothing of other models"}
	}
	var few bool
	var wilson []string
	for _, o := range r.Systems {
		few = few || o.Total.Method == byBootstrap && o.Total.Effective < enoughClusters
		if o.Total.Method == byWilson {
			wilson = append(wilson, o.label)
		}
	}
	var out []string
	if few {
		out = append(out, fmt.Sprintf("%d source models only: intervals of totals over source models are rather too narrow", r.Sources))
	}
	if len(wilson) > 0 {
		out = append(out, "no bootstrap over source models for "+strings.Join(wilson, ", ")+
			": one source model outweighs the others, or all have the same accuracy; the interval is Wilson's")
	}
	return out
}

// enoughClusters is how many source models, in effect, the bootstrap should have to
// draw from.
const enoughClusters = 10
