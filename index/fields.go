package index

import (
	"cmp"
	"sort"
	"sync"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/internal/lazy"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/schema"
	"github.com/ifcmcq/ifcmcq/semantics"
)

// FieldKind is where a field's values stand.
type FieldKind uint8

const (
	Attribute FieldKind = iota
	Property
	Quantity
)

// FieldKey names a field: an attribute, or a property or quantity of a set.
type FieldKey struct {
	Kind  FieldKind
	Set   string
	Named bool // the set has a name
	Name  string
}

// Field is what the elements of a class carry under one key.
type Field struct {
	FieldKey
	Class   schema.Class
	Entries []Entry // one an element that carries it, in the order of Elements
	// Mixed says why the field should not be compared over its elements: it is
	// not always a single value, or not sound everywhere.
	Mixed string

	family *family // that it belongs to
	values lazy.Value[[]Value]
}

// Value is a value that some entries of a field have.
type Value struct {
	Entries []int  // positions in Entries, at least one
	Text    string // as it is shown; "" if nothing may be asked about it
	Folded  string // Text as texts are compared
}

// Datum returns the value itself, as the first of its entries has it.
func (f *Field) Datum(v Value) ifc.Datum { return f.Entries[v.Entries[0]].Value }

// Values returns the distinct sound values of a field in order of first
// appearance; lists are left out.
func (ix *Index) Values(f *Field) []Value {
	return f.values.Get(func() []Value {
		var out []Value
		at := map[ifc.Scalar]int{}
		of := make([]int, len(f.Entries)) // which value each entry has
		var times []int
		sound := 0
		for i := range f.Entries {
			e := &f.Entries[i]
			if of[i] = -1; !e.Sound() || e.Value.Kind == ifc.List {
				continue
			}
			key := e.Value.Scalar()
			k, ok := at[key]
			if !ok {
				k = len(out)
				at[key] = k
				text := ix.Shown(e.Value)
				out = append(out, Value{Text: text, Folded: mcq.Fold(text)})
				times = append(times, 0)
			}
			of[i] = k
			times[k]++
			sound++
		}
		room := make([]int, sound)
		for k, n := range times {
			out[k].Entries, room = room[:0:n], room[n:]
		}
		for i, k := range of {
			if k >= 0 {
				out[k].Entries = append(out[k].Entries, i)
			}
		}
		return out
	})
}

// Shown returns a stored value as the text of an option; "" if nothing may be
// asked about it.
func (ix *Index) Shown(d ifc.Datum) string {
	switch d.Kind {
	case ifc.Text, ifc.Enumeration:
		if ix.Askable(d.Text) {
			return d.Text
		}
	case ifc.Integer:
		return mcq.FormatNumber(d.Int())
	case ifc.Real:
		if x, _ := d.Float(); !mcq.Noise(x) {
			return mcq.FormatNumber(x)
		}
	case ifc.Boolean:
		if d.Bool() {
			return "True"
		}
		return "False"
	}
	return ""
}

// family is the fields of one key.
type family struct {
	fields []*Field // by class
	over   sync.Map // schema.Class → *Field, of a class with its subclasses
}

// Parts returns the fields of f's key on class c and each of its subclasses that
// has it. They must not be changed.
func (ix *Index) Parts(c schema.Class, f *Field) []*Field {
	return f.family.parts(c, ix.Model.Schema().Last(c))
}

func (m *family) parts(first, last schema.Class) []*Field {
	from := sort.Search(len(m.fields), func(i int) bool { return m.fields[i].Class >= first })
	to := sort.Search(len(m.fields), func(i int) bool { return m.fields[i].Class > last })
	return m.fields[from:to]
}

// Over returns the field of f's key on class c and its subclasses; nil if no
// element of them carries it.
func (ix *Index) Over(c schema.Class, f *Field) *Field { return ix.member(f.family, c) }

// Field is Over for a key.
func (ix *Index) Field(c schema.Class, key FieldKey) *Field {
	t := ix.fields.Get(ix.readFields)
	if key.Kind == Attribute {
		t = ix.attrs.Get(ix.readAttributes)
	}
	if m := t.families[key]; m != nil {
		return ix.member(m, c)
	}
	return nil
}

func (ix *Index) member(m *family, c schema.Class) *Field {
	if f, ok := m.over.Load(c); ok {
		return f.(*Field)
	}
	var f *Field
	switch parts := m.parts(c, ix.Model.Schema().Last(c)); {
	case len(parts) == 0:
	case len(parts) == 1 && parts[0].Class == c:
		f = parts[0]
	default:
		n := 0
		for _, part := range parts {
			n += len(part.Entries)
		}
		f = &Field{FieldKey: parts[0].FieldKey, Class: c, Entries: make([]Entry, 0, n), family: m}
		for _, part := range parts {
			f.Entries = append(f.Entries, part.Entries...)
			f.Mixed = cmp.Or(f.Mixed, part.Mixed)
		}
	}
	// Whoever comes second takes what the first has made: a field is one.
	stored, _ := m.over.LoadOrStore(c, f)
	return stored.(*Field)
}

// NotSingle is why a field is Mixed whose values are lists, ranges or the like.
const NotSingle = "not always a single value"

// Entry is the value of a field on one element.
type Entry struct {
	Element int // position in Elements
	// Property holds the value. Elements that share a set share it; of an attribute
	// it has nothing but the value.
	*semantics.Property
	// Doubt says why nothing should be asked about it here.
	Doubt string
}

// Sound tells whether the value can be asked about.
func (e Entry) Sound() bool { return e.Doubt == "" && e.Value.Kind != ifc.None }

// fields are those of all exact classes.
type fields struct {
	all      []*Field // by class, then key
	families map[FieldKey]*family
}

// Fields returns every property and quantity that elements carry, by exact
// class, in a fixed order.
func (ix *Index) Fields() []*Field { return ix.fields.Get(ix.readFields).all }

// Attributes returns every explicit attribute of simple or enumeration type
// that is set on some element, by exact class, but for the GlobalId.
func (ix *Index) Attributes() []*Field { return ix.attrs.Get(ix.readAttributes).all }

func (f *Field) add(e Entry) {
	f.Entries = append(f.Entries, e)
	switch {
	case e.Form == semantics.Predefined, f.Kind == Property && e.Form != semantics.SingleValue:
		f.Mixed = NotSingle
	case e.Doubt != "" && f.Mixed == "":
		f.Mixed = e.Doubt
	}
}
