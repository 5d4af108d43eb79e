package index

import "github.com/ifcmcq/ifcmcq/ifc"

// TypeTable holds the type objects that elements can be asked about.
type TypeTable struct {
	// Types is in the order of the first element of each.
	Types []Typed
	// LeftOut holds why an element with a type is in no list, once an element.
	LeftOut []string
}

// Typed is a type object with the elements that it alone types.
type Typed struct {
	Type        Element
	Occurrences []int // positions in Elements
}

// Types returns the type objects whose GlobalId is unique, with those of Elements
// that exactly one relationship types.
func (ix *Index) Types() *TypeTable { return ix.tables.types.Get(ix.readTypes) }

func (ix *Index) readTypes() *TypeTable {
	t := &TypeTable{}
	at := map[ifc.Entity]int{}
	for i, el := range ix.Elements {
		switch n := ix.Model.TypeRelations(el.Entity); {
		case n == 0:
			continue
		case n > 1:
			t.LeftOut = append(t.LeftOut, "typed by more than one relationship")
			continue
		}
		typ := ix.Model.Type(el.Entity)
		k, known := at[typ]
		if !known {
			k = -1
			if s, ok := ix.Subject(typ); ok {
				k = len(t.Types)
				t.Types = append(t.Types, Typed{Type: s})
			}
			at[typ] = k
		}
		if k < 0 {
			t.LeftOut = append(t.LeftOut, "its type has no GlobalId of its own")
			continue
		}
		t.Types[k].Occurrences = append(t.Types[k].Occurrences, i)
	}
	return t
}
