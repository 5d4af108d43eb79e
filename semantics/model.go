package semantics

import (
	"sync"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/schema"
	"github.com/ifcmcq/ifcmcq/step"
)

// Model answers questions of meaning about an [ifc.Model]. It is safe for
// concurrent use.
type Model struct {
	*ifc.Model
	old bool // IFC2X3, where some inverses mix several relationships

	element, spatial, storey, typeObject, space         schema.Class
	propertySet, elementQuantity                        schema.Class
	relAggregates, relNests, relMaterial, relByType     schema.Class
	relByProperties, openingElement, featureSubtraction schema.Class

	isDefinedBy, isTypedBy, types, hasAssociations  *ifc.Inverse
	contained, decomposes, isDecomposedBy, nests    *ifc.Inverse
	hasOpenings, voidsElements, fillsVoids, filling *ifc.Inverse
	contains                                        *ifc.Inverse

	setsOnce sync.Once
	sets     map[step.Row]*Set

	unitsOnce sync.Once
	units     []ifc.Entity
}

// New makes a Model. The indexes that it needs are made on first use.
func New(m *ifc.Model) *Model {
	s := &Model{Model: m, old: m.Schema().Name() == "IFC2X3"}
	class := func(name string) schema.Class {
		c, ok := m.Schema().Class(name)
		if !ok {
			return schema.NoClass
		}
		return c
	}
	s.element, s.spatial, s.storey = class("IfcElement"), class("IfcSpatialStructureElement"), class("IfcBuildingStorey")
	s.typeObject, s.space = class("IfcTypeObject"), class("IfcSpace")
	s.propertySet, s.elementQuantity = class("IfcPropertySet"), class("IfcElementQuantity")
	s.relAggregates, s.relNests, s.relByType = class("IfcRelAggregates"), class("IfcRelNests"), class("IfcRelDefinesByType")
	s.relByProperties, s.relMaterial = class("IfcRelDefinesByProperties"), class("IfcRelAssociatesMaterial")
	s.openingElement, s.featureSubtraction = class("IfcOpeningElement"), class("IfcFeatureElementSubtraction")

	s.isDefinedBy, s.isTypedBy = m.Inverse("IsDefinedBy"), m.Inverse("IsTypedBy")
	s.types, s.hasAssociations = m.Inverse("Types"), m.Inverse("HasAssociations")
	if s.old {
		s.isTypedBy, s.types = s.isDefinedBy, m.Inverse("ObjectTypeOf")
	}
	s.contained, s.contains = m.Inverse("ContainedInStructure"), m.Inverse("ContainsElements")
	s.decomposes, s.isDecomposedBy, s.nests = m.Inverse("Decomposes"), m.Inverse("IsDecomposedBy"), m.Inverse("Nests")
	if s.old {
		s.nests = s.decomposes
	}
	s.hasOpenings, s.voidsElements = m.Inverse("HasOpenings"), m.Inverse("VoidsElements")
	s.fillsVoids, s.filling = m.Inverse("FillsVoids"), m.Inverse("HasFillings")
	return s
}

// Elements returns every IfcElement, then every spatial structure element, class
// by class.
func (m *Model) Elements() []ifc.Entity {
	out := make([]ifc.Entity, 0, m.Count(m.element)+m.Count(m.spatial))
	for e := range m.Of(m.element) {
		out = append(out, e)
	}
	for e := range m.Of(m.spatial) {
		out = append(out, e)
	}
	return out
}

// IsSpatial tells whether e is a site, building, storey, space or another part
// of the spatial structure.
func (m *Model) IsSpatial(e ifc.Entity) bool { return e.IsA(m.spatial) }

// first returns the first relationship of a class among those that name e.
func first(x *ifc.Inverse, e ifc.Entity, class schema.Class) ifc.Entity {
	for _, rel := range x.Of(e) {
		if rel.IsA(class) {
			return rel
		}
	}
	return ifc.Entity{}
}
