package generate

import (
	"math/rand/v2"
	"strings"

	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
)

var typeObject = Subtype{
	Doc: mcq.Doc{
		Subtype:  mcq.TypeObject,
		Asks:     "Which type object an element is an occurrence of.",
		Entities: []string{"IfcTypeObject", "IfcRelDefinesByType"},
		LeavesOut: []string{
			"elements without a type, or that more than one relationship types: there is no one answer",
			"type objects whose GlobalId is malformed or occurs more than once",
			"files in which fewer than three type objects have occurrences",
			"the Name of the element, always: many writers put the type's Name into it, and others one that says as much",
			"options of which one has a GlobalId that begins as the element's, where they show their GlobalIds: it would point to the type",
		},
		Wrong: []string{
			"type objects of the same class that have occurrences, each as likely as any other; of a set of options each is right in one item",
			"where a class has fewer than three of them, those of other classes; the stem does not tell the class of the element then",
		},
		Example: `"Which type object is IfcDoor with GlobalId 1IZ3O2OoaAV$rZB9Yn7ltg an occurrence of?" IfcDoorType "Interior Door"*, IfcDoorType "Steel Door", IfcDoorType "Glazed Exterior Door": the one IfcRelDefinesByType that lists the door relates it to the first.`,
		Since:   "0.1.0",
	},
	Source: typeDrafts,
}

var typeStems = stems{
	"Which type object is {entity} an occurrence of?",
	"Of which type is {entity} according to the file?",
	"Follow the typing relationship of {entity}. At which type object does it end?",
	"To which type object does the model assign {entity}?",
	"Suppose a type object is deleted, and {entity} loses its type. Which one was it?",
}

func typeDrafts(ix *index.Index, r *rand.Rand) Drafts {
	table := ix.Types()
	var all []member
	var out []Drafts
	for _, why := range table.LeftOut {
		out = append(out, skipped(Skip(why)))
	}
	types := map[string]index.Element{} // by GlobalId
	for _, t := range table.Types {
		types[t.Type.GUID] = t.Type
		for _, e := range t.Occurrences {
			all = append(all, member{t.Type.Class, Choice{Text: t.Type.GUID, Value: t.Type.GUID}, e})
		}
	}
	draw := func(subject int, drawn []Choice, mixed bool) (Draft, Skip) {
		e := ix.Elements[subject]
		offered := make([]index.Element, len(drawn))
		for i, c := range drawn {
			offered[i] = types[c.Text]
		}
		options := right(entityChoices(ix, offered, nil), 0)
		if resembles(e.GUID, options) {
			return Draft{}, "the GlobalId of a type that is offered resembles the element's"
		}
		return Draft{
			Fact:    mcq.Fact{GUID: e.GUID},
			Stem:    typeStems.with(r, "entity", discreet(ix, e, mixed)),
			Choices: options,
			Note:    noteOf(mixed),
		}, ""
	}
	return inOrder(append(out, poolDrafts(r, pools(all, (*pool).varied), draw))...)
}

// resembles tells whether options show GlobalIds some of which are more like guid
// than others. Some writers count GlobalIds up: what was made in one go, as a type
// and its first occurrence, has the same beginning.
func resembles(guid string, options []Choice) bool {
	least, most := len(guid), 0
	for _, c := range options {
		other, _ := c.Value.(string)
		if !strings.Contains(c.Text, other) {
			return false
		}
		n := 0
		for n < min(len(guid), len(other)) && guid[n] == other[n] {
			n++
		}
		least, most = min(least, n), max(most, n)
	}
	return most >= 4 && most > least
}
