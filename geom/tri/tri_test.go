package tri

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/ifcmcq/ifcmcq/geom/vec"
)

func v(x, y float64) vec.V2 { return vec.V2{X: x, Y: y} }

// ring is a regular polygon.
func ring(n int, r, x, y float64) []vec.V2 {
	out := make([]vec.V2, n)
	for i := range out {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		out[i] = v(x+r*c, y+r*s)
	}
	return out
}

func reversed(p []vec.V2) []vec.V2 {
	out := make([]vec.V2, len(p))
	for i, q := range p {
		out[len(p)-1-i] = q
	}
	return out
}

// check reports what is wrong with a triangulation: every edge of the loops must
// belong to one triangle in its direction, every other edge to as many one way as
// the other, and the areas must add up, none of them negative.
func check(t interface{ Errorf(string, ...any) }, outer []vec.V2, holes [][]vec.V2, out [][3]int32) {
	points := append([]vec.V2(nil), outer...)
	balance := map[[2]int32]int{}
	edge := func(a, b int32, by int) {
		if a > b {
			a, b, by = b, a, -by
		}
		balance[[2]int32{a, b}] += by
	}
	loop := func(base, n int, back bool) {
		for i := range n {
			a, b := int32(base+i), int32(base+(i+1)%n)
			if back {
				a, b = b, a
			}
			edge(a, b, -1)
		}
	}
	want := area(outer)
	turned := want < 0
	loop(0, len(outer), false)
	for _, h := range holes {
		if len(h) < 3 {
			continue
		}
		back := area(h) > 0 != turned
		loop(len(points), len(h), back)
		points = append(points, h...)
		if turned {
			want += math.Abs(area(h))
		} else {
			want -= math.Abs(area(h))
		}
	}
	have, size := 0.0, 0.0
	for _, c := range out {
		for i := range 3 {
			edge(c[i], c[(i+1)%3], 1)
		}
		a := points[c[1]].Sub(points[c[0]]).Cross(points[c[2]].Sub(points[c[0]]))
		have += a
		size += math.Abs(a)
	}
	for e, n := range balance {
		if n != 0 {
			t.Errorf("edge %v is off by %d", e, n)
		}
	}
	if limit := 1e-9 * math.Abs(want); math.Abs(have-want) > limit || math.Abs(size-math.Abs(want)) > limit {
		t.Errorf("areas add up to %v, their magnitudes to %v, want %v", have, size, want)
	}
}

func TestPolygon(t *testing.T) {
	t.Parallel()
	square := []vec.V2{v(0, 0), v(10, 0), v(10, 10), v(0, 10)}
	at := func(x, y, s float64) []vec.V2 { return []vec.V2{v(x, y), v(x, y+s), v(x+s, y+s), v(x+s, y)} }
	for _, c := range []struct {
		name  string
		outer []vec.V2
		holes [][]vec.V2
		n     int // triangles
	}{
		{"triangle", square[:3], nil, 1},
		{"square", square, nil, 2},
		{"square, clockwise", reversed(square), nil, 2},
		{"arrow: only one diagonal is inside", []vec.V2{v(0, 0), v(4, 4), v(0, 2), v(-4, 4)}, nil, 2},
		{"L", []vec.V2{v(0, 0), v(4, 0), v(4, 1), v(1, 1), v(1, 4), v(0, 4)}, nil, 4},
		{"points in a row", []vec.V2{v(0, 0), v(1, 0), v(2, 0), v(10, 0), v(10, 10), v(5, 10), v(0, 10), v(0, 5)}, nil, 6},
		{"a point twice", []vec.V2{v(0, 0), v(10, 0), v(10, 0), v(10, 10), v(0, 10)}, nil, 3},
		{"a spike", []vec.V2{v(0, 0), v(10, 0), v(10, 10), v(10, 20), v(10, 10), v(0, 10)}, nil, 4},
		{"ring", ring(64, 2, 0, 0), nil, 62},
		{"pipe", ring(64, 2, 0, 0), [][]vec.V2{ring(32, 1, 0, 0)}, 96},
		{"pipe, hole clockwise", ring(64, 2, 0, 0), [][]vec.V2{reversed(ring(32, 1, 0, 0))}, 96},
		{"pipe, outer clockwise", reversed(ring(64, 2, 0, 0)), [][]vec.V2{ring(32, 1, 0, 0)}, 96},
		{"four windows in a row", square, [][]vec.V2{at(1, 4, 1), at(3, 4, 1), at(5, 4, 1), at(7, 4, 1)}, 4 + 16 + 6},
		{"windows above each other", square, [][]vec.V2{at(4, 1, 1), at(4, 3, 1), at(4, 5, 1), at(4, 7, 1)}, 26},
		{"hole that touches the outline in a corner", square, [][]vec.V2{{v(0, 0), v(2, 5), v(5, 2)}}, 7},
		{"holes that touch each other", square, [][]vec.V2{at(1, 1, 2), at(3, 3, 2)}, 14},
		{"a hole without area", square, [][]vec.V2{{v(1, 1), v(2, 2)}}, 2},
		{"comb", comb(50), nil, 4*50 - 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			out := Polygon(c.outer, c.holes)
			check(t, c.outer, c.holes, out)
			if len(out) != c.n {
				t.Errorf("%d triangles, want %d", len(out), c.n)
			}
		})
	}
}

// comb has n teeth, each of its points but the ends in a row with others.
func comb(n int) []vec.V2 {
	var out []vec.V2
	for i := range n {
		x := float64(2 * i)
		out = append(out, v(x, 0), v(x+1, 0))
	}
	for i := n - 1; i >= 0; i-- {
		x := float64(2 * i)
		out = append(out, v(x+1, 10), v(x, 1))
	}
	return out
}

func TestNothing(t *testing.T) {
	t.Parallel()
	nan, inf := math.NaN(), math.Inf(1)
	for _, p := range [][]vec.V2{nil, {v(0, 0), v(1, 1)}, {v(0, 0), v(1, nan), v(1, 1)}, {v(0, 0), v(inf, 0), v(1, 1)}} {
		if out := Polygon(p, nil); out != nil {
			t.Errorf("%v gives %v", p, out)
		}
	}
	if out := Face([]vec.V3{{}, {X: 1}}, [][]int32{{0, 1}}); out != nil {
		t.Errorf("a line gives %v", out)
	}
}

// TestStarWithHoles draws outlines that are seen whole from their middle, and
// holes in the middle of what is left.
func TestStarWithHoles(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 60).Draw(t, "n")
		outer := ring(n, 1, 0, 0)
		for i := range outer {
			outer[i] = outer[i].Mul(float64(rapid.IntRange(4, 12).Draw(t, "r")))
		}
		if rapid.Bool().Draw(t, "clockwise") {
			outer = reversed(outer)
		}
		var holes [][]vec.V2
		for k := range rapid.IntRange(0, 3).Draw(t, "holes") {
			x := []float64{-.6, 0, .6}[k]
			if n > 5 { // the inner circle of a triangle is small
				holes = append(holes, ring(rapid.IntRange(3, 20).Draw(t, "m"), .25, x, x/3))
			}
		}
		check(t, outer, holes, Polygon(outer, holes))
	})
}

// TestPipe triangulates what lies between rings with as many corners, wherever each
// begins and whichever way it goes round; where they turn far from each other the
// corners do not run side by side.
func TestPipe(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 60).Draw(t, "n")
		outer := ring(n, 1, 0, 0)
		hole := ring(n, rapid.Float64Range(.1, .45).Draw(t, "r"), rapid.Float64Range(-.04, .04).Draw(t, "x"), 0)
		turn := rapid.Float64Range(0, 1).Draw(t, "turn")
		sin, cos := math.Sincos(turn)
		for i, p := range hole {
			hole[i] = v(p.X*cos-p.Y*sin, p.X*sin+p.Y*cos)
		}
		k := rapid.IntRange(0, n-1).Draw(t, "start")
		hole = append(hole[k:len(hole):len(hole)], hole[:k]...)
		if rapid.Bool().Draw(t, "outer clockwise") {
			outer = reversed(outer)
		}
		if rapid.Bool().Draw(t, "hole clockwise") {
			hole = reversed(hole)
		}
		check(t, outer, [][]vec.V2{hole}, Polygon(outer, [][]vec.V2{hole}))
	})
}

// TestAnything triangulates loops that may cross themselves: it must end, and the
// edges must add up.
func TestAnything(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		loop := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) vec.V2 {
			return v(float64(rapid.IntRange(0, 5).Draw(t, "x")), float64(rapid.IntRange(0, 5).Draw(t, "y")))
		}), 3, 24)
		outer := loop.Draw(t, "outer")
		holes := rapid.SliceOfN(loop, 0, 2).Draw(t, "holes")
		edgesOnly(t, outer, holes, Polygon(outer, holes))
	})
}

func edgesOnly(t interface{ Fatalf(string, ...any) }, outer []vec.V2, holes [][]vec.V2, out [][3]int32) {
	balance := map[[2]int32]int{}
	for _, c := range out {
		for i := range 3 {
			if a, b := c[i], c[(i+1)%3]; a < b {
				balance[[2]int32{a, b}]++
			} else {
				balance[[2]int32{b, a}]--
			}
		}
	}
	base := 0
	for _, l := range append([][]vec.V2{outer}, holes...) {
		for i := range l {
			a, b := int32(base+i), int32(base+(i+1)%len(l))
			e := [2]int32{min(a, b), max(a, b)}
			if n := balance[e]; len(l) > 2 && n != 1 && n != -1 {
				t.Fatalf("edge %v is used %d times", e, n)
			}
			delete(balance, e)
		}
		base += len(l)
	}
	for e, n := range balance {
		if n != 0 {
			t.Fatalf("inner edge %v is off by %d", e, n)
		}
	}
}

func TestFaceKeepsItsSide(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		draw := func() vec.V3 {
			c := func() float64 { return float64(rapid.IntRange(-9, 9).Draw(t, "c")) }
			return vec.V3{X: c(), Y: c(), Z: c()}
		}
		u, w := draw(), draw()
		z, ok := u.Cross(w).Unit()
		if !ok {
			t.Skip("parallel")
		}
		x, _ := u.Unit()
		frame := vec.Affine{X: x, Y: z.Cross(x), Z: z, O: draw()}
		var points []vec.V3
		var outer, hole []int32
		for i, q := range ring(9, 3, 0, 0) {
			points, outer = append(points, frame.Point(q.In3())), append(outer, int32(i))
		}
		for i, q := range reversed(ring(5, 1, .3, .2)) {
			points, hole = append(points, frame.Point(q.In3())), append(hole, int32(9+i))
		}
		sum := vec.V3{}
		for _, c := range Face(points, [][]int32{outer, hole}) {
			n := points[c[1]].Sub(points[c[0]]).Cross(points[c[2]].Sub(points[c[0]]))
			if n.Dot(z) < -1e-9 {
				t.Fatal("a triangle is turned round")
			}
			sum = sum.Add(n)
		}
		if want := area(ring(9, 3, 0, 0)) - area(ring(5, 1, 0, 0)); math.Abs(sum.Dot(z)-want) > 1e-9 {
			t.Fatalf("area is %v, want %v", sum.Dot(z), want)
		}
	})
}

func rat(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

// near draws numbers whose last bits matter.
func near(t *rapid.T) float64 {
	return float64(rapid.IntRange(0, 4).Draw(t, "n")) + float64(rapid.IntRange(-2, 2).Draw(t, "e"))*0x1p-50
}

func TestOrient2DIsExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := v(near(t), near(t)), v(near(t), near(t)), v(near(t), near(t))
		d := func(x, y float64) *big.Rat { return new(big.Rat).Sub(rat(x), rat(y)) }
		l := new(big.Rat).Mul(d(a.X, c.X), d(b.Y, c.Y))
		r := new(big.Rat).Mul(d(a.Y, c.Y), d(b.X, c.X))
		if got, want := Orient2D(a, b, c), l.Cmp(r); got != want {
			t.Fatalf("Orient2D(%v, %v, %v) = %d, want %d", a, b, c, got, want)
		}
	})
}

func TestOrient3D(t *testing.T) {
	t.Parallel()
	a, b, c := vec.V3{}, vec.V3{X: 1}, vec.V3{Y: 1}
	if got := Orient3D(a, b, c, vec.V3{Z: -1}); got != 1 {
		t.Errorf("below: %d", got)
	}
	if got := Orient3D(a, b, c, vec.V3{X: 7, Y: 5, Z: 0x1p-60}); got != -1 {
		t.Errorf("a hair above: %d", got)
	}
	if got := Orient3D(a, b, c, vec.V3{X: .1, Y: .3}); got != 0 {
		t.Errorf("in the plane: %d", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		draw := func() vec.V3 { return vec.V3{X: near(t), Y: near(t), Z: near(t)} }
		a, b, c, d := draw(), draw(), draw(), draw()
		if got, want := Orient3D(a, b, c, d), orient3DExact(a, b, c, d); got != want {
			t.Fatalf("Orient3D = %d, want %d", got, want)
		}
		if Orient3D(b, a, c, d) != -Orient3D(a, b, c, d) {
			t.Fatal("turning round does not change the sign")
		}
	})
}

func FuzzPolygon(f *testing.F) {
	f.Add([]byte{0, 0, 9, 0, 9, 9, 0, 9, 255, 3, 3, 6, 3, 6, 6})
	f.Fuzz(func(t *testing.T, data []byte) {
		loops := [][]vec.V2{nil}
		for i := 0; i+1 < len(data) && i < 400; i += 2 {
			if data[i] == 255 {
				loops = append(loops, nil)
				i--
				continue
			}
			k := len(loops) - 1
			loops[k] = append(loops[k], v(float64(data[i]%16), float64(data[i+1]%16)))
		}
		if len(loops[0]) < 3 {
			return
		}
		edgesOnly(t, loops[0], loops[1:], Polygon(loops[0], loops[1:]))
	})
}

func BenchmarkPolygon(b *testing.B) {
	var holes [][]vec.V2
	for i := range 100 {
		holes = append(holes, ring(20, .4, float64(i%10)-4.5, float64(i/10)-4.5))
	}
	plate := []vec.V2{v(-6, -6), v(6, -6), v(6, 6), v(-6, 6)}
	for _, c := range []struct {
		name  string
		outer []vec.V2
		holes [][]vec.V2
	}{
		{"quad", plate, nil},
		{"L", []vec.V2{v(0, 0), v(4, 0), v(4, 1), v(1, 1), v(1, 4), v(0, 4)}, nil},
		{"ring", ring(1000, 1, 0, 0), nil},
		{"pipe", ring(32, 1, 0, 0), [][]vec.V2{ring(32, .9, 0, 0)}},
		{"comb", comb(1000), nil},
		{"sieve", plate, holes},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				Polygon(c.outer, c.holes)
			}
		})
	}
}
