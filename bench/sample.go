package bench

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/ifcmcq/ifcmcq/mcq"
)

// Sampled says how a benchmark was drawn from a larger one.
type Sampled struct {
	PerCategory int    `json:"per_category"`
	Seed        int64  `json:"seed"`
	Of          int    `json:"of"` // items of the benchmark drawn from
	OfSHA256    string `json:"of_items_sha256"`
}

// Sample draws up to n items of each category from each file: from the subtypes
// in turn, within a subtype at random by seed. The order of the items stays.
func (b *Benchmark) Sample(n int, seed int64) *Benchmark {
	out := &Benchmark{Manifest: b.Manifest}
	out.Manifest.Sampled = &Sampled{PerCategory: n, Seed: seed, Of: len(b.Items), OfSHA256: b.Manifest.SHA256}
	type stratum struct {
		source   string
		category mcq.Category
	}
	var order []stratum
	strata := map[stratum]map[mcq.Subtype][]mcq.Item{}
	for _, it := range b.Items {
		s := stratum{it.Source.SHA256, it.Category}
		if strata[s] == nil {
			order = append(order, s)
			strata[s] = map[mcq.Subtype][]mcq.Item{}
		}
		strata[s][it.Subtype] = append(strata[s][it.Subtype], it)
	}
	chosen := map[string]bool{}
	for _, s := range order {
		sum := sha256.Sum256(fmt.Appendf(nil, "sample %d %s %s", seed, s.source, s.category))
		r := rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16])))
		for _, id := range draw(r, strata[s], s.category.Subtypes(), n) {
			chosen[id] = true
		}
	}
	for _, it := range b.Items {
		if chosen[it.ID] {
			out.Items = append(out.Items, it)
		}
	}
	out.Manifest.Items = len(out.Items)
	return out
}

// draw takes up to n ids from the subtypes in turn, starting with a random one.
func draw(r *rand.Rand, by map[mcq.Subtype][]mcq.Item, subtypes []mcq.Subtype, n int) []string {
	subtypes = slices.Clone(subtypes)
	r.Shuffle(len(subtypes), func(i, j int) { subtypes[i], subtypes[j] = subtypes[j], subtypes[i] })
	left := map[mcq.Subtype][]int{}
	for _, s := range subtypes {
		left[s] = r.Perm(len(by[s]))
	}
	var ids []string
	for more := true; more && len(ids) < n; {
		more = false
		for _, s := range subtypes {
			if len(left[s]) == 0 || len(ids) >= n {
				continue
			}
			ids = append(ids, by[s][left[s][0]].ID)
			left[s] = left[s][1:]
			more = true
		}
	}
	return ids
}
