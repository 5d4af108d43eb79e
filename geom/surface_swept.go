package geom

import (
	"math"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
)

// sweptCurve reads the curve of a swept surface and the frame that it stands in.
// The first point of a closed curve is there again at its end.
func (k *Kernel) sweptCurve(e ifc.Entity) (frame vec.Affine, points []vec.V3, closed bool, err error) {
	frame = vec.Identity
	if p := e.Attr("Position"); p.IsSet() {
		var ok bool
		if frame, ok = k.axisPlacement(p.Entity()); !ok || !frame.O.Finite() {
			return frame, nil, false, notRead(e, "Position has no frame")
		}
	}
	profile := e.Attr("SweptCurve").Entity()
	curve := profile.Attr("Curve").Entity()
	if profile.Is("IfcArbitraryClosedProfileDef") {
		curve = profile.Attr("OuterCurve").Entity()
	}
	if !curve.Exists() {
		return frame, nil, false, notRead(e, "profile that is no curve")
	}
	points, closed, err = k.curve(curve)
	if err != nil {
		return frame, nil, false, err
	}
	if closed {
		points = append(points[:len(points):len(points)], points[0])
	}
	if len(points) < 2 {
		return frame, nil, false, notRead(e, "profile without length")
	}
	return frame, points, closed, nil
}

// axisOf reads the AxisPosition of a surface of revolution.
func (k *Kernel) axisOf(e ifc.Entity) (o, dir vec.V3, err error) {
	axis := e.Attr("AxisPosition").Entity()
	o, ok := k.point(axis.Attr("Location").Entity())
	if !ok || !o.Finite() {
		return o, dir, notRead(e, "axis without a place")
	}
	if dir, ok = k.axisDirection(axis); !ok {
		return o, dir, notRead(e, "axis without a direction")
	}
	return o, dir, nil
}

// surfaceOfRevolution reads an IfcSurfaceOfRevolution that is an item by itself: a
// curve turned all the way round.
func (k *Kernel) surfaceOfRevolution(e ifc.Entity) (form, error) {
	frame, points, _, err := k.sweptCurve(e)
	if err != nil {
		return nil, err
	}
	origin, axis, err := k.axisOf(e)
	if err != nil {
		return nil, err
	}
	t := turner{b: &builder{}, k: k, frame: frame, origin: origin, axis: axis, angle: 2 * math.Pi, full: true}
	rows, ok := t.rows(points, 0)
	if !ok {
		return nil, notRead(e, "too many points")
	}
	for i := range len(rows) - 1 {
		t.between(rows[i], rows[i+1])
	}
	if len(t.b.faces) == 0 {
		return nil, notRead(e, "curve that lies in its axis")
	}
	return &polyhedron{points: t.b.points, faces: t.b.faces}, nil
}

// sweptSurface reads an IfcSurfaceOfLinearExtrusion or IfcSurfaceOfRevolution that
// a face lies on. Neither has ends along its sweep here: bounds say where it ends.
//
// Some writers state the curve where it is and the Position besides. If unplaced,
// the Position is left out.
func (k *Kernel) sweptSurface(e ifc.Entity, unplaced bool) (surface, error) {
	frame, points, closed, err := k.sweptCurve(e)
	if err != nil {
		return nil, err
	}
	if unplaced {
		frame = vec.Identity
	}
	if e.Is("IfcSurfaceOfLinearExtrusion") {
		dir, _ := k.direction(e.Attr("ExtrudedDirection").Entity())
		x, y, z, ok := frameAbout(dir)
		if !ok {
			return nil, notRead(e, "direction that is zero")
		}
		across := vec.Affine{X: x, Y: y, Z: z, O: points[0]}
		flat, ok := across.Inverse()
		if !ok {
			return nil, notRead(e, "direction that is no number")
		}
		curve, length := make([]vec.V3, len(points)), 0.0
		for i, p := range points {
			curve[i] = flat.Point(p)
			curve[i].Z = 0
			if i > 0 {
				length += curve[i].Dist(curve[i-1])
			}
		}
		if !(length > 1e-9) {
			return nil, notRead(e, "direction along its own curve")
		}
		return &extruded{frame.Mul(across), lineChain{curve, closed}}, nil
	}
	o, z, err := k.axisOf(e)
	if err != nil {
		return nil, err
	}
	x, y, z, ok := frameAbout(z)
	if !ok {
		return nil, notRead(e, "axis without a direction")
	}
	own := vec.Affine{X: x, Y: y, Z: z, O: o}
	r := &revolved{round: round{frame.Mul(own), fineness(k.deflection)}}
	about, ok := own.Inverse()
	if !ok {
		return nil, notRead(e, "axis without a direction")
	}
	meridian := make([]vec.V3, len(points))
	for i, p := range points {
		q := about.Point(p)
		r.turned = append(r.turned, math.Atan2(q.Y, q.X))
		meridian[i] = vec.V3{X: q.XY().Len(), Y: q.Z}
	}
	r.meridian = lineChain{meridian, closed}
	return r, nil
}

// frameAbout gives axes of which the third is z made a unit vector.
func frameAbout(z vec.V3) (x, y, unit vec.V3, ok bool) {
	ref := vec.V3{X: 1}
	if math.Abs(z.X) > 0.6*z.Len() {
		ref = vec.V3{Y: 1}
	}
	return frame(z, true, ref, true)
}

// lineChain is a polyline in the XY plane whose parameter counts its lines.
type lineChain struct {
	points []vec.V3
	closed bool
}

func (c *lineChain) lines() int { return len(c.points) - 1 }

func (c *lineChain) at(u float64) vec.V3 {
	n := float64(c.lines())
	if c.closed {
		u -= n * math.Floor(u/n)
	}
	i := parts(u, 0, c.lines()-1)
	f := u - float64(i)
	return c.points[i].Add(c.points[i+1].Sub(c.points[i]).Mul(f))
}

// nearest returns the parameter of the point that is nearest to p, and how far it
// is. An open chain goes on straight beyond its ends.
func (c *lineChain) nearest(p vec.V3, near *float64) (u, far float64) {
	far = math.Inf(1)
	for i := range c.lines() {
		a := c.points[i]
		d := c.points[i+1].Sub(a)
		l := d.Dot(d)
		if l == 0 {
			continue
		}
		f := p.Sub(a).Dot(d) / l
		if c.closed || i > 0 {
			f = math.Max(f, 0)
		}
		if c.closed || i < c.lines()-1 {
			f = math.Min(f, 1)
		}
		x := a.Add(d.Mul(f)).Dist(p)
		closer := x < far-1e-9
		if near != nil && !closer && x < far+1e-7 {
			// As far as another: where the chain meets itself.
			closer = math.Abs(float64(i)+f-*near) < math.Abs(u-*near)
		}
		if closer {
			u, far = float64(i)+f, math.Min(far, x)
		}
	}
	return u, far
}

// extruded is a surface of linear extrusion along the Z axis of its frame: u counts
// the lines of its curve as seen from there, v is the distance in metres.
type extruded struct {
	frame vec.Affine
	curve lineChain
}

func (s *extruded) at(u, v float64) vec.V3 {
	return s.frame.Point(s.curve.at(u).Add(vec.V3{Z: v}))
}

func (s *extruded) locate(p vec.V3, near *vec.V2) (vec.V2, bool) {
	q := (&round{frame: s.frame}).local(p)
	var last *float64
	if near != nil {
		last = &near.X
	}
	u, far := s.curve.nearest(vec.V3{X: q.X, Y: q.Y}, last)
	return vec.V2{X: u, Y: q.Z}, far <= maxOff
}

func (s *extruded) period() vec.V2 {
	if s.curve.closed {
		return vec.V2{X: float64(s.curve.lines())}
	}
	return vec.V2{}
}

func (s *extruded) cell(_, _ vec.V2) vec.V2 {
	if s.curve.lines() == 1 {
		return vec.V2{X: math.Inf(1), Y: math.Inf(1)}
	}
	return vec.V2{X: 1, Y: math.Inf(1)}
}

func (s *extruded) pole(vec.V3) bool                 { return false }
func (s *extruded) end(bool) (float64, vec.V3, bool) { return 0, vec.V3{}, false }

// revolved is a surface of revolution: u is the angle in radians from the curve, v
// counts the lines of the curve.
type revolved struct {
	round
	meridian lineChain // distance from the axis, height along it
	turned   []float64 // angles of the curve's points about the axis
}

// startOf is the angle at which the curve stands at parameter v.
func (s *revolved) startOf(v float64) float64 {
	i := parts(math.Round(v), 0, len(s.turned)-1)
	for d := range len(s.turned) { // a point on the axis has no angle
		for _, j := range [2]int{i - d, i + d} {
			if j >= 0 && j < len(s.turned) && s.meridian.points[j].X > 1e-6 {
				return s.turned[j]
			}
		}
	}
	return 0
}

func (s *revolved) at(u, v float64) vec.V3 {
	m := s.meridian.at(v)
	sin, cos := math.Sincos(u + s.startOf(v))
	return s.frame.Point(vec.V3{X: m.X * cos, Y: m.X * sin, Z: m.Y})
}

func (s *revolved) locate(p vec.V3, near *vec.V2) (vec.V2, bool) {
	q := s.local(p)
	var last *float64
	if near != nil {
		last = &near.Y
	}
	v, far := s.meridian.nearest(vec.V3{X: q.XY().Len(), Y: q.Z}, last)
	u := math.Atan2(q.Y, q.X) - s.startOf(v)
	if near != nil && s.pole(p) {
		u = near.X
	}
	return vec.V2{X: u, Y: v}, far <= maxOff
}

func (s *revolved) period() vec.V2 {
	out := vec.V2{X: 2 * math.Pi}
	if s.meridian.closed {
		out.Y = float64(s.meridian.lines())
	}
	return out
}

func (s *revolved) cell(lo, hi vec.V2) vec.V2 {
	r := math.Max(s.meridian.at(lo.Y).X, s.meridian.at(hi.Y).X)
	for i, p := range s.meridian.points {
		if v := float64(i); v > lo.Y && v < hi.Y {
			r = math.Max(r, p.X)
		}
	}
	out := vec.V2{X: s.step(math.Max(r, 1e-6)), Y: 1}
	if s.meridian.lines() == 1 {
		out.Y = math.Inf(1)
	}
	return out
}

func (s *revolved) pole(p vec.V3) bool { return s.local(p).XY().Len() < 1e-6 }

func (s *revolved) end(upper bool) (float64, vec.V3, bool) {
	v := 0
	if upper {
		v = s.meridian.lines()
	}
	m := s.meridian.points[v]
	return float64(v), s.frame.Point(vec.V3{Z: m.Y}), m.X < 1e-6
}
