package generate

import (
	"math/rand/v2"

	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/schema"
)

var fileCount = Subtype{
	Doc: mcq.Doc{
		Subtype:  mcq.FileCount,
		Asks:     "How many instances of a class the file holds, those of its subclasses included.",
		Entities: []string{"IfcElement", "IfcSpatialStructureElement"},
		LeavesOut: []string{
			"classes without instances",
			"counts of 0 and 1 that are left when every distinct count has been asked for: there is nothing below them to offer",
			"files in which an instance number is used twice: they can be counted in two ways",
		},
		Wrong: []string{
			"counts of other classes of the file, of sibling and parent classes and those without subclasses among them",
			"nearby integers",
		},
		Example: `"Subclasses included, how many IfcWall are there?" 16*, 13, 18, 20: 13 IfcWall and 3 IfcWallStandardCase.`,
		Since:   "0.1.0",
	},
	Source: fileCountDrafts,
}

var fileCountStems = stems{
	"How many instances of {class}, subclasses included, does the file hold?",
	"Subclasses included, how many {class} are there in the model?",
	"Count every {class} in the file, together with the instances of its subclasses. What is the number?",
	"What is the total number of {class} entities in the model, counting its subclasses too?",
}

// fileCountDrafts counts classes of elements and their superclasses, each once.
func fileCountDrafts(ix *index.Index, r *rand.Rand) Drafts {
	if ix.Model.File().HasDuplicateIDs() {
		return skipped("an instance number is used twice")
	}
	s := ix.Model.Schema()
	counted := map[schema.Class]int{}
	var classes []schema.Class
	for _, c := range ix.Classes() {
		for ; c != schema.NoClass && counted[c] == 0; c = s.Super(c) {
			counted[c] = ix.Model.Count(c)
			if ix.Model.Declares(c) {
				classes = append(classes, c)
			}
			if name := s.ClassName(c); name == "IfcElement" || name == "IfcSpatialStructureElement" {
				break
			}
		}
	}
	// The counts of all classes are the options: those of sibling and parent
	// classes are among them.
	p := &population{}
	for i, c := range classes {
		p.add(countChoice(counted[c]), i)
	}
	return countDrafts(r, p, func(i int, options []Choice) Draft {
		name := ix.ClassName(classes[i])
		return Draft{Fact: mcq.Fact{Class: name}, Stem: fileCountStems.with(r, "class", name), Choices: options}
	})
}

var storeyCount = Subtype{
	Doc: mcq.Doc{
		Subtype:  mcq.StoreyCount,
		Asks:     "How many instances of a class are on a storey, those of its subclasses included; it may be none.",
		Entities: []string{"IfcBuildingStorey", "IfcRelContainedInSpatialStructure", "IfcRelAggregates", "IfcRelNests", "IfcRelFillsElement", "IfcRelVoidsElement"},
		LeavesOut: []string{
			"classes of which the storey of an instance is in doubt: its place is stated more than once, or it is a part of a storey without being contained in it",
			"classes with an instance whose GlobalId is malformed or occurs more than once",
			"storeys within storeys: what is on the inner one is on the outer one too",
			"counts of 0 and 1 that are left when every distinct count has been asked for: there is nothing below them to offer",
			"files in which an instance number is used twice: they can be counted in two ways",
		},
		Wrong: []string{
			"counts of other classes and storeys, the class on other storeys among them",
			"nearby integers",
		},
		Example: `"Count every IfcWindow (with subclasses) on IfcBuildingStorey "Attic" (GlobalId 10B_o3iXSB1CEOxreuTbLU) … How many are there?" 1*, 14, 4, 3, 2: no window is contained in the attic, but the roof light fills an opening of a slab that is part of the roof on it.`,
		Since:   "0.1.0",
	},
	Source: storeyCountDrafts,
}

var storeyCountStems = stems{
	"How many instances of {class}, its subclasses included, lie on {storey}? What has no container of its own lies where its whole or its host does.",
	"Count every {class} (with subclasses) on {storey}; parts, openings and fillings without a container go with what they belong to. How many are there?",
	"{storey}: what is the number of {class} entities on it, subclasses counted, and those in its rooms too?",
	"Take all instances of {class} and of its subclasses. How many of them does the spatial structure put on {storey}, directly or by way of a room, a whole or a host?",
	"On {storey}, what does a count of {class} come to, if subclasses count and whatever is not contained itself follows the element it is part of, fills or voids?",
}

func storeyCountDrafts(ix *index.Index, r *rand.Rand) Drafts {
	all := ix.StoreyCounts()
	number := func(c index.StoreyCount) int { return c.N }
	return countsOf(ix, r, all.Counts, all.Left, number, func(c index.StoreyCount, options []Choice) Draft {
		class, storey := ix.ClassName(c.Class), ix.Elements[c.Storey]
		return Draft{
			Fact: mcq.Fact{Class: class, Storey: storey.GUID}, Choices: options,
			Stem: storeyCountStems.with(r, "class", class, "storey", subject(ix, storey, keysOf(options)...)),
		}
	})
}

var typeCount = Subtype{
	Doc: mcq.Doc{
		Subtype:  mcq.TypeCount,
		Asks:     "How many occurrences a type object has.",
		Entities: []string{"IfcTypeObject", "IfcRelDefinesByType"},
		LeavesOut: []string{
			"types without occurrences, or with occurrences by several relationships: readers differ on whether all of them count",
			"types of which an occurrence is listed twice or has another type as well",
			"counts of 0 and 1 that are left when every distinct count has been asked for: there is nothing below them to offer",
			"files in which an instance number is used twice",
		},
		Wrong: []string{
			"occurrences of other types of the file",
			"nearby integers",
		},
		Example: `"How many occurrences does IfcWindowType "Timber Window, two sashes" (GlobalId 0SH$SQ6Yyw9UN_ZjYCf$mL) have?" 8*, 2, 4, 6, 5: the relationship that names the type lists eight windows.`,
		Since:   "0.1.0",
	},
	Source: func(ix *index.Index, r *rand.Rand) Drafts {
		all := ix.TypeCounts()
		number := func(c index.TypeCount) int { return c.N }
		return countsOf(ix, r, all.Counts, all.Left, number, func(c index.TypeCount, options []Choice) Draft {
			return Draft{
				Fact: mcq.Fact{Type: c.Type.GUID}, Choices: options,
				Stem: typeCountStems.with(r, "type", subject(ix, c.Type, keysOf(options)...)),
			}
		})
	},
}

var typeCountStems = stems{
	"How many occurrences does {type} have?",
	"{type} is a type object. What is the number of objects that it types?",
	"Count the objects in the model whose type is {type}. How many are there?",
	"To how many objects does the file assign {type} as their type?",
	"If every occurrence of {type} were listed, how long would the list be?",
}

var openingCount = Subtype{
	Doc: mcq.Doc{
		Subtype:  mcq.OpeningCount,
		Asks:     "How many openings relationships cut into an element itself; it may be none.",
		Entities: []string{"IfcElement", "IfcOpeningElement", "IfcRelVoidsElement"},
		LeavesOut: []string{
			"elements of classes of which none has an opening",
			"elements with an opening that is related to them twice, or to another element as well",
			"parts of an element that has openings: these cut its parts too",
			"counts of 0 and 1 that are left when every distinct count has been asked for: there is nothing below them to offer",
		},
		Wrong: []string{
			"openings of other elements of the file",
			"nearby integers",
		},
		Example: `"Follow the void relationships of IfcWall with GlobalId 3q9el6oiXVOzG1CU9EieVd. To how many openings do they lead?" 3*, 0, 1, 2: three relationships name the wall as the element that they void. Its Name is not shown, it holds a number that is offered.`,
		Since:   "0.1.0",
	},
	Source: func(ix *index.Index, r *rand.Rand) Drafts {
		all := ix.OpeningCounts()
		number := func(c index.OpeningCount) int { return c.N }
		return countsOf(ix, r, all.Counts, all.Left, number, func(c index.OpeningCount, options []Choice) Draft {
			e := ix.Elements[c.Element]
			return Draft{
				Fact: mcq.Fact{GUID: e.GUID}, Choices: options,
				Stem: openingCountStems.with(r, "entity", subject(ix, e, keysOf(options)...)),
			}
		})
	},
}

var openingCountStems = stems{
	"How many openings are cut into {entity}?",
	"{entity}: by how many openings is it voided, filled or not?",
	"Follow the void relationships of {entity}. To how many openings do they lead?",
	"What is the number of openings that the file relates to {entity} as their host, whether something fills them or not?",
	"Count what voids {entity}, be it for a door, a window or nothing at all. How many openings are there?",
}

// leftOut reports what an index has left out.
func leftOut(all []index.Left) Drafts {
	return func(yield func(Draft, Skip) bool) {
		for _, l := range all {
			for range l.N {
				if !yield(Draft{}, Skip(l.Why)) {
					return
				}
			}
		}
	}
}

// countsOf asks for counts that an index has made; files in which a record could be
// counted twice give none.
func countsOf[C any](ix *index.Index, r *rand.Rand, all []C, left []index.Left, number func(C) int, draft func(C, []Choice) Draft) Drafts {
	if ix.Model.File().HasDuplicateIDs() {
		return skipped("an instance number is used twice")
	}
	p := &population{}
	for i, c := range all {
		p.add(countChoice(number(c)), i)
	}
	return inOrder(leftOut(left), countDrafts(r, p, func(i int, options []Choice) Draft { return draft(all[i], options) }))
}

func countChoice(n int) Choice { return Choice{Text: mcq.FormatNumber(n), Value: int64(n)} }

// countDrafts asks for counts. Wrong options are other counts of the population,
// so that small ones are offered as often as they are right. When there are too
// few that differ, nearby integers stand in, and counts that have next to nothing
// below them are left out: always the smallest, they would tell themselves.
func countDrafts(r *rand.Rand, p *population, draft func(subject int, options []Choice) Draft) Drafts {
	return func(yield func(Draft, Skip) bool) {
		var ranks ranking
		for tier := range p.tiers(r) {
			for _, i := range shuffled(r, len(tier.choices)) {
				key := tier.choices[i]
				options, ok := pick(r, tier.choices, key)
				why := tooFew
				switch {
				case ok:
				case number(key.Value) < 2:
					why = "a count of 0 or 1, with nothing below it to offer"
				default:
					options, ok = around(r, key.Value, nil, 0, mcq.FormatNumber, &ranks)
				}
				d, skip := Draft{}, why
				if ok {
					d, skip = draft(tier.subjects[i], options), ""
				}
				if !yield(d, skip) {
					return
				}
			}
		}
	}
}
