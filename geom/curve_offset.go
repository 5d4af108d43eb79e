package geom

import (
	"math"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
)

// offsetCurve reads an IfcOffsetCurve2D, which lies to the left of its basis, or
// an IfcOffsetCurve3D, which lies where RefDirection × tangent points.
func (t *tracer) offsetCurve(e ifc.Entity, depth int) (*path, error) {
	basis, err := t.path(e.Attr("BasisCurve").Entity(), depth+1)
	if err != nil {
		return nil, err
	}
	basis.close(t.k.joins())
	distance, ok := t.k.lengthOf(e, "Distance")
	if !ok || math.IsInf(distance, 0) {
		return nil, notRead(e, "offset curve without a distance")
	}
	up := vec.V3{Z: 1}
	if e.Is("IfcOffsetCurve3D") {
		d, _ := t.k.direction(e.Attr("RefDirection").Entity())
		if up, ok = d.Unit(); !ok {
			return nil, notRead(e, "offset curve without a direction")
		}
	}
	points, ok := basis.offset(up, distance)
	if !ok {
		return nil, notRead(e, "offset curve that turns back on itself")
	}
	return &path{parts: []stretch{{points: points}}}, nil
}

// offset moves every point of a path sideways, up × tangent, so that straight
// parts stay parallel: corners are mitred. The last point of a closed path is its
// first.
func (p *path) offset(up vec.V3, distance float64) ([]vec.V3, bool) {
	stations := p.stations()
	if p.closed && len(stations) > 1 {
		first, last := &stations[0], &stations[len(stations)-1]
		first.in, last.out = last.in, first.out
	}
	out := make([]vec.V3, 0, len(stations))
	for _, s := range stations {
		a, ok1 := up.Cross(s.in).Unit()
		b, ok2 := up.Cross(s.out).Unit()
		half := 1 + a.Dot(b)
		if !ok1 || !ok2 || half < 1e-6 {
			return nil, false
		}
		out = append(out, s.at.Add(a.Add(b).Mul(distance/half)))
	}
	return out, true
}

// station is a point of a path with the unit directions in which the path comes
// and goes; they differ at corners.
type station struct {
	at      vec.V3
	in, out vec.V3
}

// stations returns the points of a path with its directions there, the first
// again at the end of a closed path.
func (p *path) stations() []station {
	var out []station
	for i := range p.parts {
		s := &p.parts[i]
		n := len(s.points)
		for j, at := range s.points {
			st := station{at: at}
			switch {
			case s.tangents != nil:
				st.in, st.out = s.tangents[j], s.tangents[j]
			default:
				if j > 0 {
					st.in, _ = at.Sub(s.points[j-1]).Unit()
				}
				if j < n-1 {
					st.out, _ = s.points[j+1].Sub(at).Unit()
				}
				if j == 0 {
					st.in = st.out
				}
				if j == n-1 {
					st.out = st.in
				}
			}
			if j == 0 && len(out) > 0 {
				out[len(out)-1].out = st.out
				continue
			}
			out = append(out, st)
		}
	}
	return out
}
