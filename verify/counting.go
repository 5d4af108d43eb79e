package verify

import (
	"fmt"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/schema"
	"github.com/ifcmcq/ifcmcq/step"
)

// fileCount looks at every record of the file and climbs from its class.
func (v *Verifier) fileCount(f mcq.Fact) (answer, error) {
	want, err := v.class(f.Class)
	if err != nil {
		return answer{}, err
	}
	s := v.m.Schema()
	file := v.m.File()
	under := make([]bool, len(file.Keywords()))
	for k, name := range file.Keywords() {
		c, ok := s.Class(name)
		for ; ok && c != schema.NoClass; c = s.Super(c) {
			under[k] = under[k] || c == want
		}
	}
	n := 0
	for row := range file.Rows() {
		if under[file.KeywordIndex(row)] {
			n++
		}
	}
	return count(n), nil
}

// storeyCount climbs from every instance of the class.
func (v *Verifier) storeyCount(f mcq.Fact) (answer, error) {
	class, err := v.class(f.Class)
	if err != nil {
		return answer{}, err
	}
	storey, err := v.entity(f.Storey)
	if err != nil {
		return answer{}, err
	}
	if !storey.Is("IfcBuildingStorey") {
		return answer{}, fmt.Errorf("%s is an %s, not a storey", f.Storey, storey.Class())
	}
	s := v.spatial.Get(v.readSpatial)
	if s.nested[storey.Row()] {
		return answer{}, fmt.Errorf("%s is above or below another storey", f.Storey)
	}
	n := 0
	for e := range v.m.Of(class) {
		on, err := s.storeyRow(e)
		if err != nil {
			return answer{}, err
		}
		if on == storey.Row() {
			n++
		}
	}
	return count(n), nil
}

// storeyRow climbs from an element or a space to the storey that it is on;
// [step.NoRow] where it is on none.
func (s *spatial) storeyRow(e ifc.Entity) (step.Row, error) {
	at, inside := e, e.Is("IfcSpace")
	for range depth {
		if inside && at.Is("IfcBuildingStorey") {
			return at.Row(), nil
		}
		up, contained, err := s.up(at, inside)
		switch {
		case err != nil:
			return step.NoRow, err
		case !up.Exists():
			return step.NoRow, nil
		case !inside && !contained && up.Is("IfcSpatialStructureElement"):
			return step.NoRow, fmt.Errorf("%s is a part of %s, but nothing contains it", name(at), name(up))
		}
		at, inside = up, inside || contained
	}
	return step.NoRow, fmt.Errorf("the place of %s goes round in a circle", name(e))
}

// up makes one step: within the spatial structure along the decomposition, else
// to what contains e, or to what e belongs to.
func (s *spatial) up(e ifc.Entity, inside bool) (up ifc.Entity, contained bool, err error) {
	if inside {
		up, _, err = s.whole.of(e, "is a part of")
		return up, false, err
	}
	if up, contained, err = s.contained.of(e, "is contained in"); contained || err != nil {
		return up, contained, err
	}
	for _, way := range []struct {
		parents
		how string
	}{{s.whole, "is a part of"}, {s.nest, "is nested in"}, {s.filled, "fills"}, {s.cut, "is cut into"}} {
		if up, _, err = way.of(e, way.how); up.Exists() || err != nil {
			break
		}
	}
	return up, false, err
}

// typeCount looks for the relationship that names the type and counts what it
// lists.
func (v *Verifier) typeCount(f mcq.Fact) (answer, error) {
	t, err := v.entity(f.Type)
	if err != nil {
		return answer{}, err
	}
	rels := v.typings.Get(func() map[step.Row][]ifc.Entity {
		out := map[step.Row][]ifc.Entity{}
		for rel := range v.m.All("IfcRelDefinesByType") {
			of := rel.At(5).Entity()
			out[of.Row()] = append(out[of.Row()], rel)
		}
		return out
	})[t.Row()]
	if len(rels) != 1 {
		return answer{}, fmt.Errorf("%d relationships give occurrences to %s", len(rels), f.Type)
	}
	seen := map[step.Row]bool{}
	for e := range rels[0].At(4).Entities() {
		if seen[e.Row()] {
			return answer{}, fmt.Errorf("%s lists %s twice", name(rels[0]), name(e))
		}
		seen[e.Row()] = true
	}
	return count(len(seen)), nil
}

// openingCount counts the relationships that cut an opening into the element.
func (v *Verifier) openingCount(f mcq.Fact) (answer, error) {
	e, err := v.entity(f.GUID)
	if err != nil {
		return answer{}, err
	}
	seen := map[step.Row]bool{}
	for _, opening := range v.fillings.Get(v.readFillings).openings[e.Row()] {
		if seen[opening.Row()] {
			return answer{}, fmt.Errorf("%s is cut into %s twice", name(opening), f.GUID)
		}
		seen[opening.Row()] = true
	}
	return count(len(seen)), nil
}
