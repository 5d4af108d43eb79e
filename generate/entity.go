package generate

import (
	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
)

// entityChoices returns options that stand for entities, in the order of all and
// none of them marked right: their values are GlobalIds, their texts read
//
//	IfcDoor "Front door"
//	IfcDoor "Front door" (GlobalId 1hqIFTRjfV6AWq_bMtnZwI)
//	IfcDoor (GlobalId 1hqIFTRjfV6AWq_bMtnZwI)
//
// The first is preferred. The second is for all of them where two would read
// alike or one has no Name; the third for all of them where tells says of any
// one that its Name tells the answer. A nil tells is one that never does.
//
// The Name stays known to the tests of the stem even where it is not shown.
func entityChoices(ix *index.Index, all []index.Element, tells func(index.Element) bool) []Choice {
	return nameChoices(all, tells, func(e index.Element) string { return ix.ClassName(e.Class) })
}

// nameOnlyChoices is entityChoices without the classes: for sets in which a
// class would tell that its entity cannot be the answer.
func nameOnlyChoices(all []index.Element, tells func(index.Element) bool) []Choice {
	return nameChoices(all, tells, func(index.Element) string { return "" })
}

// nameChoices names entities, each behind what class says of it.
func nameChoices(all []index.Element, tells func(index.Element) bool, class func(index.Element) string) []Choice {
	named, guids := true, false
	seen := make(map[string]bool, len(all))
	for _, e := range all {
		if tells != nil && tells(e) {
			named = false
		}
		text := mcq.Fold(class(e) + " " + quote(e.Name))
		guids = guids || e.Name == "" || seen[text]
		seen[text] = true
	}
	out := make([]Choice, len(all))
	for i, e := range all {
		text := class(e)
		add := func(s string) {
			if text != "" {
				text += " "
			}
			text += s
		}
		if named && e.Name != "" {
			add(quote(e.Name))
		}
		if guids || !named {
			add("(GlobalId " + e.GUID + ")")
		}
		if text[0] == '(' { // nothing but the GlobalId
			text = "GlobalId " + e.GUID
		}
		out[i] = Choice{Text: text, Value: e.GUID, name: e.Name}
	}
	return out
}

// right marks the options at these positions.
func right(options []Choice, at ...int) []Choice {
	for _, i := range at {
		options[i].Right = true
	}
	return options
}
