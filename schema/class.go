package schema

import (
	"sort"

	"github.com/ifcmcq/ifcmcq/schema/internal/fold"
)

// Class is the number of an entity of a [Schema] in a pre-order walk of its
// inheritance trees, roots and children in the byte order of their names.
// A class and its subtypes are the range c..s.Last(c).
type Class uint16

// NoClass is the class of nothing: what a root inherits from, what an unknown
// name stands for. As an argument it has no name, no attributes and no
// relatives; only [Schema.Last] and [Schema.Attr] panic on it, for want of an
// answer.
const NoClass Class = 0xFFFF

// class is a row of the table of classes.
type class struct {
	name     string
	upper    string // as files spell it: one memory comparison instead of a loop
	super    Class
	last     Class
	first    uint16 // attributes are lists[first : first+attrs]
	attrs    uint8
	abstract bool
	derived  uint32 // bit i: attribute i is derived
}

// Attr is one explicit attribute of an entity.
type Attr struct {
	Name     string
	Type     string // as declared without OPTIONAL: "IfcLabel", "SET [1:?] OF IfcProperty"
	Kind     Kind   // what Type comes down to
	Optional bool   // may be absent, written $
}

// Inverse is an inverse attribute: the instances of Rel whose attribute number
// Attr refers to the owner.
type Inverse struct {
	Name  string // "IsDefinedBy"
	Owner Class  // entity that declares it
	Rel   Class  // entity that refers, subtypes included
	Attr  int    // position of the forward attribute in records of Rel
}

// Class returns the class of that name, in any letter case.
func (s *Schema) Class(name string) (Class, bool) { return findClass(s, name) }

// ClassBytes is [Schema.Class] for a name that is part of a buffer.
func (s *Schema) ClassBytes(name []byte) (Class, bool) { return findClass(s, name) }

func findClass[T string | []byte](s *Schema, name T) (Class, bool) {
	mask := uint32(len(s.classSlots) - 1)
	for i := fold.Hash(name) & mask; ; i = (i + 1) & mask {
		n := s.classSlots[i]
		if n == fold.Empty {
			return NoClass, false
		}
		if c := &s.classes[n]; string(name) == c.upper || fold.Equal(name, c.name) {
			return Class(n), true
		}
	}
}

// NumClasses returns the number of entities; classes are 0..NumClasses()-1.
func (s *Schema) NumClasses() int { return len(s.classes) }

// ClassName returns the name in the spelling of EXPRESS, as
// "IfcWallStandardCase", or "" for [NoClass].
func (s *Schema) ClassName(c Class) string {
	if c == NoClass {
		return ""
	}
	return s.classes[c].name
}

// Super returns the class that c directly inherits from, [NoClass] at a root.
func (s *Schema) Super(c Class) Class {
	if c == NoClass {
		return NoClass
	}
	return s.classes[c].super
}

// Last returns the last class of the subtree of c: c itself when it has no
// subtypes.
func (s *Schema) Last(c Class) Class { return s.classes[c].last }

// IsA reports whether c is ancestor or inherits from it. It is false when
// either is [NoClass].
func (s *Schema) IsA(c, ancestor Class) bool {
	return ancestor != NoClass && c >= ancestor && c <= s.classes[ancestor].last
}

// Abstract reports whether c has no instances of its own.
func (s *Schema) Abstract(c Class) bool {
	return c != NoClass && s.classes[c].abstract
}

// NumAttrs returns the number of explicit attributes of c, inherited ones
// included: the number of arguments of a record.
func (s *Schema) NumAttrs(c Class) int {
	if c == NoClass {
		return 0
	}
	return int(s.classes[c].attrs)
}

// Attr returns the attribute that the i-th argument of a record of c holds,
// counted from 0. It panics unless 0 <= i < NumAttrs(c).
func (s *Schema) Attr(c Class, i int) *Attr {
	return &s.attrs[s.attrList(c)[i]]
}

// AttrIndex returns the position of the attribute of that name, or -1. Unlike
// names of entities, names of attributes are compared exactly.
func (s *Schema) AttrIndex(c Class, name string) int {
	if c == NoClass {
		return -1
	}
	for i, n := range s.attrList(c) {
		if s.attrs[n].Name == name {
			return i
		}
	}
	return -1
}

// Derived reports whether c or a class it inherits from redeclares attribute i
// as derived. Files write an asterisk in its place.
func (s *Schema) Derived(c Class, i int) bool {
	return c != NoClass && i >= 0 && s.classes[c].derived>>uint(i)&1 != 0
}

func (s *Schema) attrList(c Class) []uint16 {
	r := &s.classes[c]
	return s.lists[r.first : int(r.first)+int(r.attrs)]
}

// Inverses returns every declaration of an inverse attribute of that name, by
// owner. One name may have several owners with different relationships, as
// ContainedInStructure; an instance has the inverse when its class is an Owner
// or inherits from one.
func (s *Schema) Inverses(name string) []Inverse {
	all := s.inverses
	first := sort.Search(len(all), func(i int) bool { return all[i].Name >= name })
	end := first
	for end < len(all) && all[end].Name == name {
		end++
	}
	return all[first:end:end]
}
