package geom

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ifcmcq/ifcmcq/schema"
)

// fixtures are sound records for what a record refers to beside itself, the class
// that a reference must have first.
var fixtures = []struct{ class, record string }{
	{"IfcCartesianPoint", "#310=IFCCARTESIANPOINT((1.,2.,3.));"},
	{"IfcDirection", "#311=IFCDIRECTION((0.,0.,1.));"},
	{"IfcAxis2Placement3D", "#312=IFCAXIS2PLACEMENT3D(#310,$,$);"},
	{"IfcAxis1Placement", "#313=IFCAXIS1PLACEMENT(#310,#10);"},
	{"IfcAxis2Placement2D", "#314=IFCAXIS2PLACEMENT2D(#315,$);#315=IFCCARTESIANPOINT((1.,2.));"},
	{"IfcRectangleProfileDef", "#316=IFCRECTANGLEPROFILEDEF(.AREA.,$,#314,1.,2.);"},
	{"IfcPolyline", "#317=IFCPOLYLINE((#4,#310,#318));#318=IFCCARTESIANPOINT((4.,0.,0.));"},
	{"IfcExtrudedAreaSolid", "#319=IFCEXTRUDEDAREASOLID(#316,$,#12,3.);"},
	{"IfcPlane", "#320=IFCPLANE(#312);"},
	{"IfcCartesianTransformationOperator3D", "#321=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#4,$,$);"},
	{"IfcPolyLoop", "#322=IFCPOLYLOOP((#4,#310,#318));"},
	{"IfcFaceOuterBound", "#323=IFCFACEOUTERBOUND(#322,.T.);"},
	{"IfcFace", "#324=IFCFACE((#323));"},
	{"IfcClosedShell", "#325=IFCCLOSEDSHELL((#324));"},
	{"IfcVertexPoint", "#326=IFCVERTEXPOINT(#310);"},
	{"IfcShapeRepresentation", "#327=IFCSHAPEREPRESENTATION(#2,'Body','x',(#319));"},
	{"IfcRepresentationMap", "#328=IFCREPRESENTATIONMAP(#312,#327);"},
}

// record writes a record of a class: attribute at refers to other, what else it
// needs is sound as far as there is a fixture for it.
func record(s *schema.Schema, id int, c schema.Class, at, other int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "#%d=%s(", id, strings.ToUpper(s.ClassName(c)))
	for i := range s.NumAttrs(c) {
		if i > 0 {
			b.WriteByte(',')
		}
		a := s.Attr(c, i)
		depth := strings.Count(a.Type, "[")
		b.WriteString(strings.Repeat("(", depth))
		switch {
		case s.Derived(c, i):
			b.WriteByte('*')
		case i == at:
			fmt.Fprintf(&b, "#%d", other)
		default:
			b.WriteString(soundValue(s, elementType(a)))
		}
		b.WriteString(strings.Repeat(")", depth))
	}
	return b.String() + ");"
}

// elementType is the name of an attribute's type, of a list that of its members.
func elementType(a *schema.Attr) string {
	return a.Type[strings.LastIndexByte(a.Type, ' ')+1:]
}

// soundValue is a value that an attribute of a type may have.
func soundValue(s *schema.Schema, name string) string {
	t, ok := s.Type(name)
	if !ok {
		return fixtureOf(s, name)
	}
	switch t.Kind() {
	case schema.KindSelect:
		for _, member := range s.Members(t) {
			if ref := fixtureOf(s, member); ref != "$" {
				return ref
			}
		}
		return "$"
	case schema.KindEnumeration:
		return "." + s.Items(t)[0] + "."
	case schema.KindBoolean, schema.KindLogical:
		return ".T."
	case schema.KindString:
		return "''"
	case schema.KindInteger:
		return "2"
	case schema.KindAggregate:
		return "(1,2)"
	}
	return "1."
}

// fixtureOf refers to a fixture of a class, or to nothing.
func fixtureOf(s *schema.Schema, class string) string {
	want, ok := s.Class(class)
	for _, f := range fixtures {
		if c, _ := s.Class(f.class); ok && s.IsA(c, want) {
			return f.record[:strings.IndexByte(f.record, '=')]
		}
	}
	return "$"
}

// A record that refers to itself by any attribute, or two that refer to each other as
// the schema lets them, come to an end: no chain of references is followed for ever.
func TestCircles(t *testing.T) {
	t.Parallel()
	s := schema.IFC4X3()
	var sound strings.Builder
	for _, f := range fixtures {
		sound.WriteString(f.record)
	}
	type place struct {
		class schema.Class
		attr  int
	}
	var places []place
	for c := range schema.Class(s.NumClasses()) {
		for _, root := range []string{"IfcRepresentationItem", "IfcProfileDef", "IfcRepresentationMap", "IfcRepresentation", "IfcObjectPlacement", "IfcProductRepresentation"} {
			if r, ok := s.Class(root); !ok || !s.IsA(c, r) || s.Abstract(c) {
				continue
			}
			for i := range s.NumAttrs(c) {
				if !s.Derived(c, i) && refers(s, elementType(s.Attr(c, i))) {
					places = append(places, place{c, i})
				}
			}
		}
	}
	if len(places) < 200 {
		t.Fatalf("%d attributes that refer to something", len(places))
	}
	try := func(records string) {
		for _, shown := range []string{"#500", "#510", "#520", "#530"} {
			k, wall := modelOf(t, strings.ReplaceAll(strings.ReplaceAll(shownAs, "#500", shown), "IFC4", "IFC4X3"), sound.String()+records+
				// as an item, as its profile, as its curve, as its placement
				"#510=IFCEXTRUDEDAREASOLID(#500,#500,#500,1.);#520=IFCSWEPTDISKSOLID(#500,1.,$,$,$);#530=IFCMAPPEDITEM(#500,#500);")
			if _, err := k.Box(wall); err == nil {
				k.Mesh(wall)
			}
		}
	}
	for _, p := range places {
		try(record(s, 500, p.class, p.attr, 500))
		for _, q := range places {
			if q.class != p.class && fits(s, q.class, elementType(s.Attr(p.class, p.attr))) {
				try(record(s, 500, p.class, p.attr, 501) + record(s, 501, q.class, q.attr, 500))
			}
		}
	}
}

// fits tells whether an attribute of a type may refer to an instance of c.
func fits(s *schema.Schema, c schema.Class, name string) bool {
	if class, ok := s.Class(name); ok {
		return s.IsA(c, class)
	}
	t, _ := s.Type(name)
	return slices.ContainsFunc(s.Members(t), func(member string) bool { return refers(s, member) && fits(s, c, member) })
}

// refers tells whether an attribute of a type can hold a reference.
func refers(s *schema.Schema, name string) bool {
	_, class := s.Class(name)
	typ, ok := s.Type(name)
	return class || ok && typ.Kind() == schema.KindSelect
}

// What stands where a point, a direction or a frame should is refused: it is not read
// as if nothing stood there.
func TestWrongReferences(t *testing.T) {
	t.Parallel()
	const profile = `#501=IFCRECTANGLEPROFILEDEF(.AREA.,$,#503,1.,1.);
#503=IFCAXIS2PLACEMENT2D(#504,#505);#504=IFCCARTESIANPOINT((1.,0.));#505=IFCDIRECTION((1.,0.));`
	const sound = profile + `#500=IFCEXTRUDEDAREASOLID(#501,#502,#12,1.);
#502=IFCAXIS2PLACEMENT3D(#4,#12,#10);`
	const mapped = profile + `#500=IFCMAPPEDITEM(#506,#507);
#506=IFCREPRESENTATIONMAP(#3,#508);
#507=IFCCARTESIANTRANSFORMATIONOPERATOR3D(#10,#11,#4,1.,#12);
#508=IFCSHAPEREPRESENTATION(#2,'Body','x',(#509));
#509=IFCREVOLVEDAREASOLID(#501,$,#510,1.);
#510=IFCAXIS1PLACEMENT(#4,#11);`
	for _, c := range []struct{ records, old, new string }{
		{sound, "", ""},
		{sound, "(#501,#502,#12", "(#501,#12,#12"},
		{sound, "(#501,#502,#12", "(#501,#502,#4"},
		{sound, "(#4,#12,#10)", "(#12,#12,#10)"},
		{sound, "(#4,#12,#10)", "(#4,#4,#10)"},
		{sound, "(#4,#12,#10)", "(#4,#12,#4)"},
		{sound, "$,#503,1.", "$,#504,1."},
		{sound, "(#504,#505)", "(#505,#505)"},
		{sound, "(#504,#505)", "(#504,#504)"},
		{mapped, "", ""},
		{mapped, "(#506,#507)", "(#506,#3)"},
		{mapped, "(#10,#11,#4,1.,#12)", "(#4,#11,#4,1.,#12)"},
		{mapped, "(#10,#11,#4,1.,#12)", "(#10,#4,#4,1.,#12)"},
		{mapped, "(#10,#11,#4,1.,#12)", "(#10,#11,#10,1.,#12)"},
		{mapped, "(#10,#11,#4,1.,#12)", "(#10,#11,#4,1.,#4)"},
		{mapped, "(#3,#508)", "(#4,#508)"},
		{mapped, "(#4,#11);", "(#11,#11);"},
		{mapped, "(#4,#11);", "(#4,#4);"},
	} {
		k, wall := wallOf(t, strings.Replace(c.records, c.old, c.new, 1))
		_, err := k.Box(wall)
		if (err != nil) != (c.new != "") {
			t.Errorf("%s for %s: %v", c.new, c.old, err)
		}
	}
}

// A solid or profile without a Position stands where it is described, where the schema
// lets it do without; IFC2X3 does not.
func TestPositionMissing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ schema, solid, profile, want string }{
		{"IFC4", "$", "$", ""},
		{"IFC4", "#999", "#999", ""},
		{"IFC4", "#3", "#503", ""},
		{"IFC4", "#503", "$", "is no IfcAxis2Placement3D"},
		{"IFC4", "$", "#3", "is no IfcAxis2Placement2D"},
		{"IFC2X3", "#3", "#503", ""},
		{"IFC2X3", "$", "#503", "Position is missing"},
		{"IFC2X3", "#3", "$", "Position is missing"},
	} {
		k, wall := modelOf(t, strings.Replace(shownAs, "IFC4", c.schema, 1), `#500=IFCEXTRUDEDAREASOLID(#501,`+c.solid+`,#12,1.);
#501=IFCRECTANGLEPROFILEDEF(.AREA.,$,`+c.profile+`,1.,1.);
#503=IFCAXIS2PLACEMENT2D(#504,$);#504=IFCCARTESIANPOINT((1.,0.));`)
		_, err := k.Box(wall)
		if got := fmt.Sprint(err); c.want == "" && err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%s, %s and %s: %v", c.schema, c.solid, c.profile, err)
		}
	}
}
