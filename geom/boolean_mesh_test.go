package geom

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/ifcmcq/ifcmcq/geom/csg"
	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// cuboid is a prism along Z.
func cuboid(x0, y0, z0, x1, y1, z1 float64) *prism {
	p := func(x, y float64) vec.V2 { return vec.V2{X: x, Y: y} }
	return &prism{
		profile: []outline{{outer: []vec.V2{p(x0, y0), p(x1, y0), p(x1, y1), p(x0, y1)}}},
		frame:   vec.Translation(vec.V3{Z: z0}),
		dir:     vec.V3{Z: z1 - z0},
	}
}

// TestBooleanMeshes has volumes worked out by hand; the rules for cuts that take
// little or all are those of IfcOpenShell 0.8.5.
func TestBooleanMeshes(t *testing.T) {
	t.Parallel()
	unit := cuboid(0, 0, 0, 1, 1, 1)
	bound := []vec.V2{{X: 0, Y: 0}, {X: .5, Y: 0}, {X: .5, Y: 2}, {X: 0, Y: 2}}
	bounded := func(z float64) *halfSpace {
		return &halfSpace{at: vec.V3{Z: z}, normal: vec.V3{Z: -1}, bound: bound, boundFrame: vec.Identity}
	}
	far := bounded(.5)
	far.boundFrame = vec.Translation(vec.V3{Z: 150})
	for _, c := range []struct {
		name   string
		form   form
		volume float64
	}{
		{"clip the top", minus(unit, above(.75)), .75},
		{"clip the bottom", minus(unit, below(.25)), .75},
		{"clip both", minus(unit, above(.75), below(.25)), .5},
		{"slanting", minus(unit, &halfSpace{at: vec.V3{X: .5, Z: .5}, normal: vec.V3{X: -math.Sqrt2 / 2, Z: -math.Sqrt2 / 2}}), .5},
		{"0.1 mm is too little to cut", minus(unit, above(.9999)), 1},
		{"0.3 mm is enough", minus(unit, above(.9997)), .9997},
		{"0.1 mm of what is left", minus(unit, above(.75), above(.7499)), .7499},
		{"all, from beyond: not heeded", minus(unit, above(-.5)), 1},
		{"all, flush: nothing is left", minus(unit, above(0)), 0},
		{"all, by two cuts: the second is not heeded", minus(unit, above(.5), below(.6)), .5},
		{"bounded", minus(unit, bounded(.5)), .75},
		{"bounded and plain", minus(unit, bounded(.5), above(.75)), .625},
		{"bound 150 m away", minus(unit, far), 1},
		{"swallowed without touching", minus(unit, cuboid(-1, -1, -1, 2, 2, 2)), 1},
		{"swallowed flush", minus(unit, cuboid(0, -1, -1, 2, 2, 2)), 0},
		{"nested", minus(unit, minus(cuboid(.25, .25, -1, .75, .75, 2), above(.5))), 1 - .125},
		{"union", newBoolean(union, unit, cuboid(.5, 0, 0, 1.5, 1, 1)), 1.5},
		{"intersection", newBoolean(intersection, unit, cuboid(.5, 0, 0, 1.5, 1, 1)), .5},
		{"intersection of nothing", newBoolean(intersection, unit, cuboid(2, 0, 0, 3, 1, 1)), 0},
		{"two solids, each cut", minus(group{unit, cuboid(2, 0, 0, 3, 1, 1)}, cuboid(-1, -1, .5, 4, 2, 2)), 1},
		{"mirrored", newPlaced(minus(unit, above(.75)), vec.Affine{X: vec.V3{X: -1}, Y: vec.V3{Y: 1}, Z: vec.V3{Z: 1}}), .75},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := newMesher(nil)
			out, err := c.form.mesh(m)
			if err != nil {
				t.Fatal(err)
			}
			if v := out.Volume(); math.Abs(v-c.volume) > 1e-6 {
				t.Errorf("volume is %v, want %v", v, c.volume)
			}
			if len(out.Triangles) > 0 && !out.Closed() {
				t.Error("is not closed")
			}
			if len(m.uncut) > 0 {
				t.Error(m.uncut)
			}
		})
	}
}

func TestOpenings(t *testing.T) {
	t.Parallel()
	wall := cuboid(0, 0, 0, 5, .3, 3)
	window := cut{cuboid(1, 0, 1, 2, .3, 2)}
	for _, c := range []struct {
		name   string
		form   form
		cuts   []cut
		volume float64
		notes  int
	}{
		{"none", wall, nil, 4.5, 0},
		{"one", wall, []cut{window}, 4.2, 0},
		{"two of a kind", wall, []cut{window, window}, 4.2, 0},
		{"of several solids", group{wall, cuboid(0, .3, 0, 5, .4, 3)}, []cut{{cuboid(1, -1, 1, 2, 1, 2)}}, 5.6, 0},
		{"all, without touching", wall, []cut{{cuboid(-1, -1, -1, 6, 6, 6)}}, 4.5, 0},
		{"all, flush: nothing is left", wall, []cut{{cuboid(0, 0, 0, 5, .3, 3)}}, 0, 0},
		{"all of one part, flush", group{wall, cuboid(1, .3, 1, 2, .4, 2)}, []cut{{cuboid(1, 0, 1, 2, .4, 2)}}, 4.2, 0},
		{"not closed", wall, []cut{window, {&prism{profile: []outline{{outer: []vec.V2{{X: 3}, {X: 4}}, open: true}}, frame: vec.Identity, dir: vec.V3{Z: 1}}}}, 4.2, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := newMesher(nil)
			out, err := (&shape{form: c.form, cuts: c.cuts}).cutMesh(m)
			if err != nil {
				t.Fatal(err)
			}
			if v := out.Volume(); math.Abs(v-c.volume) > 1e-9 {
				t.Errorf("volume is %v, want %v", v, c.volume)
			}
			if len(m.uncut) != c.notes {
				t.Error(m.uncut)
			}
		})
	}
}

// TestChainIsItsParts clips one after the other and all at once.
func TestChainIsItsParts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		half := func() form {
			c := func() float64 { return float64(rapid.IntRange(-4, 4).Draw(t, "c")) / 4 }
			n, ok := vec.V3{X: c(), Y: c(), Z: c()}.Unit()
			if !ok {
				n = vec.V3{Z: 1}
			}
			return &halfSpace{at: vec.V3{X: .5 + c()/3, Y: .5 + c()/3, Z: .5 + c()/3}, normal: n}
		}
		var cuts []form
		for range rapid.IntRange(1, 5).Draw(t, "cuts") {
			cuts = append(cuts, half())
		}
		unit := cuboid(0, 0, 0, 1, 1, 1)
		m := newMesher(nil)
		host, err := unit.mesh(m)
		if err != nil {
			t.Fatal(err)
		}
		all, err := m.chain(host, cuts)
		if err != nil {
			t.Fatal(err)
		}
		one, err := m.oneByOne(host, cuts)
		if err != nil {
			t.Fatal(err)
		}
		// What reaches less than 0.2 mm into what others have left is not cut by the
		// latter.
		if math.Abs(all.Volume()-one.Volume()) > 1e-3 {
			t.Fatalf("volumes %v and %v", all.Volume(), one.Volume())
		}
	})
}

// TestUncut shows a wall uncut, and says so, whose opening is too large to cut; what is
// farther away than any place on earth has no shape.
func TestUncut(t *testing.T) {
	t.Parallel()
	records := func(a, b string) string {
		return `#500=IFCBOOLEANRESULT(.DIFFERENCE.,#501,#502);
#501=IFCEXTRUDEDAREASOLID(#503,$,#12,3.);#503=IFCRECTANGLEPROFILEDEF(.AREA.,$,#504,` + a + `);
#504=IFCAXIS2PLACEMENT2D(#505,$);#505=IFCCARTESIANPOINT((0.,0.));
#502=IFCBLOCK(#3,` + b + `);`
	}
	for _, c := range []struct {
		name, a, b string
		volume     float64
		why        string
	}{
		{"cut", "4.,1.", "2.,1.,3.", 9, ""},
		{"too large", "4.,1.", "1.E9,1.E9,3.", 12, "shows uncut: " + csg.ErrSizes.Error()},
		{"far", "4.E8,1.", "2.,1.,3.", 0, errBeyond.Error()},
	} {
		k, wall := wallOf(t, records(c.a, c.b))
		m, err := k.Mesh(wall)
		if got := fmt.Sprint(err); c.why != "" && got != c.why || c.why == "" && err != nil {
			t.Errorf("%s: %q, want %q", c.name, got, c.why)
		}
		if (m != nil) != (c.volume > 0) || m != nil && math.Abs(m.Volume()-c.volume) > 1e-9 {
			t.Errorf("%s: mesh %v, want volume %v", c.name, m, c.volume)
		}
	}
}
