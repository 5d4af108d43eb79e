package score_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/ifcmcq/ifcmcq/score"
)

// near compares to the digits that a published table prints.
func near(got, want float64, digits int) bool {
	return math.Abs(got-want) <= 0.5*math.Pow(10, -float64(digits))+1e-12
}

func TestWilson(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		right, n, low, high float64
		digits              int
		source              string
	}{
		{81, 263, 0.2553, 0.3662, 4, "Newcombe 1998, table I, method 3"},
		{15, 148, 0.0624, 0.1605, 4, "Newcombe 1998, table I, method 3"},
		{0, 20, 0, 0.1611, 4, "Newcombe 1998, table I, method 3"},
		{1, 29, 0.0061, 0.1718, 4, "Newcombe 1998, table I, method 3"},
		{0, 0, 0, 1, 4, "nothing is known of no items"},
		{0.5, 1, 0.0546, 0.9454, 4, "one item asked twice, by hand: 0.5 ± z/(1+z²)·√(1/4+z²/4)"},
	} {
		got := score.Wilson(tt.right, tt.n, score.Level)
		if !near(got.Low, tt.low, tt.digits) || !near(got.High, tt.high, tt.digits) {
			t.Errorf("Wilson(%v of %v) = %.5f–%.5f, want %v–%v (%s)", tt.right, tt.n, got.Low, got.High, tt.low, tt.high, tt.source)
		}
	}
}

func TestNewcombe(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pairs                 score.Pairs
		difference, low, high float64
		digits                int
		source                string
	}{
		{score.Pairs{Both: 59, OnlyA: 6, OnlyB: 16, Neither: 80}, -0.0621, -0.1186, -0.0046, 4,
			"Fagerland, Lydersen and Laake 2017, chapter 8: complete response of Cavo et al. 2012"},
		{score.Pairs{Both: 1, OnlyA: 1, OnlyB: 7, Neither: 12}, -0.286, -0.507, -0.026, 3,
			"Fagerland, Lydersen and Laake 2014, Statistics in Medicine 33: airways of Bentur et al. 2009"},
		{score.Pairs{}, 0, -1, 1, 4, "nothing is known of no items"},
	} {
		got := tt.pairs.Newcombe(score.Level)
		if !near(tt.pairs.Difference(), tt.difference, tt.digits) || !near(got.Low, tt.low, tt.digits) || !near(got.High, tt.high, tt.digits) {
			t.Errorf("%+v: %.5f (%.5f to %.5f), want %v (%v to %v): %s", tt.pairs, tt.pairs.Difference(), got.Low, got.High, tt.difference, tt.low, tt.high, tt.source)
		}
	}
}

func TestIntervalsContainTheEstimate(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		level := rapid.SampledFrom([]float64{0.5, 0.8, 0.95, 0.99}).Draw(t, "level")
		n := rapid.IntRange(1, 5000).Draw(t, "n")
		right := rapid.IntRange(0, n).Draw(t, "right")
		i := score.Wilson(float64(right), float64(n), level)
		if !i.Contains(float64(right)/float64(n)) || i.Low < 0 || i.High > 1 || i.Width() <= 0 {
			t.Fatalf("Wilson(%d of %d) = %+v", right, n, i)
		}
		if wider := score.Wilson(float64(right), float64(n), 0.999); wider.Low > i.Low || wider.High < i.High {
			t.Fatalf("level 0.999 gives %+v, level %v %+v", wider, level, i)
		}
		// Quarters of items, as four epochs make them.
		cell := rapid.Map(rapid.IntRange(0, 2000), func(n int) float64 { return float64(n) / 4 })
		p := score.Pairs{Both: cell.Draw(t, "both"), OnlyA: cell.Draw(t, "a"), OnlyB: cell.Draw(t, "b"), Neither: cell.Draw(t, "neither")}
		d := p.Newcombe(level)
		if !d.Contains(p.Difference()) || d.Low < -1 || d.High > 1 {
			t.Fatalf("%+v: %v not in %+v", p, p.Difference(), d)
		}
		// Who is called A does not matter.
		q := score.Pairs{Both: p.Both, OnlyA: p.OnlyB, OnlyB: p.OnlyA, Neither: p.Neither}
		if e := q.Newcombe(level); math.Abs(e.Low+d.High) > 1e-9 || math.Abs(e.High+d.Low) > 1e-9 {
			t.Fatalf("%+v gives %+v, the other way around %+v", p, d, e)
		}
	})
}
