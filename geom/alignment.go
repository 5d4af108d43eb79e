package geom

import (
	"math"
	"sort"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
)

// alongCurve is a curve along which distances are measured: an alignment, or a
// polyline in its stead.
type alongCurve interface {
	// at gives the frame at a distance in metres along the curve, in plan where the
	// curve has a plan: X forward, Y to the left, Z up, turned with slope and cant.
	// Beyond the ends the first or the last segment goes on.
	at(distance float64) (vec.Affine, error)
	// start and length are the distances at which the curve begins and ends.
	start() float64
	length() float64
}

// alongStep is the greatest distance in metres between the points that a curve
// along which something runs is sampled at, as IfcOpenShell has it.
const alongStep = 0.5

// maxBasis bounds the curves that a curve to measure along may be made of.
const maxBasis = 10_000

// maxSamples bounds the points of a sampled curve: 500 km.
const maxSamples = 1_000_000

// along reads a curve along which distances are measured, once for all that stand
// along it.
func (k *Kernel) along(e ifc.Entity) (alongCurve, error) { return k.alongDepth(e, 0) }

// alongResult is what reading such a curve gave.
type alongResult struct {
	curve alongCurve
	err   error
}

func (k *Kernel) alongDepth(e ifc.Entity, depth int) (alongCurve, error) {
	if !e.Exists() {
		return nil, errNoDirectrix
	}
	if r, ok := k.alongs.Load(e.Row()); ok {
		return r.(alongResult).curve, r.(alongResult).err
	}
	if depth > maxDepth {
		return nil, notRead(e, "curves are nested too deep or go round in a circle")
	}
	c, err := k.readAlong(e, depth)
	if err == nil && (math.IsNaN(c.length()) || math.IsInf(c.length(), 0) || math.IsNaN(c.start())) {
		err = notRead(e, "curve without a length")
	}
	if err != nil {
		c = nil
	}
	k.alongs.Store(e.Row(), alongResult{c, err})
	return c, err
}

func (k *Kernel) readAlong(e ifc.Entity, depth int) (alongCurve, error) {
	switch e.Class() {
	case "IfcGradientCurve":
		return k.gradientCurve(e, depth)
	case "IfcSegmentedReferenceCurve":
		return k.segmentedReferenceCurve(e, depth)
	case "IfcOffsetCurveByDistances":
		return k.offsetCurveByDistances(e, depth)
	case "IfcCompositeCurve":
		if hasCurveSegments(e) {
			return k.chain(e)
		}
	case "IfcPolyline":
		var points []vec.V3
		for p := range e.Attr("Points").Entities() {
			q, ok := k.point(p)
			if !ok {
				return nil, notRead(p, "point without coordinates")
			}
			points = append(points, q)
		}
		return newPolylineCurve(e, points)
	}
	if budget := maxBasis; restsOnAlignment(e, &budget) {
		return nil, notRead(e, "kind of curve that is not understood as one to measure along")
	}
	points, closed, err := k.curve(e)
	if err != nil {
		return nil, err
	}
	if closed && len(points) > 0 && points[0] != points[len(points)-1] {
		points = append(points[:len(points):len(points)], points[0])
	}
	return newPolylineCurve(e, points)
}

// restsOnAlignment tells whether an alignment is among the curves that a curve is
// made of. Such a curve would have to be read by way of itself if it goes round in
// a circle; nobody makes a polyline of one to measure along it.
func restsOnAlignment(e ifc.Entity, budget *int) bool {
	if *budget--; *budget < 0 || hasCurveSegments(e) {
		return true
	}
	switch e.Class() {
	case "IfcGradientCurve", "IfcSegmentedReferenceCurve", "IfcOffsetCurveByDistances":
		return true
	}
	for _, attr := range [...]string{"BasisCurve", "Curve3D"} {
		if c := e.Attr(attr).Entity(); c.Exists() && restsOnAlignment(c, budget) {
			return true
		}
	}
	for s := range e.Attr("Segments").Entities() {
		if c := s.Attr("ParentCurve").Entity(); c.Exists() && restsOnAlignment(c, budget) {
			return true
		}
	}
	return false
}

// alignmentCurve makes a polyline of an alignment: points no farther apart than
// alongStep, its two ends among them.
func (k *Kernel) alignmentCurve(e ifc.Entity) ([]vec.V3, error) {
	c, err := k.along(e)
	if err != nil {
		return nil, err
	}
	at, err := stations(e, c.start(), c.length())
	if err != nil {
		return nil, err
	}
	out := make([]vec.V3, len(at))
	for i, d := range at {
		a, err := c.at(d)
		if err != nil {
			return nil, err
		}
		out[i] = a.O
	}
	return out, nil
}

// stations divides a stretch into equal steps no longer than alongStep.
func stations(e ifc.Entity, from, to float64) ([]float64, error) {
	n := math.Ceil((to - from) / alongStep)
	if !(n > 0) || n > maxSamples {
		return nil, notRead(e, "curve without a usable length")
	}
	out := make([]float64, int(n)+1)
	for i := range out {
		out[i] = from + (to-from)*float64(i)/n
	}
	return out, nil
}

// gradientCurve is an IfcGradientCurve: heights over a plan. Its segments lie in a
// plane of distance along the plan and height.
type gradientCurve struct {
	e        ifc.Entity
	plan     alongCurve
	segs     []*curveSegment
	ends     []float64
	from, to float64
}

func (k *Kernel) gradientCurve(e ifc.Entity, depth int) (alongCurve, error) {
	plan, err := k.alongDepth(e.Attr("BaseCurve").Entity(), depth+1)
	if err != nil {
		return nil, err
	}
	g := &gradientCurve{e: e, plan: plan}
	if g.segs, g.ends, err = k.overBase(e); err != nil {
		return nil, err
	}
	g.from = math.Max(plan.start(), g.segs[0].place.O.X)
	g.to = math.Min(plan.length(), g.ends[len(g.ends)-1])
	if !(g.to > g.from) {
		return nil, notRead(e, "heights and plan have no stretch in common")
	}
	return g, nil
}

// overBase reads the segments of a curve that lies over another, and the distances
// along that at which they end: where the next one begins, or if that is not ahead
// where their own length leads. The empty segment at the end goes.
func (k *Kernel) overBase(e ifc.Entity) (segs []*curveSegment, ends []float64, err error) {
	if segs, err = k.curveSegments(e); err != nil {
		return nil, nil, err
	}
	var end *curveSegment
	if n := len(segs); n > 1 && segs[n-1].length == 0 {
		segs, end = segs[:n-1:n-1], segs[n-1]
	}
	sort.SliceStable(segs, func(i, j int) bool { return segs[i].place.O.X < segs[j].place.O.X })
	for i, s := range segs {
		next := end
		if i+1 < len(segs) {
			next = segs[i+1]
		}
		if next != nil && (next.place.O.X > s.place.O.X || s.length == 0) {
			ends = append(ends, math.Max(next.place.O.X, s.place.O.X))
			continue
		}
		t, err := s.parent.param(s.start + s.sign*s.length)
		if err != nil {
			return nil, nil, notRead(e, err.Error())
		}
		end, _ := s.travel(t)
		ends = append(ends, math.Max(end.O.X, s.place.O.X))
	}
	return segs, ends, nil
}

func (g *gradientCurve) start() float64  { return g.from }
func (g *gradientCurve) length() float64 { return g.to }

func (g *gradientCurve) at(distance float64) (vec.Affine, error) {
	a, err := g.plan.at(distance)
	if err != nil {
		return a, err
	}
	height, slope, ok := g.segs[segmentAt(g.ends, distance)].height(distance)
	if !ok {
		return a, notRead(g.e, "no height at that distance")
	}
	return pitched(a, height, slope), nil
}

// pitched lifts a frame and turns it so that X follows a slope: the unit vector of
// a direction in the plane of distance and height.
func pitched(a vec.Affine, height float64, slope vec.V2) vec.Affine {
	return vec.Affine{
		X: a.X.Mul(slope.X).Add(a.Z.Mul(slope.Y)),
		Y: a.Y,
		Z: a.Z.Mul(slope.X).Sub(a.X.Mul(slope.Y)),
		O: a.O.Add(a.Z.Mul(height)),
	}
}

// height solves for the point of the segment over a distance along the base.
func (s *curveSegment) height(distance float64) (h float64, slope vec.V2, ok bool) {
	t := s.t0
	for range 50 {
		a, fine := s.travel(t)
		if !fine {
			return 0, slope, false
		}
		_, d := s.local(t) // its length is the speed of the parameter
		speed := a.X.X * d.Len() * s.sign
		step := (a.O.X - distance) / speed
		if math.IsNaN(step) || math.IsInf(step, 0) {
			return 0, slope, false
		}
		if math.Abs(a.O.X-distance) <= 1e-10*(1+math.Abs(distance)) {
			slope = a.X.XY()
			if slope.X < 0 {
				slope = slope.Mul(-1)
			}
			return a.O.Y - step*speed*slope.Y/slope.X, slope, true
		}
		t -= step
	}
	return 0, slope, false
}

// cantCurve is an IfcSegmentedReferenceCurve: a track that is raised and tilted
// along a gradient curve.
type cantCurve struct {
	e        ifc.Entity
	base     alongCurve
	segs     []cantSegment
	ends     []float64
	from, to float64
}

// cantSegment leads from one superelevation and tilt to another.
type cantSegment struct {
	from       float64 // distance along the base
	length     float64
	rise, tilt [2]float64                         // at its ends: metres, radians
	share      func(u float64) (y, slope float64) // of the way, u metres on
}

func (k *Kernel) segmentedReferenceCurve(e ifc.Entity, depth int) (alongCurve, error) {
	base, err := k.alongDepth(e.Attr("BaseCurve").Entity(), depth+1)
	if err != nil {
		return nil, err
	}
	all, err := k.curveSegments(e)
	if err != nil {
		return nil, err
	}
	c := &cantCurve{e: e, base: base}
	var segs []*curveSegment
	if segs, c.ends, err = k.overBase(e); err != nil {
		return nil, err
	}
	end, hasEnd := k.axisPlacement(e.Attr("EndPoint").Entity())
	for i, s := range segs {
		m := cantSegment{from: s.place.O.X, length: c.ends[i] - s.place.O.X}
		next := s.place
		switch {
		case i+1 < len(segs):
			next = segs[i+1].place
		case len(all) > len(segs):
			next = all[len(all)-1].place
		case hasEnd:
			next = end
		}
		m.rise = [2]float64{s.place.O.Y, next.O.Y}
		m.tilt = [2]float64{tiltOf(s.place), tiltOf(next)}
		m.share = s.share(m.length)
		c.segs = append(c.segs, m)
	}
	c.from = math.Max(base.start(), segs[0].place.O.X)
	c.to = math.Min(base.length(), c.ends[len(c.ends)-1])
	if !(c.to > c.from) {
		return nil, notRead(e, "cant and gradient have no stretch in common")
	}
	return c, nil
}

// tiltOf is the angle by which a placement of a cant segment is turned about the
// track, the left up.
func tiltOf(a vec.Affine) float64 { return math.Atan2(-a.Z.Y, a.Z.Z) }

// share tells which share of the way from this placement to the next is gone u
// metres on: as the cant of the parent curve grows, evenly if it does not.
func (s *curveSegment) share(length float64) func(u float64) (y, slope float64) {
	if !(length > 0) {
		return func(float64) (float64, float64) { return 0, 0 }
	}
	if s.cant != nil && s.length > 0 {
		scale := s.length / length * s.sign
		from := s.cant(s.start)
		if whole := s.cant(s.start+s.sign*s.length) - from; math.Abs(whole) > 1e-9 && !math.IsInf(whole, 0) {
			return func(u float64) (float64, float64) {
				const h = 1e-3
				at := func(u float64) float64 { return (s.cant(s.start+scale*u) - from) / whole }
				return at(u), (at(u+h) - at(u-h)) / (2 * h)
			}
		}
	}
	return func(u float64) (float64, float64) { return u / length, 1 / length }
}

func (c *cantCurve) start() float64  { return c.from }
func (c *cantCurve) length() float64 { return c.to }

func (c *cantCurve) at(distance float64) (vec.Affine, error) {
	a, err := c.base.at(distance)
	if err != nil {
		return a, err
	}
	s := &c.segs[segmentAt(c.ends, distance)]
	share, slope := s.share(math.Max(0, math.Min(distance-s.from, s.length)))
	rise := s.rise[0] + (s.rise[1]-s.rise[0])*share
	tilt := s.tilt[0] + (s.tilt[1]-s.tilt[0])*share
	dir, _ := vec.V2{X: 1, Y: (s.rise[1] - s.rise[0]) * slope}.Unit()
	o := a.O.Add(vec.V3{Z: rise})
	a = pitched(a, 0, dir)
	sin, cos := math.Sincos(tilt)
	a = vec.Affine{X: a.X, Y: a.Y.Mul(cos).Add(a.Z.Mul(sin)), Z: a.Z.Mul(cos).Sub(a.Y.Mul(sin)), O: o}
	if !a.O.Finite() || !a.Z.Finite() {
		return a, notRead(c.e, "no cant at that distance")
	}
	return a, nil
}

// offsetCurve is an IfcOffsetCurveByDistances: beside and above another curve, by
// distances that change evenly from one station to the next.
type offsetCurve struct {
	base    alongCurve
	at0     []float64 // distances along the base
	lateral []float64
	up      []float64
}

func (k *Kernel) offsetCurveByDistances(e ifc.Entity, depth int) (alongCurve, error) {
	base, err := k.alongDepth(e.Attr("BasisCurve").Entity(), depth+1)
	if err != nil {
		return nil, err
	}
	c := &offsetCurve{base: base}
	for v := range e.Attr("OffsetValues").Entities() {
		d, ok := k.lengthOf(v, "DistanceAlong")
		if !ok || len(c.at0) > 0 && d < c.at0[len(c.at0)-1] {
			return nil, notRead(v, "offset without a distance, or before the one before it")
		}
		lateral, _ := k.lengthOf(v, "OffsetLateral")
		up, _ := k.lengthOf(v, "OffsetVertical")
		c.at0, c.lateral, c.up = append(c.at0, d), append(c.lateral, lateral), append(c.up, up)
	}
	if len(c.at0) == 0 {
		return nil, notRead(e, "offset curve without offsets")
	}
	return c, nil
}

func (c *offsetCurve) start() float64  { return c.base.start() }
func (c *offsetCurve) length() float64 { return c.base.length() }

func (c *offsetCurve) at(distance float64) (vec.Affine, error) {
	a, err := c.base.at(distance)
	if err != nil {
		return a, err
	}
	i := sort.SearchFloat64s(c.at0, distance) // the first at or beyond it
	lateral, up := 0.0, 0.0
	switch {
	case i == len(c.at0):
		lateral, up = c.lateral[i-1], c.up[i-1]
	case i == 0 || c.at0[i] == distance:
		lateral, up = c.lateral[i], c.up[i]
	default:
		t := (distance - c.at0[i-1]) / (c.at0[i] - c.at0[i-1])
		lateral = c.lateral[i-1] + t*(c.lateral[i]-c.lateral[i-1])
		up = c.up[i-1] + t*(c.up[i]-c.up[i-1])
	}
	a.O = a.O.Add(a.Y.Mul(lateral)).Add(a.Z.Mul(up))
	return a, nil
}

// polylineCurve is a polyline along which distances are measured, in space.
type polylineCurve struct {
	points []vec.V3
	ends   []float64
	axes   []vec.Affine // of the segments
}

// newPolylineCurve leaves out points that are the same as the one before.
func newPolylineCurve(e ifc.Entity, points []vec.V3) (*polylineCurve, error) {
	c := &polylineCurve{}
	total := 0.0
	for _, p := range points {
		if !p.Finite() {
			return nil, notRead(e, "point that is no number")
		}
		if n := len(c.points); n > 0 {
			x, ok := p.Sub(c.points[n-1]).Unit()
			if !ok {
				continue
			}
			total += p.Dist(c.points[n-1])
			c.ends = append(c.ends, total)
			c.axes = append(c.axes, upright(x, c.points[n-1]))
		}
		c.points = append(c.points, p)
	}
	if len(c.ends) == 0 {
		return nil, notRead(e, "curve without a length")
	}
	return c, nil
}

// upright is the frame at a point along unit vector x: Y to the left and level, Z
// up as far as x allows.
func upright(x, o vec.V3) vec.Affine {
	y, ok := vec.V3{Z: 1}.Cross(x).Unit()
	if !ok {
		y = vec.V3{Y: 1}
	}
	return vec.Affine{X: x, Y: y, Z: x.Cross(y), O: o}
}

func (c *polylineCurve) start() float64  { return 0 }
func (c *polylineCurve) length() float64 { return c.ends[len(c.ends)-1] }

func (c *polylineCurve) at(distance float64) (vec.Affine, error) {
	i := segmentAt(c.ends, distance)
	from := 0.0
	if i > 0 {
		from = c.ends[i-1]
	}
	a := c.axes[i]
	a.O = a.O.Add(a.X.Mul(distance - from))
	return a, nil
}
