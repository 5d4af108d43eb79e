package generate_test

import (
	"slices"
	"testing"

	"github.com/ifcmcq/ifcmcq/generate"
	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/semantics"
)

// What is rejected is made up for by the items that would have come next, in the
// same order, and no item is made that is not wanted.
func TestRejectedItemsAreReplaced(t *testing.T) {
	t.Parallel()
	m, src := house(t)
	ix := index.New(semantics.New(m))
	// items makes items until limit are accepted; if reject is set every third is not.
	items := func(limit int, reject bool) (made, accepted []string, out generate.Outcome) {
		out, err := generate.Category(t.Context(), ix, src, mcq.PRP, 1, limit, func(it mcq.Item) func() bool {
			made = append(made, it.ID)
			bad := reject && len(made)%3 == 0
			return func() bool {
				if !bad {
					accepted = append(accepted, it.ID)
				}
				return !bad
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return made, accepted, out
	}
	all, _, _ := items(14, false)
	made, accepted, out := items(10, true)
	if !slices.Equal(made, all) || len(accepted) != 10 {
		t.Errorf("made %d items, accepted %d, want the first 14 and 10", len(made), len(accepted))
	}
	if out.Generated != 14 || out.Accepted != 10 || !out.Full {
		t.Errorf("outcome %+v", out)
	}
}
