package geom

import (
	"errors"
	"math"
	"testing"

	"github.com/ifcmcq/ifcmcq/geom/csg"
	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/internal/sharedtest"
	"github.com/ifcmcq/ifcmcq/step"
	"pgregory.net/rapid"
)

// block is a prism with a rectangular outline from lo to hi.
func block(lo, hi vec.V3) *prism {
	d := hi.Sub(lo)
	return &prism{profile: []outline{{outer: rectangle(d.X, d.Y)}}, frame: vec.Translation(lo), dir: vec.V3{Z: d.Z}}
}

func minus(a form, b ...form) form {
	for _, c := range b {
		a = newBoolean(difference, a, c)
	}
	return a
}

func below(z float64) *halfSpace { return &halfSpace{at: vec.V3{Z: z}, normal: vec.V3{Z: 1}} }
func above(z float64) *halfSpace { return &halfSpace{at: vec.V3{Z: z}, normal: vec.V3{Z: -1}} }

// within3 limits a half space to a counter-clockwise outline.
func within3(h *halfSpace, bound ...vec.V2) *halfSpace {
	c := *h
	c.bound, c.boundFrame = bound, vec.Identity
	return &c
}

// Boxes by hand; that none of them asks for a mesh is part of the test.
func TestBoxOfCuts(t *testing.T) {
	t.Parallel()
	host := block(vec.V3{}, vec.V3{X: 4, Y: 1, Z: 3})
	v := func(x, y, z float64) vec.V3 { return vec.V3{X: x, Y: y, Z: z} }
	whole := vec.Box{Hi: v(4, 1, 3)}
	roof := func(x, dir float64) *halfSpace { // falls by one each metre from the height of 3 at x
		n, _ := v(dir, 0, 1).Unit()
		return &halfSpace{at: v(x, 0, 3), normal: n.Neg()}
	}
	l := []vec.V2{{X: -1, Y: -1}, {X: 5, Y: -1}, {X: 5, Y: 2}, {X: 3, Y: 2}, {X: 3, Y: .5}, {X: -1, Y: .5}} // not convex
	cases := []struct {
		name string
		form form
		want vec.Box
	}{
		{"top off", minus(host, above(2)), vec.Box{Hi: v(4, 1, 2)}},
		{"bottom off", minus(host, below(1)), vec.Box{Lo: v(0, 0, 1), Hi: v(4, 1, 3)}},
		{"both off", minus(host, below(1), above(2)), vec.Box{Lo: v(0, 0, 1), Hi: v(4, 1, 2)}},
		{"less than is heeded", minus(host, above(2.9999)), whole},
		{"all, from beyond", minus(host, below(5)), whole},
		{"all, flush", minus(host, below(3)), vec.Empty()},
		{"beyond", minus(host, above(5)), whole},
		{"gable", minus(host, roof(2, 1), roof(2, -1)), whole},
		{"one slope", minus(host, roof(1, 1)), whole},
		{"slope that takes the top", minus(host, roof(-1, 1)), vec.Box{Hi: v(2, 1, 2)}},
		{"bounded within", minus(host, within3(above(2), vec.V2{X: 1, Y: -1}, vec.V2{X: 2, Y: -1}, vec.V2{X: 2, Y: 2}, vec.V2{X: 1, Y: 2})), whole},
		{"bounded all over", minus(host, within3(above(2), vec.V2{X: -1, Y: -1}, vec.V2{X: 5, Y: -1}, vec.V2{X: 5, Y: 2}, vec.V2{X: -1, Y: 2})), vec.Box{Hi: v(4, 1, 2)}},
		{"bounded flush", minus(host, within3(above(2), vec.V2{}, vec.V2{X: 4}, vec.V2{X: 4, Y: 1}, vec.V2{Y: 1})), vec.Box{Hi: v(4, 1, 2)}},
		{"bound that is not convex", minus(host, within3(above(-1), l...)), vec.Box{Lo: v(0, .5, 0), Hi: v(3, 1, 3)}},
		{"two that make one", minus(host, block(v(-1, -1, -1), v(2, 2, 1)), block(v(2, -1, -1), v(5, 2, 1))), vec.Box{Lo: v(0, 0, 1), Hi: v(4, 1, 3)}},
		{"two with a gap", minus(host, block(v(-1, -1, -1), v(2, 2, 1)), block(v(2.1, -1, -1), v(5, 2, 1))), whole},
		{"end off, flush", minus(host, block(v(3, 0, 0), v(4, 1, 3))), vec.Box{Hi: v(3, 1, 3)}},
		{"hole through", minus(host, block(v(1, -1, 1), v(2, 2, 2))), whole},
		{"swallowed", minus(host, block(v(-1, -1, -1), v(5, 2, 4))), whole},
		{"swallowed, flush", minus(host, block(v(0, 0, 0), v(4, 1, 3))), vec.Empty()},
		{"an end on every side", minus(host, &halfSpace{at: v(1, 0, 0), normal: v(1, 0, 0)}, &halfSpace{at: v(3, 0, 0), normal: v(-1, 0, 0)},
			&halfSpace{at: v(0, .25, 0), normal: v(0, 1, 0)}, &halfSpace{at: v(0, .75, 0), normal: v(0, -1, 0)}, below(1), above(2)), vec.Box{Lo: v(1, .25, 1), Hi: v(3, .75, 2)}},
		{"union", newBoolean(union, host, block(v(3, 0, 0), v(6, 1, 1))), vec.Box{Hi: v(6, 1, 3)}},
		{"union less", minus(newBoolean(union, host, block(v(3, 0, 0), v(6, 1, 1))), above(2)), vec.Box{Hi: v(6, 1, 2)}},
		{"intersection", newBoolean(intersection, host, block(v(3, -1, 1), v(6, .5, 9))), vec.Box{Lo: v(3, 0, 1), Hi: v(4, .5, 3)}},
		{"intersection of what is apart", newBoolean(intersection, host, block(v(5, 0, 0), v(6, 1, 1))), vec.Empty()},
		{"intersection that is flush", newBoolean(intersection, host, block(v(1, 0, 0), v(2, 1, 1))), vec.Box{Lo: v(1, 0, 0), Hi: v(2, 1, 1)}},
		{"intersection that touches", newBoolean(intersection, host, block(v(4, 0, 0), v(6, 1, 1))), vec.Empty()},
		{"moved", newPlaced(minus(host, above(2)), vec.Translation(v(1e6, 0, 0))), vec.Box{Lo: v(1e6, 0, 0), Hi: v(1e6+4, 1, 2)}},
		{"mirrored", newPlaced(minus(host, above(2)), vec.Affine{X: v(1, 0, 0), Y: v(0, 1, 0), Z: v(0, 0, -1)}), vec.Box{Lo: v(0, 0, -2), Hi: v(4, 1, 0)}},
	}
	for _, c := range cases {
		got, err := boxOf(c.form, vec.Identity, nil, nil)
		if err != nil || !sameBox(got, c.want, 1e-6) {
			t.Errorf("%s: %v, want %v; %v", c.name, got, c.want, err)
		}
	}
	// Openings are cut together. If they leave nothing they do not count, unless
	// they are flush with the host.
	opening := func(f form) []cutForm { return []cutForm{{f, vec.Identity}} }
	if got, err := boxOf(host, vec.Identity, nil, opening(block(v(-1, -1, -1), v(5, 2, 4)))); err != nil || !sameBox(got, whole, 0) {
		t.Errorf("an opening that takes all: %v %v", got, err)
	}
	if got, err := boxOf(host, vec.Identity, nil, opening(block(v(0, 0, 0), v(4, 1, 3)))); err != nil || !got.IsEmpty() {
		t.Errorf("an opening that takes all, flush: %v %v", got, err)
	}
	if got, err := boxOf(minus(host, above(2)), vec.Identity, nil, opening(block(v(3, 0, 0), v(4, 1, 3)))); err != nil || !sameBox(got, vec.Box{Hi: v(3, 1, 2)}, 1e-6) {
		t.Errorf("an opening at the end of what is clipped: %v %v", got, err)
	}
	// A cutter that is not understood as convex pieces settles nothing but when it is
	// away from the sides.
	odd := newBoolean(intersection, block(v(1, -1, 1), v(2, 2, 2)), block(v(1, -1, 1), v(2, 2, 2)))
	if got, err := boxOf(host, vec.Identity, nil, opening(odd)); err != nil || !sameBox(got, whole, 0) {
		t.Errorf("odd opening: %v %v", got, err)
	}
	odd = newBoolean(intersection, block(v(-1, -1, 1), v(5, 2, 4)), block(v(-1, -1, 1), v(5, 2, 4)))
	if _, err := boxOf(host, vec.Identity, nil, opening(odd)); !errors.Is(err, errUnproven) {
		t.Errorf("odd opening at the top: %v", err)
	}
}

func sameBox(a, b vec.Box, within float64) bool {
	if a.IsEmpty() || b.IsEmpty() {
		return a.IsEmpty() && b.IsEmpty()
	}
	return a.Lo.Dist(b.Lo) <= within && a.Hi.Dist(b.Hi) <= within
}

// A box that is proven without a mesh is the box of the mesh.
func TestBoxIsThatOfTheMesh(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		grid := rapid.IntRange(-2, 6) // so that faces meet often
		some := func(name string) *prism {
			var lo, size [3]float64
			for i := range lo {
				lo[i] = float64(grid.Draw(t, name)) / 2
				size[i] = float64(rapid.IntRange(1, 6).Draw(t, name+" size")) / 2
			}
			a := vec.V3{X: lo[0], Y: lo[1], Z: lo[2]}
			return block(a, a.Add(vec.V3{X: size[0], Y: size[1], Z: size[2]}))
		}
		turn := rapid.SampledFrom([]vec.V2{{X: 1}, {Y: 1}, {X: -1}, {X: .6, Y: .8}}).Draw(t, "turn")
		cos, sin := turn.X, turn.Y
		ell := func(at vec.V3, dir vec.V3) *prism { // not convex, leaning, turned
			return &prism{
				profile: []outline{{outer: []vec.V2{{}, {X: 2}, {X: 2, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 2}, {Y: 2}}}},
				frame:   vec.Affine{X: vec.V3{X: cos, Y: sin}, Y: vec.V3{X: -sin, Y: cos}, Z: vec.V3{Z: 1}, O: at},
				dir:     dir,
			}
		}
		var f form = block(vec.V3{}, vec.V3{X: 2, Y: 2, Z: 2})
		if rapid.Bool().Draw(t, "ell") {
			f = ell(vec.V3{}, vec.V3{Z: 2})
		}
		for range rapid.IntRange(1, 3).Draw(t, "cutters") {
			if rapid.Bool().Draw(t, "plane") {
				n := vec.V3{
					X: float64(rapid.IntRange(-2, 2).Draw(t, "x")),
					Y: float64(rapid.IntRange(-2, 2).Draw(t, "y")),
					Z: float64(rapid.IntRange(-2, 2).Draw(t, "z")),
				}
				n, ok := n.Unit()
				if !ok {
					continue
				}
				h := &halfSpace{at: vec.V3{X: 1, Y: 1, Z: 1}.Add(n.Mul(float64(rapid.IntRange(-2, 2).Draw(t, "far")) / 4)), normal: n}
				if rapid.Bool().Draw(t, "bound") {
					p := ell(vec.V3{X: float64(grid.Draw(t, "bx")) / 2, Y: float64(grid.Draw(t, "by")) / 2}, vec.V3{})
					h.bound, h.boundFrame = p.profile[0].outer, p.frame
				}
				f = minus(f, h)
				continue
			}
			if rapid.Bool().Draw(t, "other") {
				f = minus(f, ell(vec.V3{X: float64(grid.Draw(t, "ox")) / 2, Y: float64(grid.Draw(t, "oy")) / 2, Z: float64(grid.Draw(t, "oz")) / 2},
					vec.V3{X: float64(rapid.IntRange(0, 1).Draw(t, "lean")), Z: float64(rapid.IntRange(1, 3).Draw(t, "high"))}))
				continue
			}
			f = minus(f, some("cutter"))
		}
		got, err := boxOf(f, vec.Identity, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		k := &Kernel{deflection: DefaultDeflection, precision: defaultPrecision}
		m, err := (&shape{form: f, world: vec.Identity}).mesh(k)
		if err != nil {
			t.Fatal(err)
		}
		want := m.Box()
		if sameBox(got, want, 1e-4) {
			return
		}
		// The mesh rounds its vertices, and where faces meet askew it keeps films that
		// the box does not count: nothing else may lie outside.
		if !got.IsEmpty() && (!want.Grow(1e-4).Contains(got.Lo) || !want.Grow(1e-4).Contains(got.Hi)) {
			t.Fatalf("%v is more than the mesh has: %v", got, want)
		}
		rest := m
		if got.IsEmpty() {
			got = vec.Box{}
		}
		volume := rest.Volume()
		for _, side := range []halfSpace{
			{at: got.Lo, normal: vec.V3{X: -1}}, {at: got.Lo, normal: vec.V3{Y: -1}}, {at: got.Lo, normal: vec.V3{Z: -1}},
			{at: got.Hi, normal: vec.V3{X: 1}}, {at: got.Hi, normal: vec.V3{Y: 1}}, {at: got.Hi, normal: vec.V3{Z: 1}},
		} {
			if rest, err = csg.Clip(rest, side.at.Add(side.normal.Mul(1e-4)), side.normal, nil); err != nil {
				t.Skip(err)
			}
		}
		if volume-rest.Volume() > 1e-6 {
			t.Fatalf("%v, the mesh has %v", got, want)
		}
	})
}

// Values of IfcOpenShell 0.8.5.
func TestHalfSpaceFile(t *testing.T) {
	t.Parallel()
	m, err := ifc.Open(sharedtest.Small(t, "geo-half-space-cases.ifc"), step.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	k := New(m, Options{})
	for id, top := range map[uint64]float64{100: 1, 200: 2, 300: 2} {
		b, err := k.Box(m.ByID(id))
		if err != nil || b.Lo.Z != 0 || math.Abs(b.Hi.Z-top) > 1e-9 {
			t.Errorf("#%d: %v %v", id, b, err)
		}
	}
}

func TestBooleansRead(t *testing.T) {
	t.Parallel()
	parts := "#501=IFCBLOCK(#3,4.,1.,3.);#510=IFCPLANE(#511);#511=IFCAXIS2PLACEMENT3D(#512,$,$);#512=IFCCARTESIANPOINT((0.,0.,2.));"
	bound := "#520=IFCPOLYLINE((#521,#522,#523,#524));#521=IFCCARTESIANPOINT((-1.,-1.));#522=IFCCARTESIANPOINT((-1.,2.));#523=IFCCARTESIANPOINT((5.,2.));#524=IFCCARTESIANPOINT((5.,-1.));"
	cases := []struct {
		records string
		top     float64 // 0: no shape
	}{
		{"#502=IFCHALFSPACESOLID(#510,.F.);#500=IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,#501,#502);", 2},
		{"#502=IFCBOXEDHALFSPACE(#510,.F.,$);#500=IFCBOOLEANRESULT(.DIFFERENCE.,#501,#502);", 2},
		{"#502=IFCHALFSPACESOLID(#510,.F.);#500=IFCBOOLEANRESULT(.INTERSECTION.,#501,#502);", 3},
		{"#502=IFCHALFSPACESOLID(#510,.F.);#500=IFCBOOLEANRESULT(.UNION.,#502,#501);", 3},
		{"#502=IFCHALFSPACESOLID(#510,.F.);#500=IFCBOOLEANRESULT(.DIFFERENCE.,#502,#501);", 0},
		// The outline is open and clockwise.
		{bound + "#502=IFCPOLYGONALBOUNDEDHALFSPACE(#510,.F.,#3,#520);#500=IFCBOOLEANRESULT(.DIFFERENCE.,#501,#502);", 2},
		{"#502=IFCSPHERE(#3,-1.);#500=IFCBOOLEANRESULT(.DIFFERENCE.,#501,#502);", 0},
		{"#500=IFCBOOLEANRESULT(.DIFFERENCE.,#501,$);", 0},
		{"#500=IFCBOOLEANRESULT(.DIFFERENCE.,#500,#501);", 0},
	}
	for _, c := range cases {
		k, wall := wallOf(t, parts+c.records)
		b, err := k.Box(wall)
		if (err != nil) != (c.top == 0) || err == nil && math.Abs(b.Hi.Z-c.top) > 1e-9 {
			t.Errorf("%s: %v %v", c.records, b, err)
		}
	}
}

// TestManySides cuts the top off a wall within a bound of few and of many sides: each is
// a plane to clip by.
func TestManySides(t *testing.T) {
	t.Parallel()
	for _, sides := range []int{8, 20_000} {
		var bound []vec.V2
		for i := range sides {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(sides))
			bound = append(bound, vec.V2{X: 20 * cos, Y: 20 * sin})
		}
		cut := &halfSpace{at: vec.V3{Z: 2}, normal: vec.V3{Z: -1}, bound: bound, boundFrame: vec.Identity}
		s := &shape{form: newBoolean(difference, cuboid(0, 0, 0, 4, 1, 3), cut), world: vec.Identity}
		b, err := s.box(nil)
		if want := (vec.V3{X: 4, Y: 1, Z: 2}); err != nil || b.Hi.Sub(want).Len() > 1e-6 || b.Lo.Len() > 1e-6 {
			t.Errorf("%d sides: %v, %v", sides, b, err)
		}
	}
}
