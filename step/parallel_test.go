package step

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// table is what a scan finds, for comparing.
type table struct {
	Err      string
	Rows     []string
	Keywords []string
	Faults   []Diagnostic
}

func scanned(data []byte, o Options) table {
	f, err := Parse(data, o)
	if err != nil {
		return table{Err: err.Error()}
	}
	t := table{Keywords: append([]string(nil), f.Keywords()...), Faults: f.Diagnostics()}
	for row := range f.Rows() {
		t.Rows = append(t.Rows, fmt.Sprint(f.ID(row), f.Keyword(row), f.offs[row]))
	}
	return t
}

// traps are texts in strings and comments that look like the start or the end of
// something.
var traps = []string{
	";", ";#", ";#1=IFCFAKE('", "#7=IFCFAKE();", "\n#8=IFCFAKE('x');\n", "ENDSEC;", "END-ISO-10303-21;", "DATA;", "(", ")", "=", "#", "/", "*", "\"", `\S\`, `\\`, `\X2\00E9\X0\`, "ü",
}

func drawText(t *rapid.T, alsoIn ...string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(slices.Concat(traps, []string{"a", " ", "\n"}, alsoIn)), 0, 6).Draw(t, "text"), "")
}

func drawString(t *rapid.T) string {
	return "'" + drawText(t, "''", "/*", "*/") + "'"
}

func drawBlank(t *rapid.T) string {
	switch rapid.IntRange(0, 9).Draw(t, "blank") {
	case 0:
		return "/*" + strings.ReplaceAll(drawText(t, "'"), "*/", "") + "*/"
	case 1:
		return "\n"
	}
	return ""
}

func drawValue(t *rapid.T, depth int) string {
	n := 8
	if depth > 2 {
		n = 6
	}
	switch rapid.IntRange(0, n).Draw(t, "value") {
	case 0:
		return "$"
	case 1:
		return "*"
	case 2:
		return "1.5E3"
	case 3:
		return fmt.Sprintf("#%d", rapid.IntRange(0, 20).Draw(t, "ref"))
	case 4, 5:
		return drawString(t)
	case 6:
		return ""
	case 7:
		return "(" + drawValue(t, depth+1) + drawBlank(t) + "," + drawValue(t, depth+1) + ")"
	}
	return "IFCLABEL(" + drawBlank(t) + drawValue(t, depth+1) + ")"
}

func drawRecord(t *rapid.T) string {
	kw := rapid.SampledFrom([]string{"IFCWALL", "IfcWall", "IFCPROPERTYSINGLEVALUE", "IFCPROPERTYSETDEFINITION", "A", "IFCX"}).Draw(t, "kw")
	s := fmt.Sprintf("#%d%s=%s%s(", rapid.IntRange(0, 20).Draw(t, "id"), drawBlank(t), kw, drawBlank(t))
	for i := range rapid.IntRange(0, 4).Draw(t, "args") {
		if i > 0 {
			s += ","
		}
		s += drawValue(t, 0)
	}
	// One in a few is broken.
	s += rapid.SampledFrom([]string{");", ");", ");", ");\n", ");\n", " ) ;", ")", ";", "));", "'"}).Draw(t, "end")
	return s + drawBlank(t)
}

// TestParallelScanIsSerialScan cuts files into chunks of a few bytes: in
// strings, comments, numbers, wherever.
func TestParallelScanIsSerialScan(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		b.WriteString("ISO-10303-21;HEADER;FILE_SCHEMA(('IFC4'));ENDSEC;DATA;")
		for range rapid.IntRange(0, 30).Draw(t, "records") {
			b.WriteString(drawRecord(t))
			if rapid.IntRange(0, 15).Draw(t, "section") == 0 {
				b.WriteString(rapid.SampledFrom([]string{"ENDSEC;DATA;", "ENDSEC;ANCHOR;#1=X();ENDSEC;DATA;", "junk;", "#1=(A()B());", "ENDSEC;"}).Draw(t, "between"))
			}
		}
		b.WriteString(rapid.SampledFrom([]string{"ENDSEC;END-ISO-10303-21;", "ENDSEC;", "", "/*"}).Draw(t, "trailer"))
		compareScans(t, []byte(b.String()), rapid.Bool().Draw(t, "lenient"), rapid.IntRange(1, 200).Draw(t, "chunk"))
	})
}

func compareScans(t interface{ Fatalf(string, ...any) }, data []byte, lenient bool, chunk int) {
	want := scanned(data, Options{Lenient: lenient, Workers: 1})
	got := scanned(data, Options{Lenient: lenient, Workers: 3, chunk: chunk})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("chunks of %d bytes; serial -, parallel +:\n%s\n%s", chunk, diff, data[:min(len(data), 2000)])
	}
}

// These are shapes that random files seldom have.
func TestParallelScanOfHardFiles(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x;#5=IFCFAKE(", 500)
	for name, records := range map[string]string{
		"a string over many chunks":                           "#1=IFCWALL('" + long + "');\n#2=IFCSLAB();\n",
		"a comment over many chunks":                          "/*" + long + "*/#2=IFCSLAB();\n",
		"a list over many chunks":                             "#1=IFCX((" + strings.Repeat("1.,", 3000) + "2.));#2=IFCSLAB();\n",
		"keywords that are in a comment only":                 "#1=IFCA();/*" + strings.Repeat(";#3=IFCFAKE();\n", 30) + "*/" + strings.Repeat("#4=IFCB();", 100),
		"sections that are in a comment only":                 "#1=IFCA();/*" + strings.Repeat("ENDSEC;\n;#3=A();END-ISO-10303-21;", 30) + "*/" + strings.Repeat("#4=IFCB();", 100),
		"an end before much else":                             "#1=IFCA();ENDSEC;END-ISO-10303-21;" + strings.Repeat("#3=IFCFAKE();", 100),
		"short records":                                       strings.Repeat("#1=A();", 1000),
		"many keywords":                                       manyKeywords(1000),
		"a record without semicolon before every chunk's end": strings.Repeat("#1=A()\n#2=B(')');", 300),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, chunk := range []int{5, 64, 101, 1000} {
				compareScans(t, []byte(wrap(records)), false, chunk)
				compareScans(t, []byte(wrap(records)[:len(records)]), true, chunk)
			}
		})
	}
}

func manyKeywords(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "#%d=IFC%c%X();\n", i+1, 'G'+i%7, i)
	}
	return b.String()
}

// Spellings go through a small cache whose entries collide.
func TestKeywordsAreHeldOnceWhateverTheirSpelling(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for range 3 {
		for i := range 5000 {
			for _, format := range []string{"#%d=IFCPROPERTY%05dVALUE();\n", "#%d=IfcProperty%05dValue();\n", "#%d=IFCPROPERTY%05dVALUE ();\n", "#%d=IFCPROPERTY%05d/**/VALUE();\n"} {
				fmt.Fprintf(&b, format, i+1, i)
			}
		}
	}
	f, err := Parse([]byte(wrap(b.String())), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Keywords()) != 5000 || f.Len() != 60000 {
		t.Fatalf("%d keywords, %d records", len(f.Keywords()), f.Len())
	}
	for row := range f.Rows() {
		if want := fmt.Sprintf("IFCPROPERTY%05dVALUE", f.ID(row)-1); f.Keyword(row) != want {
			t.Fatalf("#%d is %s", f.ID(row), f.Keyword(row))
		}
	}
	rows, start := f.RowsByKeyword()
	for k := range f.Keywords() {
		of := rows[start[k]:start[k+1]]
		if len(of) != 12 || !slices.IsSorted(of) || f.KeywordIndex(of[3]) != k {
			t.Fatalf("%s: rows %v", f.Keywords()[k], of)
		}
	}
}

func TestInstancesAreFoundByNumber(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOf(rapid.OneOf(rapid.Uint64Range(0, 30), rapid.Uint64Range(0, 999999999999999999))).Draw(t, "ids")
		firsts := map[uint64]Row{}
		twice := 0
		x := newIDIndex(ids, func(Row) { twice++ })
		for i, id := range ids {
			if _, ok := firsts[id]; !ok {
				firsts[id] = Row(i)
			}
		}
		for id, row := range firsts {
			if got := x.find(id); got != row {
				t.Errorf("%d is at %d, want %d", id, got, row)
			}
		}
		if other := rapid.Uint64().Draw(t, "other"); firsts[other] == 0 && !slices.Contains(ids, other) && x.find(other) != NoRow {
			t.Errorf("%d is found", other)
		}
		if twice != len(ids)-len(firsts) {
			t.Errorf("%d reported as used twice", twice)
		}
	})
}

func TestProgressAddsUpToTheWholeFile(t *testing.T) {
	t.Parallel()
	data := []byte(wrap(strings.Repeat("#1=IFCWALL();", 1000)))
	for _, chunk := range []int{0, 100, 5000} {
		var last, total int64
		if _, err := Parse(data, Options{Workers: 4, chunk: chunk, Progress: func(done, of int64) {
			if done < last {
				t.Errorf("progress goes back from %d to %d", last, done)
			}
			last, total = done, of
		}}); err != nil {
			t.Fatal(err)
		}
		if last != int64(len(data)) || total != last {
			t.Errorf("chunks of %d: ends at %d of %d", chunk, last, total)
		}
	}
}
