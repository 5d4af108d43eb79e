package ifc

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ifcmcq/ifcmcq/schema"
	"github.com/ifcmcq/ifcmcq/step"
)

// wrap makes a file of records: they begin on line 2.
func wrap(schema, records string) string {
	return "ISO-10303-21;HEADER;FILE_SCHEMA((" + schema + "));ENDSEC;DATA;\n" + records + "\nENDSEC;END-ISO-10303-21;\n"
}

func read4(t testing.TB, records string) *Model { return readAs(t, "'IFC4'", records) }

func readAs(t testing.TB, schema, records string) *Model {
	t.Helper()
	m, err := Read([]byte(wrap(schema, records)), step.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

// ids writes instance numbers in order.
func ids(es []Entity) string {
	var all []string
	for _, e := range es {
		all = append(all, fmt.Sprint(e.ID()))
	}
	return strings.Join(all, " ")
}

func diagnostics(m *Model) string {
	var b strings.Builder
	for _, d := range m.Diagnostics() {
		b.WriteString(d.String() + "\n")
	}
	return b.String()
}

func TestSchemaIsTheFirstThatIsKnown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, identifier, name, want string }{
		{"'IFC2X3'", "IFC2X3", "IFC2X3", ""},
		{"'ifc4'", "IFC4", "IFC4", ""},
		{"'IFC4 '", "IFC4", "IFC4", ""},
		{"'IFC4X3_ADD2'", "IFC4X3_ADD2", "IFC4X3", ""},
		{"'IFC4X3_TC1'", "IFC4X3_TC1", "IFC4X3", ""},
		{"'IFC4X1'", "IFC4X1", "IFC4X3", ""},
		{"'IFC4','IFC2X3'", "IFC4", "IFC4", "FILE_SCHEMA names 2 schemas; read as IFC4\n"},
		{"'AP214','IFC2X3'", "IFC2X3", "IFC2X3", "FILE_SCHEMA names 2 schemas; read as IFC2X3\n"},
	} {
		m := readAs(t, c.in, "#1=IFCWALL('a',$,$,$,$,$,$,$);")
		if m.Identifier() != c.identifier || m.Schema().Name() != c.name || diagnostics(m) != c.want {
			t.Errorf("%s: %s, %s, %q", c.in, m.Identifier(), m.Schema().Name(), diagnostics(m))
		}
	}
	for in, want := range map[string]string{
		wrap("'IFC4X3_RC2'", ""):                     "schema IFC4X3_RC2 is not supported: IFC2X3, IFC4 and IFC4X3 are",
		wrap("'AP214','X'", ""):                      "schema AP214, X is not supported: IFC2X3, IFC4 and IFC4X3 are",
		wrap("", ""):                                 "header names no schema (FILE_SCHEMA): IFC2X3, IFC4 and IFC4X3 are supported",
		"ISO-10303-21;DATA;ENDSEC;END-ISO-10303-21;": "header names no schema (FILE_SCHEMA): IFC2X3, IFC4 and IFC4X3 are supported",
	} {
		if _, err := Read([]byte(in), step.Options{}); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestAllWalksClassByClassThenInFileOrder(t *testing.T) {
	t.Parallel()
	m := read4(t, `#40=IFCDOOR('40',$,$,$,$,$,$,$,$,$,$,$,$);
#3=IFCSLAB('3',$,$,$,$,$,$,$,$);
#2=IFCDOOR('2',$,$,$,$,$,$,$,$,$,$,$,$);
#8=IFCWALLSTANDARDCASE('8',$,$,$,$,$,$,$,$);
#9=IFCWALL('9',$,$,$,$,$,$,$,$);
#7=IFCWALL('7',$,$,$,$,$,$,$,$);
#6=IFCCURTAINWALL('6',$,$,$,$,$,$,$,$);
#5=IFCELEMENT('5',$,$,$,$,$,$,$);`)
	for class, want := range map[string]string{
		"IfcProduct": "5 6 40 2 3 9 7 8", "IfcWall": "9 7 8", "ifcwall": "9 7 8", "IfcWallStandardCase": "8", "IfcElement": "5 6 40 2 3 9 7 8",
		"IfcBuildingElement": "6 40 2 3 9 7 8", "IfcRoot": "5 6 40 2 3 9 7 8", "IfcWindow": "",
		"IfcBuiltElement": "", "IfcLabel": "", "nonsense": "", "": "",
	} {
		if got := ids(slices.Collect(m.All(class))); got != want {
			t.Errorf("%s: %s, want %s", class, got, want)
		}
		c, ok := m.Schema().Class(class)
		if !ok {
			c = schema.NoClass
		}
		if n := m.Count(c); n != len(strings.Fields(want)) {
			t.Errorf("%s: count %d", class, n)
		}
	}
	if got := ids(slices.Collect(m.Entities())); got != "40 3 2 8 9 7 6 5" {
		t.Errorf("file order: %s", got)
	}
	for e := range m.All("IfcProduct") { // a loop may be left
		if e.ID() != 5 {
			t.Errorf("first is #%d", e.ID())
		}
		break
	}
	for range m.Entities() {
		break
	}
	c, _ := m.Schema().Class("IfcWall")
	if n := len(m.Exact(c)); n != 2 {
		t.Errorf("%d exact walls", n)
	}
	if m.Exact(schema.NoClass) != nil {
		t.Error("rows of no class")
	}
}

func TestIsKnowsSuperclassesOfItsSchemaOnly(t *testing.T) {
	t.Parallel()
	const wall = "#1=IFCWALLSTANDARDCASE('a',$,'n',$,$,$,$,$,$);"
	for _, c := range []struct {
		schema, class string
		want          bool
	}{
		{"IFC4", "IfcWallStandardCase", true}, {"IFC4", "IFCWALL", true}, {"IFC4", "ifcbuildingelement", true}, {"IFC4", "IfcRoot", true},
		{"IFC4", "IfcSlab", false}, {"IFC4", "IfcBuiltElement", false}, {"IFC4", "IfcLabel", false}, {"IFC4", "", false},
		{"IFC4X3", "IfcBuiltElement", true}, {"IFC4X3", "IfcBuildingElement", false}, {"IFC2X3", "IfcBuildingElement", true},
	} {
		e := readAs(t, "'"+c.schema+"'", wall).ByID(1)
		if e.Is(c.class) != c.want {
			t.Errorf("%s: Is(%s) is %v", c.schema, c.class, !c.want)
		}
		if e.Class() != "IfcWallStandardCase" {
			t.Error(e.Class())
		}
	}
}

// The zero Entity is what a reference to nothing gives: nothing may fail on it.
func TestNoEntityHasNothing(t *testing.T) {
	t.Parallel()
	var e Entity
	if e.Exists() || e.ID() != 0 || e.Class() != "" || e.ClassNo() != schema.NoClass || e.Is("IfcRoot") || e.IsA(0) || e.GUID() != "" || e.Model() != nil {
		t.Error("no entity is something")
	}
	if _, ok := e.Name(); ok {
		t.Error("no entity has a name")
	}
	v := e.Attr("Name")
	if v.IsSet() || v.String() != "" || v.Entity().Exists() || v.Datum().Kind != None || v.Step().Kind() != step.Missing {
		t.Error("no entity has an attribute")
	}
	for range v.Entities() {
		t.Error("no entity refers to something")
	}
	m := read4(t, "#1=IFCWALL('a',$,'n',$,$,$,$,$,$);")
	if m.Inverse("HasOpenings").Of(e) != nil || m.Inverse("HasOpenings").First(e).Exists() || m.Inverse("HasOpenings").Len(e) != 0 {
		t.Error("something names no entity")
	}
	if e := m.ByID(7); e.Exists() {
		t.Error("#7 exists")
	}
}

func TestUnknownClassesAreLeftOut(t *testing.T) {
	t.Parallel()
	m := read4(t, `#1=IFCFOO('a');
#2=IFCRELCONTAINEDINSPATIALSTRUCTURE('b',$,$,$,(#1,#77,#3,#4),#5);
#3=IFCWALL('c',$,'w',$,$,$,$,$,$);
#4=IFCFOO('d');
#5=IFCLABEL('no entity');
#6=!MINE('e');`)
	if m.ByID(1).Exists() || m.ByID(5).Exists() || !m.ByID(3).Exists() {
		t.Error("entities of unknown classes exist")
	}
	if got := ids(slices.Collect(m.ByID(2).Attr("RelatedElements").Entities())); got != "3" {
		t.Errorf("related: %s", got)
	}
	if m.ByID(2).Attr("RelatingStructure").Entity().Exists() {
		t.Error("a label contains elements")
	}
	if got := ids(slices.Collect(m.Entities())); got != "2 3" {
		t.Errorf("all: %s", got)
	}
	want := `line 2, column 11: #1: IFCFOO is no entity of IFC4; 2 left out
line 3, column 52: #2: reference to an instance that the file does not hold; read as unset
line 6, column 13: #5: IFCLABEL is no entity of IFC4; 1 left out
line 7, column 10: #6: !MINE is no entity of IFC4; 1 left out
`
	if diff := cmp.Diff(want, diagnostics(m)); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}

// A file may be cut in the first record of a class.
func TestACutRecordLeavesNoClassBehind(t *testing.T) {
	t.Parallel()
	text := strings.TrimSuffix(wrap("'IFC4'", "#1=IFCWALL('a',$,$,$,$,$,$,$,$);\n#2=IFCFOO('"), "\nENDSEC;END-ISO-10303-21;\n")
	m, err := Read([]byte(text), step.Options{Lenient: true})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if want := "line 3, column 1: file ends inside the record #2, which begins on line 3: read up to there\n"; diagnostics(m) != want {
		t.Error(diagnostics(m))
	}
}

func TestGlobalIdsAreLookedUp(t *testing.T) {
	t.Parallel()
	m := read4(t, `#2=IFCWALL('twice',$,'b',$,$,$,$,$,$);
#1=IFCWALL('twice',$,'a',$,$,$,$,$,$);
#3=IFCDOOR('once',$,'','d',$,$,$,$,$,$,$,$,$);
#4=IFCSLAB($,$,$,$,$,$,$,$,$);
#5=IFCPERSON('person',$,$,$,$,$,$,$);
#6=IFCWINDOW('twice',$,$,$,$,$,$,$,$,$,$,$,$);`)
	for guid, want := range map[string]string{"twice": "2 1 6", "once": "3", "person": "", "": "", "TWICE": ""} {
		if got := ids(m.ByGUID(guid)); got != want {
			t.Errorf("%s: %s, want %s", guid, got, want)
		}
		u := m.Unique(guid)
		if u.Exists() != (guid == "once") {
			t.Errorf("%s: unique %v", guid, u.Exists())
		}
	}
	e := m.Unique("once")
	if name, ok := e.Name(); e.GUID() != "once" || !ok || name != "" {
		t.Errorf("%q %q %v", e.GUID(), name, ok)
	}
	if _, ok := m.ByID(4).Name(); ok || m.ByID(4).GUID() != "" || m.ByID(5).GUID() != "" {
		t.Error("what is unset or no root has a name or GlobalId")
	}
	if _, ok := m.ByID(5).Name(); ok {
		t.Error("a person has the name of a root")
	}
	want := "line 3, column 12: #1: GlobalId twice is used before\nline 7, column 14: #6: GlobalId twice is used before\n"
	if diff := cmp.Diff(want, diagnostics(m)); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}

func TestDuplicateNumbersMeanTheFirst(t *testing.T) {
	t.Parallel()
	m := read4(t, `#1=IFCWALL('a',$,'first',$,$,$,$,$,$);
#1=IFCWALL('b',$,'second',$,$,$,$,$,$);
#5=IFCRELAGGREGATES('c',$,$,$,#1,(#1));`)
	if name, _ := m.ByID(1).Name(); name != "first" {
		t.Error(name)
	}
	if name, _ := m.ByID(5).Attr("RelatingObject").Entity().Name(); name != "first" {
		t.Error(name)
	}
	if n := len(slices.Collect(m.All("IfcWall"))); n != 2 {
		t.Errorf("%d walls", n)
	}
	if m.Inverse("Decomposes").Len(m.Unique("b")) != 0 || m.Inverse("Decomposes").Len(m.Unique("a")) != 1 {
		t.Error("the second is referred to")
	}
}

func TestOpenNamesTheFileAndDigestsItsBytes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a.ifc")
	text := wrap("'IFC4'", "#1=IFCWALL('a',$,$,$,$,$,$,$,$);")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	m, err := Open(path, step.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(text))
	if got := m.SHA256(); got != hex.EncodeToString(sum[:]) || m.SHA256() != got || m.File().Len() != 1 {
		t.Errorf("%s of %d records", got, m.File().Len())
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path, step.Options{}); err == nil || !strings.HasPrefix(err.Error(), path+": file is no STEP file") {
		t.Error(err)
	}
	if _, err := Open(dir, step.Options{}); err == nil {
		t.Error("a folder is a model")
	}
	f, err := step.Parse([]byte(text), step.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if m, err := New(f); err != nil || m.SHA256() != "" {
		t.Error("digest of what was never on disk", err)
	}
}

func TestLostElsewhere(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"#1=IFCWALL('a',$,$,$,$,$,$,$);":                     "",
		"#1=IFCNONSENSE('a');#2=IFCWALL('a',$,$,$,$,$,$,$);": "",
		"#1=IFCLABEL('a');#2=IFCWALL('a',$,$,$,$,$,$,$);":    "a record is a value by itself, and other readers stop there",
		"#1=IFCWALL('a',$,$,$,$,$,$,$;":                      "a record lacks a closing parenthesis, and other readers take what follows for its arguments",
		"#1=IFCWALL('a',$,$,$,$,$,$,$));":                    "",
	} {
		if got := read4(t, in).LostElsewhere(); got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}

// IfcFacility came with IFC4X3.
func TestDeclares(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]bool{"'IFC4X1'": false, "'IFC4X2'": false, "'IFC4X3'": true, "'IFC4X3_ADD2'": true} {
		m := readAs(t, in, "#1=IFCBUILDING('a',$,$,$,$,$,$,$,$,$,$,$);")
		facility, _ := m.Schema().Class("IfcFacility")
		building, _ := m.Schema().Class("IfcBuilding")
		if m.Declares(facility) != want || !m.Declares(building) {
			t.Errorf("%s: IfcFacility %v, IfcBuilding %v", in, m.Declares(facility), m.Declares(building))
		}
	}
}
