package geom

import (
	"fmt"
	"strings"
	"testing"
)

// profileKinds are the profiles of parameters and how many numbers each has.
var profileKinds = []struct {
	name    string
	numbers int
}{
	{"RECTANGLE", 2}, {"ROUNDEDRECTANGLE", 3}, {"RECTANGLEHOLLOW", 5}, {"CIRCLE", 1}, {"CIRCLEHOLLOW", 2}, {"ELLIPSE", 2},
	{"TRAPEZIUM", 4}, {"ISHAPE", 7}, {"ASYMMETRICISHAPE", 12}, {"LSHAPE", 6}, {"TSHAPE", 9}, {"USHAPE", 7}, {"CSHAPE", 5}, {"ZSHAPE", 6},
}

// someNumbers are those that shapes break on, beside lengths in sixteenths.
var someNumbers = []float64{0, -1, 1e-9, 1e-5, 1e-3, 1e3, 1e6, 1e12, 1e300}

// FuzzShape sweeps profiles of any numbers in any direction and cuts them: boxes and
// meshes come to an end, and hold nothing but numbers.
func FuzzShape(f *testing.F) {
	f.Add([]byte{0, 1, 0, 20, 30, 20, 20, 255})
	f.Add([]byte{7, 2, 0, 40, 60, 20, 20, 21, 19, 18, 40, 30, 20})
	f.Add([]byte{3, 3, 1, 30, 9, 40, 50})
	f.Add([]byte{12, 2, 2, 90, 60, 20, 20, 17, 5, 40, 30, 8})
	f.Fuzz(func(t *testing.T, data []byte) {
		next := func() byte {
			if len(data) == 0 {
				return 20
			}
			b := data[0]
			data = data[1:]
			return b
		}
		number := func() string {
			b := int(next())
			x := float64(b-16) / 16
			if b < len(someNumbers) {
				x = someNumbers[b]
			}
			return fmt.Sprintf("%.17E", x)
		}
		numbers := func(n int) string {
			all := make([]string, n)
			for i := range all {
				all[i] = number()
			}
			return strings.Join(all, ",")
		}
		profile := func() string {
			k := profileKinds[int(next())%len(profileKinds)]
			return fmt.Sprintf("IFC%sPROFILEDEF(.AREA.,$,#330,%s);", k.name, numbers(k.numbers))
		}
		records := "#310=" + profile() + "#311=" + profile() +
			"#330=IFCAXIS2PLACEMENT2D(#331,#332);#331=IFCCARTESIANPOINT((0.,0.));" +
			fmt.Sprintf("#332=IFCDIRECTION((%s));", numbers(2)) +
			fmt.Sprintf("#340=IFCDIRECTION((%s));#341=IFCCARTESIANPOINT((%s));", numbers(3), numbers(3)) +
			"#342=IFCAXIS1PLACEMENT(#341,#340);#343=IFCAXIS2PLACEMENT3D(#341,#340,$);#344=IFCPLANE(#343);#345=IFCHALFSPACESOLID(#344,.T.);"
		solid := func(id int) {
			switch next() % 4 {
			case 0, 1:
				records += fmt.Sprintf("#%d=IFCEXTRUDEDAREASOLID(#310,$,#340,%s);", id, number())
			case 2:
				records += fmt.Sprintf("#%d=IFCEXTRUDEDAREASOLIDTAPERED(#310,#343,#12,%s,#311);", id, number())
			case 3:
				records += fmt.Sprintf("#%d=IFCREVOLVEDAREASOLID(#311,$,#342,%s);", id, number())
			}
		}
		solid(400)
		solid(401)
		switch next() % 3 {
		case 0:
			records += "#500=IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,#400,#345);"
		case 1:
			records += "#500=IFCBOOLEANRESULT(.DIFFERENCE.,#400,#401);"
		case 2:
			records += "#500=IFCBOOLEANRESULT(.UNION.,#401,#400);"
		}
		k, wall := wallOf(t, records)
		k = New(k.m, Options{Deflection: .05}) // few chords and little work: more shapes a second
		k.budget = 2_000_000
		if b, err := k.Box(wall); err == nil && !(b.Lo.Finite() && b.Hi.Finite()) {
			t.Fatalf("box %v", b)
		}
		m, err := k.Mesh(wall)
		if err != nil {
			return
		}
		for _, v := range m.Vertices {
			if !v.Finite() {
				t.Fatalf("vertex %v of %s", v, records)
			}
		}
	})
}
