package report

import (
	"cmp"
	"slices"

	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/score"
)

// keyLetters counts where keys stand, by the number of options.
func keyLetters(items []*item) []Letters {
	by := map[int]*Letters{}
	for _, it := range items {
		if l, place := lettersOf(by, it); l != nil {
			l.Keys[place]++
		}
	}
	return finishLetters(by, func(l *Letters) (score.ChiSquare, bool) { return score.Uniform(l.Keys) })
}

// letters counts where the keys of answered items stand and what was answered. Of
// several epochs only the first answer to an item counts: the test is of items that
// do not depend on each other.
func (sys *System) letters() []Letters {
	by := map[int]*Letters{}
	var last *item
	for _, a := range sys.answers {
		if a.item == last {
			continue
		}
		last = a.item
		l, place := lettersOf(by, a.item)
		if l == nil {
			continue
		}
		if l.Chosen == nil {
			l.Chosen, l.Right = make([]int, l.Options), make([]int, l.Options)
		}
		l.Keys[place]++
		countIf(&l.Right[place], a.right())
		for i, o := range a.item.Options {
			countIf(&l.Chosen[i], o.Key == a.keys)
		}
	}
	return finishLetters(by, func(l *Letters) (score.ChiSquare, bool) { return score.Homogeneous(l.Right, l.Keys) })
}

// lettersOf returns the counts that an item belongs to and the place of its key;
// nil if it has not one right option.
func lettersOf(by map[int]*Letters, it *item) (*Letters, int) {
	if len(it.Answer) != 1 || it.Type == mcq.Multi {
		return nil, 0
	}
	n := len(it.Options)
	for i, o := range it.Options {
		if o.Key == it.Answer[0] {
			if by[n] == nil {
				by[n] = &Letters{Options: n, Keys: make([]int, n)}
			}
			return by[n], i
		}
	}
	return nil, 0
}

func finishLetters(by map[int]*Letters, test func(*Letters) (score.ChiSquare, bool)) []Letters {
	var out []Letters
	for _, l := range by {
		if x, ok := test(l); ok {
			l.Test = &x
		}
		out = append(out, *l)
	}
	slices.SortFunc(out, func(a, b Letters) int { return cmp.Compare(a.Options, b.Options) })
	return out
}

// repeats says how steady the answers are; nil if no item was answered twice.
func (sys *System) repeats() *Repeats {
	r := &Repeats{Epochs: sys.epochs}
	var most int // answers to an item
	for i := 0; i < len(sys.answers); {
		j := i
		for ; j < len(sys.answers) && sys.answers[j].item == sys.answers[i].item; j++ {
		}
		most, i = max(most, j-i), j
	}
	sums := make([]float64, most)
	full := 0 // items answered so often
	for i := 0; i < len(sys.answers); {
		j := i
		right := 0
		answers := map[string]bool{}
		for ; j < len(sys.answers) && sys.answers[j].item == sys.answers[i].item; j++ {
			countIf(&right, sys.answers[j].right())
			answers[sys.answers[j].keys] = true
		}
		n := j - i
		i = j
		if n == most {
			full++
			for k := range sums {
				p, _ := score.PassK(n, right, k+1)
				sums[k] += p
			}
		}
		if n < 2 {
			continue
		}
		r.Items++
		if right > 0 && right < n {
			r.Flips++
		}
		if len(answers) > 1 {
			r.Changes++
		}
	}
	if r.Items == 0 {
		return nil
	}
	r.Flips /= float64(r.Items)
	r.Changes /= float64(r.Items)
	if full > 0 {
		for _, s := range sums {
			r.PassK = append(r.PassK, s/float64(full))
		}
	}
	return r
}
