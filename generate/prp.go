package generate

import (
	"math/rand/v2"

	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
)

var propertyValue = Subtype{
	Doc: mcq.Doc{
		Subtype:  mcq.PropertyValue,
		Asks:     "Which value an element has for a property of a property set, its own or inherited from its type.",
		Entities: []string{"IfcPropertySet", "IfcPropertySingleValue", "IfcRelDefinesByProperties", "IfcRelDefinesByType"},
		LeavesOut: []string{
			"booleans, which boolean_check asks about, and logical values that are unknown",
			"properties that are not single values",
			"a property that is stated twice with different values, or unset on the element and set on its type: readers differ",
			"texts that are blank, unprintable, of several lines or over 100 characters; numbers below a billionth: rounding of zero",
		},
		Wrong: []string{
			"the property on other elements of the class, else of the nearest class above",
			"other properties of the same kind in the same set",
			"numbers a few steps away",
		},
		Example: `"In the property set "Pset_WallCommon", which FireRating does IfcWall … have?" REI 90*, REI 60, REI 30: the wall's own set says REI 90, its type's REI 60, and the wall's own holds.`,
		Since:   "0.1.0",
	},
	Source: func(ix *index.Index, r *rand.Rand) Drafts {
		return fieldDrafts(ix, r, properties(ix), question{
			stems: propertyStems,
			fact: func(e index.Element, f *index.Field) mcq.Fact {
				return mcq.Fact{GUID: e.GUID, Pset: setName(f.FieldKey), Property: f.Name}
			},
			words: propertyWords,
			ask:   isValue,
		})
	},
}

var propertyStems = stems{
	"According to {set}, what is the value of {property} for {entity}?",
	"{entity} carries {set}. Which value does {property} have in it?",
	"Read the property {property} in {set} of {entity}. What does it say?",
	"What does the file give as {property} in {set} of {entity}?",
	"Find {property} in {set} that holds for {entity}: which value is recorded?",
}

func propertyWords(f *index.Field) []string {
	return []string{"set", setText("property set", f.FieldKey), "property", quote(f.Name)}
}

// properties returns the fields of properties that are always single values.
func properties(ix *index.Index) []*index.Field {
	var out []*index.Field
	for _, f := range ix.Fields() {
		if f.Kind == index.Property && f.Mixed != index.NotSingle {
			out = append(out, f)
		}
	}
	return out
}
