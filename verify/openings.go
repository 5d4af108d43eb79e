package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/step"
)

// openingHost finds the one element that the opening is cut into.
func (v *Verifier) openingHost(f mcq.Fact) (answer, error) {
	e, err := v.entity(f.GUID)
	if err != nil {
		return answer{}, err
	}
	return guidOf(v.hostOf(e))
}

func (v *Verifier) hostOf(opening ifc.Entity) (ifc.Entity, error) {
	host, ok, err := v.spatial.Get(v.readSpatial).cut.of(opening, "is cut into")
	if err == nil && (!ok || !host.Exists()) {
		err = fmt.Errorf("%s is cut into nothing", name(opening))
	}
	return host, err
}

// fillerHost goes from the filling to its opening, and from there to the host.
func (v *Verifier) fillerHost(f mcq.Fact) (answer, error) {
	e, err := v.entity(f.GUID)
	if err != nil {
		return answer{}, err
	}
	opening, ok, err := v.spatial.Get(v.readSpatial).filled.of(e, "fills")
	if err == nil && (!ok || !opening.Exists()) {
		err = fmt.Errorf("%s fills no opening", f.GUID)
	}
	if err != nil {
		return answer{}, err
	}
	return guidOf(v.hostOf(opening))
}

// hostFillers goes from the host down to its openings and to what fills them.
func (v *Verifier) hostFillers(f mcq.Fact) (answer, error) {
	host, err := v.entity(f.GUID)
	if err != nil {
		return answer{}, err
	}
	t := v.fillings.Get(v.readFillings)
	var found []string
	for _, opening := range t.openings[host.Row()] {
		for _, filling := range t.fillings[opening.Row()] {
			if guid := filling.GUID(); !slices.Contains(found, guid) {
				found = append(found, guid)
			}
		}
	}
	if len(found) == 0 {
		return answer{}, fmt.Errorf("nothing fills an opening of %s", f.GUID)
	}
	return guids(found), nil
}

// fillings is the ways from hosts down to what fills their openings.
type fillings struct{ openings, fillings map[step.Row][]ifc.Entity }

func (v *Verifier) readFillings() *fillings {
	down := func(class string) map[step.Row][]ifc.Entity {
		out := map[step.Row][]ifc.Entity{}
		for rel := range v.m.All(class) {
			if top := rel.At(4).Entity(); top.Exists() {
				for e := range rel.At(5).Entities() {
					out[top.Row()] = append(out[top.Row()], e)
				}
			}
		}
		return out
	}
	return &fillings{down("IfcRelVoidsElement"), down("IfcRelFillsElement")}
}

// guids is the answer that is several entities.
func guids(all []string) answer {
	in := make(map[string]bool, len(all))
	for _, g := range all {
		in[g] = true
	}
	return answer{func(v any) bool { s, ok := v.(string); return ok && in[s] }, strings.Join(all, ", ")}
}
