package run

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ifcmcq/ifcmcq/mcq"
)

// Selection says which items of a benchmark are to be asked, and how often. The
// zero value is all of them, once. It is a line of plan.jsonl.
type Selection struct {
	Limit  string   `json:"limit,omitempty"`  // 10, 10-20 or 5%; see [ParseLimit]
	Filter []string `json:"filter,omitempty"` // member=value; see [ParseFilter]
	Epochs int      `json:"epochs"`
	Shard  string   `json:"shard,omitempty"` // i/n; see [ParseShard]
	Seed   int64    `json:"seed"`            // by which a limit draws

	Items   int `json:"items"`   // chosen
	Results int `json:"results"` // wanted: items × epochs
}

// Pick returns the items of a benchmark that s chooses, in their order: first
// those that the filter lets pass, of these what the limit draws, of these those
// of the shard.
func (s Selection) Pick(items []mcq.Item) ([]mcq.Item, error) {
	limit, err := ParseLimit(s.Limit)
	if err != nil {
		return nil, err
	}
	shard, err := ParseShard(s.Shard)
	if err != nil {
		return nil, err
	}
	for _, text := range s.Filter {
		f, err := ParseFilter(text)
		if err != nil {
			return nil, err
		}
		items = keep(items, f.passes)
	}
	items = limit.draw(items, s.Seed)
	return keep(items, func(it mcq.Item) bool { return shard.has(it.ID) }), nil
}

func keep(items []mcq.Item, want func(mcq.Item) bool) []mcq.Item {
	var out []mcq.Item
	for _, it := range items {
		if want(it) {
			out = append(out, it)
		}
	}
	return out
}

// Limit is how many items are asked.
type Limit struct {
	n        int     // so many, drawn
	share    float64 // this share of all, drawn
	from, to int     // by position, from 1, both ends included
}

// ParseLimit reads a limit: "10" draws ten items, from all subtypes in turn, so
// that a few show much; "5%" a share of them in the same way; "10-20" are the
// items at these places, counted from 1; "" is all.
func ParseLimit(s string) (Limit, error) {
	bad := fmt.Errorf("limit %q is none of 10, 10-20, 5%%", s)
	if s == "" {
		return Limit{}, nil
	}
	if p, ok := strings.CutSuffix(s, "%"); ok {
		x, err := strconv.ParseFloat(p, 64)
		if err != nil || !(x > 0 && x <= 100) {
			return Limit{}, bad
		}
		return Limit{share: x / 100}, nil
	}
	if a, b, ok := strings.Cut(s, "-"); ok {
		from, err1 := strconv.Atoi(a)
		to, err2 := strconv.Atoi(b)
		if err1 != nil || err2 != nil || from < 1 || to < from {
			return Limit{}, bad
		}
		return Limit{from: from, to: to}, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return Limit{}, bad
	}
	return Limit{n: n}, nil
}

// draw returns what the limit leaves of items, in their order. What a smaller
// number draws, a larger one draws too: a run may be widened.
func (l Limit) draw(items []mcq.Item, seed int64) []mcq.Item {
	n := l.n
	switch {
	case l.from > 0:
		return items[min(l.from-1, len(items)):min(l.to, len(items))]
	case l.share > 0:
		n = int(l.share*float64(len(items)) + 0.5)
		n = max(n, min(1, len(items)))
	}
	if n == 0 || n >= len(items) {
		return items
	}
	type place struct {
		at   int
		turn int    // of its subtype
		rank uint64 // within its subtype
	}
	places := make([]place, len(items))
	by := map[mcq.Subtype][]*place{}
	for i, it := range items {
		sum := sha256.Sum256(fmt.Appendf(nil, "limit %d %s", seed, it.ID))
		places[i] = place{at: i, rank: binary.BigEndian.Uint64(sum[:8])}
		by[it.Subtype] = append(by[it.Subtype], &places[i])
	}
	for _, ps := range by {
		slices.SortFunc(ps, func(a, b *place) int { return cmp.Compare(a.rank, b.rank) })
		for i, p := range ps {
			p.turn = i
		}
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.turn, b.turn), cmp.Compare(a.rank, b.rank), cmp.Compare(a.at, b.at))
	})
	places = places[:n]
	slices.SortFunc(places, func(a, b place) int { return cmp.Compare(a.at, b.at) })
	out := make([]mcq.Item, n)
	for i, p := range places {
		out[i] = items[p.at]
	}
	return out
}

// Filter lets items pass by one of their members.
type Filter struct {
	member string
	values []string
}

// ParseFilter reads member=value[,value…] where member is group, category,
// subtype, type, file or id. A file or id may hold * and ?.
func ParseFilter(s string) (Filter, error) {
	member, values, ok := strings.Cut(s, "=")
	if !ok || values == "" {
		return Filter{}, fmt.Errorf("filter %q is not member=value, such as subtype=length", s)
	}
	f := Filter{member: strings.TrimSpace(strings.ToLower(member))}
	for v := range strings.SplitSeq(values, ",") {
		v = strings.TrimSpace(v)
		var err error
		switch f.member {
		case "group":
			var x mcq.Group
			x, err = mcq.ParseGroup(v)
			v = string(x)
		case "category":
			var x mcq.Category
			x, err = mcq.ParseCategory(v)
			v = string(x)
		case "subtype":
			var x mcq.Subtype
			x, err = mcq.ParseSubtype(v)
			v = string(x)
		case "type":
			var x mcq.Type
			x, err = mcq.ParseType(v)
			v = string(x)
		case "file", "id":
			_, err = path.Match(v, "")
		default:
			err = fmt.Errorf("filter %q: items are chosen by group, category, subtype, type, file or id", s)
		}
		if err != nil {
			return Filter{}, err
		}
		f.values = append(f.values, v)
	}
	return f, nil
}

func (f Filter) passes(it mcq.Item) bool {
	return slices.ContainsFunc(f.values, func(v string) bool {
		switch f.member {
		case "group":
			return v == string(it.Group)
		case "category":
			return v == string(it.Category)
		case "subtype":
			return v == string(it.Subtype)
		case "type":
			return v == string(it.Type)
		case "file":
			return matches(v, it.Source.File)
		}
		return matches(v, it.ID)
	})
}

// matches is path.Match where * takes slashes too.
func matches(pattern, name string) bool {
	flat := strings.NewReplacer("/", "\x00")
	ok, err := path.Match(flat.Replace(pattern), flat.Replace(name))
	return err == nil && ok
}

// Shard is one of several parts of a run that are made apart from each other.
type Shard struct{ i, n int }

// ParseShard reads i/n, the i-th of n parts, counted from 1; "" is all.
func ParseShard(s string) (Shard, error) {
	if s == "" {
		return Shard{}, nil
	}
	a, b, ok := strings.Cut(s, "/")
	i, err1 := strconv.Atoi(a)
	n, err2 := strconv.Atoi(b)
	if !ok || err1 != nil || err2 != nil || i < 1 || n < 1 || i > n {
		return Shard{}, fmt.Errorf("shard %q is not i/n with 1 ≤ i ≤ n, such as 1/4", s)
	}
	return Shard{i, n}, nil
}

// has reports whether an item belongs to the shard. It depends on nothing but the
// item's id, so shards fit together whatever limit or order each was made with.
func (s Shard) has(id string) bool {
	if s.n < 2 {
		return true
	}
	sum := sha256.Sum256([]byte("shard " + id))
	return binary.BigEndian.Uint64(sum[:8])%uint64(s.n) == uint64(s.i-1)
}

// suffix is what a shard's folder is called by, beside the run's name.
func (s Shard) suffix() string {
	if s.n < 2 {
		return ""
	}
	return fmt.Sprintf("__shard-%d-of-%d", s.i, s.n)
}

// FolderName returns the name of the folder, in its set, of a run or a shard of it.
func FolderName(c Config, shard Shard) string { return c.Name() + shard.suffix() }
