package semantics_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/internal/dump"
	"github.com/ifcmcq/ifcmcq/internal/sharedtest"
	"github.com/ifcmcq/ifcmcq/semantics"
	"github.com/ifcmcq/ifcmcq/step"
)

// FuzzModel reads whatever it is given, asks about every element and writes the
// dump: valid JSON, the same from one goroutine and from several.
func FuzzModel(f *testing.F) {
	paths, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, s := range sharedtest.ParseArchive(string(data)).Sections {
			if filepath.Ext(s.Name) == ".data" {
				for _, schema := range []string{"IFC2X3", "IFC4", "IFC4X3"} {
					f.Add([]byte("ISO-10303-21;HEADER;FILE_SCHEMA(('" + schema + "'));ENDSEC;DATA;\n" + s.Text + "ENDSEC;END-ISO-10303-21;\n"))
				}
			}
		}
	}
	for _, s := range sharedtest.Seeds() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<14 {
			return
		}
		var want []byte
		for _, workers := range []int{1, 3} {
			m, err := ifc.Read(data, step.Options{Lenient: true, Workers: workers})
			if err != nil {
				return
			}
			s := semantics.New(m)
			for e := range m.Entities() {
				s.Sets(e)
				s.Materials(e)
				s.Storey(e)
				s.Occurrences(e)
				s.Unit(e)
				s.Fillings(e)
			}
			var out bytes.Buffer
			if err := dump.Write(&out, s, dump.Options{File: "fuzz.ifc", Workers: workers}); err != nil {
				t.Fatal(err)
			}
			if !json.Valid(out.Bytes()) {
				t.Errorf("no JSON:\n%s", out.Bytes())
			}
			if want == nil {
				want = bytes.Clone(out.Bytes())
			} else if !bytes.Equal(want, out.Bytes()) {
				t.Errorf("%d workers:\n%s\none:\n%s", workers, out.Bytes(), want)
			}
			m.Close()
		}
	})
}
