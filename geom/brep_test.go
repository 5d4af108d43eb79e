package geom

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/internal/sharedtest"
	"github.com/ifcmcq/ifcmcq/step"
)

// shownAs is a model in metres of one wall, #100, whose only item is #500.
const shownAs = `ISO-10303-21;
HEADER;FILE_DESCRIPTION((''),'2;1');FILE_NAME('','',(''),(''),'','','');FILE_SCHEMA(('IFC4'));ENDSEC;
DATA;
#1=IFCPROJECT('0000000000000000000001',$,'p',$,$,$,$,(#2),#5);
#2=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-05,#3,$);
#3=IFCAXIS2PLACEMENT3D(#4,$,$);
#4=IFCCARTESIANPOINT((0.,0.,0.));
#5=IFCUNITASSIGNMENT((#6,#7));
#6=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#7=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.);
#10=IFCDIRECTION((1.,0.,0.));
#11=IFCDIRECTION((0.,1.,0.));
#12=IFCDIRECTION((0.,0.,1.));
#13=IFCDIRECTION((0.,0.,-1.));
#17=IFCLOCALPLACEMENT($,#3);
#100=IFCWALL('0000000000000000000100',$,$,$,$,#17,#101,$,$);
#101=IFCPRODUCTDEFINITIONSHAPE($,$,(#102));
#102=IFCSHAPEREPRESENTATION(#2,'Body','x',(#500));
%s
ENDSEC;END-ISO-10303-21;`

// wallOf reads the model whose item is described by records.
func wallOf(t testing.TB, records string) (*Kernel, ifc.Entity) {
	t.Helper()
	return modelOf(t, shownAs, records)
}

// modelOf reads the model of a form of the file and its records.
func modelOf(t testing.TB, form, records string) (*Kernel, ifc.Entity) {
	t.Helper()
	m, err := ifc.Read([]byte(fmt.Sprintf(form, records)), step.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return New(m, Options{}), m.ByID(100)
}

// polyFaces writes faces #base+i of an n-sided loop each, from points and lists of
// positions in them.
func polyFaces(base int, points [][3]float64, faces [][]int) (records string, refs string) {
	var b strings.Builder
	for i, p := range points {
		fmt.Fprintf(&b, "#%d=IFCCARTESIANPOINT((%f,%f,%f));\n", base+100+i, p[0], p[1], p[2])
	}
	var names []string
	for i, f := range faces {
		var loop []string
		for _, at := range f {
			loop = append(loop, fmt.Sprintf("#%d", base+100+at))
		}
		fmt.Fprintf(&b, "#%d=IFCPOLYLOOP((%s));\n#%d=IFCFACEOUTERBOUND(#%d,.T.);\n#%d=IFCFACE((#%d));\n",
			base+200+i, strings.Join(loop, ","), base+300+i, base+200+i, base+i, base+300+i)
		names = append(names, fmt.Sprintf("#%d", base+i))
	}
	return b.String(), strings.Join(names, ",")
}

// cube gives the corners and faces of a cube, seen from outside counter-clockwise.
func cube(o, size float64) ([][3]float64, [][]int) {
	a, b := o, o+size
	return [][3]float64{{a, a, a}, {b, a, a}, {b, b, a}, {a, b, a}, {a, a, b}, {b, a, b}, {b, b, b}, {a, b, b}},
		[][]int{{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}
}

func same(a, b, within float64) bool { return math.Abs(a-b) <= within }

// checkWall compares box, volume and whether the mesh is closed.
func checkWall(t *testing.T, records string, lo, hi vec.V3, volume float64) {
	t.Helper()
	k, wall := wallOf(t, records)
	b, err := k.Box(wall)
	if err != nil {
		t.Fatal(err)
	}
	if b.Lo.Dist(lo) > 1e-9 || b.Hi.Dist(hi) > 1e-9 {
		t.Errorf("box %v, want %v %v", b, lo, hi)
	}
	m, err := k.Mesh(wall)
	if err != nil {
		t.Fatal(err)
	}
	if closed := m.Closed(); closed != (volume != 0) {
		t.Errorf("closed is %v", closed)
	}
	if volume != 0 && !same(m.Volume(), volume, 1e-9*volume) {
		t.Errorf("volume %v, want %v", m.Volume(), volume)
	}
	if mb := m.Box(); mb.Lo.Dist(b.Lo) > 1e-9 || mb.Hi.Dist(b.Hi) > 1e-9 {
		t.Errorf("mesh has box %v, not %v", mb, b)
	}
}

func TestFacetedBrep(t *testing.T) {
	t.Parallel()
	points, faces := cube(0, 4)
	inner, hole := cube(1, 1)
	// Each face with points of its own: what is one place is one vertex.
	var apart [][3]float64
	var apartFaces [][]int
	for _, f := range faces {
		var loop []int
		for _, at := range f {
			p := points[at]
			p[0] += float64(len(apart)%3) * 1e-6
			loop = append(loop, len(apart))
			apart = append(apart, p)
		}
		apartFaces = append(apartFaces, loop)
	}
	turned := append([][]int(nil), faces...)
	turned[2] = []int{4, 5, 1, 0}
	cases := []struct {
		name   string
		points [][3]float64
		faces  [][]int
		volume float64
	}{
		{"cube", points, faces, 64},
		{"one face turned round", points, turned, 64},
		{"a face twice", points, append(append([][]int(nil), faces...), faces[0]), 64},
		{"open", points, faces[:5], 0},
	}
	for _, c := range cases {
		records, refs := polyFaces(1000, c.points, c.faces)
		t.Run(c.name, func(t *testing.T) {
			checkWall(t, records+"#500=IFCFACETEDBREP(#501);#501=IFCCLOSEDSHELL(("+refs+"));",
				vec.V3{}, vec.V3{X: 4, Y: 4, Z: 4}, c.volume)
		})
	}
	t.Run("vertices apart", func(t *testing.T) {
		records, refs := polyFaces(1000, apart, apartFaces)
		k, wall := wallOf(t, records+"#500=IFCFACETEDBREP(#501);#501=IFCCLOSEDSHELL(("+refs+"));")
		m, err := k.Mesh(wall)
		if err != nil || !m.Closed() || !same(m.Volume(), 64, 1e-3) {
			t.Errorf("%v, closed %v, volume %v", err, m.Closed(), m.Volume())
		}
	})
	// A void takes its volume off, whichever way its faces look.
	records, refs := polyFaces(1000, points, faces)
	records2, refs2 := polyFaces(2000, inner, hole)
	checkWall(t, records+records2+"#500=IFCFACETEDBREPWITHVOIDS(#501,(#502));#501=IFCCLOSEDSHELL(("+refs+"));#502=IFCCLOSEDSHELL(("+refs2+"));",
		vec.V3{}, vec.V3{X: 4, Y: 4, Z: 4}, 63)
}

// Bounds: values by hand.
func TestFaceBounds(t *testing.T) {
	t.Parallel()
	square := func(base int, lo, hi float64) string {
		return fmt.Sprintf("#%d=IFCCARTESIANPOINT((%f,%f,0.));#%d=IFCCARTESIANPOINT((%f,%f,0.));#%d=IFCCARTESIANPOINT((%f,%f,0.));#%d=IFCCARTESIANPOINT((%f,%f,0.));#%d=IFCPOLYLOOP((#%d,#%d,#%d,#%d));",
			base, lo, lo, base+1, hi, lo, base+2, hi, hi, base+3, lo, hi, base+9, base, base+1, base+2, base+3)
	}
	loops := square(700, 0, 4) + square(720, 1, 2) + square(740, 6, 7)
	cases := []struct {
		name, bounds string
		area         float64
	}{
		{"outer and hole", "#600=IFCFACEOUTERBOUND(#709,.T.);#601=IFCFACEBOUND(#729,.T.);", 15},
		{"hole the other way", "#600=IFCFACEOUTERBOUND(#709,.T.);#601=IFCFACEBOUND(#729,.F.);", 15},
		{"the larger is the outer", "#600=IFCFACEBOUND(#729,.T.);#601=IFCFACEBOUND(#709,.T.);", 15},
		{"the larger is the outer, whatever the file says", "#600=IFCFACEOUTERBOUND(#729,.T.);#601=IFCFACEBOUND(#709,.T.);", 15},
		{"hole outside is a face", "#600=IFCFACEOUTERBOUND(#709,.T.);#601=IFCFACEBOUND(#749,.T.);", 17},
		{"two outer", "#600=IFCFACEOUTERBOUND(#709,.T.);#601=IFCFACEOUTERBOUND(#749,.T.);", 17},
	}
	for _, c := range cases {
		k, wall := wallOf(t, loops+c.bounds+"#500=IFCFACE((#600,#601));")
		m, err := k.Mesh(wall)
		if err != nil || !same(m.Area(), c.area, 1e-12) {
			t.Errorf("%s: area %v, want %v; %v", c.name, m.Area(), c.area, err)
		}
	}
}

func TestFaceSets(t *testing.T) {
	t.Parallel()
	one := vec.V3{X: 1, Y: 1, Z: 1}
	// A point that no face uses does not count.
	coords := "#510=IFCCARTESIANPOINTLIST3D(((0,0.,0.),(1.,0.,0.),(1.,1.,0.),(0.,1.,0.),(0.,0.,1.),(1.,0.,1.),(1.,1.,1.),(0.,1.,1.),(9.,9.,9.)));"
	triangles := "((1,3,2),(1,4,3),(5,6,7),(5,7,8),(1,2,6),(1,6,5),(2,3,7),(2,7,6),(3,4,8),(3,8,7),(4,1,5),(4,5,8))"
	checkWall(t, coords+"#500=IFCTRIANGULATEDFACESET(#510,$,.T.,"+triangles+",$);", vec.V3{}, one, 1)
	// The same by way of PnIndex: positions in it, which hold the points.
	coords2 := "#510=IFCCARTESIANPOINTLIST3D(((9.,9.,9.),(0.,0.,0.),(1.,0.,0.),(1.,1.,0.),(0.,1.,0.),(0.,0.,1.),(1.,0.,1.),(1.,1.,1.),(0.,1.,1.)));"
	checkWall(t, coords2+"#500=IFCTRIANGULATEDFACESET(#510,$,.T.,"+triangles+",(2,3,4,5,6,7,8,9));", vec.V3{}, one, 1)
	polygons := "#521=IFCINDEXEDPOLYGONALFACE((1,4,3,2,1));#522=IFCINDEXEDPOLYGONALFACE((5,6,7,8));#523=IFCINDEXEDPOLYGONALFACE((1,2,6,5));#524=IFCINDEXEDPOLYGONALFACE((2,3,7,6));#525=IFCINDEXEDPOLYGONALFACE((3,4,8,7));#526=IFCINDEXEDPOLYGONALFACE((4,1,5,8));"
	set := "#500=IFCPOLYGONALFACESET(#510,.T.,(#521,#522,#523,#524,#525,#526),%s);"
	checkWall(t, coords+polygons+fmt.Sprintf(set, "$"), vec.V3{}, one, 1)
	checkWall(t, coords2+polygons+fmt.Sprintf(set, "(2,3,4,5,6,7,8,9)"), vec.V3{}, one, 1)
	flat := "#510=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(4.,0.,0.),(4.,4.,0.),(0.,4.,0.),(1.,1.,0.),(2.,1.,0.),(2.,2.,0.),(1.,2.,0.)));#521=IFCINDEXEDPOLYGONALFACEWITHVOIDS((1,2,3,4),((5,6,7,8)));#500=IFCPOLYGONALFACESET(#510,.F.,(#521),$);"
	k, wall := wallOf(t, flat)
	if m, err := k.Mesh(wall); err != nil || !same(m.Area(), 15, 1e-12) {
		t.Error(err, m)
	}
	for _, bad := range []string{"((1,2,0))", "((1,2,10))", "((1,2))", "((1,2,'x'))"} {
		k, wall := wallOf(t, coords+"#500=IFCTRIANGULATEDFACESET(#510,$,.T.,"+bad+",$);")
		if _, err := k.Box(wall); err == nil {
			t.Errorf("%s has a box", bad)
		}
	}
}

func TestPrimitives(t *testing.T) {
	t.Parallel()
	ring := func(n float64) float64 { return n / 2 * math.Sin(2*math.Pi/n) } // area of an n-gon of radius 1
	// A radius of 0.1 has 32 corners, one at each axis.
	checkWall(t, "#500=IFCBLOCK(#3,1.,2.,3.);", vec.V3{}, vec.V3{X: 1, Y: 2, Z: 3}, 6)
	checkWall(t, "#500=IFCRECTANGULARPYRAMID(#3,1.,2.,3.);", vec.V3{}, vec.V3{X: 1, Y: 2, Z: 3}, 2)
	checkWall(t, "#500=IFCRIGHTCIRCULARCYLINDER(#3,2.,0.1);", vec.V3{X: -.1, Y: -.1}, vec.V3{X: .1, Y: .1, Z: 2}, .02*ring(32))
	checkWall(t, "#500=IFCCSGSOLID(#501);#501=IFCRIGHTCIRCULARCONE(#3,3.,0.1);", vec.V3{X: -.1, Y: -.1}, vec.V3{X: .1, Y: .1, Z: 3}, .01*ring(32))
	k, wall := wallOf(t, "#500=IFCBLOCK(#3,1.,-2.,3.);")
	if _, err := k.Box(wall); err == nil {
		t.Error("a block of negative length has a box")
	}
}

// The volumes are those of IfcOpenShell 0.8.5, as parts of the ball's.
func TestBall(t *testing.T) {
	t.Parallel()
	k := &Kernel{deflection: DefaultDeflection}
	for r, want := range map[float64]float64{.1: .98567, .2: .99293, 1: .99855, 5: .99971} {
		m := k.ball(r)
		if got := m.Volume() / (4. / 3 * math.Pi * r * r * r); !m.Closed() || !same(got, want, 1e-4) {
			t.Errorf("radius %v: volume %v of the ball, want %v", r, got, want)
		}
	}
}

func TestVoidsFile(t *testing.T) {
	t.Parallel()
	m, err := ifc.Open(sharedtest.Small(t, "geo-brep-with-voids-lost.ifc"), step.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	k := New(m, Options{})
	for id, volume := range map[uint64]float64{100: 63, 200: 64} {
		s, err := k.Mesh(m.ByID(id))
		if err != nil || !s.Closed() || !same(s.Volume(), volume, 1e-9) {
			t.Errorf("#%d: %v %v", id, s, err)
		}
	}
}
