package tools

import "fmt"

type openingsInfo struct {
	Host     *ref `json:"host"`
	Count    int  `json:"count"` // of openings
	Filled   int  `json:"filled"`
	Fillings int  `json:"fillings"`
	page
	Openings []openingInfo `json:"openings"`
	Note     string        `json:"note,omitempty"`
}

type openingInfo struct {
	ref
	Fillings []*ref `json:"fillings"`
}

func (s *Set) getOpenings(a args) (any, error) {
	e, err := s.entity(a.guid)
	if err != nil {
		return nil, err
	}
	all := distinct(s.m.Openings(e))
	out := openingsInfo{Host: s.ref(e), Count: len(all), Openings: []openingInfo{}}
	var from, to int
	out.page, from, to = pageOf(a, len(all))
	for i, opening := range all {
		fillings := distinct(s.m.Fillings(opening))
		out.Fillings += len(fillings)
		if len(fillings) > 0 {
			out.Filled++
		}
		if from <= i && i < to {
			out.Openings = append(out.Openings, openingInfo{*s.ref(opening), s.refs(fillings)})
		}
	}
	if len(all) == 0 {
		switch {
		case len(s.m.Voids(e)) > 0 || len(s.m.Fills(e)) > 0:
			out.Note = "it is an opening or a filling itself: get_host tells where it is"
		case e.IsA(s.typeObject):
			out.Note = "a type object has no openings: ask its occurrences, see get_type_occurrences"
		}
	}
	return out, nil
}

type hostInfo struct {
	Entity  *ref `json:"entity"`
	Opening *ref `json:"opening"`
	Host    *ref `json:"host"` // null for an opening that is cut into nothing
	// Fillings are those of an opening that was asked about.
	Fillings []*ref `json:"fillings,omitempty"`
	Note     string `json:"note,omitempty"`
}

func (s *Set) getHost(a args) (any, error) {
	e, err := s.entity(a.guid)
	if err != nil {
		return nil, err
	}
	out := hostInfo{Entity: s.ref(e)}
	opening := e
	if fills := s.m.Fills(e); len(fills) > 0 {
		opening = fills[0]
		if len(fills) > 1 {
			out.Note = fmt.Sprintf("it fills %d openings; this is the first", len(fills))
		}
	} else if !e.Is("IfcFeatureElementSubtraction") && len(s.m.Voids(e)) == 0 {
		hint := "get_openings tells the openings of a host"
		if n := len(s.m.Openings(e)); n > 0 {
			hint = fmt.Sprintf("it is a host with %d openings: see get_openings", n)
		} else if p := s.m.Aggregate(e); p.Exists() {
			hint = fmt.Sprintf("it is a part of %s (%s)", s.idOf(p), p.Class())
		}
		return nil, fail(fmt.Sprintf("%s (%s) is no opening and fills none", a.guid, e.Class()), hint)
	} else {
		out.Fillings = s.refs(distinct(s.m.Fillings(e)))
	}
	out.Opening = s.ref(opening)
	hosts := s.m.Voids(opening)
	if len(hosts) > 0 {
		out.Host = s.ref(hosts[0])
	}
	if len(hosts) > 1 {
		out.Note = fmt.Sprintf("the opening is cut into %d elements; this is the first", len(hosts))
	}
	return out, nil
}
