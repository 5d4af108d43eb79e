package index

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/schema"
	"github.com/ifcmcq/ifcmcq/semantics"
)

// collector gathers the fields of a part of the elements.
type collector struct {
	all    []*Field
	at     map[classKey]*Field
	shapes map[shapeKey]shape
}

type classKey struct {
	class schema.Class
	key   FieldKey
}

// shape is a set of a class and the fields of its properties. Most sets of one
// name have the same properties in the same order, and so the same fields.
type shape struct {
	set    *semantics.Set
	fields []*Field // nil where a property has no name that can be asked about
}

type shapeKey struct {
	class schema.Class
	kind  FieldKind
	named bool
	name  string
}

// field finds or makes the field of a key.
func (t *collector) field(c schema.Class, key FieldKey) *Field {
	at := classKey{c, key}
	f := t.at[at]
	if f == nil {
		f = &Field{FieldKey: key, Class: c}
		t.at[at] = f
		t.all = append(t.all, f)
	}
	return f
}

// readFields walks the sets of all elements, a part of them in each goroutine.
func (ix *Index) readFields() *fields {
	return ix.inParts(func(t *collector, from, to int) {
		for i := from; i < to; i++ {
			el := &ix.Elements[i]
			sets := ix.Model.Sets(el.Entity)
			for _, set := range sets.Sets {
				for k, f := range t.fieldsOf(ix, el.Class, set) {
					if f != nil {
						p := &set.Properties[k]
						f.add(Entry{Element: i, Property: p, Doubt: cmp.Or(sets.Doubt, p.Doubt, ix.doubt(p.Value))})
					}
				}
			}
		}
	})
}

// fieldsOf finds or makes the fields of a set's properties.
func (t *collector) fieldsOf(ix *Index, c schema.Class, set *semantics.Set) []*Field {
	kind := Property
	if set.Kind == semantics.QuantitySet {
		kind = Quantity
	}
	at := shapeKey{c, kind, set.Named, set.Name}
	if known, ok := t.shapes[at]; ok && (known.set == set || slices.EqualFunc(known.set.Properties, set.Properties, sameName)) {
		return known.fields
	}
	out := make([]*Field, len(set.Properties))
	if !set.Named || ix.Askable(set.Name) {
		for k := range set.Properties {
			// Some readers keep their own number in "id".
			if name := set.Properties[k].Name; ix.Askable(name) && name != "id" {
				out[k] = t.field(c, FieldKey{kind, set.Name, set.Named, name})
			}
		}
	}
	t.shapes[at] = shape{set, out}
	return out
}

func sameName(a, b semantics.Property) bool { return a.Name == b.Name }

// inParts lets goroutines read the fields of a part of the elements each, and
// joins what they have found in the order of the elements.
func (ix *Index) inParts(read func(t *collector, from, to int)) *fields {
	n := min(runtime.GOMAXPROCS(0), len(ix.Elements)/100+1)
	parts := make([]*collector, n)
	var wg sync.WaitGroup
	for k := range parts {
		parts[k] = &collector{at: map[classKey]*Field{}, shapes: map[shapeKey]shape{}}
		wg.Go(func() { read(parts[k], k*len(ix.Elements)/n, (k+1)*len(ix.Elements)/n) })
	}
	wg.Wait()
	for _, part := range parts[1:] {
		for _, f := range part.all {
			parts[0].join(f)
		}
	}
	t := &fields{all: parts[0].all, families: map[FieldKey]*family{}}
	slices.SortFunc(t.all, func(a, b *Field) int {
		return cmp.Or(cmp.Compare(a.Class, b.Class), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Set, b.Set),
			cmp.Compare(b2i(a.Named), b2i(b.Named)), cmp.Compare(a.Name, b.Name))
	})
	for _, f := range t.all {
		m := t.families[f.FieldKey]
		if m == nil {
			m = &family{}
			t.families[f.FieldKey] = m
		}
		f.family, m.fields = m, append(m.fields, f)
	}
	return t
}

// join adds the entries of a field that another part has found.
func (t *collector) join(f *Field) {
	at := classKey{f.Class, f.FieldKey}
	to := t.at[at]
	if to == nil {
		t.at[at] = f
		t.all = append(t.all, f)
		return
	}
	to.Entries = append(to.Entries, f.Entries...)
	if to.Mixed != NotSingle && f.Mixed != "" && (to.Mixed == "" || f.Mixed == NotSingle) {
		to.Mixed = f.Mixed
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// doubt says why a value is not read alike by all readers.
func (ix *Index) doubt(d ifc.Datum) string {
	if d.Kind == ifc.Integer && (d.Int() > math.MaxInt32 || d.Int() < math.MinInt32) {
		return "integer beyond 32 bits"
	}
	return ""
}

// readAttributes walks the records of all elements, a part of them in each
// goroutine.
func (ix *Index) readAttributes() *fields {
	s := ix.Model.Schema()
	return ix.inParts(func(t *collector, from, to int) {
		known := map[schema.Class][]*Field{} // by position of the attribute
		for i := from; i < to; i++ {
			el := &ix.Elements[i]
			of := known[el.Class]
			if of == nil {
				of = make([]*Field, s.NumAttrs(el.Class))
				known[el.Class] = of
			}
			a := el.Entity.Args()
			for k := range of {
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
				if of[k] == nil {
					of[k] = t.field(el.Class, FieldKey{Kind: Attribute, Name: attr.Name})
				}
				of[k].add(Entry{Element: i, Property: &semantics.Property{Name: attr.Name, Value: d}, Doubt: ix.doubt(d)})
			}
		}
	})
}
