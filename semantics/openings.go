package semantics

import "github.com/ifcmcq/ifcmcq/ifc"

// Openings returns the openings that relationships cut into e itself.
func (m *Model) Openings(e ifc.Entity) []ifc.Entity {
	return m.others(m.hasOpenings, e, "RelatedOpeningElement")
}

// Voids returns the elements that opening e is cut into: one, in a sound file.
func (m *Model) Voids(e ifc.Entity) []ifc.Entity {
	return m.others(m.voidsElements, e, "RelatingBuildingElement")
}

// Fills returns the openings that e fills.
func (m *Model) Fills(e ifc.Entity) []ifc.Entity {
	return m.others(m.fillsVoids, e, "RelatingOpeningElement")
}

// Fillings returns what fills opening e.
func (m *Model) Fillings(e ifc.Entity) []ifc.Entity {
	return m.others(m.filling, e, "RelatedBuildingElement")
}

// others returns the other ends of the relationships that name e.
func (m *Model) others(x *ifc.Inverse, e ifc.Entity, attr string) []ifc.Entity {
	var out []ifc.Entity
	for _, rel := range x.Of(e) {
		for other := range rel.Attr(attr).Entities() {
			out = append(out, other)
		}
	}
	return out
}
