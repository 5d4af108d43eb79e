package verify

import (
	"fmt"
	"math"
	"sync"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/step"
)

// statements is what sets state of objects, read forwards: from relationships to
// the sets they hand out and the objects that get them.
type statements struct {
	own     map[step.Row][]*statedSet // by object
	typical map[step.Row][]*statedSet // by type object
	lost    map[step.Row]bool         // objects with a set that the file does not hold
}

// statedSet is one property or quantity set. What is in it is read when it is
// first asked.
type statedSet struct {
	def        ifc.Entity
	name       string
	named      bool
	quantities bool

	once    sync.Once
	names   []string
	records []ifc.Entity
}

func (v *Verifier) readStatements() *statements {
	s := &statements{map[step.Row][]*statedSet{}, map[step.Row][]*statedSet{}, map[step.Row]bool{}}
	known := map[step.Row]*statedSet{}
	set := func(def ifc.Entity) *statedSet {
		x := known[def.Row()]
		if x == nil {
			x = &statedSet{def: def, quantities: def.Is("IfcElementQuantity")}
			x.name, x.named = def.At(2).Text()
			known[def.Row()] = x
		}
		return x
	}
	for rel := range v.m.All("IfcRelDefinesByProperties") {
		given := rel.At(5)
		if given.Step().Kind() == step.Typed { // several sets in one select value
			_, inner, _ := given.Step().Typed()
			given = v.m.ValueOf(inner)
		}
		var sets []*statedSet
		for def := range given.Entities() {
			sets = append(sets, set(def))
		}
		for object := range rel.At(4).Entities() {
			s.own[object.Row()] = append(s.own[object.Row()], sets...)
			if len(sets) == 0 {
				s.lost[object.Row()] = true
			}
		}
	}
	for t := range v.m.All("IfcTypeObject") {
		for def := range t.Attr("HasPropertySets").Entities() {
			s.typical[t.Row()] = append(s.typical[t.Row()], set(def))
		}
	}
	return s
}

func (s *statedSet) read() {
	attr := "HasProperties"
	if s.quantities {
		attr = "Quantities"
	}
	for record := range s.def.Attr(attr).Entities() {
		s.names = append(s.names, record.At(0).String())
		s.records = append(s.records, record)
	}
}

// statement is a value that a set states, with the record that does.
type statement struct {
	record ifc.Entity
	value  ifc.Datum
	unit   ifc.Entity // its own
}

// stated finds what holds for an object: what its own sets state, else those of
// its type. Found is false where nothing does. The value may be unset.
func (v *Verifier) stated(e ifc.Entity, set mcq.SetName, quantities bool, name string) (x statement, found bool, err error) {
	s := v.statements.Get(v.readStatements)
	if s.lost[e.Row()] {
		return x, false, fmt.Errorf("%s has a set that the file does not hold", e.GUID())
	}
	own, found, err := statedIn(s.own[e.Row()], set, quantities, name)
	if err != nil || found && own.value.Kind != ifc.None {
		return own, found, err
	}
	typical, typed, err := statedIn(s.typical[v.typeOf(e).Row()], set, quantities, name)
	switch {
	case err != nil || !found:
		return typical, typed, err
	case typed && typical.value.Kind != ifc.None:
		return own, false, fmt.Errorf("%s is unset on %s and set on its type", name, e.GUID())
	}
	return own, true, nil
}

// statedIn looks through sets of one source. Several statements must agree.
func statedIn(sets []*statedSet, want mcq.SetName, quantities bool, name string) (x statement, found bool, err error) {
	setName, named := want.Name()
	for _, s := range sets {
		if s.name != setName || s.named != named || s.quantities != quantities {
			continue
		}
		s.once.Do(s.read)
		for i, n := range s.names {
			if n != name {
				continue
			}
			y := statement{record: s.records[i]}
			switch {
			case !quantities && y.record.Class() == "IfcPropertySingleValue":
				y.value, y.unit = y.record.At(2).Datum(), y.record.At(3).Entity()
			case quantities && y.record.Is("IfcPhysicalSimpleQuantity"):
				y.unit, y.value = y.record.At(2).Entity(), y.record.At(3).Datum()
			default:
				return x, false, fmt.Errorf("%s is an %s, which has no single value", name, y.record.Class())
			}
			if found && !(y.value.Equal(x.value) && y.unit == x.unit && y.record.ClassNo() == x.record.ClassNo()) {
				return x, false, fmt.Errorf("%s is stated twice, as %s and as %s", name, x.value, y.value)
			}
			x, found = y, true
		}
	}
	return x, found, nil
}

// inSI converts a length, an area or a volume.
func (v *Verifier) inSI(x statement) (float64, error) {
	kind := unitKinds[x.record.Class()]
	if kind == "" {
		return 0, fmt.Errorf("%s is no length, area or volume", x.record.Class())
	}
	n, ok := x.value.Float()
	if !ok {
		return 0, fmt.Errorf("the quantity is %s, no number", x.value)
	}
	f, err := v.factor(kind, x.unit)
	return n * f, err
}

// quantity returns a quantity in SI units of the entity with a GlobalId.
func (v *Verifier) quantity(guid string, set mcq.SetName, name string) (si float64, class string, err error) {
	e, err := v.entity(guid)
	if err != nil {
		return 0, "", err
	}
	x, found, err := v.stated(e, set, true, name)
	switch {
	case err != nil:
		return 0, "", err
	case !found || x.value.Kind == ifc.None:
		return 0, "", fmt.Errorf("%s has no value for %s", guid, name)
	}
	si, err = v.inSI(x)
	return si, x.record.Class(), err
}

// figure is the answer that is one number.
func figure(x float64) answer {
	return answer{func(v any) bool { return same(toFloat(v), x) }, mcq.FormatNumber(x)}
}

// quantityOf judges quantities of one class.
func quantityOf(class string) func(*Verifier, mcq.Fact) (answer, error) {
	return func(v *Verifier, f mcq.Fact) (answer, error) {
		si, found, err := v.quantity(f.GUID, f.Qset, f.Quantity)
		if err == nil && found != class {
			err = fmt.Errorf("%s is an %s, not an %s", f.Quantity, found, class)
		}
		if err != nil {
			return answer{}, err
		}
		return figure(si), nil
	}
}

// netVsGross converts both and takes the larger.
func (v *Verifier) netVsGross(f mcq.Fact) (answer, error) {
	net, a, err := v.quantity(f.GUID, f.Qset, f.Net)
	if err != nil {
		return answer{}, err
	}
	gross, b, err := v.quantity(f.GUID, f.Qset, f.Gross)
	if err != nil {
		return answer{}, err
	}
	larger, value := mcq.Equal, 0.0
	switch {
	case a != b:
		return answer{}, fmt.Errorf("%s is an %s and %s an %s: they cannot be compared", f.Net, a, f.Gross, b)
	case net == gross:
	case mcq.NearlySame(net, gross):
		return answer{}, fmt.Errorf("%s and %s differ by less than 0.5 %%", f.Net, f.Gross)
	case net > gross:
		larger, value = f.Net, net
	default:
		larger, value = f.Gross, gross
	}
	holds := func(x any) bool {
		n, ok := x.(mcq.NetGross)
		if !ok || n.Larger != larger {
			return false
		}
		return larger == mcq.Equal || n.SI != nil && same(float64(*n.SI), value)
	}
	return answer{holds, fmt.Sprintf("%s is %s, %s is %s", f.Net, mcq.FormatNumber(net), f.Gross, mcq.FormatNumber(gross))}, nil
}

// propertySum adds up the values of a property over a class.
func (v *Verifier) propertySum(f mcq.Fact) (answer, error) { return v.over(f, v.sameMeasure(f), false) }

// propertyMean divides that by the number of values.
func (v *Verifier) propertyMean(f mcq.Fact) (answer, error) { return v.over(f, v.sameMeasure(f), true) }

// quantitySum adds up the values of a quantity over a class in SI units.
func (v *Verifier) quantitySum(f mcq.Fact) (answer, error) { return v.over(f, v.sameKind(f), false) }

// quantityMean divides that by the number of values.
func (v *Verifier) quantityMean(f mcq.Fact) (answer, error) { return v.over(f, v.sameKind(f), true) }

// sameMeasure reads a property as it is stored, as long as all are of one measure
// and unit.
func (v *Verifier) sameMeasure(f mcq.Fact) func(e ifc.Entity) (float64, bool, error) {
	var first *statement
	return func(e ifc.Entity) (float64, bool, error) {
		x, found, err := v.stated(e, f.Pset, false, f.Property)
		if err != nil || !found || x.value.Kind == ifc.None {
			return 0, false, err
		}
		n, ok := x.value.Float()
		if first == nil {
			first = &x
		}
		switch {
		case !ok:
			err = fmt.Errorf("%s of %s is %s, no number", f.Property, name(e), x.value)
		case x.value.Type != first.value.Type || x.unit != first.unit:
			err = fmt.Errorf("%s of %s is of another measure or unit than that of others", f.Property, name(e))
		}
		return n, true, err
	}
}

// sameKind reads a quantity in SI units, as long as all are of one kind.
func (v *Verifier) sameKind(f mcq.Fact) func(e ifc.Entity) (float64, bool, error) {
	kind := ""
	return func(e ifc.Entity) (float64, bool, error) {
		x, found, err := v.stated(e, f.Qset, true, f.Quantity)
		if err != nil || !found || x.value.Kind == ifc.None {
			return 0, false, err
		}
		if kind == "" {
			kind = x.record.Class()
		} else if kind != x.record.Class() {
			return 0, false, fmt.Errorf("%s is an %s here and an %s there", f.Quantity, kind, x.record.Class())
		}
		n, err := v.inSI(x)
		return n, true, err
	}
}

// over adds up what read gives for every instance of the fact's class, or takes
// the mean.
func (v *Verifier) over(f mcq.Fact, read func(ifc.Entity) (float64, bool, error), mean bool) (answer, error) {
	class, err := v.class(f.Class)
	if err != nil {
		return answer{}, err
	}
	var sum, lost float64 // lost is what rounding takes away
	n := 0
	for e := range v.m.Of(class) {
		x, ok, err := read(e)
		if err != nil {
			return answer{}, err
		}
		if !ok {
			continue
		}
		n++
		t := sum + x
		if math.Abs(sum) >= math.Abs(x) {
			lost += (sum - t) + x
		} else {
			lost += (x - t) + sum
		}
		sum = t
	}
	if n < 2 {
		return answer{}, fmt.Errorf("%d instances of %s have a value", n, f.Class)
	}
	sum += lost
	if mean {
		sum /= float64(n)
	}
	return figure(sum), nil
}
