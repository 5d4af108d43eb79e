package dump

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/ifcmcq/ifcmcq/geom"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/internal/sharedtest"
	"github.com/ifcmcq/ifcmcq/semantics"
	"github.com/ifcmcq/ifcmcq/step"
)

var update = flag.Bool("update", false, "write what is dumped into the expectations of testdata")

func read(t testing.TB, text string, o step.Options) *semantics.Model {
	t.Helper()
	m, err := ifc.Read([]byte(text), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return semantics.New(m)
}

func dumped(t testing.TB, text string, workers int) []byte {
	t.Helper()
	var out bytes.Buffer
	m := read(t, text, step.Options{Workers: workers})
	if err := Write(&out, m, Options{File: "house.ifc", NoBoxes: "not asked for", Workers: workers}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestDumpIsAsTheContractSays compares whole dumps. In testdata NAME.ifc is
// followed by NAME.json, the dump with line breaks.
func TestDumpIsAsTheContractSays(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no testdata", err)
	}
	for _, path := range paths {
		ar := sharedtest.ReadArchive(t, path)
		for i := 0; i+1 < len(ar.Sections); i += 2 {
			t.Run(ar.Sections[i].Name, func(t *testing.T) {
				out := dumped(t, ar.Sections[i].Text, 1)
				var got bytes.Buffer
				if err := json.Indent(&got, out, "", " "); err != nil {
					t.Fatal(err)
				}
				checkKeys(t, out)
				if *update {
					ar.Sections[i+1].Text = got.String()
					return
				}
				if diff := cmp.Diff(ar.Sections[i+1].Text, got.String()); diff != "" {
					t.Errorf("want -, got +:\n%s", diff)
				}
			})
		}
		if *update {
			if err := os.WriteFile(path, []byte(ar.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// checkKeys checks that there are the members that others rely on, and no
// others.
func checkKeys(t *testing.T, out []byte) {
	t.Helper()
	var d struct {
		All      map[string]json.RawMessage
		Elements []map[string]any
		Units    map[string]float64
		Schema   string
	}
	if err := json.Unmarshal(out, &d.All); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &d); err != nil {
		t.Fatal(err)
	}
	keys := func(name string, got []string, want ...string) {
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("members of %s: want -, got +:\n%s", name, diff)
		}
	}
	keys("the dump", slices.Collect(maps.Keys(d.All)), "file", "sha256", "schema", "units", "counts", "elements", "boundaries", "diagnostics")
	keys("units", slices.Collect(maps.Keys(d.Units)), "length", "area", "volume")
	want := []string{"guid", "class", "name", "type", "container", "storey", "psets", "quantities", "materials", "openings", "fills", "voids", "box", "box_note"}
	if d.Schema == "IFC2X3" {
		want = append(want, "predefined")
	}
	for _, e := range d.Elements {
		keys("an element", slices.Collect(maps.Keys(e)), slices.Clone(want)...)
	}
}

// large makes a model of more elements than a batch has, some of them broken.
func large() string {
	var b strings.Builder
	b.WriteString("ISO-10303-21;HEADER;FILE_SCHEMA(('IFC4'));ENDSEC;DATA;\n#1=IFCBUILDINGSTOREY('s',$,$,$,$,$,$,$,.ELEMENT.,$);\n")
	for i := 10; i < 40*batch; i += 10 {
		fmt.Fprintf(&b, "#%d=IFCWALL('%d',$,'\\w %d',$,$,$,$,$,$);\n#%d=IFCRELCONTAINEDINSPATIALSTRUCTURE('r%d',$,$,$,(#%d,#999999),#1);\n", i, i, i, i+1, i, i)
		fmt.Fprintf(&b, "#%d=IFCPROPERTYSET('p%d',$,'P',$,(#%d,));\n#%d=IFCPROPERTYSINGLEVALUE('a',$,IFCREAL(%d.E-3),$);\n", i+2, i, i+3, i+3, i)
		fmt.Fprintf(&b, "#%d=IFCRELDEFINESBYPROPERTIES('d%d',$,$,$,(#%d),#%d);\n", i+4, i, i, i+2)
	}
	b.WriteString("ENDSEC;END-ISO-10303-21;\n")
	return b.String()
}

func TestDumpDoesNotDependOnWorkers(t *testing.T) {
	t.Parallel()
	text := large()
	want := dumped(t, text, 1)
	if !json.Valid(want) || !bytes.Contains(want, []byte("4.25")) {
		t.Fatal("no dump")
	}
	for _, workers := range []int{2, 8, 0} {
		if got := dumped(t, text, workers); !bytes.Equal(got, want) {
			t.Errorf("%d workers: %s", workers, cmp.Diff(strings.Split(string(want), "{"), strings.Split(string(got), "{")))
		}
	}
}

// fails writes so many bytes, then no more.
type fails struct{ left int }

var errFull = errors.New("no space left")

func (w *fails) Write(b []byte) (int, error) {
	w.left -= len(b)
	if w.left < 0 {
		return 0, errFull
	}
	return len(b), nil
}

func TestWriteErrorsAreReturned(t *testing.T) {
	t.Parallel()
	text := large()
	m := read(t, text, step.Options{})
	size := len(dumped(t, text, 1))
	for _, n := range []int{0, size / 3, size - 1000} {
		if err := Write(&fails{n}, m, Options{File: "house.ifc", NoBoxes: "not asked for", Workers: 2}); !errors.Is(err, errFull) {
			t.Errorf("after %d bytes: %v", n, err)
		}
	}
}

func TestStringsOfTheDumpAreJSON(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "a", `"`, `\`, "\x00\x1f\n\t", "\x7f", "ü😀", "\u2028", `a"b\c` + "\nd", "</script>"} {
		var got string
		if err := json.Unmarshal(appendString(nil, s), &got); err != nil || got != s {
			t.Errorf("%q: %q %v", s, got, err)
		}
	}
	for x, want := range map[float64]string{0: "0.0", 1: "1.0", -2.5: "-2.5", 1e21: "1e+21", 1e-7: "1e-07", 0.1: "0.1", 123456: "123456.0"} {
		if got := string(appendFloat(nil, x)); got != want || !json.Valid([]byte(got)) {
			t.Errorf("%v: %s", x, got)
		}
	}
	var out bytes.Buffer
	m := read(t, "ISO-10303-21;HEADER;FILE_SCHEMA(('IFC4'));ENDSEC;DATA;ENDSEC;END-ISO-10303-21;", step.Options{})
	if err := Write(&out, m, Options{File: "na\xefve.ifc"}); err != nil || !utf8.Valid(out.Bytes()) || !json.Valid(out.Bytes()) {
		t.Error("a file name that is no UTF-8 goes into the dump as it is", err)
	}
}

// A box that other readers may have otherwise says so.
func TestBoxNote(t *testing.T) {
	t.Parallel()
	const records = "#1=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-05,#2,$);#2=IFCAXIS2PLACEMENT3D(#3,$,$);#3=IFCCARTESIANPOINT((0.,0.,0.));" +
		"#4=IFCLOCALPLACEMENT($,#2);#5=IFCWALL('0000000000000000000005',$,$,$,$,#4,#6,$,$);#6=IFCPRODUCTDEFINITIONSHAPE($,$,(#7));" +
		"#7=IFCSHAPEREPRESENTATION(#1,'Body','CSG',(#8));"
	for item, want := range map[string]string{
		"#8=IFCBLOCK(#2,1.,2.,3.);":                  `"box":{"lo":[0.0,0.0,0.0],"hi":[1.0,2.0,3.0]}}`,
		"#8=IFCRIGHTCIRCULARCYLINDER(#2,2.,0.0001);": `"box_note":"is a cylinder or cone, which some readers do not show: other readers may see it otherwise"`,
	} {
		m := read(t, "ISO-10303-21;HEADER;FILE_SCHEMA(('IFC4'));ENDSEC;DATA;"+records+item+"ENDSEC;END-ISO-10303-21;", step.Options{})
		var out bytes.Buffer
		if err := Write(&out, m, Options{Shapes: geom.New(m.Model, geom.Options{})}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s: no %s in %s", item, want, out.String())
		}
	}
}
