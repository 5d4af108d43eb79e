package geom

import (
	"math"
	"testing"

	"github.com/ifcmcq/ifcmcq/geom/vec"
)

func TestLinearPlacements(t *testing.T) {
	t.Parallel()
	k := kernelOf(t, alignments+`
#100=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(207.07963267948966),1.,2.,3.,#15);
#101=IFCAXIS2PLACEMENTLINEAR(#100,$,$);
#102=IFCLINEARPLACEMENT($,#101,$);
#103=IFCDIRECTION((0.,0.,1.));
#104=IFCDIRECTION((1.,1.,5.));
#105=IFCAXIS2PLACEMENTLINEAR(#100,#103,#104);
#106=IFCLINEARPLACEMENT($,#105,$);
#107=IFCPOLYLINE((#108,#109,#110));
#108=IFCCARTESIANPOINT((0.,0.,0.));
#109=IFCCARTESIANPOINT((3.,0.,4.));
#110=IFCCARTESIANPOINT((3.,5.,4.));
#111=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(5.),$,$,$,#107);
#112=IFCAXIS2PLACEMENTLINEAR(#111,$,$);
#113=IFCLINEARPLACEMENT($,#112,$);
#114=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(5.),$,$,$,#60);
#115=IFCAXIS2PLACEMENTLINEAR(#114,$,$);
#116=IFCAXIS2PLACEMENT3D(#110,$,$);
#117=IFCLINEARPLACEMENT($,#115,#116);
#118=IFCLINEARPLACEMENT(#102,#115,#116);
#119=IFCPOINTBYDISTANCEEXPRESSION(IFCPARAMETERVALUE(5.),$,$,$,#107);
#120=IFCAXIS2PLACEMENTLINEAR(#119,$,$);
#121=IFCLINEARPLACEMENT($,#120,$);
`)
	root := math.Sqrt(0.5)
	for _, c := range []struct {
		name string
		id   uint64
		o, x vec.V3
		fail bool
	}{
		{"offsets follow the frame", 102, vec.V3{X: 149, Y: 103, Z: 2}, vec.V3{Y: 1}, false},
		{"directions as stated", 106, vec.V3{X: 149, Y: 103, Z: 2}, vec.V3{X: root, Y: root}, false},
		{"corner of a polyline, rising", 113, vec.V3{X: 3, Z: 4}, vec.V3{X: .6, Z: .8}, false},
		{"curve not understood, position stated", 117, vec.V3{X: 3, Y: 5, Z: 4}, vec.V3{X: 1}, false},
		{"the same under another placement", 118, vec.V3{}, vec.V3{}, true},
		{"parameter instead of a length", 121, vec.V3{}, vec.V3{}, true},
	} {
		a, err := k.objectPlacement(k.m.ByID(c.id), 0)
		if (err != nil) != c.fail {
			t.Errorf("%s: %v", c.name, err)
		}
		if !c.fail && (!closeBy(a.O, c.o, 1e-9) || !closeBy(a.X, c.x, 1e-9) || math.Abs(a.Det()-1) > 1e-9) {
			t.Errorf("%s: %v", c.name, a)
		}
	}
}
