package generate

import (
	"iter"
	"math/rand/v2"

	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/schema"
)

// links is a relation from subjects, which are asked about, to objects, which
// are options for each other. Both are positions in Elements.
type links struct {
	objects  []int   // distinct
	subjects [][]int // of each object
	at       map[int]int
	order    [][]int // of the subjects of each object, once drawn
}

func (l *links) add(subject, object int) {
	if l.at == nil {
		l.at = map[int]int{}
	}
	i, ok := l.at[object]
	if !ok {
		i = len(l.objects)
		l.at[object] = i
		l.objects = append(l.objects, object)
		l.subjects = append(l.subjects, nil)
	}
	l.subjects[i] = append(l.subjects[i], subject)
}

// join adds all that other links say.
func (l *links) join(other *links) {
	for i, object := range other.objects {
		for _, s := range other.subjects[i] {
			l.add(s, object)
		}
	}
}

// tiers walks links as those of a population: first every object with one
// subject of it, then every object that has a second one, and so on. Nothing may
// be added after that.
func (l *links) tiers(r *rand.Rand) iter.Seq[*links] {
	return func(yield func(*links) bool) {
		if l.order == nil { // the same on every walk
			for _, all := range l.subjects {
				l.order = append(l.order, mixed(r, all))
			}
		}
		for n := 0; ; n++ {
			tier := &links{}
			for i, all := range l.order {
				if n < len(all) {
					tier.add(all[n], l.objects[i])
				}
			}
			if len(tier.objects) == 0 || !yield(tier) {
				return
			}
		}
	}
}

// linkDraft makes the draft of a subject whose object is the first of several.
type linkDraft func(r *rand.Rand, subject int, objects []int) (Draft, Skip)

// drafts asks for every object once, then for those with a second subject, and
// so on. Wrong options are objects of the same round, each of which is asked
// for too, as long as there are least of them; the rounds after that are in
// rest.
func (l *links) drafts(r *rand.Rand, least int, draft linkDraft) (even, rest Drafts) {
	rounds := func(keep func(n int) bool, offered func(tier *links) []int) Drafts {
		return func(yield func(Draft, Skip) bool) {
			for tier := range l.tiers(r) {
				if !keep(len(tier.objects)) {
					continue
				}
				for _, i := range shuffled(r, len(tier.objects)) {
					objects := choose(r, tier.objects[i], offered(tier))
					if !yield(draft(r, tier.subjects[i][0], objects)) {
						return
					}
				}
			}
		}
	}
	even = rounds(func(n int) bool { return n >= least }, func(tier *links) []int { return tier.objects })
	rest = rounds(func(n int) bool { return n < least }, func(*links) []int { return l.objects })
	return even, rest
}

// choose returns key and as many others as there is room for.
func choose(r *rand.Rand, key int, others []int) []int {
	out := []int{key}
	for _, i := range shuffled(r, len(others)) {
		if len(out) == maxOptions {
			break
		}
		if others[i] != key {
			out = append(out, others[i])
		}
	}
	return out
}

// linksByClass sorts links by class of something, in the order of first mention.
type linksByClass struct {
	classes []schema.Class
	of      map[schema.Class]*links
}

func (b *linksByClass) add(c schema.Class, subject, object int) {
	if b.of == nil {
		b.of = map[schema.Class]*links{}
	}
	if b.of[c] == nil {
		b.classes = append(b.classes, c)
		b.of[c] = &links{}
	}
	b.of[c].add(subject, object)
}

// mixed returns positions in random order.
func mixed(r *rand.Rand, at []int) []int {
	out := make([]int, len(at))
	for i, k := range shuffled(r, len(at)) {
		out[i] = at[k]
	}
	return out
}

// elementsAt returns what stands at positions in Elements.
func elementsAt(ix *index.Index, at []int) []index.Element {
	out := make([]index.Element, len(at))
	for i, k := range at {
		out[i] = ix.Elements[k]
	}
	return out
}

// reasons yields a reason for each thing that is left out.
func reasons(why ...Skip) Drafts {
	return func(yield func(Draft, Skip) bool) {
		for _, w := range why {
			if !yield(Draft{}, w) {
				return
			}
		}
	}
}

const nameInStem Skip = "the stem would hold a Name that is offered"

// askAbout puts an element into a stem of a pool: one that holds the Name of no
// option, whichever is right, if there is such a stem.
func askAbout(ix *index.Index, r *rand.Rand, pool stems, e index.Element, options []Choice) (string, Skip) {
	keys := keysOf(options)
	entity := subject(ix, e, keys...)
	for _, i := range shuffled(r, len(pool)) {
		stem := pool[i:i+1].with(r, "entity", entity)
		if !mcq.StemTells(stem, keys...) {
			return stem, ""
		}
	}
	return "", nameInStem
}
