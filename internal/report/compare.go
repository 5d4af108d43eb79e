package report

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/ifcmcq/ifcmcq/score"
)

// Comparison compares systems on the items that they share: word for word the same,
// and answered by both.
type Comparison struct {
	Level      float64     `json:"level"`
	Benchmarks []Benchmark `json:"benchmarks"`
	Shared     int         `json:"items_shared_by_all"`
	Systems    []Compared  `json:"systems"` // the most accurate on these first
	Pairs      []Pair      `json:"pairs"`
	Groups     [][]int     `json:"groups"` // systems, by place in Systems, that cannot be told apart
	Agreement  []Agreement `json:"agreement"`
	Notes      []string    `json:"notes"`
}

// Compared is a system in a comparison.
type Compared struct {
	Run      string          `json:"run"`
	Model    string          `json:"model"`
	Agent    string          `json:"agent"`
	Answered int             `json:"items_answered"`
	Accuracy *float64        `json:"accuracy"` // on the items that all systems share
	Interval *score.Interval `json:"interval"` // Wilson
	Groups   string          `json:"group_letters"`

	// Categories is the accuracy by category on the items that all share.
	Categories []CategoryAccuracy `json:"categories"`

	label, model, agent string
	marks               []mark // in the order of the items
}

// CategoryAccuracy is an accuracy on the items of a category.
type CategoryAccuracy struct {
	Category string  `json:"category"`
	Items    int     `json:"items"`
	Accuracy float64 `json:"accuracy"`
}

// mark is what a system made of an item: the mean score and the answer of all
// epochs.
type mark struct {
	item   *item
	right  float64
	n      int
	keys   string
	steady bool // all answers are the same
}

// Pair is the comparison of two systems, A the more accurate one on the items that
// all share.
type Pair struct {
	A         int             `json:"a"`
	B         int             `json:"b"`
	Items     int             `json:"items"` // shared by the two
	OnlyInA   int             `json:"items_only_a"`
	OnlyInB   int             `json:"items_only_b"`
	AccuracyA float64         `json:"accuracy_a"`
	AccuracyB float64         `json:"accuracy_b"`
	Pairs     score.Pairs     `json:"outcomes"`
	BetterA   int             `json:"items_a_better"`
	BetterB   int             `json:"items_b_better"`
	Same      int             `json:"same_answer"`        // items with the same answer, right or wrong
	Diff      float64         `json:"difference"`         // A less B
	Interval  *score.Interval `json:"interval"`           // Newcombe, items taken as independent
	Clustered *score.Interval `json:"clustered_interval"` // bootstrap over source models
	Clusters  int             `json:"clusters"`
	P         float64         `json:"p"`
	Holm      float64         `json:"p_holm"`

	Categories []PairCategory `json:"categories"`
}

// PairCategory is a pair on the items of one category.
type PairCategory struct {
	Category string      `json:"category"`
	Items    int         `json:"items"`
	Pairs    score.Pairs `json:"outcomes"`
	Same     int         `json:"same_answer"`
}

// Agreement is how the systems agree on the items of a category that all share.
type Agreement struct {
	Category string `json:"category"` // "" for all
	Items    int    `json:"items"`
	All      int    `json:"all_right"` // every system right, in every epoch
	Some     int    `json:"some_right"`
	None     int    `json:"none_right"`
	Same     int    `json:"same_answer"`
}

// distinct reports whether a pair is told apart at the level of the comparison.
func (p Pair) distinct(level float64) bool { return p.Holm <= 1-level }

// Compare compares all systems of a set with each other. The runs may be of
// different benchmarks, as long as these have items in common.
func (s *Set) Compare(seed uint64) (*Comparison, error) {
	if len(s.Systems) < 2 {
		return nil, errors.New("there is one system only: name a second run to compare it with")
	}
	c := &Comparison{Level: score.Level, Benchmarks: s.Benchmarks, Notes: slices.Clone(s.Notes)}
	for _, sys := range s.Systems {
		c.Systems = append(c.Systems, sys.compared())
	}
	shared := c.shared()
	c.Shared = len(shared)
	for i := range c.Systems {
		c.Systems[i].on(shared)
	}
	slices.SortStableFunc(c.Systems, func(a, b Compared) int {
		if a.Accuracy != nil && *a.Accuracy != *b.Accuracy {
			return -cmp.Compare(*a.Accuracy, *b.Accuracy)
		}
		return cmp.Or(cmp.Compare(a.Model, b.Model), cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.Run, b.Run))
	})

	var ps []float64
	for a := range c.Systems {
		for b := a + 1; b < len(c.Systems); b++ {
			p := c.pair(a, b, seed)
			c.Pairs = append(c.Pairs, p)
			ps = append(ps, p.P)
		}
	}
	apart := map[[2]int]bool{}
	for i, p := range score.Holm(ps) {
		pair := &c.Pairs[i]
		pair.Holm = p
		apart[[2]int{pair.A, pair.B}] = pair.distinct(c.Level)
	}
	c.Groups = score.Tied(len(c.Systems), func(a, b int) bool { return apart[[2]int{min(a, b), max(a, b)}] })
	for g, members := range c.Groups {
		for _, m := range members {
			c.Systems[m].Groups += groupName(g)
		}
	}
	c.Agreement = c.agreement(shared)
	c.remark()
	return c, nil
}

// groupName names the g-th group: a … z, then a1 … .
func groupName(g int) string {
	name := string(rune('a' + g%26))
	if g >= 26 {
		name += fmt.Sprint(g / 26)
	}
	return name
}

func (sys *System) compared() Compared {
	c := Compared{Run: sys.Run, Model: sys.Model, Agent: sys.Agent, label: sys.Label(), Categories: []CategoryAccuracy{}}
	c.model, c.agent = sys.names()
	for _, a := range sys.answers {
		if n := len(c.marks); n == 0 || c.marks[n-1].item != a.item {
			c.marks = append(c.marks, mark{item: a.item, keys: a.keys, steady: true})
		}
		m := &c.marks[len(c.marks)-1]
		m.steady = m.steady && m.keys == a.keys
		m.n++
		if a.right() {
			m.right++
		}
	}
	for i := range c.marks {
		c.marks[i].right /= float64(c.marks[i].n)
	}
	c.Answered = len(c.marks)
	return c
}

// both yields what two systems made of the items that both answered, in the order
// of the items.
func both(a, b []mark) iter.Seq2[mark, mark] {
	return func(yield func(mark, mark) bool) {
		for len(a) > 0 && len(b) > 0 {
			switch x, y := a[0], b[0]; {
			case x.item.rank < y.item.rank:
				a = a[1:]
			case x.item.rank > y.item.rank:
				b = b[1:]
			default:
				if !yield(x, y) {
					return
				}
				a, b = a[1:], b[1:]
			}
		}
	}
}

// shared returns the marks of the first system for the items that all systems have
// answered.
func (c *Comparison) shared() []mark {
	out := c.Systems[0].marks
	for _, s := range c.Systems[1:] {
		var kept []mark
		for m := range both(out, s.marks) {
			kept = append(kept, m)
		}
		out = kept
	}
	return out
}

// on works out a system's accuracy on the items that all share.
func (s *Compared) on(shared []mark) {
	if len(shared) == 0 {
		return
	}
	var right float64
	by := map[string]*CategoryAccuracy{}
	for m := range both(s.marks, shared) {
		right += m.right
		cat := by[string(m.item.Category)]
		if cat == nil {
			cat = &CategoryAccuracy{Category: string(m.item.Category)}
			by[cat.Category] = cat
		}
		cat.Items++
		cat.Accuracy += m.right
	}
	for _, cat := range by {
		cat.Accuracy /= float64(cat.Items)
		s.Categories = append(s.Categories, *cat)
	}
	slices.SortFunc(s.Categories, func(a, b CategoryAccuracy) int {
		return cmp.Compare(rank("category", a.Category), rank("category", b.Category))
	})
	n := float64(len(shared))
	accuracy, w := right/n, score.Wilson(right, n, score.Level)
	s.Accuracy, s.Interval = &accuracy, &w
}

func (c *Comparison) pair(a, b int, seed uint64) Pair {
	p := Pair{A: a, B: b}
	x, y := c.Systems[a].marks, c.Systems[b].marks
	clusters := map[string]*score.Cluster{}
	categories := map[string]*PairCategory{}
	for m, n := range both(x, y) {
		it := m.item
		p.Items++
		p.Pairs.Add(m.right, n.right)
		countIf(&p.BetterA, m.right > n.right)
		countIf(&p.BetterB, n.right > m.right)
		same := m.steady && n.steady && m.keys == n.keys
		countIf(&p.Same, same)
		p.AccuracyA += m.right
		p.AccuracyB += n.right

		k := clusters[it.Source.SHA256]
		if k == nil {
			k = &score.Cluster{}
			clusters[it.Source.SHA256] = k
		}
		k.N++
		k.Sum += m.right - n.right

		cat := categories[string(it.Category)]
		if cat == nil {
			cat = &PairCategory{Category: string(it.Category)}
			categories[cat.Category] = cat
		}
		cat.Items++
		cat.Pairs.Add(m.right, n.right)
		countIf(&cat.Same, same)
	}
	p.OnlyInA, p.OnlyInB = len(x)-p.Items, len(y)-p.Items
	p.Clusters = len(clusters)
	p.P = score.McNemar(p.BetterA, p.BetterB)
	if p.Items > 0 {
		n := float64(p.Items)
		p.AccuracyA, p.AccuracyB = p.AccuracyA/n, p.AccuracyB/n
		p.Diff = p.Pairs.Difference()
		i := p.Pairs.Newcombe(score.Level)
		p.Interval = &i
		if i, ok := score.Bootstrap(sorted(clusters), seed, score.Level); ok {
			p.Clustered = &i
		}
	}
	for _, cat := range categories {
		p.Categories = append(p.Categories, *cat)
	}
	slices.SortFunc(p.Categories, func(a, b PairCategory) int {
		return cmp.Compare(rank("category", a.Category), rank("category", b.Category))
	})
	return p
}

// agreement counts by category how many of the shared items all, some and none of
// the systems got right; then all items.
func (c *Comparison) agreement(shared []mark) []Agreement {
	by := map[string]*Agreement{}
	var total Agreement
	type verdict struct{ all, none, same bool }
	verdicts := make([]verdict, len(shared))
	for i := range verdicts {
		verdicts[i] = verdict{true, true, true}
	}
	for _, s := range c.Systems {
		i := 0
		for m, first := range both(s.marks, shared) {
			v := &verdicts[i]
			v.all = v.all && m.right == 1
			v.none = v.none && m.right == 0
			v.same = v.same && m.steady && m.keys == first.keys
			i++
		}
	}
	for i, m := range shared {
		v := verdicts[i]
		g := by[string(m.item.Category)]
		if g == nil {
			g = &Agreement{Category: string(m.item.Category)}
			by[g.Category] = g
		}
		for _, g := range []*Agreement{g, &total} {
			g.Items++
			countIf(&g.All, v.all)
			countIf(&g.None, v.none)
			countIf(&g.Some, !v.all && !v.none)
			countIf(&g.Same, v.same)
		}
	}
	var out []Agreement
	for _, g := range by {
		out = append(out, *g)
	}
	slices.SortFunc(out, func(a, b Agreement) int {
		return cmp.Compare(rank("category", a.Category), rank("category", b.Category))
	})
	return append(out, total)
}

// remark says what was not compared.
func (c *Comparison) remark() {
	if c.Shared == 0 {
		c.Notes = append(c.Notes, "no item is shared by all systems; pairs are compared on what the two share")
	}
	for _, p := range c.Pairs {
		if p.Items == 0 {
			c.Notes = append(c.Notes, fmt.Sprintf("%s and %s share no item: nothing can be said of the two", c.Systems[p.A].label, c.Systems[p.B].label))
		}
	}
	if c.Pairs[0].Clusters == 1 {
		c.Notes = append(c.Notes, "all items are from one source model: differences say nothing of other models")
	}
}
