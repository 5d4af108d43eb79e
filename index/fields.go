package index

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/internal/lazy"
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

	values lazy.Value[[]Value]
}

// Value is a value that some entries of a field have.
type Value struct {
	Datum   ifc.Datum
	Entries []int // positions in Entries
}

// Values returns the distinct sound values of a field in order of first
// appearance; lists are left out.
func (f *Field) Values() []Value {
	return f.values.Get(func() []Value {
		var out []Value
		at := map[ifc.Scalar]int{}
		for i := range f.Entries {
			e := &f.Entries[i]
			if !e.Sound() || e.Value.Kind == ifc.List {
				continue
			}
			key := e.Value.Scalar()
			k, ok := at[key]
			if !ok {
				k = len(out)
				at[key] = k
				out = append(out, Value{Datum: e.Value})
			}
			out[k].Entries = append(out[k].Entries, i)
		}
		return out
	})
}

// Parts returns the fields of a key on class c and each of its subclasses that
// has it.
func (ix *Index) Parts(c schema.Class, key FieldKey) []*Field {
	var out []*Field
	byKey := ix.fieldsFor(key).byKey
	for k := c; k <= ix.Model.Schema().Last(c); k++ {
		if f := byKey[classKey{k, key}]; f != nil {
			out = append(out, f)
		}
	}
	return out
}

// fieldsFor returns the table that a key is in.
func (ix *Index) fieldsFor(key FieldKey) *fields {
	if key.Kind == Attribute {
		return ix.attrs.Get(ix.readAttributes)
	}
	return ix.fields.Get(ix.readFields)
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

type fields struct {
	all   []*Field // by class, then key
	byKey map[classKey]*Field
	above sync.Map // classKey → *Field, of a class with its subclasses
}

type classKey struct {
	class schema.Class
	key   FieldKey
}

// Fields returns every property and quantity that elements carry, by exact
// class, in a fixed order.
func (ix *Index) Fields() []*Field { return ix.fields.Get(ix.readFields).all }

// Attributes returns every explicit attribute of simple or enumeration type
// that is set on some element, by exact class, but for the GlobalId.
func (ix *Index) Attributes() []*Field { return ix.attrs.Get(ix.readAttributes).all }

// Field returns the field of a key on class c and its subclasses; nil if no
// element carries it.
func (ix *Index) Field(c schema.Class, key FieldKey) *Field {
	src := ix.fieldsFor(key)
	at := classKey{c, key}
	if f, ok := src.above.Load(at); ok {
		return f.(*Field)
	}
	var f *Field
	switch parts := ix.Parts(c, key); {
	case len(parts) == 0:
	case len(parts) == 1 && parts[0].Class == c:
		f = parts[0]
	default:
		f = &Field{FieldKey: key, Class: c}
		for _, part := range parts {
			f.Entries = append(f.Entries, part.Entries...)
			f.Mixed = cmp.Or(f.Mixed, part.Mixed)
		}
	}
	// Whoever comes second takes what the first has made: a field is one.
	stored, _ := src.above.LoadOrStore(at, f)
	return stored.(*Field)
}

func newFields() *fields { return &fields{byKey: map[classKey]*Field{}} }

func (t *fields) add(c schema.Class, key FieldKey, e Entry) {
	at := classKey{c, key}
	f := t.byKey[at]
	if f == nil {
		f = &Field{FieldKey: key, Class: c}
		t.byKey[at] = f
		t.all = append(t.all, f)
	}
	f.add(e)
}

func (f *Field) add(e Entry) {
	f.Entries = append(f.Entries, e)
	switch {
	case e.Form == semantics.Predefined, f.Kind == Property && e.Form != semantics.SingleValue:
		f.Mixed = NotSingle
	case e.Doubt != "" && f.Mixed == "":
		f.Mixed = e.Doubt
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// readFields walks the sets of all elements, a part of them in each goroutine. A
// set that several elements of a class share, as a type's, is looked up once for
// each of them but its fields are found once.
func (ix *Index) readFields() *fields {
	return ix.inParts(func(t *fields, from, to int) {
		type setOf struct {
			class schema.Class
			set   *semantics.Set
		}
		known := map[setOf][]*Field{}
		for i := from; i < to; i++ {
			el := &ix.Elements[i]
			sets := ix.Model.Sets(el.Entity)
			for _, set := range sets.Sets {
				at := setOf{el.Class, set}
				fs, ok := known[at]
				if !ok {
					fs = t.fieldsOf(ix, el.Class, set)
					known[at] = fs
				}
				for k, f := range fs {
					if f != nil {
						p := &set.Properties[k]
						f.add(Entry{Element: i, Property: p, Doubt: cmp.Or(sets.Doubt, p.Doubt, ix.doubt(p.Value))})
					}
				}
			}
		}
	})
}

// inParts lets goroutines read the fields of a part of the elements each, and
// joins what they have found in the order of the elements.
func (ix *Index) inParts(read func(t *fields, from, to int)) *fields {
	n := min(runtime.GOMAXPROCS(0), len(ix.Elements)/100+1)
	parts := make([]*fields, n)
	var wg sync.WaitGroup
	for k := range parts {
		parts[k] = newFields()
		wg.Go(func() { read(parts[k], k*len(ix.Elements)/n, (k+1)*len(ix.Elements)/n) })
	}
	wg.Wait()
	t := parts[0]
	for _, part := range parts[1:] {
		for _, f := range part.all {
			t.join(f)
		}
	}
	slices.SortFunc(t.all, func(a, b *Field) int {
		return cmp.Or(cmp.Compare(a.Class, b.Class), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Set, b.Set),
			cmp.Compare(b2i(a.Named), b2i(b.Named)), cmp.Compare(a.Name, b.Name))
	})
	return t
}

// join adds the entries of a field that another part has found.
func (t *fields) join(f *Field) {
	at := classKey{f.Class, f.FieldKey}
	to := t.byKey[at]
	if to == nil {
		t.byKey[at] = f
		t.all = append(t.all, f)
		return
	}
	to.Entries = append(to.Entries, f.Entries...)
	if to.Mixed != NotSingle && f.Mixed != "" && (to.Mixed == "" || f.Mixed == NotSingle) {
		to.Mixed = f.Mixed
	}
}

// fieldsOf finds or makes the fields of a set's properties; nil where one has no
// name that can be asked about.
func (t *fields) fieldsOf(ix *Index, c schema.Class, set *semantics.Set) []*Field {
	out := make([]*Field, len(set.Properties))
	if set.Named && !ix.Askable(set.Name) {
		return out
	}
	kind := Property
	if set.Kind == semantics.QuantitySet {
		kind = Quantity
	}
	for k := range set.Properties {
		name := set.Properties[k].Name
		if !ix.Askable(name) || name == "id" { // some readers keep their own number there
			continue
		}
		at := classKey{c, FieldKey{kind, set.Name, set.Named, name}}
		f := t.byKey[at]
		if f == nil {
			f = &Field{FieldKey: at.key, Class: c}
			t.byKey[at] = f
			t.all = append(t.all, f)
		}
		out[k] = f
	}
	return out
}

// doubt says why a value is not read alike by all readers.
func (ix *Index) doubt(d ifc.Datum) string {
	if d.Kind == ifc.Integer && (d.Int() > math.MaxInt32 || d.Int() < math.MinInt32) {
		return "integer beyond 32 bits"
	}
	return ""
}

func (ix *Index) readAttributes() *fields {
	s := ix.Model.Schema()
	return ix.inParts(func(t *fields, from, to int) {
		for i := from; i < to; i++ {
			el := &ix.Elements[i]
			a := el.Entity.Args()
			for k := range s.NumAttrs(el.Class) {
				v, ok := a.Next()
				if !ok {
					break
				}
				if k == 0 || !v.IsSet() {
					continue
				}
				attr := s.Attr(el.Class, k)
				switch attr.Kind {
				case schema.KindString, schema.KindInteger, schema.KindReal, schema.KindNumber, schema.KindBoolean, schema.KindLogical, schema.KindEnumeration:
				default:
					continue
				}
				d := el.Entity.Value(k, v).Datum()
				if d.Kind == ifc.None || d.Kind == ifc.List || d.Kind == ifc.Other || d.Type != nil {
					continue
				}
				p := &semantics.Property{Name: attr.Name, Value: d}
				t.add(el.Class, FieldKey{Kind: Attribute, Name: attr.Name}, Entry{Element: i, Property: p, Doubt: ix.doubt(d)})
			}
		}
	})
}
