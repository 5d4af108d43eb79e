package step

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// Places of arguments are remembered for long records only: what is read must
// not depend on that.
func TestArgumentsOfLongRecordsAreFoundByPosition(t *testing.T) {
	t.Parallel()
	for _, list := range []string{"(#1)", "(" + strings.Repeat("#1,", longRecord) + "#1)", "'" + strings.Repeat("x", longRecord) + "'"} {
		f, err := Parse([]byte(wrap("#1=A($,"+list+", /*c*/ 'behind',,5);\n#2=B("+list+");\n")), Options{})
		if err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for row := range f.Rows() {
					a := f.Args(row)
					for i := range 7 {
						want, _ := a.Next()
						got := f.Arg(row, i)
						if got.Kind() != want.Kind() || string(got.Raw()) != string(want.Raw()) {
							t.Errorf("#%d, argument %d: %v, want %v", f.ID(row), i, got.Kind(), want.Kind())
						}
					}
				}
			})
		}
		wg.Wait()
		if s, _ := f.Arg(0, 2).Text(); s != "behind" || f.Arg(0, 4).Kind() != Integer || f.Arg(0, 5).Kind() != Missing || f.Arg(1, 1).Kind() != Missing {
			t.Errorf("%q", s)
		}
	}
}

func TestFileTellsWhatIsInItsText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		records     string
		high, twice bool
	}{
		{"", false, false},
		{"#1=A('x');\n", false, false},
		{"#1=A('x');\n#1=A('y');\n", false, true},
		{"#1=A('x');\n#999999999999=A('y');\n#999999999999=A('z');\n", false, true},
		{"#1=A('é');\n", true, false},
		{strings.Repeat(" ", 100) + "/* \xFF */" + strings.Repeat(" ", 100), true, false},
	} {
		text := wrap(c.records)
		f, err := Parse([]byte(text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if f.HasHighBytes() != c.high || f.HasDuplicateIDs() != c.twice || string(f.Text()) != text {
			t.Errorf("%q: high bytes %v, duplicates %v", c.records, f.HasHighBytes(), f.HasDuplicateIDs())
		}
		if got := text[f.DataStart():f.DataEnd()]; strings.TrimSpace(got) != strings.TrimSpace(c.records) && f.Len() > 0 || f.Len() == 0 && got != "" {
			t.Errorf("records are %q, want %q", got, c.records)
		}
	}
	f, err := Parse([]byte(wrap("#1=A( 'x');\n")), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if v := f.Arg(0, 0); !strings.HasPrefix(string(f.Text()[v.Offset():]), "'x')") {
		t.Errorf("offset %d", v.Offset())
	}
}

// A high byte is found wherever it stands: eight words are looked at at once.
func TestHighBytesAreFoundAtEveryPlace(t *testing.T) {
	t.Parallel()
	for n := range 70 {
		for i := range n {
			b := []byte(strings.Repeat("a", n))
			b[i] = 0x80
			if !(&File{data: b}).HasHighBytes() {
				t.Errorf("byte %d of %d is not found", i, n)
			}
		}
	}
}

func TestFaultsOfOthersAreReportedAtTheirRecord(t *testing.T) {
	t.Parallel()
	released := 0
	f, err := Parse([]byte(wrap("#1=A();\n#2=B();\n")), Options{})
	if err != nil {
		t.Fatal(err)
	}
	f.OnClose(func() error { released++; return nil })
	for range 2 {
		f.Report(1, "is odd")
	}
	if got := fmt.Sprint(f.Diagnostics()); got != "[line 3, column 6: #2: is odd]" {
		t.Error(got)
	}
	if s := (Diagnostic{Message: "no place"}).String(); s != "no place" {
		t.Error(s)
	}
	for row := range f.Rows() { // a loop may be left
		if row > 0 {
			t.Error("left too late")
		}
		break
	}
	if err := f.Close(); err != nil || released != 1 {
		t.Error(err, released)
	}
}
