package geom

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/step"
)

// alignments holds the segments that the tests below are made of, in metres.
const alignments = `
#1=IFCCARTESIANPOINT((0.,0.));
#2=IFCDIRECTION((1.,0.));
#3=IFCVECTOR(#2,1.);
#4=IFCLINE(#1,#3);
#5=IFCAXIS2PLACEMENT2D(#1,#2);
#6=IFCCIRCLE(#5,100.);
#7=IFCCLOTHOID(#5,100.);
#8=IFCDIRECTION((0.,1.));
#9=IFCAXIS2PLACEMENT2D(#1,#8);
#10=IFCCURVESEGMENT(.CONTINUOUS.,#5,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(50.),#4);
#11=IFCCARTESIANPOINT((50.,0.));
#12=IFCAXIS2PLACEMENT2D(#11,#2);
#13=IFCCURVESEGMENT(.CONTINUOUS.,#12,IFCLENGTHMEASURE(30.),IFCLENGTHMEASURE(157.07963267948966),#6);
#14=IFCCURVESEGMENT(.CONTINUOUS.,#12,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(-157.07963267948966),#6);
#15=IFCCOMPOSITECURVE((#10,#13),.F.);
#16=IFCCOMPOSITECURVE((#10,#14),.F.);
/* heights: level from 0, then a parabola y=x²/1000 from 50, then empty */
#20=IFCPOLYNOMIALCURVE(#5,(0.,1.),(0.,0.,0.001),$);
#21=IFCCARTESIANPOINT((0.,7.));
#22=IFCAXIS2PLACEMENT2D(#21,#2);
#23=IFCCURVESEGMENT(.CONTINUOUS.,#22,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(50.),#4);
#24=IFCCARTESIANPOINT((50.,7.));
#25=IFCAXIS2PLACEMENT2D(#24,#2);
#26=IFCCURVESEGMENT(.CONTINUOUS.,#25,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(100.6),#20);
#27=IFCCARTESIANPOINT((150.,17.));
#28=IFCDIRECTION((1.,0.2));
#29=IFCAXIS2PLACEMENT2D(#27,#28);
#30=IFCCURVESEGMENT(.DISCONTINUOUS.,#29,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(0.),#4);
#31=IFCGRADIENTCURVE((#23,#26,#30),.F.,#15,$);
/* cant: 0 to 0.06 over the first 50 by a clothoid, tilted from level to atan(0.08) */
#40=IFCCARTESIANPOINT((0.,0.,0.));
#41=IFCAXIS2PLACEMENT3D(#40,$,$);
#42=IFCCLOTHOID(#5,204.1241452319315);
#43=IFCCURVESEGMENT(.CONTINUOUS.,#41,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(50.),#42);
#44=IFCCARTESIANPOINT((50.,0.06,0.));
#45=IFCDIRECTION((0.,-0.08,1.));
#46=IFCDIRECTION((1.,0.,0.));
#47=IFCAXIS2PLACEMENT3D(#44,#45,#46);
#48=IFCCURVESEGMENT(.CONTINUOUS.,#47,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(100.),#4);
#49=IFCSEGMENTEDREFERENCECURVE((#43,#48),.F.,#31,$);
/* 2 m to the left at 0, 4 m at 40 */
#50=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(0.),2.,$,$,#15);
#51=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(40.),4.,1.,$,#15);
#52=IFCOFFSETCURVEBYDISTANCES(#15,(#50,#51),$);
/* curves that cannot be read */
#60=IFCGRADIENTCURVE((#23),.F.,#60,$);
#61=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#62);
#62=IFCCOMPOSITECURVE((#61,#65),.F.);
#63=IFCOFFSETCURVEBYDISTANCES(#62,(#50),$);
#64=IFCCURVESEGMENT(.CONTINUOUS.,#5,$,IFCLENGTHMEASURE(50.),#7);
#65=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#63);
#66=IFCCOMPOSITECURVE((#64),.F.);
#67=IFCCIRCLE(#5,0.);
#68=IFCCURVESEGMENT(.CONTINUOUS.,#5,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(50.),#67);
#69=IFCCOMPOSITECURVE((#68),.F.);
#70=IFCGRADIENTCURVE((#71),.F.,#15,$);
#71=IFCCURVESEGMENT(.CONTINUOUS.,#72,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(50.),#4);
#72=IFCAXIS2PLACEMENT2D(#73,#2);
#73=IFCCARTESIANPOINT((500.,0.));
`

// kernelOf reads records of IFC4X3 with lengths in metres.
func kernelOf(t testing.TB, records string) *Kernel {
	t.Helper()
	m, err := ifc.Read([]byte("ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\n"+
		"FILE_SCHEMA(('IFC4X3'));\nENDSEC;\nDATA;\n"+records+"ENDSEC;\nEND-ISO-10303-21;\n"), step.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return New(m, Options{})
}

func closeBy(a, b vec.V3, tol float64) bool { return a.Dist(b) <= tol }

func TestAlignmentsByHand(t *testing.T) {
	t.Parallel()
	k := kernelOf(t, alignments)
	root := math.Sqrt(0.5)
	s, _ := vec.V3{X: 1, Z: 0.1}.Unit() // the parabola's slope 50 m on
	for _, c := range []struct {
		name  string
		id    uint64
		at    float64
		o     vec.V3
		x     vec.V3
		level bool // Y is level
	}{
		{"line", 15, 20, vec.V3{X: 20}, vec.V3{X: 1}, true},
		{"before the start", 15, -5, vec.V3{X: -5}, vec.V3{X: 1}, true},
		{"joint", 15, 50, vec.V3{X: 50}, vec.V3{X: 1}, true},
		{"half of a quarter to the left", 15, 50 + 25*math.Pi, vec.V3{X: 50 + 100*root, Y: 100 - 100*root}, vec.V3{X: root, Y: root}, true},
		{"quarter to the left", 15, 50 + 50*math.Pi, vec.V3{X: 150, Y: 100}, vec.V3{Y: 1}, true},
		{"half of a quarter to the right", 16, 50 + 25*math.Pi, vec.V3{X: 50 + 100*root, Y: root*100 - 100}, vec.V3{X: root, Y: -root}, true},
		{"level", 31, 20, vec.V3{X: 20, Z: 7}, vec.V3{X: 1}, true},
		{"parabola", 31, 100, vec.V3{X: 50 + 100*math.Sin(.5), Y: 100 - 100*math.Cos(.5), Z: 9.5},
			vec.V3{X: s.X * math.Cos(.5), Y: s.X * math.Sin(.5), Z: s.Z}, true},
		{"offset", 52, 20, vec.V3{X: 20, Y: 3, Z: .5}, vec.V3{X: 1}, true},
		{"offset goes on", 52, 45, vec.V3{X: 45, Y: 4, Z: 1}, vec.V3{X: 1}, true},
	} {
		curve, err := k.along(k.m.ByID(c.id))
		if err != nil {
			t.Fatal(c.name, err)
		}
		a, err := curve.at(c.at)
		if err != nil || !closeBy(a.O, c.o, 1e-9) || !closeBy(a.X, c.x, 1e-9) || c.level && math.Abs(a.Y.Z) > 1e-12 {
			t.Errorf("%s: %v %v, not %v along %v", c.name, a, err, c.o, c.x)
		}
		if math.Abs(a.Det()-1) > 1e-9 || math.Abs(a.X.Dot(a.Z)) > 1e-9 {
			t.Errorf("%s: %v is no frame", c.name, a)
		}
	}
	for id, want := range map[uint64][2]float64{15: {0, 50 + 50*math.Pi}, 31: {0, 150}, 49: {0, 150}} {
		if c, err := k.along(k.m.ByID(id)); err != nil || math.Abs(c.start()-want[0]) > 1e-9 || math.Abs(c.length()-want[1]) > 1e-9 {
			t.Error(id, c.start(), c.length(), err)
		}
	}
}

func TestCantRaisesAndTilts(t *testing.T) {
	t.Parallel()
	k := kernelOf(t, alignments)
	c, err := k.along(k.m.ByID(49))
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []struct{ at, rise, tilt float64 }{
		{0, 0, 0}, {25, .03, math.Atan(.08) / 2}, {50, .06, math.Atan(.08)}, {80, .06, math.Atan(.08)},
	} {
		a, err := c.at(w.at)
		base, _ := c.(*cantCurve).base.at(w.at)
		if err != nil || !closeBy(a.O, base.O.Add(vec.V3{Z: w.rise}), 1e-9) || math.Abs(math.Asin(a.Y.Dot(base.Z))-w.tilt) > 1e-6 {
			t.Errorf("at %v: %v over %v", w.at, a, base)
		}
	}
}

// Ends of transitions of 100 m to a radius of 300 m, by IfcOpenShell 0.8.5, whose
// quadrature stops at 1e-6; that of the cosine is the sine's by symmetry of their
// heading at the ends, so only its heading is compared.
func TestTransitionsEndWhereTheyShould(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		curve       string
		from        float64
		end         vec.V2
		heading     float64
		onlyHeading bool
	}{
		"sine":   {"IFCSINESPIRAL($,-1884.95559215388,173.205080756888,$)", 0, vec.V2{X: 99.7569800702409, Y: 4.701321355581257}, 1. / 6, false},
		"bloss":  {"IFCTHIRDORDERPOLYNOMIALSPIRAL($,-110.668191970032,100.,$,$)", 0, vec.V2{X: 99.746805978, Y: 4.989811695}, 1. / 6, false},
		"cosine": {"IFCCOSINESPIRAL($,600.,600.)", 0, vec.V2{}, 1. / 6, true},
		"helmert, second half": {"IFCSECONDORDERPOLYNOMIALSPIRAL($,-114.471424255333,86.6025403784439,-300.)", 50, vec.V2{},
			// curvature -s²/A³ + s/A1² - 1/300 from 50 to 100
			-875000./3/1500000 + 3750/7500. - 50./300, true},
		"clothoid": {"IFCCLOTHOID($,173.20508075688772)", 0, clothoidSeries(math.Sqrt(30000), 100), 1. / 6, false},
	} {
		length := 100 - c.from
		k := kernelOf(t, alignments+fmt.Sprintf("#100=%s;\n#101=IFCCURVESEGMENT(.CONTINUOUS.,#5,IFCPARAMETERVALUE(%.1f),IFCLENGTHMEASURE(%.1f),#100);\n#102=IFCCOMPOSITECURVE((#101,#103),.F.);\n"+
			"#103=IFCCURVESEGMENT(.DISCONTINUOUS.,#5,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(0.),#4);\n", c.curve, c.from, length))
		curve, err := k.along(k.m.ByID(102))
		if err != nil {
			t.Error(name, err)
			continue
		}
		a, err := curve.at(length)
		if got := math.Atan2(a.X.Y, a.X.X); err != nil || math.Abs(got-c.heading) > 1e-5 {
			t.Errorf("%s: heading %v %v, not %v", name, got, err, c.heading)
		}
		if !c.onlyHeading && a.O.XY().Dist(c.end) > 2e-6 {
			t.Errorf("%s: ends at %v, not %v", name, a.O, c.end)
		}
	}
}

func TestLengthsWrittenAsParametersAreToldByWhatFollows(t *testing.T) {
	t.Parallel()
	// A clothoid from curvature 1/125 to straight: start -80, written as a parameter.
	end := clothoidSeries(100, 80)
	turn := 80. * 80 / 20000
	sin, cos := math.Sincos(turn)
	// Run through backwards: the end seen from the start, heading along X there.
	p := vec.V2{X: end.X*cos + end.Y*sin, Y: end.X*sin - end.Y*cos}
	records := fmt.Sprintf(alignments+"#100=IFCCURVESEGMENT(.CONTINUOUS.,#5,IFCPARAMETERVALUE(-80.),IFCLENGTHMEASURE(80.),#101);\n#101=IFCCLOTHOID(#5,-100.);\n"+
		"#102=IFCCARTESIANPOINT((%.15f,%.15f));\n#103=IFCAXIS2PLACEMENT2D(#102,#2);\n#104=IFCCURVESEGMENT(.CONTINUOUS.,#103,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(1.),#4);\n#105=IFCCOMPOSITECURVE((#100,#104),.F.);\n", p.X, p.Y)
	k := kernelOf(t, records)
	c, err := k.along(k.m.ByID(105))
	if err != nil {
		t.Fatal(err)
	}
	if a, err := c.at(80); err != nil || a.O.XY().Dist(p) > 1e-9 || math.Abs(math.Atan2(a.X.Y, a.X.X)-turn) > 1e-9 {
		t.Errorf("%v %v, not %v heading %v", a, err, p, turn)
	}
}

func TestCurvesThatCannotBeReadSaySo(t *testing.T) {
	t.Parallel()
	k := kernelOf(t, alignments)
	for _, id := range []uint64{60, 62, 63, 66, 69, 70, 999, 4} {
		if c, err := k.along(k.m.ByID(id)); err == nil {
			t.Errorf("#%d: %v", id, c)
		} else if s := err.Error(); strings.Contains(s, "panic") || s == "" {
			t.Errorf("#%d: %v", id, s)
		}
	}
}

func TestAlignmentsAreSampledEveryHalfMetre(t *testing.T) {
	t.Parallel()
	k := kernelOf(t, alignments)
	points, err := k.alignmentCurve(k.m.ByID(31))
	if err != nil || len(points) != 301 || !closeBy(points[0], vec.V3{Z: 7}, 1e-9) {
		t.Fatal(len(points), err)
	}
}
