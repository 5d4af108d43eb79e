package verify

import (
	"fmt"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/step"
)

// parents holds for each entity what relationships state above it.
type parents map[step.Row][]ifc.Entity

// above reads relationships of a class forwards: attribute one names one object
// above those that attribute many names. What is no object counts as stated, and is
// none.
func (v *Verifier) above(class string, one, many int) parents {
	out := parents{}
	for rel := range v.m.All(class) {
		top := rel.At(one).Entity()
		if !top.Is("IfcObjectDefinition") {
			top = ifc.Entity{} // a part of a point has no place
		}
		for e := range rel.At(many).Entities() {
			out[e.Row()] = append(out[e.Row()], top)
		}
	}
	return out
}

// of returns what is stated above e: none, or an error where it is stated more
// than once.
func (p parents) of(e ifc.Entity, how string) (ifc.Entity, bool, error) {
	switch all := p[e.Row()]; len(all) {
	case 0:
		return ifc.Entity{}, false, nil
	case 1:
		return all[0], true, nil
	default:
		return ifc.Entity{}, false, fmt.Errorf("%d relationships state what %s %s", len(all), name(e), how)
	}
}

// name is how an entity is called in errors.
func name(e ifc.Entity) string {
	if guid := e.GUID(); guid != "" {
		return guid
	}
	return fmt.Sprintf("#%d", e.ID())
}

// spatial is the ways upwards in a model.
type spatial struct {
	contained, whole, nest, filled, cut parents
	nested                              map[step.Row]bool // storeys above or below another
}

func (v *Verifier) readSpatial() *spatial {
	s := &spatial{
		contained: v.above("IfcRelContainedInSpatialStructure", 5, 4),
		whole:     v.above("IfcRelAggregates", 4, 5),
		nest:      v.above("IfcRelNests", 4, 5),
		filled:    v.above("IfcRelFillsElement", 4, 5),
		cut:       v.above("IfcRelVoidsElement", 4, 5),
		nested:    map[step.Row]bool{},
	}
	for storey := range v.m.All("IfcBuildingStorey") {
		at := storey
		for n := 0; n < depth && len(s.whole[at.Row()]) > 0; n++ {
			at = s.whole[at.Row()][0]
			if at.Is("IfcBuildingStorey") {
				s.nested[storey.Row()], s.nested[at.Row()] = true, true
			}
		}
	}
	return s
}

// depth is how deep a structure may be before it is taken to go in circles.
const depth = 100

// elementStorey climbs from the element to what contains it, and from there to a
// storey.
func (v *Verifier) elementStorey(f mcq.Fact) (answer, error) {
	e, err := v.entity(f.GUID)
	if err != nil {
		return answer{}, err
	}
	storey, err := v.storeyOf(e)
	return guidOf(storey, err)
}

func (v *Verifier) storeyOf(e ifc.Entity) (ifc.Entity, error) {
	s := v.spatial.Get(v.readSpatial)
	from := e
	for range depth {
		in, ok, err := s.contained.of(e, "is contained in")
		if err != nil {
			return in, err
		}
		if ok {
			return s.climb(in, "IfcBuildingStorey")
		}
		for _, way := range []struct {
			parents
			how string
		}{{s.whole, "is a part of"}, {s.nest, "is nested in"}, {s.filled, "fills"}, {s.cut, "is cut into"}} {
			if in, ok, err = way.of(e, way.how); ok || err != nil {
				break
			}
		}
		switch {
		case err != nil:
			return in, err
		case !ok || !in.Exists():
			return in, fmt.Errorf("nothing contains %s", name(from))
		case in.Is("IfcSpatialStructureElement"):
			return in, fmt.Errorf("%s is a part of %s, but nothing contains it", name(e), name(in))
		}
		e = in
	}
	return e, fmt.Errorf("the place of %s goes round in a circle", name(from))
}

// climb goes from a spatial element, itself included, up to one of a class.
func (s *spatial) climb(e ifc.Entity, class string) (ifc.Entity, error) {
	from := e
	for range depth {
		if e.Is(class) {
			if s.nested[e.Row()] {
				return e, fmt.Errorf("%s is above or below another storey", name(e))
			}
			return e, nil
		}
		up, ok, err := s.whole.of(e, "is a part of")
		if err != nil {
			return up, err
		}
		if !ok || !up.Exists() {
			break
		}
		e = up
	}
	return ifc.Entity{}, fmt.Errorf("no %s is above %s", class, name(from))
}

// spaceStorey climbs the decomposition from the space.
func (v *Verifier) spaceStorey(f mcq.Fact) (answer, error) {
	return v.spatialAbove(f.GUID, "IfcSpace", "IfcBuildingStorey")
}

// storeyBuilding climbs the decomposition from the storey.
func (v *Verifier) storeyBuilding(f mcq.Fact) (answer, error) {
	return v.spatialAbove(f.GUID, "IfcBuildingStorey", "IfcBuilding")
}

func (v *Verifier) spatialAbove(guid, from, to string) (answer, error) {
	e, err := v.entity(guid)
	if err != nil {
		return answer{}, err
	}
	if !e.Is(from) {
		return answer{}, fmt.Errorf("%s is an %s, not an %s", guid, e.Class(), from)
	}
	up, err := v.spatial.Get(v.readSpatial).climb(e, to)
	return guidOf(up, err)
}

// guidOf is the answer that is one entity.
func guidOf(e ifc.Entity, err error) (answer, error) {
	if err != nil {
		return answer{}, err
	}
	if n := len(e.Model().ByGUID(e.GUID())); n != 1 {
		return answer{}, fmt.Errorf("%d entities have GlobalId %s", n, e.GUID())
	}
	return text(e.GUID()), nil
}
