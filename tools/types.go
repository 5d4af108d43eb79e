package tools

import (
	"fmt"

	"github.com/ifcmcq/ifcmcq/ifc"
)

type typeInfo struct {
	Entity      *ref `json:"entity"`
	Type        *ref `json:"type"` // null where it has none
	Predefined  any  `json:"predefined_type"`
	Occurrences *int `json:"occurrences"` // of the type

	Note string `json:"note,omitempty"`
}

func (s *Set) getType(a args) (any, error) {
	e, err := s.entity(a.guid)
	if err != nil {
		return nil, err
	}
	if e.IsA(s.typeObject) {
		return nil, fail(fmt.Sprintf("%s is a type object (%s)", a.guid, e.Class()), "get_type_occurrences tells its occurrences, get_entity its attributes")
	}
	out := typeInfo{Entity: s.ref(e)}
	t := s.m.Type(e)
	if !t.Exists() {
		return out, nil
	}
	out.Type, out.Predefined = s.ref(t), s.ownPredefined(t, "ElementType")
	all, _ := s.m.Occurrences(t)
	n := len(distinct(all))
	out.Occurrences = &n
	if n := s.m.TypeRelations(e); n > 1 {
		out.Note = fmt.Sprintf("%d relationships give it a type; this is the first", n)
	}
	return out, nil
}

type occurrences struct {
	Type    *ref         `json:"type"`
	Count   int          `json:"count"`
	ByClass []classCount `json:"by_class"`
	page
	Occurrences []*ref `json:"occurrences"`
}

func (s *Set) getTypeOccurrences(a args) (any, error) {
	t, err := s.entity(a.guid)
	if err != nil {
		return nil, err
	}
	if !t.IsA(s.typeObject) {
		hint := "get_type tells the type of an element"
		if of := s.m.Type(t); of.Exists() {
			hint = fmt.Sprintf("its type is %s (%s)", s.idOf(of), of.Class())
		}
		return nil, fail(fmt.Sprintf("%s is an %s, not a type object", a.guid, t.Class()), hint)
	}
	all, _ := s.m.Occurrences(t)
	all = distinct(all)
	out := occurrences{Type: s.ref(t), Count: len(all), ByClass: s.countMixed(all)}
	p, from, to := pageOf(a, len(all))
	out.page, out.Occurrences = p, s.refs(all[from:to])
	return out, nil
}

// distinct leaves out what stood before.
func distinct(all []ifc.Entity) []ifc.Entity {
	seen := make(map[ifc.Entity]bool, len(all))
	out := make([]ifc.Entity, 0, len(all))
	for _, e := range all {
		if !seen[e] {
			seen[e] = true
			out = append(out, e)
		}
	}
	return out
}
