package generate

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
)

// comparisonLeavesOut is what no comparison asks about.
func comparisonLeavesOut(more ...string) []string {
	return append(more,
		"values that differ by no more than 0.5 %: too close to call; values below a billionth: rounding of zero",
		"properties and attributes that are no numbers, or not of one measure and unit",
		"quantities that cannot be converted to SI, see length, area and volume",
		"values that are stated twice, or unset on the element and set on its type: readers differ",
		"Names of entities, where that of one tells a compared value or holds measurements, and those of storeys: they tell which is higher",
	)
}

func comparisonEntities() []string {
	return []string{"IfcElement", "IfcSpatialStructureElement", "IfcPropertySingleValue", "IfcElementQuantity", "IfcUnitAssignment"}
}

var pairwise = Subtype{
	Doc: mcq.Doc{
		Subtype:   mcq.Pairwise,
		Asks:      "Which of two entities of a class has the larger value of an attribute, a property or a quantity, or whether they are equal, or whether it cannot be told because one has no value.",
		Entities:  comparisonEntities(),
		LeavesOut: comparisonLeavesOut("classes with sets that cannot be read, where a value is to be missing"),
		Wrong: []string{
			"the other entity",
			"that both are equal: right in about a quarter of the items, as far as the file has ties",
			"that it cannot be told: right in about an eighth, as far as the file has entities without the value",
		},
		Example: `"Two instances of IfcBuildingElementProxy are listed below. For which of them does the file give the greater "InspectionInterval" in the property set "House_Maintenance"?" IfcBuildingElementProxy "Rain Water Tank" (GlobalId 1IjjwKmv5KLb8rxkWH19O8)*, IfcBuildingElementProxy "Heat Pump" (GlobalId 0F5HmfQQTJt6nsbJalGMYC), Both have the same value, It cannot be told, a value is missing: both values are read from the sets and compared.`,
		Since:   "0.1.0",
	},
	Source: pairwiseDrafts,
}

func extremeDoc(s mcq.Subtype, which, example string) mcq.Doc {
	return mcq.Doc{
		Subtype:   s,
		Asks:      "Which of three to five entities of a class has the " + which + " value of an attribute, a property or a quantity.",
		Entities:  comparisonEntities(),
		LeavesOut: comparisonLeavesOut("fields with fewer than three distinct values on a class"),
		Wrong:     []string{"other entities of the class with the value, drawn evenly over the distinct values, as the right one is"},
		Example:   example,
		Since:     "0.1.0",
	}
}

var largest = Subtype{
	Doc: extremeDoc(mcq.Largest, "largest",
		`"By "OuterSurfaceArea" in the quantity set "Qto_ColumnBaseQuantities", which IfcColumn among the options surpasses all others?" IfcColumn "Column 06" (GlobalId 3F4Q7HmSqLgDSqTZL6uhve)*, IfcColumn "Column 04" (GlobalId 0fk7hZ9oU8cMeFek$amxP3), IfcColumn "Post 03" (GlobalId 2R2gAN9gwbhVF$QfFD4ZfC): the areas are converted to square metres, then compared.`),
	Source: func(ix *index.Index, r *rand.Rand) Drafts { return extremeDrafts(ix, r, 1, largestStems) },
}

var smallest = Subtype{
	Doc: extremeDoc(mcq.Smallest, "smallest",
		`"For which of the listed IfcColumn does the file give the lowest value of "CrossSectionArea" in the quantity set "Qto_ColumnBaseQuantities"?" IfcColumn "Column 04" (GlobalId 0fk7hZ9oU8cMeFek$amxP3)*, IfcColumn "Column 06" (GlobalId 3F4Q7HmSqLgDSqTZL6uhve), IfcColumn "Post 03" (GlobalId 2R2gAN9gwbhVF$QfFD4ZfC): the areas are converted to square metres, then compared.`),
	Source: func(ix *index.Index, r *rand.Rand) Drafts { return extremeDrafts(ix, r, -1, smallestStems) },
}

var pairwiseStems = stems{
	"Of the two {class} entities offered, which has the larger value of {metric}?",
	"Compare two {class} by {metric}. Which of them has more of it?",
	"By {metric}, which of these two {class} entities comes out larger, if either does?",
	"Two instances of {class} are listed below. For which of them does the file give the greater {metric}?",
	"Put these two {class} in order by {metric}: which one is the larger?",
}

var largestStems = stems{
	"Which of these {class} entities has the largest value of {metric}?",
	"Rank the {class} entities below by {metric}. Which comes first, if the greatest is put first?",
	"For which of the listed {class} does the file give the highest value of {metric}?",
	"By {metric}, which {class} among the options surpasses all others?",
}

var smallestStems = stems{
	"Which of these {class} entities has the smallest value of {metric}?",
	"Rank the {class} entities below by {metric}. Which comes first, if the least is put first?",
	"For which of the listed {class} does the file give the lowest value of {metric}?",
	"By {metric}, which {class} among the options falls short of all others?",
}

// compared is a field by which the entities of one class can be compared.
type compared struct {
	f      *index.Field
	filled bool
	values *population // of mcq.Real or int64; subjects are positions in Elements
	lack   []int       // positions in Elements of those without a value
}

// comparedFields finds the attributes, properties and quantities that are
// numbers. Values are collected when the first of them is asked about: most are
// not.
func comparedFields(ix *index.Index) []*compared {
	var out []*compared
	for _, all := range [][]*index.Field{ix.Attributes(), ix.Fields()} {
		for _, f := range all {
			if len(ix.OfClass(f.Class)) < 2 || f.Mixed == index.NotSingle {
				continue
			}
			for _, e := range f.Entries {
				if e.Sound() {
					if e.Value.IsNumber() {
						out = append(out, &compared{f: f})
					}
					break
				}
			}
		}
	}
	return out
}

// fill collects the values of a field, none where some are no numbers, and the
// entities of the class that lack one.
func (c *compared) fill(ix *index.Index) {
	if c.filled {
		return
	}
	c.filled, c.values = true, &population{}
	var first *index.Entry
	has := make(map[int]bool, len(c.f.Entries))
	for i := range c.f.Entries {
		e := &c.f.Entries[i]
		if e.Doubt != "" || e.Value.Kind != ifc.None {
			has[e.Element] = true
		}
		switch {
		case !e.Sound():
			continue
		case !e.Value.IsNumber():
			c.values = &population{}
			return
		case first == nil:
			first = e
		}
		if choice, ok := comparedValue(ix, c.f, first, e); ok {
			c.values.add(choice, e.Element)
		}
	}
	if ix.SetsBroken(c.f.Class) {
		return
	}
	for _, i := range ix.OfClass(c.f.Class) {
		if !has[i] {
			c.lack = append(c.lack, i)
		}
	}
}

// comparedValue is the value of an entry as it is compared: a quantity in SI, the
// rest as stored and only beside its like.
func comparedValue(ix *index.Index, f *index.Field, first, e *index.Entry) (Choice, bool) {
	if f.Kind == index.Quantity {
		m, ok := measureOf(e.Form)
		if !ok || e.Form != first.Form {
			return Choice{}, false
		}
		si, why := ix.SI(*e)
		return m.choice(si), why == "" && !mcq.Noise(si)
	}
	if e.Value.Type != first.Value.Type || e.Unit != first.Unit {
		return Choice{}, false
	}
	return shown(ix, e.Value)
}

// metric is the field in a fact.
func (c *compared) metric() *mcq.Metric {
	switch c.f.Kind {
	case index.Property:
		return &mcq.Metric{Kind: mcq.MetricProperty, Name: c.f.Name, Set: setName(c.f.FieldKey)}
	case index.Quantity:
		return &mcq.Metric{Kind: mcq.MetricQuantity, Name: c.f.Name, Set: setName(c.f.FieldKey)}
	}
	return &mcq.Metric{Kind: mcq.MetricAttribute, Name: c.f.Name}
}

// words is the field in a stem.
func (c *compared) words() string {
	switch c.f.Kind {
	case index.Property:
		return quote(c.f.Name) + " in " + setText("property set", c.f.FieldKey)
	case index.Quantity:
		return quote(c.f.Name) + " in " + setText("quantity set", c.f.FieldKey)
	}
	return "the attribute " + c.f.Name
}

// contender is an entity in a comparison and its value, nil for none.
type contender struct {
	element int
	value   any
}

// tooClose tells whether two values are too close to call. Integers too need the
// distance of others: 10000 and 10001 is no clear case.
func tooClose(a, b contender) bool {
	return mcq.NearlySame(mcq.Real(number(a.value)), mcq.Real(number(b.value)))
}

// draft makes a comparison of contenders, of which the one at position key is
// the answer; -1 where an option behind them is, which is marked already.
func (c *compared) draft(ix *index.Index, r *rand.Rand, in []contender, key int, more []Choice, s stems) (Draft, Skip) {
	if c.f.Kind == index.Quantity && !c.f.Named {
		for _, x := range in {
			if !ix.OneUnnamedQuantitySet(ix.Elements[x.element].Entity) {
				return Draft{}, severalUnnamed
			}
		}
	}
	var all []index.Element
	for _, x := range in {
		all = append(all, ix.Elements[x.element])
	}
	// What a storey is called says how high it lies.
	storeys := ix.ClassName(c.f.Class) == "IfcBuildingStorey"
	options := entityChoices(ix, all, func(e index.Element) bool {
		return storeys || tellsSize(e.Name) || slices.ContainsFunc(in, func(x contender) bool {
			return x.value != nil && mcq.TellsNumber(e.Name, x.value)
		})
	})
	d := Draft{Fact: mcq.Fact{Metric: c.metric()}}
	for i, e := range all {
		d.Fact.GUIDs = append(d.Fact.GUIDs, e.GUID)
		// The question is about these very entities, so they always go by what
		// identifies them.
		if !strings.Contains(options[i].Text, e.GUID) {
			options[i].Text += " (GlobalId " + e.GUID + ")"
		}
		options[i].Right = i == key
	}
	slices.Sort(d.Fact.GUIDs) // in no order that tells; and a set is asked about once
	d.Choices = append(options, more...)
	d.Stem = s.with(r, "class", ix.ClassName(c.f.Class), "metric", c.words())
	return d, ""
}

// sizes finds what reads like measurements, "1,00 x 2,10" or "600mm": they tell
// which of two doors has the larger area, if not how large it is.
var sizes = regexp.MustCompile(`\d\s*(?:[a-zA-Z]{1,2}\s*)?[xX×*/]\s*\d|\d\s*(?:mm|cm|m|"|')(?:\W|$)`)

// tellsSize tells whether a Name lets a size be guessed, if not the value itself.
func tellsSize(name string) bool { return sizes.MatchString(name) }

// pairwiseDrafts mixes pairs that differ with ties and pairs of which one has no
// value: of every eight, two are ties and one cannot be told.
func pairwiseDrafts(ix *index.Index, r *rand.Rand) Drafts {
	var differ, ties, lacking bySource
	for _, c := range comparedFields(ix) {
		differ.add(c.f.Class, c.differing(ix, r))
		ties.add(c.f.Class, c.tied(ix, r))
		lacking.add(c.f.Class, c.lacking(ix, r))
	}
	return mixture(r, differ.turns(r), ties.turns(r), 2, lacking.turns(r), 1)
}

func verdicts(right string) []Choice {
	return []Choice{
		{Text: "Both have the same value", Value: mcq.Equal, Right: right == mcq.Equal},
		{Text: "It cannot be told, a value is missing", Value: mcq.Undetermined, Right: right == mcq.Undetermined},
	}
}

// rounds is how often the values of a field are put together anew.
const rounds = 4

// differing pairs values off at random: each distinct value as often as any
// other, whoever has it.
func (c *compared) differing(ix *index.Index, r *rand.Rand) opening {
	return c.groups(ix, r, 2, 2, func(in []contender) (Draft, Skip) {
		a, b := number(in[0].value), number(in[1].value)
		if tooClose(in[0], in[1]) {
			return Draft{}, "values too close to call"
		}
		key := 0
		if b > a {
			key = 1
		}
		return c.draft(ix, r, in, key, verdicts(""), pairwiseStems)
	})
}

// groups puts distinct values together at random, least to most of them at a
// time, each with one of its carriers.
func (c *compared) groups(ix *index.Index, r *rand.Rand, least, most int, draft func([]contender) (Draft, Skip)) opening {
	return func() (Drafts, Skip) {
		c.fill(ix)
		most := min(most, len(c.values.choices))
		if most < least {
			return nil, ""
		}
		return func(yield func(Draft, Skip) bool) {
			for range rounds {
				order := shuffled(r, len(c.values.choices))
				for {
					n := least + r.IntN(most-least+1)
					if n > len(order) {
						break
					}
					var in []contender
					for _, i := range order[:n] {
						in = append(in, c.contender(one(r, c.values.carriers[i])))
					}
					order = order[n:]
					if d, skip := draft(in); !yield(d, skip) {
						return
					}
				}
			}
		}, ""
	}
}

// tied pairs entities that have one value, once each value.
func (c *compared) tied(ix *index.Index, r *rand.Rand) opening {
	return func() (Drafts, Skip) {
		c.fill(ix)
		shared := slices.DeleteFunc(shuffled(r, len(c.values.choices)), func(i int) bool { return len(c.values.carriers[i]) < 2 })
		if len(shared) == 0 {
			return nil, ""
		}
		return func(yield func(Draft, Skip) bool) {
			for _, i := range shared {
				all := c.values.carriers[i]
				order := shuffled(r, len(all))
				a, b := all[order[0]], all[order[1]]
				x, y := c.stored(a.subject), c.stored(b.subject)
				if !x.Value.Equal(y.Value) || x.Unit != y.Unit { // alike to six digits only
					continue
				}
				d, skip := c.draft(ix, r, []contender{c.contender(a), c.contender(b)}, -1, verdicts(mcq.Equal), pairwiseStems)
				if !yield(d, skip) {
					return
				}
			}
		}, ""
	}
}

// stored is the entry of an element that has a value.
func (c *compared) stored(element int) *index.Entry {
	at, _ := slices.BinarySearchFunc(c.f.Entries, element, func(e index.Entry, element int) int { return e.Element - element })
	return &c.f.Entries[at]
}

// contender is a carrier of a value in a comparison.
func (c *compared) contender(who carrier) contender {
	return contender{who.subject, c.values.own(who).Value}
}

// lacking pairs entities that have a value with such that have none.
func (c *compared) lacking(ix *index.Index, r *rand.Rand) opening {
	return func() (Drafts, Skip) {
		c.fill(ix)
		order := shuffled(r, len(c.values.choices))
		order = order[:min(len(order), len(c.lack))] // each of those about once
		if len(order) == 0 {
			return nil, ""
		}
		return func(yield func(Draft, Skip) bool) {
			for _, i := range order {
				who := c.contender(one(r, c.values.carriers[i]))
				d, skip := c.draft(ix, r, []contender{who, {one(r, c.lack), nil}}, -1, verdicts(mcq.Undetermined), pairwiseStems)
				if !yield(d, skip) {
					return
				}
			}
		}, ""
	}
}

// mixture takes of every eight drafts so many from a and so many from b, the rest
// from most, in random order. Where a or b has none most stands in; when most
// ends there are no more, lest the rarer kinds prevail.
func mixture(r *rand.Rand, most, a Drafts, ofA int, b Drafts, ofB int) Drafts {
	return func(yield func(Draft, Skip) bool) {
		usual, rarer, rarest := &puller{open: opened(most)}, &puller{open: opened(a)}, &puller{open: opened(b)}
		defer usual.stop()
		defer rarer.stop()
		defer rarest.stop()
		for {
			for _, k := range shuffled(r, 8) {
				from := usual
				switch {
				case k < ofA:
					from = rarer
				case k < ofA+ofB:
					from = rarest
				}
				d, ok, on := from.draft(yield)
				if on && !ok && from != usual {
					d, ok, on = usual.draft(yield)
				}
				if !on || !ok || !yield(d, "") {
					return
				}
			}
		}
	}
}

// extremeDrafts asks for the largest (1) or the smallest (-1) of several.
func extremeDrafts(ix *index.Index, r *rand.Rand, sign float64, s stems) Drafts {
	var sources bySource
	for _, c := range comparedFields(ix) {
		sources.add(c.f.Class, c.groups(ix, r, minOptions, maxOptions, func(in []contender) (Draft, Skip) {
			order := slices.Clone(in)
			slices.SortFunc(order, func(a, b contender) int {
				if sign*number(a.value) > sign*number(b.value) {
					return -1
				}
				return 1
			})
			if tooClose(order[0], order[1]) {
				return Draft{}, "values too close to call"
			}
			return c.draft(ix, r, in, slices.Index(in, order[0]), nil, s)
		}))
	}
	return sources.turns(r)
}
