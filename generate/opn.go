package generate

import (
	"math/rand/v2"
	"slices"

	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/schema"
)

var openingHost = Subtype{
	Doc: mcq.Doc{
		Subtype:  mcq.OpeningHost,
		Asks:     "Which element an opening is cut into.",
		Entities: []string{"IfcRelVoidsElement", "IfcOpeningElement", "IfcElement"},
		LeavesOut: []string{
			"openings that are cut into nothing, or by more than one relationship: there is no one host",
			"hosts whose GlobalId is malformed or occurs more than once",
		},
		Wrong: []string{
			"other elements of the host's class that have openings, on the same storey where there are five of them",
			"where a class has fewer than three of them: elements of other classes that have openings; such openings are asked about last",
		},
		Example: `"Which element is IfcOpeningElement "Opening 02" (GlobalId 34AjliXGsQQJQu7M3jWsk0) cut into?" IfcWall "Wall 01 South"*, IfcWall "Wall 03 North", IfcWall "Wall 05 Middle", IfcWall "Wall 02 East": the one IfcRelVoidsElement that names the opening names Wall 01 as the element.`,
		Since:   "0.1.0",
	},
	Source: func(ix *index.Index, r *rand.Rand) Drafts {
		sound, why := soundHostings(ix.Cuts())
		var h hosts
		h.group(ix, sound)
		return h.drafts(ix, r, why, openingHostStems)
	},
}

var fillerHost = Subtype{
	Doc: mcq.Doc{
		Subtype:  mcq.FillerHost,
		Asks:     "Which element a door, window or other filling sits in: the host of the opening that it fills.",
		Entities: []string{"IfcRelFillsElement", "IfcRelVoidsElement", "IfcDoor", "IfcWindow", "IfcElement"},
		LeavesOut: []string{
			"fillings of more than one opening",
			"fillings of openings that are cut into nothing, or by more than one relationship: there is no one host",
			"hosts whose GlobalId is malformed or occurs more than once",
		},
		Wrong: []string{
			"other elements of the host's class that have a filling of the same class, on the same storey where there are five of them",
			"where a class has fewer than three of them: elements of other classes that have fillings; such fillings are asked about last",
		},
		Example: `"Into which element is IfcDoor "Door 01 Terrace" (GlobalId 3Hd$RFO91Yko6b0ysNkVCn) built?" IfcWall "Wall 01 South"*, IfcWall "Wall 02 East", IfcWall "Wall 04 West", IfcWall "Wall 05 Middle": the door fills Opening 01, and Opening 01 is cut into Wall 01.`,
		Since:   "0.1.0",
	},
	Source: func(ix *index.Index, r *rand.Rand) Drafts {
		sound, why := soundHostings(ix.Fills())
		by := map[schema.Class][]index.Hosting{} // by class of filling
		var classes []schema.Class
		for _, f := range sound {
			c := ix.Elements[f.Element].Class
			if by[c] == nil {
				classes = append(classes, c)
			}
			by[c] = append(by[c], f)
		}
		var h hosts
		for _, c := range classes {
			h.group(ix, by[c])
		}
		return h.drafts(ix, r, why, fillerHostStems)
	},
}

var hostFillers = Subtype{
	Doc: mcq.Doc{
		Subtype:  mcq.HostFillers,
		Asks:     "Which doors, windows and other fillings sit in an element's openings, among those listed.",
		Entities: []string{"IfcRelVoidsElement", "IfcRelFillsElement", "IfcDoor", "IfcWindow", "IfcElement"},
		LeavesOut: []string{
			"fillings of more than one opening, or of an opening without one host: neither asked about nor offered",
			"hosts without another one of their class that has a filling of the same class as one of theirs",
		},
		Wrong: []string{
			"fillings of other hosts of the same class, of the classes of the right ones, on the same storey first",
			"as many of one other host together as there are: right ones too come from one host",
		},
		Example: `"Of the items below, which sit in IfcWall "Wall 01 South" (GlobalId 3q9el6oiXVOzG1CU9EieVd)?" IfcDoor "Door 01 Terrace"*, IfcWindow "Window 01"*, IfcWindow "Window 02"*, IfcWindow "Window 04", IfcWindow "Window 05", IfcDoor "Door 05": the wall has three openings, and these three fill them.`,
		Since:   "0.1.0",
	},
	Source: func(ix *index.Index, r *rand.Rand) Drafts {
		s := several{
			ix: ix, stems: hostFillersStems, owners: ix.Hosts(), members: ix.Fillings,
			places: func(i int) []int { storey, _ := ix.StoreyOf(i); return []int{storey} },
			// A filling has one host. That of another class of host, as a skylight, is too
			// easily told apart.
			wrong:    func(host, filling int) bool { return true },
			alike:    func(a, b int) bool { return ix.Elements[a].Class == ix.Elements[b].Class },
			anywhere: true,
		}
		return s.drafts(r)
	},
}

var openingHostStems = stems{
	"Which element is {entity} cut into?",
	"{entity} makes a void in one element. Which element is that?",
	"Find the host of {entity}.",
	"From the body of which element is {entity} subtracted?",
	"Which of these has {entity} among its openings?",
}

var fillerHostStems = stems{
	"{entity} fills an opening. In which element was that opening made?",
	"Which element hosts {entity}, by way of the opening that it fills?",
	"Into which element is {entity} built?",
	"Trace {entity} to the opening it sits in, then to the element with that opening. Which is it?",
	"Name the element whose opening is filled by {entity}.",
}

var hostFillersStems = stems{
	"Which of the listed items fill openings of {entity}?",
	"{entity} has openings that something fills. Choose every option that does.",
	"Select all of the options that are built into openings of {entity}.",
	"Of the items below, which sit in {entity}?",
	"Go through the openings of {entity} to what fills them. Which of the following do you meet?",
}

// soundHostings parts those with one host from the reasons why others have none.
func soundHostings(all []index.Hosting) (sound []index.Hosting, why []Skip) {
	for _, h := range all {
		if h.Why != "" {
			why = append(why, Skip(h.Why))
			continue
		}
		sound = append(sound, h)
	}
	return sound, why
}

// hosts is groups of hosts that are options for each other.
type hosts struct {
	groups []*links
	// few are hosts of classes that have fewer than three: alone among others a
	// class would tell, so they are asked about last.
	few links
}

// group sorts hosts by class, and by storey where that leaves enough of them:
// what stands on another storey is too easily told apart.
func (h *hosts) group(ix *index.Index, all []index.Hosting) {
	type key struct {
		class  schema.Class
		storey int
	}
	var order []key
	var classes linksByClass
	near := map[key]*links{}
	for _, x := range all {
		storey, _ := ix.StoreyOf(x.Host)
		k := key{ix.Elements[x.Host].Class, storey}
		if near[k] == nil {
			order = append(order, k)
			near[k] = &links{}
		}
		near[k].add(x.Element, x.Host)
		classes.add(k.class, x.Element, x.Host)
	}
	for _, c := range classes.classes {
		if len(classes.of[c].objects) < minOptions {
			h.few.join(classes.of[c])
			continue
		}
		var most *links
		rest := &links{}
		for _, k := range order {
			switch l := near[k]; {
			case k.class != c:
			case len(l.objects) < maxOptions:
				rest.join(l)
			default:
				h.groups = append(h.groups, l)
				if most == nil || len(l.objects) > len(most.objects) {
					most = l
				}
			}
		}
		if len(rest.objects) >= minOptions || most == nil {
			h.groups = append(h.groups, rest)
		} else {
			most.join(rest)
		}
	}
}

// drafts asks for hosts, each as often as any other of its group.
func (h *hosts) drafts(ix *index.Index, r *rand.Rand, why []Skip, q stems) Drafts {
	draft := func(r *rand.Rand, i int, hosts []int) (Draft, Skip) {
		d := Draft{Fact: mcq.Fact{GUID: ix.Elements[i].GUID}}
		if len(hosts) < minOptions {
			return d, tooFew
		}
		d.Choices = right(entityChoices(ix, elementsAt(ix, hosts), nil), 0)
		var skip Skip
		d.Stem, skip = askAbout(ix, r, q, ix.Elements[i], d.Choices)
		return d, skip
	}
	var even, rest []Drafts
	var others []int // hosts of frequent classes
	for _, i := range shuffled(r, len(h.groups)) {
		a, b := h.groups[i].drafts(r, minOptions, draft)
		even, rest = append(even, a), append(rest, b)
		others = append(others, h.groups[i].objects...)
	}
	few, last := h.few.drafts(r, minOptions, func(r *rand.Rand, i int, hosts []int) (Draft, Skip) {
		for _, o := range mixed(r, others) {
			if len(hosts) < maxOptions && !slices.Contains(hosts, o) {
				hosts = append(hosts, o)
			}
		}
		return draft(r, i, hosts)
	})
	return inOrder(reasons(why...), turns(even...), turns(rest...), few, last)
}
