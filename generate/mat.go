package generate

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
)

var leftOutOfMaterials = []string{
	"elements with more than one material association, or with one that leads to no material, to a single layer, profile or constituent: readers differ",
	"elements that have their materials from their type, and more than one relationship to a type",
	"names that are blank, unprintable, of several lines or over 100 characters, or that differ from another one of the element in case or blanks only",
	"the Name of the element, always: \"Glazed partition\" would tell",
}

var materialEntities = []string{"IfcRelAssociatesMaterial", "IfcMaterial", "IfcMaterialLayerSet", "IfcMaterialProfileSet",
	"IfcMaterialConstituentSet", "IfcMaterialList", "IfcRelDefinesByType"}

var materialName = Subtype{
	Doc: mcq.Doc{
		Subtype:   mcq.MaterialName,
		Asks:      "What the one material is called that an element is made of: its own, or its type's if it has none.",
		Entities:  materialEntities,
		LeavesOut: append([]string{"elements with several materials of different names, which material_set asks about"}, leftOutOfMaterials...),
		Wrong: []string{
			"the one material of other elements of the class, each name as likely as any other; of a set of options each is right in one item",
			"where a class has fewer than three of them, those of other classes; the stem does not tell the class of the element then",
		},
		Example: `"What is the name of the material that belongs to the element with GlobalId 0fk7hZ9oU8cMeFek$amxP3?" Structural Steel*, Spruce, Aluminium, Oak, Float Glass: the column has no material of its own; its type, Steel Column I 160, has a profile set whose one profile is of Structural Steel.`,
		Since:   "0.1.0",
	},
	Source: materialNameDrafts,
}

var materialSet = Subtype{
	Doc: mcq.Doc{
		Subtype:   mcq.MaterialSet,
		Asks:      "Which of the listed materials an element is made of, by a layer, profile or constituent set or a list, its own or its type's.",
		Entities:  materialEntities,
		LeavesOut: append([]string{"elements with one material name, which material_name asks about", "files in which no other set has another material"}, leftOutOfMaterials...),
		Wrong: []string{
			"materials from the sets of other elements of the class, those first that have been right more often than wrong",
			"where the class has too few, or a material that is in all of them, from those of other classes; the stem does not tell the class of the element then",
			"how many are right varies: some of an element's materials are not offered",
		},
		Example: `"Of the materials named here, which belong to IfcWindow with GlobalId 1sgOe1RWHZB9hLYDiYst$$?" Aluminium*, Float Glass*, Oak, Spruce: its own constituent set has a lining of the first and a glazing of the second; that of its type, with a lining of timber, does not count.`,
		Since:   "0.1.0",
	},
	Source: materialSetDrafts,
}

var materialNameStems = stems{
	"What material is {entity} made of?",
	"Which material does the file associate with {entity}?",
	"Look up the material of {entity}. What is it called?",
	"According to the model, {entity} consists of one material, its own or its type's. Which?",
	"What is the name of the material that belongs to {entity}?",
}

var materialSetStems = stems{
	"Which of the listed materials is {entity} made of?",
	"Several materials make up {entity}. Which of those listed are among them?",
	"Go through the material layers, profiles, constituents or list of {entity}. Which of these names occur?",
	"Select every material below that the file associates with {entity}, directly or through its type.",
	"Of the materials named here, which belong to {entity}?",
}

func materialNameDrafts(ix *index.Index, r *rand.Rand) Drafts {
	table := ix.Materials()
	var all []member
	var out []Drafts
	for _, why := range table.LeftOut { // once for both subtypes
		out = append(out, skipped(Skip(why)))
	}
	for _, m := range table.Made {
		if len(m.Names) == 1 {
			all = append(all, member{ix.Elements[m.Element].Class, materialChoice(m.Names[0]), m.Element})
		}
	}
	draw := func(subject int, options []Choice, mixed bool) (Draft, Skip) {
		e := ix.Elements[subject]
		return Draft{
			Fact:    mcq.Fact{GUID: e.GUID},
			Stem:    materialNameStems.with(r, "entity", discreet(ix, e, mixed)),
			Choices: options,
			Note:    noteOf(mixed),
		}, ""
	}
	return inOrder(append(out, poolDrafts(r, pools(all, (*pool).varied), draw))...)
}

func materialChoice(name string) Choice { return Choice{Text: name, Value: name} }

// materialSetDrafts asks for each distinct set of a class once, then for those
// that a second element has, and so on.
func materialSetDrafts(ix *index.Index, r *rand.Rand) Drafts {
	made := map[int][]string{}
	var all []member
	for _, m := range ix.Materials().Made {
		if len(m.Names) < 2 {
			continue
		}
		made[m.Element] = m.Names
		sorted := slices.Sorted(slices.Values(m.Names))
		all = append(all, member{ix.Elements[m.Element].Class, Choice{Text: strings.Join(sorted, "\n")}, m.Element})
	}
	// The names of a pool are those of all its sets; a second pool of everything is
	// for sets that leave none.
	everything := namesOf(all, made)
	var sources []Drafts
	b := &bill{offered: map[string]int{}}
	classes := pools(all, func(p *pool) bool { return p.varied() && !p.sharesName(made) })
	for _, i := range shuffled(r, len(classes)) {
		p := classes[i]
		names := p.names(made)
		sources = append(sources, func(yield func(Draft, Skip) bool) {
			for tier := range p.population.tiers(r) {
				for _, k := range shuffled(r, len(tier.choices)) {
					element := tier.subjects[k]
					mixed := p.mixed
					options, ok := b.draw(r, made[element], names)
					if !ok {
						mixed = true
						options, ok = b.draw(r, made[element], everything)
					}
					d, skip := Draft{}, tooFew
					if ok {
						e := ix.Elements[element]
						d, skip = Draft{
							Fact:    mcq.Fact{GUID: e.GUID},
							Stem:    materialSetStems.with(r, "entity", discreet(ix, e, mixed)),
							Choices: options,
							Note:    noteOf(mixed),
						}, ""
					}
					if !yield(d, skip) {
						return
					}
				}
			}
		})
	}
	return turns(sources...)
}

// namesOf returns the distinct names of sets in the order of their members.
func namesOf(all []member, made map[int][]string) []string {
	var out []string
	seen := map[string]bool{}
	for _, m := range all {
		out = addNames(out, seen, made[m.subject])
	}
	return out
}

func (p *pool) names(made map[int][]string) []string {
	var out []string
	seen := map[string]bool{}
	for _, carriers := range p.carriers {
		out = addNames(out, seen, made[carriers[0].subject])
	}
	return out
}

// sharesName tells whether a name is in every set of the pool: it could never be
// a wrong option.
func (p *pool) sharesName(made map[int][]string) bool {
	in := map[string]int{}
	for _, carriers := range p.carriers {
		for _, name := range made[carriers[0].subject] {
			if in[mcq.Fold(name)]++; in[mcq.Fold(name)] == len(p.carriers) {
				return true
			}
		}
	}
	return false
}

func addNames(out []string, seen map[string]bool, names []string) []string {
	for _, name := range names {
		if f := mcq.Fold(name); !seen[f] {
			seen[f] = true
			out = append(out, name)
		}
	}
	return out
}

// bill counts how much more often a name has been right than wrong, so that it is
// offered as often as one as the other.
type bill struct{ offered map[string]int }

// draw makes three to six options, of which a random number is right.
func (b *bill) draw(r *rand.Rand, own, names []string) ([]Choice, bool) {
	mine := map[string]bool{}
	for _, name := range own {
		mine[mcq.Fold(name)] = true
	}
	var others []string
	for _, name := range names {
		if !mine[mcq.Fold(name)] {
			others = append(others, name)
		}
	}
	n := minOptions + r.IntN(4)
	rights := 1 + r.IntN(min(len(own), n-1))
	wrongs := min(n-rights, len(others))
	own, others = shuffledList(r, own), shuffledList(r, others)
	slices.SortStableFunc(own, func(x, y string) int { return b.offered[mcq.Fold(x)] - b.offered[mcq.Fold(y)] })
	slices.SortStableFunc(others, func(x, y string) int { return b.offered[mcq.Fold(y)] - b.offered[mcq.Fold(x)] })
	for rights > 1 && b.offered[mcq.Fold(own[rights-1])] > 1 {
		rights-- // it has been right too often
	}
	rights = max(rights, minOptions-wrongs)
	if wrongs == 0 || rights > len(own) {
		return nil, false
	}
	var out []Choice
	for _, name := range own[:rights] {
		b.offered[mcq.Fold(name)]++
		c := materialChoice(name)
		c.Right = true
		out = append(out, c)
	}
	for _, name := range others[:wrongs] {
		b.offered[mcq.Fold(name)]--
		out = append(out, materialChoice(name))
	}
	return out, true
}
