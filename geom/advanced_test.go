package geom

import (
	"fmt"
	"math"
	"testing"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"pgregory.net/rapid"
)

// ringOf adds the points of a surface along a line in its parameters.
func (s *shell) ringOf(on surface, from, to vec.V2, n int) []int32 {
	var out []int32
	for i := range n {
		q := from.Add(to.Sub(from).Mul(float64(i) / float64(n)))
		out = append(out, s.add(on.at(q.X, q.Y)))
	}
	return out
}

func turnedRound(loop []int32) []int32 {
	out := append([]int32(nil), loop...)
	reverse(out)
	return out
}

// Areas and volumes are those of the whole shapes, which chords of half a
// millimetre make a little less.
func TestCurvedFaces(t *testing.T) {
	t.Parallel()
	at := vec.Affine{X: vec.V3{Y: 1}, Y: vec.V3{Z: 1}, Z: vec.V3{X: 1}, O: vec.V3{X: 5, Y: 6, Z: 7}}
	about := round{at, DefaultDeflection}
	const tau = 2 * math.Pi
	cases := []struct {
		name    string
		on      surface
		loops   func(s *shell, on surface) (bounds [][]int32, flat [][]int32)
		volume  float64
		reverse bool
	}{
		{"cylinder between two rings", &cylinder{about, 1}, func(s *shell, on surface) ([][]int32, [][]int32) {
			low, high := s.ringOf(on, vec.V2{}, vec.V2{X: tau}, 100), s.ringOf(on, vec.V2{X: 1, Y: 2}, vec.V2{X: 1 + tau, Y: 2}, 100)
			return [][]int32{low, turnedRound(high)}, [][]int32{turnedRound(low), high}
		}, 2 * math.Pi, false},
		{"cylinder with a seam", &cylinder{about, 1}, func(s *shell, on surface) ([][]int32, [][]int32) {
			low, high := s.ringOf(on, vec.V2{}, vec.V2{X: tau}, 100), s.ringOf(on, vec.V2{Y: 2}, vec.V2{X: tau, Y: 2}, 100)
			loop := append(append([]int32(nil), low...), low[0])
			loop = append(append(loop, high[0]), turnedRound(high)...)
			return [][]int32{loop}, [][]int32{turnedRound(low), high}
		}, 2 * math.Pi, false},
		{"half a ball", &sphere{about, 1}, func(s *shell, on surface) ([][]int32, [][]int32) {
			ring := s.ringOf(on, vec.V2{X: 1}, vec.V2{X: 1 + tau}, 100)
			return [][]int32{ring}, [][]int32{turnedRound(ring)}
		}, tau / 3, false},
		{"the lower half", &sphere{about, 1}, func(s *shell, on surface) ([][]int32, [][]int32) {
			ring := s.ringOf(on, vec.V2{X: 1}, vec.V2{X: 1 + tau}, 100)
			return [][]int32{turnedRound(ring)}, [][]int32{ring}
		}, tau / 3, false},
		{"ball with a seam", &sphere{about, 1}, func(s *shell, on surface) ([][]int32, [][]int32) {
			seam := append(s.ringOf(on, vec.V2{Y: -tau / 4}, vec.V2{Y: tau / 4}, 50), s.add(on.at(0, tau/4)))
			down := turnedRound(seam)
			return [][]int32{append(seam, down[1:len(down)-1]...)}, nil
		}, 2 * tau / 3, false},
		{"ball with a seam, inside out", &sphere{about, 1}, func(s *shell, on surface) ([][]int32, [][]int32) {
			seam := append(s.ringOf(on, vec.V2{Y: -tau / 4}, vec.V2{Y: tau / 4}, 50), s.add(on.at(0, tau/4)))
			down := turnedRound(seam)
			return [][]int32{append(seam, down[1:len(down)-1]...)}, nil
		}, -2 * tau / 3, true},
		{"torus with two seams", &torus{about, 2, .5}, func(s *shell, on surface) ([][]int32, [][]int32) {
			o := s.add(on.at(0, 0))
			long, short := s.ringOf(on, vec.V2{}, vec.V2{X: tau}, 150)[1:], s.ringOf(on, vec.V2{}, vec.V2{Y: tau}, 71)[1:]
			loop := append([]int32{o}, long...)
			loop = append(append(loop, o), short...)
			loop = append(append(loop, o), turnedRound(long)...)
			return [][]int32{append(append(loop, o), turnedRound(short)...)}, nil
		}, tau * 2 * math.Pi * .25, false},
		{"half a torus between two rings", &torus{about, 2, .5}, func(s *shell, on surface) ([][]int32, [][]int32) {
			a, b := s.ringOf(on, vec.V2{}, vec.V2{Y: tau}, 71), s.ringOf(on, vec.V2{X: math.Pi}, vec.V2{X: math.Pi, Y: tau}, 71)
			return [][]int32{turnedRound(a), b}, [][]int32{a, turnedRound(b)}
		}, math.Pi * 2 * math.Pi * .25, false},
		{"cone", &revolved{about, lineChain{[]vec.V3{{X: 1}, {Y: 3}}, false}, []float64{0, 0}}, func(s *shell, on surface) ([][]int32, [][]int32) {
			ring := s.ringOf(on, vec.V2{}, vec.V2{X: tau}, 100)
			return [][]int32{ring}, [][]int32{turnedRound(ring)}
		}, math.Pi, false},
	}
	for _, c := range cases {
		k := &Kernel{deflection: DefaultDeflection, precision: defaultPrecision}
		s := k.newShell()
		bounds, flat := c.loops(s, c.on)
		f := curved{s: s, on: c.on, period: c.on.period(), sense: 1}
		if c.reverse {
			f.sense = -1
		}
		for _, loop := range bounds {
			if !f.unroll(loop) {
				t.Fatalf("%s: not unrolled", c.name)
			}
		}
		if !f.mesh() {
			t.Fatalf("%s: no mesh", c.name)
		}
		for _, loop := range flat {
			s.addFace([]bound{{loop, true}})
		}
		if !s.p.balanced() {
			t.Errorf("%s: not closed", c.name)
		}
		if got := s.p.volume() / c.volume; got > 1 || got < .995 {
			t.Errorf("%s: volume is %v of the whole", c.name, got)
		}
	}
}

// A cylinder of an advanced B-rep: 32 corners by the rule for arcs.
func TestAdvancedBrep(t *testing.T) {
	t.Parallel()
	const records = `
#510=IFCCARTESIANPOINT((0.1,0.,0.));
#511=IFCCARTESIANPOINT((0.1,0.,2.));
#512=IFCVERTEXPOINT(#510);
#513=IFCVERTEXPOINT(#511);
#514=IFCCARTESIANPOINT((0.,0.,2.));
#515=IFCAXIS2PLACEMENT3D(#514,#12,#10);
#516=IFCAXIS2PLACEMENT3D(#4,#12,#10);
#520=IFCCIRCLE(#516,0.1);
#521=IFCCIRCLE(#515,0.1);
#522=IFCLINE(#510,#523);
#523=IFCVECTOR(#12,1.);
#530=IFCEDGECURVE(#512,#512,#520,.T.);
#531=IFCEDGECURVE(#513,#513,#521,.T.);
#532=IFCEDGECURVE(#512,#513,#522,.T.);
#540=IFCORIENTEDEDGE(*,*,#530,.T.);
#541=IFCORIENTEDEDGE(*,*,#532,.T.);
#542=IFCORIENTEDEDGE(*,*,#531,.F.);
#543=IFCORIENTEDEDGE(*,*,#532,.F.);
#544=IFCORIENTEDEDGE(*,*,#530,.F.);
#545=IFCORIENTEDEDGE(*,*,#531,.T.);
#550=IFCEDGELOOP((#540,#541,#542,#543));
#551=IFCEDGELOOP((#544));
#552=IFCEDGELOOP((#545));
#560=IFCFACEOUTERBOUND(#550,.T.);
#561=IFCFACEOUTERBOUND(#551,.T.);
#562=IFCFACEOUTERBOUND(#552,.T.);
#570=IFCADVANCEDFACE((#560),%s,.T.);
#571=IFCADVANCEDFACE((#561),#582,.F.);
#572=IFCADVANCEDFACE((#562),#583,.T.);
#580=IFCCYLINDRICALSURFACE(#516,0.1);
#582=IFCPLANE(#516);
#583=IFCPLANE(#515);
#584=IFCSURFACEOFREVOLUTION(#585,$,#588);
#585=IFCARBITRARYOPENPROFILEDEF(.CURVE.,$,#586);
#586=IFCPOLYLINE((#510,#511));
#588=IFCAXIS1PLACEMENT(#4,#12);
#590=IFCSURFACEOFLINEAREXTRUSION(#591,#516,#12,2.);
#592=IFCSURFACEOFLINEAREXTRUSION(#591,#593,#12,2.);
#593=IFCAXIS2PLACEMENT3D(#594,#10,#11);
#594=IFCCARTESIANPOINT((5.,0.,0.));
#591=IFCARBITRARYCLOSEDPROFILEDEF(.CURVE.,$,#520);
#500=IFCADVANCEDBREP(#501);
#501=IFCCLOSEDSHELL((#570,#571,#572));`
	volume := .02 * 16 * math.Sin(math.Pi/16)
	// The curve of #592 stands where it is without the Position that is stated.
	for _, surface := range []string{"#580", "#584", "#590", "#592"} {
		checkWall(t, fmt.Sprintf(records, surface), vec.V3{X: -.1, Y: -.1}, vec.V3{X: .1, Y: .1, Z: 2}, volume)
	}
	k, wall := wallOf(t, fmt.Sprintf(records, "#999"))
	if _, err := k.Box(wall); err == nil {
		t.Error("a face without a surface has a box")
	}
}

// A quarter of a cylinder as a rational B-spline: any point is found again.
func TestPatch(t *testing.T) {
	t.Parallel()
	w := math.Sqrt2 / 2
	s := &patch{
		degree: [2]int{2, 1}, count: [2]int{3, 2},
		points:  []vec.V3{{X: 1}, {X: 1, Z: 2}, {X: 1, Y: 1}, {X: 1, Y: 1, Z: 2}, {Y: 1}, {Y: 1, Z: 2}},
		weights: []float64{1, 1, w, w, 1, 1},
		flat:    [2][]float64{{0, 0, 0, 1, 1, 1}, {0, 0, 1, 1}},
		kept:    DefaultDeflection / 2,
	}
	s.prepare()
	rapid.Check(t, func(t *rapid.T) {
		unit := rapid.Float64Range(0, 1)
		q := vec.V2{X: unit.Draw(t, "u"), Y: unit.Draw(t, "v")}
		p := s.at(q.X, q.Y)
		if math.Abs(p.XY().Len()-1) > 1e-12 || math.Abs(p.Z-2*q.Y) > 1e-12 {
			t.Fatalf("%v is not on the cylinder", p)
		}
		start := vec.V2{X: unit.Draw(t, "from u"), Y: unit.Draw(t, "from v")}
		for _, near := range []*vec.V2{nil, &start} {
			if got, ok := s.locate(p, near); !ok || got.Sub(q).Len() > 1e-4 {
				t.Fatalf("%v found as %v", q, got)
			}
		}
	})
	if c := s.cell(vec.V2{}, vec.V2{X: 1, Y: 1}); !math.IsInf(c.Y, 1) || c.X > 1./20 || c.X < 1./80 {
		t.Errorf("cell %v", c) // a quarter of radius 1 has 25 chords
	}
	// The upper rail turned by 45 degrees: along a rule the normal turns by
	// acos(0.671) = 0.835, four times a quarter.
	for i, p := range []vec.V3{{X: w, Y: w, Z: 2}, {Y: 2 * w, Z: 2}, {X: -w, Y: w, Z: 2}} {
		s.points[2*i+1] = p
	}
	if c := s.cell(vec.V2{}, vec.V2{X: 1, Y: 1}); c.Y != .25 {
		t.Errorf("twisted: cell %v", c)
	}
}

func TestBoundedSurfaces(t *testing.T) {
	t.Parallel()
	loop := func(base int, lo, hi float64) string {
		return fmt.Sprintf("#%d=IFCPOLYLINE((#%d,#%d,#%d,#%d,#%d));#%d=IFCCARTESIANPOINT((%f,%f));#%d=IFCCARTESIANPOINT((%f,%f));#%d=IFCCARTESIANPOINT((%f,%f));#%d=IFCCARTESIANPOINT((%f,%f));",
			base, base+1, base+2, base+3, base+4, base+1, base+1, lo, lo, base+2, hi, lo, base+3, hi, hi, base+4, lo, hi)
	}
	curves := loop(600, 0, 4) + loop(610, 1, 2) + "#510=IFCPLANE(#511);#511=IFCAXIS2PLACEMENT3D(#512,#10,#11);#512=IFCCARTESIANPOINT((7.,0.,0.));"
	cases := []struct {
		records string
		lo, hi  vec.V3
		area    float64
	}{
		{"#500=IFCCURVEBOUNDEDPLANE(#510,#600,(#610));", vec.V3{X: 7}, vec.V3{X: 7, Y: 4, Z: 4}, 15},
		{"#500=IFCANNOTATIONFILLAREA(#600,$);", vec.V3{}, vec.V3{X: 4, Y: 4}, 16},
		{"#500=IFCRECTANGULARTRIMMEDSURFACE(#510,1.,2.,3.,5.,.T.,.T.);", vec.V3{X: 7, Y: 1, Z: 2}, vec.V3{X: 7, Y: 3, Z: 5}, 6},
		// a line 1 from the X axis, turned round it with 100 chords
		{"#500=IFCSURFACEOFREVOLUTION(#520,$,#521);#521=IFCAXIS1PLACEMENT(#4,#10);#520=IFCARBITRARYOPENPROFILEDEF(.CURVE.,$,#522);" +
			"#522=IFCPOLYLINE((#523,#524));#523=IFCCARTESIANPOINT((0.,1.));#524=IFCCARTESIANPOINT((2.,1.));",
			vec.V3{Y: -1, Z: -1}, vec.V3{X: 2, Y: 1, Z: 1}, 100 * 2 * math.Sin(math.Pi/100) * 2},
	}
	for _, c := range cases {
		k, wall := wallOf(t, curves+c.records)
		b, err := k.Box(wall)
		if err != nil || !sameBox(b, vec.Box{Lo: c.lo, Hi: c.hi}, 1e-12) {
			t.Errorf("%s: %v %v", c.records, b, err)
			continue
		}
		if m, err := k.Mesh(wall); err != nil || !same(m.Area(), c.area, 1e-12) {
			t.Errorf("%s: area %v; %v", c.records, m.Area(), err)
		}
	}
}
