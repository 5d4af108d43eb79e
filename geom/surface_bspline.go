package geom

import (
	"math"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/step"
)

// patch is a B-spline surface, rational if it has weights.
type patch struct {
	degree  [2]int
	count   [2]int
	points  []vec.V3  // count[1] in a row of equal u
	weights []float64 // one a point, or none
	flat    [2][]float64
	closed  [2]bool // the surface ends where it starts
	kept    float64 // metres that a chord may be off
	polesV  [2]*vec.V3
	coarse  []station2 // samples, to start from
}

type station2 struct {
	uv vec.V2
	p  vec.V3
}

// maxNet bounds the control points of a surface.
const maxNet = 1 << 20

// bsplineSurface reads an IfcBSplineSurfaceWithKnots.
func (k *Kernel) bsplineSurface(e ifc.Entity) (surface, error) {
	s := &patch{kept: fineness(k.deflection).kept()}
	u, _ := e.Attr("UDegree").Step().Int()
	v, _ := e.Attr("VDegree").Step().Int()
	if u < 1 || v < 1 || u > maxDegree || v > maxDegree {
		return nil, notRead(e, "degree is out of range")
	}
	s.degree = [2]int{int(u), int(v)}
	for row := range e.Attr("ControlPointsList").Step().List() {
		n := 0
		for p := range k.m.ValueOf(row).Entities() {
			q, ok := k.point(p)
			if !ok || !q.Finite() {
				return nil, notRead(e, "control point that is none")
			}
			s.points = append(s.points, q)
			n++
		}
		if s.count[0]++; s.count[0] > 1 && n != s.count[1] || len(s.points) > maxNet {
			return nil, notRead(e, "control points that are no grid")
		}
		s.count[1] = n
	}
	if w := e.Attr("WeightsData"); w.IsSet() {
		for row := range w.Step().List() {
			s.weights = append(s.weights, numbers(row)...)
		}
		if len(s.weights) != len(s.points) {
			return nil, notRead(e, "weights are not one a control point")
		}
		for _, w := range s.weights {
			if !(w > 0) || math.IsInf(w, 0) {
				return nil, notRead(e, "weight that is not positive")
			}
		}
	}
	for i, names := range [2][2]string{{"UKnots", "UMultiplicities"}, {"VKnots", "VMultiplicities"}} {
		flat, ok := flatKnots(e.Attr(names[0]).Step(), e.Attr(names[1]).Step(), s.degree[i])
		if !ok || s.count[i] <= s.degree[i] || len(flat) != s.count[i]+s.degree[i]+1 {
			return nil, notRead(e, "knots do not fit the control points")
		}
		s.flat[i] = flat
		if lo, hi := s.domain(i); !(hi-lo > leastStep) {
			return nil, notRead(e, "knots leave no range")
		}
	}
	s.prepare()
	return s, nil
}

func flatKnots(values, times step.Value, degree int) ([]float64, bool) {
	knots, counts := numbers(values), integers(times)
	if len(knots) != len(counts) {
		return nil, false
	}
	var out []float64
	for i, u := range knots {
		if counts[i] < 1 || int(counts[i]) > degree+1 || i > 0 && !(u > knots[i-1]) {
			return nil, false
		}
		for range counts[i] {
			out = append(out, u)
		}
	}
	return out, true
}

func (s *patch) domain(i int) (lo, hi float64) {
	return s.flat[i][s.degree[i]], s.flat[i][s.count[i]]
}

// prepare samples the surface and finds out where it meets itself.
func (s *patch) prepare() {
	u0, u1 := s.domain(0)
	v0, v1 := s.domain(1)
	const same = 1e-6 // metres
	s.closed = [2]bool{true, true}
	const n = 8
	var lower, upper [n + 1]vec.V3
	flatLow, flatHigh := true, true
	for i := 0; i <= n; i++ {
		f := float64(i) / n
		u, v := u0+(u1-u0)*f, v0+(v1-v0)*f
		if s.at(u0, v).Dist(s.at(u1, v)) > same {
			s.closed[0] = false
		}
		lower[i], upper[i] = s.at(u, v0), s.at(u, v1)
		if lower[i].Dist(upper[i]) > same {
			s.closed[1] = false
		}
		flatLow = flatLow && lower[i].Dist(lower[0]) <= same
		flatHigh = flatHigh && upper[i].Dist(upper[0]) <= same
	}
	if flatLow {
		s.polesV[0] = &lower[0]
	}
	if flatHigh {
		s.polesV[1] = &upper[0]
	}
	nu, nv := min(4*(s.count[0]-s.degree[0])+4, 48), min(4*(s.count[1]-s.degree[1])+4, 48)
	for i := 0; i <= nu; i++ {
		for j := 0; j <= nv; j++ {
			q := vec.V2{X: u0 + (u1-u0)*float64(i)/float64(nu), Y: v0 + (v1-v0)*float64(j)/float64(nv)}
			s.coarse = append(s.coarse, station2{q, s.at(q.X, q.Y)})
		}
	}
}

// inRange moves a parameter into the domain.
func (s *patch) inRange(i int, x float64) float64 {
	lo, hi := s.domain(i)
	if s.closed[i] && (x < lo || x > hi) {
		x -= (hi - lo) * math.Floor((x-lo)/(hi-lo))
	}
	return math.Max(lo, math.Min(x, hi))
}

func (s *patch) at(u, v float64) vec.V3 {
	p, _, _ := s.eval(u, v)
	return p
}

// eval gives the point and its derivatives by u and v.
func (s *patch) eval(u, v float64) (p, du, dv vec.V3) {
	u, v = s.inRange(0, u), s.inRange(1, v)
	su := (&bspline{degree: s.degree[0], points: s.points[:s.count[0]], flat: s.flat[0]}).span(u)
	sv := (&bspline{degree: s.degree[1], points: s.points[:s.count[1]], flat: s.flat[1]}).span(v)
	bu, bv := basis(s.flat[0], su, s.degree[0], u), basis(s.flat[1], sv, s.degree[1], v)
	var c [3]vec.V3
	var w [3]float64
	for i := range s.degree[0] + 1 {
		row := (su - s.degree[0] + i) * s.count[1]
		for j := range s.degree[1] + 1 {
			at := row + sv - s.degree[1] + j
			weight := 1.0
			if s.weights != nil {
				weight = s.weights[at]
			}
			for k, b := range [3]float64{bu[0][i] * bv[0][j], bu[1][i] * bv[0][j], bu[0][i] * bv[1][j]} {
				c[k] = c[k].Add(s.points[at].Mul(b * weight))
				w[k] += b * weight
			}
		}
	}
	p = c[0].Mul(1 / w[0])
	return p, c[1].Sub(p.Mul(w[1])).Mul(1 / w[0]), c[2].Sub(p.Mul(w[2])).Mul(1 / w[0])
}

// locate goes downhill, from near first, then from the nearest of the samples.
func (s *patch) locate(p vec.V3, near *vec.V2) (vec.V2, bool) {
	best, least := vec.V2{}, math.Inf(1)
	if near != nil {
		start := *near
		if s.pole(p) {
			// Of a pole only v is defined.
			lo, hi := s.domain(1)
			if s.polesV[0] != nil && s.polesV[0].Dist(p) < 1e-6 {
				return vec.V2{X: start.X, Y: lo}, true
			}
			return vec.V2{X: start.X, Y: hi}, true
		}
		if best, least = s.descend(p, start); least < 1e-5 {
			return best, true
		}
	}
	start := vec.V2{}
	closest := math.Inf(1)
	for _, c := range s.coarse {
		d := c.p.Dist(p)
		if near != nil {
			d += 1e-9 * c.uv.Sub(*near).Len()
		}
		if d < closest {
			closest, start = d, c.uv
		}
	}
	if q, d := s.descend(p, start); d < least {
		best, least = q, d
	}
	return best, least <= maxOff
}

// descend looks for the nearest point to p from start on, by Gauss and Newton.
func (s *patch) descend(p vec.V3, start vec.V2) (vec.V2, float64) {
	q := vec.V2{X: s.inRange(0, start.X), Y: s.inRange(1, start.Y)}
	far := s.at(q.X, q.Y).Dist(p)
	u0, u1 := s.domain(0)
	v0, v1 := s.domain(1)
	for range 40 {
		o, du, dv := s.eval(q.X, q.Y)
		r := p.Sub(o)
		a, b, c := du.Dot(du), du.Dot(dv), dv.Dot(dv)
		x, y := r.Dot(du), r.Dot(dv)
		damp := 1e-12 * (a + c)
		det := (a+damp)*(c+damp) - b*b
		if !(det > 0) {
			break
		}
		step := vec.V2{X: ((c+damp)*x - b*y) / det, Y: ((a+damp)*y - b*x) / det}
		moved := false
		for range 12 {
			next := vec.V2{X: s.inRange(0, q.X+step.X), Y: s.inRange(1, q.Y+step.Y)}
			if d := s.at(next.X, next.Y).Dist(p); d < far {
				q, far, moved = next, d, true
				break
			}
			step = step.Mul(0.5)
		}
		if !moved || math.Abs(step.X) < 1e-12*(u1-u0) && math.Abs(step.Y) < 1e-12*(v1-v0) {
			break
		}
	}
	return q, far
}

func (s *patch) period() vec.V2 {
	var out vec.V2
	if lo, hi := s.domain(0); s.closed[0] {
		out.X = hi - lo
	}
	if lo, hi := s.domain(1); s.closed[1] {
		out.Y = hi - lo
	}
	return out
}

// cell measures how far chords are off, along a few lines in each direction.
func (s *patch) cell(lo, hi vec.V2) vec.V2 {
	const lines, chords = 5, 48
	measure := func(extent float64, at func(along, across float64) vec.V3) float64 {
		if !(extent > 0) {
			return 1
		}
		h := extent / chords
		off := 0.0
		turn := 0.0
		for i := range lines {
			across := float64(i) / (lines - 1)
			a, b := at(0, across), at(1.0/chords, across)
			for j := 2; j <= chords; j++ {
				c := at(float64(j)/chords, across)
				off = math.Max(off, b.Dist(a.Add(c).Mul(0.5)))
				x, y := b.Sub(a), c.Sub(b)
				if l := x.Len() * y.Len(); l > 0 {
					turn = math.Max(turn, math.Atan2(x.Cross(y).Len(), x.Dot(y)))
				}
				a, b = b, c
			}
		}
		// A chord of twice h is off by that; it grows with the square.
		step := math.Inf(1)
		if off > 1e-9 {
			step = 2 * h * math.Sqrt(s.kept/off)
		}
		if turn > 1e-6 {
			step = math.Min(step, h*2*maxTurn/turn)
		}
		return math.Max(step, extent/400)
	}
	d := hi.Sub(lo)
	out := vec.V2{
		X: measure(d.X, func(x, y float64) vec.V3 { return s.at(lo.X+d.X*x, lo.Y+d.Y*y) }),
		Y: measure(d.Y, func(y, x float64) vec.V3 { return s.at(lo.X+d.X*x, lo.Y+d.Y*y) }),
	}
	// Straight one way, it may still be twisted: then both ways are divided.
	switch {
	case math.IsInf(out.X, 0) && !math.IsInf(out.Y, 0):
		out.X = d.X / s.twist(d.Y, func(along, across float64) vec.V3 { return s.at(lo.X+d.X*across, lo.Y+along) })
	case math.IsInf(out.Y, 0) && !math.IsInf(out.X, 0):
		out.Y = d.Y / s.twist(d.X, func(along, across float64) vec.V3 { return s.at(lo.X+along, lo.Y+d.Y*across) })
	case math.IsInf(out.X, 0):
		a, b := s.at(lo.X, lo.Y), s.at(hi.X, hi.Y)
		c, e := s.at(hi.X, lo.Y), s.at(lo.X, hi.Y)
		if a.Add(b).Dist(c.Add(e)) > 4*s.kept {
			out = vec.V2{X: d.X / 16, Y: d.Y / 16}
		}
	}
	return out
}

// twist returns into how many parts a ruled surface is divided across: as many as
// its normal turns along a line by what an arc may turn in a chord; 0 if it does
// not turn by more than that.
func (s *patch) twist(extent float64, at func(along, across float64) vec.V3) float64 {
	const places = 16
	most := 0.0
	for i := range places {
		from, to := extent*float64(i)/places, extent*float64(i+1)/places
		a, b := at(from, 0), at(from, 1)
		rule := b.Sub(a)
		x, y := at(to, 0).Sub(a).Cross(rule), at(to, 1).Sub(b).Cross(rule)
		if l := x.Len() * y.Len(); l > 0 {
			most = math.Max(most, math.Atan2(x.Cross(y).Len(), x.Dot(y)))
		}
	}
	if most <= maxTurn {
		return 0
	}
	return math.Ceil(most / maxTurn)
}

func (s *patch) pole(p vec.V3) bool {
	for _, q := range s.polesV {
		if q != nil && q.Dist(p) < 1e-6 {
			return true
		}
	}
	return false
}

func (s *patch) end(upper bool) (float64, vec.V3, bool) {
	lo, hi := s.domain(1)
	if upper {
		if s.polesV[1] == nil {
			return 0, vec.V3{}, false
		}
		return hi, *s.polesV[1], true
	}
	if s.polesV[0] == nil {
		return 0, vec.V3{}, false
	}
	return lo, *s.polesV[0], true
}
