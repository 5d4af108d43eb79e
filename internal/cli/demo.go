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
	out string
}

func newDemo(c console) *cobra.Command {
	var o demoOptions
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Go the whole way on a built-in building model",
		Long: `Make a benchmark of the built-in sample building, find every answer again, and
show the summary and three items. No file and no key is needed.` + exitText,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runDemo(cmd.Context(), c, o) },
	}
	cmd.Flags().StringVarP(&o.out, "output", "o", "", "folder that keeps the model and its benchmark")
	return cmd
}

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
	if o.out == "" {
		fmt.Fprintln(c.out, "ifcmcq demo -o DIR keeps the model and its benchmark.")
		return nil
	}
	if err := b.Write(o.out, false); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(o.out, sample.Name), sample.House(), 0o666); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s holds %s, %s and %s.\n", o.out, sample.Name, bench.ItemsFile, bench.ManifestFile)
	return nil
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
