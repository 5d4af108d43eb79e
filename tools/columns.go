package tools

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/schema"
	"github.com/ifcmcq/ifcmcq/semantics"
)

// columnKey names a property or a quantity of a set.
type columnKey = propertyKey

// column is a property or a quantity over all objects, by class as in
// population.
type column struct {
	of []ifc.Entity
	p  []*semantics.Property
}

// columnIndex reads the sets of every object once.
func (s *Set) columnIndex() map[columnKey]*column {
	return s.columns.Get(func() map[columnKey]*column {
		out := map[columnKey]*column{}
		for _, e := range s.population().all {
			for _, set := range s.m.Sets(e).Sets {
				for i := range set.Properties {
					p := &set.Properties[i]
					k := columnKey{set.Name, set.Named, set.Kind == semantics.QuantitySet, p.Name}
					c := out[k]
					if c == nil {
						c = &column{}
						out[k] = c
					}
					c.of, c.p = append(c.of, e), append(c.p, p)
				}
			}
		}
		return out
	})
}

// findColumn returns the column that a call names, for the instances of a class.
func (s *Set) findColumn(c schema.Class, set mcq.SetName, quantities bool, name string) (*column, error) {
	setName, named := set.Name()
	index := s.columnIndex()
	if col := index[columnKey{setName, named, quantities, name}]; col != nil {
		if from, to := s.run(col.of, c); from < to {
			return &column{col.of[from:to], col.p[from:to]}, nil
		}
	}
	return nil, s.noColumn(c, setName, named, quantities, name)
}

// noColumn says what there is in place of what was asked for.
func (s *Set) noColumn(c schema.Class, set string, named, quantities bool, name string) *Failure {
	var sameName, sameSet, all []columnKey
	for k, col := range s.columnIndex() {
		if from, to := s.run(col.of, c); k.quantities != quantities || from == to {
			continue
		}
		all = append(all, k)
		if k.name == name {
			sameName = append(sameName, k)
		}
		if k.set == set && k.named == named {
			sameSet = append(sameSet, k)
		}
	}
	sortKeys(sameName)
	sortKeys(sameSet)
	sortKeys(all)
	word := "property"
	if quantities {
		word = "quantity"
	}
	class := s.m.Schema().ClassName(c)
	in := "a set without a name"
	if named {
		in = quoted(set)
	}
	message := fmt.Sprintf("no %s has a %s %s in %s", class, word, quoted(name), in)
	switch {
	case s.m.Count(c) == 0:
		return fail(message, "this file has no "+class+" at all")
	case len(sameSet) > 0:
		var names []string
		for _, k := range sameSet {
			names = append(names, cut(k.name, 60))
		}
		hint := "in this set there are " + list(nearest(name, names, len(names)))
		if len(sameName) > 0 {
			hint += fmt.Sprintf("; %s is in %s", quoted(name), list(setNames(sameName)))
		}
		return fail(message, hint)
	case len(sameName) > 0:
		return fail(message, fmt.Sprintf("%s is in %s", quoted(name), list(setNames(sameName))))
	case len(all) > 0:
		return fail(message, fmt.Sprintf("its %s sets are %s", word, list(nearest(set, setNames(all), len(all)))))
	}
	return fail(message, fmt.Sprintf("no %s has any %s set", class, word))
}

func sortKeys(keys []columnKey) {
	slices.SortFunc(keys, func(a, b columnKey) int {
		return cmp.Or(cmp.Compare(a.set, b.set), cmp.Compare(a.name, b.name))
	})
}

// totalKey names what is added up over a class.
type totalKey struct {
	class schema.Class
	of    columnKey
}

// cached works something out once: over a large model it takes longer than all
// else that a call does. Two calls at the same time may both do it, with the same
// result. There are no more of them than classes and columns of the file.
func cached[T any](s *Set, key totalKey, work func() T) T {
	if v, ok := s.totals.Load(key); ok {
		return v.(T)
	}
	v := work()
	s.totals.Store(key, v)
	return v
}

// figures are what comes of many numbers.
type figures struct {
	Sum  *mcq.Real `json:"sum"`
	Mean *mcq.Real `json:"mean"`
	Min  *extreme  `json:"min"`
	Max  *extreme  `json:"max"`
}

// extreme is a number and the first entity that has it.
type extreme struct {
	Value  *mcq.Real `json:"value"`
	Entity *ref      `json:"entity"`
}

// figuresOf adds up numbers, with what rounding takes away.
func (s *Set) figuresOf(of []ifc.Entity, xs []float64) figures {
	if len(xs) == 0 {
		return figures{}
	}
	var sum, lost float64
	low, high := 0, 0
	for i, x := range xs {
		t := sum + x
		if max(sum, -sum) >= max(x, -x) {
			lost += (sum - t) + x
		} else {
			lost += (x - t) + sum
		}
		sum = t
		if x < xs[low] {
			low = i
		}
		if x > xs[high] {
			high = i
		}
	}
	sum += lost
	return figures{computed(sum), computed(sum / float64(len(xs))), s.extreme(of[low], xs[low]), s.extreme(of[high], xs[high])}
}

func (s *Set) extreme(e ifc.Entity, x float64) *extreme { return &extreme{computed(x), s.ref(e)} }

type valuesInfo struct {
	Class    string `json:"class"`
	Entities int    `json:"instances"` // of the class
	Count    int    `json:"count"`     // with a value
	Unset    int    `json:"unset"`     // that have it without a value
	Absent   int    `json:"absent"`    // that do not have it
	Numbers  int    `json:"numbers"`
	Unit     string `json:"unit,omitempty"`
	figures
	Note     string       `json:"note,omitempty"`
	Distinct listOf       `json:"distinct_values"`
	page                  // over the entities that have it
	Values   []valueEntry `json:"values"`
}

type valueEntry struct {
	ref
	Value any `json:"value"`
}

type valueCount struct {
	Value any `json:"value"`
	Count int `json:"count"`
}

// maxDistinct is how many values get_property_values counts one by one.
const maxDistinct = 10

func (s *Set) getPropertyValues(a args) (any, error) {
	c, err := s.class(a.class)
	if err != nil {
		return nil, err
	}
	col, err := s.findColumn(c, a.pset, false, a.property)
	if err != nil {
		return nil, err
	}
	out := cached(s, totalKey{c, columnKey{set: a.pset.String(), named: !a.pset.IsUnnamed(), name: a.property}}, func() valuesInfo { return s.propertyTotals(c, col) })
	var from, to int
	out.page, from, to = pageOf(a, len(col.of))
	for i := from; i < to; i++ {
		out.Values = append(out.Values, valueEntry{*s.ref(col.of[i]), datum(col.p[i].Value, maxListed)})
	}
	return out, nil
}

// propertyTotals is all of the answer but the list.
func (s *Set) propertyTotals(c schema.Class, col *column) valuesInfo {
	out := valuesInfo{Class: s.m.Schema().ClassName(c), Entities: s.m.Count(c), Values: []valueEntry{}}
	out.Absent = out.Entities - len(col.of)
	var of []ifc.Entity
	var xs []float64
	like := map[string]bool{} // units and measures of the numbers
	distinct := map[string]*valueCount{}
	var order []*valueCount
	for i, p := range col.p {
		if p.Value.Kind == ifc.None {
			out.Unset++
			continue
		}
		out.Count++
		if x, ok := p.Value.Float(); ok {
			of, xs = append(of, col.of[i]), append(xs, x)
			unit := s.unitText(p)
			if len(xs) == 1 {
				out.Unit = unit
			}
			like[typeName(p.Value.Type)+" "+unit] = true
		}
		k := fmt.Sprint(p.Value.Kind, p.Value.String())
		if distinct[k] == nil {
			distinct[k] = &valueCount{Value: datum(p.Value, maxListed)}
			order = append(order, distinct[k])
		}
		distinct[k].Count++
	}
	out.Numbers = len(xs)
	switch {
	case len(like) > 1:
		out.Unit = ""
		out.Note = "the numbers are of different measures or units: they are not added up"
	case len(xs) > 0:
		out.figures = s.figuresOf(of, xs)
	}
	slices.SortStableFunc(order, func(a, b *valueCount) int { return b.Count - a.Count })
	out.Distinct = upTo(order, maxDistinct)
	return out
}

func (s *Set) unitText(p *semantics.Property) string {
	if u, _ := s.unitOf(p); u.Entity.Exists() {
		return *unitName(u)
	}
	return ""
}

func typeName(t *schema.Type) string {
	if t == nil {
		return ""
	}
	return t.Name()
}

type quantitiesInfo struct {
	Class    string `json:"class"`
	Entities int    `json:"instances"`
	Count    int    `json:"count"`
	Unset    int    `json:"unset"`
	Absent   int    `json:"absent"`
	Measures string `json:"measures"`
	SIUnit   string `json:"si_unit,omitempty"`
	figures
	Note   string          `json:"note,omitempty"`
	page                   // over the entities that have it
	Values []quantityEntry `json:"values"`
}

type quantityEntry struct {
	ref
	Stored any       `json:"stored"`
	SI     *mcq.Real `json:"si"`
}

func (s *Set) getQuantityValues(a args) (any, error) {
	c, err := s.class(a.class)
	if err != nil {
		return nil, err
	}
	col, err := s.findColumn(c, a.qset, true, a.quantity)
	if err != nil {
		return nil, err
	}
	out := cached(s, totalKey{c, columnKey{set: a.qset.String(), named: !a.qset.IsUnnamed(), quantities: true, name: a.quantity}}, func() quantitiesInfo { return s.quantityTotals(c, col) })
	var from, to int
	out.page, from, to = pageOf(a, len(col.of))
	for i := from; i < to; i++ {
		si, _ := s.inSI(col.p[i])
		out.Values = append(out.Values, quantityEntry{*s.ref(col.of[i]), datum(col.p[i].Value, maxListed), si})
	}
	return out, nil
}

// quantityTotals is all of the answer but the list.
func (s *Set) quantityTotals(c schema.Class, col *column) quantitiesInfo {
	out := quantitiesInfo{Class: s.m.Schema().ClassName(c), Entities: s.m.Count(c), Values: []quantityEntry{}}
	out.Absent = out.Entities - len(col.of)
	out.Measures = measures(col.p[0])
	out.SIUnit = symbolOf(col.p[0].Form.UnitKind())
	var of []ifc.Entity
	var xs []float64
	for i, p := range col.p {
		if p.Value.Kind == ifc.None {
			out.Unset++
			continue
		}
		out.Count++
		x, ok := p.Value.Float()
		switch {
		case p.Form != col.p[0].Form:
			out.Note = "it is not the same kind of quantity everywhere: the numbers are not added up"
		case p.Form.UnitKind() != "":
			u, _ := s.unitOf(p)
			if u.Doubt != "" {
				out.Note = "not converted, not added up: " + u.Doubt
			}
			x *= u.Scale
		}
		if ok {
			of, xs = append(of, col.of[i]), append(xs, x)
		}
	}
	if out.Note == "" {
		out.figures = s.figuresOf(of, xs)
		if out.SIUnit == "" {
			out.Note = "figures are of the stored values: this kind of quantity is not converted"
		}
	}
	return out
}
