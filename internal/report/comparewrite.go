package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/ifcmcq/ifcmcq/score"
)

// Write writes the comparison in a format.
func (c *Comparison) Write(w io.Writer, f Format) error {
	switch f {
	case JSON:
		return writeJSON(w, c)
	case CSV:
		return c.writeCSV(w)
	}
	d := document{title: fmt.Sprintf("Comparison of %d systems on %s that all share", len(c.Systems), counted(c.Shared, "item", "items"))}
	d.add(c.standings(), c.differences())
	if len(c.Pairs) == 1 {
		d.add(c.pairByCategory())
	} else {
		d.add(c.byCategory(), c.agreeing())
	}
	d.add(section{title: "Notes", lead: slices.Concat(c.Notes, []string{
		"p: exact McNemar test on the items that only one of the two got right (with epochs: on which its mean score is higher); p Holm: adjusted for the number of pairs",
		"difference: accuracy of the first less that of the second on the items both answered; 95 % by Newcombe's method for paired shares, by source: bootstrap over source models",
		"group: systems that share a letter cannot be told apart at the 5 % level (p Holm)",
	})})
	return d.write(w, f)
}

func (c *Comparison) standings() section {
	g := &grid{header: []string{"", "model", "agent", "accuracy", "95 %", "group", "answered", "not shared"}, words: 3}
	for i, s := range c.Systems {
		g.add(number(i), s.model, s.agent, percentOf(s.Accuracy), rangeOf(s.Interval), s.Groups, count(s.Answered), count(s.Answered-c.Shared))
	}
	return section{title: "Accuracy on shared items, %", grid: g}
}

func (c *Comparison) differences() section {
	g := &grid{header: []string{"pair", "items", "not shared", "only 1st", "only 2nd", "difference", "95 %", "by source", "p", "p Holm"}, words: 1}
	for _, p := range c.Pairs {
		g.add(number(p.A)+" – "+number(p.B), count(p.Items), count(p.OnlyInA+p.OnlyInB), fraction(p.Pairs.OnlyA), fraction(p.Pairs.OnlyB),
			points(p.Diff), pointsRange(p.Interval), pointsRange(p.Clustered), pValue(p.P), pValue(p.Holm))
	}
	return section{title: "Differences, points", grid: g, notes: []string{
		"only 1st, only 2nd: items that only this one of the two got right"}}
}

// fraction prints a number of items that is whole but for several epochs.
func fraction(x float64) string {
	s := strconv.FormatFloat(x, 'f', 1, 64)
	return strings.TrimSuffix(s, ".0")
}

// pairByCategory shows where the only pair there is agrees.
func (c *Comparison) pairByCategory() section {
	p := c.Pairs[0]
	g := &grid{header: []string{"category", "items", "both right", "only #1", "only #2", "neither", "difference", "same answer %"}, words: 1}
	row := func(name string, items int, o score.Pairs, same int) {
		g.add(name, count(items), fraction(o.Both), fraction(o.OnlyA), fraction(o.OnlyB), fraction(o.Neither), points(o.Difference()), share(same, items))
	}
	for _, cat := range p.Categories {
		row(Cell{By: "category", Value: cat.Category}.name(), cat.Items, cat.Pairs, cat.Same)
	}
	row("all", p.Items, p.Pairs, p.Same)
	return section{title: "Agreement by category", grid: g}
}

func share(n, of int) string {
	if of == 0 {
		return none
	}
	return percent(float64(n) / float64(of))
}

// byCategory shows the accuracy of several systems on what all share.
func (c *Comparison) byCategory() section {
	const most = 9 // columns beside the name of a category
	g := &grid{header: []string{"category", "items"}, words: 1}
	systems := c.Systems[:min(most, len(c.Systems))]
	for i := range systems {
		g.header = append(g.header, number(i))
	}
	for k, cat := range c.Systems[0].Categories { // the same in all systems
		row := []string{Cell{By: "category", Value: cat.Category}.name(), count(cat.Items)}
		for _, s := range systems {
			row = append(row, percent(s.Categories[k].Accuracy))
		}
		g.add(row...)
	}
	s := section{title: "Accuracy by category, %", grid: g}
	if len(systems) < len(c.Systems) {
		s.notes = []string{fmt.Sprintf("the first %d systems", most)}
	}
	return s
}

func (c *Comparison) agreeing() section {
	g := &grid{header: []string{"category", "items", "all right", "some right", "none right", "same answer %"}, words: 1}
	for _, a := range c.Agreement {
		name := "all"
		if a.Category != "" {
			name = Cell{By: "category", Value: a.Category}.name()
		}
		g.add(name, count(a.Items), count(a.All), count(a.Some), count(a.None), share(a.Same, a.Items))
	}
	return section{title: "Agreement by category", grid: g}
}

// writeCSV writes one line a pair and category, the pair's total first.
func (c *Comparison) writeCSV(w io.Writer) error {
	out := [][]string{{"run_a", "model_a", "agent_a", "run_b", "model_b", "agent_b", "category", "items", "not_shared",
		"both", "only_a", "only_b", "neither", "same_answer", "difference", "low", "high", "clustered_low", "clustered_high", "p", "p_holm"}}
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	ends := func(i *score.Interval) []string {
		if i == nil {
			return []string{"", ""}
		}
		return []string{number(i.Low), number(i.High)}
	}
	for _, p := range c.Pairs {
		a, b := c.Systems[p.A], c.Systems[p.B]
		row := func(category string, items int, notShared string, o score.Pairs, same int, rest []string) {
			out = append(out, slices.Concat([]string{a.Run, a.Model, a.Agent, b.Run, b.Model, b.Agent, category, count(items), notShared,
				number(o.Both), number(o.OnlyA), number(o.OnlyB), number(o.Neither), count(same), number(o.Difference())}, rest))
		}
		row("all", p.Items, count(p.OnlyInA+p.OnlyInB), p.Pairs, p.Same, slices.Concat(ends(p.Interval), ends(p.Clustered), []string{number(p.P), number(p.Holm)}))
		for _, cat := range p.Categories {
			row(cat.Category, cat.Items, "", cat.Pairs, cat.Same, make([]string, 6))
		}
	}
	return csv.NewWriter(w).WriteAll(out)
}
