package agent

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/ifcmcq/ifcmcq/bench"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/sample"
	"github.com/ifcmcq/ifcmcq/score"
	"github.com/ifcmcq/ifcmcq/step"
	"github.com/ifcmcq/ifcmcq/tools"
)

// stopped is a clock for tests.
func stopped() time.Time { return time.Unix(0, 0) }

func house(tb testing.TB) *ifc.Model {
	tb.Helper()
	m, err := ifc.Read(sample.House(), step.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { m.Close() })
	return m
}

func itemsOf(tb testing.TB, m *ifc.Model, name string, n int) []mcq.Item {
	tb.Helper()
	part, err := bench.FromModel(tb.Context(), m, name, bench.Options{Seed: bench.DefaultSeed, Cap: n})
	if err != nil {
		tb.Fatal(err)
	}
	return part.Items
}

// ask makes the question of an item.
func ask(it *mcq.Item) Question {
	q := Question{ID: it.ID, Type: it.Type, Stem: it.Question, Item: it}
	for _, o := range it.Options {
		q.Options = append(q.Options, Option{Key: o.Key, Text: o.Text})
	}
	return q
}

// checkOracle asks every item and returns how many there were of each subtype.
func checkOracle(t *testing.T, o *Oracle, items []mcq.Item) map[mcq.Subtype]int {
	t.Helper()
	seen := map[mcq.Subtype]int{}
	for i := range items {
		it := &items[i]
		seen[it.Subtype]++
		a, err := o.Answer(t.Context(), ask(it))
		if err != nil {
			t.Fatal(err)
		}
		var trace oracleTrace
		if err := json.Unmarshal(a.Trace, &trace); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(a.Keys, it.Answer) || !a.Replied || a.Stop != score.Answered {
			t.Errorf("%s: %v, not %v: %s\n%s\nfact %s", it.ID, a.Keys, it.Answer, trace.Error, it.Question, it.Fact.Canonical())
		}
		for _, c := range trace.Calls {
			if c.Length > oracleLimit {
				t.Errorf("%s: %s %s shows %d characters", it.ID, c.Tool, c.Args, c.Length)
			}
		}
		total := 0
		for _, n := range a.Tools {
			total += n
		}
		if a.Calls.Tool != total || total != len(trace.Calls) || a.Steps != total+1 || a.Calls.Failed != 0 {
			t.Errorf("%s: %d calls, %d failed, %v by tool, %d in the trace, %d steps", it.ID, a.Calls.Tool, a.Calls.Failed, a.Tools, len(trace.Calls), a.Steps)
		}
	}
	return seen
}

func TestOracleAnswersEverySubtypeOfTheSample(t *testing.T) {
	t.Parallel()
	m := house(t)
	seen := checkOracle(t, NewOracle(tools.New(m), stopped), itemsOf(t, m, sample.Name, 200))
	for _, s := range mcq.Subtypes() {
		if seen[s] == 0 {
			t.Errorf("no item of %s", s)
		}
	}
}

// Real models have what the sample has not: long lists, old schemas, units of
// their own.
func TestOracleAnswersOverRealModels(t *testing.T) {
	t.Parallel()
	root := os.Getenv("IFCMCQ_CORPUS")
	if root == "" {
		t.Skip("IFCMCQ_CORPUS names no folder of building models")
	}
	for _, name := range []string{
		"stijngoedertier__georeference-ifc/Duplex_A_20110907.ifc",
		"BIM2SIM__bim2sim/AC20-FZK-Haus_with_SB55.ifc",
		"LTplus-AG__ifc-lite/Building-Structural.ifc",
		"ThatOpen__engine_web-ifc/Office_A_20110811.ifc",
	} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			m, err := ifc.Open(filepath.Join(root, filepath.FromSlash(name)), step.Options{})
			if err != nil {
				t.Skip(err)
			}
			defer m.Close()
			items := itemsOf(t, m, filepath.Base(name), 40)
			if len(items) == 0 {
				t.Error("no items")
			}
			checkOracle(t, NewOracle(tools.New(m), stopped), items)
		})
	}
}

func BenchmarkOracle(b *testing.B) {
	m := house(b)
	items := itemsOf(b, m, sample.Name, 40)
	o := NewOracle(tools.New(m), time.Now)
	i, right := 0, 0
	for b.Loop() {
		it := &items[i%len(items)]
		i++
		a, err := o.Answer(b.Context(), ask(it))
		if err != nil {
			b.Fatal(err)
		}
		if slices.Equal(a.Keys, it.Answer) {
			right++
		}
	}
	if right != i {
		b.Errorf("%d of %d right", right, i)
	}
	b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "items/s")
}
