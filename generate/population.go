package generate

import (
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
)

// population is the distinct values that something has, and who has each of
// them.
type population struct {
	choices  []Choice    // of what reads alike the first
	owned    []Choice    // all values, as they are had
	carriers [][]carrier // of each choice
	at       map[string]int
}

// carrier is a subject that has a value: its position in some list, and that of
// the value as it has it in owned. What reads alike need not be the same to the
// last digit.
type carrier struct{ subject, own int }

// add notes that subject has the value of c.
func (p *population) add(c Choice, subject int) {
	i, own := p.place(c)
	p.carriers[i] = append(p.carriers[i], carrier{subject, own})
}

// place returns the position of a choice and that of the value in owned, new or
// not.
func (p *population) place(c Choice) (choice, own int) {
	if p.at == nil {
		p.at = map[string]int{}
	}
	key := mcq.Fold(c.Text)
	i, ok := p.at[key]
	if !ok {
		i = len(p.choices)
		p.at[key] = i
		p.choices = append(p.choices, c)
		p.carriers = append(p.carriers, nil)
	}
	if all := p.carriers[i]; len(all) > 0 {
		if own := all[len(all)-1].own; p.owned[own] == c {
			return i, own
		}
	}
	p.owned = append(p.owned, c)
	return i, len(p.owned) - 1
}

// tier is one subject of each of some values.
type tier struct {
	choices  []Choice
	subjects []int
}

// tiers walks a population by how many subjects share a value: first every value
// with one subject of those that have it, then every value that has a second one
// with that, and so on. Subjects are drawn at random.
func (p *population) tiers(r *rand.Rand) iter.Seq[tier] {
	return func(yield func(tier) bool) {
		order := make([]lottery, len(p.carriers))
		left := len(p.carriers)
		for n := 0; left > 0; n++ {
			t := tier{make([]Choice, 0, left), make([]int, 0, left)}
			left = 0
			for i, all := range p.carriers {
				if n >= len(all) {
					continue
				}
				c := all[order[i].draw(r, len(all))]
				t.choices = append(t.choices, p.owned[c.own])
				t.subjects = append(t.subjects, c.subject)
				if n+1 < len(all) {
					left++
				}
			}
			if !yield(t) {
				return
			}
		}
	}
}

// lottery draws each of n numbers once, in random order. It costs what is drawn,
// not what there is: of ten thousand carriers of a value a few are asked about.
type lottery struct {
	drawn int
	moved map[int]int // what stands where a number was drawn
}

func (l *lottery) draw(r *rand.Rand, n int) int {
	i := l.drawn + r.IntN(n-l.drawn)
	k := l.at(i)
	if i > l.drawn {
		if l.moved == nil {
			l.moved = map[int]int{}
		}
		l.moved[i] = l.at(l.drawn)
	}
	l.drawn++
	return k
}

func (l *lottery) at(i int) int {
	if k, ok := l.moved[i]; ok {
		return k
	}
	return i
}

// gather collects the values of a field that can be asked about; subjects are
// positions in Elements.
func gather(ix *index.Index, f *index.Field, ask func(ifc.Datum) bool) *population {
	p := &population{}
	for _, v := range f.Values() {
		if !ask(v.Datum) {
			continue
		}
		c, ok := shown(ix, v.Datum)
		if !ok {
			continue
		}
		k, own := p.place(c)
		p.carriers[k] = slices.Grow(p.carriers[k], len(v.Entries))
		for _, i := range v.Entries {
			p.carriers[k] = append(p.carriers[k], carrier{f.Entries[i].Element, own})
		}
	}
	return p
}

// distinct counts the values that read differently of fields that are always
// single values, up to enough.
func distinct(ix *index.Index, parts []*index.Field, ask func(ifc.Datum) bool, enough int) int {
	seen := map[string]bool{}
	for _, f := range parts {
		if f.Mixed == index.NotSingle {
			continue
		}
		for _, v := range f.Values() {
			if c, ok := shown(ix, v.Datum); ok && ask(v.Datum) {
				if seen[mcq.Fold(c.Text)] = true; len(seen) >= enough {
					return enough
				}
			}
		}
	}
	return len(seen)
}

// Numbers of options of single-choice items.
const (
	minOptions = 3
	maxOptions = 5
)

// pick draws wrong options for a key from a population: members that can stand
// beside it and each other, as many as can be had up to maxOptions in all, each as
// likely as any other. Where keys are drawn evenly too, every member of the set
// of options could be its key.
func pick(r *rand.Rand, all []Choice, key Choice) ([]Choice, bool) {
	chosen := []Choice{key}
	for _, i := range shuffled(r, len(all)) {
		if fits(chosen, all[i]) {
			chosen = append(chosen, all[i])
		}
		if len(chosen) == maxOptions {
			break
		}
	}
	for i := range chosen {
		chosen[i].Right = i == 0
	}
	return chosen, len(chosen) >= minOptions
}

// apart tells whether two choices can stand side by side: they read differently,
// numbers by the margin that keeps them apart.
func apart(a, b Choice) bool {
	return !mcq.Alike(a.Text, b.Text) && !mcq.NearlySame(a.Value, b.Value) && isNumber(a.Value) == isNumber(b.Value)
}

func isNumber(v any) bool {
	switch v.(type) {
	case int64, mcq.Real:
		return true
	}
	return false
}

// shown is a stored value as an option: its text and its machine value. It is
// not ok for what is not asked about.
func shown(ix *index.Index, d ifc.Datum) (Choice, bool) {
	switch d.Kind {
	case ifc.Text, ifc.Enumeration:
		return Choice{Text: d.Text, Value: d.Text}, ix.Askable(d.Text)
	case ifc.Integer:
		return Choice{Text: mcq.FormatNumber(d.Int()), Value: d.Int()}, true
	case ifc.Real:
		x, _ := d.Float()
		return Choice{Text: mcq.FormatNumber(x), Value: mcq.Real(x)}, true
	case ifc.Boolean:
		text := "False"
		if d.Bool() {
			text = "True"
		}
		return Choice{Text: text, Value: d.Bool()}, true
	}
	return Choice{}, false
}
