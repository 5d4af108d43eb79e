package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ifcmcq/ifcmcq/bench"
)

type sampleOptions struct {
	out         string
	perCategory int
	seed        int64
	blind       bool
}

func newSample(c console) *cobra.Command {
	var o sampleOptions
	cmd := &cobra.Command{
		Use:   "sample BENCH -o DIR --per-category N",
		Short: "Draw a stratified sample of a benchmark",
		Long: `Draw so many items of each category from each file of a benchmark, evenly over the
subtypes, by a seed. --per-category 10 is a quota for evaluating models on several
files, --per-category 1 a sample for an audit by people.` + exitText,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return runSample(c, args[0], o) },
	}
	f := cmd.Flags()
	f.StringVarP(&o.out, "output", "o", "", "folder to write to (required)")
	f.IntVar(&o.perCategory, "per-category", 10, "items a category and file")
	f.Int64Var(&o.seed, "seed", bench.DefaultSeed, "seed that items are drawn by")
	f.BoolVar(&o.blind, "blind", false, "keep answers, facts and values in a file of their own ("+bench.KeyFile+")")
	return cmd
}

func runSample(c console, dir string, o sampleOptions) error {
	if o.out == "" {
		return usageError{errors.New("sample: --output is required")}
	}
	if o.perCategory < 1 {
		return usageError{fmt.Errorf("sample: --per-category must be at least 1, not %d", o.perCategory)}
	}
	b, err := bench.Read(dir)
	if err != nil {
		return err
	}
	s := b.Sample(o.perCategory, o.seed)
	if err := s.Write(o.out, o.blind); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%d of %d items in %s\n", len(s.Items), len(b.Items), o.out)
	return nil
}
