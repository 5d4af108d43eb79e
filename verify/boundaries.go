package verify

import (
	"fmt"
	"slices"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/step"
)

// boundary is what the space boundaries state of one space and one element.
type boundary struct {
	space, element       ifc.Entity
	physical, undeclared bool
}

// boundaries holds them by either end.
type boundaries struct{ ofSpace, ofElement map[step.Row][]*boundary }

// readBoundaries reads every space boundary, of whatever level. What is related
// to no IfcSpace, or to no element, bounds nothing that is asked about.
func (v *Verifier) readBoundaries() *boundaries {
	t := &boundaries{map[step.Row][]*boundary{}, map[step.Row][]*boundary{}}
	known := map[[2]step.Row]*boundary{}
	for rel := range v.m.All("IfcRelSpaceBoundary") {
		space, element := rel.At(4).Entity(), rel.At(5).Entity()
		if !space.Is("IfcSpace") || !element.Exists() {
			continue
		}
		ends := [2]step.Row{space.Row(), element.Row()}
		b := known[ends]
		if b == nil {
			b = &boundary{space: space, element: element}
			known[ends] = b
			t.ofSpace[ends[0]] = append(t.ofSpace[ends[0]], b)
			t.ofElement[ends[1]] = append(t.ofElement[ends[1]], b)
		}
		switch kind, _ := rel.At(7).Enum(); kind {
		case "PHYSICAL":
			b.physical = true
		case "VIRTUAL":
		default:
			b.undeclared = true
		}
	}
	return t
}

// elementSpaces looks for the boundaries that name the element.
func (v *Verifier) elementSpaces(f mcq.Fact) (answer, error) {
	e, err := v.entity(f.GUID)
	if err != nil {
		return answer{}, err
	}
	var found []string
	for _, b := range v.boundaries.Get(v.readBoundaries).ofElement[e.Row()] {
		if b.physical {
			found = append(found, b.space.GUID())
		}
	}
	if len(found) == 0 {
		return answer{}, fmt.Errorf("%s bounds no space physically", f.GUID)
	}
	return guids(found), nil
}

// spaceElements looks for the boundaries of the space.
func (v *Verifier) spaceElements(f mcq.Fact) (answer, error) {
	e, err := v.space(f.GUID)
	if err != nil {
		return answer{}, err
	}
	var found []string
	for _, b := range v.boundaries.Get(v.readBoundaries).ofSpace[e.Row()] {
		if b.physical {
			found = append(found, b.element.GUID())
		}
	}
	if len(found) == 0 {
		return answer{}, fmt.Errorf("nothing bounds %s physically", f.GUID)
	}
	return guids(found), nil
}

// boundaryCheck looks for a boundary between the two.
func (v *Verifier) boundaryCheck(f mcq.Fact) (answer, error) {
	space, err := v.space(f.Space)
	if err != nil {
		return answer{}, err
	}
	element, err := v.entity(f.Element)
	if err != nil {
		return answer{}, err
	}
	all := v.boundaries.Get(v.readBoundaries).ofSpace[space.Row()]
	i := slices.IndexFunc(all, func(b *boundary) bool { return b.element == element })
	yes := i >= 0 && all[i].physical
	if i >= 0 && all[i].undeclared {
		return answer{}, fmt.Errorf("a boundary of %s and %s is neither physical nor virtual", f.Space, f.Element)
	}
	found := "no"
	if yes {
		found = "yes"
	}
	return answer{func(v any) bool { return v == yes }, found}, nil
}

func (v *Verifier) space(guid string) (ifc.Entity, error) {
	e, err := v.entity(guid)
	if err == nil && !e.Is("IfcSpace") {
		err = fmt.Errorf("%s is an %s, not an IfcSpace", guid, e.Class())
	}
	return e, err
}
