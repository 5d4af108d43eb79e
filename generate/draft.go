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

// turns takes one draft from each source in turn until all are exhausted.
func turns(sources ...Drafts) Drafts {
	return func(yield func(Draft, Skip) bool) {
		type puller struct {
			next func() (Draft, Skip, bool)
			stop func()
		}
		live := make([]puller, 0, len(sources))
		defer func() {
			for _, p := range live {
				p.stop()
			}
		}()
		for _, s := range sources {
			next, stop := iter.Pull2(s)
			live = append(live, puller{next, stop})
		}
		for len(live) > 0 {
			kept := live[:0]
			for i, p := range live {
				// A source that has no item to give now gives its turn to itself.
				ended := false
				for {
					d, skip, ok := p.next()
					if !ok {
						ended = true
						break
					}
					if !yield(d, skip) {
						live = append(kept, live[i:]...)
						return
					}
					if skip == "" {
						break
					}
				}
				if !ended {
					kept = append(kept, p)
				}
			}
			live = kept
		}
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

// balanced takes from two sources by turns and stops with the shorter one: for
// keys of which there should be as many of one kind as of the other.
func balanced(a, b Drafts) Drafts {
	return func(yield func(Draft, Skip) bool) {
		nextA, stopA := iter.Pull2(a)
		defer stopA()
		nextB, stopB := iter.Pull2(b)
		defer stopB()
		// A pair is given only when both halves are there.
		take := func(next func() (Draft, Skip, bool)) (Draft, bool, bool) {
			for {
				d, skip, ok := next()
				if !ok {
					return Draft{}, false, true
				}
				if skip == "" {
					return d, true, true
				}
				if !yield(Draft{}, skip) {
					return Draft{}, false, false
				}
			}
		}
		for {
			x, ok, on := take(nextA)
			if !ok || !on {
				return
			}
			y, ok, on := take(nextB)
			if !ok || !on {
				return
			}
			if !yield(x, "") || !yield(y, "") {
				return
			}
		}
	}
}

// shuffled returns 0 … n-1 in random order.
func shuffled(r *rand.Rand, n int) []int { return r.Perm(n) }

// one returns a random member of s.
func one[T any](r *rand.Rand, s []T) T { return s[r.IntN(len(s))] }
