package generate

import (
	"math/rand/v2"
	"slices"

	"github.com/ifcmcq/ifcmcq/index"
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
	tiers []tier
	balance
}

// varied tells whether a pool has values enough to choose from.
func (p *pool) varied() bool { return len(p.choices) >= minOptions }

// pools makes a population of each class that has enough values. The other classes
// are put together; if that is not enough either, with all.
func pools(all []member, enough func(*pool) bool) []*pool {
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
		if enough(by[c]) {
			out = append(out, by[c])
		}
	}
	if len(out) == len(classes) {
		return out
	}
	few, everything := &pool{mixed: true}, &pool{mixed: true}
	for _, m := range all {
		everything.add(m.choice, m.subject)
		if !slices.Contains(out, by[m.class]) {
			few.add(m.choice, m.subject)
		}
	}
	if !enough(few) {
		few = everything
	}
	return append(out, few)
}

// poolDrafts asks for the values of pools, pool by pool: first for every value
// once, then for those that a second subject has, and so on as long as there are
// enough of them to be the options; then for the more frequent ones, whose wrong
// options are rarer.
func poolDrafts(r *rand.Rand, all []*pool, draft drafter) Drafts {
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
				p.walk(r, minOptions-n, draft, yield)
			})
		}
	}
	var in []Drafts
	for _, s := range stages {
		in = append(in, turns(s...))
	}
	return inOrder(in...)
}

// drafter makes a draft about a subject of these options, of which the first is
// right.
type drafter func(subject int, options []Choice, mixed bool) (Draft, Skip)

// walk goes through the tiers of at least that many values. The values of a tier
// are dealt into blocks, which are the options of as many items: each value of a
// block is right in one of them, so that nothing tells right from wrong, wherever
// the walk ends.
func (p *pool) walk(r *rand.Rand, least int, draft drafter, yield func(Draft, Skip) bool) {
	for len(p.tiers) > 0 && len(p.tiers[0].choices) >= least {
		tier := p.tiers[0]
		p.tiers = p.tiers[1:]
		order := shuffled(r, len(tier.choices))
		blocks := (len(order) + maxOptions - 1) / maxOptions
		for n := range blocks {
			in := order[n*len(order)/blocks : (n+1)*len(order)/blocks]
			var block []Choice
			for _, i := range in {
				block = append(block, tier.choices[i])
			}
			for _, i := range in {
				d, skip := p.try(r, tier.subjects[i], tier.choices[i], block, draft)
				if !yield(d, skip) {
					return
				}
			}
		}
	}
}

// try makes a draft whose options are a block. Where that is too small or comes to
// nothing, values of the whole pool fill in.
func (p *pool) try(r *rand.Rand, subject int, key Choice, block []Choice, draft drafter) (d Draft, skip Skip) {
	most := max(minOptions, len(block)) // those that fill in are never right: as few as need be
	for range 8 {
		options := append(make([]Choice, 0, maxOptions), key)
		options = p.balance.fill(r, options, block, most)
		options = p.balance.fill(r, options, p.choices, most)
		if len(options) < minOptions {
			return Draft{}, tooFew
		}
		options[0].Right = true
		if d, skip = draft(subject, options, p.mixed); skip == "" {
			p.balance.count(options)
			break
		}
		block = nil
	}
	return d, skip
}

// balance counts how often a value has been offered as a wrong option, so that
// those that fill in are not always the same.
type balance map[string]int

// fill adds options from a list up to most in all, those first that have been
// wrong the least.
func (b balance) fill(r *rand.Rand, options, from []Choice, most int) []Choice {
	order, times := shuffled(r, len(from)), make([]int, len(from))
	for i, c := range from {
		times[i] = b[c.Text]
	}
	slices.SortStableFunc(order, func(i, j int) int { return times[i] - times[j] })
	for _, i := range order {
		if len(options) == most {
			break
		}
		if fits(options, from[i]) {
			c := from[i]
			c.Right = false
			options = append(options, c)
		}
	}
	return options
}

// count notes that options have been offered, the first as the right one.
func (b balance) count(options []Choice) {
	for _, c := range options[1:] {
		b[c.Text]++
	}
}

// tiersOf is all tiers of a population at once, the largest first: for those who
// leave the small ones until later.
func tiersOf(p *population, r *rand.Rand) []tier {
	var out []tier
	for tier := range p.tiers(r) {
		out = append(out, tier)
	}
	return out
}

// discreet names an element in a stem by class and GlobalId; in a mixed pool
// without the class. Its Name is left out: "Bathtub", "Glazed partition" or "Basic
// wall:Brick 240" tell type and material to whoever knows about buildings.
func discreet(ix *index.Index, e index.Element, mixed bool) string {
	if mixed {
		return "the element with GlobalId " + e.GUID
	}
	e.Name = ""
	return subject(ix, e)
}

// classHidden is the note on items of mixed pools.
const classHidden = "class of the element left out: it would tell"

func noteOf(mixed bool) string {
	if mixed {
		return classHidden
	}
	return ""
}
