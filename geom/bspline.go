package geom

import (
	"math"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
)

// bspline is a B-spline curve, clamped or not, rational if it has weights.
type bspline struct {
	degree  int
	points  []vec.V3
	weights []float64  // one a point, or none
	flat    []float64  // knots, each as often as it counts
	work    *basisWork // made when first needed
}

// maxDegree is the highest degree of a B-spline curve that is read, maxSpline the
// farthest that its control points may be from the origin, in metres: a curve as
// large as that has more points than can be wanted.
const (
	maxDegree = 25
	maxSpline = 1e7
)

// bsplineOf reads an IfcBSplineCurveWithKnots, rational or not, or one of the
// Bezier curves of IFC2X3.
func (t *tracer) bsplineOf(e ifc.Entity) (*bspline, error) {
	degree, _ := e.Attr("Degree").Step().Int()
	b := &bspline{degree: int(degree)}
	if degree < 1 || degree > maxDegree {
		return nil, notRead(e, "degree is out of range")
	}
	for p := range e.Attr("ControlPointsList").Entities() {
		at, ok := t.k.point(p)
		if !ok || !(math.Abs(at.X)+math.Abs(at.Y)+math.Abs(at.Z) < maxSpline) {
			return nil, notRead(e, "control point that is none, or too far off")
		}
		b.points = append(b.points, at)
	}
	if !t.spend(len(b.points)) {
		return nil, notRead(e, "too many points")
	}
	if a := e.Attr("WeightsData"); a.IsSet() {
		b.weights = numbers(a.Step())
		if len(b.weights) != len(b.points) {
			return nil, notRead(e, "weights are not one a control point")
		}
		for _, w := range b.weights {
			if !(w > 0) {
				return nil, notRead(e, "weight that is not positive")
			}
		}
	}
	switch {
	case e.Is("IfcBSplineCurveWithKnots"):
		knots := numbers(e.Attr("Knots").Step())
		times := integers(e.Attr("KnotMultiplicities").Step())
		if len(knots) != len(times) {
			return nil, notRead(e, "knots and multiplicities differ in number")
		}
		for i, u := range knots {
			if times[i] < 1 || int(times[i]) > b.degree+1 || i > 0 && !(u > knots[i-1]) {
				return nil, notRead(e, "knots do not ascend, or count too often")
			}
			for range times[i] {
				b.flat = append(b.flat, u)
			}
		}
	case e.Is("IfcBezierCurve"):
		// One or more spans of Bernstein polynomials that share their ends.
		spans := (len(b.points) - 1) / b.degree
		if spans < 1 || spans*b.degree != len(b.points)-1 {
			return nil, notRead(e, "number of control points does not fit the degree")
		}
		b.flat = append(b.flat, 0)
		for i := range spans + 1 {
			for range b.degree {
				b.flat = append(b.flat, float64(i))
			}
		}
		b.flat = append(b.flat, float64(spans))
	default:
		return nil, notRead(e, "B-spline without knots")
	}
	if len(b.points) <= b.degree || len(b.flat) != len(b.points)+b.degree+1 {
		return nil, notRead(e, "number of knots does not fit the control points")
	}
	if from, to := b.domain(); !(to-from > leastStep) {
		return nil, notRead(e, "knots leave no range")
	}
	return b, nil
}

// domain is the range of the parameter.
func (b *bspline) domain() (from, to float64) {
	return b.flat[b.degree], b.flat[len(b.points)]
}

// smooth returns the part of the curve between two parameters.
func (b *bspline) smooth(from, to float64) *smooth {
	return &smooth{at: b.at, first: from, last: to, knots: knotsWithin(b.flat, from, to), degree: b.degree}
}

// at evaluates the curve and its first two derivatives.
func (b *bspline) at(u float64) (p, d1, d2 vec.V3) {
	if b.work == nil {
		b.work = &basisWork{}
	}
	span := b.span(u)
	n := b.work.basis(b.flat, span, b.degree, u)
	var c [3]vec.V3 // of the curve times its weight, and derivatives
	var w [3]float64
	for j := range b.degree + 1 {
		i := span - b.degree + j
		weight := 1.0
		if b.weights != nil {
			weight = b.weights[i]
		}
		for k := range 3 {
			c[k] = c[k].Add(b.points[i].Mul(n[k][j] * weight))
			w[k] += n[k][j] * weight
		}
	}
	if b.weights == nil {
		return c[0], c[1], c[2]
	}
	p = c[0].Mul(1 / w[0])
	d1 = c[1].Sub(p.Mul(w[1])).Mul(1 / w[0])
	d2 = c[2].Sub(d1.Mul(2 * w[1])).Sub(p.Mul(w[2])).Mul(1 / w[0])
	return p, d1, d2
}

// span returns the index of the knot at which the span of u begins.
func (b *bspline) span(u float64) int {
	lo, hi := b.degree, len(b.points)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; u < b.flat[mid] {
			hi = mid
		} else {
			lo = mid
		}
	}
	for lo > b.degree && b.flat[lo] == b.flat[lo+1] { // at the very end
		lo--
	}
	return lo
}

// basisWork is the room that evaluating basis functions takes, kept from one point
// to the next.
type basisWork struct {
	left, right [maxDegree + 1]float64
	ndu         [maxDegree + 1][maxDegree + 1]float64
	out         [3][maxDegree + 1]float64
}

// basis evaluates the basis functions that do not vanish in a span, and their
// first two derivatives, after algorithm A2.3 of The NURBS Book.
// What it returns holds until the next call.
func (w *basisWork) basis(knots []float64, span, degree int, u float64) *[3][maxDegree + 1]float64 {
	left, right, ndu, out := &w.left, &w.right, &w.ndu, &w.out
	ndu[0][0] = 1
	out[1], out[2] = [maxDegree + 1]float64{}, [maxDegree + 1]float64{}
	for j := 1; j <= degree; j++ {
		left[j] = u - knots[span+1-j]
		right[j] = knots[span+j] - u
		saved := 0.0
		for r := range j {
			ndu[j][r] = right[r+1] + left[j-r]
			t := ndu[r][j-1] / ndu[j][r]
			ndu[r][j] = saved + right[r+1]*t
			saved = left[j-r] * t
		}
		ndu[j][j] = saved
	}
	for j := 0; j <= degree; j++ {
		out[0][j] = ndu[j][degree]
	}
	for r := 0; r <= degree; r++ {
		var a [2][3]float64 // of two derivatives
		a[0][0] = 1
		s1, s2 := 0, 1
		for k := 1; k <= min(2, degree); k++ {
			d := 0.0
			rk, pk := r-k, degree-k
			if r >= k {
				a[s2][0] = a[s1][0] / ndu[pk+1][rk]
				d = a[s2][0] * ndu[rk][pk]
			}
			from, to := 1, k-1
			if rk < -1 {
				from = -rk
			}
			if r-1 > pk {
				to = degree - r
			}
			for j := from; j <= to; j++ {
				a[s2][j] = (a[s1][j] - a[s1][j-1]) / ndu[pk+1][rk+j]
				d += a[s2][j] * ndu[rk+j][pk]
			}
			if r <= pk {
				a[s2][k] = -a[s1][k-1] / ndu[pk+1][r]
				d += a[s2][k] * ndu[r][pk]
			}
			out[k][r] = d
			s1, s2 = s2, s1
		}
	}
	factor := float64(degree)
	for k := 1; k <= min(2, degree); k++ {
		for j := 0; j <= degree; j++ {
			out[k][j] *= factor
		}
		factor *= float64(degree - k)
	}
	return out
}

// nearest finds the parameter of the point of the curve that is nearest to p, by
// sampling and then by sections. Near ends count first.
func (c *smooth) nearest(p vec.V3) float64 {
	spans := c.knots
	if len(spans) < 2 {
		spans = []float64{c.first, c.last}
	}
	best, at := c.point(c.first).Dist(p), c.first
	lo, hi := c.first, c.first
	const each = 16
	for i := range len(spans) - 1 {
		step := (spans[i+1] - spans[i]) / each
		for j := 1; j <= each; j++ {
			u := spans[i] + float64(j)*step
			if d := c.point(u).Dist(p); d < best-1e-12 {
				best, at, lo, hi = d, u, u-step, u+step
			}
		}
	}
	lo, hi = max(lo, c.first), min(hi, c.last)
	if lo == hi {
		hi = lo + (spans[1]-spans[0])/each
	}
	for range 60 {
		x, y := lo+(hi-lo)/3, hi-(hi-lo)/3
		if c.point(x).Dist(p) < c.point(y).Dist(p) {
			hi = y
		} else {
			lo = x
		}
	}
	if u := (lo + hi) / 2; c.point(u).Dist(p) < best-1e-9 {
		return u
	}
	return at
}

// basis is basisWork.basis with room of its own.
func basis(knots []float64, span, degree int, u float64) [3][maxDegree + 1]float64 {
	var w basisWork
	return *w.basis(knots, span, degree, u)
}
