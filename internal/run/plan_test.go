package run

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ifcmcq/ifcmcq/mcq"
)

func TestPick(t *testing.T) {
	t.Parallel()
	items := someItems(72) // each of the 36 subtypes twice, first of house, then of hall
	for _, c := range []struct {
		limit  string
		filter string // separated by blanks
		want   int
		err    string
	}{
		{want: 72},
		{limit: "10", want: 10},
		{limit: "100", want: 72},
		{limit: "50%", want: 36},
		{limit: "0.1%", want: 1},
		{limit: "10-20", want: 11},
		{limit: "70-80", want: 3},
		{limit: "80-90", want: 0},
		{filter: "subtype=length", want: 2},
		{filter: "subtype=Length,area", want: 4},
		{filter: "category=qty", want: 8},
		{filter: "group=quantitative file=house.ifc subtype=volume", want: 1},
		{filter: "file=h*.ifc", want: 72},
		{filter: "id=*/35", want: 1},
		{filter: "id=house/*", want: 72},
		{filter: "type=single", limit: "5", want: 5},

		{limit: "0", err: `limit "0" is none of 10, 10-20, 5%`},
		{limit: "-5", err: "is none of"},
		{limit: "20-10", err: "is none of"},
		{limit: "0%", err: "is none of"},
		{limit: "120%", err: "is none of"},
		{limit: "ten", err: "is none of"},
		{filter: "subtype", err: "is not member=value"},
		{filter: "colour=red", err: "items are chosen by group, category"},
		{filter: "subtype=lenght", err: "lenght"},
		{filter: "id=[", err: "syntax error in pattern"},
	} {
		got, err := Selection{Limit: c.limit, Filter: strings.Fields(c.filter)}.Pick(items)
		switch {
		case c.err != "":
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("limit %q, filter %q: error %v, want one with %q", c.limit, c.filter, err, c.err)
			}
		case err != nil:
			t.Errorf("limit %q, filter %q: %v", c.limit, c.filter, err)
		case len(got) != c.want:
			t.Errorf("limit %q, filter %q: %d items, want %d", c.limit, c.filter, len(got), c.want)
		}
	}
}

// TestLimitShowsMuch: few items are of many subtypes.
func TestLimitShowsMuch(t *testing.T) {
	t.Parallel()
	got, err := Selection{Limit: "36", Seed: 3}.Pick(someItems(720))
	if err != nil {
		t.Fatal(err)
	}
	subtypes := map[mcq.Subtype]bool{}
	for _, it := range got {
		subtypes[it.Subtype] = true
	}
	if len(subtypes) != 36 {
		t.Errorf("36 items are of %d subtypes", len(subtypes))
	}
}

func idsOf(items []mcq.Item) []string {
	var out []string
	for _, it := range items {
		out = append(out, it.ID)
	}
	return out
}

// TestPickProperties: a wider limit holds a narrower one, the order stays, and
// shards are a partition whatever else is chosen.
func TestPickProperties(t *testing.T) {
	t.Parallel()
	items := someItems(200)
	all := idsOf(items)
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Int64().Draw(t, "seed")
		n := rapid.IntRange(1, 200).Draw(t, "n")
		m := rapid.IntRange(n, 200).Draw(t, "m")
		pick := func(s Selection) []string {
			got, err := s.Pick(items)
			if err != nil {
				t.Fatal(err)
			}
			return idsOf(got)
		}
		narrow, wide := pick(Selection{Limit: itoa(n), Seed: seed}), pick(Selection{Limit: itoa(m), Seed: seed})
		if len(narrow) != n || len(wide) != m {
			t.Fatalf("limits %d and %d give %d and %d items", n, m, len(narrow), len(wide))
		}
		for _, id := range narrow {
			if !slices.Contains(wide, id) {
				t.Fatalf("limit %d holds %s, limit %d does not", n, id, m)
			}
		}
		at := -1
		for _, id := range wide {
			i := slices.Index(all, id)
			if i <= at {
				t.Fatal("the order is another")
			}
			at = i
		}
		parts := rapid.IntRange(1, 9).Draw(t, "shards")
		var joined []string
		for i := 1; i <= parts; i++ {
			joined = append(joined, pick(Selection{Limit: itoa(m), Seed: seed, Shard: itoa(i) + "/" + itoa(parts)})...)
		}
		slices.Sort(joined)
		slices.Sort(wide)
		if !slices.Equal(joined, wide) {
			t.Fatalf("%d shards have %d items of %d", parts, len(joined), len(wide))
		}
	})
}

func TestParseShard(t *testing.T) {
	t.Parallel()
	for s, ok := range map[string]bool{
		"": true, "1/1": true, "1/4": true, "4/4": true,
		"0/4": false, "5/4": false, "1": false, "/4": false, "1/": false, "-1/2": false, "1/0": false, "a/b": false,
	} {
		if _, err := ParseShard(s); (err == nil) != ok {
			t.Errorf("shard %q: error %v", s, err)
		}
	}
}

func TestPlanned(t *testing.T) {
	t.Parallel()
	items := someItems(72)
	got, err := Planned([]Selection{
		{Limit: "1-10", Epochs: 1},
		{Filter: []string{"subtype=length"}, Epochs: 3},
	}, items)
	if err != nil {
		t.Fatal(err)
	}
	var sizes []int
	for _, ids := range got {
		sizes = append(sizes, len(ids))
	}
	if !slices.Equal(sizes, []int{12, 2, 2}) {
		t.Errorf("%v items planned by epoch, want 12, 2, 2", sizes)
	}
}
