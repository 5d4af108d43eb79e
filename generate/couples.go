package generate

import (
	"math/rand/v2"

	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
)

// couples makes drafts that come in twos, with opposite keys about one field.
// Sources give the first of a couple; the second follows it wherever the sources
// are put in turn, so that keys are even field by field and at any even number
// of drafts. A source that reads ahead, as [balanced], would part them.
type couples struct{ second Draft }

// give yields the first of a couple and remembers the second.
func (c *couples) give(yield func(Draft, Skip) bool, first, second Draft) bool {
	c.second = second
	return yield(first, "")
}

// drafts puts the second of each couple behind the first.
func (c *couples) drafts(firsts Drafts) Drafts {
	return func(yield func(Draft, Skip) bool) {
		for d, skip := range firsts {
			if skip != "" {
				if !yield(d, skip) {
					return
				}
				continue
			}
			second := c.second
			if !yield(d, "") || !yield(second, "") {
				return
			}
		}
	}
}

// yesNo is the options of a boolean question.
func yesNo(yes bool) []Choice {
	return []Choice{{Text: "Yes", Value: true, Right: yes}, {Text: "No", Value: false, Right: !yes}}
}

// shuffledList returns the members of s in random order.
func shuffledList[T any](r *rand.Rand, s []T) []T {
	out := make([]T, len(s))
	for i, k := range shuffled(r, len(s)) {
		out[i] = s[k]
	}
	return out
}

// holdsOne tells whether a stem holds the text or Name of any option.
func holdsOne(stem string, options []Choice) bool { return mcq.StemTells(stem, keysOf(options)...) }

const severalTypes Skip = "typed by more than one relationship"

// typedOnce tells whether it is clear which type an element's values come from.
func typedOnce(ix *index.Index, element int) bool {
	return ix.Model.TypeRelations(ix.Elements[element].Entity) <= 1
}
