package index

import (
	"slices"

	"github.com/ifcmcq/ifcmcq/schema"
)

// Bound is what the file says of a space and an element.
type Bound uint8

const (
	Unbound  Bound = iota // no physical boundary
	Physical              // at least one
	Doubtful              // one of which it is not said what it is
)

// boundaries is which elements bound which spaces.
type boundaries struct {
	pairs map[pair]Bound
	// of holds by position in Elements, of a space the elements that physically
	// bound it, of an element the spaces that it bounds, in the order of Elements.
	of               map[int][]int
	spaces, elements []int
}

type pair struct{ space, element int }

// Bound returns what the file says of a space and an element, positions in
// Elements. Several statements of one pair are one fact; a single one that is
// neither physical nor virtual puts it in doubt.
func (ix *Index) Bound(space, element int) Bound {
	return ix.tables.boundaries.Get(ix.readBoundaries).pairs[pair{space, element}]
}

// Bounding returns of a space the elements that physically bound it, of an
// element the spaces that it bounds; pairs in doubt are not among them.
func (ix *Index) Bounding(i int) []int {
	return ix.tables.boundaries.Get(ix.readBoundaries).of[i]
}

// BoundSpaces returns the spaces that some element bounds, in the order of
// Elements.
func (ix *Index) BoundSpaces() []int { return ix.tables.boundaries.Get(ix.readBoundaries).spaces }

// BoundingElements returns the elements that bound some space, in the order of
// Elements.
func (ix *Index) BoundingElements() []int {
	return ix.tables.boundaries.Get(ix.readBoundaries).elements
}

// DoubtfulBounds returns how many pairs of a space and an element are in doubt.
func (ix *Index) DoubtfulBounds() int {
	n := 0
	for _, b := range ix.tables.boundaries.Get(ix.readBoundaries).pairs {
		if b == Doubtful {
			n++
		}
	}
	return n
}

func (ix *Index) readBoundaries() *boundaries {
	t := &boundaries{pairs: map[pair]Bound{}, of: map[int][]int{}}
	space, ok := ix.Model.Schema().Class("IfcSpace")
	if !ok {
		space = schema.NoClass
	}
	var order []pair
	for b := range ix.Model.Boundaries() {
		if !b.Space.IsA(space) || !b.Element.Exists() || b.Physical == "VIRTUAL" {
			continue
		}
		p := pair{ix.Position(b.Space), ix.Position(b.Element)}
		if p.space < 0 || p.element < 0 {
			continue
		}
		is := Doubtful
		if b.Physical == "PHYSICAL" {
			is = Physical
		}
		old, known := t.pairs[p]
		if !known {
			order = append(order, p)
		}
		t.pairs[p] = max(old, is)
	}
	for _, p := range order {
		if t.pairs[p] != Physical {
			continue
		}
		if t.of[p.space] == nil {
			t.spaces = append(t.spaces, p.space)
		}
		if t.of[p.element] == nil {
			t.elements = append(t.elements, p.element)
		}
		t.of[p.space] = append(t.of[p.space], p.element)
		t.of[p.element] = append(t.of[p.element], p.space)
	}
	for _, all := range t.of {
		slices.Sort(all)
	}
	slices.Sort(t.spaces)
	slices.Sort(t.elements)
	return t
}
