package score_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/ifcmcq/ifcmcq/score"
)

func TestUniform(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		counts []int
		x      float64
		df     int
		p      float64
		few    bool
		source string
	}{
		{[]int{5, 8, 9, 8, 10, 20}, 13.4, 5, 0.0199, false, "the loaded die of textbooks, 60 throws; critical value at 5 % 11.07"},
		{[]int{44, 56}, 1.44, 1, 0.2301, false, "the coin of textbooks, 44 heads of 100; critical value at 5 % 3.841"},
		{[]int{10, 10, 10}, 0, 2, 1, false, "even"},
		{[]int{3, 1}, 1, 1, 0.3173, true, "two expected in each: z = 1"},
	} {
		got, ok := score.Uniform(tt.counts)
		if !ok || !near(got.Statistic, tt.x, 4) || got.DF != tt.df || !near(got.P, tt.p, 4) || got.Few != tt.few {
			t.Errorf("Uniform(%v) = %+v, want %+v", tt.counts, got, tt)
		}
	}
	for _, counts := range [][]int{nil, {0, 0}, {7}} {
		if got, ok := score.Uniform(counts); ok {
			t.Errorf("Uniform(%v) = %+v, but there is nothing to test", counts, got)
		}
	}
}

func TestHomogeneous(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		right, n []int
		x        float64
		df       int
		p        float64
		few      bool
		source   string
	}{
		// Two by two: n(ad - bc)²/(products of the margins) = 200·(90·30 - 10·70)²/(160·40·100·100).
		{[]int{90, 70}, []int{100, 100}, 12.5, 1, 0.00041, false, "by hand"},
		{[]int{8, 2}, []int{20, 20}, 4.8, 1, 0.0285, false, "by hand: 40·(8·18 - 12·2)²/(10·30·20·20)"},
		{[]int{5, 5, 5}, []int{10, 10, 10}, 0, 2, 1, false, "the same everywhere"},
		{[]int{4, 0, 0, 0}, []int{4, 4, 4, 4}, 16, 3, 0.0011, true, "always the first: 16·(16 - 4)…"},
		{[]int{4, 0, 0}, []int{8, 8, 0}, 5.3333, 1, 0.0209, true, "a place without items"},
	} {
		got, ok := score.Homogeneous(tt.right, tt.n)
		if !ok || !near(got.Statistic, tt.x, 4) || got.DF != tt.df || !near(got.P, tt.p, 4) || got.Few != tt.few {
			t.Errorf("Homogeneous(%v of %v) = %+v, want %+v", tt.right, tt.n, got, tt)
		}
	}
	for _, tt := range [][2][]int{{{5, 5}, {5, 5}}, {{0, 0}, {5, 5}}, {{3}, {5}}, {{3, 0}, {5, 0}}} {
		if got, ok := score.Homogeneous(tt[0], tt[1]); ok {
			t.Errorf("Homogeneous(%v of %v) = %+v, but there is nothing to test", tt[0], tt[1], got)
		}
	}
}

func TestUniformDoesNotDependOnTheOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		counts := rapid.SliceOfN(rapid.IntRange(0, 300), 2, 8).Draw(t, "counts")
		a, okA := score.Uniform(counts)
		b, okB := score.Uniform(rapid.Permutation(counts).Draw(t, "permuted"))
		if okA != okB || okA && (!near(a.P, b.P, 9) || a.P < 0 || a.P > 1) {
			t.Fatalf("%+v and %+v", a, b)
		}
	})
}
