package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/ifcmcq/ifcmcq/bench"
	"github.com/ifcmcq/ifcmcq/internal/run"
	"github.com/ifcmcq/ifcmcq/mcq"
)

// evalOptions are the flags of eval. Names follow Inspect AI's where it has one.
type evalOptions struct {
	ifc    []string
	models []string
	agents []string

	selection run.Selection
	logDir    string
	set       string

	maxConnections int
	maxCost        float64
	prices         string
	failOnError    string

	agentOptions

	dryRun bool
	asJSON bool
	quiet  bool
	brief  bool // no flag: do not point to the report
}

func newEval(c console) *cobra.Command {
	var o evalOptions
	cmd := &cobra.Command{
		Use:   "eval BENCH --ifc PATH... --agent NAME[,…] [--model PROVIDER/NAME[,…]]",
		Short: "Ask language models, or agents of other kinds, the items of a benchmark",
		Long: `Ask language models, or agents of other kinds, the items of a benchmark, and grade
what they answer.

Every agent is run with every model; agents without a language model are run once:

` + agentHelp() + `
Results go to a run folder each, LOG-DIR/SET/AGENT__MODEL, one flushed line a
finished item. Whatever interrupts a run, the same command goes on where it ended:
finished items are not asked again, items that failed are. A later command with
more models, agents, items or epochs joins the same set. Settings that change
answers are kept in run.json; a folder that was made with others is refused.

Ctrl-C lets the items under way finish; a second one drops them.

Failures of infrastructure (server, network, sandbox) are no answers: they stay out
of accuracy and are counted as missing.` + exitText,
		Example: `  ifcmcq eval bench --agent first,random
  ifcmcq eval bench --ifc models/ --agent tool,none --model openai/gpt-5-mini --limit 20
  ifcmcq eval bench --ifc models/ --agent tool --model vllm/qwen3 --base-url http://localhost:8000/v1
  ifcmcq eval bench --ifc models/ --agent tool --model openai/gpt-5-mini --shard $SLURM_ARRAY_TASK_ID/8`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.ifc = append(o.ifc, args[1:]...) // --ifc takes what the shell makes of a pattern
			return runEval(cmd.Context(), c, args[0], o)
		},
	}
	o.addFlags(cmd.Flags())
	return cmd
}

func (o *evalOptions) addFlags(f *pflag.FlagSet) {
	f.StringArrayVar(&o.ifc, "ifc", nil, "building model, or folder to look in; may be repeated")
	f.StringSliceVar(&o.models, "model", nil, "models, as provider/name; comma-separated or repeated")
	f.StringSliceVar(&o.agents, "agent", nil, "agents; comma-separated or repeated (required)")
	f.StringVar(&o.selection.Limit, "limit", "", "ask fewer items: 10 or 5% drawn from all subtypes in turn, or 10-20 by position")
	f.StringArrayVar(&o.selection.Filter, "filter", nil, "only items whose group, category, subtype, type, file or id is this, as subtype=length,area; may be repeated")
	f.IntVar(&o.selection.Epochs, "epochs", 1, "ask every item so often")
	f.StringVar(&o.selection.Shard, "shard", "", "i-th of n parts, as i/n, made apart and put together with ifcmcq merge")
	f.Int64Var(&o.selection.Seed, "seed", bench.DefaultSeed, "seed of --limit and of agents that guess")
	f.StringVar(&o.logDir, "log-dir", "logs", "folder of all runs")
	f.StringVar(&o.set, "set", "", "folder of these runs in it (default named after the benchmark)")
	f.IntVar(&o.maxConnections, "max-connections", 10, "items under way at a time, for each model")
	f.Float64Var(&o.maxCost, "max-cost", 0, "US dollars that the runs of this command may cost in all, with what they cost before")
	f.StringVar(&o.prices, "prices", "", "YAML file of prices in US dollars a million tokens, provider/model: {input: , output: , input_cache_read: }")
	f.StringVar(&o.failOnError, "fail-on-error", "", "stop after one failure of infrastructure, after N, or after a share such as 0.1 (default go on)")
	f.Lookup("fail-on-error").NoOptDefVal = "1"
	o.agentOptions.addFlags(f)
	f.BoolVar(&o.dryRun, "dry-run", false, "say what would be asked, and ask nothing")
	f.BoolVar(&o.asJSON, "json", false, "print the outcome as JSON")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "no progress")
}

// defaultEvalOptions are the options of eval when no flag is given.
func defaultEvalOptions() evalOptions {
	var o evalOptions
	o.addFlags(pflag.NewFlagSet("", pflag.ContinueOnError))
	return o
}

func runEval(ctx context.Context, c console, dir string, o evalOptions) error {
	e, err := planEval(dir, o)
	if err != nil {
		return err
	}
	defer e.close()
	if o.dryRun {
		return e.dryRun(ctx, c)
	}
	return e.execute(ctx, c)
}

// evaluation is an eval command that was found to make sense.
type evaluation struct {
	evalOptions
	bench   *bench.Benchmark
	index   *run.Index
	path    string
	sum     string // of the items' file
	items   []mcq.Item
	configs []run.Config
	systems []system
	prices  run.Prices
	stop    float64 // FailOnError
	dir     string  // of the set
	factory *agentFactory
}

// planEval checks the options and reads the benchmark. Nothing is written yet.
func planEval(dir string, o evalOptions) (*evaluation, error) {
	e := &evaluation{evalOptions: o, path: dir}
	usage := func(err error) (*evaluation, error) { return nil, usageError{fmt.Errorf("eval: %w", err)} }
	var err error
	if e.systems, err = pairUp(o.agents, o.models); err != nil {
		return usage(err)
	}
	if o.selection.Epochs < 1 {
		return usage(fmt.Errorf("--epochs must be at least 1, not %d", o.selection.Epochs))
	}
	if o.maxConnections < 1 {
		return usage(fmt.Errorf("--max-connections must be at least 1, not %d", o.maxConnections))
	}
	if o.maxCost < 0 {
		return usage(fmt.Errorf("--max-cost must not be negative"))
	}
	if o.failOnError != "" {
		if e.stop, err = strconv.ParseFloat(o.failOnError, 64); err != nil || !(e.stop >= 0) {
			return usage(fmt.Errorf("--fail-on-error is a number of failures or a share below 1, not %q", o.failOnError))
		}
	}
	if err := o.agentOptions.check(e.systems); err != nil {
		return usage(err)
	}
	if _, err := e.selection.Pick(nil); err != nil {
		return usage(err)
	}
	if o.prices != "" {
		if e.prices, err = run.ReadPrices(o.prices); err != nil {
			return nil, err
		}
	}
	if e.bench, err = bench.Read(dir); err != nil {
		return nil, err
	}
	if len(e.bench.Items) == 0 {
		return nil, fmt.Errorf("%s has no items", dir)
	}
	if e.sum, err = sumOf(filepath.Join(dir, bench.ItemsFile)); err != nil {
		return nil, err
	}
	if e.index, err = run.NewIndex(e.bench.Items); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	if e.items, err = e.selection.Pick(e.bench.Items); err != nil {
		return usage(err)
	}
	if len(e.items) == 0 && e.selection.Shard == "" {
		return nil, fmt.Errorf("no item of %s passes %s", dir, strings.Join(o.selection.Filter, " and "))
	}
	e.selection.Items = len(e.items)
	e.selection.Results = len(e.items) * e.selection.Epochs
	e.dir = filepath.Join(o.logDir, o.set)
	if o.set == "" {
		e.dir = filepath.Join(o.logDir, setName(dir, e.sum))
	}
	if e.factory, err = newAgentFactory(o.agentOptions, o.selection.Seed, e.bench, e.items, o.ifc, e.systems, o.maxConnections, o.dryRun); err != nil {
		return nil, err
	}
	for _, s := range e.systems {
		cfg := run.Config{
			Benchmark: run.Benchmark{SHA256: e.sum, Path: dir, Items: len(e.bench.Items)},
			Agent:     s.agent.name, Model: s.model,
			Created: time.Now().UTC().Truncate(time.Second),
		}
		e.factory.describe(s, &cfg)
		e.configs = append(e.configs, cfg)
	}
	return e, nil
}

// setName is the folder of a benchmark's runs: its own name with a piece of its
// hash, so that benchmarks of one name keep apart.
func setName(dir, sum string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return filepath.Base(dir) + "-" + sum[:8]
}

func (e *evaluation) close() {
	if e.factory != nil {
		e.factory.close()
	}
}

func (e *evaluation) folder(i int) (string, error) {
	shard, err := run.ParseShard(e.selection.Shard)
	return filepath.Join(e.dir, run.FolderName(e.configs[i], shard)), err
}

// execute opens the run folders, asks what is missing and prints what came of it.
func (e *evaluation) execute(ctx context.Context, c console) error {
	var jobs []*run.Job
	defer func() {
		for _, j := range jobs {
			j.Store.Close()
		}
	}()
	for i, s := range e.systems {
		dir, err := e.folder(i)
		if err != nil {
			return err
		}
		open, err := e.factory.opener(s)
		if err != nil {
			return err
		}
		store, err := run.OpenStore(dir, e.configs[i], e.index)
		if err != nil {
			return err
		}
		j := &run.Job{Store: store, Lane: s.model, Open: open}
		jobs = append(jobs, j)
		if p, ok := e.prices[s.model]; ok {
			j.Price = &p
		}
	}
	for _, j := range jobs {
		if err := j.Store.Plan(e.selection); err != nil {
			return err
		}
	}
	due := 0
	for _, j := range jobs {
		for _, it := range e.items {
			for epoch := 1; epoch <= e.selection.Epochs; epoch++ {
				if !j.Store.Done(it.ID, epoch) {
					due++
				}
			}
		}
	}
	progress := newEvalProgress(c, e.quiet, due)
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer secondInterrupt(ctx, cancel, progress)()
	e.factory.changed = func(model, change string) {
		progress.Note("%s: %s", model, change)
		for _, j := range jobs {
			if j.Lane == model {
				j.Store.Note(run.Note{Text: change, Time: time.Now().UTC()})
			}
		}
	}
	sum, err := run.Execute(work, jobs, run.Options{
		Items: e.items, Blind: e.bench.Manifest.Blind, Epochs: e.selection.Epochs,
		MaxConnections: e.maxConnections, MaxCost: e.maxCost, FailOnError: e.stop,
		Stop: ctx, Classify: classify, Observe: progress.Observe, Now: time.Now,
	})
	progress.Close()
	if err == nil {
		for _, j := range sum.Jobs {
			if err = j.Err; err != nil {
				break
			}
		}
	}
	if werr := e.writeOutcome(ctx, c, sum, jobs); err == nil {
		err = werr
	}
	left := sum.Left()
	switch {
	case sum.Interrupted:
		return interruptedError{fmt.Errorf("interrupted with %d of %d results missing: the same command goes on from here", left, wanted(sum))}
	case err != nil:
		return err
	case sum.CostReached:
		return itemsError{fmt.Errorf("--max-cost %g leaves no room for another item, %d of %d results are missing: the same command with a higher one goes on", e.maxCost, left, wanted(sum))}
	case left > 0:
		return itemsError{fmt.Errorf("%d of %d results are missing, see %s: the same command asks them again", left, wanted(sum), filepath.Join(e.dir, "*", run.ErrorsFile))}
	}
	return nil
}

func wanted(s run.Summary) int {
	n := 0
	for _, j := range s.Jobs {
		n += j.Wanted
	}
	return n
}

// interruptedError ends a command that was interrupted and can go on.
type interruptedError struct{ error }

func (interruptedError) Is(target error) bool { return target == context.Canceled }

// secondInterrupt says what the first interrupt, which ends ctx, does, and calls
// cancel at the second. What it returns must be called in the end.
func secondInterrupt(ctx context.Context, cancel func(), p *run.Progress) (done func()) {
	over := make(chan struct{})
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt)
	var wait sync.WaitGroup
	wait.Go(func() {
		select {
		case <-ctx.Done():
		case <-over:
			return
		}
		p.Note("Finishing what is under way; Ctrl-C again drops it.")
		for n := 0; n < 2; n++ { // the first is that which ended ctx
			select {
			case <-signals:
			case <-over:
				return
			}
		}
		cancel()
	})
	return func() {
		signal.Stop(signals)
		close(over)
		wait.Wait()
	}
}

// newEvalProgress shows progress on c.err: live if that is a terminal.
func newEvalProgress(c console, quiet bool, due int) *run.Progress {
	w := c.err
	live, width := false, 0
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		live = true
		if n, _, err := term.GetSize(int(f.Fd())); err == nil {
			width = n
		}
	}
	return run.NewProgress(w, live, width, quiet, due, time.Now)
}

// pairUp makes a system of every agent with every model it can have.
func pairUp(agents, models []string) ([]system, error) {
	if len(agents) == 0 {
		return nil, fmt.Errorf("--agent is required: one or several of %s", strings.Join(agentNames(), ", "))
	}
	var out []system
	for _, name := range agents {
		kind, ok := agentKindOf(strings.TrimSpace(name))
		if !ok {
			return nil, fmt.Errorf("there is no agent %q: choose from %s", name, strings.Join(agentNames(), ", "))
		}
		if !kind.llm {
			out = append(out, system{agent: kind})
			continue
		}
		if len(models) == 0 {
			return nil, fmt.Errorf("agent %s needs a language model: --model provider/name", name)
		}
		for _, m := range models {
			m = strings.TrimSpace(m)
			if m == "" {
				return nil, fmt.Errorf("a name is missing in --model")
			}
			out = append(out, system{agent: kind, model: m})
		}
	}
	for i, s := range out {
		if slices.ContainsFunc(out[:i], func(t system) bool { return t.agent.name == s.agent.name && t.model == s.model }) {
			return nil, fmt.Errorf("agent %s is given twice", strings.TrimSpace(s.agent.name+" "+s.model))
		}
	}
	return out, nil
}
