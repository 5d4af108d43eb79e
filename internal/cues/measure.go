package cues

import (
	"math"
	"slices"

	"github.com/ifcmcq/ifcmcq/mcq"
)

// BayesName is the name under which naive Bayes is reported.
const BayesName = "naive-bayes"

// Result is how a rule did on some items: those it has an opinion on.
type Result struct {
	Items    int
	Right    float64 // expected number of right answers, ties broken at random
	Expected float64 // by chance on the same items
}

// Accuracy returns the share of right answers.
func (r Result) Accuracy() float64 { return r.Right / math.Max(1, float64(r.Items)) }

// Chance returns the share that guessing at random gets.
func (r Result) Chance() float64 { return r.Expected / math.Max(1, float64(r.Items)) }

// Excess returns how far the rule is above chance over n items, those without an
// opinion guessed at random.
func (r Result) Excess(n int) float64 { return (r.Right - r.Expected) / math.Max(1, float64(n)) }

func (r *Result) add(right, chance float64) {
	r.Items++
	r.Right += right
	r.Expected += chance
}

// Measured is how one rule did: on all items, by category and by subtype.
type Measured struct {
	Rule       string
	Says       string
	All        Result
	ByCategory map[mcq.Category]Result
	BySubtype  map[mcq.Subtype]Result
}

// Measure runs every rule over a benchmark. Naive Bayes is tested on each file
// after learning from all others, so that it needs two files at least.
func Measure(items []mcq.Item) []Measured {
	texts := ReadTexts(items)
	var out []Measured
	for _, rule := range Rules() {
		m := newMeasured(rule.Name, rule.Says)
		for _, it := range items {
			m.add(it, rule.Score(it, texts))
		}
		out = append(out, m)
	}
	sources := bySource(items)
	if len(sources) < 2 {
		return out
	}
	m := newMeasured(BayesName, "words of options that were right in other files")
	for _, held := range sources {
		b := train(slices.DeleteFunc(slices.Clone(items), func(it mcq.Item) bool { return it.Source.SHA256 == held }))
		for _, it := range items {
			if it.Source.SHA256 == held {
				m.add(it, b.score(it))
			}
		}
	}
	return append(out, m)
}

func bySource(items []mcq.Item) []string {
	var out []string
	for _, it := range items {
		if !slices.Contains(out, it.Source.SHA256) {
			out = append(out, it.Source.SHA256)
		}
	}
	return out
}

func newMeasured(name, says string) Measured {
	return Measured{Rule: name, Says: says, ByCategory: map[mcq.Category]Result{}, BySubtype: map[mcq.Subtype]Result{}}
}

func (m *Measured) add(it mcq.Item, scores []float64) {
	if scores == nil {
		return
	}
	right, chance := credit(it, scores), Chance(it)
	m.All.add(right, chance)
	c := m.ByCategory[it.Category]
	c.add(right, chance)
	m.ByCategory[it.Category] = c
	s := m.BySubtype[it.Subtype]
	s.add(right, chance)
	m.BySubtype[it.Subtype] = s
}

// Chance is the probability that a guess at random is right: one option of those
// there are, or of a multi item any set of options but none and all.
func Chance(it mcq.Item) float64 {
	n := len(it.Options)
	if it.Type == mcq.Multi {
		return 1 / (math.Pow(2, float64(n)) - 2)
	}
	return 1 / float64(n)
}

// Choices returns the positions of the options that scores are for: of a multi
// item those above the middle of the scores, all of them its answer, and none
// where all score alike; else those of the highest score, one of which, each as
// likely as the others, is the answer.
func Choices(t mcq.Type, scores []float64) []int {
	top, low := slices.Max(scores), slices.Min(scores)
	if t == mcq.Multi && top == low {
		return nil
	}
	var out []int
	for i, s := range scores {
		if s == top || t == mcq.Multi && s > (top+low)/2 {
			out = append(out, i)
		}
	}
	return out
}

// credit is the probability that a rule's answer is right.
func credit(it mcq.Item, scores []float64) float64 {
	var chosen []string
	for _, i := range Choices(it.Type, scores) {
		chosen = append(chosen, it.Options[i].Key)
	}
	switch {
	case it.Type != mcq.Multi:
		for _, k := range chosen {
			if slices.Contains(it.Answer, k) {
				return 1 / float64(len(chosen))
			}
		}
		return 0
	case chosen == nil:
		return Chance(it)
	case slices.Equal(chosen, it.Answer):
		return 1
	}
	return 0
}
