package schema

import (
	"slices"
	"strings"
	"testing"
)

func TestTypes(t *testing.T) {
	for _, c := range []struct {
		s          *Schema
		name, base string
		kind       Kind
	}{
		{IFC4(), "IfcPositiveLengthMeasure", "IfcLengthMeasure", KindReal},
		{IFC4(), "IfcLengthMeasure", "REAL", KindReal},
		{IFC4(), "IfcLabel", "STRING(255)", KindString},
		{IFC2X3(), "IfcLabel", "STRING", KindString},
		{IFC4(), "IfcGloballyUniqueId", "STRING(22) FIXED", KindString},
		{IFC4(), "IfcCompoundPlaneAngleMeasure", "LIST [3:4] OF INTEGER", KindAggregate},
		{IFC4(), "IfcComplexNumber", "ARRAY [1:2] OF REAL", KindAggregate},
		{IFC4(), "IfcPropertySetDefinitionSet", "SET [1:?] OF IfcPropertySetDefinition", KindAggregate},
		{IFC4(), "IfcPositiveInteger", "IfcInteger", KindInteger},
		{IFC4(), "IfcCountMeasure", "NUMBER", KindNumber},
		{IFC4X3(), "IfcCountMeasure", "INTEGER", KindInteger},
		{IFC4(), "IfcBoolean", "BOOLEAN", KindBoolean},
		{IFC4(), "IfcLogical", "LOGICAL", KindLogical},
		{IFC4(), "IfcBinary", "BINARY", KindBinary},
		{IFC4(), "IfcWallTypeEnum", "", KindEnumeration},
		{IFC4(), "IfcValue", "", KindSelect},
	} {
		y, ok := c.s.Type(c.name)
		if !ok {
			t.Errorf("%s: no type %s", c.s.Name(), c.name)
			continue
		}
		if y.Name() != c.name || y.Base() != c.base || y.Kind() != c.kind {
			t.Errorf("%s: type %s is %q of kind %v, want %q of kind %v", c.s.Name(), y.Name(), y.Base(), y.Kind(), c.base, c.kind)
		}
	}
}

func TestItems(t *testing.T) {
	for _, c := range []struct {
		s          *Schema
		name, want string
	}{
		{IFC2X3(), "IfcInternalOrExternalEnum", "INTERNAL EXTERNAL NOTDEFINED"},
		{IFC4(), "IfcElementCompositionEnum", "COMPLEX ELEMENT PARTIAL"},
		{IFC2X3(), "IfcWallTypeEnum", "STANDARD POLYGONAL SHEAR ELEMENTEDWALL PLUMBINGWALL USERDEFINED NOTDEFINED"},
		{IFC4(), "IfcSpaceTypeEnum", "SPACE PARKING GFA INTERNAL EXTERNAL USERDEFINED NOTDEFINED"},
		{IFC4(), "IfcNullStyle", "NULL"},
		{IFC4(), "IfcValue", ""},
		{IFC4(), "IfcLabel", ""},
	} {
		y, ok := c.s.Type(c.name)
		if !ok {
			t.Errorf("%s: no type %s", c.s.Name(), c.name)
			continue
		}
		items := c.s.Items(y)
		if got := strings.Join(items, " "); got != c.want {
			t.Errorf("%s: items of %s are %q, want %q", c.s.Name(), c.name, got, c.want)
		}
		for _, item := range items {
			if !c.s.HasItem(y, item) || c.s.HasItem(y, strings.ToLower(item)) {
				t.Errorf("%s: HasItem(%s, %s) is wrong", c.s.Name(), c.name, item)
			}
		}
		if c.s.HasItem(y, "") || c.s.HasItem(y, "IfcSimpleValue") {
			t.Errorf("%s: %s has a foreign item", c.s.Name(), c.name)
		}
	}
}

func TestMembers(t *testing.T) {
	for _, c := range []struct {
		name string
		want []string
	}{
		{"IfcValue", []string{"IfcDerivedMeasureValue", "IfcMeasureValue", "IfcSimpleValue"}},
		{"IfcUnit", []string{"IfcDerivedUnit", "IfcMonetaryUnit", "IfcNamedUnit"}},
		{"IfcAxis2Placement", []string{"IfcAxis2Placement2D", "IfcAxis2Placement3D"}},
		{"IfcWallTypeEnum", nil},
		{"IfcLabel", nil},
	} {
		y, ok := IFC4().Type(c.name)
		if !ok {
			t.Errorf("no type %s", c.name)
			continue
		}
		if got := slices.Sorted(slices.Values(IFC4().Members(y))); !slices.Equal(got, c.want) {
			t.Errorf("members of %s are %q, want %q", c.name, got, c.want)
		}
	}
}

// Every member of a select leads somewhere, and every enumeration says
// something.
func TestWords(t *testing.T) {
	for _, s := range all {
		for i := range s.types {
			y := &s.types[i]
			for _, m := range s.Members(y) {
				_, isClass := s.Class(m)
				_, isType := s.Type(m)
				if !isClass && !isType {
					t.Errorf("%s: member %s of %s is unknown", s.Name(), m, y.Name())
				}
			}
			for _, item := range s.Items(y) {
				if item == "" || item != strings.ToUpper(item) || strings.ContainsAny(item, " ,()") {
					t.Errorf("%s: item %q of %s", s.Name(), item, y.Name())
				}
			}
			n := len(s.Members(y)) + len(s.Items(y))
			if n == 0 && y.Base() == "" {
				t.Errorf("%s: %s is empty", s.Name(), y.Name())
			}
		}
	}
}

func TestKindString(t *testing.T) {
	seen := map[string]bool{}
	for k := KindEntity; k <= KindAggregate; k++ {
		if s := k.String(); s == "unknown" || seen[s] {
			t.Errorf("Kind(%d) is called %q", k, s)
		} else {
			seen[s] = true
		}
	}
	if Kind(0).String() != "unknown" {
		t.Error("the zero Kind has a name")
	}
}
