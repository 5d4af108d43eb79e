package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ifcmcq/ifcmcq/internal/report"
)

func newGrade(c console) *cobra.Command {
	var o outputOptions
	cmd := &cobra.Command{
		Use:   "grade RUN...",
		Short: "Grade stored answers by a benchmark's keys",
		Long: `Grade the stored answers of runs by the keys of a benchmark, and say which outcomes
are no longer those that the runs hold: after a key was corrected, or where an outside
program has written the answers. No model is asked, and the runs stay as they are;
report --benchmark grades in the same way.

Answers count for items that the benchmark has word for word as they were asked.` + exitText,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runGrade(cmd.Context(), c, args, o) },
	}
	o.addFlags(cmd.Flags())
	return cmd
}

func runGrade(ctx context.Context, c console, runs []string, o outputOptions) error {
	format, err := report.ParseFormat(o.format)
	if err != nil {
		return usageError{fmt.Errorf("grade: %w", err)}
	}
	set, err := report.Load(ctx, runs, o.benchmark)
	if err != nil {
		return err
	}
	g := set.Grade()
	if err := o.write(c, format, g.Write); err != nil {
		return err
	}
	if n := g.LeftOut(); n > 0 {
		return itemsError{fmt.Errorf("%d results could not be graded: the benchmark does not have their items as they were asked", n)}
	}
	return nil
}
