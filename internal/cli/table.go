package cli

import (
	"fmt"
	"io"
	"os"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"github.com/ifcmcq/ifcmcq/bench"
)

// printTable is a plain table: its first column holds words, the others
// numbers.
type printTable struct {
	t       table.Writer
	w       io.Writer
	columns int
}

func newTable(w io.Writer, columns ...any) printTable {
	t := table.NewWriter()
	t.SetStyle(table.StyleLight)
	t.Style().Options = table.OptionsNoBordersAndSeparators
	t.Style().Format.Header, t.Style().Format.Footer = text.FormatDefault, text.FormatDefault
	t.AppendHeader(columns)
	p := printTable{t, w, len(columns)}
	p.wordsFrom(len(columns) + 1)
	return p
}

// wordsFrom makes words of the columns from the n-th on, counted from 1; those
// between the first and these hold numbers.
func (p printTable) wordsFrom(n int) {
	var config []table.ColumnConfig
	for i := 2; i < n && i <= p.columns; i++ {
		config = append(config, table.ColumnConfig{Number: i, Align: text.AlignRight, AlignHeader: text.AlignRight, AlignFooter: text.AlignRight})
	}
	p.t.SetColumnConfigs(config)
}

func (p printTable) row(cells ...any)   { p.t.AppendRow(cells) }
func (p printTable) total(cells ...any) { p.t.AppendFooter(cells) }
func (p printTable) write()             { fmt.Fprintln(p.w, p.t.Render()) }

// newProgress shows how far a run is, if w is a terminal. done must be called
// when it is over.
func newProgress(w io.Writer, files int, quiet bool) (report func(bench.Event), done func()) {
	f, ok := w.(*os.File)
	if quiet || !ok || !term.IsTerminal(int(f.Fd())) {
		return nil, func() {}
	}
	p := mpb.New(mpb.WithOutput(w), mpb.WithWidth(40))
	current := make(chan string, 1)
	current <- ""
	bar := p.AddBar(0,
		mpb.PrependDecorators(decor.Any(func(decor.Statistics) string {
			s := <-current
			current <- s
			return s
		})),
		mpb.AppendDecorators(decor.Elapsed(decor.ET_STYLE_GO)),
		mpb.BarRemoveOnComplete(),
	)
	report = func(e bench.Event) {
		<-current
		current <- e.File + " " + e.Stage + " "
		bar.SetTotal(int64(files*e.Total), false)
		bar.Increment()
	}
	return report, func() {
		bar.SetTotal(-1, true)
		p.Wait()
	}
}
