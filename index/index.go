package index

import (
	"runtime"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/internal/lazy"
	"github.com/ifcmcq/ifcmcq/schema"
	"github.com/ifcmcq/ifcmcq/semantics"
)

// Index is the table of contents of one model.
type Index struct {
	Model *semantics.Model
	// Elements holds every IfcElement and spatial structure element that can be
	// asked about: its GlobalId is well formed and occurs once.
	Elements []Element
	// Excluded counts the others by reason.
	Excluded map[string]int

	at     map[ifc.Entity]int
	byCls  map[schema.Class][]int
	raw    bool // the file holds bytes above 127
	fields lazy.Value[*fields]
	attrs  lazy.Value[*fields]
	boxes  lazy.Value[*boxes]
	tables tables
}

// Element is an entity that can be named in a question.
type Element struct {
	Entity ifc.Entity
	Class  schema.Class
	GUID   string
	// Name is empty where the entity has none that can be shown.
	Name string
}

// New makes an Index of m.
func New(m *semantics.Model) *Index {
	all := m.Elements()
	ix := &Index{
		Model: m, Excluded: map[string]int{}, raw: m.File().HasHighBytes(),
		at: make(map[ifc.Entity]int, len(all)), byCls: map[schema.Class][]int{},
	}
	described := make([]struct {
		el  Element
		why string
	}, len(all))
	n := min(runtime.GOMAXPROCS(0), len(all)/100+1)
	var wg sync.WaitGroup
	for k := range n {
		wg.Go(func() {
			for i := k * len(all) / n; i < (k+1)*len(all)/n; i++ {
				described[i].el, described[i].why = ix.element(all[i])
			}
		})
	}
	wg.Wait()
	ix.Elements = make([]Element, 0, len(all))
	for i := range described {
		el, why := &described[i].el, described[i].why
		if why != "" {
			ix.Excluded[why]++
			continue
		}
		ix.at[el.Entity] = len(ix.Elements)
		ix.byCls[el.Class] = append(ix.byCls[el.Class], len(ix.Elements))
		ix.Elements = append(ix.Elements, *el)
	}
	return ix
}

// guidLength is the length of a GlobalId in the base 64 of IFC.
const guidLength = 22

// element describes e, or says why it cannot be asked about.
func (ix *Index) element(e ifc.Entity) (Element, string) {
	guid := e.GUID()
	if len(guid) != guidLength || !ix.Askable(guid) {
		return Element{}, "GlobalId unset or malformed"
	}
	if ix.Model.Unique(guid) != e {
		return Element{}, "GlobalId occurs more than once"
	}
	el := Element{Entity: e, Class: e.ClassNo(), GUID: guid}
	if name, ok := e.Name(); ok && ix.Askable(name) {
		el.Name = name
	}
	return el, ""
}

// Subject describes any rooted entity, as a type object; ok is false if it
// cannot be asked about.
func (ix *Index) Subject(e ifc.Entity) (Element, bool) {
	if i, ok := ix.at[e]; ok {
		return ix.Elements[i], true
	}
	if !e.Exists() {
		return Element{}, false
	}
	el, why := ix.element(e)
	return el, why == ""
}

// Position returns where e is among Elements, -1 if it is not.
func (ix *Index) Position(e ifc.Entity) int {
	if i, ok := ix.at[e]; ok {
		return i
	}
	return -1
}

// ClassName returns the class as the schema spells it.
func (ix *Index) ClassName(c schema.Class) string { return ix.Model.Schema().ClassName(c) }

// Classes returns the classes of Elements in schema order.
func (ix *Index) Classes() []schema.Class {
	var out []schema.Class
	for c := range schema.Class(ix.Model.Schema().NumClasses()) {
		if len(ix.byCls[c]) > 0 {
			out = append(out, c)
		}
	}
	return out
}

// OfClass returns the positions in Elements of exactly class c.
func (ix *Index) OfClass(c schema.Class) []int { return ix.byCls[c] }

// maxText is the longest string in characters that is asked about or offered.
const maxText = 100

// Askable tells whether a string can stand in a question: not blank, printable,
// on one line, of no more than 100 characters, and read alike by all readers.
func (ix *Index) Askable(s string) bool {
	if strings.TrimSpace(s) == "" || utf8.RuneCountInString(s) > maxText {
		return false
	}
	for _, r := range s {
		switch {
		case r == utf8.RuneError, !unicode.IsPrint(r):
			return false
		case r > 0xFFFF: // in files as a pair of surrogates, which some readers drop
			return false
		case r >= 0x80 && ix.raw: // may be a raw byte, which some readers drop
			return false
		}
	}
	return true
}
