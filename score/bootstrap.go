package score

import (
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Draws is how often the bootstrap draws.
const Draws = 10_000

// fewest is how many clusters there must be in effect: below, one of two holds more
// than four fifths of the items, and most draws are of that one alone or without it.
const fewest = 1.5

// Cluster is what a system made of the items of one source model: the sum of their
// scores, which for a difference may be negative, and their number.
type Cluster struct {
	Sum float64
	N   float64
}

// Bootstrap returns the percentile interval of the mean score when whole clusters
// are drawn with replacement: items from one building model share its habits and
// are not independent. Efron and Tibshirani (1993), An Introduction to the
// Bootstrap, chapter 13, for the percentile interval; Davison and Hinkley (1997),
// Bootstrap Methods and their Application, section 3.8, for drawing whole clusters;
// Miller (2024), "Adding error bars to evals", arXiv 2411.00640, for why evaluations
// want it.
//
// The same clusters in the same order and the same seed give the same interval. It
// is false with fewer than two clusters, where one outweighs all others (see
// [Effective]), or if all draws give the same: then nothing can be said from the differences between
// clusters, and [Wilson] is what is left. With fewer than ten or so clusters the
// interval is rather too narrow (Cameron, Gelbach and Miller 2008, Review of
// Economics and Statistics 90, 414–427).
func Bootstrap(clusters []Cluster, seed uint64, level float64) (Interval, bool) {
	clusters = slices.DeleteFunc(slices.Clone(clusters), func(c Cluster) bool { return c.N == 0 })
	if len(clusters) < 2 || Effective(clusters) < fewest {
		return Interval{}, false
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	means := make([]float64, Draws)
	for i := range means {
		var sum, n float64
		for range clusters {
			c := clusters[rng.IntN(len(clusters))]
			sum += c.Sum
			n += c.N
		}
		means[i] = sum / n
	}
	slices.Sort(means)
	tail := (1 - level) / 2
	i := Interval{
		stat.Quantile(tail, stat.Empirical, means, nil),
		stat.Quantile(1-tail, stat.Empirical, means, nil),
	}
	return i, i.Width() > 1e-12
}

// Effective is the number of clusters of one size that would be worth as much as
// these: (Σ n)² / Σ n², after Kish (1965), Survey Sampling; the measure by which
// clusters that differ in size tell too little, as in Carter, Schnepel and
// Steigerwald (2017), Review of Economics and Statistics 99, 698–709. One large
// cluster with a few tiny ones is hardly more than one.
func Effective(clusters []Cluster) float64 {
	var sum, squares float64
	for _, c := range clusters {
		sum += c.N
		squares += c.N * c.N
	}
	if squares == 0 {
		return 0
	}
	return sum * sum / squares
}
