package tools

import (
	"cmp"
	"slices"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
)

type modelInfo struct {
	Schema   string     `json:"schema"`
	Header   string     `json:"schema_identifier"`
	Project  *ref       `json:"project"`
	Units    []unitInfo `json:"units"`
	Elements int        `json:"elements"`
	Spatial  int        `json:"spatial_elements"`
	Types    int        `json:"type_objects"`
	Storeys  listOf     `json:"storeys"`
	Classes  listOf     `json:"counts_by_class"`
}

// listOf is a list that is told up to a fixed length.
type listOf struct {
	Total     int  `json:"total"`
	Returned  int  `json:"returned"`
	Truncated bool `json:"truncated"`
	Items     any  `json:"items"`
}

// upTo tells the first n of all.
func upTo[T any](all []T, n int) listOf {
	n = min(n, len(all))
	if n == 0 {
		all = []T{}
	}
	return listOf{len(all), n, n < len(all), all[:n]}
}

type unitInfo struct {
	Measures string    `json:"measures"`
	Unit     *string   `json:"unit"`
	Factor   *mcq.Real `json:"factor_to_si"`
	SI       string    `json:"si_unit"`
	Note     string    `json:"note,omitempty"`
}

type storeyInfo struct {
	ref
	Elevation   any       `json:"elevation"`
	ElevationSI *mcq.Real `json:"elevation_m"`
	Building    *ref      `json:"building"`
	Elements    int       `json:"elements"`
}

// Lengths of the lists of get_model_info: together with all else they fit into an
// observation.
const (
	maxStoreysTold = 12
	maxClassesTold = 40
)

func (s *Set) getModelInfo(args) (any, error) {
	out := modelInfo{Schema: s.m.Schema().Name(), Header: s.m.Identifier(),
		Elements: s.m.Count(s.element), Spatial: s.m.Count(s.spatial), Types: s.m.Count(s.typeObject)}
	for e := range s.m.Of(s.project) {
		out.Project = s.ref(e)
		break
	}
	for _, k := range siUnits {
		u := s.projectUnit(k.kind)
		x := unitInfo{Measures: k.measures, SI: k.symbol, Note: u.Doubt}
		if u.Entity.Exists() {
			x.Unit, x.Factor = unitName(u), computed(u.Scale)
		}
		out.Units = append(out.Units, x)
	}
	index := s.storeyIndex()
	all := slices.Clone(index.all)
	height := func(e ifc.Entity) float64 { x, _ := e.Attr("Elevation").Float(); return x }
	slices.SortStableFunc(all, func(a, b ifc.Entity) int { return cmp.Compare(height(a), height(b)) })
	var storeys []storeyInfo
	for _, e := range all[:min(len(all), maxStoreysTold)] {
		from, to := s.run(index.on[e], s.element)
		v := e.Attr("Elevation")
		storeys = append(storeys, storeyInfo{ref: *s.ref(e), Elevation: datum(v.Datum(), maxListed), ElevationSI: s.lengthInSI(v),
			Building: s.ref(s.m.Above(e, s.building)), Elements: to - from})
	}
	out.Storeys = upTo(storeys, maxStoreysTold)
	out.Storeys.Total, out.Storeys.Truncated = len(all), len(all) > len(storeys)
	out.Classes = upTo(s.countClasses(s.population().all), maxClassesTold)
	return out, nil
}
