package mcq

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Problem is one thing that is wrong with one item of a benchmark.
type Problem struct {
	Index   int    // of the item, from 0: it stands on line Index+1
	ID      string // of the item
	Rule    string // short name of the rule broken, for counting: "id", "options", "margin" …
	Message string // one sentence
}

// String returns the problem with its place, for people.
func (p Problem) String() string {
	return fmt.Sprintf("line %d: %s: %s", p.Index+1, p.ID, p.Message)
}

// Check returns all that is wrong with the items of a benchmark as far as it
// can be told without the building models: whether each item is well made (see
// [CheckItem]) and no id occurs twice. Problems come in the order of the items.
func Check(items []Item) []Problem {
	var out []Problem
	first := make(map[string]int, len(items))
	for i, it := range items {
		if j, ok := first[it.ID]; ok {
			out = append(out, Problem{i, it.ID, "id", fmt.Sprintf("the id is taken by line %d already", j+1)})
		} else {
			first[it.ID] = i
		}
		for _, p := range CheckItem(it) {
			p.Index = i
			out = append(out, p)
		}
	}
	return out
}

// CheckItem returns all that is wrong with one item in itself: its id, its
// place in the taxonomy, its source and fact, its options and answer, whether
// texts say what values and fact say, whether numbers keep their distance from
// the key, and whether the stem holds the key. Of an item of unknown subtype
// only that is said. Index is 0 in every problem.
func CheckItem(it Item) []Problem {
	c := checker{it: it}
	if !it.Subtype.Known() {
		c.say("subtype", "the subtype %q is unknown", it.Subtype)
		return c.problems
	}
	c.id = ID(it.Source.File, it.Subtype, it.Source.SHA256, it.Fact)
	return c.check()
}

// Make is [New] and [CheckItem] in one.
func Make(src Source, sub Subtype, f Fact, question string, options []Option, answer []string) (Item, []Problem) {
	it := New(src, sub, f, question, options, answer)
	c := checker{it: it, id: it.ID}
	return it, c.check()
}

func (c *checker) check() []Problem {
	c.place()
	c.source()
	c.fact()
	c.options()
	c.answer()
	c.values()
	c.candidates()
	c.margin()
	c.stem()
	c.giveAway()
	return c.problems
}

type checker struct {
	it       Item
	id       string // that follows from source, subtype and fact
	problems []Problem
}

func (c *checker) say(rule, format string, args ...any) {
	c.problems = append(c.problems, Problem{ID: c.it.ID, Rule: rule, Message: fmt.Sprintf(format, args...)})
}

// place checks what follows from the subtype, and the id, which follows from
// source, subtype and fact.
func (c *checker) place() {
	it := c.it
	if want := it.Subtype.Category(); it.Category != want {
		c.say("category", "%s is of category %s, not %q", it.Subtype, want, it.Category)
	}
	if want := it.Subtype.Group(); it.Group != want {
		c.say("group", "%s is of group %s, not %q", it.Subtype, want, it.Group)
	}
	if want := it.Subtype.Type(); it.Type != want {
		c.say("type", "%s is answered as %s, not %q", it.Subtype, want, it.Type)
	}
	parts := strings.Split(it.ID, "/")
	if len(parts) != 4 || slices.Contains(parts, "") || len(parts[3]) != 8 || !lowerHex(parts[3]) {
		c.say("id", "the id is not of the form file/category/subtype/8 hex digits")
	} else if it.ID != c.id {
		c.say("id", "source, subtype and fact give the id %s", c.id)
	}
}

func (c *checker) source() {
	s := c.it.Source
	if s.File == "" || strings.ContainsAny(s.File, `/\`) {
		c.say("source", "the source file %q is not a file name without a folder", s.File)
	}
	if len(s.SHA256) != 64 || !lowerHex(s.SHA256) {
		c.say("source", "the source's sha256 is not 64 lower-case hex digits")
	}
	if !slices.Contains([]string{"IFC2X3", "IFC4", "IFC4X3"}, s.Schema) {
		c.say("source", "the source's schema %q is none of IFC2X3, IFC4, IFC4X3", s.Schema)
	}
}

func lowerHex(s string) bool { return strings.Trim(s, "0123456789abcdef") == "" }

// fact checks that the fields are those of the subtype, and what each holds.
func (c *checker) fact() {
	f, want := c.it.Fact, c.it.Subtype.FactFields()
	got := f.fields()
	for _, name := range want {
		if !slices.Contains(got, name) {
			c.say("fact", "the fact lacks %q", name)
		}
	}
	for _, name := range got {
		if !slices.Contains(want, name) {
			c.say("fact", "the fact of %s holds no %q", c.it.Subtype, name)
		}
	}
	if f.Axis != "" && f.Axis != "X" && f.Axis != "Y" && f.Axis != "Z" {
		c.say("fact", "the axis %q is none of X, Y, Z", f.Axis)
	}
	if f.GUIDs != nil {
		c.guids()
	}
	if m := f.Metric; m != nil {
		c.metric(*m)
	}
	if f.Point != nil {
		c.point()
	}
	if f.Net != "" && f.Net == f.Gross {
		c.say("fact", "net and gross are both %s", f.Net)
	}
}

func (c *checker) guids() {
	guids := c.it.Fact.GUIDs
	lo, hi := 2, 2
	if c.it.Subtype == Largest || c.it.Subtype == Smallest {
		lo, hi = 3, 5
	}
	if n := len(guids); n < lo || n > hi {
		c.say("fact", "%s compares %s entities, not %d", c.it.Subtype, span(lo, hi), n)
	}
	seen := map[string]bool{}
	for _, g := range guids {
		if seen[g] {
			c.say("fact", "the GlobalId %s is compared with itself", g)
		}
		seen[g] = true
		if g == "" {
			c.say("fact", "a GlobalId to compare is empty")
		}
	}
}

func (c *checker) metric(m Metric) {
	switch m.Kind {
	case MetricAttribute:
		if !m.Set.IsZero() {
			c.say("fact", "the metric is an attribute but names a set")
		}
	case MetricProperty, MetricQuantity:
		if m.Set.IsZero() {
			c.say("fact", "the metric is a %s but names no set", m.Kind)
		}
	default:
		c.say("fact", "the metric's kind %q is none of attribute, property, quantity", m.Kind)
	}
	if m.Name == "" {
		c.say("fact", "the metric has no name")
	}
}

func (c *checker) point() {
	p := c.it.Fact.Point
	if len(p) != 3 {
		c.say("fact", "the point has %d coordinates, not 3", len(p))
	}
	for _, v := range p {
		switch {
		case !finite(v):
			c.say("fact", "the coordinate %v is no number", v)
		case v == 0 && math.Signbit(v):
			c.say("fact", "a coordinate is a negative zero")
		case decimals(v) > 3:
			c.say("fact", "the coordinate %s has more than 3 decimals", coordinate(v))
		}
	}
}

func decimals(v float64) int {
	_, after, _ := strings.Cut(coordinate(v), ".")
	return len(after)
}

// options checks number, keys and texts of the options.
func (c *checker) options() {
	opts := c.it.Options
	lo, hi := 3, 5
	switch c.it.Type {
	case Boolean:
		lo, hi = 2, 2
	case Multi:
		hi = 8
	}
	if n := len(opts); n < lo || n > hi {
		c.say("options", "an item of type %s has %s options, not %d", c.it.Type, span(lo, hi), n)
	}
	for i, o := range opts {
		if want := OptionKey(i); o.Key != want {
			c.say("options", "option %d has the key %q, not %s", i+1, o.Key, want)
		}
		if strings.IndexFunc(o.Text, func(r rune) bool { return !space(r) }) < 0 {
			c.say("options", "option %s has no text", o.Key)
		}
		if strings.IndexFunc(o.Text, unprintable) >= 0 || !utf8.ValidString(o.Text) {
			c.say("options", "option %s holds a line break or another character that cannot be printed", o.Key)
		}
		if k := slices.IndexFunc(opts[:i], func(p Option) bool { return Alike(p.Text, o.Text) }); k >= 0 {
			c.say("options", "options %s and %s read alike", opts[k].Key, o.Key)
		}
		for _, p := range opts[:i] {
			if sameValue(p.Value, o.Value) {
				c.say("options", "options %s and %s have the same value", p.Key, o.Key)
				break
			}
		}
	}
}

func unprintable(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }

func span(lo, hi int) string {
	if lo == hi {
		return fmt.Sprint(lo)
	}
	return fmt.Sprintf("%d to %d", lo, hi)
}

func sameValue(a, b any) bool {
	if n, ok := a.(NetGross); ok {
		m, ok := b.(NetGross)
		return ok && n.same(m)
	}
	if _, ok := b.(NetGross); ok || valueError(a) != nil || valueError(b) != nil {
		return false
	}
	return a == b
}

// answer checks that the key names options, as many as the type allows.
func (c *checker) answer() {
	ans := c.it.Answer
	for _, k := range ans {
		if !slices.ContainsFunc(c.it.Options, func(o Option) bool { return o.Key == k }) {
			c.say("answer", "the answer %q is not the key of an option", k)
		}
	}
	for i := 1; i < len(ans); i++ {
		if ans[i-1] == ans[i] {
			c.say("answer", "the answer repeats %s", ans[i])
		} else if ans[i-1] > ans[i] {
			c.say("answer", "the answer is not in the order of the keys")
		}
	}
	switch {
	case len(ans) == 0:
		c.say("answer", "the answer is empty")
	case c.it.Type == Multi && len(ans) >= len(c.it.Options):
		c.say("answer", "no option is wrong")
	case c.it.Type != Multi && len(ans) > 1:
		c.say("answer", "an item of type %s has 1 right option, not %d", c.it.Type, len(ans))
	}
}

// margin checks that no wrong number could be taken for the key.
func (c *checker) margin() {
	right := c.it.Right()
	if c.it.Type == Multi || len(right) != 1 {
		return
	}
	key := right[0]
	for _, o := range c.it.Options {
		a, b := o.Value, key.Value
		if m, ok := a.(NetGross); ok && m.SI != nil {
			if n, ok := b.(NetGross); ok && n.SI != nil && m.Larger == n.Larger {
				a, b = *m.SI, *n.SI
			}
		}
		// The same number twice is said elsewhere.
		if o.Key != key.Key && !sameValue(a, b) && NearlySame(a, b) {
			c.say("margin", "option %s is within 0.5 %% of the key", o.Key)
		}
	}
}

// giveAway checks that the stem does not contain the key. Comparisons may name
// their candidates in the stem as the options do, if they name all of them.
func (c *checker) giveAway() {
	if c.it.Type == Boolean {
		return
	}
	told := func(o Option) bool { return StemTells(c.it.Question, Key{Text: o.Text, Value: o.Value}) }
	all := c.compares()
	for _, o := range c.it.Options {
		if all && slices.Contains(c.it.Fact.GUIDs, fmt.Sprint(o.Value)) && !told(o) {
			all = false
		}
	}
	for _, o := range c.it.Right() {
		if told(o) && !(all && slices.Contains(c.it.Fact.GUIDs, fmt.Sprint(o.Value))) {
			c.say("give-away", "the stem contains the text of option %s, which is right", o.Key)
		}
	}
}

func (c *checker) compares() bool { return slices.Contains(c.it.Subtype.FactFields(), "guids") }
