package geom

import (
	"math"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/step"
)

// stretch is a part of a curve that has been made a polyline.
type stretch struct {
	points []vec.V3 // from start to end, two or more
	// tangents, if set, are the unit directions at the points of a curved stretch;
	// without them the polyline is meant as it is, with corners.
	tangents []vec.V3
	// radius is that of a circular arc in metres, 0 of anything else.
	radius float64
}

// path is a curve made a chain of stretches, each beginning at the very point
// where the one before ends.
type path struct {
	parts  []stretch
	closed bool // the end is the very point where it starts
}

// maxPoints bounds the points that one curve may have, maxParts the curves that it
// may be made of, and maxSwept the points of a swept solid: some kilobytes each by
// the time that it is a mesh.
const (
	maxPoints = 4_000_000
	maxParts  = 200_000
	maxSwept  = 500_000
)

// tracer makes a path of one curve.
type tracer struct {
	k      *Kernel
	fine   fineness
	points int // may still be made
	parts  int // may still be read
}

func (k *Kernel) tracer(fine fineness) *tracer {
	return &tracer{k: k, fine: fine, points: maxPoints, parts: maxParts}
}

// spend counts points against the bound.
func (t *tracer) spend(points int) bool {
	t.points -= points
	return t.points >= 0
}

// curve reads a bounded curve as a polyline in metres. Of a closed one the first
// point does not stand again at the end.
func (k *Kernel) curve(e ifc.Entity) (points []vec.V3, closed bool, err error) {
	p, err := k.path(e)
	if err != nil {
		return nil, false, err
	}
	return p.flat(), p.closed, nil
}

// curve2 reads a bounded curve of a plane as curve does; a third coordinate is
// left out.
func (k *Kernel) curve2(e ifc.Entity) (points []vec.V2, closed bool, err error) {
	p, err := k.path(e)
	if err != nil {
		return nil, false, err
	}
	return p.flat2(), p.closed, nil
}

// path reads a bounded curve with what is known of its parts.
func (k *Kernel) path(e ifc.Entity) (*path, error) {
	return k.tracer(fineness(k.deflection)).trace(e)
}

// trace reads a curve and tells whether it is closed.
func (t *tracer) trace(e ifc.Entity) (*path, error) {
	p, err := t.path(e, 0)
	if err != nil {
		return nil, err
	}
	for i := range p.parts {
		for _, q := range p.parts[i].points {
			if !q.Finite() {
				return nil, notRead(e, "coordinate that is not finite")
			}
		}
	}
	p.close(t.k.joins())
	return p, nil
}

// joins is the distance in metres within which the ends of curves are one point.
func (k *Kernel) joins() float64 { return math.Max(2e-5, k.precision) }

func (t *tracer) path(e ifc.Entity, depth int) (*path, error) {
	if t.parts--; t.parts < 0 || depth > maxDepth {
		return nil, notRead(e, "curves are nested too deep or go round in a circle")
	}
	switch e.Class() {
	case "IfcPolyline":
		return t.polyline(e)
	case "IfcIndexedPolyCurve":
		return t.indexedPolyCurve(e)
	case "IfcCircle", "IfcEllipse":
		c, err := t.conic(e)
		if err != nil {
			return nil, err
		}
		from := c.begin()
		return t.whole(e, c, from, from+2*math.Pi, false)
	case "IfcTrimmedCurve":
		return t.trimmedCurve(e, depth)
	case "IfcCompositeCurve", "Ifc2DCompositeCurve", "IfcCompositeCurveOnSurface", "IfcBoundaryCurve", "IfcOuterBoundaryCurve":
		if hasCurveSegments(e) {
			return t.alignmentCurve(e, depth)
		}
		return t.compositeCurve(e, depth)
	case "IfcBSplineCurveWithKnots", "IfcRationalBSplineCurveWithKnots", "IfcBezierCurve", "IfcRationalBezierCurve":
		b, err := t.bsplineOf(e)
		if err != nil {
			return nil, err
		}
		from, to := b.domain()
		return t.marched(e, b.smooth(from, to), false)
	case "IfcSurfaceCurve", "IfcSeamCurve", "IfcIntersectionCurve":
		return t.path(e.Attr("Curve3D").Entity(), depth+1)
	case "IfcOffsetCurve2D", "IfcOffsetCurve3D":
		return t.offsetCurve(e, depth)
	case "IfcLine":
		return nil, notRead(e, "line without ends")
	case "IfcGradientCurve", "IfcSegmentedReferenceCurve", "IfcOffsetCurveByDistances":
		return t.alignmentCurve(e, depth)
	}
	if !e.Exists() {
		return nil, errNoCurve
	}
	return nil, notRead(e, "kind of curve that is not understood")
}

// alignmentCurve reads a curve of IFC4X3 along which distances are measured. It
// stands by itself or below others, never within.
func (t *tracer) alignmentCurve(e ifc.Entity, depth int) (*path, error) {
	if depth > 0 {
		return nil, notRead(e, "alignment within another curve")
	}
	points, err := t.k.alignmentCurve(e)
	if err != nil {
		return nil, err
	}
	return t.straight(e, points)
}

// hasCurveSegments tells whether a composite curve is one of an alignment.
func hasCurveSegments(e ifc.Entity) bool {
	for s := range e.Attr("Segments").Entities() {
		return s.Is("IfcCurveSegment")
	}
	return false
}

// join adds a stretch at the end. What is not there yet is bridged: by moving the
// stretch's first point if the gap is within tol, else by a straight line.
func (p *path) join(s stretch, tol float64) {
	if len(p.parts) > 0 {
		last := &p.parts[len(p.parts)-1]
		end := last.points[len(last.points)-1]
		if end.Dist(s.points[0]) <= tol {
			if s.points[0] != end {
				s.points = append([]vec.V3(nil), s.points...)
				s.points[0] = end
			}
		} else {
			p.parts = append(p.parts, stretch{points: []vec.V3{end, s.points[0]}})
		}
	}
	if len(s.points) == 2 && s.points[0] == s.points[1] {
		return
	}
	p.parts = append(p.parts, s)
}

// close tells whether the path ends where it starts, and if so makes that one
// point.
func (p *path) close(tol float64) {
	if len(p.parts) == 0 {
		return
	}
	last := &p.parts[len(p.parts)-1]
	first, n := p.parts[0].points[0], len(last.points)
	if len(p.parts) == 1 && n < 3 || last.points[n-1].Dist(first) > tol {
		return
	}
	p.closed = true
	if last.points[n-1] != first {
		last.points = append([]vec.V3(nil), last.points...)
		last.points[n-1] = first
	}
}

// reversed returns the path the other way round.
func (p *path) reversed() *path {
	out := &path{closed: p.closed}
	for i := len(p.parts) - 1; i >= 0; i-- {
		out.parts = append(out.parts, p.parts[i].reversed())
	}
	return out
}

func (s stretch) reversed() stretch {
	out := stretch{radius: s.radius, points: make([]vec.V3, len(s.points))}
	for i, q := range s.points {
		out.points[len(s.points)-1-i] = q
	}
	if s.tangents != nil {
		out.tangents = make([]vec.V3, len(s.tangents))
		for i, d := range s.tangents {
			out.tangents[len(s.tangents)-1-i] = d.Neg()
		}
	}
	return out
}

// flat returns the points of all stretches, each once.
func (p *path) flat() []vec.V3 {
	if len(p.parts) == 1 && !p.closed {
		return p.parts[0].points
	}
	n := 1
	for i := range p.parts {
		n += len(p.parts[i].points) - 1
	}
	out := make([]vec.V3, 0, n)
	for i := range p.parts {
		from := 1
		if i == 0 {
			from = 0
		}
		out = append(out, p.parts[i].points[from:]...)
	}
	if p.closed && len(out) > 1 {
		out = out[:len(out)-1]
	}
	return out
}

func (p *path) flat2() []vec.V2 {
	points := p.flat()
	out := make([]vec.V2, len(points))
	for i, q := range points {
		out[i] = q.XY()
	}
	return out
}

// compositeCurve reads the segments one after the other.
func (t *tracer) compositeCurve(e ifc.Entity, depth int) (*path, error) {
	out := &path{}
	for s := range e.Attr("Segments").Entities() {
		part, err := t.segment(s, depth)
		if err != nil {
			return nil, err
		}
		for _, x := range part.parts {
			out.join(x, t.k.joins())
		}
	}
	if len(out.parts) == 0 {
		return nil, notRead(e, "curve without segments")
	}
	return out, nil
}

// segment reads an IfcCompositeCurveSegment. A line without ends, which must not
// stand there, is taken from its point to the end of its vector.
func (t *tracer) segment(s ifc.Entity, depth int) (*path, error) {
	if !s.Is("IfcCompositeCurveSegment") {
		return nil, notRead(s, "kind of segment that is not understood")
	}
	curve := s.Attr("ParentCurve").Entity()
	var part *path
	var err error
	if curve.Is("IfcLine") {
		part, err = t.linePart(curve, 0, 1)
	} else {
		part, err = t.path(curve, depth+1)
	}
	if err != nil {
		return nil, err
	}
	if !isTrue(s.Attr("SameSense").Step()) {
		part = part.reversed()
	}
	return part, nil
}

// isTrue reads a BOOLEAN; anything but .F. is true.
func isTrue(v step.Value) bool { return string(v.EnumBytes()) != "F" }

// numbers reads a list of numbers.
func numbers(v step.Value) []float64 {
	var out []float64
	for a := v.Elements(); ; {
		x, ok := a.Next()
		if !ok {
			return out
		}
		if f, ok := x.Float(); ok {
			out = append(out, f)
		}
	}
}
