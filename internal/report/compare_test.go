package report_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ifcmcq/ifcmcq/internal/report"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/score"
)

// system writes a run of a model that answers some items right and the others
// wrong, in as many epochs as it is given shares of right ones.
func system(t *testing.T, benchmark, model string, items []mcq.Item, right ...int) string {
	t.Helper()
	var results []score.Result
	for e, n := range right {
		for i, it := range items {
			a := "A"
			if i < n {
				a = "B"
			}
			r := answered(it, e+1, a)
			r.Model = model
			results = append(results, r)
		}
	}
	return writeRun(t, benchmark, nil, results...)
}

func TestCompare(t *testing.T) {
	t.Parallel()
	items := questions(2, 20)
	dir := writeBench(t, items)
	s := load(t, "",
		system(t, dir, "p/worst", items, 10),
		system(t, dir, "p/best", items, 38),
		system(t, dir, "p/good", items[:39], 36),
	)
	c, err := s.Compare(1)
	if err != nil {
		t.Fatal(err)
	}
	if c.Shared != 39 {
		t.Errorf("%d items shared", c.Shared)
	}
	var names, letters []string
	for _, sys := range c.Systems {
		names = append(names, sys.Model)
		letters = append(letters, sys.Groups)
	}
	if d := cmp.Diff([]string{"p/best", "p/good", "p/worst"}, names); d != "" {
		t.Errorf("order (-want +got):\n%s", d)
	}
	// best and good differ on 2 items: p = 0.5. The others on 28 and 26.
	if d := cmp.Diff([]string{"a", "a", "b"}, letters); d != "" {
		t.Errorf("groups (-want +got):\n%s", d)
	}
	p := c.Pairs[0]
	if p.Items != 39 || p.OnlyInA != 1 || p.OnlyInB != 0 || p.BetterA != 2 || p.BetterB != 0 || p.P != 0.5 || p.Holm != 0.5 {
		t.Errorf("%+v", p)
	}
	if p.Pairs != (score.Pairs{Both: 36, OnlyA: 2, Neither: 1}) || p.Same != 37 {
		t.Errorf("%+v, %d the same", p.Pairs, p.Same)
	}
	want := []report.Agreement{
		{Category: "CLS", Items: 39, All: 10, Some: 28, None: 1, Same: 11},
		{Items: 39, All: 10, Some: 28, None: 1, Same: 11},
	}
	if d := cmp.Diff(want, c.Agreement); d != "" {
		t.Errorf("agreement (-want +got):\n%s", d)
	}
	for _, f := range []report.Format{report.Text, report.Markdown, report.CSV, report.JSON} {
		var a, b bytes.Buffer
		if err := c.Write(&a, f); err != nil {
			t.Fatal(err)
		}
		again, err := s.Compare(1)
		if err != nil {
			t.Fatal(err)
		}
		if err := again.Write(&b, f); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%s is not the same twice", f)
		}
	}
}

// TestCompareEpochs: asking the same items again makes no more items.
func TestCompareEpochs(t *testing.T) {
	t.Parallel()
	items := questions(1, 10)
	dir := writeBench(t, items)
	c, err := load(t, "",
		system(t, dir, "p/a", items, 8, 8, 8, 8),
		system(t, dir, "p/b", items, 4, 4, 6, 6),
	).Compare(1)
	if err != nil {
		t.Fatal(err)
	}
	p := c.Pairs[0]
	// Items 5 to 8: a is right in all epochs, b on 5 and 6 in two of four. On four
	// items a is better: p = 2·(1/2)^4; the difference is (0.5 + 0.5 + 1 + 1)/10.
	if p.BetterA != 4 || p.BetterB != 0 || math.Abs(p.P-0.125) > 1e-12 || p.Diff != 0.3 || p.Items != 10 {
		t.Errorf("%+v", p)
	}
}

func TestCompareNothingShared(t *testing.T) {
	t.Parallel()
	items := questions(1, 4)
	dir := writeBench(t, items)
	c, err := load(t, "", system(t, dir, "p/a", items[:2], 1), system(t, dir, "p/b", items[2:], 1)).Compare(1)
	if err != nil {
		t.Fatal(err)
	}
	if c.Shared != 0 || c.Pairs[0].Items != 0 || c.Pairs[0].P != 1 || len(c.Notes) == 0 {
		t.Errorf("%+v", c)
	}
	for _, f := range []report.Format{report.Text, report.Markdown, report.CSV, report.JSON} {
		if err := c.Write(&bytes.Buffer{}, f); err != nil {
			t.Fatal(err)
		}
	}
}
