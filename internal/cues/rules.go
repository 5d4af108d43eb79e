package cues

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ifcmcq/ifcmcq/internal/lazy"
	"github.com/ifcmcq/ifcmcq/mcq"
)

// Rule guesses which options are right from the text of an item. It gives each
// option a score; the options of the highest score are its answer, each as
// likely as the others. No scores at all mean that it has no opinion.
type Rule struct {
	Name  string
	Says  string // what it goes by
	Score func(it mcq.Item, all *Texts) []float64
}

// Texts is what a benchmark's texts say as a whole.
type Texts struct {
	frequency map[string]int // of option texts, folded
}

// ReadTexts counts the option texts of a benchmark.
func ReadTexts(items []mcq.Item) *Texts {
	t := &Texts{frequency: map[string]int{}}
	for _, it := range items {
		for _, o := range it.Options {
			t.frequency[mcq.Fold(o.Text)]++
		}
	}
	return t
}

// Rules returns the rules in a fixed order.
func Rules() []Rule {
	return []Rule{
		{"first", "the first option", func(it mcq.Item, _ *Texts) []float64 {
			s := make([]float64, len(it.Options))
			s[0] = 1
			return s
		}},
		{"longest", "the longest option", each(func(o mcq.Option) float64 { return float64(utf8.RuneCountInString(o.Text)) })},
		{"shortest", "the shortest option", each(func(o mcq.Option) float64 { return -float64(utf8.RuneCountInString(o.Text)) })},
		{"odd-one-out", "the option whose form the others do not have", oddOneOut},
		{"like-stem", "the option with most words of the stem", likeStem},
		{"shared-words", "the option whose words the others share", sharedWords},
		{"middle-number", "the middle number", byRank(func(rank, n int) float64 { return -math.Abs(float64(rank) - float64(n-1)/2) })},
		{"smallest-number", "the smallest number", byRank(func(rank, n int) float64 { return -float64(rank) })},
		{"largest-number", "the largest number", byRank(func(rank, n int) float64 { return float64(rank) })},
		{"roundest-number", "the number with fewest digits", roundest},
		{"most-frequent", "the text that most options of the benchmark have", func(it mcq.Item, all *Texts) []float64 {
			return scores(it, func(o mcq.Option) float64 { return float64(all.frequency[mcq.Fold(o.Text)]) })
		}},
		{"rarest", "the text that fewest options of the benchmark have", func(it mcq.Item, all *Texts) []float64 {
			return scores(it, func(o mcq.Option) float64 { return -float64(all.frequency[mcq.Fold(o.Text)]) })
		}},
	}
}

func each(f func(mcq.Option) float64) func(mcq.Item, *Texts) []float64 {
	return func(it mcq.Item, _ *Texts) []float64 { return scores(it, f) }
}

func scores(it mcq.Item, f func(mcq.Option) float64) []float64 {
	s := make([]float64, len(it.Options))
	for i, o := range it.Options {
		s[i] = f(o)
	}
	return s
}

var wordPattern = lazy.NewRegexp(`[\p{L}\p{N}]+`)

func words(s string) []string {
	w := wordPattern.Get().FindAllString(mcq.Fold(s), -1)
	slices.Sort(w)
	return slices.Compact(w)
}

func likeStem(it mcq.Item, _ *Texts) []float64 {
	stem := words(it.Question)
	return scores(it, func(o mcq.Option) float64 {
		n := 0
		w := words(o.Text)
		for _, x := range w {
			if _, ok := slices.BinarySearch(stem, x); ok {
				n++
			}
		}
		return float64(n) / float64(max(1, len(w)))
	})
}

func sharedWords(it mcq.Item, _ *Texts) []float64 {
	in := map[string]int{}
	for _, o := range it.Options {
		for _, x := range words(o.Text) {
			in[x]++
		}
	}
	return scores(it, func(o mcq.Option) float64 {
		n := 0
		w := words(o.Text)
		for _, x := range w {
			n += in[x] - 1
		}
		return float64(n) / float64(max(1, len(w)))
	})
}

// shape reduces a text to its form: letters, digits and the rest.
func shape(s string) string {
	var b strings.Builder
	last := byte(0)
	for i := range len(s) {
		c := s[i]
		k := c
		switch {
		case c >= '0' && c <= '9':
			k = '9'
		case c >= 'a' && c <= 'z', c >= 0x80:
			k = 'a'
		case c >= 'A' && c <= 'Z':
			k = 'A'
		}
		if k != last {
			b.WriteByte(k)
		}
		last = k
	}
	return b.String()
}

func oddOneOut(it mcq.Item, _ *Texts) []float64 {
	n := map[string]int{}
	for _, o := range it.Options {
		n[shape(o.Text)]++
	}
	return scores(it, func(o mcq.Option) float64 { return -float64(n[shape(o.Text)]) })
}

var numberPattern = lazy.NewRegexp(`^[-+]?\d+(\.\d+)?([eE][-+]?\d+)?( m[²³]?)?$`)

func asNumber(s string) (float64, bool) {
	if !numberPattern.Get().MatchString(s) {
		return 0, false
	}
	x, err := strconv.ParseFloat(strings.Fields(s)[0], 64)
	return x, err == nil
}

// numbers returns the options as numbers, or nothing if one of them is none.
func numbers(it mcq.Item) []float64 {
	var out []float64
	for _, o := range it.Options {
		x, ok := asNumber(o.Text)
		if !ok {
			return nil
		}
		out = append(out, x)
	}
	return out
}

func byRank(f func(rank, n int) float64) func(mcq.Item, *Texts) []float64 {
	return func(it mcq.Item, _ *Texts) []float64 {
		xs := numbers(it)
		if xs == nil {
			return nil
		}
		s := make([]float64, len(xs))
		for i, x := range xs {
			rank := 0
			for _, y := range xs {
				if y < x {
					rank++
				}
			}
			s[i] = f(rank, len(xs))
		}
		return s
	}
}

func roundest(it mcq.Item, _ *Texts) []float64 {
	if numbers(it) == nil {
		return nil
	}
	return scores(it, func(o mcq.Option) float64 {
		digits := strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, strings.Fields(o.Text)[0])
		return -float64(len(strings.Trim(digits, "0")))
	})
}
