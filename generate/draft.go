package generate

import (
	"iter"
	"math/rand/v2"

	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
)

// Draft is an item in the making: a fact, its stem and its options in no order.
type Draft struct {
	Fact    mcq.Fact
	Stem    string
	Choices []Choice
	// Note, if set, is counted in the manifest: something special about the item.
	Note string
}

// Choice is an option that has no letter yet.
type Choice struct {
	Text  string
	Value any // as in [mcq.Option]
	Right bool
	// name is the Name of the entity that the choice stands for.
	name string
}

// Skip is the reason why no item could be made of something; "" where one was.
type Skip string

// Drafts is a sequence of drafts and of reasons for there being none.
type Drafts = iter.Seq2[Draft, Skip]

// Subtype is one kind of question and where its drafts come from.
type Subtype struct {
	mcq.Doc
	// Source walks the drafts that a model gives, each fact once, in an order drawn
	// from r. It is walked only as far as items are wanted.
	Source func(ix *index.Index, r *rand.Rand) Drafts
}

func skipped(why Skip) Drafts {
	return func(yield func(Draft, Skip) bool) { yield(Draft{}, why) }
}

// turns takes one draft from each source in turn until all are exhausted. A
// source is started when its first turn comes.
func turns(sources ...Drafts) Drafts {
	return func(yield func(Draft, Skip) bool) {
		live := make([]*puller, len(sources))
		for i, s := range sources {
			live[i] = &puller{source: s}
		}
		defer func() {
			for _, p := range live {
				p.stop()
			}
		}()
		for len(live) > 0 {
			kept := live[:0:0]
			for i, p := range live {
				// What gives a reason instead of a draft has not had its turn yet.
				skip, more := Skip("-"), true
				for more && skip != "" {
					var d Draft
					if d, skip, more = p.next(); more && !yield(d, skip) {
						live = append(kept, live[i:]...)
						return
					}
				}
				if more {
					kept = append(kept, p)
				} else {
					p.stop()
				}
			}
			live = kept
		}
	}
}

// puller pulls drafts from a source that it starts when it has to.
type puller struct {
	source Drafts
	pull   func() (Draft, Skip, bool)
	end    func()
}

func (p *puller) next() (Draft, Skip, bool) {
	if p.pull == nil {
		p.pull, p.end = iter.Pull2(p.source)
	}
	return p.pull()
}

func (p *puller) stop() {
	if p.end != nil {
		p.end()
	}
}

// inOrder takes all of one source, then all of the next.
func inOrder(sources ...Drafts) Drafts {
	return func(yield func(Draft, Skip) bool) {
		for _, s := range sources {
			for d, skip := range s {
				if !yield(d, skip) {
					return
				}
			}
		}
	}
}

// freshKeys puts drafts last whose key reads like that of an earlier one: fields
// that hold the same values, net and gross, have the same sum, and an option that
// stands in several items would be known for the key.
func freshKeys(source Drafts) Drafts {
	return func(yield func(Draft, Skip) bool) {
		seen := map[string]bool{}
		var again []Draft
		for d, skip := range source {
			key := ""
			for _, c := range d.Choices {
				if c.Right {
					key = c.Text
				}
			}
			if skip == "" && seen[key] {
				again = append(again, d)
				continue
			}
			seen[key] = true
			if !yield(d, skip) {
				return
			}
		}
		for _, d := range again {
			if !yield(d, "") {
				return
			}
		}
	}
}

// balanced takes from two sources by turns and stops with the shorter one: for
// keys of which there should be as many of one kind as of the other.
func balanced(a, b Drafts) Drafts {
	return func(yield func(Draft, Skip) bool) {
		halves := [2]*puller{{source: a}, {source: b}}
		defer halves[0].stop()
		defer halves[1].stop()
		for {
			// A pair is given only when both halves are there.
			var pair [2]Draft
			for i, p := range halves {
				d, skip, more := p.next()
				for more && skip != "" {
					if !yield(Draft{}, skip) {
						return
					}
					d, skip, more = p.next()
				}
				if !more {
					return
				}
				pair[i] = d
			}
			if !yield(pair[0], "") || !yield(pair[1], "") {
				return
			}
		}
	}
}

// shuffled returns 0 … n-1 in random order.
func shuffled(r *rand.Rand, n int) []int { return r.Perm(n) }

// one returns a random member of s.
func one[T any](r *rand.Rand, s []T) T { return s[r.IntN(len(s))] }
