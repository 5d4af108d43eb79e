package generate

import (
	"math/rand/v2"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
)

var attributeValue = Subtype{
	Doc: mcq.Doc{
		Subtype:  mcq.AttributeValue,
		Asks:     "Which value an element has for an explicit attribute of its class.",
		Entities: []string{"IfcElement", "IfcSpatialStructureElement"},
		LeavesOut: []string{
			"attributes that are unset, refer to other entities or hold lists: there is no one value to show",
			"GlobalId: it names the element",
			"texts that are blank, unprintable, of several lines or over 100 characters; numbers below a billionth: rounding of zero",
			"logical values: they have too few siblings; property questions of yes and no are a category of their own",
		},
		Wrong: []string{
			"the same attribute on other elements of the class, else of the nearest class above",
			"another attribute of the same kind on elements of the class",
			"numbers a few steps away",
		},
		Example: `"What value does the attribute OverallWidth of IfcDoor … hold?" 885*, 1010, 760, 2010: the eleventh argument of the door's record is 885.`,
		Since:   "0.1.0",
	},
	Source: func(ix *index.Index, r *rand.Rand) Drafts {
		return fieldDrafts(ix, r, ix.Attributes(), question{
			stems: attributeStems,
			fact: func(e index.Element, f *index.Field) mcq.Fact {
				return mcq.Fact{GUID: e.GUID, Attribute: f.Name}
			},
			words: func(f *index.Field) []string { return []string{"attribute", f.Name} },
			ask:   isValue,
		})
	},
}

var attributeStems = stems{
	"What value does the attribute {attribute} of {entity} hold?",
	"Read {attribute} of {entity}: which value is stored?",
	"{entity} has the attribute {attribute}. What is its value in the file?",
	"In the record of {entity}, what stands for {attribute}?",
	"To which value is {attribute} set on {entity}?",
}

// isValue tells whether a stored value is asked for: a text, an item of an
// enumeration or a number.
func isValue(d ifc.Datum) bool {
	return d.Kind == ifc.Text || d.Kind == ifc.Enumeration || d.IsNumber()
}
