package geom

import (
	"math"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
)

// conic is a circle or an ellipse; its parameter is the angle from X, in radians,
// eccentric for an ellipse.
type conic struct {
	frame vec.Affine
	a, b  float64 // semi-axes along X and Y in metres
}

func (t *tracer) conic(e ifc.Entity) (c conic, err error) {
	frame, ok := t.k.axisPlacement(e.Attr("Position").Entity())
	if !ok {
		return c, notRead(e, "Position has no frame")
	}
	c.frame = frame
	if e.Is("IfcCircle") {
		r, _ := t.k.lengthOf(e, "Radius")
		c.a, c.b = r, r
	} else {
		c.a, _ = t.k.lengthOf(e, "SemiAxis1")
		c.b, _ = t.k.lengthOf(e, "SemiAxis2")
	}
	if !(c.a > least && c.b > least && c.a < 1e9 && c.b < 1e9) {
		return c, notRead(e, "radius that is not positive, or without end")
	}
	if c.a != c.b && math.Max(c.a, c.b) > 1e5 {
		return c, notRead(e, "ellipse that is too large")
	}
	return c, nil
}

// begin is the parameter where the whole conic starts: at the longer axis.
func (c *conic) begin() float64 {
	if c.b > c.a {
		return math.Pi / 2
	}
	return 0
}

func (c *conic) at(u float64) (p, d1, d2 vec.V3) {
	sin, cos := math.Sincos(u)
	x, y := c.frame.X, c.frame.Y
	r := x.Mul(c.a * cos).Add(y.Mul(c.b * sin))
	return c.frame.O.Add(r), x.Mul(-c.a * sin).Add(y.Mul(c.b * cos)), r.Neg()
}

// param is the parameter of a point, which need not lie on the conic, within -π
// and π.
func (c *conic) param(p vec.V3) float64 {
	d := p.Sub(c.frame.O)
	return math.Atan2(d.Dot(c.frame.Y)*c.a, d.Dot(c.frame.X)*c.b)
}

// arc makes a polyline of the part from u0 up to u1.
func (c *conic) arc(f fineness, u0, u1 float64) stretch {
	var s stretch
	var at []float64
	if c.a == c.b {
		s.radius = c.a
		n := f.chords(c.a, u1-u0)
		at = make([]float64, n+1)
		s.points = make([]vec.V3, n+1)
		for i := range at {
			at[i] = u0 + (u1-u0)*float64(i)/float64(n)
			s.points[i], _, _ = c.at(at[i])
		}
	} else {
		at, s.points = f.march(&smooth{at: c.at, first: u0, last: u1})
	}
	s.tangents = make([]vec.V3, len(at))
	for i, u := range at {
		_, d1, _ := c.at(u)
		s.tangents[i], _ = d1.Unit()
	}
	if u1-u0 >= 2*math.Pi {
		s.points[len(s.points)-1] = s.points[0]
	}
	return s
}

// whole makes a path of a part of a conic, turned round if against its sense.
func (t *tracer) whole(e ifc.Entity, c conic, u0, u1 float64, against bool) (*path, error) {
	s := c.arc(t.fine, u0, u1)
	if !t.spend(len(s.points)) {
		return nil, notRead(e, "too many points")
	}
	if against {
		s = s.reversed()
	}
	return &path{parts: []stretch{s}}, nil
}

// marched makes a path of a smooth curve.
func (t *tracer) marched(e ifc.Entity, c *smooth, against bool) (*path, error) {
	at, points := t.fine.march(c)
	if !t.spend(len(points)) || len(points) >= maxMarch {
		return nil, notRead(e, "too many points")
	}
	s := stretch{points: points, tangents: make([]vec.V3, len(at))}
	for i, u := range at {
		_, d1, _ := c.at(u)
		unit, ok := d1.Unit()
		if !ok { // a cusp: the chord's direction
			j := min(i, len(points)-2)
			unit, _ = points[j+1].Sub(points[j]).Unit()
		}
		s.tangents[i] = unit
	}
	if against {
		s = s.reversed()
	}
	return &path{parts: []stretch{s}}, nil
}

// trim is what Trim1 or Trim2 of a trimmed curve holds.
type trim struct {
	point            vec.V3
	param            float64 // as written
	isPoint, isParam bool
}

func (t *tracer) trim(v ifc.Value) (out trim) {
	for x := range v.Step().List() {
		if p := t.k.m.ValueOf(x).Entity(); p.Exists() {
			out.point, out.isPoint = t.k.point(p)
		} else if u, ok := t.k.m.Datum(x).Float(); ok {
			out.param, out.isParam = u, !math.IsNaN(u) && !math.IsInf(u, 0)
		}
	}
	return out
}

// trimmedCurve reads an IfcTrimmedCurve. Points are taken rather than parameters,
// unless these are said to be preferred. A trimmed curve of a trimmed curve cuts
// the innermost one anew.
func (t *tracer) trimmedCurve(e ifc.Entity, depth int) (*path, error) {
	basis := e.Attr("BasisCurve").Entity()
	for range maxDepth {
		if !basis.Is("IfcTrimmedCurve") {
			break
		}
		basis = basis.Attr("BasisCurve").Entity()
	}
	a, b := t.trim(e.Attr("Trim1")), t.trim(e.Attr("Trim2"))
	master, _ := e.Attr("MasterRepresentation").Enum()
	byPoints := a.isPoint && b.isPoint && master != "PARAMETER"
	if byPoints && a.point.Dist(b.point) < 2*t.k.precision {
		return nil, notRead(e, "ends are one point")
	}
	if !byPoints && !(a.isParam && b.isParam) {
		// Points that are said to be worth less than parameters, which are missing: all of
		// a conic, as IfcOpenShell has it.
		if basis.Is("IfcConic") {
			return t.path(basis, depth+1)
		}
		if !(a.isPoint && b.isPoint) {
			return nil, notRead(e, "trims are missing or of two kinds")
		}
		byPoints = true
	}
	forward := isTrue(e.Attr("SenseAgreement").Step())
	switch {
	case basis.Is("IfcConic"):
		return t.trimmedConic(e, basis, a, b, byPoints, forward)
	case basis.Is("IfcLine"):
		if byPoints {
			return t.straight(e, []vec.V3{a.point, b.point})
		}
		return t.linePart(basis, a.param, b.param)
	case basis.Is("IfcBSplineCurve"):
		return t.trimmedBspline(e, basis, a, b, byPoints, forward)
	case basis.Is("IfcSurfaceCurve"):
		return nil, notRead(e, "trimmed curve on a surface")
	}
	return t.trimmedChain(e, basis, a, b, byPoints, forward, depth)
}

func (t *tracer) trimmedConic(e, basis ifc.Entity, a, b trim, byPoints, forward bool) (*path, error) {
	c, err := t.conic(basis)
	if err != nil {
		return nil, err
	}
	if !forward {
		a, b = b, a
	}
	var u0, u1 float64
	if byPoints {
		u0, u1 = c.param(a.point), c.param(b.point)
	} else {
		u0, u1 = a.param*t.k.angle, b.param*t.k.angle
		if math.Abs(math.Remainder(u1-u0, 2*math.Pi)) < t.k.precision/(math.Pi*(c.a+c.b)) {
			from := c.begin()
			return t.whole(e, c, from, from+2*math.Pi, !forward)
		}
	}
	u0 = math.Mod(u0, 2*math.Pi)
	u1 = math.Mod(u1, 2*math.Pi)
	for u1 <= u0 {
		u1 += 2 * math.Pi
	}
	for u1-u0 > 2*math.Pi {
		u1 -= 2 * math.Pi
	}
	p, err := t.whole(e, c, u0, u1, !forward)
	if err == nil && byPoints {
		// The ends are where they are said to be, if that is near the conic.
		points := p.parts[0].points
		first, last := a.point, b.point
		if !forward {
			first, last = last, first
		}
		near := math.Max(0.01*c.a, t.k.joins())
		if points[0].Dist(first) < near && points[len(points)-1].Dist(last) < near {
			points[0], points[len(points)-1] = first, last
		}
	}
	return p, err
}

// linePart is the part of an IfcLine between two parameters, which count lengths
// of its vector.
func (t *tracer) linePart(e ifc.Entity, u0, u1 float64) (*path, error) {
	o, ok1 := t.k.point(e.Attr("Pnt").Entity())
	v := e.Attr("Dir").Entity()
	d, ok2 := t.k.direction(v.Attr("Orientation").Entity())
	d, ok3 := d.Unit()
	length, ok4 := t.k.lengthOf(v, "Magnitude")
	if !ok1 || !ok2 || !ok3 || !ok4 {
		return nil, notRead(e, "line without a point or a direction")
	}
	return t.straight(e, []vec.V3{o.Add(d.Mul(u0 * length)), o.Add(d.Mul(u1 * length))})
}

func (t *tracer) trimmedBspline(e, basis ifc.Entity, a, b trim, byPoints, forward bool) (*path, error) {
	s, err := t.bsplineOf(basis)
	if err != nil {
		return nil, err
	}
	from, to := s.domain()
	u0, u1 := a.param, b.param
	if byPoints {
		all := s.smooth(from, to)
		u0, u1 = all.nearest(a.point), all.nearest(b.point)
	}
	u0, u1 = math.Max(from, math.Min(u0, to)), math.Max(from, math.Min(u1, to))
	if !forward {
		u0, u1 = u1, u0
	}
	if u1 <= u0+leastStep { // past the seam of a closed curve
		if s.pointAt(from).Dist(s.pointAt(to)) > t.k.joins() || u1 == u0 && byPoints {
			return nil, notRead(e, "trims in the wrong order")
		}
		out := &path{}
		for _, r := range [][2]float64{{u0, to}, {from, u1}} {
			if r[1]-r[0] <= leastStep {
				continue
			}
			p, err := t.marched(e, s.smooth(r[0], r[1]), false)
			if err != nil {
				return nil, err
			}
			for _, x := range p.parts {
				out.join(x, t.k.joins())
			}
		}
		if len(out.parts) == 0 {
			return nil, notRead(e, "curve without length")
		}
		if !forward {
			out = out.reversed()
		}
		return out, nil
	}
	return t.marched(e, s.smooth(u0, u1), !forward)
}

func (b *bspline) pointAt(u float64) vec.V3 {
	p, _, _ := b.at(u)
	return p
}

// trimmedChain cuts a polyline or a composite curve: each line of a polyline and
// each segment of a composite curve counts 1.
func (t *tracer) trimmedChain(e, basis ifc.Entity, a, b trim, byPoints, forward bool, depth int) (*path, error) {
	var units []stretch
	switch {
	case basis.Is("IfcPolyline"):
		p, err := t.path(basis, depth+1)
		if err != nil {
			return nil, err
		}
		points := p.parts[0].points
		for i := range len(points) - 1 {
			units = append(units, stretch{points: points[i : i+2 : i+2]})
		}
	case basis.Is("IfcCompositeCurve") && !hasCurveSegments(basis):
		for s := range basis.Attr("Segments").Entities() {
			p, err := t.segment(s, depth+1)
			if err != nil {
				return nil, err
			}
			if len(p.parts) != 1 || p.parts[0].tangents == nil && len(p.parts[0].points) > 2 {
				return nil, notRead(e, "trimmed curve of a curve of curves")
			}
			units = append(units, p.parts[0])
		}
	default:
		return nil, notRead(e, "trimmed curve of a kind that is not understood")
	}
	u0, u1 := a.param, b.param
	if byPoints {
		u0, u1 = nearestOn(units, a.point), nearestOn(units, b.point)
	}
	n := float64(len(units))
	u0, u1 = math.Max(0, math.Min(u0, n)), math.Max(0, math.Min(u1, n))
	if !forward {
		u0, u1 = u1, u0
	}
	if !(u1 > u0) {
		return nil, notRead(e, "trims in the wrong order")
	}
	out := &path{}
	for i := range units {
		lo, hi := math.Max(u0-float64(i), 0), math.Min(u1-float64(i), 1)
		if hi > lo {
			out.join(units[i].part(lo, hi), t.k.joins())
		}
	}
	if len(out.parts) == 0 {
		return nil, notRead(e, "curve without length")
	}
	if !forward {
		out = out.reversed()
	}
	return out, nil
}

// part is the piece of a stretch between two fractions of it. Inner points stay;
// the ends are put on the chords.
func (s stretch) part(lo, hi float64) stretch {
	n := len(s.points) - 1
	at := func(x float64) (p, d vec.V3) {
		i := parts(x*float64(n), 0, n-1)
		f := x*float64(n) - float64(i)
		p = s.points[i].Mul(1 - f).Add(s.points[i+1].Mul(f))
		if s.tangents != nil {
			d, _ = s.tangents[i].Mul(1 - f).Add(s.tangents[i+1].Mul(f)).Unit()
		}
		return p, d
	}
	out := stretch{radius: s.radius}
	add := func(p, d vec.V3) {
		out.points = append(out.points, p)
		if s.tangents != nil {
			out.tangents = append(out.tangents, d)
		}
	}
	add(at(lo))
	for i := range s.points {
		if x := float64(i) / float64(n); x > lo+1e-9 && x < hi-1e-9 {
			add(at(x))
		}
	}
	add(at(hi))
	return out
}

// nearestOn is the parameter on a chain of stretches that is nearest to p.
func nearestOn(units []stretch, p vec.V3) float64 {
	best, at := math.Inf(1), 0.0
	for i := range units {
		points := units[i].points
		for j := range len(points) - 1 {
			d := points[j+1].Sub(points[j])
			f := math.Max(0, math.Min(p.Sub(points[j]).Dot(d)/math.Max(d.Dot(d), 1e-300), 1))
			if far := points[j].Add(d.Mul(f)).Dist(p); far < best-1e-9 {
				best, at = far, float64(i)+(float64(j)+f)/float64(len(points)-1)
			}
		}
	}
	return at
}
