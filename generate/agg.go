package generate

import (
	"math"
	"math/rand/v2"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/schema"
)

func aggregateDoc(s mcq.Subtype, asks, example string, entities, leavesOut []string) mcq.Doc {
	return mcq.Doc{
		Subtype:  s,
		Asks:     asks,
		Entities: entities,
		LeavesOut: append(leavesOut,
			"fields of which fewer than two instances have a value, or all the same: there is nothing to add up",
			"classes with an instance whose GlobalId is malformed or occurs more than once, or whose sets cannot be read",
			"fields with a value that is in doubt on any instance",
			"sums that come to nothing, or to rounding of it"),
		Wrong: []string{
			"the same with one or more instances left out, all those of subclasses among them, or counted again: step by step away from the key, which can be any link of the chain; for a mean all are divided by the same number",
			"neither the sum for the mean nor a slip of units: so far from the rest, they would be known for wrong, or the key for right",
		},
		Example: example,
		Since:   "0.1.0",
	}
}

const (
	sumOfWhat  = "What the values of a "
	sumOver    = " come to over a class, subclasses included, instances without a value left aside: their "
	setsOfProp = "properties that are not single values, of which a value is no number, or that are not all of one measure and unit"
	setsOfQty  = "quantities without a unit of their own in a project that states none, or several, for their kind; and what is length here and area there"
)

var propertySum = Subtype{
	Doc: aggregateDoc(mcq.PropertySum, sumOfWhat+"property"+sumOver+"sum, as stored.",
		`"Over all instances of IfcDoor, subclasses counted and those without a value not, what do the stored values of "ThermalTransmittance" in the property set "Pset_DoorCommon" sum to?" 8.7*, 2.8, 7, 4.9, 10.4: the doors' own values and those that they have from their types, added up.`,
		[]string{"IfcPropertySet", "IfcPropertySingleValue", "IfcRelDefinesByProperties", "IfcRelDefinesByType"}, []string{setsOfProp}),
	Source: func(ix *index.Index, r *rand.Rand) Drafts {
		return freshKeys(propertyAggregates(ix, r, false, propertySumStems))
	},
}

var propertyMean = Subtype{
	Doc: aggregateDoc(mcq.PropertyMean, sumOfWhat+"property"+sumOver+"arithmetic mean, as stored.",
		`"Over all IfcFurniture entities, subclasses included, what is the arithmetic mean of "Weight" in the property set "House_Furniture", as stored? Those without a value do not count." 75.3333*, 150.667, 111.5, 127.333, 91.6667: the sum of the values, divided by how many there are.`,
		[]string{"IfcPropertySet", "IfcPropertySingleValue", "IfcRelDefinesByProperties", "IfcRelDefinesByType"}, []string{setsOfProp}),
	Source: func(ix *index.Index, r *rand.Rand) Drafts {
		return freshKeys(propertyAggregates(ix, r, true, propertyMeanStems))
	},
}

var quantitySum = Subtype{
	Doc: aggregateDoc(mcq.QuantitySum, sumOfWhat+"length, area or volume"+sumOver+"sum in SI units.",
		`"Sum up the volume "NetVolume" of the quantity set "Qto_BeamBaseQuantities" over all IfcBeam entities, subclasses included, in cubic metres; those without a value do not count. What is the sum?" 0.380376 m³*, 0.637976 m³, 0.452376 m³, 0.516376 m³, 0.580376 m³: each value is converted by its own unit, else by the project's, then all are added.`,
		[]string{"IfcElementQuantity", "IfcQuantityLength", "IfcQuantityArea", "IfcQuantityVolume", "IfcUnitAssignment"}, []string{setsOfQty}),
	Source: func(ix *index.Index, r *rand.Rand) Drafts {
		return freshKeys(quantityAggregates(ix, r, false, quantitySumStems))
	},
}

var quantityMean = Subtype{
	Doc: aggregateDoc(mcq.QuantityMean, sumOfWhat+"length, area or volume"+sumOver+"arithmetic mean in SI units.",
		`"What is the arithmetic mean in metres of the length "Height" in the quantity set "Qto_WallBaseQuantities", over every IfcWall (with subclasses) that has a value for it?" 3.05526 m*, 4.21842 m, 2.49474 m, 4.84474 m, 3.62895 m: fourteen IfcWall and five IfcWallStandardCase, which are walls too, converted from millimetres.`,
		[]string{"IfcElementQuantity", "IfcQuantityLength", "IfcQuantityArea", "IfcQuantityVolume", "IfcUnitAssignment"}, []string{setsOfQty}),
	Source: func(ix *index.Index, r *rand.Rand) Drafts {
		return freshKeys(quantityAggregates(ix, r, true, quantityMeanStems))
	},
}

var propertySumStems = stems{
	"Add up {field} in {set} over all {class} entities, subclasses included, as the values are stored; those without a value do not count. What is the sum?",
	"What is the total of the stored values of {field} in {set}, taken over every {class} (with subclasses) that has one?",
	"Take {field} from {set} of each {class} and of each instance of a subclass, pass over those that have no value, and sum up what is stored. What do you get?",
	"Over all instances of {class}, subclasses counted and those without a value not, what do the stored values of {field} in {set} sum to?",
}

var propertyMeanStems = stems{
	"Over all {class} entities, subclasses included, what is the arithmetic mean of {field} in {set}, as stored? Those without a value do not count.",
	"Average the stored values of {field} in {set} over every {class} (with subclasses) that has one. What is the mean?",
	"Take {field} from {set} of each {class} and of each instance of a subclass, pass over those that have no value, and form the arithmetic mean of what is stored. What do you get?",
	"What do the stored values of {field} in {set} come to on average, over the instances of {class} and its subclasses, counting only those with a value?",
}

var quantitySumStems = stems{
	"Sum up the {kind} {field} of {set} over all {class} entities, subclasses included, in {units}; those without a value do not count. What is the sum?",
	"What is the total in {units} of {field} in {set}, taken over every {class} (with subclasses) that has a value for it?",
	"Take {field} from {set} of each {class} and of each instance of a subclass, pass over those without a value, and add up. How many {units} is it?",
	"In {units}, what do all instances of {class} that have {field} in {set} amount to together, instances of subclasses counted?",
}

var quantityMeanStems = stems{
	"Averaged over all {class} entities, subclasses included, how many {units} is {field} of {set}? Those without a value do not count.",
	"What is the arithmetic mean in {units} of the {kind} {field} in {set}, over every {class} (with subclasses) that has a value for it?",
	"Take {field} from {set} of each {class} and of each instance of a subclass, pass over those without a value, and form the arithmetic mean. How many {units} is it?",
	"In {units}, what is {field} of {set} on average, counting the instances of {class} and its subclasses that have a value?",
}

// aggregate is a field over a class whose values can be added up.
type aggregate struct {
	f      *index.Field // of the class
	values []float64
	exact  []bool // which are of the very class, not a subclass
	whole  bool   // all are integers
}

func propertyAggregates(ix *index.Index, r *rand.Rand, mean bool, s stems) Drafts {
	return aggregates(ix, r, index.Property, mean, func(f *index.Field) (aggregate, Skip) {
		if f.Mixed != "" {
			return aggregate{}, Skip(f.Mixed)
		}
		return addable(ix, f, func(first, e index.Entry) (float64, Skip) {
			x, ok := e.Value.Float()
			switch {
			case !ok:
				return 0, "a value that is no number"
			case e.Value.Type != first.Value.Type || e.Unit != first.Unit:
				return 0, "values of several measures or units"
			}
			return x, ""
		})
	}, func(a aggregate, class string, options []Choice) Draft {
		return Draft{
			Fact:    mcq.Fact{Class: class, Pset: setName(a.f.FieldKey), Property: a.f.Name},
			Choices: options,
			Stem:    s.with(r, "class", class, "set", setText("property set", a.f.FieldKey), "field", quote(a.f.Name)),
		}
	})
}

func quantityAggregates(ix *index.Index, r *rand.Rand, mean bool, s stems) Drafts {
	return aggregates(ix, r, index.Quantity, mean, func(f *index.Field) (aggregate, Skip) {
		if _, ok := measureOf(f.Entries[0].Form); !ok {
			return aggregate{}, "not lengths, areas or volumes"
		}
		if f.Mixed != "" {
			return aggregate{}, Skip(f.Mixed)
		}
		if !f.Named {
			for _, e := range f.Entries {
				if !ix.OneUnnamedQuantitySet(ix.Elements[e.Element].Entity) {
					return aggregate{}, severalUnnamed
				}
			}
		}
		return addable(ix, f, func(first, e index.Entry) (float64, Skip) {
			if e.Form != first.Form {
				return 0, "quantities of several kinds"
			}
			si, why := ix.SI(e)
			return si, Skip(why)
		})
	}, func(a aggregate, class string, options []Choice) Draft {
		m, _ := measureOf(a.f.Entries[0].Form)
		for i := range options {
			options[i].Text = m.text(options[i].Value)
		}
		return Draft{
			Fact:    mcq.Fact{Class: class, Qset: setName(a.f.FieldKey), Quantity: a.f.Name},
			Choices: options,
			Stem: s.with(r, "class", class, "set", setText("quantity set", a.f.FieldKey), "field", quote(a.f.Name),
				"kind", m.kind, "units", m.units),
		}
	})
}

// addable collects the values of a field, of which read gives one beside the
// first.
func addable(ix *index.Index, f *index.Field, read func(first, e index.Entry) (float64, Skip)) (aggregate, Skip) {
	a := aggregate{f: f, whole: f.Kind == index.Property}
	var first index.Entry
	differ := false
	for _, e := range f.Entries {
		if e.Value.Kind == ifc.None { // does not count
			continue
		}
		if len(a.values) == 0 {
			first = e
		}
		x, why := read(first, e)
		if why != "" {
			return a, why
		}
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return a, "a value that is no finite number"
		}
		a.values = append(a.values, x)
		a.exact = append(a.exact, ix.Elements[e.Element].Class == f.Class)
		a.whole = a.whole && e.Value.Kind == ifc.Integer
		differ = differ || x != a.values[0]
	}
	switch {
	case len(a.values) < 2:
		return a, "fewer than two values"
	case !differ:
		return a, "values that are all the same"
	}
	return a, ""
}

// fewValues is below how many values there is little to leave out: such fields
// are asked about last.
const fewValues = 4

// aggregates asks for the sum or mean of fields over classes: those that carry
// them, and the classes above that gather more.
func aggregates(ix *index.Index, r *rand.Rand, kind index.FieldKind, mean bool,
	collect func(*index.Field) (aggregate, Skip), draft func(a aggregate, class string, options []Choice) Draft) Drafts {
	var ranks ranking
	var even, rest bySource
	for _, f := range ix.Fields() {
		if f.Kind != kind {
			continue
		}
		for _, wide := range aboveOf(ix, f) {
			one := func() (Drafts, Skip) {
				a, why := collect(wide)
				if why == "" && (!ix.Whole(wide.Class) || ix.SetsBroken(wide.Class)) {
					why = "an instance of the class that cannot be read or named"
				}
				if why != "" {
					return nil, why
				}
				options, ok := a.options(r, mean, &ranks)
				if !ok {
					return nil, tooFew
				}
				return func(yield func(Draft, Skip) bool) { yield(draft(a, ix.ClassName(wide.Class), options), "") }, ""
			}
			if len(wide.Entries) >= fewValues {
				even.add(wide.Class, one)
			} else {
				rest.add(wide.Class, one)
			}
		}
	}
	return inOrder(even.turns(r), rest.turns(r))
}

// aboveOf returns a field of an exact class, with its subclasses, and of those
// classes above it that can have instances and gather more. Each is returned for
// the first of the classes below it only.
func aboveOf(ix *index.Index, f *index.Field) []*index.Field {
	s := ix.Model.Schema()
	var out []*index.Field
	n := 0
	for c := f.Class; c != schema.NoClass; c = s.Super(c) {
		switch s.ClassName(c) {
		case "IfcElement", "IfcSpatialStructureElement", "IfcSpatialElement", "IfcProduct":
			return out
		}
		if s.Abstract(c) || !ix.Model.Declares(c) {
			continue
		}
		wide := ix.Over(c, f)
		if wide == nil || len(wide.Entries) <= n {
			continue
		}
		n = len(wide.Entries)
		// The entries stand in the order of classes: the first is of the first class
		// below that carries the field.
		if first := ix.Elements[wide.Entries[0].Element].Class; first == f.Class {
			out = append(out, wide)
		}
	}
	return out
}

// options returns the sum or mean among what it would be with other instances.
// Going down, instances are left out of the sum, going up they are counted again,
// a few more with each option: the options are a chain of which the key can be
// any link. Their values come about in the same way, so that their form does not
// tell either.
func (a aggregate) options(r *rand.Rand, mean bool, ranks *ranking) ([]Choice, bool) {
	total := exactSum(a.values)
	x, ok := a.choice(total, mean)
	if !ok {
		return nil, false
	}
	// The distance between links is a like share of the sum, for all of them.
	share := float64(0.17 * r.Float64()) // not fused with what follows
	step := math.Abs(total) * (0.03 + share)
	below, above := a.chain(r, total, step, -1, mean), a.chain(r, total, step, +1, mean)
	if total < 0 { // leaving out what is negative makes it more
		below, above = above, below
	}
	top := min(maxOptions-1, len(below))
	low := max(0, maxOptions-1-len(above))
	if low > top { // too few values for five options: rather three than always one rank
		low = max(0, minOptions-1-len(above))
	}
	n := ranks.choose(r, min(low, top), top)
	x.Right = true
	options := append([]Choice{x}, below[:n]...)
	options = append(options, above[:min(len(above), maxOptions-1-n)]...)
	return options, len(options) >= minOptions
}

// chain returns options farther and farther from the sum, by leaving out (-1) or
// counting again (+1) instances that have its sign.
func (a aggregate) chain(r *rand.Rand, total, step, sign float64, mean bool) []Choice {
	key, _ := a.choice(total, mean)
	out := []Choice{key}
	changed := append([]float64(nil), a.values...)
	last := total
	link := func() {
		t := exactSum(changed)
		if math.Abs(t-last) < step || t == 0 || (t < 0) != (total < 0) {
			return
		}
		if c, ok := a.choice(t, mean); ok && fits(out, c) {
			out, last = append(out, c), t
		}
	}
	change := func(i int) { changed[i] += sign * a.values[i] }
	order := shuffled(r, len(a.values))
	if sign < 0 && r.IntN(2) == 0 { // the exact class without subclasses comes first
		for _, i := range order {
			if !a.exact[i] {
				change(i)
			}
		}
		link()
		if len(out) == 1 {
			copy(changed, a.values)
		}
	}
	running := exactSum(changed)
	passes := 1
	if sign > 0 { // where there are few, they are counted several times
		passes = maxOptions - 1
	}
	for n := range passes * len(order) {
		i := order[n%len(order)]
		if len(out) == maxOptions {
			break
		}
		if sign < 0 && changed[i] != a.values[i] || a.values[i]*total <= 0 {
			continue
		}
		change(i)
		running += sign * a.values[i]
		if math.Abs(running-last) >= step { // the exact sum need not be made each time
			link()
		}
	}
	return out[1:]
}

// choice is a sum as an option, or the mean that it makes.
func (a aggregate) choice(total float64, mean bool) (Choice, bool) {
	if total == 0 || mcq.Noise(total) || mcq.Noise(total/float64(len(a.values))) {
		return Choice{}, false
	}
	var v any
	switch {
	case mean:
		v = mcq.Real(mcq.Round12(total / float64(len(a.values))))
	case a.whole && math.Abs(total) < 1<<53:
		v = int64(total)
	default:
		v = mcq.Real(mcq.Round12(total))
	}
	return Choice{Text: mcq.FormatNumber(v), Value: v}, true
}

// exactSum adds up without rounding but at the end, so that the order of the
// values makes no difference: partial sums that do not overlap hold what each
// addition loses (Shewchuk 1997).
func exactSum(values []float64) float64 {
	var parts []float64 // by size, smallest first
	for _, x := range values {
		n := 0
		for _, y := range parts {
			if math.Abs(x) < math.Abs(y) {
				x, y = y, x
			}
			high := x + y
			if low := y - (high - x); low != 0 {
				parts[n] = low
				n++
			}
			x = high
		}
		parts = append(parts[:n], x)
	}
	// Sum from the largest down until something is lost, then round as the rest
	// demands.
	n := len(parts) - 1
	if n < 0 {
		return 0
	}
	high, low := parts[n], 0.0
	for n--; n >= 0; n-- {
		x, y := high, parts[n]
		high = x + y
		if low = y - (high - x); low != 0 {
			break
		}
	}
	if n > 0 && (low < 0 && parts[n-1] < 0 || low > 0 && parts[n-1] > 0) {
		y := low * 2
		if x := high + y; y == x-high {
			high = x
		}
	}
	return high
}
