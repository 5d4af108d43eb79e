package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ifcmcq/ifcmcq/internal/report"
)

type compareOptions struct {
	outputOptions
	seed uint64
}

func newCompare(c console) *cobra.Command {
	var o compareOptions
	cmd := &cobra.Command{
		Use:   "compare RUN RUN...",
		Short: "Compare systems on the items they share",
		Long: `Compare models and agents pair by pair on the items that both have answered, word for
word the same: exact McNemar test, difference with interval, Holm's adjustment for
several pairs, the groups of systems that cannot be told apart, agreement by category.
RUN is a run folder, or a folder that holds some. The runs may be of different
benchmarks; items that are not shared are counted.` + exitText,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runCompare(cmd.Context(), c, args, o) },
	}
	f := cmd.Flags()
	o.addFlags(f)
	f.Uint64Var(&o.seed, "seed", 1, "seed of the bootstrap")
	return cmd
}

func runCompare(ctx context.Context, c console, runs []string, o compareOptions) error {
	format, err := report.ParseFormat(o.format)
	if err != nil {
		return usageError{fmt.Errorf("compare: %w", err)}
	}
	set, err := report.Load(ctx, runs, o.benchmark)
	if err != nil {
		return err
	}
	cmp, err := set.Compare(o.seed)
	if err != nil {
		return err
	}
	return o.write(c, format, cmp.Write)
}
