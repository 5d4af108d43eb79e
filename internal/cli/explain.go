package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ifcmcq/ifcmcq/generate"
	"github.com/ifcmcq/ifcmcq/mcq"
)

func newExplain(c console) *cobra.Command {
	return &cobra.Command{
		Use:   "explain [SUBTYPE]",
		Short: "Say what a kind of question asks and how it is made",
		Long: `Say what a kind of question asks, which IFC entities it rests on, what it leaves
out and why, and how its wrong options are made. Without a subtype, list them.` + exitText,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				t := newTable(c.out, "subtype", "category")
				for _, s := range generate.All() {
					t.row(s.Subtype, string(s.Subtype.Category())+"  "+s.Asks)
				}
				t.wordsFrom(2)
				t.write()
				return nil
			}
			want, err := mcq.ParseSubtype(args[0])
			if err != nil {
				return usageError{fmt.Errorf("explain: %w", err)}
			}
			for _, s := range generate.All() {
				if s.Subtype == want {
					fmt.Fprint(c.out, s.Doc.Text())
					return nil
				}
			}
			return fmt.Errorf("this version makes no items of %s", want)
		},
	}
}
