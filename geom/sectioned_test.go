package geom

import (
	"math"
	"testing"

	"github.com/ifcmcq/ifcmcq/geom/mesh"
	"github.com/ifcmcq/ifcmcq/geom/vec"
)

const sections = alignments + `
#100=IFCRECTANGLEPROFILEDEF(.AREA.,$,#5,4.,1.);
#101=IFCRECTANGLEPROFILEDEF(.AREA.,$,#5,2.,2.);
#102=IFCRECTANGLEPROFILEDEF(.AREA.,$,#5,1.,1.);
#103=IFCCIRCLEPROFILEDEF(.AREA.,$,#5,1.);
#110=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(10.),$,$,$,#15);
#111=IFCAXIS2PLACEMENTLINEAR(#110,$,$);
#112=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(40.),$,$,$,#15);
#113=IFCAXIS2PLACEMENTLINEAR(#112,$,$);
#114=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(40.),3.,-2.,$,#15);
#115=IFCAXIS2PLACEMENTLINEAR(#114,$,$);
#116=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(50.),$,$,$,#15);
#117=IFCAXIS2PLACEMENTLINEAR(#116,$,$);
#118=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(207.07963267948966),$,$,$,#15);
#119=IFCAXIS2PLACEMENTLINEAR(#118,$,$);
#120=IFCSECTIONEDSOLIDHORIZONTAL(#15,(#100,#100),(#111,#113));
#121=IFCSECTIONEDSOLIDHORIZONTAL(#15,(#100,#101),(#111,#115));
#122=IFCSECTIONEDSOLIDHORIZONTAL(#15,(#101,#101),(#117,#119));
#123=IFCSECTIONEDSOLIDHORIZONTAL(#15,(#100),(#111));
#124=IFCSECTIONEDSOLIDHORIZONTAL(#15,(#100,#103),(#111,#113));
#125=IFCSECTIONEDSOLIDHORIZONTAL(#15,(#100,#100),(#111,#111));
/* a polyline with a right angle */
#130=IFCCARTESIANPOINT((0.,0.,0.));
#131=IFCCARTESIANPOINT((10.,0.,0.));
#132=IFCCARTESIANPOINT((10.,10.,0.));
#133=IFCPOLYLINE((#130,#131,#132));
#134=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(0.),$,$,$,#133);
#135=IFCAXIS2PLACEMENTLINEAR(#134,$,$);
#136=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(20.),$,$,$,#133);
#137=IFCAXIS2PLACEMENTLINEAR(#136,$,$);
#138=IFCSECTIONEDSOLIDHORIZONTAL(#133,(#101,#101),(#135,#137));
/* a surface */
#140=IFCPOLYLINE((#1,#141));
#141=IFCCARTESIANPOINT((3.,0.));
#143=IFCARBITRARYOPENPROFILEDEF(.CURVE.,$,#140);
#144=IFCSECTIONEDSURFACE(#15,(#111,#113),(#143,#143));
/* a spine of 3 m upwards, from 2 m by 2 m to 1 m by 1 m */
#150=IFCCARTESIANPOINT((0.,0.,3.));
#151=IFCPOLYLINE((#130,#150));
#152=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#151);
#153=IFCCOMPOSITECURVE((#152),.F.);
#154=IFCAXIS2PLACEMENT3D(#130,$,$);
#155=IFCAXIS2PLACEMENT3D(#150,$,$);
#156=IFCSECTIONEDSPINE(#153,(#101,#102),(#154,#155));
#157=IFCSECTIONEDSPINE(#153,(#101,#102),(#154,#158));
#158=IFCAXIS2PLACEMENT3D(#131,$,$);
#159=IFCROUNDEDRECTANGLEPROFILEDEF(.AREA.,$,#5,2.,2.,0.5);
#160=IFCCIRCLEPROFILEDEF(.AREA.,$,#5,0.05);
#161=IFCSECTIONEDSPINE(#153,(#159,#160),(#154,#155));
/* a quarter of a ring: spine of radius 10 about the origin, in the plane of X and Y */
#170=IFCAXIS2PLACEMENT3D(#130,$,$);
#171=IFCCIRCLE(#170,10.);
#172=IFCTRIMMEDCURVE(#171,(IFCPARAMETERVALUE(0.)),(IFCPARAMETERVALUE(1.5707963267948966)),.T.,.PARAMETER.);
#173=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#172);
#174=IFCCOMPOSITECURVE((#173),.F.);
#175=IFCDIRECTION((0.,1.,0.));
#176=IFCDIRECTION((1.,0.,0.));
#177=IFCAXIS2PLACEMENT3D(#131,#175,#176);
#178=IFCCARTESIANPOINT((0.,10.,0.));
#179=IFCDIRECTION((-1.,0.,0.));
#180=IFCAXIS2PLACEMENT3D(#178,#179,#175);
#181=IFCSECTIONEDSPINE(#174,(#101,#101),(#177,#180));
`

func TestSectionedSolids(t *testing.T) {
	t.Parallel()
	k := kernelOf(t, sections)
	for _, c := range []struct {
		name   string
		id     uint64
		box    vec.Box
		volume float64
		tol    float64 // relative
	}{
		{"straight", 120, vec.Box{Lo: vec.V3{X: 10, Y: -2, Z: -.5}, Hi: vec.V3{X: 40, Y: 2, Z: .5}}, 120, 1e-9},
		// The width goes from 4 to 2, the height from 1 to 2: ∫(4-2t)(1+t) = 13/3.
		{"changing and moving aside", 121, vec.Box{Lo: vec.V3{X: 10, Y: -2, Z: -3}, Hi: vec.V3{X: 40, Y: 4, Z: .5}}, 30 * 13. / 3, 1e-4},
		{"quarter of a ring", 122, vec.Box{Lo: vec.V3{X: 50, Y: -1, Z: -1}, Hi: vec.V3{X: 151, Y: 100, Z: 1}}, 4 * 50 * math.Pi, 1e-5},
		{"mitred", 138, vec.Box{Lo: vec.V3{Y: -1, Z: -1}, Hi: vec.V3{X: 11, Y: 10, Z: 1}}, 80, 1e-9},
		{"frustum on a spine", 156, vec.Box{Lo: vec.V3{X: -1, Y: -1}, Hi: vec.V3{X: 1, Y: 1, Z: 3}}, 7, 1e-9},
		{"quarter of a ring on a spine", 181, vec.Box{Lo: vec.V3{Z: -1}, Hi: vec.V3{X: 11, Y: 11, Z: 1}}, 4 * 5 * math.Pi, 1e-3},
	} {
		f, err := k.item(k.m.ByID(c.id), 0)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		m, err := f.mesh(newMesher(k))
		if err != nil {
			t.Fatal(c.name, err)
		}
		b := m.Box()
		if !closeBy(b.Lo, c.box.Lo, 1e-6) || !closeBy(b.Hi, c.box.Hi, 1e-6) {
			t.Errorf("%s: box %v, not %v", c.name, b, c.box)
		}
		if !m.Closed() || math.Abs(m.Volume()/c.volume-1) > c.tol {
			t.Errorf("%s: volume %v, not %v; closed: %v", c.name, m.Volume(), c.volume, m.Closed())
		}
		got := vec.Empty()
		f.corners(&vec.Identity, got.Add)
		if !closeBy(got.Lo, b.Lo, 1e-12) || !closeBy(got.Hi, b.Hi, 1e-12) {
			t.Errorf("%s: corners %v, mesh %v", c.name, got, b)
		}
	}
	for _, id := range []uint64{123, 124, 125, 157, 161} {
		if f, err := k.item(k.m.ByID(id), 0); err == nil {
			t.Errorf("#%d: %v", id, f)
		}
	}
}

func TestSectionedSurfacesAreOpen(t *testing.T) {
	t.Parallel()
	k := kernelOf(t, sections)
	f, err := k.sectioned(k.m.ByID(144))
	if err != nil {
		t.Fatal(err)
	}
	var m *mesh.Mesh
	if m, err = f.mesh(newMesher(k)); err != nil || m.Closed() || math.Abs(m.Area()-90) > 1e-9 {
		t.Error(m.Area(), err)
	}
}
