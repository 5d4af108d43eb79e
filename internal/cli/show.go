package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ifcmcq/ifcmcq/bench"
	"github.com/ifcmcq/ifcmcq/mcq"
)

type showOptions struct {
	category, subtype string
	limit             int
	noKey             bool
}

func newShow(c console) *cobra.Command {
	var o showOptions
	cmd := &cobra.Command{
		Use:   "show BENCH [ID...]",
		Short: "Print items for reading",
		Long: `Print items of a benchmark for reading: stem, options, key marked *, fact. Items
are named by id or by the end of one.` + exitText,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return runShow(c, args[0], args[1:], o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.category, "category", "", "only this category")
	f.StringVar(&o.subtype, "subtype", "", "only this subtype")
	f.IntVar(&o.limit, "limit", 0, "at most so many items (default all)")
	f.BoolVar(&o.noKey, "no-key", false, "do not mark the right options")
	return cmd
}

func runShow(c console, dir string, ids []string, o showOptions) error {
	b, err := bench.Read(dir)
	if err != nil {
		return err
	}
	items := b.Items
	if o.category != "" {
		want, err := mcq.ParseCategory(o.category)
		if err != nil {
			return usageError{fmt.Errorf("show: %w", err)}
		}
		items = keep(items, func(it mcq.Item) bool { return it.Category == want })
	}
	if o.subtype != "" {
		want, err := mcq.ParseSubtype(o.subtype)
		if err != nil {
			return usageError{fmt.Errorf("show: %w", err)}
		}
		items = keep(items, func(it mcq.Item) bool { return it.Subtype == want })
	}
	for _, id := range ids {
		if !slices.ContainsFunc(items, func(it mcq.Item) bool { return strings.HasSuffix(it.ID, id) }) {
			return fmt.Errorf("no item has an id that ends in %s", id)
		}
	}
	if len(ids) > 0 {
		items = keep(items, func(it mcq.Item) bool {
			return slices.ContainsFunc(ids, func(id string) bool { return strings.HasSuffix(it.ID, id) })
		})
	}
	if o.limit > 0 && len(items) > o.limit {
		items = items[:o.limit]
	}
	for _, it := range items {
		writeItem(c.out, it, !o.noKey)
	}
	return nil
}

func keep(items []mcq.Item, want func(mcq.Item) bool) []mcq.Item {
	return slices.DeleteFunc(slices.Clone(items), func(it mcq.Item) bool { return !want(it) })
}

func writeItem(w io.Writer, it mcq.Item, key bool) {
	fmt.Fprintf(w, "%s\n%s\n", it.ID, it.Question)
	for _, o := range it.Options {
		mark := " "
		if key && slices.Contains(it.Answer, o.Key) {
			mark = "*"
		}
		fmt.Fprintf(w, "  %s%s  %s\n", mark, o.Key, o.Text)
	}
	fmt.Fprintln(w)
}
