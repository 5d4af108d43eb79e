package step

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ifcmcq/ifcmcq/internal/sharedtest"
)

var update = flag.Bool("update", false, "write what is read into the expectations of testdata")

// wrap makes a file of records: they begin on line 2.
func wrap(records string) string {
	return "ISO-10303-21;HEADER;FILE_SCHEMA(('IFC4'));ENDSEC;DATA;\n" + records + "ENDSEC;END-ISO-10303-21;\n"
}

// TestTables reads the archives of testdata. A section NAME.ifc is a whole file,
// NAME.data holds records only (the first line is line 2 of the file);
// NAME.lenient.ifc is read leniently. NAME.want is what is read: header, records
// with decoded arguments, diagnostics; or the error.
func TestTables(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no testdata", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			testArchive(t, path)
		})
	}
}

func testArchive(t *testing.T, path string) {
	ar := sharedtest.ReadArchive(t, path)
	want := map[string]int{}
	for i, f := range ar.Sections {
		if name, ok := strings.CutSuffix(f.Name, ".want"); ok {
			want[name] = i
		}
	}
	for _, in := range ar.Sections {
		name, ext := strings.TrimSuffix(in.Name, filepath.Ext(in.Name)), filepath.Ext(in.Name)
		text := in.Text
		switch ext {
		case ".want":
			continue
		case ".data":
			text = wrap(text)
		}
		name, lenient := strings.CutSuffix(name, ".lenient")
		i, ok := want[name]
		if !ok {
			t.Errorf("%s: no %s.want", path, name)
			continue
		}
		t.Run(name, func(t *testing.T) {
			got := readable(text, Options{Lenient: lenient})
			if *update {
				ar.Sections[i].Text = got
				return
			}
			if diff := cmp.Diff(ar.Sections[i].Text, got); diff != "" {
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

// readable writes what a file holds line by line.
func readable(text string, o Options) string {
	f, err := Parse([]byte(text), o)
	if err != nil {
		return "error: " + err.Error() + "\n"
	}
	var b strings.Builder
	h := f.Header
	for _, x := range []struct {
		name  string
		value []string
	}{
		{"description", h.Description}, {"level", one(h.ImplementationLevel)}, {"name", one(h.Name)}, {"time", one(h.TimeStamp)},
		{"author", h.Author}, {"organization", h.Organization}, {"preprocessor", one(h.Preprocessor)}, {"system", one(h.System)},
		{"authorization", one(h.Authorization)}, {"schema", h.Schemas},
	} {
		if len(x.value) > 0 && !(x.name == "schema" && len(h.Schemas) == 1 && h.Schemas[0] == "IFC4") {
			fmt.Fprintf(&b, "%s: %q\n", x.name, x.value)
		}
	}
	for row := range f.Rows() {
		fmt.Fprintf(&b, "#%d %s", f.ID(row), f.Keyword(row))
		a := f.Args(row)
		for v, ok := a.Next(); ok; v, ok = a.Next() {
			b.WriteString(" " + readableValue(v))
		}
		b.WriteByte('\n')
	}
	for _, d := range f.Diagnostics() {
		fmt.Fprintf(&b, "! %s\n", d)
	}
	return b.String()
}

func one(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}

// readableValue writes a value so that what was decoded differs from what stands
// in the file: reals always have a point, strings are quoted as in Go.
func readableValue(v Value) string {
	switch v.Kind() {
	case Unset:
		return "$"
	case Derived:
		return "*"
	case Integer:
		if n, ok := v.Int(); ok {
			return strconv.FormatInt(n, 10)
		}
		return "unset"
	case Real:
		x, ok := v.Float()
		if !ok {
			return "unset"
		}
		s := strconv.FormatFloat(x, 'g', -1, 64)
		if !strings.ContainsAny(s, ".e") {
			s += "."
		}
		return s
	case String:
		s, ok := v.Text()
		if !ok {
			return "unset"
		}
		return strconv.QuoteToASCII(s)
	case Enum:
		s, _ := v.Enum()
		return "." + s + "."
	case Binary:
		return string(v.Raw())
	case Ref:
		id, _ := v.ID()
		if _, ok := v.Row(); !ok {
			return fmt.Sprintf("#%d?", id)
		}
		return fmt.Sprintf("#%d", id)
	case List:
		var all []string
		for x := range v.List() {
			all = append(all, readableValue(x))
		}
		return "(" + strings.Join(all, " ") + ")"
	case Typed:
		kw, inner, _ := v.Typed()
		return fmt.Sprintf("%s<%s>", kw, readableValue(inner))
	}
	return fmt.Sprintf("%v", v.Kind())
}
