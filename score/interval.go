package score

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Level is the confidence level of every interval that is reported.
const Level = 0.95

// Interval is a range of shares, or of differences of shares.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Contains reports whether x lies in the interval, ends included.
func (i Interval) Contains(x float64) bool { return i.Low <= x && x <= i.High }

// Width is the distance between the ends.
func (i Interval) Width() float64 { return i.High - i.Low }

// z returns the quantile of the normal distribution that a two-sided interval of
// the given level goes by, 1.96 for 0.95.
func z(level float64) float64 { return distuv.UnitNormal.Quantile((1 + level) / 2) }

// Wilson returns the score interval for right of n at the given level: method 3
// of Newcombe (1998), "Two-sided confidence intervals for the single proportion:
// comparison of seven methods", Statistics in Medicine 17, 857–872, after Wilson
// (1927), JASA 22, 209–212. Unlike mean ± standard errors it keeps its level near 0
// and 1 and for few items. Of no items nothing is known: [0, 1].
//
// Where items are asked in several epochs, right is the sum of the items' mean
// scores and n counts items: asking an item again is no new item. A mean of several
// answers varies less than a single one, so the interval is rather too wide.
func Wilson(right, n, level float64) Interval {
	if n <= 0 {
		return Interval{0, 1}
	}
	z := z(level)
	p, zz := right/n, z*z
	mid := (p + zz/(2*n)) / (1 + zz/n)
	half := z / (1 + zz/n) * math.Sqrt(math.Max(0, p*(1-p)/n+zz/(4*n*n)))
	i := Interval{math.Max(0, mid-half), math.Min(1, mid+half)}
	// At the ends the formula gives 0 and 1 but for rounding.
	i.Low, i.High = math.Min(i.Low, p), math.Max(i.High, p)
	if right <= 0 {
		i.Low = 0
	}
	if right >= n {
		i.High = 1
	}
	return i
}

// Pairs counts items that two systems answered: both right, only one of them,
// neither. With several epochs the counts are sums of products of mean scores and
// need not be whole.
type Pairs struct {
	Both    float64 `json:"both"`
	OnlyA   float64 `json:"only_a"`
	OnlyB   float64 `json:"only_b"`
	Neither float64 `json:"neither"`
}

// Add counts an item with the two systems' mean scores on it.
func (p *Pairs) Add(a, b float64) {
	p.Both += a * b
	p.OnlyA += a * (1 - b)
	p.OnlyB += (1 - a) * b
	p.Neither += (1 - a) * (1 - b)
}

// N is the number of items.
func (p Pairs) N() float64 { return p.Both + p.OnlyA + p.OnlyB + p.Neither }

// Difference is the accuracy of A less that of B.
func (p Pairs) Difference() float64 {
	n := p.N()
	if n == 0 {
		return 0
	}
	return (p.OnlyA - p.OnlyB) / n
}

// Newcombe returns the interval for a difference of two shares of the same items:
// method 10 of Newcombe (1998), "Improved confidence intervals for the difference
// between binomial proportions based on paired data", Statistics in Medicine 17,
// 2635–2650. It squares and adds the distances to the ends of both Wilson intervals,
// less what their correlation takes away.
func (p Pairs) Newcombe(level float64) Interval {
	n := p.N()
	if n == 0 {
		return Interval{-1, 1}
	}
	rightA, rightB := p.Both+p.OnlyA, p.Both+p.OnlyB
	a, b := rightA/n, rightB/n
	ia, ib := Wilson(rightA, n, level), Wilson(rightB, n, level)

	var phi float64
	if m := rightA * (n - rightA) * rightB * (n - rightB); m > 0 {
		phi = p.Both*p.Neither - p.OnlyA*p.OnlyB
		if phi > 0 { // the correction for continuity is part of the method
			phi = math.Max(0, phi-n/2)
		}
		phi = math.Max(-1, math.Min(1, phi/math.Sqrt(m)))
	}
	d := p.Difference()
	root := func(x, y float64) float64 { return math.Sqrt(math.Max(0, x*x-2*phi*x*y+y*y)) }
	return Interval{
		math.Max(-1, d-root(a-ia.Low, ib.High-b)),
		math.Min(1, d+root(ia.High-a, b-ib.Low)),
	}
}
