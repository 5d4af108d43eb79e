package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ifcmcq/ifcmcq/internal/run"
)

type mergeOptions struct {
	out    string
	asJSON bool
}

func newMerge(c console) *cobra.Command {
	var o mergeOptions
	cmd := &cobra.Command{
		Use:   "merge RUN... -o DIR",
		Short: "Put shards of runs together",
		Long: `Put runs of the same benchmark, agent, model and settings together in a new folder:
shards, or parts made on several machines. A folder that holds runs stands for all of
them, and those of each agent and model are put together. Where two have a result of
the same item and epoch, that of the first is taken.` + exitText,
		Example: `  ifcmcq merge logs/bench-1a2b3c4d/tool__openai_gpt-5-mini__shard-* -o merged
  ifcmcq merge machine1/bench-1a2b3c4d machine2/bench-1a2b3c4d -o logs/bench-1a2b3c4d`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runMerge(cmd.Context(), c, args, o) },
	}
	cmd.Flags().StringVarP(&o.out, "output", "o", "", "new folder to write to (required)")
	cmd.Flags().BoolVar(&o.asJSON, "json", false, "print the outcome as JSON")
	return cmd
}

func runMerge(ctx context.Context, c console, paths []string, o mergeOptions) error {
	if o.out == "" {
		return usageError{errors.New("merge: --output is required")}
	}
	merged, err := run.MergeSets(ctx, paths, o.out)
	if err != nil {
		return err
	}
	if o.asJSON {
		enc := json.NewEncoder(c.out)
		enc.SetIndent("", " ")
		return enc.Encode(merged)
	}
	for _, m := range merged {
		fmt.Fprintf(c.out, "%s: %d results of %d runs", m.Dir, m.Results, m.Runs)
		if m.Twice > 0 {
			fmt.Fprintf(c.out, ", %d left out as an earlier run has them", m.Twice)
		}
		fmt.Fprintln(c.out)
	}
	return nil
}
