package generate

import (
	"iter"
	"math/rand/v2"
	"slices"

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

// key is the choice as the give-away tests see it.
func (c Choice) key() mcq.Key { return mcq.Key{Text: c.Text, Name: c.name, Value: c.Value} }

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

// stream gives drafts one at a time, where [Drafts] calls for all.
type stream interface {
	next() (d Draft, skip Skip, more bool)
	stop()
}

// drafts walks a stream.
func drafts(s stream) Drafts {
	return func(yield func(Draft, Skip) bool) {
		defer s.stop()
		for {
			if d, skip, more := s.next(); !more || !yield(d, skip) {
				return
			}
		}
	}
}

// opening starts a source of drafts when its first turn comes. It returns nil,
// and why if that counts, where there is nothing to ask: of the thousands of
// properties of a model most are no use, and pulling drafts from each would cost
// more than to look at it.
type opening func() (Drafts, Skip)

// opened is the opening of a source that needs no look beforehand.
func opened(d Drafts) opening { return func() (Drafts, Skip) { return d, "" } }

// puller is the stream of a source that it opens when it has to.
type puller struct {
	open opening
	pull func() (Draft, Skip, bool)
	end  func()
}

func (p *puller) next() (Draft, Skip, bool) {
	if p.pull == nil {
		source, why := p.open()
		if source == nil {
			p.pull = func() (Draft, Skip, bool) { return Draft{}, "", false }
			return Draft{}, why, why != ""
		}
		p.pull, p.end = iter.Pull2(source)
	}
	return p.pull()
}

func (p *puller) stop() {
	if p.end != nil {
		p.end()
	}
}

// draft gives the next draft and yields the reasons that come before it. It says
// whether there was one, and whether to go on: nothing may be yielded if not.
func (p *puller) draft(yield func(Draft, Skip) bool) (d Draft, ok, on bool) {
	for {
		d, skip, more := p.next()
		switch {
		case !more:
			return Draft{}, false, true
		case skip == "":
			return d, true, true
		case !yield(Draft{}, skip):
			return Draft{}, false, false
		}
	}
}

// rota is the stream that takes one draft from each of several in turn until all
// are exhausted.
type rota struct {
	all  []stream
	live []stream // those that may have more
	at   int      // whose turn it is
	kept int      // how many of live before at stay for the next round
}

func newRota(all []stream) *rota { return &rota{all: all, live: slices.Clone(all)} }

func (t *rota) next() (Draft, Skip, bool) {
	for len(t.live) > 0 {
		if t.at == len(t.live) {
			t.live, t.at, t.kept = t.live[:t.kept], 0, 0
			continue
		}
		s := t.live[t.at]
		d, skip, more := s.next()
		switch {
		case !more:
			s.stop()
			t.at++
			continue
		case skip == "": // what gives a reason instead of a draft has not had its turn yet
			t.live[t.kept] = s
			t.kept++
			t.at++
		}
		return d, skip, true
	}
	return Draft{}, "", false
}

func (t *rota) stop() {
	for _, s := range t.all {
		s.stop()
	}
}

// pullers is a stream of each source.
func pullers(sources []opening) []stream {
	all, streams := make([]puller, len(sources)), make([]stream, len(sources))
	for i, open := range sources {
		all[i].open = open
		streams[i] = &all[i]
	}
	return streams
}

// turns takes one draft from each source in turn until all are exhausted.
func turns(sources ...Drafts) Drafts {
	all := make([]opening, len(sources))
	for i, d := range sources {
		all[i] = opened(d)
	}
	return drafts(newRota(pullers(all)))
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
		halves := [2]*puller{{open: opened(a)}, {open: opened(b)}}
		defer halves[0].stop()
		defer halves[1].stop()
		for {
			// A pair is given only when both halves are there.
			var pair [2]Draft
			for i, p := range halves {
				d, ok, _ := p.draft(yield)
				if !ok {
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
