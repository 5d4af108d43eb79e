package geom

import (
	"math"
	"sort"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
)

// curveSegment is an IfcCurveSegment: a piece of a parent curve, moved so that its
// start lies in the origin of a placement and its tangent there along the
// placement's X.
type curveSegment struct {
	place  vec.Affine
	parent planeCurve
	start  float64                 // arc length on the parent curve, metres
	length float64                 // metres, not negative
	sign   float64                 // -1 if the parent curve is run through backwards
	t0     float64                 // parameter of the start
	p0     vec.V2                  // point of the parent curve there
	d0     vec.V2                  // direction of travel there, unit
	cant   func(s float64) float64 // if the parent curve may shape a cant
	// lengths is the segment with parameters of a clothoid taken for lengths.
	lengths *curveSegment
}

// curveSegment reads an IfcCurveSegment. Some software writes lengths along a
// clothoid as IfcParameterValue, because its schema has no negative length there:
// then both readings are kept, and what follows decides.
func (k *Kernel) curveSegment(e ifc.Entity) (*curveSegment, error) {
	parent := e.Attr("ParentCurve").Entity()
	start, hasStart := k.curveMeasure(e, "SegmentStart", parent)
	length, hasLength := k.curveMeasure(e, "SegmentLength", parent)
	if !hasStart || !hasLength || math.IsInf(start, 0) || math.IsInf(length, 0) {
		return nil, notRead(e, "segment without start and length")
	}
	s, err := k.pieceOf(e, parent, start, length)
	if err != nil || !parent.Is("IfcClothoid") {
		return s, err
	}
	start2, _ := k.lengthOf(e, "SegmentStart")
	length2, _ := k.lengthOf(e, "SegmentLength")
	if start2 != start || length2 != length {
		s.lengths, _ = k.pieceOf(e, parent, start2, length2)
	}
	return s, nil
}

// settled decides how the parameters of a segment are meant: as lengths, if only
// then it ends where the next one begins.
func (s *curveSegment) settled(next *curveSegment) *curveSegment {
	if s.lengths == nil {
		return s
	}
	gap := func(s *curveSegment) float64 {
		t, _ := s.parent.param(s.start + s.sign*s.length)
		end, ok := s.travel(t)
		if !ok {
			return math.Inf(1)
		}
		return end.O.XY().Dist(next.place.O.XY())
	}
	const near = 0.01 // metres
	if gap(s.lengths) < near && !(gap(s) < near) {
		return s.lengths
	}
	return s
}

// pieceOf is the segment e with a start and a length in metres.
func (k *Kernel) pieceOf(e, parent ifc.Entity, start, length float64) (*curveSegment, error) {
	s := &curveSegment{sign: 1, start: start, length: length}
	var ok bool
	if s.place, ok = k.axisPlacement(e.Attr("Placement").Entity()); !ok {
		return nil, notRead(e, "segment without a placement")
	}
	var err error
	if s.parent, s.cant, err = k.planeCurve(parent, s.start, s.length); err != nil {
		return nil, err
	}
	if s.length < 0 {
		s.sign, s.length = -1, -s.length
	}
	if s.t0, err = s.parent.param(s.start); err != nil {
		return nil, notRead(e, err.Error())
	}
	p, d := s.parent.at(s.t0)
	d, ok = d.Unit()
	if !ok || !p.In3().Finite() || !s.place.O.Finite() {
		return nil, notRead(e, "segment without a direction where it starts")
	}
	s.p0, s.d0 = p, d.Mul(s.sign)
	return s, nil
}

// curveMeasure reads a length along a curve, or a parameter of it as one.
func (k *Kernel) curveMeasure(e ifc.Entity, attr string, parent ifc.Entity) (float64, bool) {
	x, ok := number(e, attr)
	if !ok {
		return 0, false
	}
	keyword, _, typed := e.Attr(attr).Step().Typed()
	if !typed || string(keyword) != "IFCPARAMETERVALUE" || x == 0 {
		return x * k.length, true
	}
	switch {
	case parent.Is("IfcLine"):
		magnitude, ok := k.lengthOf(parent.Attr("Dir").Entity(), "Magnitude")
		return x * magnitude, ok
	case parent.Is("IfcCircle"):
		radius, ok := k.lengthOf(parent, "Radius")
		return x * k.angle * radius, ok
	case parent.Is("IfcClothoid"):
		// At parameter 1 the clothoid has turned by a right angle.
		a, ok := k.lengthOf(parent, "ClothoidConstant")
		return x * math.Abs(a) * math.Sqrt(math.Pi), ok
	case parent.Is("IfcPolynomialCurve"), parent.Is("IfcSpiral"):
		return x * k.length, true // their parameter is a length
	}
	return 0, false
}

// planeCurve reads a parent curve, of which a piece of the given length is wanted.
// Of curves that may shape a cant it also gives the cant by their rule: the
// curvature times the length of the piece.
func (k *Kernel) planeCurve(e ifc.Entity, start, length float64) (planeCurve, func(float64) float64, error) {
	// term reads the constant of a spiral, which is a length.
	term := func(name string) (float64, bool) {
		a, ok := k.lengthOf(e, name)
		return a, ok && a != 0 && !math.IsInf(a, 0)
	}
	bent := func(heading, curvature func(float64) float64) (planeCurve, func(float64) float64, error) {
		l := math.Abs(length)
		return newSpiral(heading, start, start+length), func(s float64) float64 { return l * curvature(s) }, nil
	}
	switch e.Class() {
	case "IfcLine":
		return lineCurve{}, nil, nil
	case "IfcCircle":
		r, ok := k.lengthOf(e, "Radius")
		if !ok || !(r > 0) || math.IsInf(r, 0) {
			return nil, nil, notRead(e, "circle without a radius")
		}
		return circleCurve{radius: r}, nil, nil
	case "IfcPolyline":
		return k.planePolyline(e)
	case "IfcPolynomialCurve":
		return k.polynomialCurve(e)
	case "IfcClothoid":
		a, ok := term("ClothoidConstant")
		if !ok {
			return nil, nil, notRead(e, "clothoid without its constant")
		}
		rate := 1 / (a * math.Abs(a))
		return bent(func(s float64) float64 { return s * s * rate / 2 }, func(s float64) float64 { return s * rate })
	case "IfcCosineSpiral":
		a1, ok := term("CosineTerm")
		if !ok || length == 0 {
			return nil, nil, notRead(e, "spiral without its terms or length")
		}
		k0, w := reciprocal(term("ConstantTerm")), math.Pi/math.Abs(length)
		return bent(func(s float64) float64 { return s*k0 + math.Sin(w*s)/(w*a1) },
			func(s float64) float64 { return k0 + math.Cos(w*s)/a1 })
	case "IfcSineSpiral":
		a2, ok := term("SineTerm")
		if !ok || length == 0 {
			return nil, nil, notRead(e, "spiral without its terms or length")
		}
		k0, k1, w := reciprocal(term("ConstantTerm")), 0.0, 2*math.Pi/math.Abs(length)
		if a, ok := term("LinearTerm"); ok {
			k1 = 1 / (a * math.Abs(a))
		}
		return bent(func(s float64) float64 { return s*k0 + s*s*k1/2 + (1-math.Cos(w*s))/(w*a2) },
			func(s float64) float64 { return k0 + s*k1 + math.Sin(w*s)/a2 })
	case "IfcSecondOrderPolynomialSpiral", "IfcThirdOrderPolynomialSpiral", "IfcSeventhOrderPolynomialSpiral":
		// Curvature is a sum of powers of the length, each with a constant that is
		// itself a length: sⁿ over its (n+1)th power, with its sign.
		var curvature, heading []float64
		heading = append(heading, 0)
		for n, name := range spiralTerms {
			c := 0.0
			if a, ok := term(name); ok {
				c = math.Copysign(math.Pow(math.Abs(a), -float64(n+1)), a)
			}
			curvature, heading = append(curvature, c), append(heading, c/float64(n+1))
		}
		value := func(c []float64) func(float64) float64 {
			return func(s float64) float64 { v, _ := horner(c, s); return v }
		}
		return bent(value(heading), value(curvature))
	}
	if !e.Exists() {
		return nil, nil, notRead(e, "segment without a parent curve")
	}
	return nil, nil, notRead(e, "kind of curve that is not understood as part of an alignment")
}

// spiralTerms are the constants of a polynomial spiral from power 0.
var spiralTerms = [...]string{"ConstantTerm", "LinearTerm", "QuadraticTerm", "CubicTerm", "QuarticTerm", "QuinticTerm", "SexticTerm", "SepticTerm"}

func reciprocal(x float64, ok bool) float64 {
	if !ok {
		return 0
	}
	return 1 / x
}

// polynomialCurve reads an IfcPolynomialCurve. Its parameter is a length in the
// file's unit, so that coefficients of higher powers have units of their own.
func (k *Kernel) polynomialCurve(e ifc.Entity) (planeCurve, func(float64) float64, error) {
	read := func(attr string) []float64 {
		out := numbers(e.Attr(attr).Step())
		unit := k.length
		for i := range out {
			out[i] *= unit
			unit /= k.length
		}
		return out
	}
	c := &powerCurve{x: read("CoefficientsX"), y: read("CoefficientsY")}
	if len(c.x)+len(c.y) == 0 || len(c.x) > 64 || len(c.y) > 64 {
		return nil, nil, notRead(e, "polynomial curve without usable coefficients")
	}
	return c, nil, nil
}

// planePolyline is a polyline as a parent curve.
func (k *Kernel) planePolyline(e ifc.Entity) (planeCurve, func(float64) float64, error) {
	var points []vec.V3
	for p := range e.Attr("Points").Entities() {
		q, ok := k.point(p)
		if !ok {
			return nil, nil, notRead(p, "point without coordinates")
		}
		q.Z = 0
		points = append(points, q)
	}
	c, err := newPolylineCurve(e, points)
	if err != nil {
		return nil, nil, err
	}
	return planePolyline{c: c}, nil, nil
}

type planePolyline struct {
	unitSpeed
	c *polylineCurve
}

func (p planePolyline) at(s float64) (q, d vec.V2) {
	a, _ := p.c.at(s)
	return a.O.XY(), a.X.XY()
}

// travel gives the frame at parameter t: X along the direction of travel.
func (s *curveSegment) travel(t float64) (vec.Affine, bool) {
	q, dir := s.local(t)
	dir, ok := dir.Unit()
	f := vec.Affine{X: dir.In3(), Y: dir.Left().In3(), Z: vec.V3{Z: 1}, O: q.In3()}
	return s.place.Mul(f), ok
}

// local gives the point at parameter t and the derivative in the direction of
// travel, in the segment's own plane: it begins in the origin, along X.
func (s *curveSegment) local(t float64) (q, d vec.V2) {
	p, v := s.parent.at(t)
	back := vec.V2{X: s.d0.X, Y: -s.d0.Y}
	return turned(p.Sub(s.p0), back), turned(v.Mul(s.sign), back)
}

// turned turns a by the angle of the unit vector u.
func turned(a, u vec.V2) vec.V2 {
	return vec.V2{X: a.X*u.X - a.Y*u.Y, Y: a.X*u.Y + a.Y*u.X}
}

// jointTolerance is the distance in metres after the end of a segment up to which
// it is still that segment.
const jointTolerance = 1e-5

// chain is a curve of segments one after the other: the horizontal part of an
// alignment.
type chain struct {
	e    ifc.Entity
	segs []*curveSegment
	ends []float64 // distances at which segments end
}

func (k *Kernel) chain(e ifc.Entity) (*chain, error) {
	segs, err := k.curveSegments(e)
	if err != nil {
		return nil, err
	}
	c := &chain{e: e, segs: segs}
	at := 0.0
	for _, s := range segs {
		at += s.length
		c.ends = append(c.ends, at)
	}
	return c, nil
}

// curveSegments reads the segments of a curve, which must all be IfcCurveSegments.
func (k *Kernel) curveSegments(e ifc.Entity) ([]*curveSegment, error) {
	var out []*curveSegment
	for s := range e.Attr("Segments").Entities() {
		if !s.Is("IfcCurveSegment") {
			return nil, notRead(s, "kind of segment that is not understood in an alignment")
		}
		// The empty segment that ends an alignment has no shape to read.
		if n := len(out); n > 0 {
			if l, ok := number(s, "SegmentLength"); ok && l == 0 {
				if place, ok := k.axisPlacement(s.Attr("Placement").Entity()); ok {
					out = append(out, &curveSegment{place: place, parent: lineCurve{}, sign: 1, d0: vec.V2{X: 1}})
					continue
				}
			}
		}
		c, err := k.curveSegment(s)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	if len(out) == 0 {
		return nil, notRead(e, "curve without segments")
	}
	for i := range len(out) - 1 {
		out[i] = out[i].settled(out[i+1])
	}
	return out, nil
}

func (c *chain) length() float64 { return c.ends[len(c.ends)-1] }
func (c *chain) start() float64  { return 0 }

func (c *chain) at(distance float64) (vec.Affine, error) {
	i := segmentAt(c.ends, distance)
	s := c.segs[i]
	t, err := s.parent.param(s.start + s.sign*(distance-(c.ends[i]-s.length)))
	if err != nil {
		return vec.Affine{}, notRead(c.e, err.Error())
	}
	a, ok := s.travel(t)
	if !ok || !a.O.Finite() {
		return a, notRead(c.e, "no point at that distance")
	}
	return a, nil
}

// segmentAt finds the segment in which a distance lies: the earlier one where two
// meet, the last that is not empty beyond the end.
func segmentAt(ends []float64, distance float64) int {
	distance = math.Min(distance, ends[len(ends)-1])
	i := sort.Search(len(ends), func(i int) bool { return distance < ends[i]+jointTolerance })
	return min(i, len(ends)-1)
}
