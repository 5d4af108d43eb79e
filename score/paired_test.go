package score_test

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ifcmcq/ifcmcq/score"
)

func TestMcNemar(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		onlyA, onlyB int
		p            float64
		digits       int
		source       string
	}{
		{1, 7, 0.0703, 4, "Fagerland, Lydersen and Laake 2013, BMC Medical Research Methodology 13:91: airways of Bentur et al., exact conditional test"},
		{6, 16, 0.0525, 4, "the same, complete response of Cavo et al.; by hand 2·Σ C(22, 0…6)/2^22"},
		{121, 59, 0.00000443, 8, "121 against 59 pairs, a textbook example with p < 0.001; digits from the sum of the tail"},
		{4, 0, 0.125, 4, "by hand: 2·(1/2)^4"},
		{5, 5, 1, 4, "by hand: never more than 1"},
		{0, 0, 1, 4, "nothing to tell apart"},
	} {
		if got := score.McNemar(tt.onlyA, tt.onlyB); !near(got, tt.p, tt.digits) {
			t.Errorf("McNemar(%d, %d) = %.8f, want %v (%s)", tt.onlyA, tt.onlyB, got, tt.p, tt.source)
		}
	}
}

func TestMcNemarIsTheSumOfItsTail(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.IntRange(0, 60).Draw(t, "a"), rapid.IntRange(0, 60).Draw(t, "b")
		var tail float64
		n := a + b
		for k := range min(a, b) + 1 {
			c, _ := math.Lgamma(float64(n + 1))
			x, _ := math.Lgamma(float64(k + 1))
			y, _ := math.Lgamma(float64(n - k + 1))
			tail += math.Exp(c - x - y - float64(n)*math.Ln2)
		}
		if got, want := score.McNemar(a, b), math.Min(1, 2*tail); math.Abs(got-want) > 1e-9 {
			t.Fatalf("McNemar(%d, %d) = %v, want %v", a, b, got, want)
		}
		if score.McNemar(a, b) != score.McNemar(b, a) {
			t.Fatal("who is called A matters")
		}
	})
}

func TestHolm(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		p, want []float64
		source  string
	}{
		{[]float64{0.01, 0.04, 0.03, 0.005}, []float64{0.03, 0.06, 0.06, 0.02},
			"four hypotheses at 0.05 of which the step-down procedure rejects the first and the last: 4·0.005, 3·0.01, then 2·0.03 stops it"},
		{[]float64{0.01, 0.02, 0.03, 0.04, 0.05}, []float64{0.05, 0.08, 0.09, 0.09, 0.09}, "R: p.adjust(1:5/100, \"holm\")"},
		{[]float64{0.7, 0.9}, []float64{1, 1}, "never more than 1"},
		{[]float64{0.2}, []float64{0.2}, "one alone stays"},
		{nil, []float64{}, "none"},
	} {
		got := score.Holm(tt.p)
		if len(got) != len(tt.want) {
			t.Fatalf("Holm(%v) = %v", tt.p, got)
		}
		for i := range got {
			if math.Abs(got[i]-tt.want[i]) > 1e-12 {
				t.Errorf("Holm(%v) = %v, want %v (%s)", tt.p, got, tt.want, tt.source)
				break
			}
		}
	}
}

func TestHolmIsMonotone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 30).Draw(t, "p")
		q := score.Holm(p)
		for i := range p {
			if q[i] < p[i] || q[i] > 1 {
				t.Fatalf("%v became %v", p[i], q[i])
			}
			if bonferroni := math.Min(1, float64(len(p))*p[i]); q[i] > bonferroni+1e-12 {
				t.Fatalf("%v became %v, more than by Bonferroni, %v", p[i], q[i], bonferroni)
			}
			for j := range p {
				if p[i] < p[j] && q[i] > q[j] {
					t.Fatalf("%v < %v became %v > %v", p[i], p[j], q[i], q[j])
				}
			}
		}
	})
}

func TestTied(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		n      int
		differ [][2]int
		want   [][]int
	}{
		{"none", 0, nil, nil},
		{"all alike", 3, nil, [][]int{{0, 1, 2}}},
		{"all apart", 3, [][2]int{{0, 1}, {0, 2}, {1, 2}}, [][]int{{0}, {1}, {2}}},
		{"best and worst apart, the middle like both", 3, [][2]int{{0, 2}}, [][]int{{0, 1}, {1, 2}}},
		{"one alone, three alike", 4, [][2]int{{0, 1}, {0, 2}, {0, 3}}, [][]int{{0}, {1, 2, 3}}},
		{"a chain", 5, [][2]int{{0, 2}, {0, 3}, {0, 4}, {1, 3}, {1, 4}, {2, 4}}, [][]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}}},
	} {
		got := score.Tied(tt.n, func(a, b int) bool {
			return slices.Contains(tt.differ, [2]int{min(a, b), max(a, b)})
		})
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, d)
		}
	}
}

func TestTiedGroupsAreMaximal(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "n")
		apart := map[[2]int]bool{}
		for a := range n {
			for b := a + 1; b < n; b++ {
				apart[[2]int{a, b}] = rapid.Bool().Draw(t, "apart")
			}
		}
		differ := func(a, b int) bool { return apart[[2]int{min(a, b), max(a, b)}] }
		groups := score.Tied(n, differ)
		for i, g := range groups {
			if i > 0 && slices.Equal(g, groups[i-1]) {
				t.Fatalf("group %v twice", g)
			}
			for v := range n {
				conflicts := 0
				for _, u := range g {
					if u != v && differ(u, v) {
						conflicts++
					}
				}
				if in := slices.Contains(g, v); in != (conflicts == 0) {
					t.Fatalf("%d and group %v: %d conflicts", v, g, conflicts)
				}
			}
		}
		for a := range n {
			for b := a + 1; b < n; b++ {
				together := slices.ContainsFunc(groups, func(g []int) bool { return slices.Contains(g, a) && slices.Contains(g, b) })
				if together == differ(a, b) {
					t.Fatalf("%d and %d: together is %v", a, b, together)
				}
			}
		}
	})
}
