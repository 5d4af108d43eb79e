package cli

import (
	"fmt"

	"github.com/ifcmcq/ifcmcq/internal/cues"
	"github.com/ifcmcq/ifcmcq/mcq"
)

// enoughItems is how many items of a category a figure for it should rest on.
const enoughItems = 100

// writeCues prints how well each rule guesses, over all items, by category and by
// subtype, in points above exact chance.
func writeCues(c console, items []mcq.Item) {
	measured := cues.Measure(items)
	fmt.Fprintln(c.out, "\nguessing without the file; above chance in points of all items, those without an opinion guessed at random")
	t := newTable(c.out, "rule", "applies to", "accuracy", "chance", "above chance")
	for _, m := range measured {
		t.row(m.Rule+"  "+m.Says, m.All.Items, percent(m.All.Accuracy()), percent(m.All.Chance()), points(m.All.Excess(len(items))))
	}
	t.write()

	byCategory := map[mcq.Category]int{}
	bySubtype := map[mcq.Subtype]int{}
	for _, it := range items {
		byCategory[it.Category]++
		bySubtype[it.Subtype]++
	}
	header := []any{"above chance"}
	for _, m := range measured {
		header = append(header, m.Rule)
	}
	fmt.Fprintln(c.out)
	t = newTable(c.out, header...)
	for _, cat := range mcq.Categories() {
		n := byCategory[cat]
		if n == 0 {
			continue
		}
		row := []any{fmt.Sprintf("%s (%d)", cat, n)}
		for _, m := range measured {
			row = append(row, cell(m.ByCategory[cat], n))
		}
		t.row(row...)
		for _, s := range cat.Subtypes() {
			n := bySubtype[s]
			if n == 0 {
				continue
			}
			row := []any{fmt.Sprintf("  %s (%d)", s, n)}
			for _, m := range measured {
				row = append(row, cell(m.BySubtype[s], n))
			}
			t.row(row...)
		}
	}
	t.write()
	fmt.Fprintf(c.out, "figures for fewer than %d items vary by several points by luck alone\n", enoughItems)
}

func cell(r cues.Result, n int) string {
	if r.Items == 0 {
		return "-"
	}
	return points(r.Excess(n))
}

func percent(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

func points(x float64) string { return fmt.Sprintf("%+.1f", 100*x) }
