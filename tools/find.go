package tools

import (
	"slices"
	"strings"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/schema"
)

// classCount is how many instances of exactly one class there are.
type classCount struct {
	Class string `json:"class"`
	Count int    `json:"count"`
}

// countClasses counts entities that stand by class.
func (s *Set) countClasses(all []ifc.Entity) []classCount {
	out := []classCount{}
	last := schema.NoClass
	for _, e := range all {
		if c := e.ClassNo(); c != last {
			out = append(out, classCount{Class: e.Class()})
			last = c
		}
		out[len(out)-1].Count++
	}
	return byCount(out)
}

// countMixed counts entities in any order.
func (s *Set) countMixed(all []ifc.Entity) []classCount {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b ifc.Entity) int { return int(a.ClassNo()) - int(b.ClassNo()) })
	return s.countClasses(sorted)
}

// byCount puts the largest first; what is as large stands by class.
func byCount(all []classCount) []classCount {
	slices.SortStableFunc(all, func(a, b classCount) int { return b.Count - a.Count })
	return all
}

// within returns the instances of a class, or those of them on a storey.
func (s *Set) within(c schema.Class, storey ifc.Entity) []ifc.Entity {
	if !storey.Exists() {
		return s.instances(c)
	}
	on := s.storeyIndex().on[storey]
	if s.m.Schema().IsA(s.product, c) { // a class above IfcProduct
		return on
	}
	from, to := s.run(on, c)
	return on[from:to]
}

type found struct {
	Storey  *ref         `json:"storey,omitempty"`
	ByClass []classCount `json:"by_class"`
	page
	Entities []*ref `json:"entities"`
}

func (s *Set) findEntities(a args) (any, error) {
	c := s.objectDefinition
	var storey ifc.Entity
	var err error
	if a.class != "" {
		if c, err = s.class(a.class); err != nil {
			return nil, err
		}
	}
	if a.storey != "" {
		if storey, err = s.findStorey(a.storey); err != nil {
			return nil, err
		}
	}
	all := s.within(c, storey)
	if a.name != "" {
		all = s.named(all, c, storey, a.name)
	}
	out := found{Storey: s.ref(storey), ByClass: s.countClasses(all)}
	p, from, to := pageOf(a, len(all))
	out.page, out.Entities = p, s.refs(all[from:to])
	return out, nil
}

// named keeps what has a word in its Name, whatever the case.
func (s *Set) named(all []ifc.Entity, c schema.Class, storey ifc.Entity, word string) []ifc.Entity {
	word = mcq.Fold(word)
	var out []ifc.Entity
	if !storey.Exists() && s.m.Schema().IsA(c, s.objectDefinition) {
		p := s.population()
		names := p.foldedNames()
		from, _ := s.run(p.all, c)
		for i, e := range all {
			if strings.Contains(names[from+i], word) {
				out = append(out, e)
			}
		}
		return out
	}
	for _, e := range all {
		name, ok := e.Name()
		if !ok {
			name, _ = e.Attr("Name").Text()
		}
		if strings.Contains(mcq.Fold(name), word) {
			out = append(out, e)
		}
	}
	return out
}

type counted struct {
	Class   string       `json:"class"`
	Storey  *ref         `json:"storey,omitempty"`
	Count   int          `json:"count"` // with subclasses
	Exactly int          `json:"exact_class_only"`
	ByClass []classCount `json:"by_exact_class"`
}

func (s *Set) countEntities(a args) (any, error) {
	c, err := s.class(a.class)
	if err != nil {
		return nil, err
	}
	out := counted{Class: s.m.Schema().ClassName(c), ByClass: []classCount{}}
	if a.storey == "" {
		for k := c; k <= s.m.Schema().Last(c); k++ {
			if n := len(s.m.Exact(k)); n > 0 {
				out.ByClass = append(out.ByClass, classCount{s.m.Schema().ClassName(k), n})
			}
		}
		byCount(out.ByClass)
	} else {
		storey, err := s.findStorey(a.storey)
		if err != nil {
			return nil, err
		}
		out.Storey = s.ref(storey)
		out.ByClass = s.countClasses(s.within(c, storey))
	}
	for _, x := range out.ByClass {
		out.Count += x.Count
		if x.Class == out.Class {
			out.Exactly = x.Count
		}
	}
	return out, nil
}
