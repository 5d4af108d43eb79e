package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Format is how a report is written.
type Format string

// The four formats. Text and Markdown are for reading; CSV has one line a cell, with
// all of its figures; JSON has everything.
const (
	Text     Format = "text"
	Markdown Format = "md"
	CSV      Format = "csv"
	JSON     Format = "json"
)

// ParseFormat reads the name of a format.
func ParseFormat(s string) (Format, error) {
	f := Format(strings.ToLower(s))
	if slices.Contains([]Format{Text, Markdown, CSV, JSON}, f) {
		return f, nil
	}
	return "", fmt.Errorf("%q is no format: choose from text, md, csv, json", s)
}

// document is a report for reading: text or Markdown. It has no colours.
type document struct {
	title    string
	sections []section
}

// section is a part of a document: a heading, lines, a grid, lines.
type section struct {
	title string
	lead  []string // lines before the grid
	grid  *grid
	notes []string // lines after it
}

// grid is a table whose first columns are words and whose others are numbers.
type grid struct {
	header []string
	words  int // columns of words at the left
	rows   [][]string
	breaks []int // numbers of rows before which a line is drawn
}

func (g *grid) add(cells ...string) { g.rows = append(g.rows, cells) }

func (d *document) add(s ...section) { d.sections = append(d.sections, s...) }

// widest is the width in characters beyond which a word of a table is wrapped.
const widest = 30

// width is the width in characters of lines of text.
const width = 100

func (d document) write(w io.Writer, f Format) error {
	var b strings.Builder
	md := f == Markdown
	if md {
		fmt.Fprintf(&b, "# %s\n", d.title)
	} else {
		fmt.Fprintln(&b, d.title)
	}
	for _, s := range d.sections {
		b.WriteByte('\n')
		switch {
		case s.title == "":
		case md:
			fmt.Fprintf(&b, "## %s\n\n", s.title)
		default:
			fmt.Fprintln(&b, strings.ToUpper(s.title))
		}
		writeLines(&b, s.lead, md)
		if s.grid != nil {
			if md && len(s.lead) > 0 {
				b.WriteByte('\n')
			}
			s.grid.write(&b, md)
		}
		if md && s.grid != nil && len(s.notes) > 0 {
			b.WriteByte('\n')
		}
		writeLines(&b, s.notes, md)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeLines(b *strings.Builder, lines []string, md bool) {
	for _, l := range lines {
		if md {
			fmt.Fprintf(b, "- %s\n", l)
		} else {
			for i, part := range strings.Split(text.WrapSoft(l, width), "\n") {
				if i > 0 {
					b.WriteString("  ")
				}
				fmt.Fprintln(b, strings.TrimRight(part, " "))
			}
		}
	}
}

func (g grid) write(b *strings.Builder, md bool) {
	t := table.NewWriter()
	t.SetStyle(table.StyleLight)
	t.Style().Options = table.OptionsNoBordersAndSeparators
	t.Style().Format.Header = text.FormatDefault
	header := make(table.Row, len(g.header))
	var config []table.ColumnConfig
	for i, h := range g.header {
		header[i] = h
		c := table.ColumnConfig{Number: i + 1, WidthMax: widest, WidthMaxEnforcer: text.WrapHard}
		if i >= g.words {
			c.Align, c.AlignHeader = text.AlignRight, text.AlignRight
		}
		if md {
			c.WidthMax = 0
		}
		config = append(config, c)
	}
	t.SetColumnConfigs(config)
	t.AppendHeader(header)
	for i, r := range g.rows {
		row := make(table.Row, len(r))
		for j, cell := range r {
			row[j] = cell
		}
		if slices.Contains(g.breaks, i) && !md {
			t.AppendRow(table.Row{})
		}
		t.AppendRow(row)
	}
	if md {
		fmt.Fprintln(b, t.RenderMarkdown())
		return
	}
	for line := range strings.SplitSeq(t.Render(), "\n") {
		fmt.Fprintln(b, strings.TrimRight(line, " "))
	}
}
