package ifc

import (
	"iter"

	"github.com/ifcmcq/ifcmcq/schema"
	"github.com/ifcmcq/ifcmcq/step"
)

// Value is an attribute of an entity, or an element of one that is a list.
type Value struct {
	m    *Model
	v    step.Value
	attr *schema.Attr // as declared; nil for an element of a list
}

// ValueOf makes a value of an argument that was read by a cursor.
func (m *Model) ValueOf(v step.Value) Value { return Value{m: m, v: v} }

// Step returns the argument as it stands in the file.
func (v Value) Step() step.Value { return v.v }

// IsSet tells whether v holds anything: not $, not *, not missing.
func (v Value) IsSet() bool { return v.v.IsSet() }

// Entity returns what v refers to: none for anything but a reference to an
// instance of a known class.
func (v Value) Entity() Entity {
	row, ok := v.v.Row()
	if !ok {
		return Entity{}
	}
	return v.m.entity(row)
}

// Entities walks the instances that v refers to: one, or those of a list.
// References to nothing are left out.
func (v Value) Entities() iter.Seq[Entity] {
	return func(yield func(Entity) bool) {
		if v.v.Kind() == step.Ref {
			if e := v.Entity(); e.Exists() {
				yield(e)
			}
			return
		}
		for x := range v.v.List() {
			row, ok := x.Row()
			if !ok {
				continue
			}
			if e := v.m.entity(row); e.Exists() && !yield(e) {
				return
			}
		}
	}
}

// Text returns a string; ok is false for anything else.
func (v Value) Text() (s string, ok bool) { return v.v.Text() }

// String returns a string, "" for anything else.
func (v Value) String() string {
	s, _ := v.v.Text()
	return s
}

// Float returns a number, whether written as integer or real.
func (v Value) Float() (float64, bool) { return v.v.Float() }

// Enum returns an item of an enumeration: ok is false where the declared
// enumeration does not have it.
func (v Value) Enum() (string, bool) {
	item, ok := v.v.Enum()
	if !ok || v.attr == nil || v.attr.Kind != schema.KindEnumeration {
		return item, ok
	}
	t, known := v.m.schema.Type(v.attr.Type)
	if known && !v.m.schema.HasItem(t, item) {
		return "", false
	}
	return item, true
}

// Datum returns v as a simple value: see [Datum].
func (v Value) Datum() Datum {
	if v.attr != nil && v.attr.Kind == schema.KindEnumeration && v.v.Kind() == step.Enum {
		item, ok := v.Enum()
		if !ok {
			return Datum{}
		}
		return Datum{Kind: Enumeration, Text: item}
	}
	return v.m.Datum(v.v)
}
