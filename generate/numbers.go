package generate

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/ifcmcq/ifcmcq/mcq"
)

// ranking counts the ranks that keys have had among numbers, so that those
// which values force on some keys can be made up for by others.
type ranking [maxOptions]int

// choose draws a rank from low to high, of those that have been least often.
func (k *ranking) choose(r *rand.Rand, low, high int) int {
	best := low + r.IntN(high-low+1)
	for _, i := range shuffled(r, high-low+1) {
		if k[low+i] < k[best] {
			best = low + i
		}
	}
	k[best]++
	return best
}

// around finds wrong numbers for a key so that its rank among the options is any
// as often as any other, as far as there are numbers below it: floor is the least
// that can be. Mistakes that somebody would make are taken first, then steps away
// from the key.
func around(r *rand.Rand, key any, mistakes []any, floor float64, text func(any) string, ranks *ranking) ([]Choice, bool) {
	chosen := []Choice{{Text: text(key), Value: key, Right: true}}
	var below, above []Choice
	sort := func(v any) {
		c := Choice{Text: text(v), Value: v}
		switch x, k := number(v), number(key); {
		case x < floor, !apart(c, chosen[0]):
		case x < k && fits(below, c):
			below = append(below, c)
		case x > k && fits(above, c):
			above = append(above, c)
		}
	}
	for _, i := range shuffled(r, len(mistakes)) {
		sort(mistakes[i])
	}
	for _, v := range steps(r, key) {
		sort(v)
	}
	top := min(maxOptions-1, len(below))
	low := max(0, maxOptions-1-len(above))
	n := ranks.choose(r, min(low, top), top) // options below the key
	chosen = append(chosen, below[:n]...)
	chosen = append(chosen, above[:min(len(above), maxOptions-1-n)]...)
	return chosen, len(chosen) >= minOptions
}

// fits tells whether c can stand beside all others.
func fits(others []Choice, c Choice) bool {
	return !slices.ContainsFunc(others, func(o Choice) bool { return !apart(o, c) })
}

func number(v any) float64 {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case mcq.Real:
		return float64(v)
	}
	return math.NaN()
}

// steps returns numbers near the key, as many below as above, that look like it:
// integers for an integer, as many significant digits for a real.
func steps(r *rand.Rand, key any) []any {
	var out []any
	switch k := key.(type) {
	case int64:
		reach := max(4, k/3)
		for _, i := range shuffled(r, int(min(reach, 40))) {
			d := int64(i) + 1
			if reach > 40 {
				d = 1 + r.Int64N(reach)
			}
			out = append(out, k-d, k+d)
		}
	case mcq.Real:
		unit := lastDigit(float64(k))
		span := max(4, math.Abs(float64(k))/unit*0.4)
		for range 24 {
			d := math.Ceil(r.Float64()*span) * unit
			out = append(out, mcq.Real(tidy(float64(k)-d, unit)), mcq.Real(tidy(float64(k)+d, unit)))
		}
	}
	return out
}

// lastDigit is the unit of the last significant digit of x as it is shown, of
// which there are six at the most: 0.001 for 0.885, 1 for 12.
func lastDigit(x float64) float64 {
	if x == 0 {
		return 1
	}
	top := int(math.Floor(math.Log10(math.Abs(x)))) + 1
	for n := top - 6; n < top; n++ {
		unit := math.Pow10(n)
		// The first place, from the sixth digit up, that is not zero.
		if q := math.Round(math.Abs(x) / unit); math.Mod(q, 10) != 0 {
			return unit
		}
	}
	return math.Pow10(top - 1)
}

// tidy rounds x to a multiple of unit and takes away what binary fractions add.
func tidy(x, unit float64) float64 { return mcq.Round12(math.Round(x/unit) * unit) }
