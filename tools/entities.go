package tools

import (
	"strconv"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/step"
)

type entityInfo struct {
	ref
	Predefined *predefined `json:"predefined_type"`
	Attributes object      `json:"attributes"`
}

// predefined is the kind of thing within a class.
type predefined struct {
	Value any    `json:"value"`
	From  string `json:"from"` // own or type
}

func (s *Set) getEntity(a args) (any, error) {
	e, err := s.entity(a.guid)
	if err != nil {
		return nil, err
	}
	out := entityInfo{ref: *s.ref(e), Attributes: object{}, Predefined: s.predefinedType(e)}
	sch := s.m.Schema()
	c := e.ClassNo()
	for i := range sch.NumAttrs(c) {
		if !sch.Derived(c, i) {
			out.Attributes = append(out.Attributes, member{sch.Attr(c, i).Name, s.attribute(e.At(i))})
		}
	}
	return out, nil
}

// predefinedType is the predefined type that holds for e: its own, or that of its
// type where it states none or NOTDEFINED. USERDEFINED gives the word that the
// user has chosen.
func (s *Set) predefinedType(e ifc.Entity) *predefined {
	own := s.ownPredefined(e, "ObjectType")
	if own != nil && own != "NOTDEFINED" {
		return &predefined{own, "own"}
	}
	if t := s.m.Type(e); t.Exists() && t != e {
		if of := s.ownPredefined(t, "ElementType"); of != nil && of != "NOTDEFINED" {
			return &predefined{of, "type"}
		}
	}
	if own == nil {
		return nil
	}
	return &predefined{own, "own"}
}

func (s *Set) ownPredefined(e ifc.Entity, user string) any {
	item, ok := e.Attr("PredefinedType").Enum()
	if !ok {
		return nil
	}
	if item == "USERDEFINED" {
		if word, ok := e.Attr(user).Text(); ok && word != "" {
			return cut(word, maxListed)
		}
	}
	return item
}

// attribute tells a value; what it refers to as an entity.
func (s *Set) attribute(v ifc.Value) any {
	switch v.Step().Kind() {
	case step.Ref:
		if e := v.Entity(); e.Exists() {
			return s.ref(e)
		}
		return nil
	case step.List:
		var told []any
		n := 0
		for e := range v.Entities() {
			if n++; n <= maxElements {
				told = append(told, s.ref(e))
			}
		}
		if n > maxElements {
			told = append(told, "… "+strconv.Itoa(n-maxElements)+" more")
		}
		if n > 0 {
			return told
		}
	}
	return datum(v.Datum(), maxText)
}
