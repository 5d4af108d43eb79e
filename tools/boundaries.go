package tools

import (
	"fmt"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/semantics"
)

// boundary is what all space boundaries state of one space and one element.
type boundary struct {
	space, element             ifc.Entity
	physical, virtual, unknown int
}

// boundaries holds them by either end, in file order.
type boundaries struct{ ofSpace, ofElement map[ifc.Entity][]*boundary }

func (s *Set) boundaryIndex() *boundaries {
	return s.bounds.Get(func() *boundaries {
		x := &boundaries{map[ifc.Entity][]*boundary{}, map[ifc.Entity][]*boundary{}}
		known := map[[2]ifc.Entity]*boundary{}
		for r := range s.m.Boundaries() {
			ends := [2]ifc.Entity{r.Space, r.Element}
			b := known[ends]
			if b == nil {
				b = &boundary{space: r.Space, element: r.Element}
				known[ends] = b
				x.ofSpace[r.Space] = append(x.ofSpace[r.Space], b)
				x.ofElement[r.Element] = append(x.ofElement[r.Element], b)
			}
			switch r.Physical {
			case semantics.Physical:
				b.physical++
			case semantics.Virtual:
				b.virtual++
			default:
				b.unknown++
			}
		}
		return x
	})
}

type boundariesInfo struct {
	Entity   *ref `json:"entity"`
	Count    int  `json:"count"` // of different other sides
	Physical int  `json:"physical"`
	Virtual  int  `json:"virtual_only"`
	Unknown  int  `json:"not_defined_only"`
	page
	Sides []side `json:"other_sides"`
	Note  string `json:"note,omitempty"`
}

type side struct {
	ref
	Physical   bool `json:"physical"` // by at least one boundary
	Boundaries int  `json:"boundaries"`
	Virtual    int  `json:"virtual,omitempty"`     // of them
	Unknown    int  `json:"not_defined,omitempty"` // of them
}

func (s *Set) getSpaceBoundaries(a args) (any, error) {
	e, err := s.entity(a.guid)
	if err != nil {
		return nil, err
	}
	x := s.boundaryIndex()
	all, isSpace := x.ofSpace[e], true
	if len(all) == 0 {
		all, isSpace = x.ofElement[e], false
	}
	out := boundariesInfo{Entity: s.ref(e), Sides: []side{}}
	kept := all[:0:0]
	for _, b := range all {
		other := b.element
		if !isSpace {
			other = b.space
		}
		if !other.Exists() {
			continue
		}
		kept = append(kept, b)
		switch {
		case b.physical > 0:
			out.Physical++
		case b.unknown > 0:
			out.Unknown++
		default:
			out.Virtual++
		}
	}
	out.Count = len(kept)
	if n := len(all) - len(kept); n > 0 {
		out.Note = fmt.Sprintf("%d boundaries lead to nothing and are left out", n)
	}
	var from, to int
	out.page, from, to = pageOf(a, len(kept))
	for _, b := range kept[from:to] {
		other := b.element
		if !isSpace {
			other = b.space
		}
		out.Sides = append(out.Sides, side{*s.ref(other), b.physical > 0, b.physical + b.virtual + b.unknown, b.virtual, b.unknown})
	}
	if len(all) == 0 {
		out.Note = "no space boundary names it"
		if len(x.ofSpace) == 0 {
			out.Note = "this file has no space boundaries"
		}
	}
	return out, nil
}
