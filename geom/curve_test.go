package geom

import (
	"math"
	"testing"

	"github.com/ifcmcq/ifcmcq/geom/vec"
)

const curveRecords = `
#1=IFCCARTESIANPOINT((0.,0.));
#2=IFCDIRECTION((1.,0.));
#3=IFCAXIS2PLACEMENT2D(#1,#2);
#4=IFCCIRCLE(#3,1.);
#5=IFCELLIPSE(#3,1.,2.);
#6=IFCCARTESIANPOINT((1.,0.));
#7=IFCCARTESIANPOINT((0.,1.));
#8=IFCCARTESIANPOINT((1.,1.));
#10=IFCTRIMMEDCURVE(#4,(IFCPARAMETERVALUE(0.)),(IFCPARAMETERVALUE(1.5707963267948966)),.T.,.PARAMETER.);
#11=IFCTRIMMEDCURVE(#4,(IFCPARAMETERVALUE(0.)),(IFCPARAMETERVALUE(1.5707963267948966)),.F.,.PARAMETER.);
#12=IFCTRIMMEDCURVE(#4,(#6),(#7),.T.,.CARTESIAN.);
#13=IFCTRIMMEDCURVE(#4,(#6),(#7),.F.,.CARTESIAN.);
#14=IFCTRIMMEDCURVE(#4,(#7,IFCPARAMETERVALUE(3.)),(#6,IFCPARAMETERVALUE(9.)),.T.,.PARAMETER.);
#15=IFCTRIMMEDCURVE(#4,(IFCPARAMETERVALUE(1.)),(IFCPARAMETERVALUE(7.2831853071795862)),.T.,.PARAMETER.);
#16=IFCTRIMMEDCURVE(#13,(#7),(#6),.F.,.CARTESIAN.);
#17=IFCTRIMMEDCURVE(#4,(IFCPARAMETERVALUE(-6.5)),(IFCPARAMETERVALUE(7.5)),.T.,.PARAMETER.);
#20=IFCVECTOR(#2,2.);
#21=IFCLINE(#7,#20);
#22=IFCTRIMMEDCURVE(#21,(IFCPARAMETERVALUE(.5)),(IFCPARAMETERVALUE(2.)),.T.,.PARAMETER.);
#23=IFCPOLYLINE((#1,#6,#8,#7));
#24=IFCTRIMMEDCURVE(#23,(IFCPARAMETERVALUE(.5)),(IFCPARAMETERVALUE(2.25)),.T.,.PARAMETER.);
#25=IFCTRIMMEDCURVE(#23,(IFCPARAMETERVALUE(2.25)),(IFCPARAMETERVALUE(.5)),.F.,.PARAMETER.);
#30=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#10);
#31=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.F.,#32);
#32=IFCPOLYLINE((#6,#1,#7));
#33=IFCCOMPOSITECURVE((#30,#31),.F.);
#34=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#35);
#35=IFCCOMPOSITECURVE((#34),.F.);
#36=IFCCARTESIANPOINT((.005,1.));
#37=IFCPOLYLINE((#36,#1,#6));
#38=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#37);
#39=IFCCOMPOSITECURVE((#30,#38),.F.);
#40=IFCCARTESIANPOINTLIST2D(((0.,0.),(1.,0.),(1.5,.5),(1.,1.),(0.,1.),(7.,7.)));
#41=IFCINDEXEDPOLYCURVE(#40,(IFCLINEINDEX((1,2)),IFCARCINDEX((2,3,4)),IFCLINEINDEX((4,5,1))),.F.);
#42=IFCINDEXEDPOLYCURVE(#40,(IFCLINEINDEX((1,9))),.F.);
#43=IFCCARTESIANPOINTLIST2D(((0.,0.),(1.,0.),(2.,0.),(2.,2.)));
#44=IFCINDEXEDPOLYCURVE(#43,(IFCARCINDEX((1,2,3)),IFCLINEINDEX((3,4,1))),.F.);
#45=IFCINDEXEDPOLYCURVE(#43,$,.F.);
#50=IFCBSPLINECURVEWITHKNOTS(2,(#6,#8,#7),.UNSPECIFIED.,.F.,.F.,(3,3),(0.,1.),.UNSPECIFIED.);
#51=IFCRATIONALBSPLINECURVEWITHKNOTS(2,(#6,#8,#7),.UNSPECIFIED.,.F.,.F.,(3,3),(0.,1.),.UNSPECIFIED.,(1.,.70710678118654757,1.));
#52=IFCBSPLINECURVEWITHKNOTS(2,(#6,#8,#7),.UNSPECIFIED.,.F.,.F.,(3,2),(0.,1.),.UNSPECIFIED.);
#53=IFCTRIMMEDCURVE(#51,(#7),(#6),.F.,.CARTESIAN.);
#54=IFCBSPLINECURVEWITHKNOTS(2,(#6,#8,#7),.UNSPECIFIED.,.F.,.F.,(3,3),(1.,1.),.UNSPECIFIED.);
#55=IFCOFFSETCURVE2D(#23,.1,.F.);
#56=IFCOFFSETCURVE2D(#4,.1,.F.);
#57=IFCCIRCLE(#3,-1.);
#58=IFCSURFACECURVE(#58,(),.CURVE3D.);
#59=IFCTRIMMEDCURVE(#59,(#7),(#6),.F.,.CARTESIAN.);
#60=IFCCARTESIANPOINT((1.E400,0.));
#61=IFCPOLYLINE((#1,#60));
`

func length(points []vec.V3, closed bool) float64 {
	sum := 0.0
	for i := range points {
		if i > 0 || closed {
			sum += points[i].Dist(points[(i+len(points)-1)%len(points)])
		}
	}
	return sum
}

// chords is the length of n equal chords of an arc.
func chords(n int, r, sweep float64) float64 {
	return 2 * r * float64(n) * math.Sin(sweep/float64(2*n))
}

func TestCurves(t *testing.T) {
	t.Parallel()
	k := kernelOf(t, curveRecords)
	quarter, three := chords(25, 1, math.Pi/2), chords(75, 1, 3*math.Pi/2)
	for _, c := range []struct {
		id          uint64
		n           int // points
		length      float64
		first, last vec.V3
		closed      bool
	}{
		{4, 100, chords(100, 1, 2*math.Pi), vec.V3{X: 1}, vec.V3{X: math.Cos(.02 * math.Pi), Y: -math.Sin(.02 * math.Pi)}, true},
		{10, 26, quarter, vec.V3{X: 1}, vec.V3{Y: 1}, false},
		{11, 76, three, vec.V3{X: 1}, vec.V3{Y: 1}, false},
		{12, 26, quarter, vec.V3{X: 1}, vec.V3{Y: 1}, false},
		{13, 76, three, vec.V3{X: 1}, vec.V3{Y: 1}, false},
		{14, 96, chords(95, 1, 6), vec.V3{X: math.Cos(3), Y: math.Sin(3)}, vec.V3{X: math.Cos(9), Y: math.Sin(9)}, false},
		{15, 100, chords(100, 1, 2*math.Pi), vec.V3{X: 1}, vec.V3{X: math.Cos(.02 * math.Pi), Y: -math.Sin(.02 * math.Pi)}, true},
		{16, 26, quarter, vec.V3{Y: 1}, vec.V3{X: 1}, false},
		{17, 24, chords(23, 1, 14-4*math.Pi), vec.V3{X: math.Cos(6.5), Y: -math.Sin(6.5)}, vec.V3{X: math.Cos(7.5), Y: math.Sin(7.5)}, false},
		{22, 2, 3, vec.V3{X: 1, Y: 1}, vec.V3{X: 4, Y: 1}, false},
		{23, 4, 3, vec.V3{}, vec.V3{Y: 1}, false},
		{24, 4, 1.75, vec.V3{X: .5}, vec.V3{X: .75, Y: 1}, false},
		{25, 4, 1.75, vec.V3{X: .75, Y: 1}, vec.V3{X: .5}, false},
		{33, 27, quarter + 2, vec.V3{X: 1}, vec.V3{}, true},
		{39, 28, quarter + .005 + math.Hypot(.005, 1) + 1, vec.V3{X: 1}, vec.V3{}, true},
		{41, 39, 3 + chords(36, .5, math.Pi), vec.V3{}, vec.V3{Y: 1}, true},
		{44, 3, 4 + math.Sqrt(8), vec.V3{}, vec.V3{X: 2, Y: 2}, true},
		{45, 4, 4, vec.V3{}, vec.V3{X: 2, Y: 2}, false},
		{55, 4, .9 + .8 + .9, vec.V3{Y: .1}, vec.V3{Y: .9}, false},
		{56, 100, .9 * chords(100, 1, 2*math.Pi), vec.V3{X: .9}, vec.V3{X: .9 * math.Cos(.02*math.Pi), Y: -.9 * math.Sin(.02*math.Pi)}, true},
	} {
		points, closed, err := k.curve(k.m.ByID(c.id))
		if err != nil {
			t.Errorf("#%d: %v", c.id, err)
			continue
		}
		if len(points) != c.n || closed != c.closed || math.Abs(length(points, closed)-c.length) > 1e-9 ||
			points[0].Dist(c.first) > 1e-9 || points[len(points)-1].Dist(c.last) > 1e-9 {
			t.Errorf("#%d: %d points from %v to %v, closed %v, length %v; want %+v", c.id, len(points), points[0], points[len(points)-1], closed, length(points, closed), c)
		}
	}
	for _, id := range []uint64{21, 35, 42, 52, 54, 57, 58, 59, 60, 61, 99} {
		if points, _, err := k.curve(k.m.ByID(id)); err == nil {
			t.Errorf("#%d: no error but %v", id, points)
		}
	}
}

func TestSplineCurves(t *testing.T) {
	t.Parallel()
	k := kernelOf(t, curveRecords)
	for _, c := range []struct {
		id     uint64
		length float64
	}{
		{50, 0},
		{51, math.Pi / 2}, {53, math.Pi / 2},
	} {
		points, closed, err := k.curve(k.m.ByID(c.id))
		if c.id == 50 { // ∫|B'| of (1-u², 2u-u²): 2·∫√(u²+(1-u)²) from 0 to 1
			c.length = 1 + math.Asinh(1)/math.Sqrt2
		}
		if err != nil || closed || math.Abs(length(points, false)-c.length) > 1e-3 || length(points, false) > c.length {
			t.Errorf("#%d: length %v %v, want a little less than %v", c.id, length(points, false), err, c.length)
		}
	}
	back, _, err := k.curve(k.m.ByID(53))
	if err != nil || back[0] != (vec.V3{Y: 1}) || back[len(back)-1] != (vec.V3{X: 1}) {
		t.Errorf("%v %v", back, err)
	}
	ellipse, closed, err := k.curve(k.m.ByID(5))
	if err != nil || !closed || ellipse[0].Dist(vec.V3{Y: 2}) > 1e-12 {
		t.Errorf("ellipse starts at %v %v, not at its longer axis", ellipse[0], err)
	}
}
