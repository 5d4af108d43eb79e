// Package schema holds the three official IFC schemas, IFC2X3 TC1, IFC4 ADD2
// TC1 and IFC4X3 ADD2, as static tables: which entities there are, what they
// inherit from, what each argument of a record means, which relationship an
// inverse attribute stands for, what an enumeration may say. It knows nothing
// of files.
//
// A [Schema] is got by name from the FILE_SCHEMA of a file ([ByIdentifier]) or
// directly ([IFC4]). Nothing is parsed or allocated for it: the tables are laid
// out by the compiler and the functions return pointers to them. All of it is
// read-only and safe for concurrent use; what an accessor returns belongs to
// the tables and must not be written to.
//
// # Classes
//
// An entity is a [Class], a small number. Numbers are given in a walk of the
// inheritance trees that visits a class before its subtypes and subtypes in
// the byte order of their names, as in
//
//	IfcStairFlight           388
//	IfcWall                  389 ┐
//	  IfcWallElementedCase   390 │ the range IfcWall..Last
//	  IfcWallStandardCase    391 ┘
//	IfcWindow                392
//
// of IFC4. A class and its subtypes are therefore one range, from c to
// [Schema.Last] of c: [Schema.IsA] is two comparisons, and a loop over the range
// meets the classes in the order in which results of "all instances of a class,
// subtypes included" are customarily listed. Numbers of one schema mean nothing
// in another.
//
// # Attributes
//
// Arguments of a record are positional, those of the root class first. [Attr]
// tells the name and type of a position, [Schema.AttrIndex] the position of a
// name. A subtype may redeclare an inherited attribute as derived; it keeps its
// position and is written as an asterisk ([Schema.Derived]).
//
// Positions are worth looking up rather than remembering: IfcGridPlacement got
// a new first attribute in IFC4X3, the tenth of IfcSpace became another one in
// IFC4, and the second of IfcPropertySingleValue was renamed from Description
// to Specification in IFC4X3.
//
// # Sources
//
// The tables are facts (names, order, types) derived from the EXPRESS schemas
// published by buildingSMART International, which holds the copyright in those.
// They are written by go generate from extracts of the schemas.
package schema

import "github.com/ifcmcq/ifcmcq/schema/internal/fold"

//go:generate go run ./internal/gen -schemas ../../shared/schemas

// Schema is one version of IFC.
type Schema struct {
	name    string
	classes []class // by Class
	attrs   []Attr  // each explicit attribute once, where it is declared
	// lists holds, for every class, the numbers of its attributes in attrs,
	// inherited first. Equal lists are kept once. Copies of the attributes
	// for every class would take three times the room.
	lists    []uint16
	inverses []Inverse // by name, then owner
	types    []Type    // by name
	words    []string  // items of enumerations and members of selects

	// Open-addressing hash tables of numbers of classes and types.
	classSlots []uint16
	typeSlots  []uint16
}

// IFC2X3 returns the schema IFC2X3 TC1.
func IFC2X3() *Schema { return &ifc2x3 }

// IFC4 returns the schema IFC4 ADD2 TC1.
func IFC4() *Schema { return &ifc4 }

// IFC4X3 returns the schema IFC4X3 ADD2.
func IFC4X3() *Schema { return &ifc4x3 }

// Name returns "IFC2X3", "IFC4" or "IFC4X3".
func (s *Schema) Name() string { return s.name }

// ByIdentifier returns the schema for an identifier in the FILE_SCHEMA of a
// file, in any letter case. ok is false when no table fits.
//
// The editions of IFC 4.3 differ little and share a table. IFC4X1 and IFC4X2
// have tables of their own, which are not among the three: they are read with
// that of IFC4X3, their successor. Entities of theirs that it lacks are for the
// reader to report as unknown, and positions may differ in entities for
// alignment, above all IfcLinearPlacement.
func ByIdentifier(id string) (s *Schema, ok bool) {
	switch {
	case fold.Equal(id, "IFC2X3"):
		return &ifc2x3, true
	case fold.Equal(id, "IFC4"):
		return &ifc4, true
	case fold.Equal(id, "IFC4X3"),
		fold.Equal(id, "IFC4X3_TC1"),
		fold.Equal(id, "IFC4X3_ADD1"),
		fold.Equal(id, "IFC4X3_ADD2"),
		fold.Equal(id, "IFC4X1"),
		fold.Equal(id, "IFC4X2"):
		return &ifc4x3, true
	}
	return nil, false
}
