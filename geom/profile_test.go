package geom

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"pgregory.net/rapid"
)

// areaOf is the area of a profile; holes count less by going round the other way.
func areaOf(all []outline) float64 {
	sum := 0.0
	for i := range all {
		for _, l := range all[i].loops() {
			sum += area(l)
		}
	}
	return sum
}

func extent(all []outline) vec.Box {
	b := vec.Empty()
	for i := range all {
		all[i].each(func(p vec.V2) { b.Add(p.In3()) })
	}
	return b
}

// Areas in square metres are the volumes of extrusions by 1 m that IfcOpenShell
// 0.8.5 makes, but for those marked "hand", which it loses.
func TestParameterizedProfiles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		record string
		area   float64
		x, y   float64 // half the box
	}{
		{"IFCRECTANGLEPROFILEDEF(.AREA.,$,$,.4,.2)", .08, .2, .1},
		{"IFCROUNDEDRECTANGLEPROFILEDEF(.AREA.,$,$,.4,.2,.05)", .077788233, .2, .1},
		{"IFCRECTANGLEHOLLOWPROFILEDEF(.AREA.,$,$,.4,.2,.01,.02,.03)", .011157647, .2, .1},
		{"IFCRECTANGLEHOLLOWPROFILEDEF(.AREA.,$,$,.4,.2,.01,$,$)", .0116, .2, .1},
		{"IFCRECTANGLEHOLLOWPROFILEDEF(.AREA.,$,$,.4,.2,.1,$,$)", .08, .2, .1},
		{"IFCCIRCLEPROFILEDEF(.AREA.,$,$,.3)", .282128739, .3, .299878},
		{"IFCCIRCLEHOLLOWPROFILEDEF(.AREA.,$,$,.3,.02)", .0364044, .3, .299878},
		{"IFCELLIPSEPROFILEDEF(.AREA.,$,$,.5,.2)", .313469917, .5, .199988},
		{"IFCELLIPSEPROFILEDEF(.AREA.,$,$,.2,.5)", .313469917, .199988, .5},
		{"IFCTRAPEZIUMPROFILEDEF(.AREA.,$,$,2.,1.,1.,1.5)", 1.5, 1.25, .5},
		{"IFCTRAPEZIUMPROFILEDEF(.AREA.,$,$,2.,1.,1.,-.5)", 1.5, 1.25, .5},
		{"IFCISHAPEPROFILEDEF(.AREA.,$,$,.2,.4,.01,.02,$,$,$)", .0116, .1, .2},
		{"IFCISHAPEPROFILEDEF(.AREA.,$,$,.2,.4,.01,.02,.02,.005,$)", .011931765, .1, .2},
		{"IFCISHAPEPROFILEDEF(.AREA.,$,$,.2,.4,.01,.02,.02,.005,.1)", .013675987, .1, .2},
		// hand: two flanges of .3 × .02 and .2 × .015, a web of .365 × .01
		{"IFCASYMMETRICISHAPEPROFILEDEF(.AREA.,$,$,.3,.4,.01,.02,$,.2,.015,$,$,$,$,$)", .01265, .15, .2},
		{"IFCLSHAPEPROFILEDEF(.AREA.,$,$,.2,.1,.01,$,$,$)", .0029, .05, .1},
		{"IFCLSHAPEPROFILEDEF(.AREA.,$,$,.2,.1,.01,.012,.005,$)", .002920791, .05, .1},
		{"IFCLSHAPEPROFILEDEF(.AREA.,$,$,.2,.1,.01,$,$,.05)", .002821513, .05, .1},
		{"IFCLSHAPEPROFILEDEF(.AREA.,$,$,.2,.1,.01,.012,.002,.05)", .002845374, .05, .1},
		{"IFCLSHAPEPROFILEDEF(.AREA.,$,$,.2,$,.01,$,$,$)", .0039, .1, .1},
		{"IFCTSHAPEPROFILEDEF(.AREA.,$,$,.2,.1,.01,.012,$,$,$,$,$)", .00308, .05, .1},
		{"IFCTSHAPEPROFILEDEF(.AREA.,$,$,.2,.1,.01,.012,.01,.003,.004,$,$)", .003113177, .05, .1},
		{"IFCTSHAPEPROFILEDEF(.AREA.,$,$,.2,.1,.01,.012,$,$,$,.01,.05)", .003033639, .05, .1},
		{"IFCUSHAPEPROFILEDEF(.AREA.,$,$,.2,.1,.01,.012,$,$,$)", .00416, .05, .1},
		{"IFCUSHAPEPROFILEDEF(.AREA.,$,$,.2,.1,.01,.012,.01,.004,$)", .004197158, .05, .1},
		{"IFCUSHAPEPROFILEDEF(.AREA.,$,$,.2,.1,.01,.012,.01,.004,.05)", .004148021, .05, .1},
		{"IFCCSHAPEPROFILEDEF(.AREA.,$,$,.2,.1,.004,.03,.005)", .001726456, .05, .1},
		{"IFCCSHAPEPROFILEDEF(.AREA.,$,$,.2,.1,.004,.03,$)", .001776, .05, .1},
		{"IFCZSHAPEPROFILEDEF(.AREA.,$,$,.2,.1,.01,.012,$,$)", .00428, .1, .1},
		{"IFCZSHAPEPROFILEDEF(.AREA.,$,$,.2,.1,.01,.012,.01,.004)", .004317158, .1, .1},
	} {
		k := kernelOf(t, "#1="+c.record+";\n#2=IFCCARTESIANPOINT((.1,.2));\n#3=IFCDIRECTION((3.,4.));\n#4=IFCAXIS2PLACEMENT2D(#2,#3);\n#5="+
			strings.Replace(c.record, ".AREA.,$,$", ".AREA.,$,#4", 1)+";\n")
		got, err := k.profile(k.m.ByID(1))
		if err != nil {
			t.Errorf("%s: %v", c.record, err)
			continue
		}
		if a := areaOf(got); math.Abs(a-c.area) > 2e-9+1e-6*c.area {
			t.Errorf("%s: area %.9f, want %.9f", c.record, a, c.area)
		}
		if b := extent(got); math.Abs(b.Hi.X-c.x) > 1e-6 || math.Abs(b.Hi.Y-c.y) > 5e-4 || math.Abs(b.Lo.X+c.x) > 5e-4 {
			t.Errorf("%s: box %v, want %v %v", c.record, b, c.x, c.y)
		}
		turned, err := k.profile(k.m.ByID(5))
		if err != nil || math.Abs(areaOf(turned)-areaOf(got)) > 1e-12 {
			t.Errorf("%s: turned by a Position %v %v", c.record, turned, err)
		}
	}
}

// A rounded rectangle whose radius is half its side is two half circles: 26 chords
// of radius .05, which makes a polygon of area 13·r²·sin(2π/26).
func TestRadiusOfHalfASide(t *testing.T) {
	t.Parallel()
	k := kernelOf(t, "#1=IFCROUNDEDRECTANGLEPROFILEDEF(.AREA.,$,$,.4,.1,.05);\n#2=IFCROUNDEDRECTANGLEPROFILEDEF(.AREA.,$,$,.4,.1,.06);\n")
	got, err := k.profile(k.m.ByID(1))
	want := .03 + 14*.05*.05*math.Sin(math.Pi/14)
	if err != nil || math.Abs(areaOf(got)-want) > 1e-12 {
		t.Errorf("%v %v, want %v", areaOf(got), err, want)
	}
	if _, err := k.profile(k.m.ByID(2)); err == nil {
		t.Error("radius of more than half a side: no error")
	}
}

const profileRecords = `
#1=IFCCARTESIANPOINT((0.,0.));
#2=IFCCARTESIANPOINT((2.,0.));
#3=IFCCARTESIANPOINT((2.,1.));
#4=IFCCARTESIANPOINT((0.,1.));
#5=IFCPOLYLINE((#1,#2,#3,#4,#1));
#6=IFCPOLYLINE((#1,#2,#3,#4));
#7=IFCPOLYLINE((#10,#11,#12));
#8=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#5);
#9=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#6);
#10=IFCCARTESIANPOINT((.5,.25));
#11=IFCCARTESIANPOINT((1.,.25));
#12=IFCCARTESIANPOINT((1.,.75));
#13=IFCARBITRARYPROFILEDEFWITHVOIDS(.AREA.,$,#5,(#7));
#14=IFCARBITRARYOPENPROFILEDEF(.CURVE.,$,#6);
#15=IFCCENTERLINEPROFILEDEF(.CURVE.,$,#20,.2);
#16=IFCCENTERLINEPROFILEDEF(.CURVE.,$,#5,.2);
#17=IFCCARTESIANTRANSFORMATIONOPERATOR2D($,$,#2,2.);
#18=IFCDERIVEDPROFILEDEF(.AREA.,$,#8,#17,$);
#19=IFCMIRROREDPROFILEDEF(.AREA.,$,#13,*,$);
#20=IFCPOLYLINE((#1,#2,#3));
#21=IFCCOMPOSITEPROFILEDEF(.AREA.,$,(#8,#13),$);
#22=IFCCOMPOSITEPROFILEDEF(.AREA.,$,(#22),$);
#23=IFCDERIVEDPROFILEDEF(.AREA.,$,#24,#25,$);
#24=IFCCIRCLEPROFILEDEF(.AREA.,$,$,.1);
#25=IFCCARTESIANTRANSFORMATIONOPERATOR2D($,$,#1,10.);
#26=IFCPOLYLINE((#1,#2));
#27=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#26);
#28=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#99);
#29=IFCOPENCROSSPROFILEDEF(.CURVE.,$,.F.,(2.,1.),(0.,1.5707963267948966),$,$);
`

func TestProfilesOfCurves(t *testing.T) {
	t.Parallel()
	k := kernelOf(t, profileRecords)
	for _, c := range []struct {
		id     uint64
		area   float64
		lo, hi vec.V2
	}{
		{8, 2, vec.V2{}, vec.V2{X: 2, Y: 1}},
		{9, 2, vec.V2{}, vec.V2{X: 2, Y: 1}},
		{13, 2 - .125, vec.V2{}, vec.V2{X: 2, Y: 1}},
		// two bars of 2 × .2 and 1 × .2, and half their corner of .2 × .2 twice over
		{15, .6, vec.V2{Y: -.1}, vec.V2{X: 2.1, Y: 1}},
		{16, 2.2*1.2 - 1.8*.8, vec.V2{X: -.1, Y: -.1}, vec.V2{X: 2.1, Y: 1.1}},
		{18, 8, vec.V2{X: 2}, vec.V2{X: 6, Y: 2}},
		{19, 2 - .125, vec.V2{X: -2}, vec.V2{Y: 1}},
		{21, 4 - .125, vec.V2{}, vec.V2{X: 2, Y: 1}},
		{23, 50 * math.Sin(2*math.Pi/100), vec.V2{X: -1, Y: -1}, vec.V2{X: 1, Y: 1}}, // as fine as a circle of 1 m
	} {
		got, err := k.profile(k.m.ByID(c.id))
		if err != nil {
			t.Errorf("#%d: %v", c.id, err)
			continue
		}
		b := extent(got)
		if a := areaOf(got); math.Abs(a-c.area) > 1e-12 || b.Lo.XY().Dist(c.lo) > 1e-12 || b.Hi.XY().Dist(c.hi) > 1e-12 {
			t.Errorf("#%d: area %v box %v, want %v %v %v", c.id, a, b, c.area, c.lo, c.hi)
		}
	}
	for _, id := range []uint64{22, 27, 28, 99} {
		if got, err := k.profile(k.m.ByID(id)); err == nil {
			t.Errorf("#%d: no error but %v", id, got)
		}
	}
	for id, want := range map[uint64]string{14: "[{0 0} {2 0} {2 1} {0 1}]", 29: "[{0 0} {2 0} {2 1}]"} {
		if got, err := k.profile(k.m.ByID(id)); err != nil || !got[0].open || fmt.Sprint(got[0].outer) != want {
			t.Errorf("#%d: %v %v, want %s", id, got, err, want)
		}
	}
}

// Rounding a corner of any angle takes r²·(tan(a/2) − a/2) from it, where a is the
// turn, but for what the chords leave out.
func TestFilletTakesItsCorner(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		turn := rapid.Float64Range(.05, 2.8).Draw(t, "turn")
		r := rapid.Float64Range(.001, 1).Draw(t, "radius")
		inset := r * math.Tan(turn/2)
		sin, cos := math.Sincos(turn)
		before, after := vec.V2{X: -2 * inset}, vec.V2{X: 2 * inset * cos, Y: 2 * inset * sin}
		f, ok := newFillet(before, corner{radius: r}, after)
		if !ok {
			t.Fatal("no fillet")
		}
		loop := append([]vec.V2{before}, f.points(DefaultDeflection)...)
		loop = append(loop, after)
		sharp := area([]vec.V2{before, {}, after})
		n := float64(fineness(DefaultDeflection).chords(r, turn))
		segments := r * r / 2 * (turn - n*math.Sin(turn/n))
		want := sharp - r*r*(math.Tan(turn/2)-turn/2) - segments
		if got := area(loop); math.Abs(got-want) > 1e-9*(1+sharp) {
			t.Fatalf("area %v, want %v", got, want)
		}
	})
}
