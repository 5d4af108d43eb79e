package tools

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/internal/lazy"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/schema"
)

// population is the objects and types of a model, by class in a pre-order walk
// of the class tree: a class and its subclasses are one run.
type population struct {
	all    []ifc.Entity
	names  lazy.Value[[]string]         // folded, "" where unset
	byName lazy.Value[map[string][]int] // positions by folded name
}

func (s *Set) population() *population {
	return s.objects.Get(func() *population {
		p := &population{}
		for e := range s.m.Of(s.objectDefinition) {
			p.all = append(p.all, e)
		}
		return p
	})
}

// run returns the positions of a class and its subclasses, from and to.
func (s *Set) run(all []ifc.Entity, c schema.Class) (from, to int) {
	at := func(c schema.Class) int {
		i, _ := slices.BinarySearchFunc(all, c, func(e ifc.Entity, c schema.Class) int { return int(e.ClassNo()) - int(c) })
		return i
	}
	return at(c), at(s.m.Schema().Last(c) + 1)
}

// instances returns the instances of a class, subclasses included.
func (s *Set) instances(c schema.Class) []ifc.Entity {
	if s.m.Schema().IsA(c, s.objectDefinition) {
		all := s.population().all
		from, to := s.run(all, c)
		return all[from:to]
	}
	out := make([]ifc.Entity, 0, s.m.Count(c))
	for e := range s.m.Of(c) {
		out = append(out, e)
	}
	return out
}

func (p *population) foldedNames() []string {
	return p.names.Get(func() []string {
		out := make([]string, len(p.all))
		for i, e := range p.all {
			name, _ := e.Name()
			out[i] = mcq.Fold(name)
		}
		return out
	})
}

// called returns the objects of a Name, whatever the case.
func (p *population) called(name string) []ifc.Entity {
	at := p.byName.Get(func() map[string][]int {
		out := map[string][]int{}
		for i, n := range p.foldedNames() {
			if n != "" {
				out[n] = append(out[n], i)
			}
		}
		return out
	})[mcq.Fold(name)]
	out := make([]ifc.Entity, len(at))
	for i, k := range at {
		out[i] = p.all[k]
	}
	return out
}

// entity finds what a caller means by a GlobalId or an instance number.
func (s *Set) entity(guid string) (ifc.Entity, error) {
	word := strings.TrimSpace(guid)
	if number, ok := strings.CutPrefix(word, "#"); ok {
		id, err := strconv.ParseUint(number, 10, 64)
		if e := s.m.ByID(id); err == nil && e.Exists() {
			return e, nil
		}
		return ifc.Entity{}, fail(fmt.Sprintf("there is no instance %s in this file", quoted(word)), "find_entities gives the GlobalIds of entities")
	}
	switch found := s.m.ByGUID(word); len(found) {
	case 1:
		return found[0], nil
	case 0:
	default:
		var all []string
		for _, e := range found {
			all = append(all, fmt.Sprintf("#%d (%s)", e.ID(), e.Class()))
		}
		return ifc.Entity{}, fail(fmt.Sprintf("%d entities have GlobalId %s", len(found), word), "give the instance number in place of it: "+list(all))
	}
	if same := s.population().called(word); len(same) > 0 {
		var all []string
		for _, e := range same {
			all = append(all, s.idOf(e)+" ("+e.Class()+")")
		}
		return ifc.Entity{}, fail(fmt.Sprintf("%s is a Name, not a GlobalId", quoted(word)), "it is the Name of "+list(all))
	}
	hint := "find_entities gives the GlobalIds of entities"
	if n := len(word); n != guidLength {
		hint = fmt.Sprintf("a GlobalId has %d characters, this has %d; ", guidLength, n) + hint
	} else if other := s.otherCase(word); other != "" {
		hint = "there is " + other + ": upper and lower case differ"
	}
	return ifc.Entity{}, fail(fmt.Sprintf("no entity has GlobalId %s", quoted(word)), hint)
}

// guidLength is how many characters a GlobalId has.
const guidLength = 22

// otherCase looks for an object whose GlobalId is word but for the case. It is
// slow, and asked only when there is no answer anyway.
func (s *Set) otherCase(word string) string {
	for _, e := range s.population().all {
		if guid := e.GUID(); strings.EqualFold(guid, word) {
			return guid
		}
	}
	return ""
}

// class finds a class by its name.
func (s *Set) class(name string) (schema.Class, error) {
	word := strings.TrimSpace(name)
	if c, ok := s.m.Schema().Class(word); ok {
		return c, nil
	}
	own := s.m.Schema()
	message := fmt.Sprintf("%s has no class %s", own.Name(), quoted(word))
	for _, other := range []*schema.Schema{schema.IFC4X3(), schema.IFC4(), schema.IFC2X3()} {
		c, ok := other.Class(word)
		if !ok {
			continue
		}
		hint := fmt.Sprintf("it is a class of %s; by name these of %s are nearest: %s", other.Name(), own.Name(), strings.Join(nearest(word, classNames(own), 3), ", "))
		for c = other.Super(c); c != schema.NoClass; c = other.Super(c) {
			if _, ok := own.Class(other.ClassName(c)); ok {
				hint += "; above it stands " + other.ClassName(c)
				break
			}
		}
		return schema.NoClass, fail(message, hint)
	}
	names := s.presentClasses()
	if full, ok := own.Class("Ifc" + word); ok {
		return schema.NoClass, fail(message, "did you mean "+own.ClassName(full)+"?")
	}
	return schema.NoClass, fail(message, "of the classes in this file these are nearest: "+strings.Join(nearest(word, names, 5), ", "))
}

func classNames(s *schema.Schema) []string {
	out := make([]string, s.NumClasses())
	for c := range out {
		out[c] = s.ClassName(schema.Class(c))
	}
	return out
}

// presentClasses returns the classes of objects that occur, and what they inherit
// from.
func (s *Set) presentClasses() []string {
	var out []string
	for c := s.objectDefinition; c <= s.m.Schema().Last(s.objectDefinition); c++ {
		if s.m.Count(c) > 0 {
			out = append(out, s.m.Schema().ClassName(c))
		}
	}
	return out
}

// storeys is what stands on each storey.
type storeys struct {
	all []ifc.Entity
	on  map[ifc.Entity][]ifc.Entity // products by class, as in population
}

// storeyIndex climbs from every product once: from elements by their container,
// from spatial elements along the decomposition.
func (s *Set) storeyIndex() *storeys {
	return s.storeys.Get(func() *storeys {
		x := &storeys{all: slices.Clone(s.instances(s.storey)), on: map[ifc.Entity][]ifc.Entity{}}
		for _, e := range s.instances(s.product) {
			if at := s.storeyOf(e); at.Exists() {
				x.on[at] = append(x.on[at], e)
			}
		}
		return x
	})
}

// storeyOf returns the storey that an element or a space is on.
func (s *Set) storeyOf(e ifc.Entity) ifc.Entity {
	if s.m.IsSpatial(e) {
		return s.m.Above(e, s.storey)
	}
	return s.m.Storey(e)
}

// findStorey finds a storey by its GlobalId or Name.
func (s *Set) findStorey(word string) (ifc.Entity, error) {
	word = strings.TrimSpace(word)
	if e := s.m.Unique(word); e.Exists() {
		if e.IsA(s.storey) {
			return e, nil
		}
		return e, fail(fmt.Sprintf("%s is an %s, not a storey", word, e.Class()), s.storeyHint())
	}
	if strings.HasPrefix(word, "#") {
		if e, err := s.entity(word); err == nil && e.IsA(s.storey) {
			return e, nil
		}
	}
	var same []ifc.Entity
	for _, e := range s.storeyIndex().all {
		if name, ok := e.Name(); ok && mcq.Alike(name, word) {
			same = append(same, e)
		}
	}
	switch len(same) {
	case 1:
		return same[0], nil
	case 0:
		return ifc.Entity{}, fail(fmt.Sprintf("there is no storey %s", quoted(word)), s.storeyHint())
	}
	var all []string
	for _, e := range same {
		all = append(all, s.idOf(e))
	}
	return ifc.Entity{}, fail(fmt.Sprintf("%d storeys are called %s", len(same), quoted(word)), "give the GlobalId: "+list(all))
}

func (s *Set) storeyHint() string {
	var all []string
	for _, e := range s.storeyIndex().all {
		name, _ := e.Name()
		all = append(all, s.idOf(e)+" "+strconv.Quote(cut(name, 60)))
	}
	if len(all) == 0 {
		return "this file has no storeys"
	}
	return "the storeys are " + list(all)
}
