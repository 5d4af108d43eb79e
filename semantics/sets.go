package semantics

import (
	"runtime"
	"slices"
	"sync"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/schema"
	"github.com/ifcmcq/ifcmcq/step"
)

// Form is what kind of property or quantity a Property is.
type Form uint8

const (
	SingleValue Form = iota
	EnumeratedValue
	ListValue
	BoundedValue
	TableValue
	ReferenceValue
	ComplexProperty
	Predefined // an attribute of a predefined set, as IfcDoorLiningProperties
	QuantityLength
	QuantityArea
	QuantityVolume
	QuantityCount
	QuantityWeight
	QuantityTime
	QuantityNumber
	ComplexQuantity
)

// Simple tells whether a property of this form has one value or a list of
// values.
func (f Form) Simple() bool {
	switch f {
	case SingleValue, EnumeratedValue, ListValue, Predefined,
		QuantityLength, QuantityArea, QuantityVolume, QuantityCount, QuantityWeight, QuantityTime, QuantityNumber:
		return true
	}
	return false
}

// UnitKind returns the kind of unit that a quantity is in, "" for those without
// conversion.
func (f Form) UnitKind() string {
	switch f {
	case QuantityLength:
		return LengthUnit
	case QuantityArea:
		return AreaUnit
	case QuantityVolume:
		return VolumeUnit
	}
	return ""
}

// Property is a property or a quantity. Its value is as stored: nothing is
// converted.
type Property struct {
	Name  string // "" where unset
	Form  Form
	Value ifc.Datum
	Unit  ifc.Entity // its own, if it has one
	// Doubt says why nothing should be asked about it.
	Doubt string
}

// differs tells whether p and another statement of it, or of any before p, are
// not the same.
func (p *Property) differs(q Property) bool {
	return p.Doubt == doubtTwice || p.Form != q.Form || !p.Value.Equal(q.Value)
}

// SetKind tells property sets from quantity sets.
type SetKind uint8

const (
	PropertySet SetKind = iota
	PredefinedSet
	QuantitySet
)

// Set is a property or quantity set: one of the file, or several of one name
// that hold for an entity.
type Set struct {
	Name       string
	Named      bool // false where the file leaves the name unset
	Kind       SetKind
	Properties []Property

	odd bool // a member is no property, or a part of itself
}

// Find returns a property by name.
func (s *Set) Find(name string) (*Property, bool) {
	for i := range s.Properties {
		if s.Properties[i].Name == name {
			return &s.Properties[i], true
		}
	}
	return nil, false
}

// Sets is what Sets returns: the sets of an entity, the type's first.
type Sets struct {
	Sets []*Set
	// Doubt says why nothing should be asked about them.
	Doubt string
}

// Find returns a set by name and kind; predefined sets count as property sets.
func (s Sets) Find(name string, named bool, quantities bool) *Set {
	for _, set := range s.Sets {
		if set.Name == name && set.Named == named && (set.Kind == QuantitySet) == quantities {
			return set
		}
	}
	return nil
}

const (
	doubtDefinitionSet = "sets are related by an IfcPropertySetDefinitionSet"
	doubtNoDefinition  = "a set is related that the file does not hold"
	doubtOdd           = "a related set is none, or a member of it is no property or a part of itself"
	doubtTwice         = "stated twice with different values"
	doubtUnset         = "unset on the occurrence, set on its type"
	doubtBareValue     = "value without its type"
	doubtSameName      = "a property set and a quantity set have one name"
)

// Sets returns the sets of e: of an occurrence those that relationships define,
// laid property by property over those of its type; of a type object its own.
// Sets of one name and kind are one set. Only objects and the project have
// sets.
func (m *Model) Sets(e ifc.Entity) Sets {
	m.setsOnce.Do(m.readSets)
	var out, own Sets
	if t := m.Type(e); t.Exists() { // a type object is its own
		for def := range t.Attr("HasPropertySets").Entities() {
			m.add(&out, def)
		}
	}
	if e.IsA(m.typeObject) {
		return out
	}
	for _, rel := range m.isDefinedBy.Of(e) {
		if !rel.IsA(m.relByProperties) {
			continue
		}
		v := rel.Attr("RelatingPropertyDefinition")
		if v.Step().Kind() == step.Typed { // IFCPROPERTYSETDEFINITIONSET((#1,#2))
			out.Doubt = doubtDefinitionSet
			_, inner, _ := v.Step().Typed()
			for def := range m.ValueOf(inner).Entities() {
				m.add(&own, def)
			}
			continue
		}
		def := v.Entity()
		if !def.Exists() {
			out.Doubt = doubtNoDefinition
			continue
		}
		m.add(&own, def)
	}
	if own.Doubt != "" {
		out.Doubt = own.Doubt
	}
	for _, set := range own.Sets {
		out.lay(set, true)
	}
	for i, a := range out.Sets {
		for _, b := range out.Sets[:i] {
			if a.Name == b.Name && a.Named == b.Named {
				out.Doubt = doubtSameName
			}
		}
	}
	return out
}

// add adds a definition to sets of one source.
func (m *Model) add(out *Sets, def ifc.Entity) {
	set := m.sets[def.Row()]
	if set.broken() {
		out.Doubt = doubtOdd
	}
	if set != nil {
		out.lay(set, false)
	}
}

// Broken tells whether a definition is none, or holds what is no property: some
// readers then give no set at all of what it is related to.
func (m *Model) Broken(def ifc.Entity) bool {
	m.setsOnce.Do(m.readSets)
	return m.sets[def.Row()].broken()
}

func (s *Set) broken() bool { return s == nil || s.odd }

// lay lays a set over that of its name, which is the type's or of the same
// source.
func (out *Sets) lay(set *Set, fromType bool) {
	at := slices.IndexFunc(out.Sets, func(s *Set) bool {
		return s.Name == set.Name && s.Named == set.Named && (s.Kind == QuantitySet) == (set.Kind == QuantitySet)
	})
	if at < 0 {
		out.Sets = append(out.Sets, set)
		return
	}
	merged := *out.Sets[at]
	merged.Properties = slices.Clone(merged.Properties)
	for _, p := range set.Properties {
		i := slices.IndexFunc(merged.Properties, func(q Property) bool { return q.Name == p.Name })
		if i < 0 {
			merged.Properties = append(merged.Properties, p)
			continue
		}
		old := merged.Properties[i]
		switch {
		case p.Doubt != "":
		case fromType && p.Value.Kind == ifc.None && old.Value.Kind != ifc.None:
			p.Doubt = doubtUnset
		case !fromType && old.differs(p):
			p.Doubt = doubtTwice
		}
		merged.Properties[i] = p
	}
	out.Sets[at] = &merged
}

// readSets decodes every set of the model once: most are related to some
// object, many to several.
func (m *Model) readSets() {
	class, _ := m.Schema().Class("IfcPropertySetDefinition")
	var defs []ifc.Entity
	for e := range m.Of(class) {
		defs = append(defs, e)
	}
	sets := make([]Set, len(defs))
	workers := min(runtime.GOMAXPROCS(0), len(defs)/64+1)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			r := newSetReader(m)
			from, to := w*len(defs)/workers, (w+1)*len(defs)/workers
			for i, def := range defs[from:to] {
				sets[from+i] = r.read(def)
			}
		})
	}
	wg.Wait()
	m.sets = make(map[step.Row]*Set, len(defs))
	for i, def := range defs {
		m.sets[def.Row()] = &sets[i]
	}
}

// setReader decodes sets; names that recur are held once.
type setReader struct {
	m     *Model
	names ifc.Intern
	form  map[schema.Class]propertyForm
}

// propertyForm says where a class of property keeps what.
type propertyForm struct {
	form  Form
	value int // attribute with the value
	unit  int // attribute with the unit; 0 for none
}

func newSetReader(m *Model) *setReader {
	r := &setReader{m: m, names: ifc.Intern{}, form: map[schema.Class]propertyForm{}}
	for f, name := range formNames {
		f := Form(f)
		c, ok := m.Schema().Class(name)
		if !ok {
			continue
		}
		p := propertyForm{form: f, value: 2, unit: 3}
		switch f {
		case EnumeratedValue: // its unit is the enumeration's
			p.unit = 0
		case QuantityLength, QuantityArea, QuantityVolume, QuantityCount, QuantityWeight, QuantityTime, QuantityNumber:
			p.value, p.unit = 3, 2
		}
		r.form[c] = p
	}
	return r
}

func (r *setReader) read(def ifc.Entity) Set {
	var s Set
	a := def.Args()
	a.Skip(2) // GlobalId, OwnerHistory
	name, _ := a.Next()
	s.Name, s.Named = r.names.Text(name)
	switch {
	case def.IsA(r.m.propertySet):
		a.Skip(1) // Description
		v, _ := a.Next()
		r.list(&s, v)
	case def.IsA(r.m.elementQuantity):
		s.Kind = QuantitySet
		a.Skip(2) // Description, MethodOfMeasurement
		v, _ := a.Next()
		r.list(&s, v)
	default:
		s.Kind = PredefinedSet
		r.attributes(&s, def)
	}
	return s
}

// list reads the properties of a set. Of several with one name the last holds.
func (r *setReader) list(s *Set, v step.Value) {
	n := 0
	for e := range r.m.ValueOf(v).Entities() {
		if n == 0 {
			s.Properties = make([]Property, 0, 8)
		}
		n++
		p, ok := r.property(e)
		if !ok {
			s.odd = s.odd || !e.Is("IfcProperty") && !e.Is("IfcPhysicalQuantity")
			continue
		}
		if p.Form == ComplexProperty || p.Form == ComplexQuantity {
			s.odd = s.odd || endless(e, map[step.Row]bool{})
		}
		if old, twice := s.Find(p.Name); twice {
			if p.Doubt == "" && old.differs(p) {
				p.Doubt = doubtTwice
			}
			*old = p
			continue
		}
		s.Properties = append(s.Properties, p)
	}
}

// endless tells whether a complex property or quantity is a part of itself: whether the
// way down comes to one that it is still within. Seen holds true for those.
func endless(e ifc.Entity, seen map[step.Row]bool) bool {
	if within, ok := seen[e.Row()]; ok {
		return within
	}
	seen[e.Row()] = true
	for _, attr := range [2]string{"HasProperties", "HasQuantities"} {
		for part := range e.Attr(attr).Entities() {
			if endless(part, seen) {
				return true
			}
		}
	}
	seen[e.Row()] = false
	return false
}

func (r *setReader) property(e ifc.Entity) (Property, bool) {
	f, ok := r.form[e.ClassNo()]
	if !ok {
		return Property{}, false
	}
	p := Property{Form: f.form}
	a := e.Args()
	for i := 0; i <= max(f.value, f.unit); i++ {
		v, ok := a.Next()
		if !ok {
			if i <= f.value {
				p.Doubt = "record that ends early"
			}
			break
		}
		switch {
		case i == 0:
			p.Name, _ = r.names.Text(v)
		case i == f.value && p.Form.Simple():
			p.Value = r.m.DatumInterned(v, r.names)
			if bare(p.Form, v, p.Value) {
				p.Doubt = doubtBareValue
			}
			if p.Value.Kind == ifc.List && len(p.Value.List) == 0 {
				p.Value = ifc.Datum{}
			}
		case i == f.unit && i > 0:
			p.Unit = r.m.ValueOf(v).Entity()
		}
	}
	return p, true
}

// bare tells whether a value that ought to be wrapped in its type is not, or is
// wrapped and has no content: readers differ on what it is then.
func bare(f Form, v step.Value, d ifc.Datum) bool {
	if f != SingleValue || !v.IsSet() {
		return false
	}
	return v.Kind() != step.Typed || d.Type == nil || d.Kind == ifc.None
}

// attributes reads a predefined set: every attribute behind those of the root.
func (r *setReader) attributes(s *Set, def ifc.Entity) {
	c := def.ClassNo()
	for i := 4; i < r.m.Schema().NumAttrs(c); i++ {
		v := def.At(i)
		d := v.Datum()
		if d.Kind == ifc.None || d.Kind == ifc.Other {
			continue
		}
		s.Properties = append(s.Properties, Property{Name: r.m.Schema().Attr(c, i).Name, Form: Predefined, Value: d})
	}
}

// String returns the entity that a property of this form is.
func (f Form) String() string { return formNames[f] }

var formNames = [...]string{"IfcPropertySingleValue", "IfcPropertyEnumeratedValue", "IfcPropertyListValue", "IfcPropertyBoundedValue",
	"IfcPropertyTableValue", "IfcPropertyReferenceValue", "IfcComplexProperty", "predefined",
	"IfcQuantityLength", "IfcQuantityArea", "IfcQuantityVolume", "IfcQuantityCount", "IfcQuantityWeight", "IfcQuantityTime", "IfcQuantityNumber",
	"IfcPhysicalComplexQuantity"}
