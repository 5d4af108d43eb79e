package report_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/ifcmcq/ifcmcq/internal/report"
	"github.com/ifcmcq/ifcmcq/internal/run"
)

// FuzzResults holds that whatever stands in results.jsonl, it is reported on or
// refused: no panic, and no figure that JSON cannot hold.
func FuzzResults(f *testing.F) {
	items := questions(2, 2)
	var good bytes.Buffer
	e := json.NewEncoder(&good)
	for i, a := range []string{"B", "A", "", "A,B"} {
		r := answered(items[i], 1, a)
		cost := 0.5
		r.CostUSD = &cost
		if err := e.Encode(r); err != nil {
			f.Fatal(err)
		}
	}
	f.Add(good.Bytes())
	f.Add(good.Bytes()[:good.Len()/2])
	f.Add(bytes.ReplaceAll(good.Bytes(), []byte(`"latency_ms":0`), []byte(`"latency_ms":-9223372036854775808`)))
	f.Add(bytes.ReplaceAll(good.Bytes(), []byte(`"epoch":1`), []byte(`"epoch":-5`)))
	f.Add([]byte("{}\nnull\n"))

	dir, benchmark := f.TempDir(), f.TempDir()
	lines := &bytes.Buffer{}
	for _, it := range items {
		text, err := it.MarshalJSON()
		if err != nil {
			f.Fatal(err)
		}
		lines.Write(append(text, '\n'))
	}
	if err := os.WriteFile(filepath.Join(benchmark, "items.jsonl"), lines.Bytes(), 0o666); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := os.WriteFile(filepath.Join(dir, run.ResultsFile), text, 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := report.Load(t.Context(), []string{dir}, benchmark)
		if err != nil {
			return
		}
		r, err := s.Report(report.Options{By: report.Dimensions()})
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range []report.Format{report.Text, report.Markdown, report.CSV, report.JSON} {
			if err := r.Write(&bytes.Buffer{}, format); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Grade().Write(&bytes.Buffer{}, report.Text); err != nil {
			t.Fatal(err)
		}
	})
}
