package tools

import (
	"fmt"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/schema"
)

type containerInfo struct {
	Entity    *ref `json:"entity"`
	Container *ref `json:"container"` // of its own or of what it is a part of
	Direct    bool `json:"contained_directly"`
	Storey    *ref `json:"storey"`
	Building  *ref `json:"building"`
	Site      *ref `json:"site"`
	// Path is the way from the entity to the project.
	Path []pathStep `json:"path"`
	Note string     `json:"note,omitempty"`
}

type pathStep struct {
	Relation string `json:"relation"`
	ref
}

// maxPath is how many steps of a path are told; no sound model is as deep.
const maxPath = 30

func (s *Set) getContainer(a args) (any, error) {
	e, err := s.entity(a.guid)
	if err != nil {
		return nil, err
	}
	out := containerInfo{Entity: s.ref(e), Path: []pathStep{}}
	at := e // the spatial element from which to climb
	if s.m.IsSpatial(e) {
		out.Container = s.ref(s.m.Aggregate(e))
	} else {
		at = s.m.Container(e)
		out.Container = s.ref(at)
		_, out.Direct = s.m.DirectContainer(e)
	}
	if at.Exists() {
		out.Storey = s.ref(s.storeyOf(e))
		out.Building, out.Site = s.upTo(at, e, s.building), s.upTo(at, e, s.site)
	}
	for here := e; len(out.Path) < maxPath; {
		up, how := s.up(here)
		if !up.Exists() {
			break
		}
		out.Path = append(out.Path, pathStep{how, *s.ref(up)})
		here = up
	}
	switch {
	case e.IsA(s.typeObject):
		out.Note = "a type object has no place: get_type_occurrences tells its occurrences, which have"
	case !at.Exists():
		out.Note = "nothing in the spatial structure contains it, directly or by what it belongs to"
	}
	return out, nil
}

// upTo returns at itself or the nearest above it of a class; never e.
func (s *Set) upTo(at, e ifc.Entity, c schema.Class) *ref {
	if at != e && at.IsA(c) {
		return s.ref(at)
	}
	return s.ref(s.m.Above(at, c))
}

// up is one step towards the project.
func (s *Set) up(e ifc.Entity) (ifc.Entity, string) {
	if c, ok := s.m.DirectContainer(e); ok {
		return c, "contained in"
	}
	if p := s.m.Aggregate(e); p.Exists() {
		return p, "part of"
	}
	if p := s.m.Nest(e); p.Exists() {
		return p, "nested in"
	}
	if all := s.m.Fills(e); len(all) > 0 {
		return all[0], "fills"
	}
	if all := s.m.Voids(e); len(all) > 0 {
		return all[0], "opening in"
	}
	return ifc.Entity{}, ""
}

type childrenInfo struct {
	Entity    *ref      `json:"entity"`
	Parts     childSort `json:"decomposition"` // spatial elements that it consists of
	Contained childSort `json:"contained"`     // elements that it contains directly
	page                // over both, the decomposition first
	Children  []child   `json:"children"`
	Note      string    `json:"note,omitempty"`
}

type childSort struct {
	Count   int          `json:"count"`
	ByClass []classCount `json:"by_class"`
}

type child struct {
	Relation string `json:"relation"`
	ref
}

func (s *Set) getSpatialChildren(a args) (any, error) {
	e, err := s.entity(a.guid)
	if err != nil {
		return nil, err
	}
	if !s.m.IsSpatial(e) && !e.Is("IfcProject") && !e.Is("IfcSpatialElement") {
		return nil, fail(fmt.Sprintf("%s is an %s, not a spatial element", a.guid, e.Class()), "get_container tells where it is; sites, buildings, storeys and spaces have spatial children")
	}
	parts := s.related("IsDecomposedBy", "IfcRelAggregates", "RelatedObjects", e)
	contained := s.related("ContainsElements", "IfcRelContainedInSpatialStructure", "RelatedElements", e)
	out := childrenInfo{Entity: s.ref(e), Children: []child{},
		Parts: childSort{len(parts), s.countMixed(parts)}, Contained: childSort{len(contained), s.countMixed(contained)}}
	var from, to int
	out.page, from, to = pageOf(a, len(parts)+len(contained))
	for i := from; i < to; i++ {
		if i < len(parts) {
			out.Children = append(out.Children, child{"part", *s.ref(parts[i])})
		} else {
			out.Children = append(out.Children, child{"contained", *s.ref(contained[i-len(parts)])})
		}
	}
	if e.IsA(s.storey) {
		out.Note = "count_entities and find_entities with storey also count what stands in its spaces and what belongs to its elements"
	}
	return out, nil
}

// related returns the other ends of the relationships of a class that name e.
func (s *Set) related(inverse, class, attr string, e ifc.Entity) []ifc.Entity {
	var out []ifc.Entity
	for _, rel := range s.m.Inverse(inverse).Of(e) {
		if !rel.Is(class) {
			continue
		}
		for x := range rel.Attr(attr).Entities() {
			out = append(out, x)
		}
	}
	return distinct(out)
}
