package mcq

import (
	"cmp"
	"slices"
)

// Share is a part of a whole.
type Share struct {
	N  int // items that have it
	Of int // items that could
}

// CategoryShare is a share among the items of one category.
type CategoryShare struct {
	Category Category
	Share
}

// Spread says how often the key is in each place.
type Spread struct {
	Options int   // number of places
	Counts  []int // items by place, len(Counts) == Options
}

// BalanceReport says what could be guessed from a benchmark's keys alone.
type BalanceReport struct {
	// True is the share of keys that are true among the boolean items of each
	// category that has some, in taxonomy order. Half is balanced.
	True []CategoryShare

	// Null is the share of keys that are null among the items of
	// value_or_null. Half is balanced.
	Null Share

	// Letters is where the key stands among the options, A first, for items
	// with one right option, by the number of options. Even is balanced.
	Letters []Spread

	// Ranks is where the key stands by size, smallest first, among the options
	// that are numbers, for items of type single with a numeric key, by how
	// many numbers are offered. Even is balanced, but small counts cannot be:
	// nothing is below 0.
	Ranks []Spread
}

// Balance measures the keys of items. Items that are not well formed count as
// far as they can.
func Balance(items []Item) BalanceReport {
	var rep BalanceReport
	trues := map[Category]*Share{}
	letters, ranks := map[int][]int{}, map[int][]int{}
	for _, it := range items {
		right := it.Right()
		if len(right) != 1 || len(it.Answer) != 1 {
			continue
		}
		key := right[0]
		place := slices.IndexFunc(it.Options, func(o Option) bool { return o.Key == key.Key })
		count(letters, len(it.Options), place)
		switch v := key.Value.(type) {
		case bool:
			if it.Type == Boolean {
				s := trues[it.Category]
				if s == nil {
					s = new(Share)
					trues[it.Category] = s
				}
				s.add(v)
			}
		case int64, Real:
			if it.Type == Single {
				n, rank := rankOf(it.Options, key)
				count(ranks, n, rank)
			}
		}
		if it.Subtype == ValueOrNull {
			rep.Null.add(key.Value == nil)
		}
	}
	for _, c := range Categories() {
		if s := trues[c]; s != nil {
			rep.True = append(rep.True, CategoryShare{c, *s})
		}
	}
	rep.Letters, rep.Ranks = spreads(letters), spreads(ranks)
	return rep
}

func (s *Share) add(has bool) {
	s.Of++
	if has {
		s.N++
	}
}

// rankOf returns how many options are numbers, and how many of these are
// smaller than the key.
func rankOf(opts []Option, key Option) (numbers, rank int) {
	k, _ := real64(key.Value)
	for _, o := range opts {
		if v, ok := real64(o.Value); ok {
			numbers++
			if v < k {
				rank++
			}
		}
	}
	return numbers, rank
}

func count(m map[int][]int, places, place int) {
	if m[places] == nil {
		m[places] = make([]int, places)
	}
	m[places][place]++
}

func spreads(m map[int][]int) []Spread {
	var out []Spread
	for n, counts := range m {
		out = append(out, Spread{n, counts})
	}
	slices.SortFunc(out, func(a, b Spread) int { return cmp.Compare(a.Options, b.Options) })
	return out
}
