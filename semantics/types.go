package semantics

import "github.com/ifcmcq/ifcmcq/ifc"

// Type returns the type object of e: that of the first relationship that types
// it. A type object is its own. None where e has none.
func (m *Model) Type(e ifc.Entity) ifc.Entity {
	if e.IsA(m.typeObject) {
		return e
	}
	return first(m.isTypedBy, e, m.relByType).Attr("RelatingType").Entity()
}

// TypeRelations returns how many relationships type e: more than one leaves its
// type in doubt.
func (m *Model) TypeRelations(e ifc.Entity) int {
	n := 0
	for _, rel := range m.isTypedBy.Of(e) {
		if rel.IsA(m.relByType) {
			n++
		}
	}
	return n
}

// Occurrences returns the occurrences of a type object over all relationships,
// and how many relationships there are.
func (m *Model) Occurrences(t ifc.Entity) (occurrences []ifc.Entity, relations int) {
	rels := m.types.Of(t)
	for _, rel := range rels {
		for e := range rel.Attr("RelatedObjects").Entities() {
			occurrences = append(occurrences, e)
		}
	}
	return occurrences, len(rels)
}
