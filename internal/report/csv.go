package report

import (
	"encoding/csv"
	"io"
	"strconv"
)

// writeCSV writes one line a cell, totals first, with all of its figures as plain
// numbers: shares from 0 to 1, nothing where there is none.
func (r *Report) writeCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	header := []string{"run", "model", "agent", "by", "value"}
	for _, f := range cellFields(Cell{}) {
		header = append(header, f.name)
	}
	rows := [][]string{header}
	for _, o := range r.Systems {
		for _, cell := range append([]Cell{o.Total}, o.Cells...) {
			row := []string{o.Run, o.Model, o.Agent, cell.By, cell.Value}
			for _, f := range cellFields(cell) {
				row = append(row, f.value)
			}
			rows = append(rows, row)
		}
	}
	return c.WriteAll(rows)
}

type field struct{ name, value string }

func cellFields(c Cell) []field {
	var low, high, wilsonLow, wilsonHigh *float64
	if c.Interval != nil {
		low, high = &c.Interval.Low, &c.Interval.High
		wilsonLow, wilsonHigh = &c.Wilson.Low, &c.Wilson.High
	}
	e := c.Effort
	whole := func(n int) string { return strconv.Itoa(n) }
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	maybe := func(x *float64) string {
		if x == nil {
			return ""
		}
		return number(*x)
	}
	// Nothing is said of the effort of answers that there are none of.
	ofResults := func(s string) string {
		if c.Results == 0 {
			return ""
		}
		return s
	}
	return []field{
		{"items", whole(c.Items)}, {"planned", whole(c.Planned)}, {"results", whole(c.Results)},
		{"correct", whole(c.Right)}, {"incorrect", whole(c.Wrong)}, {"unparsed", whole(c.Unparsed)}, {"no_answer", whole(c.NoAnswer)},
		{"accuracy", maybe(c.Accuracy)}, {"low", maybe(low)}, {"high", maybe(high)}, {"interval_method", c.Method},
		{"wilson_low", maybe(wilsonLow)}, {"wilson_high", maybe(wilsonHigh)},
		{"clusters", whole(c.Clusters)}, {"coverage", number(c.Coverage)}, {"unparsed_rate", ofResults(number(c.UnparsedRate))}, {"chance", number(c.Chance)},
		{"mean_calls", ofResults(number(e.Calls))}, {"one_call", ofResults(number(e.OneCall))}, {"mean_failed_calls", ofResults(number(e.Failed))},
		{"mean_requests", ofResults(number(e.Requests))}, {"mean_steps", ofResults(number(e.Steps))},
		{"stacked", whole(e.Stacked)}, {"truncated_observation", whole(e.TruncatedObservation)},
		{"truncated_context", whole(e.TruncatedContext)}, {"truncated_completion", whole(e.TruncatedCompletion)},
		{"mean_input_tokens", ofResults(number(e.Input))}, {"mean_cached_tokens", ofResults(number(e.Cached))},
		{"mean_output_tokens", ofResults(number(e.Output))}, {"mean_reasoning_tokens", ofResults(number(e.Reasoning))},
		{"cost_usd", maybe(e.CostUSD)}, {"mean_cost_usd", maybe(e.PerItem)}, {"costed", whole(e.Costed)},
		{"latency_p50_ms", ofResults(strconv.FormatInt(e.LatencyP50, 10))}, {"latency_p95_ms", ofResults(strconv.FormatInt(e.LatencyP95, 10))},
		{"retries", whole(e.Retries)},
	}
}
