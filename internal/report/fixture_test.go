package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ifcmcq/ifcmcq/bench"
	"github.com/ifcmcq/ifcmcq/internal/report"
	"github.com/ifcmcq/ifcmcq/internal/run"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/score"
)

// source names the i-th source model of a test.
func source(i int) mcq.Source {
	return mcq.Source{File: fmt.Sprintf("m%d.ifc", i), SHA256: strings.Repeat(fmt.Sprint(i), 64), Schema: "IFC4"}
}

// question makes the n-th item of a source: four classes, B is right.
func question(src mcq.Source, n int) mcq.Item {
	var options []mcq.Option
	for i, class := range []string{"IfcWall", "IfcSlab", "IfcDoor", "IfcRoof"} {
		options = append(options, mcq.Option{Key: mcq.OptionKey(i), Text: class, Value: class})
	}
	guid := fmt.Sprintf("%s-%d", src.File, n)
	return mcq.New(src, mcq.ClassByGUID, mcq.Fact{GUID: guid}, "Class of "+guid+"?", options, []string{"B"})
}

// questions makes per items of each of several sources.
func questions(sources, per int) []mcq.Item {
	var out []mcq.Item
	for s := range sources {
		for n := range per {
			out = append(out, question(source(s+1), n))
		}
	}
	return out
}

// writeBench writes items to a new benchmark folder and returns it.
func writeBench(t *testing.T, items []mcq.Item) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "bench")
	b := &bench.Benchmark{Items: items, Manifest: bench.Manifest{Items: len(items)}}
	if err := b.Write(dir, false); err != nil {
		t.Fatal(err)
	}
	return dir
}

// answered makes a result of an answer, "" for a reply that names no option.
func answered(it mcq.Item, epoch int, keys string) score.Result {
	var answer []string
	if keys != "" {
		answer = strings.Split(keys, ",")
	}
	return score.Result{
		Item: it.ID, ItemSHA: score.ItemSHA(it), Epoch: epoch, Model: "p/m", Agent: "tool",
		Answer: answer, Outcome: score.Grade(it.Answer, answer, true), Stop: score.Answered,
	}
}

// writeRun writes a run folder and returns it.
func writeRun(t *testing.T, benchmark string, plan *run.Selection, results ...score.Result) string {
	t.Helper()
	dir := t.TempDir()
	config := run.Config{Format: 1, Benchmark: run.Benchmark{Path: benchmark}, Agent: "tool", Model: "p/m"}
	var lines bytes.Buffer
	e := json.NewEncoder(&lines)
	for _, r := range results {
		if err := e.Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	write := func(name string, v any) {
		text, ok := v.([]byte)
		if !ok {
			var err error
			if text, err = json.Marshal(v); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(run.ConfigFile, config)
	write(run.ResultsFile, lines.Bytes())
	if plan != nil {
		write(run.PlanFile, plan)
	}
	return dir
}

func load(t *testing.T, benchmark string, dirs ...string) *report.Set {
	t.Helper()
	s, err := report.Load(t.Context(), dirs, benchmark)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func reported(t *testing.T, s *report.Set, by ...string) *report.Report {
	t.Helper()
	r, err := s.Report(report.Options{By: by, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return r
}
