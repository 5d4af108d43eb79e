package geom

import (
	"errors"
	"math"

	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// planeCurve is the parent curve of a curve segment, in its own plane. Where its
// Position puts it is of no matter: a segment is moved to where it begins.
type planeCurve interface {
	// at gives the point at a parameter and the derivative there.
	at(t float64) (p, d vec.V2)
	// param gives the parameter at a signed arc length in metres from parameter 0.
	param(s float64) (float64, error)
}

// unitSpeed is the parameter of curves that are parametrised by arc length.
type unitSpeed struct{}

func (unitSpeed) param(s float64) (float64, error) { return s, nil }

// lineCurve is a line along X.
type lineCurve struct{ unitSpeed }

func (lineCurve) at(s float64) (p, d vec.V2) { return vec.V2{X: s}, vec.V2{X: 1} }

// circleCurve is a circle, run through counter-clockwise from where X meets it.
type circleCurve struct {
	unitSpeed
	radius float64
}

func (c circleCurve) at(s float64) (p, d vec.V2) {
	sin, cos := math.Sincos(s / c.radius)
	return vec.V2{X: c.radius * cos, Y: c.radius * sin}, vec.V2{X: -sin, Y: cos}
}

// spiral is a curve whose heading is a function of its arc length. Points are
// integrals of the heading's cosine and sine: Fresnel's for the clothoid, none
// with a name for the others. They are summed once at nodes, so that a point
// costs one panel of quadrature wherever it is.
type spiral struct {
	unitSpeed
	heading func(s float64) float64 // radians
	from    float64
	step    float64
	nodes   []vec.V2 // at from, from+step, …
}

// Panels turn by no more than panelTurn radians, as long as there are no more
// than maxPanels. Eight points a panel then leave no error that a float64 shows.
// Beyond the ends, where nobody asks for much, there are fewer.
const (
	panelTurn = 0.5
	maxPanels = 4096
	outside   = 64
)

// newSpiral makes a spiral that will be asked for points from one arc length to
// another.
func newSpiral(heading func(float64) float64, from, to float64) *spiral {
	if to < from {
		from, to = to, from
	}
	turn, last := 0.0, heading(from)
	const probes = 64
	for i := 1; i <= probes; i++ {
		now := heading(from + (to-from)*float64(i)/probes)
		turn += math.Abs(now - last)
		last = now
	}
	n := 1
	if turn > panelTurn { // not for NaN
		n = parts(math.Ceil(turn/panelTurn), 1, maxPanels)
	}
	c := &spiral{heading: heading, from: from, step: (to - from) / float64(n), nodes: make([]vec.V2, n+1)}
	if !(c.step > 0) {
		c.step = 1
	}
	for i := range n {
		a := from + float64(i)*c.step
		c.nodes[i+1] = c.nodes[i].Add(c.panel(a, a+c.step))
	}
	return c
}

func (c *spiral) at(s float64) (p, d vec.V2) {
	i := parts((s-c.from)/c.step, 0, len(c.nodes)-1)
	a := c.from + float64(i)*c.step
	p = c.nodes[i]
	panels := parts(math.Ceil(math.Abs(s-a)/c.step), 1, outside)
	for j := range panels {
		p = p.Add(c.panel(a+(s-a)*float64(j)/float64(panels), a+(s-a)*float64(j+1)/float64(panels)))
	}
	sin, cos := math.Sincos(c.heading(s))
	return p, vec.V2{X: cos, Y: sin}
}

// panel integrates the direction from a to b.
func (c *spiral) panel(a, b float64) vec.V2 {
	half, mid := (b-a)/2, (a+b)/2
	var sum vec.V2
	for i, x := range gaussNodes {
		for _, s := range [2]float64{mid - half*x, mid + half*x} {
			sin, cos := math.Sincos(c.heading(s))
			sum = sum.Add(vec.V2{X: cos, Y: sin}.Mul(gaussWeights[i]))
		}
	}
	return sum.Mul(half)
}

// Gauss–Legendre quadrature with eight points: Abramowitz and Stegun, table 25.4.
var (
	gaussNodes   = [4]float64{0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363}
	gaussWeights = [4]float64{0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763}
)

// powerCurve is a curve whose coordinates are polynomials of a parameter.
type powerCurve struct{ x, y []float64 } // coefficients of t⁰, t¹, …; metres

func (c *powerCurve) at(t float64) (p, d vec.V2) {
	p.X, d.X = horner(c.x, t)
	p.Y, d.Y = horner(c.y, t)
	return p, d
}

// horner evaluates a polynomial and its derivative.
func horner(c []float64, t float64) (value, slope float64) {
	for i := len(c) - 1; i >= 0; i-- {
		slope = slope*t + value
		value = value*t + c[i]
	}
	return value, slope
}

var errNoParameter = errors.New("no parameter belongs to that length along the polynomial curve")

// param finds by Newton's method where the arc length from 0 is s.
func (c *powerCurve) param(s float64) (float64, error) {
	_, d := c.at(0)
	if !(d.Len() > 0) {
		return 0, errNoParameter
	}
	t := s / d.Len()
	for range 50 {
		_, d := c.at(t)
		step := (c.arc(t) - s) / d.Len()
		if math.IsNaN(step) || math.IsInf(step, 0) {
			break
		}
		t -= step
		if math.Abs(step) <= 1e-11*(1+math.Abs(t)) {
			return t, nil
		}
	}
	return 0, errNoParameter
}

// arc is the signed arc length from parameter 0 to t.
func (c *powerCurve) arc(t float64) float64 {
	const panels = 16
	sum := 0.0
	half := t / panels / 2
	for j := range panels {
		mid := (2*float64(j) + 1) * half
		for i, x := range gaussNodes {
			for _, u := range [2]float64{mid - half*x, mid + half*x} {
				_, d := c.at(u)
				sum += d.Len() * gaussWeights[i]
			}
		}
	}
	return sum * half
}
