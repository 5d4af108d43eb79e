package geom

import (
	"fmt"
	"strings"
	"testing"
)

func TestUnsure(t *testing.T) {
	t.Parallel()
	const extrusion = "#500=IFCEXTRUDEDAREASOLID(#501,$,#12,1.);#501="
	for _, c := range []struct{ records, want string }{
		{extrusion + "IFCRECTANGLEPROFILEDEF(.AREA.,$,$,1.,1.);", ""},
		{extrusion + "IFCCENTERLINEPROFILEDEF(.AREA.,$,#502,.1);#502=IFCPOLYLINE((#4,#503));#503=IFCCARTESIANPOINT((1.,0.));", "centre-line"},
		{extrusion + "IFCDERIVEDPROFILEDEF(.AREA.,$,#502,$,$);#502=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,1.,1.);", "derived"},
		{extrusion + "IFCCOMPOSITEPROFILEDEF(.AREA.,$,(#502,#503),$);#502=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,1.,1.);" +
			"#503=IFCMIRROREDPROFILEDEF(.AREA.,$,#502,*,$);", "derived"},
		{extrusion + "IFCROUNDEDRECTANGLEPROFILEDEF(.AREA.,$,$,1.,2.,.5);", "half circle"},
		{extrusion + "IFCROUNDEDRECTANGLEPROFILEDEF(.AREA.,$,$,1.,2.,.4);", ""},
		{extrusion + "IFCISHAPEPROFILEDEF(.AREA.,$,$,1.,1.,.1,.1);", "too short"},
		{"#500=IFCRIGHTCIRCULARCYLINDER(#3,1.,1.);", "cylinder"},
		{"#500=IFCBOOLEANRESULT(.DIFFERENCE.,#501,#502);#501=IFCBLOCK(#3,2.,2.,2.);#502=IFCRIGHTCIRCULARCONE(#3,1.,1.);", "cone"},
		{"#500=IFCCSGSOLID(#501);#501=IFCBLOCK(#3,2.,2.,2.);", ""},
		{mappedBlock + "#503=IFCCARTESIANTRANSFORMATIONOPERATOR3DNONUNIFORM($,$,#4,1.,$,1.,2.);", "differently"},
		{mappedBlock + "#503=IFCCARTESIANTRANSFORMATIONOPERATOR3DNONUNIFORM($,$,#4,2.,$,2.,2.);", ""},
		{strings.Replace(mappedBlock, "IFCBLOCK(#3,2.,2.,2.)", "IFCRIGHTCIRCULARCYLINDER(#3,1.,1.)", 1) +
			"#503=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#4,$,$);", "cylinder"},
	} {
		k, wall := wallOf(t, c.records)
		if got := k.Unsure(wall); got == "" != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.records, got, c.want)
		}
	}
}

const mappedBlock = "#500=IFCMAPPEDITEM(#501,#503);#501=IFCREPRESENTATIONMAP(#3,#502);#502=IFCSHAPEREPRESENTATION(#2,'Body','CSG',(#504));" +
	"#504=IFCBLOCK(#3,2.,2.,2.);"

// In metres a library in other units makes no difference; in millimetres it does.
func TestUnsureInAFile(t *testing.T) {
	t.Parallel()
	const block = "#500=IFCBLOCK(#3,2.,2.,2.);"
	const library = "#600=IFCPROJECTLIBRARY('0000000000000000000600',$,$,$,$,$,$,$,$);"
	for _, c := range []struct {
		old, new, more, want string
	}{
		{"", "", library, ""},
		{"LENGTHUNIT.,$", "LENGTHUNIT.,.MILLI.", library, "library"},
		{"LENGTHUNIT.,$", "LENGTHUNIT.,.MILLI.", strings.Replace(library, "$,$);", "$,#5);", 1), ""},
		{"LENGTHUNIT.,$", "LENGTHUNIT.,.MILLI.", "", ""},
		{"3,1.E-05", "*,*", "", "precision"},
		{"(#2),#5)", "(#2),#1)", "", "units"},
		{"(#6,#7)", "(#6,#7,#4)", "", "units"},
	} {
		k, wall := modelOf(t, strings.Replace(shownAs, c.old, c.new, 1), block+c.more)
		if got := k.Unsure(wall); got == "" != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s %s: %q, want %q", c.new, c.more, got, c.want)
		}
	}
}

// Forty records that each refer to the next one twice make 2⁴⁰ items: they are
// refused, and soon.
func TestManyItemsOfFewRecords(t *testing.T) {
	t.Parallel()
	const levels = 40
	var booleans, maps, profiles strings.Builder
	for i := range levels {
		at := 500 + 10*i
		fmt.Fprintf(&booleans, "#%d=IFCBOOLEANRESULT(.UNION.,#%d,#%d);", at, at+10, at+10)
		fmt.Fprintf(&profiles, "#%d=IFCCOMPOSITEPROFILEDEF(.AREA.,$,(#%d,#%d),$);", at+5, at+15, at+15)
		fmt.Fprintf(&maps, "#%d=IFCMAPPEDITEM(#%d,#20);#%d=IFCREPRESENTATIONMAP(#3,#%d);#%d=IFCSHAPEREPRESENTATION(#2,'Body','x',(#%d,#%d));",
			at, at+1, at+1, at+2, at+2, at+10, at+10)
	}
	last := 500 + 10*levels
	fmt.Fprintf(&booleans, "#%d=IFCBLOCK(#3,1.,1.,1.);", last)
	fmt.Fprintf(&maps, "#%d=IFCBLOCK(#3,1.,1.,1.);#20=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#4,$,$);", last)
	fmt.Fprintf(&profiles, "#%d=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,1.,1.);#500=IFCEXTRUDEDAREASOLID(#505,$,#12,1.);", last+5)
	for _, records := range []string{booleans.String(), maps.String(), profiles.String()} {
		k, wall := wallOf(t, records)
		if b, err := k.Box(wall); err == nil {
			t.Errorf("%.80s: box %v", records, b)
		}
		if m, err := k.Mesh(wall); err == nil {
			t.Errorf("%.80s: %d triangles", records, len(m.Triangles))
		}
		k.Unsure(wall)
	}
	// A map that shows itself comes to an end, too.
	k, wall := wallOf(t, "#500=IFCMAPPEDITEM(#501,#20);#501=IFCREPRESENTATIONMAP(#3,#502);#502=IFCSHAPEREPRESENTATION(#2,'Body','x',(#500,#500));"+
		"#20=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#4,$,$);")
	if _, err := k.Box(wall); err == nil || k.Unsure(wall) == "" {
		t.Errorf("a map within itself: %v, %q", err, k.Unsure(wall))
	}
}
