package generate

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
)

var booleanCheck = Subtype{
	Doc: mcq.Doc{
		Subtype:  mcq.BooleanCheck,
		Asks:     "Whether an element has the claimed value, true or false, for a boolean property of a property set, its own or inherited from its type.",
		Entities: []string{"IfcPropertySet", "IfcPropertySingleValue", "IfcRelDefinesByProperties", "IfcRelDefinesByType"},
		LeavesOut: []string{
			"logical values that are unknown: neither claim would hold",
			"properties that are not single values",
			"a property that is stated twice with different values, or unset on the element and set on its type: readers differ",
			"elements that more than one relationship types: their type is in doubt",
			"the Name of the element, always: \"Outer wall\" would tell whether it is external",
		},
		Wrong: []string{
			"the other answer; each claim about a property comes with another one whose answer is the opposite: about an element with the other value, or else the opposite claim",
			"as many properties are true as false as far as the file allows, and as many claims",
		},
		Example: `"Does the file state the value true for "LoadBearing" in the property set "Pset_WallCommon" of IfcWallStandardCase with GlobalId 2XQebkqhtK4byDJZmARc7O?" Yes*, No: the set of the partition itself says .T., which holds over the .F. of its type, Stud Wall 100.`,
		Since:   "0.1.0",
	},
	Source: booleanDrafts,
}

var booleanStems = stems{
	"Is it right that {property} in {set} is {claim} for {entity}?",
	"Does the file state the value {claim} for {property} in {set} of {entity}?",
	"Somebody claims that {set} gives {property} of {entity} as {claim}. Does the model agree?",
	"Check this for {entity}: by {set}, {property} is {claim}. Does it hold?",
	"{entity} carries {set}. Is {property} {claim} in it?",
}

// booleanDrafts asks in couples about one property of elements of one class. The
// two make the same claim of an element that is true and one that is false, so
// that neither claim nor property nor value goes with the answer. Where elements
// of one value are left over, the couple makes both claims of two of them.
func booleanDrafts(ix *index.Index, r *rand.Rand) Drafts {
	b := &booleans{ix: ix, r: r, claim: r.IntN(2) == 0}
	var mixed, yes, no bySource
	for _, f := range properties(ix) {
		if !slices.ContainsFunc(f.Entries, func(e index.Entry) bool { return isLogical(e.Value) }) {
			continue
		}
		v := &booleanValues{Field: f}
		mixed.add(f.Class, b.both(v))
		yes.add(f.Class, b.excess(v, true))
		no.add(f.Class, b.excess(v, false))
	}
	return b.drafts(inOrder(mixed.turns(r), turns(yes.turns(r), no.turns(r))))
}

func isLogical(d ifc.Datum) bool { return d.Kind == ifc.Boolean || d.Kind == ifc.Unknown }

type booleans struct {
	couples
	ix    *index.Index
	r     *rand.Rand
	claim bool // of the last couple
}

// booleanValues is a field with positions of elements by value in random order,
// once they are gathered.
type booleanValues struct {
	*index.Field
	gathered bool
	true     []int
	false    []int
}

// gather sorts the elements and returns how many there are whose value is not
// asked about.
func (b *booleans) gather(v *booleanValues) (unsure int) {
	if v.gathered {
		return 0
	}
	v.gathered = true
	for _, e := range v.Entries {
		switch {
		case !isLogical(e.Value):
		case e.Value.Kind == ifc.Unknown, !e.Sound(), !typedOnce(b.ix, e.Element):
			unsure++
		case e.Value.Bool():
			v.true = append(v.true, e.Element)
		default:
			v.false = append(v.false, e.Element)
		}
	}
	v.true, v.false = shuffledList(b.r, v.true), shuffledList(b.r, v.false)
	return unsure
}

// both makes the same claim of an element that is true and one that is false.
func (b *booleans) both(v *booleanValues) opening {
	return func() (Drafts, Skip) {
		unsure := b.gather(v)
		couples := min(len(v.true), len(v.false))
		if unsure+couples == 0 {
			return nil, ""
		}
		return func(yield func(Draft, Skip) bool) {
			for range unsure {
				if !yield(Draft{}, "boolean that is unknown or in doubt") {
					return
				}
			}
			for i := range couples {
				b.claim = !b.claim
				if !b.give(yield, b.draft(v.Field, v.true[i], true, b.claim), b.draft(v.Field, v.false[i], false, b.claim)) {
					return
				}
			}
		}, ""
	}
}

// excess makes one claim and then the other of elements that all have one value.
func (b *booleans) excess(v *booleanValues, value bool) opening {
	return func() (Drafts, Skip) {
		b.gather(v)
		left := v.false
		if value {
			left = v.true
		}
		const alone = "no second element with the value"
		switch left = left[min(len(v.true), len(v.false)):]; len(left) {
		case 0:
			return nil, ""
		case 1:
			return nil, alone
		}
		return func(yield func(Draft, Skip) bool) {
			for i := 0; i+1 < len(left); i += 2 {
				if !b.give(yield, b.draft(v.Field, left[i], value, true), b.draft(v.Field, left[i+1], value, false)) {
					return
				}
			}
			if len(left)%2 == 1 {
				yield(Draft{}, alone)
			}
		}, ""
	}
}

func (b *booleans) draft(f *index.Field, element int, value, claim bool) Draft {
	e := b.ix.Elements[element]
	fact := mcq.Fact{GUID: e.GUID, Pset: setName(f.FieldKey), Property: f.Name, Claim: &claim}
	e.Name = ""
	words := append([]string{"entity", subject(b.ix, e), "claim", strconv.FormatBool(claim)}, propertyWords(f)...)
	return Draft{Fact: fact, Stem: booleanStems.with(b.r, words...), Choices: yesNo(value == claim)}
}
