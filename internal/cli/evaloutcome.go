package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/ifcmcq/ifcmcq/internal/report"
	"github.com/ifcmcq/ifcmcq/internal/run"
)

// outcome is what eval --json prints.
type outcome struct {
	Set         string       `json:"set"`
	Benchmark   string       `json:"benchmark_sha256"`
	Runs        []runOutcome `json:"runs"`
	Interrupted bool         `json:"interrupted"`
	CostReached bool         `json:"cost_reached"`

	path  string // of the benchmark
	brief bool   // do not say where there is more
}

type runOutcome struct {
	Dir    string `json:"dir"`
	Agent  string `json:"agent"`
	Model  string `json:"model"`
	Wanted int    `json:"wanted"` // results of what was asked for by this command
	Done   int    `json:"done"`   // of these, those that are there
	Failed int    `json:"failed"` // failures of infrastructure in this command
	Error  string `json:"error,omitempty"`

	run.Tally          // of all results in the folder
	Accuracy  *float64 `json:"accuracy"`
}

// writeOutcome prints a table, or JSON, of what the run folders hold now.
func (e *evaluation) writeOutcome(ctx context.Context, c console, sum run.Summary, jobs []*run.Job) error {
	out := outcome{path: e.path, brief: e.brief, Set: e.dir, Benchmark: e.sum, Interrupted: sum.Interrupted, CostReached: sum.CostReached}
	for i, j := range sum.Jobs {
		cfg := jobs[i].Store.Config
		r := runOutcome{Dir: jobs[i].Store.Dir, Agent: cfg.Agent, Model: cfg.Model, Wanted: j.Wanted, Done: j.Done, Failed: j.Failed, Tally: j.Tally}
		if j.Tally.Results > 0 {
			a := j.Tally.Accuracy()
			r.Accuracy = &a
		}
		if j.Err != nil {
			r.Error = j.Err.Error()
		}
		out.Runs = append(out.Runs, r)
	}
	if e.asJSON {
		enc := json.NewEncoder(c.out)
		enc.SetIndent("", " ")
		enc.SetEscapeHTML(false)
		return enc.Encode(out)
	}
	return writeRuns(ctx, c, out)
}

// writeRuns prints the short table of the runs' report, if there is anything in them.
func writeRuns(ctx context.Context, c console, o outcome) error {
	var dirs []string
	for _, r := range o.Runs {
		if r.Results > 0 {
			dirs = append(dirs, r.Dir)
		}
	}
	if len(dirs) == 0 {
		return nil
	}
	set, err := report.Load(context.WithoutCancel(ctx), dirs, o.path) // also after an interrupt
	if err != nil {
		return err
	}
	r, err := set.Report(report.Options{Seed: 1})
	if err != nil {
		return err
	}
	if err := r.WriteSummary(c.out); err != nil {
		return err
	}
	if !o.brief {
		fmt.Fprintf(c.out, "\nifcmcq report %s says more.\n", o.Set)
	}
	return nil
}

// dryRun prints what would be asked.
func (e *evaluation) dryRun(ctx context.Context, c console) error {
	type planned struct {
		Dir         string   `json:"dir"`
		Agent       string   `json:"agent"`
		Model       string   `json:"model"`
		Wanted      int      `json:"wanted"`
		Done        int      `json:"done"`
		MaxRequests int      `json:"max_requests"`
		Tokens      *int     `json:"expected_tokens"`   // by the mean of what is done
		CostUSD     *float64 `json:"expected_cost_usd"` // likewise
	}
	var plans []planned
	for i, s := range e.systems {
		dir, err := e.folder(i)
		if err != nil {
			return err
		}
		done, tally, err := run.Progressed(dir, e.configs[i], e.index, e.items, e.selection.Epochs)
		if err != nil {
			return err
		}
		p := planned{Dir: dir, Agent: s.agent.name, Model: s.model, Wanted: e.selection.Results, Done: done}
		left := p.Wanted - done
		if s.agent.llm {
			p.MaxRequests = left * s.agent.maxRequests(e.maxSteps)
		}
		if n := tally.Results; n > 0 && s.agent.llm {
			tokens := int(float64(tally.Usage.Input+tally.Usage.Output) / float64(n) * float64(left))
			p.Tokens = &tokens
			if tally.Priced > 0 {
				cost := tally.CostUSD / float64(tally.Priced) * float64(left)
				p.CostUSD = &cost
			}
		}
		plans = append(plans, p)
	}
	if e.asJSON {
		enc := json.NewEncoder(c.out)
		enc.SetIndent("", " ")
		return enc.Encode(map[string]any{"set": e.dir, "items": len(e.items), "epochs": e.selection.Epochs, "runs": plans})
	}
	files := map[string]bool{}
	for _, it := range e.items {
		files[it.Source.SHA256] = true
	}
	fmt.Fprintf(c.out, "%d items of %d building models × %d epochs: nothing is asked now\n", len(e.items), len(files), e.selection.Epochs)
	t := newTable(c.out, "agent", "model", "wanted", "done", "requests ≤", "tokens ≈", "cost ≈")
	for _, p := range plans {
		requests, tokens, cost := "", "", ""
		if p.MaxRequests > 0 {
			requests = strconv.Itoa(p.MaxRequests)
		}
		if p.Tokens != nil {
			tokens = strconv.Itoa(*p.Tokens)
		}
		if p.CostUSD != nil {
			cost = fmt.Sprintf("$%.2f", *p.CostUSD)
		}
		t.row(p.Agent, p.Model, p.Wanted, p.Done, requests, tokens, cost)
	}
	t.write()
	fmt.Fprintf(c.out, "%s\n", e.dir)
	return nil
}
