package score

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// ChiSquare is the outcome of Pearson's test.
type ChiSquare struct {
	Statistic float64 `json:"statistic"`
	DF        int     `json:"df"`
	P         float64 `json:"p"`
	// Few says that a count of fewer than five was expected somewhere: p is then a
	// rough guess (Cochran 1954, Biometrics 10, 417–451).
	Few bool `json:"few,omitempty"`
}

// Uniform tests whether counts are those of equally likely places: Pearson (1900),
// Philosophical Magazine 50, 157–175. It is false if there is nothing to test.
func Uniform(counts []int) (ChiSquare, bool) {
	var n float64
	observed := make([]float64, len(counts))
	for i, c := range counts {
		observed[i] = float64(c)
		n += observed[i]
	}
	if n == 0 || len(counts) < 2 {
		return ChiSquare{}, false
	}
	expected := make([]float64, len(counts))
	for i := range expected {
		expected[i] = n / float64(len(counts))
	}
	return chiSquare(stat.ChiSquare(observed, expected), len(counts)-1, expected[0] < 5), true
}

// Homogeneous tests whether the share right[i] of n[i] is the same in every place:
// whether a system does better when the key stands under some letters than under
// others. Places with no items are left out. It is false if fewer than two places
// are left, or if all is right or all is wrong: then there is nothing that letters
// could explain.
func Homogeneous(right, n []int) (ChiSquare, bool) {
	var sumRight, sum float64
	places := 0
	for i := range n {
		if n[i] > 0 {
			places++
			sumRight += float64(right[i])
			sum += float64(n[i])
		}
	}
	if places < 2 || sumRight == 0 || sumRight == sum {
		return ChiSquare{}, false
	}
	p := sumRight / sum
	var x float64
	few := false
	for i := range n {
		if n[i] == 0 {
			continue
		}
		e, m := float64(n[i])*p, float64(n[i])
		d := float64(right[i]) - e
		x += d * d / (m * p * (1 - p))
		few = few || e < 5 || m-e < 5
	}
	return chiSquare(x, places-1, few), true
}

func chiSquare(x float64, df int, few bool) ChiSquare {
	return ChiSquare{x, df, math.Max(0, distuv.ChiSquared{K: float64(df)}.Survival(x)), few}
}
