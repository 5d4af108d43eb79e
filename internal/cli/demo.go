package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ifcmcq/ifcmcq/bench"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/sample"
	"github.com/ifcmcq/ifcmcq/step"
)

type demoOptions struct {
	out   string
	model string
}

func newDemo(c console) *cobra.Command {
	var o demoOptions
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Go the whole way on a built-in building model",
		Long: `Make a benchmark of the built-in sample building, find every answer again, show the
summary and three items, and evaluate agents that need no language model: first and
random, which guess, and the oracle, which looks each answer up by the tools that
language models are given. No file and no key is needed.

With --model, and a key in the environment or in .env, that model is asked too, 30 of
the items, with the tools.` + exitText,
		Example: `  ifcmcq demo
  ifcmcq demo -o kept --model openai/gpt-5-mini`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runDemo(cmd.Context(), c, o) },
	}
	cmd.Flags().StringVarP(&o.out, "output", "o", "", "folder that keeps the model and its benchmark")
	cmd.Flags().StringVar(&o.model, "model", "", "language model to ask too, as provider/name")
	return cmd
}

// demoLimit is how many items a language model is asked: enough to see it at work.
const demoLimit = "30"

func runDemo(ctx context.Context, c console, o demoOptions) error {
	m, err := ifc.Read(sample.House(), step.Options{})
	if err != nil {
		return err
	}
	defer m.Close()
	options := bench.Options{Seed: bench.DefaultSeed, Cap: bench.DefaultCap}
	part, err := bench.FromModel(ctx, m, sample.Name, options)
	if err != nil {
		return err
	}
	b := bench.Join([]*bench.Part{part}, options)
	writeSummary(c.out, b, options.Cap)
	fmt.Fprintf(c.out, "\nThree of the %d items (* marks the key):\n\n", len(b.Items))
	for _, it := range threeItems(b.Items) {
		writeItem(c.out, it, true)
	}
	dir := o.out
	if dir == "" {
		if dir, err = os.MkdirTemp("", "ifcmcq-demo-"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	}
	if err := b.Write(dir, false); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, sample.Name), sample.House(), 0o666); err != nil {
		return err
	}
	if err := evaluateDemo(ctx, c, dir, o.model); err != nil {
		return err
	}
	if o.out == "" {
		fmt.Fprintln(c.out, "\nifcmcq demo -o DIR keeps the model, its benchmark and the runs.")
		return nil
	}
	fmt.Fprintf(c.out, "\n%s holds %s, %s, %s and the runs in %s.\n", dir, sample.Name, bench.ItemsFile, bench.ManifestFile, demoLogs)
	return nil
}

const demoLogs = "logs"

// evaluateDemo asks the agents that need no language model, then the model, if there
// is one, and prints what came of it.
func evaluateDemo(ctx context.Context, c console, dir, model string) error {
	o := defaultEvalOptions()
	o.ifc = []string{filepath.Join(dir, sample.Name)}
	o.agents = []string{"oracle", "first", "random"}
	o.logDir = filepath.Join(dir, demoLogs)
	o.quiet, o.brief = true, true
	e, err := planEval(dir, o)
	if err != nil {
		return err
	}
	defer e.close()
	fmt.Fprintln(c.out, "Without a language model:")
	fmt.Fprintln(c.out)
	if err := e.execute(ctx, c); err != nil || model == "" {
		return err
	}
	o.agents, o.models = []string{"tool"}, []string{model}
	o.selection.Limit = demoLimit
	o.quiet = false
	asked, err := planEval(dir, o)
	if err != nil {
		return err
	}
	defer asked.close()
	fmt.Fprintf(c.out, "\n%s, asked %s items with the tools:\n\n", model, demoLimit)
	return asked.execute(ctx, c)
}

// threeItems takes the first item of each of the first three groups.
func threeItems(items []mcq.Item) []mcq.Item {
	var out []mcq.Item
	seen := map[mcq.Group]bool{}
	for _, it := range items {
		if !seen[it.Group] && len(out) < 3 {
			seen[it.Group] = true
			out = append(out, it)
		}
	}
	return out
}
