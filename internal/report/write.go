package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/ifcmcq/ifcmcq/mcq"
)

// Write writes the report in a format.
func (r *Report) Write(w io.Writer, f Format) error {
	switch f {
	case JSON:
		return writeJSON(w, r)
	case CSV:
		return r.writeCSV(w)
	}
	d := document{title: "Report on " + r.Benchmark.Path}
	d.add(section{lead: []string{r.about()}})
	d.add(r.summary())
	for _, by := range r.dimensions() {
		d.add(r.breakdowns(by)...)
	}
	d.add(r.calls(), r.tokens(), r.bySource())
	d.add(r.repeats()...)
	d.add(r.guessing(), r.positions())
	d.add(section{title: "Notes", lead: slices.Concat(r.Notes, []string{
		"accuracy: the chosen set of options equals the key. Unparsed replies and missing ones count as wrong; items that failures of infrastructure befell count in coverage alone",
		"95 %: interval of totals by percentile bootstrap over source models, of all else by Wilson's score",
	})})
	return d.write(w, f)
}

// WriteSummary writes the totals alone, as text.
func (r *Report) WriteSummary(w io.Writer) error {
	s := r.summary()
	s.title = ""
	d := document{title: r.about()}
	d.add(s)
	if len(r.Notes) > 0 {
		d.add(section{lead: r.Notes})
	}
	return d.write(w, Text)
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

func (r *Report) about() string {
	asked := 0
	if n := len(r.Chance); n > 0 {
		asked = r.Chance[n-1].Items
	}
	s := fmt.Sprintf("%s asked about %s", counted(asked, "item", "items"), counted(r.Sources, "source model", "source models"))
	if asked < r.Benchmark.Items {
		s += fmt.Sprintf(", of %s", counted(r.Benchmark.Items, "item", "items"))
	}
	if sum := r.Benchmark.SHA256; sum != "" {
		s += ", sha256 " + sum[:min(12, len(sum))]
	}
	return s
}

// dimensions returns what the report is broken down by.
func (r *Report) dimensions() []string {
	var out []string
	for _, o := range r.Systems {
		for _, c := range o.Cells {
			if !slices.Contains(out, c.By) {
				out = append(out, c.By)
			}
		}
	}
	slices.SortFunc(out, func(a, b string) int { return slices.Index(Dimensions(), a) - slices.Index(Dimensions(), b) })
	return out
}

func (r *Report) summary() section {
	g := &grid{header: []string{"", "model", "agent", "accuracy", "95 %", "Wilson", "right", "coverage", "unparsed", "no answer", "chance"}, words: 3}
	for i, o := range r.Systems {
		t := o.Total
		unparsed, silent := t.rates()
		g.add(number(i), o.model, o.agent, percentOf(t.Accuracy), rangeOf(t.Interval), rangeOf(t.Wilson), fmt.Sprintf("%d/%d", t.Right, t.Results),
			percent(t.Coverage), unparsed, silent, percent(t.Chance))
	}
	return section{title: "Accuracy, %", grid: g}
}

// number is what a system goes by where there is no room for its name.
func number(i int) string { return "#" + strconv.Itoa(i+1) }

// rates returns how many of a cell's results are unparsed, and how many no answer.
func (c Cell) rates() (unparsed, silent string) {
	if c.Results == 0 {
		return none, none
	}
	return percent(c.UnparsedRate), percent(float64(c.NoAnswer) / float64(c.Results))
}

// abreast is how many systems stand beside each other in a table.
const abreast = 5

// breakdowns returns the tables of a dimension: with one system all about it, with
// several a column each.
func (r *Report) breakdowns(by string) []section {
	title := "By " + by + ", %"
	if len(r.Systems) == 1 {
		g := &grid{header: []string{by, "accuracy", "95 %", "right", "coverage", "unparsed", "no answer", "chance"}, words: 1}
		for _, c := range r.Systems[0].Cells {
			if c.By == by {
				unparsed, silent := c.rates()
				g.add(c.name(), percentOf(c.Accuracy), rangeOf(c.Interval), fmt.Sprintf("%d/%d", c.Right, c.Results),
					percent(c.Coverage), unparsed, silent, percent(c.Chance))
			}
		}
		return []section{{title: title, grid: g}}
	}
	var out []section
	for from := 0; from < len(r.Systems); from += abreast {
		systems := r.Systems[from:min(from+abreast, len(r.Systems))]
		g := &grid{header: []string{by, "items", "chance"}, words: 1}
		for i := range systems {
			g.header = append(g.header, number(from+i))
		}
		marked := false
		for _, value := range r.values(by) {
			row := []string{Cell{By: by, Value: value}.name(), none, none}
			most := -1
			for _, o := range systems {
				i := slices.IndexFunc(o.Cells, func(c Cell) bool { return c.By == by && c.Value == value })
				if i < 0 {
					row = append(row, none)
					continue
				}
				c := o.Cells[i]
				if c.Results > most { // chance is of the items answered
					most, row[1], row[2] = c.Results, count(c.Items), percent(c.Chance)
				}
				text := c.short()
				marked = marked || strings.ContainsAny(text, "cu")
				row = append(row, text)
			}
			g.add(row...)
		}
		s := section{grid: g}
		if from == 0 {
			s.title = title
		}
		if marked {
			s.notes = []string{"c: coverage, u: unparsed, where they are not 100 and 0"}
		}
		out = append(out, s)
	}
	return out
}

// values returns the values of a dimension that any system has a cell of.
func (r *Report) values(by string) []string {
	var cells []Cell
	for _, o := range r.Systems {
		for _, c := range o.Cells {
			if c.By == by && !slices.ContainsFunc(cells, func(d Cell) bool { return d.Value == c.Value }) {
				cells = append(cells, c)
			}
		}
	}
	slices.SortFunc(cells, compareCells)
	var out []string
	for _, c := range cells {
		out = append(out, c.Value)
	}
	return out
}

// name is what a row is called.
func (c Cell) name() string {
	if c.By == "category" {
		return c.Value + " " + strings.ToLower(mcq.Category(c.Value).Name())
	}
	return c.Value
}

// short puts the accuracy of a cell into a few characters, with coverage and
// unparsed replies wherever they are not what they should be.
func (c Cell) short() string {
	if c.Accuracy == nil {
		return none + " c" + percent(c.Coverage)
	}
	s := percent(*c.Accuracy)
	if c.Results != c.Planned {
		s += " c" + percent(c.Coverage)
	}
	if c.Unparsed > 0 {
		s += " u" + percent(c.UnparsedRate)
	}
	return s
}

func (r *Report) calls() section {
	g := &grid{header: []string{"model", "agent", "calls", "one call %", "failed", "requests", "steps", "stacked", "cut obs.", "cut context", "cut reply"}, words: 2}
	for _, o := range r.Systems {
		if o.Total.Results == 0 {
			continue
		}
		e := o.Total.Effort
		g.add(o.model, o.agent, mean(e.Calls), percent(e.OneCall), mean(e.Failed), mean(e.Requests), mean(e.Steps),
			count(e.Stacked), count(e.TruncatedObservation), count(e.TruncatedContext), count(e.TruncatedCompletion))
	}
	return section{title: "Calls", grid: g, notes: []string{
		"means an item; one call: answered after a single call; stacked and cut: numbers of answers"}}
}

func (r *Report) tokens() section {
	g := &grid{header: []string{"model", "agent", "input", "cached", "output", "reasoning", "$ an item", "$", "p50 s", "p95 s", "retries"}, words: 2}
	part := false
	for _, o := range r.Systems {
		if o.Total.Results == 0 {
			continue
		}
		e := o.Total.Effort
		total := dollars(e.CostUSD)
		if e.Costed > 0 && e.Costed < o.Total.Results {
			total += "*"
			part = true
		}
		g.add(o.model, o.agent, mean(e.Input), mean(e.Cached), mean(e.Output), mean(e.Reasoning),
			dollars(e.PerItem), total, seconds(e.LatencyP50), seconds(e.LatencyP95), count(e.Retries))
	}
	s := section{title: "Tokens, cost, latency", grid: g, notes: []string{
		"mean tokens an item as the server reports them, cached ones in input, reasoning in output"}}
	if part {
		s.notes = append(s.notes, "* the cost of some answers is not known")
	}
	return s
}

// bySource shows what answers take by agent and source model, models together.
func (r *Report) bySource() section {
	g := &grid{header: []string{"agent", "source", "accuracy", "calls", "one call %", "cut obs.", "input", "output", "p50 s"}, words: 2}
	agent := ""
	for _, c := range r.Agents {
		if c.Results == 0 {
			continue
		}
		if agent != "" && agent != c.Agent {
			g.breaks = append(g.breaks, len(g.rows))
		}
		agent = c.Agent
		e := c.Effort
		g.add(c.Agent, c.Value, percentOf(c.Accuracy), mean(e.Calls), percent(e.OneCall), count(e.TruncatedObservation),
			mean(e.Input), mean(e.Output), seconds(e.LatencyP50))
	}
	return section{title: "By agent and source, all models together", grid: g}
}

func (r *Report) repeats() []section {
	g := &grid{header: []string{"model", "agent", "epochs", "items", "flip %", "change %"}, words: 2}
	most := 0
	for _, o := range r.Systems {
		if o.Epochs != nil {
			most = max(most, len(o.Epochs.PassK))
		}
	}
	shown := min(most, 5)
	for k := range shown {
		g.header = append(g.header, fmt.Sprintf("pass^%d", k+1))
	}
	for _, o := range r.Systems {
		if o.Epochs == nil {
			continue
		}
		row := []string{o.model, o.agent, count(o.Epochs.Epochs), count(o.Epochs.Items), percent(o.Epochs.Flips), percent(o.Epochs.Changes)}
		for k := range shown {
			if k < len(o.Epochs.PassK) {
				row = append(row, percent(o.Epochs.PassK[k]))
			} else {
				row = append(row, none)
			}
		}
		g.add(row...)
	}
	if len(g.rows) == 0 {
		return nil
	}
	return []section{{title: "Epochs", grid: g, notes: []string{
		"flip: items right in one epoch and wrong in another; change: items with different answers; pass^k: k answers in a row all right"}}}
}

func (r *Report) guessing() section {
	g := &grid{header: []string{"type", "options", "items", "chance", "95 of 100 guessers"}, words: 1}
	for _, c := range r.Chance {
		name, options := string(c.Type), none
		if c.Type == "" {
			name = "all"
		}
		if c.Options > 0 {
			options = count(c.Options)
		}
		g.add(name, options, count(c.Items), percent(c.Chance), rangeOf(&c.Range))
	}
	return section{title: "Random guessing, %", grid: g, notes: []string{
		"exact expectation: one of n options 1/n; any set of n options but none and all 1/(2^n − 2)"}}
}

func (r *Report) positions() section {
	g := &grid{header: []string{"", "options", "items", "A B C …", "chi²", "df", "p"}, words: 1}
	few := false
	test := func(l Letters) []string {
		if l.Test == nil {
			return []string{none, none, none}
		}
		p := pValue(l.Test.P)
		if l.Test.Few {
			few = true
			p += "?"
		}
		return []string{fmt.Sprintf("%.2f", l.Test.Statistic), count(l.Test.DF), p}
	}
	for _, l := range r.Keys {
		g.add(append([]string{"keys", count(l.Options), count(sum(l.Keys)), join(l.Keys)}, test(l)...)...)
	}
	for _, o := range r.Systems {
		if len(o.Letters) > 0 {
			g.breaks = append(g.breaks, len(g.rows))
		}
		for _, l := range o.Letters {
			g.add(append([]string{o.label, count(l.Options), count(sum(l.Keys)), join(l.Chosen)}, test(l)...)...)
		}
	}
	s := section{title: "Position bias", grid: g, notes: []string{
		"items with one right option. Keys: how many under each letter, and a test of all being equally likely. Systems: how often each letter was chosen, and a test of accuracy being the same wherever the key stands"}}
	if few {
		s.notes = append(s.notes, "? few items: p is a rough guess")
	}
	return s
}

func join(counts []int) string {
	var s []string
	for _, n := range counts {
		s = append(s, count(n))
	}
	return strings.Join(s, " ")
}

func sum(counts []int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}
