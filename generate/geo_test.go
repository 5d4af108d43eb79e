package generate

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// Points lie where they should by more than tessellation can move a box.
func TestPointsKeepTheMargin(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.Float64Range(-1e4, 1e4)
		size := rapid.Float64Range(0, 500)
		lo := vec.V3{X: at.Draw(t, "x"), Y: at.Draw(t, "y"), Z: at.Draw(t, "z")}
		b := vec.Box{Lo: lo, Hi: lo.Add(vec.V3{X: size.Draw(t, "dx"), Y: size.Draw(t, "dy"), Z: size.Draw(t, "dz")})}
		inside := rapid.Bool().Draw(t, "inside")
		p, ok := pointNear(source(rapid.Uint64().Draw(t, "seed")), b, inside)
		if !ok {
			for axis := range 3 {
				if b.Size().At(axis) < 0.07 {
					return
				}
			}
			t.Fatalf("%v is thick enough for a point", b)
		}
		depth, needed := math.Inf(1), 0.0 // how far inside, along the axis that decides
		for axis, x := range p {
			s := b.Size().At(axis)
			if d := math.Min(x-b.Lo.At(axis), b.Hi.At(axis)-x); d < depth {
				depth, needed = d, math.Max(marginMetres, marginShare*s)
			}
		}
		if (depth > 0) != inside || math.Abs(depth) < needed {
			t.Fatalf("%v: %v is %g m inside, %g needed", b, p, depth, needed)
		}
	})
}

func TestGeometryOfBoxes(t *testing.T) {
	t.Parallel()
	// Columns 0.3 m wide on a line, 1 m apart, 1 m longer and based 0.2 m higher each.
	const columns = `
#1=IFCPROJECT('@project',$,$,$,$,$,$,(#4),#2);
#2=IFCUNITASSIGNMENT((#3));
#3=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#4=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#5,$);
#5=IFCAXIS2PLACEMENT3D(#6,$,$);
#6=IFCCARTESIANPOINT((0.,0.,0.));
#7=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,0.3,0.3);
#8=IFCDIRECTION((0.,0.,1.));
#100=IFCCOLUMN('@e0',$,'A',$,$,#101,#102,$);
#101=IFCLOCALPLACEMENT($,#103);
#103=IFCAXIS2PLACEMENT3D(#104,$,$);
#104=IFCCARTESIANPOINT((0.,0.,0.));
#102=IFCPRODUCTDEFINITIONSHAPE($,$,(#105));
#105=IFCSHAPEREPRESENTATION(#4,'Body','SweptSolid',(#106));
#106=IFCEXTRUDEDAREASOLID(#7,#5,#8,2.);
#200=IFCCOLUMN('@e1',$,'B',$,$,#201,#202,$);
#201=IFCLOCALPLACEMENT($,#203);
#203=IFCAXIS2PLACEMENT3D(#204,$,$);
#204=IFCCARTESIANPOINT((1.,0.,0.2));
#202=IFCPRODUCTDEFINITIONSHAPE($,$,(#205));
#205=IFCSHAPEREPRESENTATION(#4,'Body','SweptSolid',(#206));
#206=IFCEXTRUDEDAREASOLID(#7,#5,#8,3.);
#300=IFCCOLUMN('@e2',$,'C',$,$,#201,$,$);
`
	ix, v := relModel(t, columns)
	for _, c := range []struct {
		subtype Subtype
		key     string // a GlobalId's beginning
		skip    Skip
	}{
		{baseElevation, "e1", "within the margin"}, // 0.2 m higher, the margin is 5 % of 3 m
		{extentCompare, "e1", "within the margin"}, // along Z only
	} {
		drafts, skips := drawRelations(t, c.subtype, ix, v, 1, 100)
		if len(drafts) == 0 {
			t.Fatalf("nothing of %s: %v", c.subtype.Subtype, skips)
		}
		for _, d := range drafts {
			for _, o := range d.Choices {
				if o.Right != (o.Value == relGUID(c.key)) {
					t.Errorf("%s: %v", d.Stem, d.Choices)
				}
			}
		}
		if c.subtype.Subtype == extentCompare.Subtype && skips[c.skip] == 0 {
			t.Errorf("X and Y are equal: %v", skips)
		}
	}
	// A column without a shape is never asked about.
	drafts, _ := drawRelations(t, pointInBox, ix, v, 1, 100)
	for _, d := range drafts {
		if d.Fact.GUID == relGUID("e2") {
			t.Error(d.Stem)
		}
	}
	if len(drafts) != 4 {
		t.Errorf("%d points, want one inside and one outside each", len(drafts))
	}
}
