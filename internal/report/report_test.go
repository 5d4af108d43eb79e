package report_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ifcmcq/ifcmcq/internal/report"
	"github.com/ifcmcq/ifcmcq/internal/run"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/score"
)

func TestEpochs(t *testing.T) {
	t.Parallel()
	items := questions(1, 4)
	var results []score.Result
	for i, answers := range [][]string{
		{"B", "B", "B", "B"}, // always right
		{"B", "A", "B", "B"}, // right three times
		{"A", "C", "", "D"},  // always wrong, never the same
		{"A", "A", "A", "A"}, // always wrong in the same way
	} {
		for e, a := range answers {
			results = append(results, answered(items[i], e+1, a))
		}
	}
	dir := writeBench(t, items)
	r := reported(t, load(t, "", writeRun(t, dir, nil, results...)))
	got := r.Systems[0].Epochs
	// pass^1 is (1 + 3/4)/4; pass^2 (1 + C(3,2)/C(4,2))/4; pass^3 (1 + 1/4)/4.
	want := &report.Repeats{Epochs: 4, Items: 4, PassK: []float64{0.4375, 0.375, 0.3125, 0.25}, Flips: 0.25, Changes: 0.5}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("epochs (-want +got):\n%s", d)
	}
	total := r.Systems[0].Total
	if total.Results != 16 || total.Planned != 16 || total.Items != 4 || total.Right != 7 {
		t.Errorf("total %+v", total)
	}
	// Items, not answers, are what the interval counts.
	if w := score.Wilson(7.0/4, 4, score.Level); *total.Interval != w {
		t.Errorf("interval %+v, want %+v", *total.Interval, w)
	}
}

func TestCoverageIsOfWhatWasPlanned(t *testing.T) {
	t.Parallel()
	items := questions(2, 5)
	dir := writeBench(t, items)
	for _, tt := range []struct {
		name           string
		plan           *run.Selection
		results        []score.Result
		items, planned int
		coverage       float64
	}{
		{"no plan: the whole benchmark", nil, []score.Result{answered(items[0], 1, "B")}, 10, 10, 0.1},
		{"no plan, two epochs", nil, []score.Result{answered(items[0], 2, "B")}, 10, 20, 0.05},
		{"one source", &run.Selection{Filter: []string{"file=m2.ifc"}, Epochs: 1}, []score.Result{answered(items[5], 1, "B")}, 5, 5, 0.2},
		{"two of ten, twice", &run.Selection{Limit: "1-2", Epochs: 2}, []score.Result{answered(items[0], 1, "B"), answered(items[1], 1, "")}, 2, 4, 0.5},
		{"an answer beyond the plan", &run.Selection{Limit: "1-1", Epochs: 1}, []score.Result{answered(items[0], 1, "B"), answered(items[9], 1, "B")}, 2, 2, 1},
		{"nothing yet", &run.Selection{Limit: "1-4", Epochs: 1}, nil, 4, 4, 0},
	} {
		r := reported(t, load(t, "", writeRun(t, dir, tt.plan, tt.results...)))
		got := r.Systems[0].Total
		if got.Items != tt.items || got.Planned != tt.planned || got.Coverage != tt.coverage {
			t.Errorf("%s: %d items, %d planned, coverage %v; want %d, %d, %v", tt.name, got.Items, got.Planned, got.Coverage, tt.items, tt.planned, tt.coverage)
		}
		if incomplete := strings.Contains(strings.Join(r.Notes, "\n"), "incomplete"); incomplete != (tt.coverage < 1) {
			t.Errorf("%s: notes %q", tt.name, r.Notes)
		}
	}
}

func TestResultsThatDoNotCount(t *testing.T) {
	t.Parallel()
	items := questions(1, 3)
	dir := writeBench(t, items)
	other := items[1]
	other.Question = "Which class?"
	s := load(t, "", writeRun(t, dir, nil,
		answered(items[0], 1, "B"),
		answered(items[0], 1, "A"), // what was finished first stays
		answered(other, 1, "B"),    // another text of the item
		answered(items[2], 1, "A"),
	))
	total := reported(t, s).Systems[0].Total
	if total.Results != 2 || total.Right != 1 || s.Systems[0].Strange != 1 {
		t.Errorf("%+v, %+v", total, s.Systems[0])
	}
}

// TestCellsAddUp holds every breakdown to the total.
func TestCellsAddUp(t *testing.T) {
	t.Parallel()
	items := questions(3, 6)
	dir := writeBench(t, items)
	rapid.Check(t, func(rt *rapid.T) {
		var results []score.Result
		for _, it := range items {
			if a := rapid.SampledFrom([]string{"A", "B", "B", "C,D", "", "missing"}).Draw(rt, "answer"); a != "missing" {
				results = append(results, answered(it, 1, a))
			}
		}
		r := reported(t, load(t, "", writeRun(t, dir, nil, results...)), report.Dimensions()...)
		total := r.Systems[0].Total
		if total.Results != total.Right+total.Wrong+total.Unparsed+total.NoAnswer {
			rt.Fatalf("outcomes do not add up: %+v", total)
		}
		for _, by := range report.Dimensions() {
			var items, results, right, unparsed int
			for _, c := range r.Systems[0].Cells {
				if c.By == by {
					items, results, right, unparsed = items+c.Items, results+c.Results, right+c.Right, unparsed+c.Unparsed
				}
				if c.Accuracy != nil && !c.Interval.Contains(*c.Accuracy) {
					rt.Fatalf("%+v outside of its interval", c)
				}
			}
			if items != total.Items || results != total.Results || right != total.Right || unparsed != total.Unparsed {
				rt.Fatalf("%s does not add up to %+v", by, total)
			}
		}
		for _, f := range []report.Format{report.Text, report.Markdown, report.CSV, report.JSON} {
			if err := r.Write(&bytes.Buffer{}, f); err != nil {
				rt.Fatal(err)
			}
		}
	})
}

// TestGuessersMeetChance holds that guessers at random end up where the report says
// they do.
func TestGuessersMeetChance(t *testing.T) {
	t.Parallel()
	items := questions(2, 100)
	dir := writeBench(t, items)
	rng := rand.New(rand.NewPCG(5, 5))
	inside := 0
	const guessers = 20
	for range guessers {
		var results []score.Result
		for _, it := range items {
			results = append(results, answered(it, 1, mcq.OptionKey(rng.IntN(4))))
		}
		r := reported(t, load(t, "", writeRun(t, dir, nil, results...)))
		all := r.Chance[len(r.Chance)-1]
		if math.Abs(all.Chance-0.25) > 1e-12 || all.Items != 200 {
			t.Fatalf("%+v", all)
		}
		if all.Range.Contains(*r.Systems[0].Total.Accuracy) {
			inside++
		}
	}
	if inside < 17 {
		t.Errorf("%d of %d guessers in the range that 95 of 100 are to be in", inside, guessers)
	}
}

func TestFirstIsFoundToPreferAPlace(t *testing.T) {
	t.Parallel()
	var items []mcq.Item
	for n := range 80 {
		it := question(source(1), n)
		it.Answer = []string{mcq.OptionKey(n % 4)}
		items = append(items, it)
	}
	var results []score.Result
	for _, it := range items {
		results = append(results, answered(it, 1, "A"))
	}
	r := reported(t, load(t, "", writeRun(t, writeBench(t, items), nil, results...)))
	if p := r.Keys[0].Test.P; p < 0.99 {
		t.Errorf("the keys are even, p = %v", p)
	}
	l := r.Systems[0].Letters[0]
	if !slices.Equal(l.Chosen, []int{80, 0, 0, 0}) || !slices.Equal(l.Right, []int{20, 0, 0, 0}) || l.Test.P > 1e-6 {
		t.Errorf("%+v, %+v", l, l.Test)
	}
}

func TestParseDimensions(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		in   string
		want []string
		err  string
	}{
		{"group,category", []string{"group", "category"}, ""},
		{" Source , group,group", []string{"group", "source"}, ""},
		{"", nil, ""},
		{"colour", nil, `by "colour": choose from group, category, subtype, type, source`},
	} {
		got, err := report.ParseDimensions(tt.in)
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%q (-want +got):\n%s", tt.in, d)
		}
		if err == nil && tt.err != "" || err != nil && (tt.err == "" || !strings.Contains(err.Error(), tt.err)) {
			t.Errorf("%q: error %v, want %q", tt.in, err, tt.err)
		}
	}
}
