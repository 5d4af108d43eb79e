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
			"files in which an instance number is used twice: they can be counted in two ways",
		},
		Wrong: []string{
			"the count without subclasses, of a sibling or parent class",
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
			classes = append(classes, c)
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

func countChoice(n int) Choice { return Choice{Text: mcq.FormatNumber(n), Value: int64(n)} }

// countDrafts asks for counts. Wrong options are other counts of the population,
// so that small ones are offered as often as they are right; nearby integers
// where there are too few.
func countDrafts(r *rand.Rand, p *population, draft func(subject int, options []Choice) Draft) Drafts {
	return func(yield func(Draft, Skip) bool) {
		var ranks ranking
		for tier := range p.tiers(r) {
			for _, i := range shuffled(r, len(tier.choices)) {
				options, ok := pick(r, tier.choices, tier.choices[i])
				if !ok {
					options, ok = around(r, tier.choices[i].Value, nil, 0, mcq.FormatNumber, &ranks)
				}
				d, skip := Draft{}, tooFew
				if ok {
					d, skip = draft(tier.carriers[i][0].subject, options), ""
				}
				if !yield(d, skip) {
					return
				}
			}
		}
	}
}
