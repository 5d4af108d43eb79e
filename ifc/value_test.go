package ifc

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAttributesAreReadByName(t *testing.T) {
	t.Parallel()
	m := read4(t, `#1=IFCWALL('a',$,'n','',$,#2,$,'tag',.SOLIDWALL.);
#2=IFCLOCALPLACEMENT($,#3);
#3=IFCAXIS2PLACEMENT3D(#4,$,$);
#4=IFCCARTESIANPOINT((1.,2,3.5));
#5=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#6=IFCWALL('short',$,'s');
#7=IFCWALL('long',$,'l',$,$,$,$,$,.SHEAR.,'x',7);`)
	wall := m.ByID(1)
	if s, ok := wall.Attr("Description").Text(); !ok || s != "" {
		t.Error("an empty string is not unset")
	}
	for attr, want := range map[string]string{"Name": "n", "Tag": "tag", "name": "", "ObjectType": "", "Nonsense": "", "HasOpenings": ""} {
		if got := wall.Attr(attr).String(); got != want {
			t.Errorf("%s: %q", attr, got)
		}
	}
	if wall.Attr("ObjectType").IsSet() || wall.Attr("Nonsense").IsSet() || wall.At(-1).IsSet() || wall.At(99).IsSet() || m.ByID(5).Attr("Dimensions").IsSet() {
		t.Error("what is unset, derived or not there is set")
	}
	point := wall.Attr("ObjectPlacement").Entity().Attr("RelativePlacement").Entity().Attr("Location").Entity()
	if point.ID() != 4 || point.Attr("Coordinates").Datum().String() != "(1, 2, 3.5)" {
		t.Errorf("#%d %s", point.ID(), point.Attr("Coordinates").Datum())
	}
	for id, want := range map[uint64]string{1: "SOLIDWALL", 6: "", 7: "SHEAR"} {
		if got, _ := m.ByID(id).Attr("PredefinedType").Enum(); got != want {
			t.Errorf("#%d: %q", id, got)
		}
	}
	a := m.ByID(7).Args()
	if !a.Skip(11) || a.Skip(1) {
		t.Error("a long record is cut")
	}
	if m.ByID(1).Row() != 0 || m.ByID(1).Model() != m {
		t.Error("row or model")
	}
}

func TestEnumerationItemsMustBeDeclared(t *testing.T) {
	t.Parallel()
	m := read4(t, `#1=IFCWALL('1',$,$,$,$,$,$,$,.solidwall.);
#2=IFCWALL('2',$,$,$,$,$,$,$,.BOGUS.);
#3=IFCWALL('3',$,$,$,$,$,$,$,'SOLIDWALL');
#4=IFCWALL('4',$,$,$,$,$,$,$,.T.);
#5=IFCWALL('5',$,$,$,$,$,$,$,.NOTDEFINED.);
#6=IFCWALL('6',$,.X.,$,$,$,$,$,$);`)
	for id, want := range map[uint64]string{1: "unset", 2: "unset", 3: "SOLIDWALL", 4: "unset", 5: "NOTDEFINED"} {
		v := m.ByID(id).Attr("PredefinedType")
		if got := v.Datum().String(); got != want {
			t.Errorf("#%d: %s", id, got)
		}
		if item, ok := v.Enum(); ok != (id == 5) {
			t.Errorf("#%d: item %q", id, item)
		}
	}
	if k := m.ByID(3).Attr("PredefinedType").Datum().Kind; k != Text {
		t.Errorf("a string became %d", k)
	}
	// Where no enumeration is declared, an item is no value but can be asked for.
	v := m.ByID(6).Attr("Name")
	if item, ok := v.Enum(); !ok || item != "X" || v.Datum().Kind != None {
		t.Error(item, ok, v.Datum())
	}
}

// describe writes kind, value and type.
func describe(d Datum) string {
	kinds := [...]string{"none", "text", "enum", "int", "real", "bool", "unknown", "list", "other"}
	s := kinds[d.Kind]
	if d.Kind != None && d.Kind != Other {
		s += " " + d.String()
	}
	if d.Kind == List {
		for _, x := range d.List {
			s += " | " + describe(x)
		}
	}
	if d.Type != nil {
		s += " " + d.Type.Name()
	}
	return s
}

func TestTheWrittenFormDecidesTheKind(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"$": "none", "*": "none", "": "none", "junk": "none", "NAN": "none",
		"'x'": "text x", "''": "text ", "5": "int 5", "5.": "real 5", "-0.": "real -0", "1.5E3": "real 1500",
		".T.": "bool true", ".F.": "bool false", ".U.": "unknown UNKNOWN", ".X.": "none", ".t.": "none", ".TRUE.": "none",
		"IFCREAL(5)": "int 5 IfcReal", "IFCINTEGER(5.)": "real 5 IfcInteger", "IFCREAL('5')": "text 5 IfcReal", "IFCLABEL(5)": "int 5 IfcLabel",
		"ifclabel('x')": "text x IfcLabel", "IFCLABEL()": "none IfcLabel", "IFCREAL(1.#INF)": "none IfcReal", "IFCREAL($)": "none IfcReal",
		"IFCFOO('x')": "text x", "IFCLOGICAL(.U.)": "unknown UNKNOWN IfcLogical", "IFCBOOLEAN(.U.)": "unknown UNKNOWN IfcBoolean",
		"IFCINTEGER(99999999999999999999)": "none IfcInteger", "IFCINTEGER(3000000000)": "int 3000000000 IfcInteger", "IFCREAL(1.E999)": "none IfcReal",
		"IFCWALLTYPEENUM(.SHEAR.)": "enum SHEAR IfcWallTypeEnum", "IFCWALLTYPEENUM('SHEAR')": "text SHEAR IfcWallTypeEnum",
		"()": "list ()", "(1,2.,$,'x')": "list (1, 2, x) | int 1 | real 2 | text x", "((1),())": "list ((1), ()) | list (1) | int 1 | list ()",
		"IFCCOMPLEXNUMBER((1.,2.))": "list (1, 2) | real 1 | real 2 IfcComplexNumber",
		"IFCLABEL(IFCTEXT('x'))":    "text x IfcLabel", "#1": "other", "\"0F\"": "other", "(#1)": "list (not a simple value) | other",
	} {
		m := read4(t, "#1=IFCPROPERTYSINGLEVALUE('a',$,"+in+",$);")
		if got := describe(m.ByID(1).Attr("NominalValue").Datum()); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
		table := Intern{}
		if got := describe(m.DatumInterned(m.ByID(1).Attr("NominalValue").Step(), table)); got != want {
			t.Errorf("%s by way of a table: %s, want %s", in, got, want)
		}
	}
}

func TestEqualComparesValuesNotForms(t *testing.T) {
	t.Parallel()
	list := func(all ...Datum) Datum { return Datum{Kind: List, List: all} }
	const big = 1 << 60
	for _, c := range []struct {
		a, b Datum
		want bool
	}{
		{Datum{}, Datum{}, true}, {Datum{}, NewText(""), false}, {NewText("a"), NewText("a"), true}, {NewText("a"), NewText("A"), false},
		{NewText("a"), Datum{Kind: Enumeration, Text: "a"}, false}, {NewInt(5), NewReal(5), true}, {NewReal(5), NewInt(5), true}, {NewInt(5), NewInt(6), false},
		{NewReal(0), NewReal(-zero()), true}, {NewReal(0.1), NewReal(0.1 + 1e-17*8), false}, {NewInt(big), NewInt(big + 1), false}, {NewInt(big), NewReal(big), true},
		{NewBool(true), NewBool(true), true}, {NewBool(true), NewBool(false), false}, {NewBool(true), NewInt(1), false}, {NewBool(false), Datum{}, false},
		{Datum{Kind: Unknown}, Datum{Kind: Unknown}, true}, {list(NewInt(1)), list(NewReal(1)), true}, {list(NewInt(1)), list(NewInt(1), NewInt(2)), false},
		{list(), list(), true}, {list(list(NewText("x"))), list(list(NewText("x"))), true}, {list(), Datum{}, false},
	} {
		if c.a.Equal(c.b) != c.want || c.b.Equal(c.a) != c.want {
			t.Errorf("%s = %s is %v", describe(c.a), describe(c.b), !c.want)
		}
	}
}

func zero() (x float64) { return }

func TestNumbersOfData(t *testing.T) {
	t.Parallel()
	for _, d := range []Datum{NewInt(-3), NewReal(-3)} {
		if x, ok := d.Float(); !ok || x != -3 || !d.IsNumber() {
			t.Error(describe(d))
		}
	}
	if NewInt(-3).Int() != -3 || !NewBool(true).Bool() || NewBool(false).Bool() {
		t.Error("Int or Bool")
	}
	if _, ok := NewText("3").Float(); ok {
		t.Error("a text is a number")
	}
}

func TestInternedNamesAreHeldOnce(t *testing.T) {
	t.Parallel()
	m := read4(t, `#1=IFCPROPERTYSINGLEVALUE('a',$,$,$);
#2=IFCPROPERTYSINGLEVALUE('a',$,$,$);
#3=IFCPROPERTYSINGLEVALUE('\X\E9',$,$,$);
#4=IFCPROPERTYSINGLEVALUE(5,$,$,$);`)
	in := Intern{}
	var got []string
	for e := range m.Entities() {
		s, ok := in.Text(e.Attr("Name").Step())
		got = append(got, fmt.Sprintf("%s %v", s, ok))
	}
	if diff := cmp.Diff([]string{"a true", "a true", "é true", " false"}, got); diff != "" || len(in) != 1 {
		t.Error(diff, in)
	}
	if s, ok := Intern(nil).Text(m.ByID(1).Attr("Name").Step()); !ok || s != "a" {
		t.Error("without a table:", s, ok)
	}
}

func TestReferencesAreFollowed(t *testing.T) {
	t.Parallel()
	m := read4(t, `#1=IFCWALL('1',$,$,$,$,$,$,$,$);
#2=IFCWALL('2',$,$,$,$,$,$,$,$);
#3=IFCRELAGGREGATES('3',$,$,$,#1,(#2,#9,#2,'x',$));
#4=IFCRELAGGREGATES('4',$,$,$,(#1),#2);
#5=IFCRELAGGREGATES('5',$,$,$,#9,$);`)
	for _, c := range []struct {
		id                uint64
		relating, related string
	}{{3, "1", "2 2"}, {4, "", "2"}, {5, "", ""}} {
		e := m.ByID(c.id)
		one := e.Attr("RelatingObject").Entity()
		if one.Exists() != (c.relating != "") || one.Exists() && ids([]Entity{one}) != c.relating {
			t.Errorf("#%d: relating #%d", c.id, one.ID())
		}
		if got := ids(slices.Collect(e.Attr("RelatedObjects").Entities())); got != c.related {
			t.Errorf("#%d: related %s", c.id, got)
		}
	}
	for range m.ByID(3).Attr("RelatedObjects").Entities() {
		break
	}
	// A list where one is declared can still be walked.
	if got := ids(slices.Collect(m.ByID(4).Attr("RelatingObject").Entities())); got != "1" {
		t.Error(got)
	}
	if x, ok := m.ValueOf(m.ByID(3).Attr("GlobalId").Step()).Float(); ok {
		t.Error(x)
	}
}

func TestRecordsThatEndEarlyAreReportedWhenThatMatters(t *testing.T) {
	t.Parallel()
	m := read4(t, `#1=IFCWALL('1',$,'n');
#2=IFCWALL('2',$,'n');
#3=IFCPROPERTYSINGLEVALUE('a',$,IFCREAL(1,5),$);`)
	for range 2 {
		if m.ByID(1).Attr("Tag").IsSet() || m.ByID(1).Attr("PredefinedType").IsSet() || m.ByID(1).At(9).IsSet() {
			t.Error("what is missing is set")
		}
	}
	if d := m.ByID(3).Attr("NominalValue").Datum(); !d.Equal(NewInt(1)) {
		t.Error(d)
	}
	want := `line 2, column 12: #1: record ends early; what is missing is read as unset
line 4, column 33: #3: typed value of more than one value; read as the first
`
	if diff := cmp.Diff(want, diagnostics(m)); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}

func TestScalarsAreKeysOfValues(t *testing.T) {
	t.Parallel()
	seen := map[Scalar]bool{}
	for _, d := range []Datum{{}, NewText("a"), NewText("b"), NewInt(1), NewReal(1), NewBool(true), {Kind: Unknown}, {Kind: Enumeration, Text: "a"}} {
		if seen[d.Scalar()] {
			t.Errorf("%s is not told from another", describe(d))
		}
		seen[d.Scalar()] = true
	}
	if first, second := NewText("a").Scalar(), NewText("a").Scalar(); first != second {
		t.Error("equal values have two keys")
	}
}
