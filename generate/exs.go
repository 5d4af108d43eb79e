package generate

import (
	"math/rand/v2"
	"strings"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/schema"
)

var propertyExistence = Subtype{
	Doc: mcq.Doc{
		Subtype:   mcq.PropertyExistence,
		Asks:      "Whether an element has a value for a property that others of its class have one for, its own or inherited from its type.",
		Entities:  []string{"IfcPropertySet", "IfcPropertySingleValue", "IfcRelDefinesByProperties", "IfcRelDefinesByType"},
		LeavesOut: leftOutOfExistence,
		Wrong: []string{
			"the other answer; each property is asked about as often of an element that has it as of one of the same class that has it not",
			"where there is no more of these: of one of the nearest class above; the stem does not tell the class of the element then",
		},
		Example: `"Does IfcCovering with GlobalId 3yEEl5CZIPUt2VgO8u8NwL have a value for "FireRating" in the property set "Pset_CoveringCommon", be it its own or its type's?" Yes, No*: the set of the floor tiles gives a Reference only, and they have no type; one of the ceilings says EI 60.`,
		Since:   "0.1.0",
	},
	Source: func(ix *index.Index, r *rand.Rand) Drafts {
		x := &existence{ix: ix, r: r}
		return x.drafts(inOrder(x.all((*existence).couple), x.wider()))
	},
}

var valueOrNull = Subtype{
	Doc: mcq.Doc{
		Subtype:  mcq.ValueOrNull,
		Asks:     "Which value an element has for a property that others of its class have one for, its own or inherited from its type; or that the file gives none.",
		Entities: []string{"IfcPropertySet", "IfcPropertySingleValue", "IfcRelDefinesByProperties", "IfcRelDefinesByType"},
		LeavesOut: append([]string{
			"properties with fewer than two distinct values on the elements of the class",
			"logical values that are unknown; texts that are blank, unprintable, of several lines or over 100 characters; numbers below a billionth: rounding of zero",
			"more than 16 of them a file: \"Not specified in the file\" is right in half of them, above the third that chance gives it, and is not to weigh in the category",
		}, leftOutOfExistence...),
		Wrong: []string{
			"\"Not specified in the file\", where there is a value",
			"values of the property on other elements of the class: two with none, so that to say \"not specified\" always is as near to chance as it can be",
		},
		Example: `"What does the property set "Pset_SlabCommon" say about "FireRating" of IfcSlab with GlobalId 0fbimNfUZAhnp1ntESjpxT, if it says anything?" REI 60, REI 90, Not specified in the file*: the set of the slab has no FireRating, and the slab has no type.`,
		Since:   "0.1.0",
	},
	Source: func(ix *index.Index, r *rand.Rand) Drafts {
		x := &existence{ix: ix, r: r}
		return first(maxNullDrafts, x.drafts(x.all((*existence).even, (*existence).rest)))
	},
}

// maxNullDrafts is how many items of value_or_null a file gives. Half of their
// keys are null where chance has it a third of the time; beside the items of
// property_existence, which fill up the category, that is not much.
const maxNullDrafts = 16

var leftOutOfExistence = []string{
	"properties that are not always single values, that all elements of the class have, or that none has",
	"a property that is stated twice with different values, or unset on the element and set on its type: readers differ; one that is unset on the element and not on its type counts as without a value",
	"values that are blank texts or lists: whether these are values is open",
	"elements whose sets are in doubt: related by an IfcPropertySetDefinitionSet, missing in the file, or of one name with a quantity set",
	"elements that more than one relationship types: their type is in doubt",
	"the Name of the element, always: it often tells the type, and with that which properties there are",
}

var existenceStems = stems{
	"Does {entity} have a value for {property} in {set}, be it its own or its type's?",
	"Is a value recorded for {property} in {set} of {entity}, on the entity itself or on its type?",
	"Counting what its type passes on, does {set} give a value of {property} to {entity}?",
	"Somebody looks for {property} in {set} of {entity} and in that of its type. Is there a value to be found?",
	"By {set}, is {property} specified for {entity}, directly or through its type?",
}

var nullStems = stems{
	"Which value, if any, does {entity} have for {property} in {set}?",
	"What does {set} say about {property} of {entity}, if it says anything?",
	"Look up {property} in {set} of {entity}, or of its type. What does the file specify?",
	"{entity} may or may not have a value for {property} in {set}. Which of these is the case?",
	"Suppose {property} in {set} is needed for {entity}. What is to be found in the file?",
}

// existence asks in couples whether a property has a value: once of an element
// with one, once of an element of the same class without.
type existence struct {
	couples
	ix *index.Index
	r  *rand.Rand
}

// all walks the properties by class, with each of ways in turn.
func (x *existence) all(ways ...func(*existence, *presence) opening) Drafts {
	sources := make([]bySource, len(ways))
	for _, f := range properties(x.ix) {
		p := &presence{Field: f}
		for i, way := range ways {
			sources[i].add(f.Class, way(x, p))
		}
	}
	var in []Drafts
	for i := range sources {
		in = append(in, sources[i].turns(x.r))
	}
	return inOrder(in...)
}

// wider asks about properties that every element of a class has: of the nearest
// class above it that has elements without. Stems do not tell the class then, as
// it would tell the answer.
func (x *existence) wider() Drafts {
	return func(yield func(Draft, Skip) bool) {
		s := x.ix.Model.Schema()
		var b bySource
		done := map[*index.Field]bool{}
		for _, f := range properties(x.ix) {
			if len(f.Entries) < len(x.ix.OfClass(f.Class)) {
				continue
			}
			for c := s.Super(f.Class); c != schema.NoClass && s.ClassName(c) != "IfcProduct"; c = s.Super(c) {
				wide := x.ix.Over(c, f)
				if len(wide.Entries) == len(x.below(c)) {
					continue
				}
				if wide.Mixed != index.NotSingle && !done[wide] {
					done[wide] = true
					b.add(f.Class, x.couple(&presence{Field: wide, wide: true}))
				}
				break
			}
		}
		for d, skip := range b.turns(x.r) {
			if skip == "" {
				d.Note = classHidden
				x.second.Note = classHidden
			}
			if !yield(d, skip) {
				return
			}
		}
	}
}

// below returns the positions of the elements of c and its subclasses.
func (x *existence) below(c schema.Class) []int {
	var out []int
	for k := c; k <= x.ix.Model.Schema().Last(c); k++ {
		out = append(out, x.ix.OfClass(k)...)
	}
	return out
}

// presence is a property of a class with the positions of elements that have a
// value and of those that have none, once they are gathered.
type presence struct {
	*index.Field
	wide     bool // over subclasses as well
	gathered bool
	with     []int
	without  []int // some may still be in doubt, see clear
	unset    map[int]bool
	values   *population
	tiers    []tier // of values
}

// gather sorts the elements of the class. It says why the property is no use.
func (x *existence) gather(p *presence) Skip {
	if p.gathered {
		return ""
	}
	p.gathered = true
	elements := x.ix.OfClass(p.Class)
	if p.wide {
		elements = x.below(p.Class)
	}
	known := 0 // entries are in the order of elements
	for _, at := range elements {
		if known == len(p.Entries) || p.Entries[known].Element != at {
			p.without = append(p.without, at)
			continue
		}
		switch e := p.Entries[known]; {
		case e.Doubt != "":
		case e.Value.Kind == ifc.None:
			p.without = append(p.without, at)
			if p.unset == nil {
				p.unset = map[int]bool{}
			}
			p.unset[at] = true
		case hasValue(e.Value):
			p.with = append(p.with, at)
		}
		known++
	}
	switch {
	case len(p.without) == 0:
		return "property that every element of its class has or may have"
	case len(p.with) == 0:
		return "property that no element of its class has for certain"
	}
	p.with, p.without = shuffledList(x.r, p.with), shuffledList(x.r, p.without)
	return ""
}

// hasValue tells whether d is a value to everybody.
func hasValue(d ifc.Datum) bool {
	return d.Kind == ifc.Text && strings.TrimSpace(d.Text) != "" || d.Kind == ifc.Enumeration || d.Kind == ifc.Boolean || d.IsNumber()
}

// clear says why it is not clear that an element is without a value.
func (x *existence) clear(p *presence, element int) Skip {
	switch e := x.ix.Elements[element].Entity; {
	case !typedOnce(x.ix, element):
		return severalTypes
	case p.unset[element]:
		return ""
	default:
		sets := x.ix.Model.Sets(e)
		if sets.Doubt != "" {
			return Skip(sets.Doubt)
		}
		// Some writers state as a quantity what others state as a property.
		if q := sets.Find(p.Set, p.Named, true); q != nil {
			if _, ok := q.Find(p.Name); ok {
				return "quantity of the same name"
			}
		}
		return ""
	}
}

// next takes the next element without a value off the list.
func (x *existence) next(p *presence, yield func(Draft, Skip) bool) (element int, ok bool) {
	for len(p.without) > 0 {
		element, p.without = p.without[0], p.without[1:]
		why := x.clear(p, element)
		if why == "" {
			return element, true
		}
		if !yield(Draft{}, why) {
			return 0, false
		}
	}
	return 0, false
}

// couple asks whether there is a value.
func (x *existence) couple(p *presence) opening {
	return func() (Drafts, Skip) {
		if why := x.gather(p); why != "" {
			return nil, why
		}
		return func(yield func(Draft, Skip) bool) {
			for _, with := range p.with {
				if !typedOnce(x.ix, with) {
					if !yield(Draft{}, severalTypes) {
						return
					}
					continue
				}
				without, ok := x.next(p, yield)
				if !ok || !x.give(yield, x.draft(p, with, true), x.draft(p, without, false)) {
					return
				}
			}
		}, ""
	}
}

func (x *existence) draft(p *presence, element int, has bool) Draft {
	e := x.ix.Elements[element]
	words := append([]string{"entity", x.name(p, e)}, propertyWords(p.Field)...)
	return Draft{Fact: p.fact(e), Stem: existenceStems.with(x.r, words...), Choices: yesNo(has)}
}

// name names an element in a stem. Its Name is left out: many writers make it of
// that of the type, and with the type the properties come and go.
func (x *existence) name(p *presence, e index.Element) string {
	if p.wide {
		return "the element with GlobalId " + e.GUID
	}
	e.Name = ""
	return subject(x.ix, e)
}

func (p *presence) fact(e index.Element) mcq.Fact {
	return mcq.Fact{GUID: e.GUID, Pset: setName(p.FieldKey), Property: p.Name}
}

// even asks which value there is, each value as often as any other.
func (x *existence) even(p *presence) opening {
	return func() (Drafts, Skip) {
		if why := x.gather(p); why != "" {
			return nil, why
		}
		p.values = gather(x.ix, p.Field, hasValue)
		if len(p.with) == 0 || len(p.without) == 0 || len(p.values.choices) < 2 {
			return nil, "fewer than two distinct values beside none"
		}
		p.tiers = tiersOf(p.values, x.r)
		return func(yield func(Draft, Skip) bool) { x.walk(p, 2, yield) }, ""
	}
}

// rest asks for what even leaves: the values that are more frequent than others.
func (x *existence) rest(p *presence) opening {
	return func() (Drafts, Skip) {
		if len(p.tiers) == 0 {
			return nil, ""
		}
		return func(yield func(Draft, Skip) bool) { x.walk(p, 1, yield) }, ""
	}
}

// walk goes through the tiers of at least that many values.
func (x *existence) walk(p *presence, least int, yield func(Draft, Skip) bool) {
	for len(p.tiers) > 0 && len(p.tiers[0].choices) >= least {
		tier := p.tiers[0]
		p.tiers = p.tiers[1:]
		for _, i := range shuffled(x.r, len(tier.choices)) {
			with := tier.subjects[i]
			if !typedOnce(x.ix, with) {
				if !yield(Draft{}, severalTypes) {
					return
				}
				continue
			}
			first, ok := x.valueDraft(p, with, tier.choices[i])
			if !ok {
				if !yield(Draft{}, tooFew) {
					return
				}
				continue
			}
			without, ok := x.next(p, yield)
			if !ok {
				return
			}
			second, ok := x.valueDraft(p, without, Choice{})
			switch {
			case ok && !x.give(yield, first, second), !ok && !yield(Draft{}, tooFew):
				return
			}
		}
	}
}

// valueDraft offers two values and none; key is the one that is right, the zero
// Choice where none is.
func (x *existence) valueDraft(p *presence, element int, key Choice) (Draft, bool) {
	e := x.ix.Elements[element]
	null := Choice{Text: mcq.NotSpecified}
	var options []Choice
	if key.Text != "" {
		key.Right = true
		options = append(options, key)
	} else {
		null.Right = true
	}
	for _, i := range shuffled(x.r, len(p.values.choices)) {
		if c := p.values.choices[i]; len(options) < 2 && fits(options, c) && !mcq.Alike(c.Text, null.Text) {
			options = append(options, c)
		}
	}
	words := append([]string{"entity", x.name(p, e)}, propertyWords(p.Field)...)
	d := Draft{Fact: p.fact(e), Stem: nullStems.with(x.r, words...), Choices: append(options, null)}
	return d, len(options) == 2 && !holdsOne(d.Stem, options)
}

// first takes no more than n drafts.
func first(n int, drafts Drafts) Drafts {
	return func(yield func(Draft, Skip) bool) {
		for d, skip := range drafts {
			if skip == "" {
				n--
			}
			if !yield(d, skip) || n == 0 {
				return
			}
		}
	}
}
