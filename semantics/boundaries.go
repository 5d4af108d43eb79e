package semantics

import (
	"iter"

	"github.com/ifcmcq/ifcmcq/ifc"
)

// Boundary is an IfcRelSpaceBoundary of any level. Space may be an external
// spatial element, and either end may be none.
type Boundary struct {
	Relation       ifc.Entity
	Space, Element ifc.Entity
	Physical       string // PHYSICAL, VIRTUAL, NOTDEFINED or "" where unset
}

// Items of IfcPhysicalOrVirtualEnum.
const (
	Physical = "PHYSICAL"
	Virtual  = "VIRTUAL"
)

// Boundaries walks every space boundary of the model.
func (m *Model) Boundaries() iter.Seq[Boundary] {
	return func(yield func(Boundary) bool) {
		for rel := range m.All("IfcRelSpaceBoundary") {
			b := Boundary{Relation: rel, Space: rel.Attr("RelatingSpace").Entity(), Element: rel.Attr("RelatedBuildingElement").Entity()}
			b.Physical, _ = rel.Attr("PhysicalOrVirtualBoundary").Enum()
			if !yield(b) {
				return
			}
		}
	}
}
