package generate

import (
	"math"
	"math/rand/v2"
	"strings"

	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/schema"
	"github.com/ifcmcq/ifcmcq/semantics"
)

// measure is a kind of quantity that is asked for in SI units.
type measure struct {
	form  semantics.Form
	kind  string // in a stem
	units string // in a stem
	unit  string // in an option
}

var (
	lengthMeasure = measure{semantics.QuantityLength, "length", "metres", "m"}
	areaMeasure   = measure{semantics.QuantityArea, "area", "square metres", "m²"}
	volumeMeasure = measure{semantics.QuantityVolume, "volume", "cubic metres", "m³"}

	measures = [...]*measure{&lengthMeasure, &areaMeasure, &volumeMeasure} // read only
)

// measureOf returns the measure of quantities of a form, if it is one of the three.
func measureOf(form semantics.Form) (m *measure, ok bool) {
	for _, m := range measures {
		if m.form == form {
			return m, true
		}
	}
	return nil, false
}

func (m measure) text(v any) string { return mcq.FormatQuantity(v, m.unit) }

// choice is a quantity as an option. A quantity is real, however it is written.
func (m measure) choice(si float64) Choice {
	return Choice{Text: m.text(mcq.Real(si)), Value: mcq.Real(si)}
}

func quantityDoc(s mcq.Subtype, kind, entity, example string) mcq.Doc {
	return mcq.Doc{
		Subtype:  s,
		Asks:     "Which value, in SI units, a quantity of the kind " + kind + " has for an element, in its own quantity set or its type's.",
		Entities: []string{"IfcElementQuantity", entity, "IfcRelDefinesByProperties", "IfcRelDefinesByType", "IfcUnitAssignment", "IfcSIUnit", "IfcConversionBasedUnit"},
		LeavesOut: []string{
			"quantities without a unit of their own in a project that states none, or several, for their kind: there is no one value",
			"quantities in a unit that is not of their kind or does not lead to SI",
			"quantities below a billionth of their unit: rounding of zero",
			"quantities that are stated twice with different values, or unset on the element and set on its type: readers differ",
			"a set without a name on elements that have several such: the stem could not say which is meant",
		},
		Wrong: []string{
			"the quantity on other elements of the class, else of the nearest class above",
			"numbers a few steps away, where there are too few",
		},
		Example: example,
		Since:   "0.1.0",
	}
}

var lengthOf = Subtype{
	Doc: quantityDoc(mcq.Length, "length", "IfcQuantityLength",
		`"IfcBeam "Beam 08" (GlobalId 0uVkJnnc0n5$C8KyOOKzAo) has the length "Length" in the quantity set "Qto_BeamBaseQuantities". Expressed in metres, what is its value?" 4.6 m*, 5.6 m, 4 m, 2.4 m, 3 m: the quantity says 4600 and has no unit of its own, the project's lengths are in millimetres.`),
	Source: func(ix *index.Index, r *rand.Rand) Drafts { return measureDrafts(ix, r, lengthMeasure) },
}

var areaOf = Subtype{
	Doc: quantityDoc(mcq.Area, "area", "IfcQuantityArea",
		`"According to the quantity set "Qto_DoorBaseQuantities" of IfcDoor "Door 03 Entrance" (GlobalId 2IOEfh9I0A9V0gxKSERGG5), what does "Area" measure in square metres?" 2.1 m²*, 4.4 m², 1.8 m², 8.1 m², 1.89 m²: the project's lengths are in millimetres, but its areas in square metres, so nothing is to be converted.`),
	Source: func(ix *index.Index, r *rand.Rand) Drafts { return measureDrafts(ix, r, areaMeasure) },
}

var volumeOf = Subtype{
	Doc: quantityDoc(mcq.Volume, "volume", "IfcQuantityVolume",
		`"In cubic metres, how much is "NetVolume" of IfcSpace "R04" (GlobalId 0JNm77hYN66OfZQ$Cv76Th), as stated in the quantity set "Qto_SpaceBaseQuantities"?" 49.8438 m³*, 35.8875 m³, 45.24 m³, 32.19 m³, 42.8656 m³: the project's volumes are in cubic metres. A quantity with the unit litre of its own would be divided by 1000.`),
	Source: func(ix *index.Index, r *rand.Rand) Drafts { return measureDrafts(ix, r, volumeMeasure) },
}

var measureStems = stems{
	"According to {set} of {entity}, what does {quantity} measure in {units}?",
	"{entity} has the {kind} {quantity} in {set}. Expressed in {units}, what is its value?",
	"Convert {quantity} from {set} of {entity} to {units}: what is the result?",
	"In {units}, how much is {quantity} of {entity}, as stated in {set}?",
	"Look up the {kind} {quantity} that {set} gives for {entity}. How many {units} is it?",
}

// measureDrafts asks for quantities of one kind as fieldDrafts asks for stored
// values.
func measureDrafts(ix *index.Index, r *rand.Rand, m measure) Drafts {
	var even, rest bySource
	var ranks ranking
	var doubts []Drafts
	done := map[*index.Field]bool{}
	for _, f := range quantityFields(ix, m) {
		values, why := gatherMeasure(ix, f, m)
		if why != "" {
			doubts = append(doubts, skipped(why))
		}
		if len(values.choices) == 0 {
			continue
		}
		f, values := widenMeasure(ix, f, values, m)
		if done[f] {
			continue
		}
		done[f] = true
		draft := func(subject int, options []Choice) (Draft, Skip) {
			return measureDraft(ix, r, f, subject, options, m)
		}
		even.add(f.Class, opened(evenDrafts(r, values, draft)))
		rest.add(f.Class, opened(restDrafts(r, values, func(key Choice) ([]Choice, bool) {
			return around(r, key.Value, nil, floorOf(number(key.Value)), m.text, &ranks)
		}, draft)))
	}
	return inOrder(inOrder(doubts...), even.turns(r), rest.turns(r))
}

// quantityFields returns the fields that hold quantities of a kind.
func quantityFields(ix *index.Index, m measure) []*index.Field {
	var out []*index.Field
	for _, f := range ix.Fields() {
		if f.Kind != index.Quantity {
			continue
		}
		for _, e := range f.Entries {
			if e.Form == m.form {
				out = append(out, f)
				break
			}
		}
	}
	return out
}

// gatherMeasure collects the SI values of a field; why says why some had none.
func gatherMeasure(ix *index.Index, f *index.Field, m measure) (p *population, why Skip) {
	p = &population{}
	for _, e := range f.Entries {
		if !e.Sound() || e.Form != m.form {
			continue
		}
		si, reason := ix.SI(e)
		switch {
		case reason != "":
			why = Skip(reason)
		case math.IsNaN(si) || math.IsInf(si, 0):
			why = "a quantity that is no finite number"
		case mcq.Noise(si):
			why = "a quantity that is rounding of zero"
		default:
			p.add(m.choice(si), e.Element)
		}
	}
	return p, why
}

// widenMeasure climbs the class tree until there are enough values, as widen does.
func widenMeasure(ix *index.Index, f *index.Field, own *population, m measure) (*index.Field, *population) {
	s := ix.Model.Schema()
	at, p := f, own
	for c := s.Super(f.Class); len(p.choices) < minOptions && c != schema.NoClass; c = s.Super(c) {
		if s.ClassName(c) == "IfcProduct" {
			return f, own
		}
		if wide := ix.Over(c, f); wide != nil {
			at = wide
			p, _ = gatherMeasure(ix, wide, m)
		}
	}
	if len(p.choices) < minOptions {
		return f, own
	}
	return at, p
}

// floorOf is the least number to offer beside x.
func floorOf(x float64) float64 {
	if x < 0 {
		return 2 * x
	}
	return 0
}

const severalUnnamed Skip = "several quantity sets without a name on one element"

func measureDraft(ix *index.Index, r *rand.Rand, f *index.Field, element int, options []Choice, m measure) (Draft, Skip) {
	e := ix.Elements[element]
	if !f.Named && !ix.OneUnnamedQuantitySet(e.Entity) {
		return Draft{}, severalUnnamed
	}
	return Draft{
		Fact:    mcq.Fact{GUID: e.GUID, Qset: setName(f.FieldKey), Quantity: f.Name},
		Choices: options,
		Stem: measureStems.with(r, "entity", sized(ix, e, options), "set", setText("quantity set", f.FieldKey),
			"quantity", quote(f.Name), "kind", m.kind, "units", m.units),
	}, ""
}

// sized is subject for questions about sizes: a Name that holds measurements tells
// an area or a volume too.
func sized(ix *index.Index, e index.Element, options []Choice) string {
	if tellsSize(e.Name) {
		e.Name = ""
	}
	return subject(ix, e, keysOf(options)...)
}

var netVsGross = Subtype{
	Doc: mcq.Doc{
		Subtype:  mcq.NetVsGross,
		Asks:     "Which of a net and a gross quantity of an element is larger, with its value in SI units, or whether they are equal.",
		Entities: []string{"IfcElementQuantity", "IfcQuantityLength", "IfcQuantityArea", "IfcQuantityVolume"},
		LeavesOut: []string{
			"pairs that differ by no more than 0.5 % but are not equal: too close to call",
			"more than five elements a file: gross is nearly never the smaller",
			"whatever is left out of length, area and volume",
		},
		Wrong: []string{
			"the other quantity with its own value",
			"either name with the value of the other; of equal ones, with a value of the same quantity on another element",
			"that both are equal, or the one or the other where they are",
		},
		Example: `"In the quantity set "Qto_SlabBaseQuantities" of IfcSlab "Slab 08" (GlobalId 3wt0mK3PRNnlmXAK42XsUM), is "NetArea" or "GrossArea" the larger quantity, or do they agree?" "GrossArea" is larger, 46 m²*; "NetArea" is larger, 45.36 m²; "GrossArea" is larger, 45.36 m²; "NetArea" is larger, 46 m²; Both are equal: 45.36 and 46 are stored, an opening is taken off.`,
		Since:   "0.1.0",
	},
	Source: netGrossDrafts,
}

var netGrossStems = stems{
	"Compare {net} and {gross} in {set} of {entity}. Which of them is larger, and how much is it?",
	"{entity} has both {net} and {gross} in {set}. Which one exceeds the other, with what value?",
	"In {set} of {entity}, is {net} or {gross} the larger quantity, or do they agree?",
	"Read {net} and {gross} for {entity} from {set} and put them into order: which is the greater one?",
}

// maxNetGross is how many are asked about in a file.
const maxNetGross = 5

// netGross is a pair of quantities of one element.
type netGross struct {
	net, gross *index.Field
	element    int
	m          measure
	a, b       float64 // net and gross in SI
}

func netGrossDrafts(ix *index.Index, r *rand.Rand) Drafts {
	return func(yield func(Draft, Skip) bool) {
		equal, differ := bySource{}, bySource{}
		for _, m := range measures {
			for _, net := range quantityFields(ix, *m) {
				gross := grossOf(ix, net)
				if gross == nil {
					continue
				}
				ties, others := netGrossPairs(ix, net, gross, *m)
				var values []float64 // that could stand beside a tie
				for _, p := range append(ties, others...) {
					values = append(values, p.a, p.b)
				}
				equal.add(net.Class, opened(netGrossOf(ix, r, ties, values)))
				differ.add(net.Class, opened(netGrossOf(ix, r, others, values)))
			}
		}
		n := 0
		for d, skip := range turns(differ.turns(r), equal.turns(r)) {
			if !yield(d, skip) {
				return
			}
			if skip == "" {
				n++
			}
			if n == maxNetGross {
				return
			}
		}
	}
}

// grossOf finds the field that is named as net is but for Gross in place of Net.
func grossOf(ix *index.Index, net *index.Field) *index.Field {
	for _, w := range [][2]string{{"Net", "Gross"}, {"net", "gross"}, {"NET", "GROSS"}} {
		if !strings.Contains(net.Name, w[0]) {
			continue
		}
		key := net.FieldKey
		key.Name = strings.Replace(net.Name, w[0], w[1], 1)
		// Of this very class: the field of a class above would do, but it holds the
		// elements of other classes too.
		if f := ix.Field(net.Class, key); f != nil {
			return f
		}
	}
	return nil
}

// netGrossPairs returns the elements that carry both, those of equal values
// first.
func netGrossPairs(ix *index.Index, net, gross *index.Field, m measure) (equal, differ []netGross) {
	of := make(map[int]index.Entry, len(gross.Entries))
	for _, e := range gross.Entries {
		of[e.Element] = e
	}
	for _, x := range net.Entries {
		y, ok := of[x.Element]
		if !ok || !x.Sound() || !y.Sound() || x.Form != m.form || y.Form != m.form {
			continue
		}
		a, whyA := ix.SI(x)
		b, whyB := ix.SI(y)
		p := netGross{net, gross, x.Element, m, a, b}
		switch {
		case whyA != "" || whyB != "":
		case x.Value.Equal(y.Value) && x.Unit == y.Unit:
			equal = append(equal, p)
		case !mcq.NearlySame(a, b):
			differ = append(differ, p)
		}
	}
	return equal, differ
}

// netGrossOf asks about pairs in random order. All items have the same five
// options, net and gross with either of two values and a tie: so that the form of
// the options does not tell a tie.
func netGrossOf(ix *index.Index, r *rand.Rand, pairs []netGross, values []float64) Drafts {
	return func(yield func(Draft, Skip) bool) {
		for _, i := range shuffled(r, len(pairs)) {
			p := pairs[i]
			other := p.b
			if p.a == p.b {
				other = beside(r, p.a, values)
			}
			d, skip := p.draft(ix, r, p.a, other)
			if !yield(d, skip) {
				return
			}
		}
	}
}

// beside finds a value near x to offer beside it: of those that there are one of
// the nearest, else one some steps away.
func beside(r *rand.Rand, x float64, values []float64) float64 {
	best := math.NaN()
	for _, i := range shuffled(r, len(values)) {
		v := values[i]
		if !mcq.NearlySame(v, x) && v > x/2 && v < 2*x && !(math.Abs(v-x) >= math.Abs(best-x)) {
			best = v
		}
	}
	if !math.IsNaN(best) {
		return best
	}
	for _, v := range steps(r, mcq.Real(x)) {
		if y := number(v); y > 0 && !mcq.NearlySame(y, x) {
			return y
		}
	}
	return 2 * x
}

func (p netGross) draft(ix *index.Index, r *rand.Rand, a, b float64) (Draft, Skip) {
	e := ix.Elements[p.element]
	if !p.net.Named && !ix.OneUnnamedQuantitySet(e.Entity) {
		return Draft{}, severalUnnamed
	}
	var options []Choice
	for _, f := range []*index.Field{p.net, p.gross} {
		own := p.a
		if f == p.gross {
			own = p.b
		}
		for _, v := range []float64{a, b} {
			si := mcq.Real(v)
			options = append(options, Choice{
				Text:  quote(f.Name) + " is larger, " + p.m.text(si),
				Value: mcq.NetGross{Larger: f.Name, SI: &si},
				Right: p.a != p.b && v == own && own == max(p.a, p.b),
			})
		}
	}
	options = append(options, Choice{Text: "Both are equal", Value: mcq.NetGross{Larger: mcq.Equal}, Right: p.a == p.b})
	return Draft{
		Fact:    mcq.Fact{GUID: e.GUID, Qset: setName(p.net.FieldKey), Net: p.net.Name, Gross: p.gross.Name},
		Choices: options,
		Stem: netGrossStems.with(r, "entity", sized(ix, e, options), "set", setText("quantity set", p.net.FieldKey),
			"net", quote(p.net.Name), "gross", quote(p.gross.Name)),
	}, ""
}
