package generate

import (
	"math/rand/v2"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/schema"
)

// question says how a field of an element is asked about.
type question struct {
	stems stems
	fact  func(e index.Element, f *index.Field) mcq.Fact
	// words are what a stem needs beside the entity.
	words func(f *index.Field) []string
	// ask tells which values are asked for.
	ask func(ifc.Datum) bool
}

const tooFew Skip = "fewer than three distinct options"

// fieldDrafts asks for the values of fields: class by class, in a class field by
// field, in a field value by value. What siblings alone can give options for
// comes first, the rest after that.
//
// A field is looked into when its turn comes: models have thousands, and forty
// items need a few.
func fieldDrafts(ix *index.Index, r *rand.Rand, all []*index.Field, q question) Drafts {
	var even, rest bySource
	taken := map[*index.Field]*index.Field{} // by whom a widened field is asked about
	for _, f := range all {
		wide, values := f, (*population)(nil)
		open := func() bool {
			if values == nil {
				wide, values = widen(ix, f, q.ask)
				if taken[wide] == nil {
					taken[wide] = f
				}
			}
			return taken[wide] == f
		}
		even.add(f.Class, func() (Drafts, Skip) {
			if !open() {
				return nil, ""
			}
			return evenDrafts(r, values, func(subject int, options []Choice) (Draft, Skip) {
				return draftOf(ix, r, wide, subject, options, q), ""
			}), ""
		})
		rest.add(f.Class, func() (Drafts, Skip) {
			if !open() {
				return nil, ""
			}
			var ranks ranking
			return restDrafts(r, values, func(key Choice) ([]Choice, bool) {
				return fallback(ix, r, wide, key, q.ask, &ranks)
			}, func(subject int, options []Choice) (Draft, Skip) {
				return draftOf(ix, r, wide, subject, options, q), ""
			}), ""
		})
	}
	return inOrder(even.turns(r), rest.turns(r))
}

// bySource collects sources of drafts by element class.
type bySource struct {
	classes []schema.Class
	sources map[schema.Class][]opening
}

func (b *bySource) add(c schema.Class, open opening) {
	if b.sources == nil {
		b.sources = map[schema.Class][]opening{}
	}
	if b.sources[c] == nil {
		b.classes = append(b.classes, c)
	}
	b.sources[c] = append(b.sources[c], open)
}

// turns takes classes in turn, and within a class its sources.
func (b *bySource) turns(r *rand.Rand) Drafts {
	var all []stream
	for _, i := range shuffled(r, len(b.classes)) {
		in := b.sources[b.classes[i]]
		r.Shuffle(len(in), func(i, j int) { in[i], in[j] = in[j], in[i] })
		all = append(all, newRota(pullers(in)))
	}
	return drafts(newRota(all))
}

// widen climbs the class tree until a field has enough values to choose from;
// if it never has, it stays where it is.
func widen(ix *index.Index, f *index.Field, ask func(ifc.Datum) bool) (*index.Field, *population) {
	s := ix.Model.Schema()
	own := gather(ix, f, ask)
	if len(own.choices) == 0 || len(own.choices) >= minOptions {
		return f, own
	}
	for c := s.Super(f.Class); c != schema.NoClass && s.ClassName(c) != "IfcProduct"; c = s.Super(c) {
		if distinct(ix, ix.Parts(c, f), ask, minOptions) < minOptions {
			continue
		}
		if wide := ix.Over(c, f); wide.Mixed != index.NotSingle {
			return wide, gather(ix, wide, ask)
		}
	}
	return f, own
}

// carrierDraft makes a draft about a carrier of a value, of these options.
type carrierDraft func(subject int, options []Choice) (Draft, Skip)

// evenDrafts asks for every value once, then for those that more than one element
// carries, and so on as long as there are enough of them: so each option is as
// likely as any other to be right.
func evenDrafts(r *rand.Rand, values *population, draft carrierDraft) Drafts {
	return func(yield func(Draft, Skip) bool) {
		for tier := range values.tiers(r) {
			if len(tier.choices) < minOptions {
				return
			}
			for _, i := range shuffled(r, len(tier.choices)) {
				options, ok := pick(r, tier.choices, tier.choices[i])
				if !ok {
					continue
				}
				if d, skip := draft(tier.subjects[i], options); !yield(d, skip) {
					return
				}
			}
		}
	}
}

// restDrafts asks for what evenDrafts leaves: frequent values, whose wrong options
// are rarer ones, and values without siblings, whose wrong options are made.
func restDrafts(r *rand.Rand, values *population, made func(key Choice) ([]Choice, bool), draft carrierDraft) Drafts {
	return func(yield func(Draft, Skip) bool) {
		for tier := range values.tiers(r) {
			if len(tier.choices) >= minOptions {
				continue
			}
			for _, i := range shuffled(r, len(tier.choices)) {
				key := tier.choices[i]
				options, ok := pick(r, values.choices, key)
				if !ok {
					options, ok = made(key)
				}
				d, skip := Draft{}, tooFew
				if ok {
					d, skip = draft(tier.subjects[i], options)
				}
				if !yield(d, skip) || !ok {
					return
				}
			}
		}
	}
}

func draftOf(ix *index.Index, r *rand.Rand, f *index.Field, element int, options []Choice, q question) Draft {
	e := ix.Elements[element]
	words := append([]string{"entity", subject(ix, e, keysOf(options)...)}, q.words(f)...)
	return Draft{Fact: q.fact(e, f), Choices: options, Stem: q.stems.with(r, words...)}
}

// keysOf is every option as a key: a Name that tells a wrong option tells too.
func keysOf(options []Choice) []mcq.Key {
	keys := make([]mcq.Key, len(options))
	for i, c := range options {
		keys[i] = c.key()
	}
	return keys
}

// fallback finds wrong options for a value that has no siblings: numbers around
// it, texts of other fields of the same set.
func fallback(ix *index.Index, r *rand.Rand, f *index.Field, key Choice, ask func(ifc.Datum) bool, ranks *ranking) ([]Choice, bool) {
	switch v := key.Value.(type) {
	case int64, mcq.Real:
		floor := 0.0
		if number(v) < 0 {
			floor = number(v) * 2
		}
		return around(r, v, nil, floor, mcq.FormatNumber, ranks)
	case string:
		if f.Entries[0].Value.Kind == ifc.Enumeration {
			break // other items of the enumeration would be there for show
		}
		others := []Choice{key}
		for _, g := range related(ix, f) {
			for _, c := range gather(ix, g, ask).choices {
				if _, text := c.Value.(string); text && fits(others, c) {
					others = append(others, c)
				}
			}
		}
		return pick(r, others[1:], key)
	}
	return nil, false
}

// related returns the other text fields of the same class and set.
func related(ix *index.Index, f *index.Field) []*index.Field {
	all := ix.Fields()
	if f.Kind == index.Attribute {
		all = ix.Attributes()
	}
	var out []*index.Field
	for _, g := range all {
		if g != f && g.Class == f.Class && g.Kind == f.Kind && g.Set == f.Set && g.Named == f.Named && g.Mixed == "" &&
			g.Entries[0].Value.Kind == ifc.Text {
			out = append(out, g)
		}
	}
	return out
}
