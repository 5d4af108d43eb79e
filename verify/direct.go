package verify

import (
	"fmt"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/step"
)

// classByGUID reads the keyword of the record that carries the GlobalId.
func (v *Verifier) classByGUID(f mcq.Fact) (answer, error) {
	e, err := v.entity(f.GUID)
	if err != nil {
		return answer{}, err
	}
	keyword := v.m.File().Keyword(e.Row())
	c, err := v.class(keyword)
	if err != nil {
		return answer{}, err
	}
	return text(v.m.Schema().ClassName(c)), nil
}

// attributeValue reads the argument at the attribute's position.
func (v *Verifier) attributeValue(f mcq.Fact) (answer, error) {
	e, err := v.entity(f.GUID)
	if err != nil {
		return answer{}, err
	}
	i := v.m.Schema().AttrIndex(e.ClassNo(), f.Attribute)
	if i < 0 {
		return answer{}, fmt.Errorf("%s has no attribute %s", e.Class(), f.Attribute)
	}
	return stored(e.At(i).Datum()), nil
}

func (v *Verifier) propertyValue(f mcq.Fact) (answer, error) {
	p, err := v.property(f)
	if err != nil {
		return answer{}, err
	}
	if p.Kind == ifc.None {
		return answer{}, fmt.Errorf("%s has no value for %s", f.GUID, f.Property)
	}
	return stored(p), nil
}

// booleanCheck compares the claim with the value.
func (v *Verifier) booleanCheck(f mcq.Fact) (answer, error) {
	p, err := v.property(f)
	if err != nil {
		return answer{}, err
	}
	if p.Kind != ifc.Boolean || f.Claim == nil {
		return answer{}, fmt.Errorf("%s of %s is %s: no claim about true or false", f.Property, f.GUID, p)
	}
	return answer{func(a any) bool { return a == (p.Bool() == *f.Claim) }, p.String()}, nil
}

// propertyExistence tells whether there is a value.
func (v *Verifier) propertyExistence(f mcq.Fact) (answer, error) {
	p, err := v.property(f)
	if err != nil {
		return answer{}, err
	}
	return answer{func(a any) bool { return a == (p.Kind != ifc.None) }, p.String()}, nil
}

// valueOrNull is the value, or nil where there is none.
func (v *Verifier) valueOrNull(f mcq.Fact) (answer, error) {
	p, err := v.property(f)
	if err != nil {
		return answer{}, err
	}
	return stored(p), nil
}

// property finds the value that holds for an element: its own, else its type's.
// None where there is none.
func (v *Verifier) property(f mcq.Fact) (ifc.Datum, error) {
	e, err := v.entity(f.GUID)
	if err != nil {
		return ifc.Datum{}, err
	}
	own, found, err := v.valueIn(v.definitions(e), f.Pset, f.Property)
	if err != nil || found && own.Kind != ifc.None {
		return own, err
	}
	typical, _, err := v.valueIn(v.typeDefinitions(e), f.Pset, f.Property)
	if err == nil && found && typical.Kind != ifc.None {
		err = fmt.Errorf("%s is unset on %s and set on its type", f.Property, f.GUID)
	}
	return typical, err
}

// definitions returns the sets that relationships define for e.
func (v *Verifier) definitions(e ifc.Entity) []ifc.Entity {
	var out []ifc.Entity
	for _, rel := range v.sets.Get(v.readDefinitions)[e.Row()] {
		def := rel.At(5)
		if def.Step().Kind() == step.Typed { // several sets in one select value
			_, inner, _ := def.Step().Typed()
			def = v.m.ValueOf(inner)
		}
		for d := range def.Entities() {
			out = append(out, d)
		}
	}
	return out
}

// readDefinitions reads the defining relationships forwards.
func (v *Verifier) readDefinitions() map[step.Row][]ifc.Entity {
	out := map[step.Row][]ifc.Entity{}
	for rel := range v.m.All("IfcRelDefinesByProperties") {
		for e := range rel.At(4).Entities() {
			out[e.Row()] = append(out[e.Row()], rel)
		}
	}
	return out
}

// typeDefinitions returns the sets of e's type object.
func (v *Verifier) typeDefinitions(e ifc.Entity) []ifc.Entity {
	var out []ifc.Entity
	for d := range v.typeOf(e).Attr("HasPropertySets").Entities() {
		out = append(out, d)
	}
	return out
}

// valueIn looks a property up in property sets of one name. There may be several
// statements if they agree.
func (v *Verifier) valueIn(defs []ifc.Entity, set mcq.SetName, property string) (d ifc.Datum, found bool, err error) {
	for _, def := range defs {
		if !def.Is("IfcPropertySet") || !named(def, set) {
			continue
		}
		for p := range def.Attr("HasProperties").Entities() {
			if p.Attr("Name").String() != property {
				continue
			}
			if p.Class() != "IfcPropertySingleValue" {
				return d, false, fmt.Errorf("%s is an %s, not a single value", property, p.Class())
			}
			x := p.Attr("NominalValue").Datum()
			if found && !x.Equal(d) {
				return d, false, fmt.Errorf("%s is stated twice, as %s and as %s", property, d, x)
			}
			d, found = x, true
		}
	}
	return d, found, nil
}

// named tells whether a set has the name that a fact gives: none, where it is
// unnamed.
func named(def ifc.Entity, set mcq.SetName) bool {
	name, ok := def.Attr("Name").Text()
	want, has := set.Name()
	return ok == has && name == want
}
