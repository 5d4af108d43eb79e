package index

import (
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/schema"
)

// structure is where elements, spaces and storeys are.
type structure struct {
	storey   []place // by position in Elements
	building []place // of storeys
	storeys  []int   // that can be asked about
}

// place is a position in Elements, or why there is none.
type place struct {
	at  int
	why string
}

// Reasons why there is no one storey or building.
const (
	NoStorey      = "in no storey"
	NoBuilding    = "in no building"
	PlaceTwice    = "its place is stated more than once"
	StoreysNest   = "a storey is part of another storey"
	PartOfPlace   = "a part of a storey or space that is not contained in it"
	PlaceUnusable = "in a storey or building that cannot be named"
	placeCircle   = "its place goes round in a circle"
)

// StoreyOf returns the storey that the element or space at a position is in: of
// an element by its own containment, else that of what it is a part of, is
// nested in, fills or voids; of a space by the decomposition. Storeys are
// positions in Elements too; why says why there is no one storey.
func (ix *Index) StoreyOf(i int) (storey int, why string) {
	p := ix.tables.structure.Get(ix.readStructure).storey[i]
	return p.at, p.why
}

// BuildingOf returns the building above the storey at a position.
func (ix *Index) BuildingOf(i int) (building int, why string) {
	p := ix.tables.structure.Get(ix.readStructure).building[i]
	return p.at, p.why
}

// Storeys returns the positions of the storeys that can be asked about: neither
// part of another storey nor with one as a part.
func (ix *Index) Storeys() []int { return ix.tables.structure.Get(ix.readStructure).storeys }

// OfClassNamed returns the positions in Elements of a class and its subclasses.
func (ix *Index) OfClassNamed(name string) []int {
	s := ix.Model.Schema()
	c, ok := s.Class(name)
	if !ok {
		return nil
	}
	var out []int
	for k := c; k <= s.Last(c); k++ {
		out = append(out, ix.byCls[k]...)
	}
	return out
}

// climber finds places by the inverse attributes that state them.
type climber struct {
	ix                                        *Index
	element, space, storey, building          schema.Class
	contained, decomposes, nests, fills, cuts *ifc.Inverse
	above                                     map[ifc.Entity]place // storeys above spatial elements
	nested                                    map[ifc.Entity]bool
}

func (ix *Index) readStructure() *structure {
	class := func(name string) schema.Class {
		c, ok := ix.Model.Schema().Class(name)
		if !ok {
			return schema.NoClass
		}
		return c
	}
	m := ix.Model
	c := climber{
		ix:      ix,
		element: class("IfcElement"), space: class("IfcSpace"), storey: class("IfcBuildingStorey"), building: class("IfcBuilding"),
		contained: m.Inverse("ContainedInStructure"), decomposes: m.Inverse("Decomposes"), nests: m.Inverse("Nests"),
		fills: m.Inverse("FillsVoids"), cuts: m.Inverse("VoidsElements"),
		above: map[ifc.Entity]place{}, nested: map[ifc.Entity]bool{},
	}
	for e := range m.Of(c.storey) {
		if whole := m.Above(e, c.storey); whole.Exists() {
			c.nested[e], c.nested[whole] = true, true
		}
	}
	t := &structure{storey: make([]place, len(ix.Elements)), building: make([]place, len(ix.Elements))}
	for i, el := range ix.Elements {
		t.storey[i], t.building[i] = place{-1, NoStorey}, place{-1, NoBuilding}
		switch {
		case el.Entity.IsA(c.element):
			t.storey[i] = c.storeyOf(el.Entity)
		case el.Entity.IsA(c.space):
			t.storey[i] = c.up(el.Entity, c.storey, NoStorey)
		case el.Entity.IsA(c.storey):
			t.building[i] = c.up(el.Entity, c.building, NoBuilding)
			if !c.nested[el.Entity] {
				t.storeys = append(t.storeys, i)
			}
		}
	}
	return t
}

// structureDepth bounds a climb, as nothing real is a hundred levels deep.
const structureDepth = 100

// storeyOf climbs from an element to what contains it and from there to a
// storey. Every step must be stated once.
func (c *climber) storeyOf(e ifc.Entity) place {
	for range structureDepth {
		switch c.contained.Len(e) {
		case 0:
		case 1:
			in := c.ix.Model.Container(e)
			p, ok := c.above[in]
			if !ok {
				p = c.up(in, c.storey, NoStorey)
				c.above[in] = p
			}
			return p
		default:
			return place{-1, PlaceTwice}
		}
		var stated int
		var next ifc.Entity
		m := c.ix.Model
		if p := m.Aggregate(e); p.Exists() {
			next, stated = p, c.decomposes.Len(e)
			if m.IsSpatial(p) {
				return place{-1, PartOfPlace}
			}
		} else if p := m.Nest(e); p.Exists() {
			next, stated = p, max(c.nests.Len(e), c.decomposes.Len(e))
		} else if c.fills.Len(e) > 0 {
			next, stated = c.fills.First(e).Attr("RelatingOpeningElement").Entity(), c.fills.Len(e)
		} else if c.cuts.Len(e) > 0 {
			next, stated = c.cuts.First(e).Attr("RelatingBuildingElement").Entity(), c.cuts.Len(e)
		}
		switch {
		case !next.Exists():
			return place{-1, NoStorey}
		case stated > 1:
			return place{-1, PlaceTwice}
		}
		e = next
	}
	return place{-1, placeCircle}
}

// up climbs the decomposition from e, itself included, to a class of spatial
// element.
func (c *climber) up(e ifc.Entity, to schema.Class, none string) place {
	for range structureDepth {
		switch {
		case !e.Exists():
			return place{-1, none}
		case e.IsA(to):
			at := c.ix.Position(e)
			switch {
			case at < 0:
				return place{-1, PlaceUnusable}
			case c.nested[e]:
				return place{-1, StoreysNest}
			}
			return place{at, ""}
		case c.decomposes.Len(e) > 1:
			return place{-1, PlaceTwice}
		}
		e = c.ix.Model.Aggregate(e)
	}
	return place{-1, placeCircle}
}
