package geom

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// clothoidSeries sums the power series of the clothoid with constant a: the
// integrals of cos and sin of s²/2a², term by term.
func clothoidSeries(a, s float64) vec.V2 {
	q := s * s / (2 * a * a)
	var p vec.V2
	term := s
	for n := range 40 {
		value := term / float64(2*n+1)
		switch n % 4 {
		case 0:
			p.X += value
		case 1:
			p.Y += value
		case 2:
			p.X -= value
		case 3:
			p.Y -= value
		}
		term *= q / float64(n+1)
	}
	return p
}

func TestClothoidAgreesWithItsSeries(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Float64Range(20, 1000).Draw(t, "a")
		to := a * rapid.Float64Range(0.01, 2.5).Draw(t, "to")
		s := to * rapid.Float64Range(0, 1.2).Draw(t, "share")
		c := newSpiral(func(s float64) float64 { return s * s / (2 * a * a) }, 0, to)
		p, d := c.at(s)
		if want := clothoidSeries(a, s); p.Dist(want) > 1e-9*a {
			t.Fatalf("%v, by the series %v", p, want)
		}
		if math.Abs(d.Len()-1) > 1e-12 {
			t.Fatalf("speed %v", d.Len())
		}
	})
}

func TestSpiralsBeginAnywhere(t *testing.T) {
	t.Parallel()
	// A piece from -80 to -10 is as long and turns as far as its mirror image.
	heading := func(s float64) float64 { return s * s / (2 * 60 * 60) }
	c := newSpiral(heading, -80, -10)
	a, _ := c.at(-80)
	b, _ := c.at(-10)
	want := clothoidSeries(60, 80).Sub(clothoidSeries(60, 10))
	if got := b.Sub(a); got.Dist(vec.V2{X: want.X, Y: want.Y}) > 1e-10 {
		t.Errorf("%v, not %v", got, want)
	}
}

func TestSpiralsOfNonsenseEnd(t *testing.T) {
	t.Parallel()
	for _, h := range []func(float64) float64{
		func(s float64) float64 { return math.NaN() },
		func(s float64) float64 { return math.Inf(1) },
		func(s float64) float64 { return 1e30 * s * s },
	} {
		newSpiral(h, 0, 1e9).at(5e11)
	}
}

func TestPowerCurveIsParametrisedByLength(t *testing.T) {
	t.Parallel()
	// y = x² from 0 to 1: √5/2 + ln(2+√5)/4 long.
	c := &powerCurve{x: []float64{0, 1}, y: []float64{0, 0, 1}}
	if got, want := c.arc(1), math.Sqrt(5)/2+math.Log(2+math.Sqrt(5))/4; math.Abs(got-want) > 1e-12 {
		t.Errorf("length %v, not %v", got, want)
	}
	for _, at := range []float64{-2, 0, 0.5, 1, 3} {
		if got, err := c.param(c.arc(at)); err != nil || math.Abs(got-at) > 1e-9 {
			t.Errorf("parameter %v %v, not %v", got, err, at)
		}
	}
	if _, err := (&powerCurve{x: []float64{1}}).param(1); err == nil {
		t.Error("a point has a length")
	}
	p, d := c.at(3)
	if p != (vec.V2{X: 3, Y: 9}) || d != (vec.V2{X: 1, Y: 6}) {
		t.Error(p, d)
	}
}
