package generate

import (
	"math/rand/v2"
	"slices"

	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/schema"
)

var classByGUID = Subtype{
	Doc: mcq.Doc{
		Subtype:  mcq.ClassByGUID,
		Asks:     "Which IFC class an element is of, given its GlobalId only.",
		Entities: []string{"IfcElement", "IfcSpatialStructureElement"},
		LeavesOut: []string{
			"elements whose GlobalId is malformed or occurs more than once: the question would have no one subject",
			"files with fewer than three unrelated classes of elements",
		},
		Wrong: []string{
			"other classes of elements in the file, those nearest in the class tree first",
			"never an ancestor or a descendant of the right class, nor two options of which one is above the other",
		},
		Example: `"Which IFC class is the entity with GlobalId 2a… an instance of?" IfcSlab*, IfcWall, IfcRoof, IfcCovering: the record with that GlobalId reads #…=IFCSLAB(…).`,
		Since:   "0.1.0",
	},
	Source: classDrafts,
}

var classStems = stems{
	"Which IFC class is the entity with GlobalId {guid} an instance of?",
	"Look up GlobalId {guid}: as what class of the IFC schema is this entity defined?",
	"An entity of the model carries the GlobalId {guid}. Name its IFC class.",
	"Of what IFC class is {guid}?",
	"Under which entity name of the IFC schema does the file record the object {guid}?",
}

// classDrafts draws neighbourhoods of classes, around each class in turn, and of
// each a member to be the key. So no class is more often right than its being
// offered makes likely. A class whose elements have all been asked about is
// offered no more.
func classDrafts(ix *index.Index, r *rand.Rand) Drafts {
	return func(yield func(Draft, Skip) bool) {
		classes := ix.Classes()
		left := map[schema.Class][]int{}
		for _, c := range classes {
			members := ix.OfClass(c)
			for _, k := range shuffled(r, len(members)) {
				left[c] = append(left[c], members[k])
			}
		}
		for len(classes) >= minOptions {
			for _, i := range shuffled(r, len(classes)) {
				offered := neighbours(ix, r, classes, classes[i])
				if len(offered) < minOptions {
					yield(Draft{}, "fewer than three unrelated classes")
					return
				}
				key := one(r, offered)
				if len(left[key]) == 0 {
					continue // used up since this round began
				}
				el := ix.Elements[left[key][0]]
				left[key] = left[key][1:]
				d := Draft{Fact: mcq.Fact{GUID: el.GUID}, Stem: classStems.with(r, "guid", el.GUID)}
				for _, o := range offered {
					name := ix.ClassName(o)
					d.Choices = append(d.Choices, Choice{Text: name, Value: name, Right: o == key})
				}
				if !yield(d, "") {
					return
				}
			}
			classes = slices.DeleteFunc(classes, func(c schema.Class) bool { return len(left[c]) == 0 })
		}
	}
}

// neighbours returns the classes nearest to center, itself included, of which
// none is above another: those at the same distance in random order.
func neighbours(ix *index.Index, r *rand.Rand, classes []schema.Class, center schema.Class) []schema.Class {
	s := ix.Model.Schema()
	order := slices.Clone(classes)
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	slices.SortStableFunc(order, func(a, b schema.Class) int { return distance(s, center, a) - distance(s, center, b) })
	var out []schema.Class
	for _, o := range order {
		if !slices.ContainsFunc(out, func(x schema.Class) bool { return s.IsA(x, o) || s.IsA(o, x) }) {
			out = append(out, o)
		}
		if len(out) == maxOptions {
			break
		}
	}
	return out
}

// distance counts the steps between two classes in the tree.
func distance(s *schema.Schema, a, b schema.Class) int {
	n := 0
	for ; a != schema.NoClass && !s.IsA(b, a); a = s.Super(a) {
		n++
	}
	for ; b != a && b != schema.NoClass; b = s.Super(b) {
		n++
	}
	return n
}
