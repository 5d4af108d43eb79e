package geom

import (
	"fmt"
	"math"
	"testing"

	"github.com/ifcmcq/ifcmcq/geom/mesh"
	"github.com/ifcmcq/ifcmcq/geom/vec"
	"pgregory.net/rapid"
)

const sweepRecords = `
#1=IFCCARTESIANPOINT((0.,0.,0.));
#2=IFCDIRECTION((0.,0.,1.));
#3=IFCDIRECTION((1.,0.,0.));
#4=IFCDIRECTION((0.,1.,0.));
#5=IFCAXIS2PLACEMENT3D(#1,#2,#3);
#6=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,.2,.4);
#7=IFCCIRCLEPROFILEDEF(.AREA.,$,$,.5);
#8=IFCCIRCLEPROFILEDEF(.AREA.,$,$,.2);
#9=IFCDIRECTION((.3,.4,1.));
#10=IFCEXTRUDEDAREASOLID(#6,#5,#2,3.);
#11=IFCEXTRUDEDAREASOLID(#6,$,#9,2.);
#12=IFCEXTRUDEDAREASOLID(#6,#5,#2,-3.);
#13=IFCEXTRUDEDAREASOLID(#6,#5,#99,3.);
#14=IFCEXTRUDEDAREASOLID(#99,#5,#2,3.);
#15=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,.1,.2);
#16=IFCEXTRUDEDAREASOLIDTAPERED(#6,#5,#2,3.,#15);
#17=IFCEXTRUDEDAREASOLIDTAPERED(#7,#5,#2,1.,#8);
#18=IFCEXTRUDEDAREASOLIDTAPERED(#6,#5,#2,1.,#8);
#19=IFCCIRCLEHOLLOWPROFILEDEF(.AREA.,$,$,.5,.1);
#20=IFCCARTESIANPOINT((1.1,0.,0.));
#21=IFCAXIS1PLACEMENT(#20,#4);
#22=IFCREVOLVEDAREASOLID(#6,#5,#21,1.5707963267948966);
#23=IFCREVOLVEDAREASOLID(#6,#5,#21,6.283185307179586);
#24=IFCREVOLVEDAREASOLID(#8,#5,#21,-1.);
#25=IFCREVOLVEDAREASOLID(#7,#5,#26,1.);
#26=IFCAXIS1PLACEMENT(#1,#4);
#27=IFCREVOLVEDAREASOLID(#6,#5,#21,0.);
#28=IFCEXTRUDEDAREASOLIDTAPERED(#19,#5,#2,1.,#6);
#30=IFCCARTESIANPOINT((0.,0.,2.));
#31=IFCCARTESIANPOINT((1.,0.,2.));
#32=IFCCARTESIANPOINT((1.,0.,0.));
#33=IFCPOLYLINE((#1,#30));
#34=IFCPOLYLINE((#1,#30,#31));
#35=IFCPOLYLINE((#1,#30,#31,#32,#1));
#36=IFCSWEPTDISKSOLID(#33,.1,$,$,$);
#37=IFCSWEPTDISKSOLID(#34,.1,.05,$,$);
#38=IFCSWEPTDISKSOLID(#35,.1,$,$,$);
#39=IFCSWEPTDISKSOLIDPOLYGONAL(#34,.1,$,$,$,.5);
#40=IFCSWEPTDISKSOLIDPOLYGONAL(#34,.1,$,$,$,1.5);
#41=IFCSWEPTDISKSOLIDPOLYGONAL(#35,.05,$,$,$,.25);
#42=IFCSWEPTDISKSOLID(#33,.1,.1,$,$);
#43=IFCPOLYLINE((#1,#30,#1));
#44=IFCSWEPTDISKSOLID(#43,.1,$,$,$);
#50=IFCPLANE(#5);
#51=IFCCARTESIANPOINT((2.,0.,0.));
#52=IFCCARTESIANPOINT((2.,1.,0.));
#53=IFCPOLYLINE((#1,#51,#52));
#54=IFCSURFACECURVESWEPTAREASOLID(#6,#5,#53,$,$,#50);
#55=IFCFIXEDREFERENCESWEPTAREASOLID(#6,#5,#53,$,$,#2);
#56=IFCFIXEDREFERENCESWEPTAREASOLID(#6,#5,#53,$,$,#3);
`

func solidOf(tb testing.TB, k *Kernel, id uint64) (*mesh.Mesh, vec.Box, error) {
	tb.Helper()
	f, err := k.item(k.m.ByID(id), 0)
	if err != nil {
		return nil, vec.Box{}, err
	}
	m, err := f.mesh(newMesher(k))
	b := vec.Empty()
	f.corners(&vec.Affine{X: vec.V3{X: 1}, Y: vec.V3{Y: 1}, Z: vec.V3{Z: 1}}, b.Add)
	return m, b, err
}

// ringArea is the area of a circle of n chords.
func ringArea(n int, r float64) float64 {
	return float64(n) / 2 * math.Sin(2*math.Pi/float64(n)) * r * r
}

func TestSweptSolids(t *testing.T) {
	t.Parallel()
	k := kernelOf(t, sweepRecords)
	pipe := ringArea(32, .1)
	for _, c := range []struct {
		id     uint64
		volume float64
		within float64 // relative
		lo, hi vec.V3
	}{
		{10, .24, 1e-9, vec.V3{X: -.1, Y: -.2}, vec.V3{X: .1, Y: .2, Z: 3}},
		{11, .16 / math.Sqrt(1.25), 1e-9, vec.V3{X: -.1, Y: -.2}, vec.V3{X: .1 + .6/math.Sqrt(1.25), Y: .2 + .8/math.Sqrt(1.25), Z: 2 / math.Sqrt(1.25)}},
		// a frustum of similar ends: h/3·(A + B + √AB)
		{16, .08 + .02 + .04, 1e-9, vec.V3{X: -.1, Y: -.2}, vec.V3{X: .1, Y: .2, Z: 3}},
		// a cone from .5 to .2, as IfcOpenShell 0.8.5 has it within a thousandth
		{17, math.Pi / 3 * (.25 + .04 + .1), 1e-2, vec.V3{X: -.5, Y: -.5}, vec.V3{X: .5, Y: .5, Z: 1}},
		{18, .1, .1, vec.V3{X: -.2, Y: -.2}, vec.V3{X: .2, Y: .2, Z: 1}},
		// Pappus, by the chords of the radii 1 and 1.2
		{22, .08 * 1.1 * math.Pi / 2, 1e-3, vec.V3{X: -.1, Y: -.2}, vec.V3{X: 1.1, Y: .2, Z: 1.2}},
		{23, .08 * 1.1 * 2 * math.Pi, 1e-3, vec.V3{X: -.1, Y: -.2, Z: -1.2}, vec.V3{X: 2.3, Y: .2, Z: 1.2}},
		{24, ringArea(45, .2) * 1.1, 2e-3, vec.V3{X: -.2, Y: -.2, Z: -1.3 * math.Sin(1)}, vec.V3{X: 1.1 - .9*math.Cos(1), Y: .2, Z: 0}},
		{36, pipe * 2, 1e-9, vec.V3{X: -.1, Y: -.1}, vec.V3{X: .1, Y: .1, Z: 2}},
		{37, math.Pi * (.01 - .0025) * 3, 1e-2, vec.V3{X: -.1, Y: -.1}, vec.V3{X: 1, Y: .1, Z: 2.1}},
		{38, math.Pi * .01 * 6, 1e-2, vec.V3{X: -.1, Y: -.1, Z: -.1}, vec.V3{X: 1.1, Y: .1, Z: 2.1}},
		// a fillet takes .5·(2 − π/2) from the length of 3
		{39, math.Pi * .01 * (2 + math.Pi/4), 1e-2, vec.V3{X: -.1, Y: -.1}, vec.V3{X: 1, Y: .1, Z: 2.1}},
		{41, math.Pi * .0025 * (6 - 4*.25*(2-math.Pi/2)), 1.5e-2, vec.V3{X: -.05, Y: -.05, Z: -.05}, vec.V3{X: 1.05, Y: .05, Z: 2.05}},
		// X of the section stands up, Y lies to the left
		{54, .08 * 3, 1e-9, vec.V3{Y: -.2, Z: -.1}, vec.V3{X: 2.2, Y: 1, Z: .1}},
		{55, .08 * 3, 1e-9, vec.V3{Y: -.2, Z: -.1}, vec.V3{X: 2.2, Y: 1, Z: .1}},
	} {
		m, b, err := solidOf(t, k, c.id)
		if err != nil {
			t.Errorf("#%d: %v", c.id, err)
			continue
		}
		if v := m.Volume(); math.Abs(v-c.volume) > c.within*c.volume || !m.Closed() {
			t.Errorf("#%d: volume %v, want %v; closed %v", c.id, v, c.volume, m.Closed())
		}
		if b.Lo.Dist(c.lo) > 1e-3 || b.Hi.Dist(c.hi) > 1e-3 {
			t.Errorf("#%d: box %v, want %v %v", c.id, b, c.lo, c.hi)
		}
	}
	for _, id := range []uint64{12, 13, 14, 25, 27, 28, 40, 42, 44, 56} {
		if _, b, err := solidOf(t, k, id); err == nil {
			t.Errorf("#%d: no error but %v", id, b)
		}
	}
}

// A tube along any polyline that does not turn back is closed, holds about its
// length times its section if its legs are long, and is the same when moved.
func TestTubesAreClosed(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		points := []vec.V3{{}}
		along := vec.V3{X: 1}
		total := 0.0
		for i := range rapid.IntRange(1, 6).Draw(rt, "legs") {
			d := vec.V3{X: rapid.Float64Range(-1, 1).Draw(rt, "x"), Y: rapid.Float64Range(-1, 1).Draw(rt, "y"), Z: rapid.Float64Range(-1, 1).Draw(rt, "z")}
			d, ok := d.Unit()
			if !ok || i > 0 && d.Dot(along) < -.5 {
				continue
			}
			along = d
			l := rapid.Float64Range(1, 3).Draw(rt, "length")
			total += l
			points = append(points, points[len(points)-1].Add(d.Mul(l)))
		}
		if len(points) < 2 {
			return
		}
		k := kernelOf(t, tube(points))
		m, _, err := solidOf(t, k, 1)
		if err != nil {
			rt.Fatal(err)
		}
		if want := math.Pi * .0009 * total; !m.Closed() || math.Abs(m.Volume()-want) > .05*want {
			rt.Fatalf("volume %v, want %v; closed %v", m.Volume(), want, m.Closed())
		}
	})
}

func tube(points []vec.V3) string {
	out, refs := "", ""
	for i, p := range points {
		out += fmt.Sprintf("#%d=IFCCARTESIANPOINT((%.9f,%.9f,%.9f));\n", i+10, p.X, p.Y, p.Z)
		refs += fmt.Sprintf(",#%d", i+10)
	}
	return out + "#2=IFCPOLYLINE((" + refs[1:] + "));\n#1=IFCSWEPTDISKSOLID(#2,.03,$,$,$);\n"
}

// Turning a rectangle makes what the theorem of Pappus says, at any angle, within
// what the chords leave out.
func TestRevolvedRectangle(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		angle := rapid.Float64Range(-6.28, 6.28).Draw(rt, "angle")
		far := rapid.Float64Range(.5, 20).Draw(rt, "far")
		if math.Abs(angle) < .01 {
			return
		}
		k := kernelOf(t, fmt.Sprintf("#1=IFCREVOLVEDAREASOLID(#2,$,#3,%.9f);\n#2=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,.4,.2);\n#3=IFCAXIS1PLACEMENT(#4,#5);\n#4=IFCCARTESIANPOINT((%.9f,0.,0.));\n#5=IFCDIRECTION((0.,1.,0.));\n", angle, far))
		m, _, err := solidOf(t, k, 1)
		if err != nil {
			rt.Fatal(err)
		}
		if want := .08 * far * math.Abs(angle); !m.Closed() || math.Abs(m.Volume()-want) > .01*want {
			rt.Fatalf("volume %v, want %v; closed %v", m.Volume(), want, m.Closed())
		}
	})
}
