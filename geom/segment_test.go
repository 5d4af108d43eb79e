package geom

import (
	"math"
	"testing"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"pgregory.net/rapid"
)

// The counts of chords are those of meshes that IfcOpenShell 0.8.5 made of
// extruded circles, arcs and ellipses with its default settings.
func TestChordsOfArcs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		radius, sweep float64
		want          int
	}{
		{.005, 2 * math.Pi, 26}, {.063, 2 * math.Pi, 26}, {.1, 2 * math.Pi, 32}, {.2, 2 * math.Pi, 45},
		{.25, 2 * math.Pi, 50}, {.5, 2 * math.Pi, 71}, {1, 2 * math.Pi, 100}, {2, 2 * math.Pi, 141},
		{5, 2 * math.Pi, 223}, {10, 2 * math.Pi, 315}, {50, 2 * math.Pi, 703},
		{.05, math.Pi, 13}, {.05, math.Pi / 2, 7}, {.02, math.Pi / 2, 7}, {1, math.Pi, 50}, {1, math.Pi / 2, 25},
		{1, .3, 5}, {5, .1, 4}, {.3, 2, 18}, {.1, math.Pi / 2, 8}, {.5, math.Pi / 2, 18}, {2, math.Pi / 2, 36},
		{1.2, 2 * math.Pi, 109}, {1.2, math.Pi / 2, 28}, {1, .001, 3},
	} {
		if got := fineness(DefaultDeflection).chords(c.radius, c.sweep); got != c.want {
			t.Errorf("radius %v sweep %v: %d chords, want %d", c.radius, c.sweep, got, c.want)
		}
	}
}

func TestChordsOfEllipses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b float64
		want int
	}{{.05, .02, 33}, {.5, .2, 57}, {1, .5, 87}, {3, 1, 131}} {
		k := conic{frame: vec.Identity, a: c.a, b: c.b}
		if got := len(k.arc(fineness(DefaultDeflection), 0, 2*math.Pi).points) - 1; got != c.want {
			t.Errorf("ellipse %v by %v: %d chords, want %d", c.a, c.b, got, c.want)
		}
	}
}

// No chord is farther from its curve than half the deflection, nor turns more
// than the angle.
func TestMarchKeepsItsLimits(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		k := conic{frame: vec.Identity, a: rapid.Float64Range(.01, 20).Draw(t, "a"), b: rapid.Float64Range(.01, 20).Draw(t, "b")}
		from := rapid.Float64Range(-7, 7).Draw(t, "from")
		sweep := rapid.Float64Range(.01, 2*math.Pi).Draw(t, "sweep")
		f := fineness(DefaultDeflection)
		c := &smooth{at: k.at, first: from, last: from + sweep}
		at, points := f.march(c)
		if at[0] != c.first || at[len(at)-1] != c.last {
			t.Fatalf("ends %v %v", at[0], at[len(at)-1])
		}
		for i := range len(at) - 1 {
			if at[i+1] <= at[i] {
				t.Fatalf("parameters do not ascend: %v", at)
			}
			chord, ok := points[i+1].Sub(points[i]).Unit()
			for j := 1; ok && j < 8; j++ {
				p := c.point(at[i] + (at[i+1]-at[i])*float64(j)/8)
				if far := p.Sub(points[i]).Cross(chord).Len(); far > f.kept()*1.01 {
					t.Fatalf("chord %d is %v away", i, far)
				}
			}
		}
	})
}

// A B-spline that is a straight line, or a point, is its two ends.
func TestMarchOfStraightSpline(t *testing.T) {
	t.Parallel()
	b := bspline{degree: 3, points: []vec.V3{{}, {X: 1}, {X: 2}, {X: 3}}, flat: []float64{0, 0, 0, 0, 1, 1, 1, 1}}
	if _, p := fineness(DefaultDeflection).march(b.smooth(0, 1)); len(p) != 2 {
		t.Errorf("line: %d points", len(p))
	}
	b.points = make([]vec.V3, 4)
	if _, p := fineness(DefaultDeflection).march(b.smooth(0, 1)); len(p) != 2 {
		t.Errorf("point: %d points", len(p))
	}
}

// A quarter circle as a rational B-spline lies on the circle, and its derivatives
// are those of differences.
func TestRationalSpline(t *testing.T) {
	t.Parallel()
	b := bspline{degree: 2, points: []vec.V3{{X: 1}, {X: 1, Y: 1}, {Y: 1}}, weights: []float64{1, math.Sqrt2 / 2, 1}, flat: []float64{0, 0, 0, 1, 1, 1}}
	for i := range 11 {
		u := float64(i) / 10
		p, d1, d2 := b.at(u)
		if math.Abs(p.Len()-1) > 1e-12 || math.Abs(p.Dot(d1)) > 1e-12 {
			t.Errorf("at %v: %v %v", u, p, d1)
		}
		if i == 0 || i == 10 {
			continue
		}
		const h = 1e-4
		a, _, _ := b.at(u - h)
		c, _, _ := b.at(u + h)
		if n := c.Sub(a).Mul(1 / (2 * h)); n.Dist(d1) > 1e-6 {
			t.Errorf("first derivative at %v: %v, by differences %v", u, d1, n)
		}
		if n := c.Add(a).Sub(p.Mul(2)).Mul(1 / (h * h)); n.Dist(d2) > 1e-5 {
			t.Errorf("second derivative at %v: %v, by differences %v", u, d2, n)
		}
	}
}
