package geom

import (
	"math"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/step"
)

// edge returns the vertices along an IfcEdge, both ends included. An edge curve is
// sampled once, so that the faces on both sides of it share its vertices.
func (s *shell) edge(e ifc.Entity, depth int) ([]int32, error) {
	if depth > maxDepth {
		return nil, notRead(e, "edges go round in a circle")
	}
	if e.Is("IfcOrientedEdge") {
		along, err := s.edge(e.Attr("EdgeElement").Entity(), depth+1)
		if err == nil && !isTrue(e.Attr("Orientation").Step()) {
			along = append([]int32(nil), along...)
			reverse(along)
		}
		return along, err
	}
	if !e.Is("IfcEdge") {
		return nil, notRead(e, "no edge")
	}
	if along, ok := s.edges[e.Row()]; ok {
		return along, nil
	}
	a, err := s.vertexPoint(e.At(0).Entity())
	if err != nil {
		return nil, err
	}
	b, err := s.vertexPoint(e.At(1).Entity())
	if err != nil {
		return nil, err
	}
	along := []int32{a, b}
	if e.Is("IfcEdgeCurve") {
		points, err := s.between(e, s.p.points[a], s.p.points[b])
		if err != nil {
			return nil, err
		}
		along = along[:1]
		for i := 1; i < len(points)-1; i++ {
			if !points[i].Finite() {
				return nil, notRead(e, "curve with a point that is no number")
			}
			along = append(along, s.add(points[i]))
		}
		along = append(along, b)
	}
	if s.edges == nil {
		s.edges = map[step.Row][]int32{}
	}
	s.edges[e.Row()] = along
	return along, nil
}

func (s *shell) vertexPoint(v ifc.Entity) (int32, error) {
	p := v.At(0).Entity()
	if !v.Is("IfcVertexPoint") || !p.Is("IfcCartesianPoint") {
		return 0, notRead(v, "vertex that is no point")
	}
	return s.vertex(p)
}

// between samples the curve of an IfcEdgeCurve from a to b, which may be one
// point. The ends are to be taken as the vertices are.
func (s *shell) between(e ifc.Entity, a, b vec.V3) ([]vec.V3, error) {
	curve, forward := e.Attr("EdgeGeometry").Entity(), isTrue(e.Attr("SameSense").Step())
	for range maxDepth {
		switch {
		case curve.Is("IfcSurfaceCurve"):
			curve = curve.Attr("Curve3D").Entity()
			continue
		case curve.Is("IfcTrimmedCurve"):
			// The vertices say where it ends.
			if !isTrue(curve.Attr("SenseAgreement").Step()) {
				forward = !forward
			}
			curve = curve.Attr("BasisCurve").Entity()
			continue
		}
		break
	}
	if s.tracer == nil {
		s.tracer = s.k.tracer(fineness(s.k.deflection))
	}
	closed := a.Dist(b) <= s.k.precision
	switch {
	case curve.Is("IfcLine"):
		return []vec.V3{a, b}, nil
	case curve.Is("IfcConic"):
		c, err := s.tracer.conic(curve)
		if err != nil {
			return nil, err
		}
		from, to := c.param(a), c.param(b)
		if !forward {
			from, to = to, from
		}
		for to <= from+1e-9 {
			to += 2 * math.Pi
		}
		if closed {
			to = from + 2*math.Pi
		}
		part := c.arc(s.tracer.fine, from, to)
		if !s.tracer.spend(len(part.points)) {
			return nil, notRead(e, "too many points")
		}
		if !forward {
			part = part.reversed()
		}
		return part.points, nil
	}
	var p *path
	var err error
	ends := [2]trim{{point: a, isPoint: true}, {point: b, isPoint: true}}
	switch {
	case curve.Is("IfcBSplineCurve") && !closed:
		p, err = s.tracer.trimmedBspline(e, curve, ends[0], ends[1], true, forward)
	case !closed && (curve.Is("IfcPolyline") || curve.Is("IfcCompositeCurve")):
		p, err = s.tracer.trimmedChain(e, curve, ends[0], ends[1], true, forward, 0)
	default:
		if p, err = s.tracer.path(curve, 0); err == nil && !forward {
			p = p.reversed()
		}
	}
	if err != nil {
		return nil, err
	}
	points := (&path{parts: p.parts}).flat()
	if n := len(points); n < 2 {
		return nil, notRead(e, "curve without length")
	}
	if closed {
		points = startAt(points, a)
	}
	return points, nil
}

// startAt turns a closed polyline, the first point of which is the last too, so
// that it starts at the point that is nearest to a.
func startAt(points []vec.V3, a vec.V3) []vec.V3 {
	best, least := 0, math.Inf(1)
	for i, p := range points[:len(points)-1] {
		if d := p.Dist(a); d < least-1e-9 {
			best, least = i, d
		}
	}
	if best == 0 {
		return points
	}
	out := append([]vec.V3(nil), points[best:len(points)-1]...)
	return append(append(out, points[:best]...), points[best])
}
