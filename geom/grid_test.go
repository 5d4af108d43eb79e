package geom

import (
	"math"
	"testing"

	"github.com/ifcmcq/ifcmcq/geom/vec"
)

func TestGridPlacements(t *testing.T) {
	t.Parallel()
	k := kernelOf(t, `
#1=IFCCARTESIANPOINT((0.,0.));
#2=IFCCARTESIANPOINT((10.,0.));
#3=IFCCARTESIANPOINT((4.,-5.));
#4=IFCCARTESIANPOINT((4.,5.));
#5=IFCPOLYLINE((#1,#2));
#6=IFCPOLYLINE((#3,#4));
#7=IFCGRIDAXIS('A',#5,.T.);
#8=IFCGRIDAXIS('1',#6,.T.);
#9=IFCGRIDAXIS('1r',#6,.F.);
#10=IFCAXIS2PLACEMENT2D(#1,$);
#11=IFCCIRCLE(#10,5.);
#12=IFCTRIMMEDCURVE(#11,(IFCPARAMETERVALUE(0.)),(IFCPARAMETERVALUE(3.)),.T.,.PARAMETER.);
#13=IFCGRIDAXIS('R',#12,.T.);
#20=IFCCARTESIANPOINT((100.,0.,0.));
#21=IFCDIRECTION((0.,0.,1.));
#22=IFCDIRECTION((0.,1.,0.));
#23=IFCAXIS2PLACEMENT3D(#20,#21,#22);
#24=IFCLOCALPLACEMENT($,#23);
#25=IFCGRID('0000000000000000000025',$,$,$,$,#24,$,(#7),(#8,#9,#13),$,$);
#30=IFCVIRTUALGRIDINTERSECTION((#7,#8),(0.,0.,2.));
#31=IFCGRIDPLACEMENT(#24,#30,$);
#32=IFCGRIDPLACEMENT($,#30,$);
#33=IFCVIRTUALGRIDINTERSECTION((#7,#8),(1.,0.5));
#34=IFCGRIDPLACEMENT(#24,#33,$);
#35=IFCVIRTUALGRIDINTERSECTION((#7,#9),(1.,0.5));
#36=IFCGRIDPLACEMENT(#24,#35,$);
#37=IFCGRIDPLACEMENT(#24,#30,#33);
#38=IFCDIRECTION((1.,1.,0.));
#39=IFCGRIDPLACEMENT(#24,#30,#38);
#40=IFCVIRTUALGRIDINTERSECTION((#13,#8),(-1.,0.));
#41=IFCGRIDPLACEMENT(#24,#40,$);
#42=IFCVIRTUALGRIDINTERSECTION((#8,#9),(0.,0.));
#43=IFCGRIDPLACEMENT(#24,#42,$);
#44=IFCVIRTUALGRIDINTERSECTION((#7),(0.,0.));
#45=IFCGRIDPLACEMENT(#24,#44,$);
`)
	// The grid stands at (100, 0) with X along Y.
	world := func(x, y, z float64) vec.V3 { return vec.V3{X: 100 - y, Y: x, Z: z} }
	u, _ := vec.V2{X: -0.5, Y: 1}.Unit()
	d, _ := vec.V2{X: 1, Y: 1}.Unit()
	h := math.Sqrt(36 - 16)
	for _, c := range []struct {
		name string
		id   uint64
		o    vec.V3
		x    vec.V2 // in the grid
		fail bool
	}{
		{"two lines, raised", 31, world(4, 0, 2), vec.V2{X: 1}, false},
		{"placement of the grid where no other is stated", 32, world(4, 0, 2), vec.V2{X: 1}, false},
		{"offsets to the left", 34, world(3.5, 1, 0), vec.V2{X: 1}, false},
		{"the other sense", 36, world(4.5, 1, 0), vec.V2{X: 1}, false},
		{"towards another intersection", 37, world(4, 0, 2), u, false},
		{"direction", 39, world(4, 0, 2), d, false},
		{"arc, one outwards, and line", 41, world(4, h, 0), vec.V2{X: -h / 6, Y: 4. / 6}, false},
		{"parallel", 43, vec.V3{}, vec.V2{}, true},
		{"one axis", 45, vec.V3{}, vec.V2{}, true},
	} {
		a, err := k.objectPlacement(k.m.ByID(c.id), 0)
		if (err != nil) != c.fail {
			t.Errorf("%s: %v", c.name, err)
		}
		if !c.fail && (!closeBy(a.O, c.o, 1e-9) || !closeBy(a.X, vec.V3{X: -c.x.Y, Y: c.x.X}, 1e-9)) {
			t.Errorf("%s: %v, not %v along %v", c.name, a, c.o, c.x)
		}
	}
}
