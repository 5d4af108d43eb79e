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

// classDrafts asks for each class in turn. The options are a neighbourhood of
// classes drawn first, so that no class is more often right than offered.
func classDrafts(ix *index.Index, r *rand.Rand) Drafts {
	classes := ix.Classes()
	var sources []Drafts
	for _, i := range shuffled(r, len(classes)) {
		c := classes[i]
		sources = append(sources, func(yield func(Draft, Skip) bool) {
			members := ix.OfClass(c)
			for _, k := range shuffled(r, len(members)) {
				offered := neighbours(ix, r, classes, c)
				if len(offered) < minOptions {
					yield(Draft{}, "fewer than three unrelated classes")
					return
				}
				el := ix.Elements[members[k]]
				d := Draft{Fact: mcq.Fact{GUID: el.GUID}, Stem: classStems.with(r, "guid", el.GUID)}
				for _, o := range offered {
					name := ix.ClassName(o)
					d.Choices = append(d.Choices, Choice{Text: name, Value: name, Right: o == c})
				}
				if !yield(d, "") {
					return
				}
			}
		})
	}
	return turns(sources...)
}

// neighbours draws a set of unrelated classes that holds c: the nearest to a
// random member of it. Drawing around c itself would put it in the middle of
// every set.
func neighbours(ix *index.Index, r *rand.Rand, classes []schema.Class, c schema.Class) []schema.Class {
	s := ix.Model.Schema()
	near := func(center schema.Class) []schema.Class {
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
	around := near(c)
	// Of the classes near c take one as the center; try again where c is not near
	// to it, at last with c.
	for range 8 {
		if set := near(one(r, around)); slices.Contains(set, c) {
			return set
		}
	}
	return around
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
