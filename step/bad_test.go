package step

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// house is a file with something of everything.
func house() string {
	var b strings.Builder
	for i := range 60 {
		fmt.Fprintf(&b, "#%d=IFCWALL('%022d',$,'wall %d; it''s \\X2\\00E9\\X0\\',(#%d,1.5E-3,.T.),IFCLABEL('a'),*); /* a comment; */\n", 10*i+1, i, i, 10*i+1)
	}
	return "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('house','',(''),(''),'','','');\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n" +
		b.String() + "ENDSEC;\nEND-ISO-10303-21;\n"
}

// A file that is cut somewhere is refused; only what stands behind ENDSEC may be
// missing.
func TestCutFilesAreRefusedUnlessLenient(t *testing.T) {
	t.Parallel()
	whole := house()
	all, err := Parse([]byte(whole), Options{})
	if err != nil || len(all.Diagnostics()) > 0 {
		t.Fatal(err, all.Diagnostics())
	}
	endsec := strings.LastIndex(whole, "ENDSEC") + len("ENDSEC")
	end := strings.LastIndex(whole, "END-ISO-10303-21") + len("END-ISO-10303-21")
	r := rand.New(rand.NewPCG(1, 2))
	cuts := []int{0, 1, endsec - 1, endsec, endsec + 1, end - 1, end, end + 1}
	for range 200 {
		cuts = append(cuts, r.IntN(len(whole)))
	}
	for _, cut := range cuts {
		data := []byte(whole[:cut])
		f, err := Parse(data, Options{})
		switch {
		case cut < endsec:
			if err == nil {
				t.Errorf("cut at %d: read", cut)
				continue
			}
			oneSentence(t, err)
		case err != nil:
			t.Errorf("cut at %d: %v", cut, err)
		case f.Len() != all.Len():
			t.Errorf("cut at %d: %d records", cut, f.Len())
		case (len(f.Diagnostics()) > 0) != (cut < end):
			t.Errorf("cut at %d: diagnostics %v", cut, f.Diagnostics())
		}
		f, err = Parse(data, Options{Lenient: true})
		if err != nil {
			oneSentence(t, err)
			continue
		}
		if f.Len() > all.Len() {
			t.Errorf("cut at %d: %d records of %d", cut, f.Len(), all.Len())
		}
		if cut < end && len(f.Diagnostics()) == 0 {
			t.Errorf("cut at %d: read leniently without a word", cut)
		}
		walk(f)
	}
}

func oneSentence(t *testing.T, err error) {
	t.Helper()
	if s := err.Error(); strings.ContainsAny(s, "\n\r") || len(s) > 200 {
		t.Errorf("no sentence: %q", s)
	}
}

// walk decodes every value of a file and returns how many there are.
func walk(f *File) int {
	n := 0
	for row := range f.Rows() {
		a := f.Args(row)
		for v, ok := a.Next(); ok; v, ok = a.Next() {
			n += walkValue(v)
		}
	}
	f.Diagnostics()
	return n
}

func walkValue(v Value) int {
	n := 1
	v.Text()
	v.Plain()
	v.Int()
	v.Float()
	v.Enum()
	v.EnumBytes()
	v.Row()
	v.Raw()
	if _, inner, ok := v.Typed(); ok {
		n += walkValue(inner)
	}
	for x := range v.List() {
		n += walkValue(x)
	}
	return n
}

func TestFilesThatAreNoModelsAreRefusedInOneSentence(t *testing.T) {
	t.Parallel()
	packed := func(names ...string) string {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for _, name := range names {
			w, err := z.Create(name)
			if err != nil {
				t.Fatal(err)
			}
			w.Write([]byte(house()))
		}
		z.Close()
		return b.String()
	}
	gz := gzipped(t, strings.NewReader(house()))
	for _, c := range []struct{ name, in, want string }{
		{"empty", "", "file is empty"},
		{"blank", " \n\t", "file is empty"},
		{"XML", "<?xml version='1.0'?>", "file is XML (ifcXML is not supported), not a STEP file"},
		{"text", "Dear reader", `file is no STEP file: it begins with "Dear reader", not with ISO-10303-21`},
		{"binary", "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00", `file is no STEP file: it begins with "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00", not with ISO-10303-21`},
		{"only the first line", "ISO-10303-21;\n", "file ends inside its header: truncated or empty"},
		{"zip without model", packed("readme.txt", "__MACOSX/a.ifc"), `zip archive holds no .ifc file (but "__MACOSX/a.ifc")`},
		{"zip with two models", packed("a.ifc", "readme.txt", "B.IFC"), `zip archive holds more than one .ifc file: "a.ifc" and "B.IFC"`},
		{"zip that is cut", packed("a.ifc")[:100], "zip archive cannot be read: zip: not a valid zip file"},
		{"gzip that is cut", gz[:len(gz)-20], "gzip stream: unexpected EOF"},
		{"gzip without content", gz[:5], "gzip stream cannot be read: unexpected EOF"},
		{"gzip of text", gzipped(t, strings.NewReader("Dear reader")), `file is no STEP file: it begins with "Dear reader", not with ISO-10303-21`},
		{"too many keywords", wrap(manyKeywords(MaxKeywords + 1)), "file has more different keywords than MaxKeywords (65535)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := Read([]byte(c.in), Options{})
			if err == nil || err.Error() != c.want {
				t.Errorf("%v\nwant %s", err, c.want)
			}
		})
	}
}

func TestTooManyKeywordsOverSeveralChunksAreRefused(t *testing.T) {
	t.Parallel()
	_, err := Parse([]byte(wrap(manyKeywords(MaxKeywords+1))), Options{chunk: 100000, Workers: 2})
	if err != errTooManyKeywords {
		t.Error(err)
	}
	if f, err := Parse([]byte(wrap(manyKeywords(MaxKeywords))), Options{chunk: 100000, Workers: 2}); err != nil || len(f.Keywords()) != MaxKeywords {
		t.Error("as many keywords as there may be:", err)
	}
}

func gzipped(t *testing.T, r io.WriterTo) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := r.WriteTo(z); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPackedFilesAreRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var z bytes.Buffer
	w := zip.NewWriter(&z)
	for name, text := range map[string]string{"readme.txt": "x", "a/House.IFC": house()} {
		m, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		m.Write([]byte(text))
	}
	w.Close()
	// What a file is its bytes tell, not its name.
	for name, data := range map[string]string{"a.ifc": house(), "a.ifczip": z.String(), "zip-called.ifc": z.String(), "a.ifc.gz": gzipped(t, strings.NewReader(house()))} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path, Options{})
		if err != nil {
			t.Fatal(name, err)
		}
		if f.Len() != 60 || f.Size() != len(house()) || f.Header.Name != "house" {
			t.Errorf("%s: %d records, %d bytes", name, f.Len(), f.Size())
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
		if err := f.Close(); err != nil {
			t.Error("closed twice:", err)
		}
	}
}

func TestPathsThatCannotBeOpened(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	empty := filepath.Join(dir, "empty.ifc")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(empty, Options{}); err == nil || err.Error() != "file is empty" {
		t.Error("empty file:", err)
	}
	if _, err := Open(dir, Options{}); err == nil || !strings.HasSuffix(err.Error(), " is a folder, not a file") {
		t.Error("folder:", err)
	}
	if _, err := Open(filepath.Join(dir, "none.ifc"), Options{}); !os.IsNotExist(err) {
		t.Error("nothing:", err)
	}
}

// A few kilobytes that unpack to very many are refused before they are unpacked.
// Not parallel: it looks at how much is allocated.
func TestBombsAreRefusedWithLittleMemory(t *testing.T) {
	const size = 3 * FreeExpansion
	var zipped bytes.Buffer
	z := zip.NewWriter(&zipped)
	w, err := z.Create("a.ifc")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (blanks{size}).WriteTo(w); err != nil {
		t.Fatal(err)
	}
	z.Close()
	// A member that claims to be packed larger than the archive is.
	lying := bytes.Clone(zipped.Bytes())
	dir := bytes.LastIndex(lying, []byte("PK\x01\x02"))
	copy(lying[dir+20:], []byte{0xFF, 0xFF, 0xFF, 0x7F})
	for name, data := range map[string][]byte{
		"zip": zipped.Bytes(), "gzip": []byte(gzipped(t, blanks{size})), "zip that lies about its size": lying,
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Read(data, Options{})
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), "MaxExpansion") {
			t.Errorf("%s: %v", name, err)
		} else {
			oneSentence(t, err)
		}
		if got := after.TotalAlloc - before.TotalAlloc; got > 10*FreeExpansion { // a buffer that doubles, and the race detector doubles that
			t.Errorf("%s: %d bytes allocated", name, got)
		}
	}
}

// blanks writes so many blanks.
type blanks struct{ n int }

func (b blanks) WriteTo(w io.Writer) (int64, error) {
	block := bytes.Repeat([]byte(" "), 1<<20)
	for range b.n / len(block) {
		if _, err := w.Write(block); err != nil {
			return 0, err
		}
	}
	return int64(b.n), nil
}

func TestNestingHasALimit(t *testing.T) {
	t.Parallel()
	nested := func(open, shut string, n int) string {
		return wrap("#1=A(" + strings.Repeat(open, n) + "1" + strings.Repeat(shut, n) + ",2);\n#2=B(3);\n")
	}
	for _, open := range []string{"(", "IFCX("} {
		for n, deep := range map[int]bool{MaxNesting - 1: false, MaxNesting: true, 10000: true} {
			f, err := Parse([]byte(nested(open, ")", n)), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := walk(f); got > n+3 {
				t.Errorf("%d × %s: %d values", n, open, got)
			}
			if d := f.Diagnostics(); deep != (len(d) == 1 && strings.Contains(d[0].Message, "MaxNesting")) || !deep && len(d) > 0 {
				t.Errorf("%d × %s: %v", n, open, d)
			}
			if v, ok := f.Arg(0, 1).Int(); !ok || v != 2 {
				t.Errorf("%d × %s: what follows is lost", n, open)
			}
			v := f.Arg(0, 0)
			for range n {
				if _, inner, ok := v.Typed(); ok {
					v = inner
				}
				for x := range v.List() {
					v = x
				}
			}
			if _, ok := v.Int(); ok == deep {
				t.Errorf("%d × %s: innermost value is %v", n, open, v.Kind())
			}
		}
	}
}

func TestStringsHaveALimit(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", MaxString)
	f, err := Parse([]byte(wrap("#1=A('"+long+"','"+long[2:]+"');\n#2=B('c');\n")), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s, ok := f.Arg(0, 0).Text(); ok {
		t.Errorf("string of %d bytes is read", len(s))
	}
	if _, ok := f.Arg(0, 0).Plain(); ok {
		t.Error("Plain differs from Text")
	}
	if s, ok := f.Arg(0, 1).Text(); !ok || len(s) != MaxString-2 {
		t.Error("the longest string is not read")
	}
	want := "line 2, column 6: #1: string is longer than MaxString (16777216 bytes); read as unset"
	if d := f.Diagnostics(); len(d) != 1 || d[0].String() != want {
		t.Error(d)
	}
}

func TestShortRecordsHoldMissingValues(t *testing.T) {
	t.Parallel()
	f, err := Parse([]byte(wrap("#1=A('x');\n")), Options{})
	if err != nil {
		t.Fatal(err)
	}
	v := f.Arg(0, 1)
	if v.Kind() != Missing || v.IsSet() || v.Raw() != nil || walkValue(v) != 1 {
		t.Errorf("%v", v.Kind())
	}
	if v := f.Arg(0, 7); v.Kind() != Missing {
		t.Errorf("%v", v.Kind())
	}
	a := f.Args(0)
	if !a.Skip(1) || a.Skip(1) {
		t.Error("Skip")
	}
	scalar := f.Arg(0, 0)
	if e := scalar.Elements(); e.Skip(1) {
		t.Error("a string has elements")
	}
	if _, ok := f.ByID(2); ok {
		t.Error("#2 is found")
	}
	if row, ok := f.ByID(1); !ok || row != 0 {
		t.Error("#1 is not found")
	}
	if s := Bad.String() + Typed.String() + Missing.String(); s != "bad tokentyped valuemissing" {
		t.Error(s)
	}
}
