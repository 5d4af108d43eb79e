package generate

import (
	"iter"
	"math/rand/v2"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
)

// population is the distinct values that something has, and who has each of
// them.
type population struct {
	choices  []Choice
	carriers [][]carrier // of each choice
	at       map[string]int
}

// carrier is a subject that has a value: its position in some list, and the
// value as it has it. What reads alike need not be the same to the last digit.
type carrier struct {
	subject int
	own     Choice
}

// add notes that subject has the value of c.
func (p *population) add(c Choice, subject int) {
	if p.at == nil {
		p.at = map[string]int{}
	}
	i, ok := p.at[c.Text]
	if !ok {
		// Folding costs; a text seen before needs none.
		key := mcq.Fold(c.Text)
		if i, ok = p.at[key]; ok {
			p.at[c.Text] = i
		}
	}
	if !ok {
		i = len(p.choices)
		p.at[mcq.Fold(c.Text)], p.at[c.Text] = i, i
		p.choices = append(p.choices, c)
		p.carriers = append(p.carriers, nil)
	}
	p.carriers[i] = append(p.carriers[i], carrier{subject, c})
}

// tiers walks a population by how many subjects share a value: first every value
// with one subject of those that have it, then every value that has a second one
// with that, and so on. Subjects are drawn at random.
func (p *population) tiers(r *rand.Rand) iter.Seq[*population] {
	return func(yield func(*population) bool) {
		order := make([][]int, len(p.carriers))
		for n := 0; ; n++ {
			tier := &population{}
			for i, all := range p.carriers {
				if n >= len(all) {
					continue
				}
				if order[i] == nil {
					order[i] = shuffled(r, len(all))
				}
				c := all[order[i][n]]
				tier.choices = append(tier.choices, c.own)
				tier.carriers = append(tier.carriers, []carrier{c})
			}
			if len(tier.choices) == 0 || !yield(tier) {
				return
			}
		}
	}
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
		for _, i := range v.Entries {
			p.add(c, f.Entries[i].Element)
		}
	}
	return p
}

// distinct counts the values of fields that read differently, up to enough.
func distinct(ix *index.Index, parts []*index.Field, ask func(ifc.Datum) bool, enough int) int {
	seen := map[string]bool{}
	for _, f := range parts {
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
	return mcq.Fold(a.Text) != mcq.Fold(b.Text) && !mcq.NearlySame(a.Value, b.Value) && isNumber(a.Value) == isNumber(b.Value)
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
