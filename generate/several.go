package generate

import (
	"math/rand/v2"
	"slices"

	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/schema"
)

// Numbers of options of items with several right ones.
const (
	minSeveral = 3
	maxSeveral = 8
)

// several makes drafts that ask which of the options belong to an owner. All are
// positions in Elements.
//
// Right options are a random part of an owner's members, wrong ones random parts
// of other owners' members, class by class as the right ones: so whatever is
// frequent among members is as frequent among right as among wrong options, and
// what hangs together by its Names does so on both sides.
type several struct {
	ix      *index.Index
	stems   stems
	owners  []int
	members func(owner int) []int
	// places are the storeys or whatever else says which owners are near each other.
	places func(owner int) []int
	// wrong tells whether something may be offered as wrong for an owner.
	wrong func(owner, member int) bool
	// alike tells whether wrong options for owner a may be members of owner b; nil
	// where they may be anybody's.
	alike func(a, b int) bool
	// anywhere takes wrong options from other places too, where a place has too few.
	anywhere bool
	why      []Skip

	near    map[int][]int // owners by place
	offered map[int]int   // how many wrong options have been taken from an owner
	even    evenness
}

const noSibling Skip = "nothing of the same class that could be a wrong option"

// drafts asks about the owners by turns over their classes, and within a class
// over whether they have one member, two or more.
func (s *several) drafts(r *rand.Rand) Drafts {
	s.near, s.offered = map[int][]int{}, map[int]int{}
	type group struct {
		class schema.Class
		size  int
	}
	in := map[group][]int{}
	var order []group
	for _, o := range s.owners {
		for _, place := range s.places(o) {
			s.near[place] = append(s.near[place], o)
		}
		g := group{s.ix.Elements[o].Class, min(3, len(s.members(o)))}
		if in[g] == nil {
			order = append(order, g)
		}
		in[g] = append(in[g], o)
	}
	var all bySource
	for _, g := range order {
		all.add(g.class, opened(func(yield func(Draft, Skip) bool) {
			for _, o := range mixed(r, in[g]) {
				if !yield(s.draft(r, o)) {
					return
				}
			}
		}))
	}
	return inOrder(reasons(s.why...), all.turns(r))
}

func (s *several) draft(r *rand.Rand, owner int) (Draft, Skip) {
	d := Draft{Fact: mcq.Fact{GUID: s.ix.Elements[owner].GUID}}
	mine := mixed(r, s.members(owner))
	others := s.others(r, owner, mine)
	// Where the file has no other of a class, all of that class would be right.
	mine = slices.DeleteFunc(mine, func(m int) bool { return len(others[s.class(m)]) == 0 })
	wrongs := 0
	for _, all := range others {
		wrongs += len(all)
	}
	if len(mine) == 0 {
		return d, noSibling
	}
	options, rights, ok := s.even.choose(r, len(mine), wrongs)
	if !ok {
		return d, tooFew
	}
	chosen := mine[:rights]
	for len(chosen) < options {
		// A class as frequent among the wrong as among the right ones, as long as
		// there are any; then whatever class of this owner's there is.
		c := s.class(one(r, mine[:rights]))
		if len(others[c]) == 0 {
			for _, m := range mine {
				if len(others[s.class(m)]) > 0 {
					c = s.class(m)
					break
				}
			}
		}
		w := others[c][0]
		others[c] = others[c][1:]
		chosen = append(slices.Clip(chosen), w.member)
		s.offered[w.owner]++
	}
	d.Choices = entityChoices(s.ix, elementsAt(s.ix, chosen), nil)
	for i := range rights {
		d.Choices[i].Right = true
	}
	var skip Skip
	d.Stem, skip = askAbout(s.ix, r, s.stems, s.ix.Elements[owner], d.Choices)
	return d, skip
}

func (s *several) class(i int) schema.Class { return s.ix.Elements[i].Class }

// candidate is a wrong option and the owner that it is a member of.
type candidate struct{ member, owner int }

// visited is how many other owners are looked at for wrong options.
const visited = 60

// others draws wrong options for an owner by class, of the classes of its
// members: owner by owner, all that one has together.
func (s *several) others(r *rand.Rand, owner int, mine []int) map[schema.Class][]candidate {
	out := map[schema.Class][]candidate{}
	wanted := 0
	for _, m := range mine {
		if _, known := out[s.class(m)]; !known {
			out[s.class(m)] = nil
			wanted += maxSeveral - 1
		}
	}
	found := 0
	seen := map[int]bool{}
	take := func(from []int) {
		n := 0
		// Those offered least come first, so that what is right once is not wrong
		// many times.
		from = mixed(r, from)
		slices.SortStableFunc(from, func(a, b int) int {
			return s.offered[a]*len(s.members(b)) - s.offered[b]*len(s.members(a))
		})
		for _, other := range from {
			if other == owner || s.alike != nil && !s.alike(owner, other) {
				continue
			}
			if n++; n > visited || found == wanted {
				return
			}
			for _, m := range mixed(r, s.members(other)) {
				sofar, of := out[s.class(m)]
				if !of || len(sofar) >= maxSeveral-1 || seen[m] || slices.Contains(mine, m) || !s.wrong(owner, m) {
					continue
				}
				seen[m] = true
				out[s.class(m)] = append(sofar, candidate{m, other})
				found++
			}
		}
	}
	var near []int
	for _, place := range s.places(owner) {
		near = append(near, s.near[place]...)
	}
	take(near)
	if s.anywhere && found < maxSeveral-1 {
		take(s.owners)
	}
	return out
}

// evenness keeps numbers of options and of right ones as even as the file
// allows.
type evenness struct {
	rights [maxSeveral]int
	pairs  [maxSeveral + 1][maxSeveral]int // options, right ones
}

// choose draws how many options there are and how many of them are right, of so
// many that could be: of the numbers that have been least often.
func (e *evenness) choose(r *rand.Rand, rights, wrongs int) (options, right int, ok bool) {
	best := -1
	for n := minSeveral; n <= maxSeveral; n++ {
		for k := 1; k < n; k++ {
			if k > rights || n-k > wrongs {
				continue
			}
			// The number of right ones counts most, then that of options with it; the
			// draw decides between equals.
			cost := (e.rights[k]*1000+e.pairs[n][k])*1000 + r.IntN(1000)
			if best < 0 || cost < best {
				best, options, right = cost, n, k
			}
		}
	}
	if best < 0 {
		return 0, 0, false
	}
	e.rights[right]++
	e.pairs[options][right]++
	return options, right, true
}
