package generate

import (
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/schema"
)

var elementStorey = Subtype{
	Doc: mcq.Doc{
		Subtype:  mcq.ElementStorey,
		Asks:     "Which storey an element is in, by its own containment or that of what it belongs to.",
		Entities: []string{"IfcRelContainedInSpatialStructure", "IfcRelAggregates", "IfcRelNests", "IfcRelFillsElement", "IfcRelVoidsElement", "IfcBuildingStorey"},
		LeavesOut: []string{
			"elements contained in a building or site: they are in no storey",
			"elements whose containment, or a step of the way to it, is stated more than once: readers differ on which holds",
			"storeys that are part of another storey or have one as a part: the answer could be either",
			"elements that are aggregated by a storey and not contained in it: readers differ on whether they are in it",
			"storeys whose GlobalId is malformed or occurs more than once",
			"what remains when every other storey is used up, so all of a file in which one storey holds everything: the key would always be the same",
		},
		Wrong: []string{
			"other storeys that hold elements, of the same class where there are three",
			"where there are fewer than three storeys with elements: storeys without, then the building, then the site, all by Name alone",
		},
		Example: `"In which storey is IfcWindow "Window 13" (GlobalId 1bD_kbHSPTtCrZA6dU0ejN) located?" IfcBuildingStorey "Attic"*, "Upper Floor", "Ground Floor", "Workshop Floor" likewise: no relationship contains the window; it fills an opening in Slab 05, that is a part of Roof 01, and the roof is contained in the attic.`,
		Since:   "0.1.0",
	},
	Source: func(ix *index.Index, r *rand.Rand) Drafts {
		p := placement{ix: ix, fillers: storeyFillers(ix, r), stems: elementStoreyStems}
		for _, i := range ix.OfClassNamed("IfcElement") {
			p.add(i, ix.Elements[i].Class, ix.StoreyOf)
		}
		return p.drafts(r)
	},
}

var spaceStorey = Subtype{
	Doc: mcq.Doc{
		Subtype:  mcq.SpaceStorey,
		Asks:     "Which storey a space is part of.",
		Entities: []string{"IfcSpace", "IfcBuildingStorey", "IfcRelAggregates"},
		LeavesOut: []string{
			"spaces below no storey, or with two wholes",
			"storeys that are part of another storey or have one as a part: the answer could be either",
			"what remains when every other storey is used up: the key would always be the same",
			"the Name of a space if it has a digit: room numbers tell the storey",
		},
		Wrong: []string{
			"other storeys that have spaces",
			"where there are fewer than three of them: storeys without, then the building, then the site, all by Name alone",
		},
		Example: `"On which storey would you find IfcSpace with GlobalId 1Ni8n0qF2t7TRN_8FncLYL?" IfcBuildingStorey "Ground Floor"*, "Upper Floor", "Workshop Floor" likewise: IfcRelAggregates names the space as a part of the ground floor.`,
		Since:   "0.1.0",
	},
	Source: func(ix *index.Index, r *rand.Rand) Drafts {
		p := placement{ix: ix, fillers: storeyFillers(ix, r), stems: spaceStoreyStems, numbered: true}
		for _, i := range ix.OfClassNamed("IfcSpace") {
			p.add(i, ix.Elements[i].Class, ix.StoreyOf)
		}
		return p.drafts(r)
	},
}

var storeyBuilding = Subtype{
	Doc: mcq.Doc{
		Subtype:  mcq.StoreyBuilding,
		Asks:     "Which building a storey is part of, in files with several buildings.",
		Entities: []string{"IfcBuildingStorey", "IfcBuilding", "IfcRelAggregates"},
		LeavesOut: []string{
			"files with one building: there is no choice",
			"storeys below no building, or with two wholes",
		},
		Wrong: []string{
			"other buildings",
			"where there are two: the site, all by Name alone",
		},
		Example: `"To which of the buildings does IfcBuildingStorey with GlobalId 15sno1UcF6YzBhs5LVjkr6 belong?" "Workshop"*, "House", "Plot 7": the storey is a part of the workshop by IfcRelAggregates; Plot 7 is the site.`,
		Since:   "0.1.0",
	},
	Source: func(ix *index.Index, r *rand.Rand) Drafts {
		buildings := ix.OfClassNamed("IfcBuilding")
		if len(buildings) < 2 {
			return skipped("fewer than two buildings")
		}
		p := placement{ix: ix, fillers: [][]int{mixed(r, buildings), mixed(r, ix.OfClassNamed("IfcSite"))}, stems: storeyBuildingStems}
		for _, i := range ix.OfClassNamed("IfcBuildingStorey") {
			p.add(i, ix.Elements[i].Class, ix.BuildingOf)
		}
		return p.drafts(r)
	},
}

var elementStoreyStems = stems{
	"In which storey is {entity} located?",
	"Where does {entity} belong: which storey is it in?",
	"{entity} is assigned, directly or through the parts it belongs to, to one storey. Which one?",
	"Follow the spatial structure upwards from {entity}. Which storey do you reach?",
	"Name the storey that holds {entity}.",
	"On which floor is {entity}, as the file has it?", // for storeys that are called so
}

var spaceStoreyStems = stems{
	"Which storey does {entity} belong to?",
	"{entity} is a part of one storey in the spatial breakdown. Which one?",
	"Go up the decomposition from {entity}: what is the storey above it?",
	"On which storey would you find {entity}?",
	"Which floor is {entity} a part of?",
}

var storeyBuildingStems = stems{
	"To which of the buildings does {entity} belong?",
	"The file describes several buildings. Which of them is {entity} a part of?",
	"{entity} is one of the parts that a building is broken down into. Which building is it?",
	"Starting at {entity}, climb the decomposition up to a building. Where do you arrive?",
}

// storeyFillers are options where too few storeys are ever right: the other
// storeys, the buildings, the sites.
func storeyFillers(ix *index.Index, r *rand.Rand) [][]int {
	return [][]int{mixed(r, ix.Storeys()), mixed(r, ix.OfClassNamed("IfcBuilding")), mixed(r, ix.OfClassNamed("IfcSite"))}
}

// placement makes drafts that ask where something is.
type placement struct {
	ix      *index.Index
	stems   stems
	fillers [][]int // the preferred first
	// numbered drops Names of subjects that hold digits.
	numbered bool

	words   map[string]int // of Names: the place of all that have the word, -1 if they are in several
	byClass linksByClass   // of the subject
	all     links
	why     []Skip
	asked   map[int]bool
}

// add notes where the subject at a position is.
func (p *placement) add(i int, c schema.Class, place func(int) (int, string)) {
	at, why := place(i)
	if why != "" {
		p.why = append(p.why, Skip(why))
		return
	}
	for word := range nameWords(p.ix.Elements[i].Name) {
		if p.words == nil {
			p.words = map[string]int{}
		}
		if in, known := p.words[word]; known && in != at {
			p.words[word] = -1
		} else {
			p.words[word] = at
		}
	}
	p.byClass.add(c, i, at)
	p.all.add(i, at)
}

const onePlace Skip = "all that is left to ask about is in one place"

// drafts gives first what is asked evenly over the places within a class of
// subjects: places are options there only if the class is in them too. The rest
// comes place by place in turn, in each by turns over the classes, and ends where
// only one place is left: it would always be right.
func (p *placement) drafts(r *rand.Rand) Drafts {
	least := max(2, min(minOptions, len(p.all.objects)))
	var even bySource
	for _, c := range p.byClass.classes {
		first, _ := p.byClass.of[c].drafts(r, least, p.draft)
		even.add(c, opened(first))
	}
	rest := func(yield func(Draft, Skip) bool) {
		places := mixed(r, p.all.objects)
		var queues [][]int // of subjects, by place
		for _, place := range places {
			queues = append(queues, p.queue(r, place))
		}
		for n := 0; ; n++ {
			live := 0
			for _, q := range queues {
				if len(q) > n {
					live++
				}
			}
			for i, q := range queues {
				if len(q) <= n {
					continue
				}
				if live > 1 {
					if !yield(p.draft(r, q[n], choose(r, places[i], p.all.objects))) {
						return
					}
					continue
				}
				for range q[n:] {
					if !yield(Draft{}, onePlace) {
						return
					}
				}
			}
			if live < 2 {
				return
			}
		}
	}
	return inOrder(reasons(p.why...), even.turns(r), rest)
}

// queue returns what is left to ask about in a place, one of each class in turn.
func (p *placement) queue(r *rand.Rand, place int) []int {
	var lists [][]int
	longest := 0
	for _, i := range shuffled(r, len(p.byClass.classes)) {
		l := p.byClass.of[p.byClass.classes[i]]
		at, ok := l.at[place]
		if !ok {
			continue
		}
		left := slices.DeleteFunc(mixed(r, l.subjects[at]), func(s int) bool { return p.asked[s] })
		lists = append(lists, left)
		longest = max(longest, len(left))
	}
	var out []int
	for n := range longest {
		for _, l := range lists {
			if n < len(l) {
				out = append(out, l[n])
			}
		}
	}
	return out
}

// draft asks where the subject at a position is: in the first of places.
func (p *placement) draft(r *rand.Rand, subjectAt int, places []int) (Draft, Skip) {
	if p.asked == nil {
		p.asked = map[int]bool{}
	}
	p.asked[subjectAt] = true
	d := Draft{Fact: mcq.Fact{GUID: p.ix.Elements[subjectAt].GUID}}
	class := p.ix.Elements[places[0]].Class
	others := false // of another class than the right one
	for _, fillers := range p.fillers {
		for _, i := range fillers {
			if len(places) >= minOptions || slices.Contains(places, i) {
				continue
			}
			places = append(places, i)
			if p.ix.Elements[i].Class != class {
				others = true
			}
		}
	}
	if len(places) < minOptions {
		return d, tooFew
	}
	if others {
		d.Choices = right(nameOnlyChoices(elementsAt(p.ix, places), nil), 0)
		d.Note = "a building or site among the options"
	} else {
		d.Choices = right(entityChoices(p.ix, elementsAt(p.ix, places), nil), 0)
	}
	e := p.ix.Elements[subjectAt]
	if p.tells(e.Name) {
		e.Name = ""
	}
	var skip Skip
	d.Stem, skip = askAbout(p.ix, r, p.stems, e, d.Choices)
	return d, skip
}

// tells tells whether a subject's Name holds something that goes with a place: a
// word that is found in one of them only, as EG in "EG-Window-7", or, of spaces,
// a number.
func (p *placement) tells(name string) bool {
	if p.numbered && strings.ContainsFunc(name, unicode.IsDigit) {
		return true
	}
	for word := range nameWords(name) {
		if p.words[word] >= 0 {
			return true
		}
	}
	return false
}

// nameWords walks the runs of two letters or more in a Name, in lower case.
func nameWords(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for word := range strings.FieldsFuncSeq(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) }) {
			if len(word) > 1 && !yield(word) {
				return
			}
		}
	}
}
