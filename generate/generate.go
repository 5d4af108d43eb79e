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
// of them have been accepted or there are no more. What accept returns tells the
// verdict. It is asked for when there are as many items as are still wanted, so
// that they can be judged while others are made.
func Category(ctx context.Context, ix *index.Index, src mcq.Source, c mcq.Category, seed int64, limit int, accept func(mcq.Item) (verdict func() bool)) (Outcome, error) {
	out := Outcome{Skipped: map[string]int{}, Notes: map[string]int{}}
	r := random(seed, src.SHA256, c)
	var sources []Drafts
	for _, s := range All() {
		if s.Subtype.Category() == c {
			sources = append(sources, tag(s.Subtype, s.Source(ix, r), &out))
		}
	}
	var waiting []pending
	judged := func() {
		for _, w := range waiting {
			if !w.accepted() {
				continue
			}
			out.Accepted++
			if w.note != "" {
				out.Notes[w.note]++
			}
		}
		waiting = waiting[:0]
		out.Full = out.Accepted >= limit
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
		waiting = append(waiting, pending{accept(it), d.Note})
		if out.Accepted+len(waiting) < limit {
			continue
		}
		if judged(); out.Full {
			return out, nil
		}
	}
	judged()
	return out, nil
}

// pending is a verdict that may still be waited for, and what to note if it is good.
type pending struct {
	accepted func() bool
	note     string
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
	options := make([]mcq.Option, len(d.Choices))
	var answer []string
	var right []mcq.Key
	for i, c := range d.Choices {
		options[i] = mcq.Option{Key: mcq.OptionKey(i), Text: c.Text, Value: c.Value}
		if c.Right {
			answer = append(answer, options[i].Key)
			right = append(right, c.key())
		}
	}
	if s.Type() != mcq.Boolean && mcq.StemTells(d.Stem, right...) {
		return mcq.Item{}, "the stem would hold the key"
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
		return c.Right && mcq.Tells(name, c.key())
	})
}
