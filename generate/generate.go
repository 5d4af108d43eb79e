package generate

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
)

// All returns every subtype that items can be made of, in taxonomy order.
func All() []Subtype {
	return []Subtype{
		classByGUID,
		attributeValue,
		propertyValue,
		booleanCheck,
		propertyExistence,
		valueOrNull,
		typeObject,
		elementStorey,
		spaceStorey,
		storeyBuilding,
		materialName,
		materialSet,
		openingHost,
		fillerHost,
		hostFillers,
		elementSpaces,
		boundaryCheck,
		spaceElements,
		fileCount,
		storeyCount,
		typeCount,
		openingCount,
		lengthOf,
		areaOf,
		volumeOf,
		netVsGross,
		propertySum,
		propertyMean,
		quantitySum,
		quantityMean,
		pairwise,
		largest,
		smallest,
		pointInBox,
		baseElevation,
		extentCompare,
	}
}

// Category makes the items of one category and hands each to accept until limit
// of them have been accepted or there are no more.
func Category(ctx context.Context, ix *index.Index, src mcq.Source, c mcq.Category, seed int64, limit int, accept func(mcq.Item) bool) (Outcome, error) {
	out := Outcome{Skipped: map[string]int{}, Notes: map[string]int{}}
	r := random(seed, src.SHA256, c)
	var sources []Drafts
	for _, s := range All() {
		if s.Subtype.Category() == c {
			sources = append(sources, tag(s.Subtype, s.Source(ix, r), &out))
		}
	}
	seen := map[string]bool{}
	for d, skip := range turns(sources...) {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		if skip != "" {
			out.Skipped[string(skip)]++
			continue
		}
		it, why := out.item(ix, src, d, r)
		switch {
		case why != "":
			out.Skipped[string(why)]++
			continue
		case seen[it.ID]:
			continue
		}
		seen[it.ID] = true
		out.Generated++
		if !accept(it) {
			continue
		}
		out.Accepted++
		if d.Note != "" {
			out.Notes[d.Note]++
		}
		if out.Accepted >= limit {
			out.Full = true
			break
		}
	}
	return out, nil
}

// Outcome says how the making of a category went.
type Outcome struct {
	Generated int            // items made
	Accepted  int            // items that were accepted
	Full      bool           // the limit was reached
	Skipped   map[string]int // by reason
	Notes     map[string]int

	subtype mcq.Subtype // of the draft that was given last
}

// tag remembers which subtype a draft is of.
func tag(s mcq.Subtype, d Drafts, out *Outcome) Drafts {
	return func(yield func(Draft, Skip) bool) {
		for x, skip := range d {
			out.subtype = s
			if !yield(x, skip) {
				return
			}
		}
	}
}

// random is the generator that everything of a category is drawn from.
func random(seed int64, sha string, c mcq.Category) *rand.Rand {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s %s", seed, sha, c))
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16])))
}

// item gives the options of a draft their letters and drops what would give the
// key away.
func (out *Outcome) item(ix *index.Index, src mcq.Source, d Draft, r *rand.Rand) (mcq.Item, Skip) {
	s := out.subtype
	if s.Type() != mcq.Boolean {
		r.Shuffle(len(d.Choices), func(i, j int) { d.Choices[i], d.Choices[j] = d.Choices[j], d.Choices[i] })
	} else { // yes before no
		slices.SortStableFunc(d.Choices, func(a, b Choice) int {
			if a.Value == b.Value {
				return 0
			}
			if a.Value == true {
				return -1
			}
			return 1
		})
	}
	var options []mcq.Option
	var answer []string
	for i, c := range d.Choices {
		options = append(options, mcq.Option{Key: mcq.OptionKey(i), Text: c.Text, Value: c.Value})
		if !c.Right {
			continue
		}
		answer = append(answer, mcq.OptionKey(i))
		if s.Type() != mcq.Boolean && mcq.StemTells(d.Stem, mcq.Key{Text: c.Text, Name: c.name, Value: c.Value}) {
			return mcq.Item{}, "the stem would hold the key"
		}
	}
	if s.Type() == mcq.Single && told(ix, d) {
		return mcq.Item{}, "the element's Name, which stands in the stem, tells the key"
	}
	it, problems := mcq.Make(src, s, d.Fact, d.Stem, options, answer)
	if len(problems) > 0 {
		return mcq.Item{}, Skip("not well formed: " + problems[0].Rule)
	}
	return it, ""
}

// told tells whether the Name of the element that a draft is about stands in its
// stem, if only as part of another word, and gives the key away.
func told(ix *index.Index, d Draft) bool {
	name, ok := ix.Model.Unique(d.Fact.GUID).Name()
	if !ok || name == "" || !strings.Contains(d.Stem, name) {
		return false
	}
	return slices.ContainsFunc(d.Choices, func(c Choice) bool {
		return c.Right && mcq.Tells(name, mcq.Key{Text: c.Text, Name: c.name, Value: c.Value})
	})
}
