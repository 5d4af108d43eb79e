package schema

import (
	"strings"
	"testing"

	"github.com/ifcmcq/ifcmcq/schema/internal/fold"
)

var all = []*Schema{IFC2X3(), IFC4(), IFC4X3()}

// must returns a class that the test takes for granted.
func must(t testing.TB, s *Schema, name string) Class {
	t.Helper()
	c, ok := s.Class(name)
	if !ok {
		t.Fatalf("%s has no %s", s.Name(), name)
	}
	return c
}

func TestByIdentifier(t *testing.T) {
	for _, c := range []struct {
		id   string
		want *Schema
	}{
		{"IFC2X3", IFC2X3()},
		{"ifc2x3", IFC2X3()},
		{"IFC4", IFC4()},
		{"Ifc4", IFC4()},
		{"IFC4X3", IFC4X3()},
		{"IFC4X3_TC1", IFC4X3()},
		{"IFC4X3_ADD1", IFC4X3()},
		{"IFC4X3_ADD2", IFC4X3()},
		{"ifc4x3_add2", IFC4X3()},
		{"IFC4X1", IFC4X3()},
		{"IFC4X2", IFC4X3()},
		{"", nil},
		{"IFC", nil},
		{"IFC2X2_FINAL", nil},
		{"IFC4X3_RC1", nil},
		{"IFC4 ", nil},
		{"IFC5", nil},
		{"CONFIG_CONTROL_DESIGN", nil},
	} {
		got, ok := ByIdentifier(c.id)
		if got != c.want || ok != (c.want != nil) {
			t.Errorf("ByIdentifier(%q) = %v, %v", c.id, got, ok)
		}
	}
}

func TestNames(t *testing.T) {
	for i, want := range []string{"IFC2X3", "IFC4", "IFC4X3"} {
		if got := all[i].Name(); got != want {
			t.Errorf("schema %d is called %s, want %s", i, got, want)
		}
	}
}

func TestCounts(t *testing.T) {
	for i, want := range [][4]int{{653, 327, 164, 46}, {776, 397, 207, 60}, {876, 436, 243, 61}} {
		s := all[i]
		got := [4]int{s.NumClasses(), len(s.types)}
		for j := range s.types {
			switch s.types[j].Kind() {
			case KindEnumeration:
				got[2]++
			case KindSelect:
				got[3]++
			}
		}
		// A defined type that is an enumeration or a select under another
		// name would be counted twice by its kind.
		for j := range s.types {
			y := &s.types[j]
			if y.Base() == "" != (y.Kind() == KindEnumeration || y.Kind() == KindSelect) {
				t.Errorf("%s: %s is declared as %q but is of kind %v", s.Name(), y.Name(), y.Base(), y.Kind())
			}
		}
		if got != want {
			t.Errorf("%s: entities, types, enumerations, selects %v, want %v", s.Name(), got, want)
		}
	}
}

func TestFindInAnyCase(t *testing.T) {
	for _, s := range all {
		for c := range Class(s.NumClasses()) {
			name := s.ClassName(c)
			for _, n := range spellings(name) {
				if got, ok := s.Class(n); !ok || got != c {
					t.Errorf("%s: Class(%q) = %d, %v, want %d", s.Name(), n, got, ok, c)
				}
				if got, ok := s.ClassBytes([]byte(n)); !ok || got != c {
					t.Errorf("%s: ClassBytes(%q) = %d, %v, want %d", s.Name(), n, got, ok, c)
				}
			}
			if _, ok := s.Type(name); ok {
				t.Errorf("%s: entity %s is a type as well", s.Name(), name)
			}
		}
		for i := range s.types {
			want := &s.types[i]
			for _, n := range spellings(want.Name()) {
				if got, ok := s.Type(n); !ok || got != want {
					t.Errorf("%s: Type(%q) not found", s.Name(), n)
				}
				if got, ok := s.TypeBytes([]byte(n)); !ok || got != want {
					t.Errorf("%s: TypeBytes(%q) not found", s.Name(), n)
				}
			}
		}
	}
}

func spellings(name string) []string {
	mixed := []byte(name)
	for i := 1; i < len(mixed); i += 2 {
		mixed[i] = strings.ToUpper(name)[i]
	}
	return []string{name, strings.ToUpper(name), strings.ToLower(name), string(mixed)}
}

func TestUnknownNames(t *testing.T) {
	for _, s := range all {
		for _, n := range []string{
			"", "I", "Ifc", "Wall", "IfcWal", "IfcWalls", "IfcWall ", " IfcWall", "IfcWall\x00",
			"IfcBuilding\x13torey", "IfcRelSpaceBoundary3rdLevel", "İfcWall", "IfcWaſt",
			"IfcBuildingElementProxyIfcBuildingElementProxy", strings.Repeat("x", 10000),
		} {
			if c, ok := s.Class(n); ok || c != NoClass {
				t.Errorf("%s: Class(%q) = %d, %v", s.Name(), n, c, ok)
			}
			if c, ok := s.ClassBytes([]byte(n)); ok || c != NoClass {
				t.Errorf("%s: ClassBytes(%q) = %d, %v", s.Name(), n, c, ok)
			}
			if y, ok := s.Type(n); ok || y != nil {
				t.Errorf("%s: Type(%q) found", s.Name(), n)
			}
		}
		if _, ok := s.ClassBytes(nil); ok {
			t.Errorf("%s: the empty name is a class", s.Name())
		}
	}
}

// Long runs of occupied slots would make unknown and unlucky names slow.
func TestProbesAreShort(t *testing.T) {
	for _, s := range all {
		for _, table := range [][]uint16{s.classSlots, s.typeSlots} {
			longest, run := 0, 0
			for i := range 2 * len(table) { // twice: runs go round the end
				if run++; table[i%len(table)] == fold.Empty {
					run = 0
				}
				longest = max(longest, run)
			}
			if longest > 24 {
				t.Errorf("%s: %d slots in a row are taken", s.Name(), longest)
			}
		}
	}
}

func TestLookupsDoNotAllocate(t *testing.T) {
	s := IFC4()
	names := [][]byte{[]byte("IFCRELDEFINESBYPROPERTIES"), []byte("IfcWall"), []byte("ifcpropertysinglevalue"), []byte("IFCLABEL"), []byte("NOPE")}
	got := testing.AllocsPerRun(100, func() {
		for _, n := range names {
			s.ClassBytes(n)
			s.TypeBytes(n)
		}
		s.Class("ifcwall")
		s.Type("IfcText")
		s.Inverses("IsDefinedBy")
		ByIdentifier("ifc4")
	})
	if got != 0 {
		t.Errorf("lookups allocate %v times", got)
	}
}

func BenchmarkClassBytes(b *testing.B) {
	s := IFC4()
	// What a model is mostly made of, as files spell it.
	names := [][]byte{
		[]byte("IFCCARTESIANPOINT"), []byte("IFCPOLYLOOP"), []byte("IFCFACEOUTERBOUND"), []byte("IFCFACE"),
		[]byte("IFCPROPERTYSINGLEVALUE"), []byte("IFCPROPERTYSET"), []byte("IFCRELDEFINESBYPROPERTIES"),
		[]byte("IFCAXIS2PLACEMENT3D"), []byte("IFCLOCALPLACEMENT"), []byte("IFCDIRECTION"),
		[]byte("IFCSHAPEREPRESENTATION"), []byte("IFCPRODUCTDEFINITIONSHAPE"), []byte("IFCWALLSTANDARDCASE"),
		[]byte("IFCEXTRUDEDAREASOLID"), []byte("IFCSTYLEDITEM"), []byte("IFCQUANTITYLENGTH"),
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, ok := s.ClassBytes(names[i%len(names)]); !ok {
			b.Fatal("not found")
		}
	}
}

func BenchmarkClassLowerCase(b *testing.B) {
	s := IFC4()
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := s.Class("ifcreldefinesbyproperties"); !ok {
			b.Fatal("not found")
		}
	}
}

func BenchmarkTypeBytes(b *testing.B) {
	s := IFC4()
	name := []byte("IFCPOSITIVELENGTHMEASURE")
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := s.TypeBytes(name); !ok {
			b.Fatal("not found")
		}
	}
}
