package run

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ifcmcq/ifcmcq/score"
)

func TestPrices(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "prices.yaml")
	for _, c := range []struct {
		yaml, model string
		usage       score.Usage
		want        float64 // dollars
		err         string
	}{
		// 600 × 1 + 400 × 0.1 + 50 × 2 millionths
		{yaml: "a/b: {input: 1, output: 2, input_cache_read: 0.1}", model: "a/b", usage: score.Usage{Input: 1000, Cached: 400, Output: 50, Reasoning: 40}, want: 740e-6},
		{yaml: "a/b: {input: 1, output: 2}", model: "a/b", usage: score.Usage{Input: 1000, Cached: 400, Output: 50}, want: 1100e-6},
		{yaml: "a/b:\n  input: 0\n  output: 0\n", model: "a/b", usage: score.Usage{Input: 1000}, want: 0},
		{yaml: "a/b: {input: 1, ouput: 2}", err: "ouput"},
		{yaml: "a/b: {input: -1, output: 2}", err: "negative"},
		{yaml: "a/b: 3", err: "prices.yaml"},
	} {
		if err := os.WriteFile(name, []byte(c.yaml), 0o666); err != nil {
			t.Fatal(err)
		}
		p, err := ReadPrices(name)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: error %v, want one with %q", c.yaml, err, c.err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := p[c.model].Cost(c.usage); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: %g, want %g", c.yaml, got, c.want)
		}
	}
}

func TestPriced(t *testing.T) {
	t.Parallel()
	said, price := 0.5, &Price{Input: 1}
	for _, c := range []struct {
		said   *float64
		price  *Price
		usage  score.Usage
		source string
	}{
		{&said, price, score.Usage{Input: 1}, "provider"},
		{&said, nil, score.Usage{}, "provider"},
		{nil, price, score.Usage{Input: 1}, "prices"},
		{nil, price, score.Usage{}, ""}, // the server counted nothing
		{nil, nil, score.Usage{Input: 1}, ""},
	} {
		var r score.Result
		r.Usage = c.usage
		priced(&r, c.said, c.price)
		if r.CostSource != c.source || (r.CostUSD != nil) != (c.source != "") {
			t.Errorf("%+v: %v from %q", c, r.CostUSD, r.CostSource)
		}
	}
}

func TestProgress(t *testing.T) {
	t.Parallel()
	cost := 0.25
	events := []Event{
		{Result: &score.Result{Outcome: score.Correct, CostUSD: &cost, Calls: score.Calls{Chat: 2}, Usage: score.Usage{Input: 90, Output: 10}}},
		{Failure: &Failure{Item: "house/x", Error: "bad gateway"}},
		{Failure: &Failure{Item: "house/y", Error: "bad gateway"}},
		{Result: &score.Result{Outcome: score.Incorrect}},
	}
	for _, c := range []struct {
		name        string
		live, quiet bool
		want        string // \r shown as <
	}{
		{"live", true, false, "" +
			"1/4 · 1/s · 3s left · 100.0 % right · $0." + "<" + strings.Repeat(" ", 41) + "<" + "house/x: bad gateway\n" +
			"1/4 · 0.5/s · 6s left · 100.0 % right · $" + "<" + strings.Repeat(" ", 41) + "<" +
			"1/4 · 0.33/s · 9s left · 100.0 % right · " + "<" + strings.Repeat(" ", 41) + "<" +
			"2/4 · 0.5/s · 4s left · 50.0 % right · $0" + "<" + strings.Repeat(" ", 41) + "<" +
			"2/4 · 0.5/s · 4s left · 50.0 % right · $0.2500 · 100 tokens in 2 requests · 2 failed\n"},
		{"plain", false, false, "house/x: bad gateway\n2/4 · 0.5/s · 4s left · 50.0 % right · $0.2500 · 100 tokens in 2 requests · 2 failed\n"},
		{"quiet", true, true, "house/x: bad gateway\n"},
	} {
		now := stopped()
		var b bytes.Buffer
		p := NewProgress(&b, c.live, 42, c.quiet, 4, func() time.Time { return now })
		for _, e := range events {
			now = now.Add(time.Second)
			p.Observe(e)
		}
		p.Close()
		if got := strings.ReplaceAll(b.String(), "\r", "<"); got != c.want {
			t.Errorf("%s:\n%q\nwant\n%q", c.name, got, c.want)
		}
	}
}
