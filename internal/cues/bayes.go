package cues

import (
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/ifcmcq/ifcmcq/mcq"
)

// bayes tells right from wrong options by their words, as learnt from items of
// other files. Words count by themselves and by subtype.
type bayes struct {
	right, wrong map[string]float64
	nRight       float64
	nWrong       float64
}

func train(items []mcq.Item) *bayes {
	b := &bayes{right: map[string]float64{}, wrong: map[string]float64{}}
	for _, it := range items {
		for _, o := range it.Options {
			to, n := b.wrong, &b.nWrong
			for _, k := range it.Answer {
				if k == o.Key {
					to, n = b.right, &b.nRight
				}
			}
			*n++
			for _, f := range features(it.Subtype, o.Text) {
				to[f]++
			}
		}
	}
	return b
}

func features(s mcq.Subtype, text string) []string {
	var out []string
	for _, w := range words(text) {
		out = append(out, w, string(s)+" "+w)
	}
	n := min(utf8.RuneCountInString(text)/4, 10)
	return append(out, "shape "+shape(text), fmt.Sprintf("%s length %d", s, n))
}

// logOdds is how much more likely a right option has such a text than a wrong
// one; each feature counts once, smoothed by one.
func (b *bayes) logOdds(s mcq.Subtype, text string) float64 {
	sum := 0.0
	for _, f := range features(s, text) {
		sum += math.Log((b.right[f]+1)/(b.nRight+2)) - math.Log((b.wrong[f]+1)/(b.nWrong+2))
	}
	return sum
}

func (b *bayes) score(it mcq.Item) []float64 {
	return scores(it, func(o mcq.Option) float64 { return b.logOdds(it.Subtype, o.Text) })
}
