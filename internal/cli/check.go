package cli

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ifcmcq/ifcmcq/bench"
	"github.com/ifcmcq/ifcmcq/mcq"
)

type checkOptions struct {
	cues bool
}

func newCheck(c console) *cobra.Command {
	var o checkOptions
	cmd := &cobra.Command{
		Use:   "check BENCH",
		Short: "Check the structure of a benchmark without its files",
		Long: `Check the structure of a benchmark without its files: ids, keys, options distinct
in text and value, numbers of options, margins, no key in a stem; and measure what
the keys alone tell: how many are true, which letters and ranks they have.

With --cues, measure what can be guessed without the files: rules that see nothing
but the text of an item, and naive Bayes over option texts that has learnt from the
other files of the benchmark, each beside exact chance.` + exitText,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return runCheck(c, args[0], o) },
	}
	cmd.Flags().BoolVar(&o.cues, "cues", false, "measure what can be guessed from the texts")
	return cmd
}

func runCheck(c console, dir string, o checkOptions) error {
	b, err := bench.Read(dir)
	if err != nil {
		return err
	}
	problems := mcq.Check(b.Items)
	for _, p := range problems {
		fmt.Fprintln(c.out, p)
	}
	byType := map[mcq.Type]int{}
	for _, it := range b.Items {
		byType[it.Type]++
	}
	fmt.Fprintf(c.out, "%d items: %d single, %d multi, %d boolean; %d problems\n",
		len(b.Items), byType[mcq.Single], byType[mcq.Multi], byType[mcq.Boolean], len(problems))
	writeBalance(c, mcq.Balance(b.Items))
	if o.cues {
		writeCues(c, b.Items)
	}
	if len(problems) > 0 {
		return itemsError{fmt.Errorf("%d problems", len(problems))}
	}
	return nil
}

func writeBalance(c console, b mcq.BalanceReport) {
	for _, s := range b.True {
		fmt.Fprintf(c.out, "true keys, %s: %d of %d\n", s.Category, s.N, s.Of)
	}
	if b.Null.Of > 0 {
		fmt.Fprintf(c.out, "null keys, value_or_null: %d of %d\n", b.Null.N, b.Null.Of)
	}
	for _, s := range b.Letters {
		fmt.Fprintf(c.out, "key letters, %d options: %s\n", s.Options, spread(s.Counts, mcq.OptionKey))
	}
	for _, s := range b.Ranks {
		fmt.Fprintf(c.out, "key ranks, %d numbers: %s\n", s.Options, spread(s.Counts, func(i int) string { return fmt.Sprint(i + 1) }))
	}
}

func spread(counts []int, name func(int) string) string {
	var s []string
	for i, n := range counts {
		s = append(s, fmt.Sprintf("%s %d", name(i), n))
	}
	return fmt.Sprint(slices.Clip(s))
}
