package schema

import (
	"slices"

	"github.com/ifcmcq/ifcmcq/schema/internal/fold"
)

// Kind says what an attribute or a defined type holds, once the defined types
// it is made of are resolved.
type Kind uint8

// The kinds of values.
const (
	KindEntity      Kind = iota + 1 // reference to an instance
	KindSelect                      // reference, or a value written with its type
	KindEnumeration                 // one of a list of words
	KindString
	KindInteger
	KindReal
	KindNumber // integer or real
	KindBoolean
	KindLogical // boolean or unknown
	KindBinary
	KindAggregate // LIST, SET, ARRAY or BAG, or a defined type that is one, as IfcCompoundPlaneAngleMeasure
)

// String returns the kind as a word: "entity", "real".
func (k Kind) String() string {
	switch k {
	case KindEntity:
		return "entity"
	case KindSelect:
		return "select"
	case KindEnumeration:
		return "enumeration"
	case KindString:
		return "string"
	case KindInteger:
		return "integer"
	case KindReal:
		return "real"
	case KindNumber:
		return "number"
	case KindBoolean:
		return "boolean"
	case KindLogical:
		return "logical"
	case KindBinary:
		return "binary"
	case KindAggregate:
		return "aggregate"
	}
	return "unknown"
}

// Type is a defined type, an enumeration or a select.
type Type struct {
	name  string
	upper string
	base  string
	kind  Kind
	first uint16 // items or members are words[first : first+count]
	count uint16
}

// Name returns the name in the spelling of EXPRESS, as "IfcPositiveLengthMeasure".
func (t *Type) Name() string { return t.name }

// Kind returns what the type comes down to: [KindReal] for
// IfcPositiveLengthMeasure.
func (t *Type) Kind() Kind { return t.kind }

// Base returns what the type is declared as: "IfcLengthMeasure" for
// IfcPositiveLengthMeasure, "REAL" for IfcLengthMeasure, "LIST [3:4] OF
// INTEGER" for IfcCompoundPlaneAngleMeasure; "" for enumerations and selects.
func (t *Type) Base() string { return t.base }

// Type returns the type of that name, in any letter case.
func (s *Schema) Type(name string) (*Type, bool) { return findType(s, name) }

// TypeBytes is [Schema.Type] for a name that is part of a buffer.
func (s *Schema) TypeBytes(name []byte) (*Type, bool) { return findType(s, name) }

func findType[T string | []byte](s *Schema, name T) (*Type, bool) {
	mask := uint32(len(s.typeSlots) - 1)
	for i := fold.Hash(name) & mask; ; i = (i + 1) & mask {
		n := s.typeSlots[i]
		if n == fold.Empty {
			return nil, false
		}
		if t := &s.types[n]; string(name) == t.upper || fold.Equal(name, t.name) {
			return t, true
		}
	}
}

// Items returns the items of an enumeration of s, upper case, in the order of
// declaration, and nil for other types.
func (s *Schema) Items(t *Type) []string {
	if t.kind != KindEnumeration {
		return nil
	}
	return s.wordsOf(t)
}

// HasItem reports whether t is an enumeration with that item, spelled as
// [Schema.Items] does.
func (s *Schema) HasItem(t *Type, item string) bool {
	return slices.Contains(s.Items(t), item)
}

// Members returns the names of the direct members of a select of s, in the
// order of declaration, and nil for other types. A member may be an entity, a
// type, or a select again.
func (s *Schema) Members(t *Type) []string {
	if t.kind != KindSelect {
		return nil
	}
	return s.wordsOf(t)
}

func (s *Schema) wordsOf(t *Type) []string {
	end := int(t.first) + int(t.count)
	return s.words[t.first:end:end]
}
