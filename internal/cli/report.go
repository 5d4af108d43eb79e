package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ifcmcq/ifcmcq/internal/report"
)

// outputOptions are common to commands that report on runs.
type outputOptions struct {
	benchmark, format, output string
}

func (o *outputOptions) addFlags(f *pflag.FlagSet) {
	f.StringVar(&o.benchmark, "benchmark", "", "benchmark folder with the items and keys (default what the runs say they were made of)")
	f.StringVar(&o.format, "format", "text", "text, md, csv or json")
	f.StringVarP(&o.output, "output", "o", "", "write to this file instead of standard output")
}

// write writes what a command has found in the format asked for; the file gets all
// of it or nothing.
func (o outputOptions) write(c console, f report.Format, write func(io.Writer, report.Format) error) error {
	if o.output == "" {
		return write(c.out, f)
	}
	var b bytes.Buffer
	if err := write(&b, f); err != nil {
		return err
	}
	if err := os.WriteFile(o.output, b.Bytes(), 0o666); err != nil {
		return fmt.Errorf("cannot write the report: %w", err)
	}
	return nil
}

type reportOptions struct {
	outputOptions
	by   string
	seed uint64
}

func newReport(c console) *cobra.Command {
	var o reportOptions
	cmd := &cobra.Command{
		Use:   "report RUN...",
		Short: "Report accuracy, effort and cost of runs",
		Long: `Report on runs: accuracy with intervals, coverage, unparsed replies and exact chance,
in total and by members of the items; calls, tokens, cost and latency; steadiness over
epochs; position bias. RUN is a run folder, or a folder that holds some.

Stored answers are graded by the keys of the benchmark: nothing is asked again.` + exitText,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runReport(cmd.Context(), c, args, o) },
	}
	f := cmd.Flags()
	o.addFlags(f)
	f.StringVar(&o.by, "by", "group,category,type,source", "break accuracy down by these: group, category, subtype, type, source")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the bootstrap")
	return cmd
}

func runReport(ctx context.Context, c console, runs []string, o reportOptions) error {
	format, err := report.ParseFormat(o.format)
	if err != nil {
		return usageError{fmt.Errorf("report: %w", err)}
	}
	by, err := report.ParseDimensions(o.by)
	if err != nil {
		return usageError{fmt.Errorf("report: %w", err)}
	}
	set, err := report.Load(ctx, runs, o.benchmark)
	if err != nil {
		return err
	}
	r, err := set.Report(report.Options{By: by, Seed: o.seed})
	if err != nil {
		return err
	}
	return o.write(c, format, r.Write)
}
