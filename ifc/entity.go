package ifc

import (
	"github.com/ifcmcq/ifcmcq/schema"
	"github.com/ifcmcq/ifcmcq/step"
)

// Entity is an instance of a model. Entities are comparable; the zero Entity is
// none, as a reference to nothing gives it, and all its methods say so.
type Entity struct {
	m   *Model
	row step.Row
}

// Exists tells whether e is an instance at all.
func (e Entity) Exists() bool { return e.m != nil }

// Model returns the model that e is of.
func (e Entity) Model() *Model { return e.m }

// Row returns the record of e.
func (e Entity) Row() step.Row { return e.row }

// ID returns the instance number, 0 for none.
func (e Entity) ID() uint64 {
	if e.m == nil {
		return 0
	}
	return e.m.file.ID(e.row)
}

// ClassNo returns the class as a number of its schema.
func (e Entity) ClassNo() schema.Class {
	if e.m == nil {
		return schema.NoClass
	}
	return e.m.classAt(e.row)
}

// Class returns the class as the schema spells it, "" for none.
func (e Entity) Class() string {
	if e.m == nil {
		return ""
	}
	return e.m.schema.ClassName(e.ClassNo())
}

// Is tells whether e is of a class or of a subclass of it. A class that the
// schema does not know has no instances.
func (e Entity) Is(class string) bool {
	if e.m == nil {
		return false
	}
	c, ok := e.m.schema.Class(class)
	return ok && e.IsA(c)
}

// IsA is Is by class number.
func (e Entity) IsA(c schema.Class) bool {
	return e.m != nil && e.m.schema.IsA(e.ClassNo(), c)
}

// Attr returns an explicit attribute by its name as the schema spells it: unset
// where the class has none of that name.
func (e Entity) Attr(name string) Value {
	if e.m == nil {
		return Value{}
	}
	return e.At(e.m.schema.AttrIndex(e.ClassNo(), name))
}

// At returns the i-th explicit attribute, from 0, inherited ones first.
func (e Entity) At(i int) Value {
	if e.m == nil || i < 0 {
		return Value{}
	}
	v, attr := e.m.file.Arg(e.row, i), e.declared(i)
	if v.Kind() == step.Missing && attr != nil {
		e.m.file.Report(e.row, "record ends early; what is missing is read as unset")
	}
	return Value{e.m, v, attr}
}

// Value gives what a cursor over e read as its i-th attribute the declaration of
// that attribute: the same as At, without another walk.
func (e Entity) Value(i int, v step.Value) Value { return Value{e.m, v, e.declared(i)} }

func (e Entity) declared(i int) *schema.Attr {
	if c := e.ClassNo(); i < e.m.schema.NumAttrs(c) {
		return e.m.schema.Attr(c, i)
	}
	return nil
}

// Args returns a cursor over the attributes, for those who read several in a
// row.
func (e Entity) Args() step.Args { return e.m.file.Args(e.row) }

// isRoot tells whether e has a GlobalId and a Name.
func (e Entity) isRoot() bool { return e.Is("IfcRoot") }

// GUID returns the GlobalId, "" if e has none.
func (e Entity) GUID() string {
	if !e.isRoot() {
		return ""
	}
	s, _ := e.m.file.Arg(e.row, 0).Text()
	return s
}

// Name returns the Name of a rooted entity; ok is false if it is unset.
func (e Entity) Name() (name string, ok bool) {
	if !e.isRoot() {
		return "", false
	}
	return e.m.file.Arg(e.row, 2).Text()
}

type guidRows struct {
	first step.Row
	more  []step.Row
}

// ByGUID returns every rooted entity with a GlobalId, in file order. There
// should be one.
func (m *Model) ByGUID(guid string) []Entity {
	m.guidOnce.Do(m.indexGUIDs)
	r, ok := m.guids[guid]
	if !ok {
		return nil
	}
	out := []Entity{{m, r.first}}
	for _, row := range r.more {
		out = append(out, Entity{m, row})
	}
	return out
}

// Unique returns the entity with a GlobalId, none where it does not occur or
// occurs more than once.
func (m *Model) Unique(guid string) Entity {
	m.guidOnce.Do(m.indexGUIDs)
	r, ok := m.guids[guid]
	if !ok || r.more != nil {
		return Entity{}
	}
	return Entity{m, r.first}
}

func (m *Model) indexGUIDs() {
	root, _ := m.schema.Class("IfcRoot")
	m.guids = make(map[string]guidRows, m.Count(root))
	for row := range m.file.Rows() {
		if !m.schema.IsA(m.classAt(row), root) {
			continue
		}
		guid, ok := m.file.Arg(row, 0).Text()
		if !ok {
			continue
		}
		if r, twice := m.guids[guid]; twice {
			r.more = append(r.more, row)
			m.guids[guid] = r
			m.file.Report(row, "GlobalId "+guid+" is used before")
			continue
		}
		m.guids[guid] = guidRows{first: row}
	}
}
