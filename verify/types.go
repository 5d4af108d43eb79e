package verify

import (
	"fmt"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/step"
)

// typeObject finds the type that relationships give an element: there must be
// one.
func (v *Verifier) typeObject(f mcq.Fact) (answer, error) {
	e, err := v.entity(f.GUID)
	if err != nil {
		return answer{}, err
	}
	switch types := v.typesOf(e); len(types) {
	case 0:
		return answer{}, fmt.Errorf("%s has no type", f.GUID)
	case 1:
		return text(types[0].GUID()), nil
	default:
		return answer{}, fmt.Errorf("%s is typed %d times", f.GUID, len(types))
	}
}

// typesOf returns the type objects of e by every relationship that names it.
func (v *Verifier) typesOf(e ifc.Entity) []ifc.Entity {
	return v.typs.Get(func() map[step.Row][]ifc.Entity {
		out := map[step.Row][]ifc.Entity{}
		for rel := range v.m.All("IfcRelDefinesByType") {
			t := rel.At(5).Entity()
			for e := range rel.At(4).Entities() {
				out[e.Row()] = append(out[e.Row()], t)
			}
		}
		return out
	})[e.Row()]
}

// typeOf finds the type object of e by the first relationship that names it.
func (v *Verifier) typeOf(e ifc.Entity) ifc.Entity {
	if types := v.typesOf(e); len(types) > 0 {
		return types[0]
	}
	return ifc.Entity{}
}
