package generate

import (
	"math/rand/v2"
	"slices"

	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/schema"
)

var elementSpaces = Subtype{
	Doc: mcq.Doc{
		Subtype:  mcq.ElementSpaces,
		Asks:     "Which spaces an element bounds physically, among those listed.",
		Entities: []string{"IfcRelSpaceBoundary", "IfcSpace", "IfcElement"},
		LeavesOut: []string{
			"virtual boundaries: nothing is built there",
			"pairs with a boundary that is neither physical nor virtual: neither asked about nor offered",
			"external spatial elements: they are no spaces",
			"elements that bound all spaces of their storey",
		},
		Wrong: []string{
			"spaces on the same storey that it does not bound, drawn by way of other elements there: a space that many elements bound is as often wrong as right",
		},
		Example: `"Which of the listed spaces does IfcWall "Wall 05 Middle" (GlobalId 1db8t0_yNorXx$glDUAZZg) physically bound?" IfcSpace "R01"*, "R03"*, "R04"*, "R05" likewise: physical boundaries relate the wall to the first three; of the terrace R05 there is none.`,
		Since:   "0.1.0",
	},
	Source: func(ix *index.Index, r *rand.Rand) Drafts {
		s := several{
			ix: ix, stems: elementSpacesStems, owners: ix.BoundingElements(), members: ix.Bounding,
			places: func(e int) []int { return spacePlaces(ix, ix.Bounding(e)) },
			wrong: func(e, space int) bool {
				return ix.Bound(space, e) == index.Unbound && slices.Contains(spacePlaces(ix, ix.Bounding(e)), spacePlace(ix, space))
			},
			why: doubtful(ix),
		}
		return s.drafts(r)
	},
}

var spaceElements = Subtype{
	Doc: mcq.Doc{
		Subtype:  mcq.SpaceElements,
		Asks:     "Which elements bound a space physically, among those listed.",
		Entities: []string{"IfcRelSpaceBoundary", "IfcSpace", "IfcElement"},
		LeavesOut: []string{
			"virtual boundaries: nothing is built there",
			"pairs with a boundary that is neither physical nor virtual: neither asked about nor offered",
			"external spatial elements: they are no spaces",
			"elements of a class of which no other bounds a space on the storey",
		},
		Wrong: []string{
			"elements of the same classes that bound other spaces on the storey, drawn by way of these spaces",
		},
		Example: `"Which of the listed elements physically bound IfcSpace "R07" (GlobalId 1NECtCJwBwrNOIWf0U2sNj)?" IfcCovering "Covering 01 South"*, IfcWindow "Window 09"*, IfcWindow "Window 07", IfcWindow "Window 12", IfcCovering "Covering 02 North": the boundaries of the space name the first two; the others bound its neighbours.`,
		Since:   "0.1.0",
	},
	Source: func(ix *index.Index, r *rand.Rand) Drafts {
		s := several{
			ix: ix, stems: spaceElementsStems, owners: ix.BoundSpaces(), members: ix.Bounding,
			places: func(space int) []int { return []int{spacePlace(ix, space)} },
			wrong:  func(space, e int) bool { return ix.Bound(space, e) == index.Unbound },
		}
		return s.drafts(r)
	},
}

var boundaryCheck = Subtype{
	Doc: mcq.Doc{
		Subtype:  mcq.BoundaryCheck,
		Asks:     "Whether the file states a physical boundary between a space and an element.",
		Entities: []string{"IfcRelSpaceBoundary", "IfcSpace", "IfcElement"},
		LeavesOut: []string{
			"pairs with a boundary that is neither physical nor virtual: the answer is in doubt",
			"external spatial elements: they are no spaces",
			"pairs that cannot be crossed with another one of the storey and class, see below",
		},
		Wrong: []string{
			"of two pairs on a storey, with elements of one class, one is asked about as it is and one with the partners exchanged: so spaces, elements and classes come up as often with yes as with no",
		},
		Example: `"Is IfcWallStandardCase "Wall 13 Partition" (GlobalId 2XQebkqhtK4byDJZmARc7O) a physical boundary of IfcSpace "R07" (GlobalId 1NECtCJwBwrNOIWf0U2sNj)?" Yes*, No: an IfcRelSpaceBoundary marked PHYSICAL relates the two.`,
		Since:   "0.1.0",
	},
	Source: boundaryDrafts,
}

var elementSpacesStems = stems{
	"Which of the listed spaces does {entity} physically bound?",
	"{entity} is named by physical space boundaries. Which of the options do they belong to?",
	"Choose all the options that have {entity} as a physical boundary.",
	"By the space boundaries in the file, virtual ones aside, which of these does {entity} delimit?",
	"Select every one of the following that shares a physical space boundary with {entity}.",
}

var spaceElementsStems = stems{
	"Which of the listed elements physically bound {entity}?",
	"Physical space boundaries delimit {entity}. Which of the options are named by them?",
	"Choose all the options with which {entity} has a physical space boundary.",
	"Select every one of the following that the file gives as a physical boundary of {entity}.",
	"Leaving virtual boundaries aside, what of the list below encloses {entity}, by its space boundaries?",
}

var boundaryCheckStems = stems{
	"Does the file state a physical boundary between {space} and {element}?",
	"Is {element} a physical boundary of {space}?",
	"{space}: is it physically bounded by {element}, going by the space boundaries in the file?",
	"Look through the space boundaries of {space}. Is there a physical one with {element}?",
	"Going by the space boundaries, does {element} physically delimit {space}?",
}

// spacePlace is the storey of a space, -1 where it is in none.
func spacePlace(ix *index.Index, space int) int {
	storey, _ := ix.StoreyOf(space)
	return storey
}

// spacePlaces are the storeys of spaces, each once.
func spacePlaces(ix *index.Index, spaces []int) []int {
	var out []int
	for _, s := range spaces {
		if at := spacePlace(ix, s); !slices.Contains(out, at) {
			out = append(out, at)
		}
	}
	return out
}

// doubtful is a reason for every pair in doubt.
func doubtful(ix *index.Index) []Skip {
	var why []Skip
	for range ix.DoubtfulBounds() {
		why = append(why, "a boundary that is neither physical nor virtual")
	}
	return why
}

// bounded is a space with an element that bounds it, positions in Elements.
type bounded struct{ space, element int }

// boundaryDrafts crosses pairs: of space A with wall 1 and space B with wall 2
// it asks for A and 1 or B and 2, which are bounded, and for A and 2 or B and 1,
// which are not. The other half of each crossing comes last.
func boundaryDrafts(ix *index.Index, r *rand.Rand) Drafts {
	var classes []schema.Class
	type group struct {
		class schema.Class
		place int
	}
	pairs := map[group][]bounded{}
	groups := map[schema.Class][]group{}
	for _, e := range ix.BoundingElements() {
		for _, s := range ix.Bounding(e) {
			g := group{ix.Elements[e].Class, spacePlace(ix, s)}
			if groups[g.class] == nil {
				classes = append(classes, g.class)
			}
			if pairs[g] == nil {
				groups[g.class] = append(groups[g.class], g)
			}
			pairs[g] = append(pairs[g], bounded{s, e})
		}
	}
	asked := map[bounded]bool{}
	var found []crossing
	crossed := func(g group) Drafts {
		return func(yield func(Draft, Skip) bool) {
			all := pairs[g]
			order := shuffled(r, len(all))
			for i, k := range order {
				c, ok := cross(ix, r, asked, all, all[k], order[i+1:])
				switch {
				case ok:
					found = append(found, c)
					if !yield(Draft{}, "") { // what is asked is taken from found
						return
					}
				case !asked[all[k]]:
					if !yield(Draft{}, "no other boundary on the storey to cross it with") {
						return
					}
				}
			}
		}
	}
	var by bySource
	for _, c := range classes {
		for _, g := range groups[c] {
			by.add(c, opened(crossed(g)))
		}
	}
	turn := by.turns(r)
	return func(yield func(Draft, Skip) bool) {
		for _, skip := range turn {
			if skip != "" {
				if !yield(Draft{}, skip) {
					return
				}
				continue
			}
			if !found[len(found)-1].ask(ix, r, 0, yield) {
				return
			}
		}
		for _, c := range found {
			if !c.ask(ix, r, 1, yield) {
				return
			}
		}
	}
}

// crossing is two bounded pairs and the two of their members exchanged, which
// are not bounded, each in the order in which they are asked about.
type crossing struct {
	yes, no [2]bounded
	// bare leaves the Names of the elements out.
	bare bool
}

// tries is how many pairs are looked at to cross one with.
const tries = 40

// cross finds a pair that p can be crossed with and notes all four as asked.
func cross(ix *index.Index, r *rand.Rand, asked map[bounded]bool, all []bounded, p bounded, others []int) (crossing, bool) {
	if asked[p] {
		return crossing{}, false
	}
	for i, k := range others {
		if i == tries {
			break
		}
		q := all[k]
		x, y := bounded{p.space, q.element}, bounded{q.space, p.element}
		if p.space == q.space || p.element == q.element || asked[q] || asked[x] || asked[y] ||
			ix.Bound(x.space, x.element) != index.Unbound || ix.Bound(y.space, y.element) != index.Unbound {
			continue
		}
		c := crossing{yes: [2]bounded{p, q}, no: [2]bounded{x, y}}
		if r.IntN(2) == 0 {
			c.yes[0], c.yes[1] = c.yes[1], c.yes[0]
		}
		if r.IntN(2) == 0 {
			c.no[0], c.no[1] = c.no[1], c.no[0]
		}
		for _, b := range []bounded{p, q, x, y} {
			asked[b] = true
			// A Name that tells one pair is left out of all four: to leave it out of
			// those that are bounded would tell them.
			space := ix.Elements[b.space]
			c.bare = c.bare || mcq.Tells(ix.Elements[b.element].Name, mcq.Key{Text: space.Name, Value: space.GUID})
		}
		return c, true
	}
	return crossing{}, false
}

// ask gives the bounded and the unbounded pair of a half, in random order.
func (c crossing) ask(ix *index.Index, r *rand.Rand, half int, yield func(Draft, Skip) bool) bool {
	first := r.IntN(2)
	for i := range 2 {
		yes := i == first
		p := c.no[half]
		if yes {
			p = c.yes[half]
		}
		space, element := ix.Elements[p.space], ix.Elements[p.element]
		if c.bare {
			element.Name = ""
		}
		d := Draft{
			Fact:    mcq.Fact{Space: space.GUID, Element: element.GUID},
			Stem:    boundaryCheckStems.with(r, "space", subject(ix, space), "element", subject(ix, element)),
			Choices: []Choice{{Text: "Yes", Value: true, Right: yes}, {Text: "No", Value: false, Right: !yes}},
		}
		if !yield(d, "") {
			return false
		}
	}
	return true
}
