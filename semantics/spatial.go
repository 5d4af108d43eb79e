package semantics

import (
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/schema"
)

// maxClimb bounds every climb through a structure, which has no cycles in a
// sound file: nothing real is a hundred levels deep.
const maxClimb = 100

// Aggregate returns the whole that e is aggregated into.
func (m *Model) Aggregate(e ifc.Entity) ifc.Entity {
	rel := m.decomposes.First(e)
	if !rel.IsA(m.relAggregates) { // IFC2X3 lists nests behind aggregates
		return ifc.Entity{}
	}
	return rel.Attr("RelatingObject").Entity()
}

// Nest returns the object that e is nested in.
func (m *Model) Nest(e ifc.Entity) ifc.Entity {
	rel := m.nests.First(e)
	if !rel.IsA(m.relNests) {
		return ifc.Entity{}
	}
	return rel.Attr("RelatingObject").Entity()
}

// DirectContainer returns the spatial element that contains e by a relationship
// of its own. Contained is true also where that relationship leads nowhere.
func (m *Model) DirectContainer(e ifc.Entity) (container ifc.Entity, contained bool) {
	rel := m.contained.First(e)
	if !rel.Exists() {
		return ifc.Entity{}, false
	}
	return rel.Attr("RelatingStructure").Entity(), true
}

// Container returns the spatial element that contains e: by a relationship of
// its own, else that of what e is a part of, is nested in, fills or voids.
func (m *Model) Container(e ifc.Entity) ifc.Entity {
	c, _ := m.containerOf(e)
	return c
}

// Storey returns the storey that e is in: its container, if that is a storey,
// else the storey above its container in the decomposition. Spatial elements
// have none this way: see [Model.Above].
func (m *Model) Storey(e ifc.Entity) ifc.Entity {
	c, ok := m.containerOf(e)
	if !ok {
		return ifc.Entity{}
	}
	if c.IsA(m.storey) {
		return c
	}
	return m.Above(c, m.storey)
}

// Above climbs the decomposition from e until an entity of class c, e itself not
// counted.
func (m *Model) Above(e ifc.Entity, c schema.Class) ifc.Entity {
	for range maxClimb {
		e = m.Aggregate(e)
		if !e.Exists() || e.IsA(c) {
			return e
		}
	}
	m.File().Report(e.Row(), "decomposition goes round in a circle; read as none")
	return ifc.Entity{}
}

// StoreyOfSpace returns the storey above a space in the decomposition.
func (m *Model) StoreyOfSpace(e ifc.Entity) ifc.Entity { return m.Above(e, m.storey) }

func (m *Model) containerOf(e ifc.Entity) (ifc.Entity, bool) {
	for range maxClimb {
		if !e.Exists() {
			return ifc.Entity{}, false
		}
		if c, ok := m.DirectContainer(e); ok {
			return c, c.Exists()
		}
		e = m.parent(e)
	}
	m.File().Report(e.Row(), "containment goes round in a circle; read as none")
	return ifc.Entity{}, false
}

// parent is what e is a part of, is nested in, fills or voids, in this order.
func (m *Model) parent(e ifc.Entity) ifc.Entity {
	if p := m.Aggregate(e); p.Exists() {
		return p
	}
	if p := m.Nest(e); p.Exists() {
		return p
	}
	if rel := m.fillsVoids.First(e); rel.Exists() {
		return rel.Attr("RelatingOpeningElement").Entity()
	}
	if rel := m.voidsElements.First(e); rel.Exists() {
		return rel.Attr("RelatingBuildingElement").Entity()
	}
	return ifc.Entity{}
}
