package score_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/ifcmcq/ifcmcq/score"
)

func TestBootstrap(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name      string
		clusters  []score.Cluster
		ok        bool
		low, high float64
	}{
		{"no cluster", nil, false, 0, 0},
		{"one cluster says nothing of others", []score.Cluster{{Sum: 5, N: 10}}, false, 0, 0},
		{"empty clusters do not count", []score.Cluster{{Sum: 5, N: 10}, {}}, false, 0, 0},
		{"one of two outweighs the other", []score.Cluster{{Sum: 900, N: 1000}, {Sum: 0, N: 10}}, false, 0, 0},
		{"clusters that do not differ", []score.Cluster{{Sum: 10, N: 10}, {Sum: 10, N: 10}, {Sum: 10, N: 10}}, false, 1, 1},
		// Two draws of two: both the first or both the second one time in four each.
		{"two clusters", []score.Cluster{{Sum: 1, N: 4}, {Sum: 3, N: 4}}, true, 0.25, 0.75},
		// Three: all the lowest one time in 27, which is more than one in 40.
		{"three clusters", []score.Cluster{{Sum: 0, N: 2}, {Sum: 1, N: 2}, {Sum: 2, N: 2}}, true, 0, 1},
		// A difference may be negative.
		{"differences", []score.Cluster{{Sum: -2, N: 4}, {Sum: 1, N: 4}}, true, -0.5, 0.25},
	} {
		got, ok := score.Bootstrap(tt.clusters, 1, score.Level)
		if ok != tt.ok || ok && (got.Low != tt.low || got.High != tt.high) {
			t.Errorf("%s: %+v, %v; want %v–%v, %v", tt.name, got, ok, tt.low, tt.high, tt.ok)
		}
	}
}

// TestBootstrapOfManyClusters compares with the normal approximation of the mean of
// clusters of one size, which many clusters come close to.
func TestBootstrapOfManyClusters(t *testing.T) {
	t.Parallel()
	clusters := make([]score.Cluster, 200)
	var sum, squares float64
	for i := range clusters {
		p := float64(i%11) / 10
		clusters[i] = score.Cluster{Sum: 10 * p, N: 10}
		sum += p
		squares += p * p
	}
	n := float64(len(clusters))
	mean := sum / n
	se := math.Sqrt((squares/n - mean*mean) / n)
	got, ok := score.Bootstrap(clusters, 7, score.Level)
	if !ok || math.Abs(got.Low-(mean-1.96*se)) > 0.1*se || math.Abs(got.High-(mean+1.96*se)) > 0.1*se {
		t.Errorf("%+v, want %.4f ± %.4f", got, mean, 1.96*se)
	}
}

func TestBootstrapIsDeterministic(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		clusters := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) score.Cluster {
			n := rapid.IntRange(1, 40).Draw(t, "n")
			return score.Cluster{Sum: float64(rapid.IntRange(0, n).Draw(t, "right")), N: float64(n)}
		}), 2, 8).Draw(t, "clusters")
		seed := rapid.Uint64().Draw(t, "seed")
		a, okA := score.Bootstrap(clusters, seed, score.Level)
		b, okB := score.Bootstrap(clusters, seed, score.Level)
		if a != b || okA != okB {
			t.Fatalf("%+v and %+v", a, b)
		}
		if okA && (a.Low < 0 || a.High > 1 || a.Low >= a.High) {
			t.Fatalf("%+v", a)
		}
		if e := score.Effective(clusters); e < 1-1e-9 || e > float64(len(clusters))+1e-9 {
			t.Fatalf("%d clusters are worth %v", len(clusters), e)
		}
	})
}

func TestPassK(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		n, c, k int
		want    float64
		ok      bool
	}{
		{4, 4, 4, 1, true},
		{4, 3, 1, 0.75, true},
		{4, 3, 2, 0.5, true},    // C(3,2)/C(4,2) = 3/6
		{8, 4, 3, 0.0714, true}, // C(4,3)/C(8,3) = 4/56
		{4, 3, 4, 0, true},
		{4, 0, 1, 0, true},
		{2, 2, 3, 0, false},
		{2, 2, 0, 0, false},
	} {
		if got, ok := score.PassK(tt.n, tt.c, tt.k); ok != tt.ok || !near(got, tt.want, 4) {
			t.Errorf("PassK(%d, %d, %d) = %v, %v; want %v, %v", tt.n, tt.c, tt.k, got, ok, tt.want, tt.ok)
		}
	}
}
