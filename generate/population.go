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
	choices  []Choice       // of what reads alike the first
	variants []Choice       // the others
	carriers [][]carrier    // of each choice
	at       map[string]int // choices by folded text
}

// carrier is a subject that has a value: its position in some list, and that of
// the value as it has it, see own. What reads alike need not be the same to the
// last digit.
type carrier struct{ subject, value int }

// own returns the value as a carrier has it.
func (p *population) own(c carrier) Choice {
	if c.value < 0 {
		return p.variants[^c.value]
	}
	return p.choices[c.value]
}

// add notes that subject has the value of c.
func (p *population) add(c Choice, subject int) {
	i, value := p.place(c, mcq.Fold(c.Text))
	p.carriers[i] = append(p.carriers[i], carrier{subject, value})
}

// place returns the position of a choice, new or not, and what a carrier of it
// holds.
func (p *population) place(c Choice, folded string) (choice, value int) {
	if p.at == nil {
		p.at = map[string]int{}
	}
	i, ok := p.at[folded]
	if !ok {
		i = len(p.choices)
		p.at[folded] = i
		p.choices = append(p.choices, c)
		p.carriers = append(p.carriers, nil)
		return i, i
	}
	if p.choices[i] == c {
		return i, i
	}
	p.variants = append(p.variants, c)
	return i, ^(len(p.variants) - 1)
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
				t.choices = append(t.choices, p.own(c))
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
	values := ix.Values(f)
	p := &population{
		choices: make([]Choice, 0, len(values)), carriers: make([][]carrier, 0, len(values)), at: make(map[string]int, len(values)),
	}
	for _, v := range values {
		d := f.Datum(v)
		if v.Text == "" || !ask(d) {
			continue
		}
		k, value := p.place(Choice{Text: v.Text, Value: valueOf(d)}, v.Folded)
		p.carriers[k] = slices.Grow(p.carriers[k], len(v.Entries))
		for _, i := range v.Entries {
			p.carriers[k] = append(p.carriers[k], carrier{f.Entries[i].Element, value})
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
		for _, v := range ix.Values(f) {
			if v.Text != "" && ask(f.Datum(v)) {
				if seen[v.Folded] = true; len(seen) >= enough {
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
	text := ix.Shown(d)
	return Choice{Text: text, Value: valueOf(d)}, text != ""
}

// valueOf is a stored value as the machine value of an option; nil if it is none.
func valueOf(d ifc.Datum) any {
	switch d.Kind {
	case ifc.Text, ifc.Enumeration:
		return d.Text
	case ifc.Integer:
		return d.Int()
	case ifc.Real:
		x, _ := d.Float()
		return mcq.Real(x)
	case ifc.Boolean:
		return d.Bool()
	}
	return nil
}
