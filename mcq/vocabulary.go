package mcq

import (
	"fmt"
	"strings"
)

// Group is the coarsest division of the questions: what kind of work with a
// model an answer takes.
type Group string

// The four groups, in taxonomy order.
const (
	Direct       Group = "direct"       // one entity, one stored value
	Relational   Group = "relational"   // follow relationships between entities
	Quantitative Group = "quantitative" // count, convert, add up, compare
	Geometric    Group = "geometric"    // bounding boxes of what entities show
)

// Category is one of the fifteen families of questions, named by three
// capital letters.
type Category string

// The fifteen categories, in taxonomy order.
const (
	CLS Category = "CLS"
	ATT Category = "ATT"
	PRP Category = "PRP"
	BLN Category = "BLN"
	EXS Category = "EXS"
	TYP Category = "TYP"
	SPA Category = "SPA"
	MAT Category = "MAT"
	OPN Category = "OPN"
	BND Category = "BND"
	CNT Category = "CNT"
	QTY Category = "QTY"
	AGG Category = "AGG"
	CMP Category = "CMP"
	GEO Category = "GEO"
)

// Type says how an item is answered.
type Type string

// The three question types.
const (
	Single  Type = "single"  // 3 to 5 options, one of them right
	Multi   Type = "multi"   // 3 to 8 options, at least one right and one wrong
	Boolean Type = "boolean" // 2 options, one of them right
)

// Subtype is one of the 36 kinds of question. All items of a subtype ask the
// same thing about different entities and carry the same fact fields.
type Subtype string

// The 36 subtypes, in taxonomy order.
const (
	ClassByGUID       Subtype = "class_by_guid"
	AttributeValue    Subtype = "attribute_value"
	PropertyValue     Subtype = "property_value"
	BooleanCheck      Subtype = "boolean_check"
	PropertyExistence Subtype = "property_existence"
	ValueOrNull       Subtype = "value_or_null"
	TypeObject        Subtype = "type_object"
	ElementStorey     Subtype = "element_storey"
	SpaceStorey       Subtype = "space_storey"
	StoreyBuilding    Subtype = "storey_building"
	MaterialName      Subtype = "material_name"
	MaterialSet       Subtype = "material_set"
	OpeningHost       Subtype = "opening_host"
	FillerHost        Subtype = "filler_host"
	HostFillers       Subtype = "host_fillers"
	ElementSpaces     Subtype = "element_spaces"
	BoundaryCheck     Subtype = "boundary_check"
	SpaceElements     Subtype = "space_elements"
	FileCount         Subtype = "file_count"
	StoreyCount       Subtype = "storey_count"
	TypeCount         Subtype = "type_count"
	OpeningCount      Subtype = "opening_count"
	Length            Subtype = "length"
	Area              Subtype = "area"
	Volume            Subtype = "volume"
	NetVsGross        Subtype = "net_vs_gross"
	PropertySum       Subtype = "property_sum"
	PropertyMean      Subtype = "property_mean"
	QuantitySum       Subtype = "quantity_sum"
	QuantityMean      Subtype = "quantity_mean"
	Pairwise          Subtype = "pairwise"
	Largest           Subtype = "largest"
	Smallest          Subtype = "smallest"
	PointInBox        Subtype = "point_in_box"
	BaseElevation     Subtype = "base_elevation"
	ExtentCompare     Subtype = "extent_compare"
)

// categoryRow and subtypeRow are the taxonomy as a table. The tables are read
// only; everything exported hands out copies.
type categoryRow struct {
	category Category
	group    Group
	name     string
}

type subtypeRow struct {
	subtype  Subtype
	category Category
	typ      Type
	fact     string // names of the fact's fields, alphabetical, space-separated
}

var categoryTable = [...]categoryRow{
	{CLS, Direct, "Class identification"},
	{ATT, Direct, "Attribute retrieval"},
	{PRP, Direct, "Property retrieval"},
	{BLN, Direct, "Boolean property check"},
	{EXS, Direct, "Property existence"},
	{TYP, Relational, "Type assignment"},
	{SPA, Relational, "Spatial containment"},
	{MAT, Relational, "Material assignment"},
	{OPN, Relational, "Openings and fillings"},
	{BND, Relational, "Space boundaries"},
	{CNT, Quantitative, "Counting"},
	{QTY, Quantitative, "Quantity retrieval"},
	{AGG, Quantitative, "Aggregation"},
	{CMP, Quantitative, "Comparison"},
	{GEO, Geometric, "Bounding-box geometry"},
}

var subtypeTable = [...]subtypeRow{
	{ClassByGUID, CLS, Single, "guid"},
	{AttributeValue, ATT, Single, "attribute guid"},
	{PropertyValue, PRP, Single, "guid property pset"},
	{BooleanCheck, BLN, Boolean, "claim guid property pset"},
	{PropertyExistence, EXS, Boolean, "guid property pset"},
	{ValueOrNull, EXS, Single, "guid property pset"},
	{TypeObject, TYP, Single, "guid"},
	{ElementStorey, SPA, Single, "guid"},
	{SpaceStorey, SPA, Single, "guid"},
	{StoreyBuilding, SPA, Single, "guid"},
	{MaterialName, MAT, Single, "guid"},
	{MaterialSet, MAT, Multi, "guid"},
	{OpeningHost, OPN, Single, "guid"},
	{FillerHost, OPN, Single, "guid"},
	{HostFillers, OPN, Multi, "guid"},
	{ElementSpaces, BND, Multi, "guid"},
	{BoundaryCheck, BND, Boolean, "element space"},
	{SpaceElements, BND, Multi, "guid"},
	{FileCount, CNT, Single, "class"},
	{StoreyCount, CNT, Single, "class storey"},
	{TypeCount, CNT, Single, "type"},
	{OpeningCount, CNT, Single, "guid"},
	{Length, QTY, Single, "guid qset quantity"},
	{Area, QTY, Single, "guid qset quantity"},
	{Volume, QTY, Single, "guid qset quantity"},
	{NetVsGross, QTY, Single, "gross guid net qset"},
	{PropertySum, AGG, Single, "class property pset"},
	{PropertyMean, AGG, Single, "class property pset"},
	{QuantitySum, AGG, Single, "class qset quantity"},
	{QuantityMean, AGG, Single, "class qset quantity"},
	{Pairwise, CMP, Single, "guids metric"},
	{Largest, CMP, Single, "guids metric"},
	{Smallest, CMP, Single, "guids metric"},
	{PointInBox, GEO, Boolean, "guid point"},
	{BaseElevation, GEO, Single, "guids"},
	{ExtentCompare, GEO, Single, "axis guids"},
}

// Groups returns the four groups in taxonomy order.
func Groups() []Group { return []Group{Direct, Relational, Quantitative, Geometric} }

// Types returns the three question types.
func Types() []Type { return []Type{Single, Multi, Boolean} }

// Categories returns the fifteen categories in taxonomy order.
func Categories() []Category {
	out := make([]Category, 0, len(categoryTable))
	for _, r := range categoryTable {
		out = append(out, r.category)
	}
	return out
}

// Subtypes returns the 36 subtypes in taxonomy order.
func Subtypes() []Subtype {
	out := make([]Subtype, 0, len(subtypeTable))
	for _, r := range subtypeTable {
		out = append(out, r.subtype)
	}
	return out
}

func (c Category) row() categoryRow {
	for _, r := range categoryTable {
		if r.category == c {
			return r
		}
	}
	return categoryRow{}
}

func (s Subtype) row() *subtypeRow {
	for i := range subtypeTable {
		if subtypeTable[i].subtype == s {
			return &subtypeTable[i]
		}
	}
	return &subtypeRow{}
}

// Known reports whether c is one of the fifteen categories.
func (c Category) Known() bool { return c.row().category != "" }

// Group returns the group that c belongs to, "" for an unknown category.
func (c Category) Group() Group { return c.row().group }

// Name returns what c is called in plain English, such as "Counting"; "" for
// an unknown category.
func (c Category) Name() string { return c.row().name }

// Subtypes returns the subtypes of c in taxonomy order.
func (c Category) Subtypes() []Subtype {
	var out []Subtype
	for _, r := range subtypeTable {
		if r.category == c {
			out = append(out, r.subtype)
		}
	}
	return out
}

// Known reports whether s is one of the 36 subtypes.
func (s Subtype) Known() bool { return s.row().subtype != "" }

// Category returns the category that s belongs to, "" for an unknown subtype.
func (s Subtype) Category() Category { return s.row().category }

// Group returns the group that s belongs to, "" for an unknown subtype.
func (s Subtype) Group() Group { return s.Category().Group() }

// Type returns how items of s are answered, "" for an unknown subtype.
func (s Subtype) Type() Type { return s.row().typ }

// FactFields returns the JSON names of the fields that the fact of an item of
// s holds, all of them and no others, in alphabetical order.
func (s Subtype) FactFields() []string { return strings.Fields(s.row().fact) }

// ParseSubtype returns the subtype called s, ignoring case and surrounding
// space. The error says what s should have been.
func ParseSubtype(s string) (Subtype, error) {
	got := Subtype(strings.ToLower(strings.TrimSpace(s)))
	if !got.Known() {
		return "", fmt.Errorf("unknown subtype %q, one of %s is needed", s, join(Subtypes()))
	}
	return got, nil
}

// ParseCategory returns the category called s, ignoring case and surrounding
// space. The error says what s should have been.
func ParseCategory(s string) (Category, error) {
	got := Category(strings.ToUpper(strings.TrimSpace(s)))
	if !got.Known() {
		return "", fmt.Errorf("unknown category %q, one of %s is needed", s, join(Categories()))
	}
	return got, nil
}

// ParseGroup returns the group called s, ignoring case and surrounding space.
// The error says what s should have been.
func ParseGroup(s string) (Group, error) {
	want := Group(strings.ToLower(strings.TrimSpace(s)))
	for _, g := range Groups() {
		if g == want {
			return g, nil
		}
	}
	return "", fmt.Errorf("unknown group %q, one of %s is needed", s, join(Groups()))
}

// ParseType returns the question type called s, ignoring case and surrounding
// space. The error says what s should have been.
func ParseType(s string) (Type, error) {
	want := Type(strings.ToLower(strings.TrimSpace(s)))
	for _, t := range Types() {
		if t == want {
			return t, nil
		}
	}
	return "", fmt.Errorf("unknown question type %q, one of %s is needed", s, join(Types()))
}

func join[T ~string](names []T) string {
	s := make([]string, len(names))
	for i, n := range names {
		s[i] = string(n)
	}
	return strings.Join(s, ", ")
}
