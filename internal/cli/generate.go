package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ifcmcq/ifcmcq/bench"
	"github.com/ifcmcq/ifcmcq/mcq"
)

type generateOptions struct {
	bench.Options
	out        string
	categories []string
	blind      bool
	timings    bool
	quiet      bool
}

func newGenerate(c console) *cobra.Command {
	var o generateOptions
	cmd := &cobra.Command{
		Use:   "generate FILE... -o DIR",
		Short: "Make a benchmark of one or several building models",
		Long: `Make a benchmark folder of one or several building models: items.jsonl, one item
a line, and manifest.json, which says how they came about and what was left out.

Every answer is found twice: by the generator, and by a verifier that walks the
file on its own and never sees the key. What they do not agree on is left out
and stands in the manifest with both answers.

The same files, version and seed give the same items, byte for byte.` + exitText,
		Example: `  ifcmcq generate house.ifc -o bench
  ifcmcq generate *.ifc -o bench --cap 100 --categories PRP,QTY`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runGenerate(cmd.Context(), c, args, o) },
	}
	f := cmd.Flags()
	f.StringVarP(&o.out, "output", "o", "", "folder to write to (required)")
	f.Int64Var(&o.Seed, "seed", bench.DefaultSeed, "seed that items are drawn by")
	f.IntVar(&o.Cap, "cap", bench.DefaultCap, "verified items a category and file")
	f.StringSliceVar(&o.categories, "categories", nil, "only these categories, comma-separated")
	f.BoolVar(&o.blind, "blind", false, "keep answers, facts and values in a file of their own ("+bench.KeyFile+")")
	f.StringVar(&o.Licence, "licence", "", "licence of the files, for the manifest")
	f.BoolVar(&o.Lenient, "lenient", false, "read what is there of a truncated file, and say what was lost")
	f.IntVar(&o.Workers, "workers", 0, "goroutines (default one a processor)")
	f.BoolVar(&o.timings, "timings", false, "say how long each stage took")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "no progress")
	return cmd
}

func runGenerate(ctx context.Context, c console, paths []string, o generateOptions) error {
	if o.out == "" {
		return usageError{fmt.Errorf("generate: --output is required")}
	}
	if o.Cap < 1 {
		return usageError{fmt.Errorf("generate: --cap must be at least 1, not %d", o.Cap)}
	}
	for _, s := range o.categories {
		cat, err := mcq.ParseCategory(s)
		if err != nil {
			return usageError{fmt.Errorf("generate: %w", err)}
		}
		o.Categories = append(o.Categories, cat)
	}
	bar, done := newProgress(c.err, len(paths), o.quiet)
	o.Progress = bar
	b, err := bench.FromFiles(ctx, paths, o.Options)
	done()
	if err != nil {
		return err
	}
	if err := b.Write(o.out, o.blind); err != nil {
		return err
	}
	for _, s := range b.Manifest.Sources {
		for _, d := range s.Diagnostics {
			fmt.Fprintf(c.err, "%s: %s\n", s.File, d)
		}
	}
	writeSummary(c.out, b, o.Cap)
	if o.timings {
		writeTimings(c.out, b)
	}
	fmt.Fprintf(c.out, "%d items in %s\n", len(b.Items), o.out)
	return nil
}

// reportingThreshold is the number of items below which a category says little.
const reportingThreshold = 10

// writeSummary tells per file and category what became of its items.
func writeSummary(w io.Writer, b *bench.Benchmark, limit int) {
	for _, s := range b.Manifest.Sources {
		fmt.Fprintf(w, "%s  %s  %s\n", s.File, s.Identifier, s.Application)
		t := newTable(w, "category", "generated", "verified", "rejected", "skipped", "seconds", "verifying")
		var short, thin []string
		generated, verified, rejected, skipped := 0, 0, 0, 0
		for _, k := range s.Categories {
			n := 0
			for _, x := range k.Skipped {
				n += x
			}
			generated, verified, rejected, skipped = generated+k.Generated, verified+k.Verified, rejected+len(k.Rejected), skipped+n
			t.row(string(k.Category)+"  "+k.Category.Name(), k.Generated, k.Verified, len(k.Rejected), n, seconds(k.Seconds), seconds(k.VerifySeconds))
			switch {
			case k.Verified < reportingThreshold && k.Verified < limit:
				thin = append(thin, fmt.Sprintf("%s (%d)", k.Category, k.Verified))
			case k.Verified < limit:
				short = append(short, fmt.Sprintf("%s (%d)", k.Category, k.Verified))
			}
		}
		t.total("total", generated, verified, rejected, skipped, seconds(s.Seconds), "")
		t.write()
		if len(short) > 0 {
			fmt.Fprintf(w, "%d to fewer than %d items: %s\n", reportingThreshold, limit, strings.Join(short, ", "))
		}
		if len(thin) > 0 {
			fmt.Fprintf(w, "fewer than %d items: %s\n", reportingThreshold, strings.Join(thin, ", "))
		}
	}
}

func writeTimings(w io.Writer, b *bench.Benchmark) {
	for _, s := range b.Manifest.Sources {
		t := newTable(w, "stage", "seconds")
		for _, x := range s.Timings {
			t.row(x.Stage, seconds(x.Seconds))
		}
		for _, k := range s.Categories {
			t.row("generate "+string(k.Category), seconds(k.Seconds-k.VerifySeconds))
			t.row("verify "+string(k.Category), seconds(k.VerifySeconds))
		}
		t.total("all, wall clock", seconds(s.Seconds))
		t.write()
	}
}

func seconds(x float64) string { return fmt.Sprintf("%.3f", x) }
