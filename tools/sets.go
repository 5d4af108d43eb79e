package tools

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/semantics"
	"github.com/ifcmcq/ifcmcq/step"
)

// Where the value of a property or a quantity comes from.
const (
	ownSource  = "own"
	typeSource = "type"
)

type setsInfo struct {
	Entity *ref       `json:"entity"`
	Sets   int        `json:"set_count"`
	Names  []setNamed `json:"sets_and_sizes"`
	page              // over properties or quantities
	Listed []setInfo  `json:"sets"`
	Note   string     `json:"note,omitempty"`
}

// setNamed is a set by name, with the number of its members.
type setNamed struct {
	Name *string `json:"name"` // null for a set without a name
	Size int     `json:"size"`
}

type setInfo struct {
	Name    *string `json:"name"`
	Members []any   `json:"members"`
}

type propertyInfo struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
	Type  string `json:"type,omitempty"` // measure or simple type
	Unit  string `json:"unit,omitempty"`
	From  string `json:"from"` // own or type
	Form  string `json:"form,omitempty"`
	// TypeValue is what the type states, where the occurrence overrides it.
	TypeValue *overridden `json:"overrides_type_value,omitempty"`
	Note      string      `json:"note,omitempty"`
}

type overridden struct {
	Value any `json:"value"`
}

type quantityInfo struct {
	Name     string    `json:"name"`
	Measures string    `json:"measures"`
	Value    any       `json:"stored"`
	Unit     *string   `json:"unit"`
	SI       *mcq.Real `json:"si"`
	SIUnit   string    `json:"si_unit,omitempty"`
	From     string    `json:"from"`
	Note     string    `json:"note,omitempty"`
}

func (s *Set) getPropertySets(a args) (any, error) {
	return s.setsOf(a, false, a.pset, a.property)
}

func (s *Set) getQuantitySets(a args) (any, error) {
	return s.setsOf(a, true, a.qset, a.quantity)
}

// setsOf tells the sets of an entity, or those that a call narrows down to. That
// there is no such set or property is an answer as well.
func (s *Set) setsOf(a args, quantities bool, set mcq.SetName, name string) (any, error) {
	e, err := s.entity(a.guid)
	if err != nil {
		return nil, err
	}
	sets := s.m.Sets(e)
	out := setsInfo{Entity: s.ref(e), Names: []setNamed{}, Listed: []setInfo{}, Note: sets.Doubt}
	word := "property"
	if quantities {
		word = "quantity"
	}
	wantName, wantNamed := set.Name()
	type place struct {
		set *semantics.Set
		p   *semantics.Property
	}
	var all []place
	var there []string
	for _, x := range sets.Sets {
		if (x.Kind == semantics.QuantitySet) != quantities {
			continue
		}
		out.Sets++
		if len(out.Names) < maxElements {
			out.Names = append(out.Names, setNamed{setName(x), len(x.Properties)})
		}
		if !set.IsZero() && (x.Name != wantName || x.Named != wantNamed) {
			continue
		}
		for i := range x.Properties {
			p := &x.Properties[i]
			there = append(there, cut(p.Name, 60))
			if name == "" || p.Name == name {
				all = append(all, place{x, p})
			}
		}
	}
	p, from, to := pageOf(a, len(all))
	out.page = p
	longest := maxListed
	if p.Returned == 1 {
		longest = maxText
	}
	own := s.ownNames(e)
	typical := s.m.Sets(s.m.Type(e))
	for i, x := range all[from:to] {
		if i == 0 || all[from+i-1].set != x.set {
			out.Listed = append(out.Listed, setInfo{Name: setName(x.set)})
		}
		listed := &out.Listed[len(out.Listed)-1]
		source := typeSource
		if own[propertyKey{x.set.Name, x.set.Named, quantities, x.p.Name}] {
			source = ownSource
		}
		if quantities {
			listed.Members = append(listed.Members, s.quantityInfo(x.p, source))
			continue
		}
		info := s.propertyInfo(x.p, source, longest)
		if t := typical.Find(x.set.Name, x.set.Named, false); t != nil && source == ownSource && !e.IsA(s.typeObject) {
			if old, ok := t.Find(x.p.Name); ok && !old.Value.Equal(x.p.Value) {
				info.TypeValue = &overridden{datum(old.Value, longest)}
			}
		}
		listed.Members = append(listed.Members, info)
	}
	if len(all) == 0 {
		out.Note = nothingThere(out, word, set, name, there)
	}
	return out, nil
}

// nothingThere says what an entity has in place of what was asked for.
func nothingThere(out setsInfo, word string, set mcq.SetName, name string, there []string) string {
	what := "no " + word + " sets"
	if out.Sets > 0 {
		var names []string
		for _, n := range out.Names {
			names = append(names, shown(n.Name))
		}
		what = "its " + word + " sets are " + list(names)
	}
	switch {
	case set.IsZero() && name == "":
		return "it has " + what
	case set.IsZero():
		return fmt.Sprintf("it has no %s %s; %s", word, quoted(name), what)
	case len(there) == 0:
		wanted := "without a name"
		if n, ok := set.Name(); ok {
			wanted = quoted(n)
		}
		return fmt.Sprintf("it has no %s set %s, or nothing is in it; %s", word, wanted, what)
	}
	return fmt.Sprintf("it has no %s %s there; there are %s", word, quoted(name), list(nearest(name, there, len(there))))
}

func setName(x *semantics.Set) *string {
	if !x.Named {
		return nil
	}
	name := cut(x.Name, maxListed)
	return &name
}

func shown(name *string) string {
	if name == nil {
		return "one without a name (null)"
	}
	return quoted(*name)
}

func (s *Set) propertyInfo(p *semantics.Property, source string, longest int) propertyInfo {
	out := propertyInfo{Name: p.Name, Value: datum(p.Value, longest), From: source, Note: p.Doubt}
	if p.Value.Type != nil {
		out.Type = p.Value.Type.Name()
	}
	if u, _ := s.unitOf(p); p.Value.IsNumber() && u.Entity.Exists() {
		out.Unit = *unitName(u)
	}
	if p.Form != semantics.SingleValue {
		out.Form = p.Form.String()
	}
	if !p.Form.Simple() {
		out.Note = strings.TrimPrefix(p.Doubt+"; it has no single value", "; ")
	}
	return out
}

func (s *Set) quantityInfo(p *semantics.Property, source string) quantityInfo {
	u, kind := s.unitOf(p)
	out := quantityInfo{Name: p.Name, Measures: measures(p), Value: datum(p.Value, maxListed), Unit: unitName(u), From: source, Note: p.Doubt}
	if kind == "" {
		return out
	}
	out.SIUnit = symbolOf(kind)
	if si, why := s.inSI(p); why == "" {
		out.SI = si
	} else {
		out.Note = why
	}
	return out
}

// measures is what a quantity measures.
func measures(p *semantics.Property) string {
	return strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(p.Form.String(), "IfcQuantity"), "IfcPhysical"))
}

// inSI converts a length, an area or a volume; why says why it cannot.
func (s *Set) inSI(p *semantics.Property) (si *mcq.Real, why string) {
	x, ok := p.Value.Float()
	u, kind := s.unitOf(p)
	switch {
	case kind == "":
		return nil, "not a length, an area or a volume"
	case !ok:
		return nil, p.Doubt
	case u.Doubt != "":
		return nil, "not converted: " + u.Doubt
	}
	return computed(x * u.Scale), ""
}

// propertyKey names a property or a quantity of an entity.
type propertyKey struct {
	set        string
	named      bool
	quantities bool
	name       string
}

// ownNames returns what relationships of e itself, or the sets of a type object,
// state: the rest of its properties are its type's.
func (s *Set) ownNames(e ifc.Entity) map[propertyKey]bool {
	out := map[propertyKey]bool{}
	if e.IsA(s.typeObject) {
		for def := range e.Attr("HasPropertySets").Entities() {
			s.addNames(out, def)
		}
		return out
	}
	for _, rel := range s.m.Inverse("IsDefinedBy").Of(e) {
		if !rel.Is("IfcRelDefinesByProperties") {
			continue
		}
		v := rel.Attr("RelatingPropertyDefinition")
		if v.Step().Kind() == step.Typed { // several sets in one select value
			_, inner, _ := v.Step().Typed()
			v = s.m.ValueOf(inner)
		}
		for def := range v.Entities() {
			s.addNames(out, def)
		}
	}
	return out
}

func (s *Set) addNames(out map[propertyKey]bool, def ifc.Entity) {
	name, named := def.Name()
	attr, quantities := "HasProperties", false
	switch {
	case def.Is("IfcElementQuantity"):
		attr, quantities = "Quantities", true
	case !def.Is("IfcPropertySet"): // predefined: its own attributes
		c := def.ClassNo()
		for i := range s.m.Schema().NumAttrs(c) {
			out[propertyKey{name, named, false, s.m.Schema().Attr(c, i).Name}] = true
		}
		return
	}
	for p := range def.Attr(attr).Entities() {
		out[propertyKey{name, named, quantities, p.At(0).String()}] = true
	}
}

// setNames returns the names of sets, each once, in order.
func setNames(keys []columnKey) []string {
	var out []string
	for _, k := range keys {
		name := shown(nil)
		if k.named {
			name = quoted(k.set)
		}
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}
