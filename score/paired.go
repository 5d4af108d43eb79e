package score

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// McNemar returns the two-sided p-value of the exact test that two systems are
// equally good, from the items that only one of them got right: were they equally
// good, each of these would be a coin toss. McNemar (1947), Psychometrika 12,
// 153–157; the exact (binomial) form as in Agresti (2013), Categorical Data
// Analysis, section 11.1. With several epochs the counts are of the items on which
// one system's mean score is higher, which makes it the sign test.
func McNemar(onlyA, onlyB int) float64 {
	n := onlyA + onlyB
	if n == 0 {
		return 1
	}
	b := distuv.Binomial{N: float64(n), P: 0.5}
	return math.Min(1, 2*b.CDF(float64(min(onlyA, onlyB))))
}

// Holm adjusts p-values for there being several: each may be compared with the
// error that the whole family is allowed. Holm (1979), "A simple sequentially
// rejective multiple test procedure", Scandinavian Journal of Statistics 6, 65–70.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	adjusted := make([]float64, len(p))
	var before float64
	for k, i := range order {
		before = math.Max(before, math.Min(1, float64(len(p)-k)*p[i]))
		adjusted[i] = before
	}
	return adjusted
}

// Tied returns the groups of systems none of which can be told from another of the
// group: the largest sets of 0 … n-1 in which differ holds of no two. A system may
// stand in several groups; one that differs from all others stands alone. It is
// what a compact letter display shows: Piepho (2004), Journal of Computational and
// Graphical Statistics 13, 456–466. The groups are found as the maximal cliques of
// "cannot be told apart" (Bron and Kerbosch 1973), ordered by their members.
func Tied(n int, differ func(a, b int) bool) [][]int {
	var groups [][]int
	var grow func(group, candidates, done []int)
	grow = func(group, candidates, done []int) {
		if len(candidates) == 0 && len(done) == 0 {
			g := slices.Clone(group)
			slices.Sort(g)
			groups = append(groups, g)
			return
		}
		// Only what differs from the pivot needs to be tried: any other group that
		// could be found holds the pivot too.
		pivot, most := -1, -1
		for _, u := range slices.Concat(candidates, done) {
			if k := len(tiedWith(candidates, u, differ)); k > most {
				pivot, most = u, k
			}
		}
		for _, v := range slices.Clone(candidates) {
			if v != pivot && !differ(v, pivot) {
				continue
			}
			grow(append(slices.Clone(group), v), tiedWith(candidates, v, differ), tiedWith(done, v, differ))
			candidates = slices.DeleteFunc(candidates, func(u int) bool { return u == v })
			done = append(done, v)
		}
	}
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	if n > 0 {
		grow(nil, all, nil)
	}
	slices.SortFunc(groups, slices.Compare)
	return groups
}

func tiedWith(of []int, v int, differ func(a, b int) bool) []int {
	var out []int
	for _, u := range of {
		if u != v && !differ(u, v) {
			out = append(out, u)
		}
	}
	return out
}
