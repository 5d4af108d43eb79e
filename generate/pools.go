package generate

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/schema"
)

// member is one subject and the value that it would be asked for, sorted by
// class.
type member struct {
	class   schema.Class
	choice  Choice
	subject int // position in Elements
}

// pool is a population that options are drawn from.
type pool struct {
	population
	// mixed tells that the values are those of several classes: a stem must not
	// tell the class then, else most options could be ruled out by it.
	mixed bool
	tiers []*population
	balance
}

// pools makes a population of each class that has least values. The other classes
// are put together; if that is not enough either, with all.
func pools(all []member, least int) []*pool {
	by := map[schema.Class]*pool{}
	var classes []schema.Class
	for _, m := range all {
		p := by[m.class]
		if p == nil {
			p = &pool{}
			by[m.class] = p
			classes = append(classes, m.class)
		}
		p.add(m.choice, m.subject)
	}
	var out []*pool
	for _, c := range classes {
		if len(by[c].choices) >= least {
			out = append(out, by[c])
		}
	}
	if len(out) == len(classes) {
		return out
	}
	few, everything := &pool{mixed: true}, &pool{mixed: true}
	for _, m := range all {
		everything.add(m.choice, m.subject)
		if len(by[m.class].choices) < least {
			few.add(m.choice, m.subject)
		}
	}
	if len(few.choices) < least {
		few = everything
	}
	return append(out, few)
}

// poolDrafts asks for the values of pools, pool by pool: first for every value
// once, then for those that a second subject has, and so on as long as there are
// enough of them to be the options; then for the more frequent ones, whose wrong
// options are rarer. So values are right as often as they are offered, as far as
// subjects go.
func poolDrafts(r *rand.Rand, all []*pool, draw func(subject int, options []Choice, mixed bool) (Draft, Skip)) Drafts {
	stages := make([][]Drafts, minOptions)
	for _, i := range shuffled(r, len(all)) {
		p := all[i]
		p.balance = balance{}
		for n := range stages {
			stages[n] = append(stages[n], func(yield func(Draft, Skip) bool) {
				switch {
				case n == 0 && len(p.choices) < minOptions:
					yield(Draft{}, tooFew)
					return
				case n == 0:
					p.tiers = tiersOf(&p.population, r)
				}
				p.walk(r, minOptions-n, draw, yield)
			})
		}
	}
	var in []Drafts
	for _, s := range stages {
		in = append(in, turns(s...))
	}
	return inOrder(in...)
}

// walk goes through the tiers of at least that many values.
func (p *pool) walk(r *rand.Rand, least int, draw func(int, []Choice, bool) (Draft, Skip), yield func(Draft, Skip) bool) {
	for len(p.tiers) > 0 && len(p.tiers[0].choices) >= least {
		tier := p.tiers[0]
		p.tiers = p.tiers[1:]
		for _, i := range shuffled(r, len(tier.choices)) {
			d, skip := p.try(r, tier, i, draw)
			if !yield(d, skip) {
				return
			}
		}
	}
}

// try makes a draft of a tier's value. Draws that come to nothing are made again,
// a few times.
func (p *pool) try(r *rand.Rand, tier *population, i int, draw func(int, []Choice, bool) (Draft, Skip)) (d Draft, skip Skip) {
	even := p.balance
	for range 8 {
		options := append(make([]Choice, 0, maxOptions), tier.choices[i])
		most := min(maxOptions, max(minOptions, len(tier.choices)))
		// Values that have run out are never right any more: as few as need be.
		for _, from := range [][]Choice{tier.choices, p.choices} {
			if len(options) < minOptions {
				options = even.fill(r, options, from, most)
			}
		}
		if len(options) < minOptions {
			return Draft{}, tooFew
		}
		options[0].Right = true
		if d, skip = draw(tier.carriers[i][0].subject, options, p.mixed); skip == "" {
			p.balance.count(options)
			break
		}
		even = balance{} // without it, else much the same would be drawn again
	}
	return d, skip
}

// balance counts how often a value has been offered as a wrong option. All are
// right equally often; were wrong options drawn at random, one that is seldom
// offered would be more likely right.
type balance map[string]int

// fill adds options from a list up to most in all, those first that have been
// wrong the least.
func (b balance) fill(r *rand.Rand, options, from []Choice, most int) []Choice {
	from = shuffledList(r, from)
	slices.SortStableFunc(from, func(x, y Choice) int { return b[mcq.Fold(x.Text)] - b[mcq.Fold(y.Text)] })
	for _, c := range from {
		if len(options) < most && fits(options, c) {
			c.Right = false
			options = append(options, c)
		}
	}
	return options
}

// count notes that options have been offered, the first as the right one.
func (b balance) count(options []Choice) {
	for _, c := range options[1:] {
		b[mcq.Fold(c.Text)]++
	}
}

// tiersOf is all tiers of a population at once, the largest first: for those who
// leave the small ones until later.
func tiersOf(p *population, r *rand.Rand) []*population {
	var out []*population
	for tier := range p.tiers(r) {
		out = append(out, tier)
	}
	return out
}

// discreet names an element in a stem without what would point to one of the
// options: its Name, if it tells one or has a word in common with one; in a mixed
// pool also its class.
func discreet(ix *index.Index, e index.Element, options []Choice, mixed bool) string {
	if mixed {
		return "the element with GlobalId " + e.GUID
	}
	for _, c := range options {
		if shareWord(e.Name, c.Text) || shareWord(e.Name, c.name) {
			e.Name = ""
		}
	}
	return subject(ix, e, keysOf(options)...)
}

// classHidden is the note on items of mixed pools.
const classHidden = "class of the element left out: it would tell"

func noteOf(mixed bool) string {
	if mixed {
		return classHidden
	}
	return ""
}

// shareWord tells whether two texts have a word of three or more letters or
// digits in common, as "Basic wall:Brick 240" and "Brick, red" have.
func shareWord(a, b string) bool {
	in := map[string]bool{}
	for _, w := range words(a) {
		in[w] = true
	}
	for _, w := range words(b) {
		if in[w] {
			return true
		}
	}
	return false
}

func words(s string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(mcq.Fold(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len([]rune(w)) >= 3 {
			out = append(out, w)
		}
	}
	return out
}
