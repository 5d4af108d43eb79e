package step

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"sync"
)

// A Diagnostic says what is wrong at a place of a file and what was done about
// it.
type Diagnostic struct {
	Line, Column int // from 1; Line is 0 where no place can be named
	Message      string
}

func (d Diagnostic) String() string {
	if d.Line == 0 {
		return d.Message
	}
	return fmt.Sprintf("line %d, column %d: %s", d.Line, d.Column, d.Message)
}

// fault is a diagnostic whose line has not been counted yet.
type fault struct {
	off  uint32
	msg  string
	free bool // of no record in the table
}

// faults collects what readers of one file find, from any goroutine. The same
// fault found twice counts once, so that the outcome does not depend on who
// read what how often.
type faults struct {
	mu   sync.Mutex
	seen map[fault]struct{}
	kept map[string]int // by message
	lost map[string]int
}

func (s *faults) add(off uint32, msg string) { s.put(fault{off: off, msg: msg}) }

func (s *faults) put(k fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	msg := k.msg
	if _, ok := s.seen[k]; ok {
		return
	}
	if s.seen == nil {
		s.seen, s.kept, s.lost = map[fault]struct{}{}, map[string]int{}, map[string]int{}
	}
	if s.kept[msg] >= maxFaults {
		s.lost[msg]++
		return
	}
	s.kept[msg]++
	s.seen[k] = struct{}{}
}

// Diagnostics returns what has been found wrong so far, in the order of the
// file. Where one kind of fault is found very often, a last entry without a line
// counts the rest.
func (f *File) Diagnostics() []Diagnostic {
	f.faults.mu.Lock()
	all := make([]fault, 0, len(f.faults.seen))
	for k := range f.faults.seen {
		all = append(all, k)
	}
	var more []Diagnostic
	for msg, n := range f.faults.lost {
		more = append(more, Diagnostic{Message: fmt.Sprintf("%s (%d more like this)", msg, n)})
	}
	f.faults.mu.Unlock()

	slices.SortFunc(all, func(a, b fault) int {
		return cmp.Or(cmp.Compare(a.off, b.off), cmp.Compare(a.msg, b.msg))
	})
	out := make([]Diagnostic, 0, len(all)+len(more))
	line, from := 1, 0
	for _, k := range all {
		at := min(int(k.off), len(f.data))
		line += bytes.Count(f.data[from:at], newline)
		from = at
		msg := k.msg
		if row, ok := f.rowAt(k.off); ok && !k.free {
			msg = fmt.Sprintf("#%d: %s", f.ids[row], msg)
		}
		out = append(out, Diagnostic{Line: line, Column: at - bytes.LastIndexByte(f.data[:at], '\n'), Message: msg})
	}
	slices.SortFunc(more, func(a, b Diagnostic) int { return cmp.Compare(a.Message, b.Message) })
	return append(out, more...)
}

// Report adds a fault found by a reader further up at the record of row.
func (f *File) Report(row Row, msg string) { f.faults.add(f.offs[row], msg) }

// Line returns the line, from 1, on which the arguments of row begin.
func (f *File) Line(row Row) int {
	return f.lineAt(f.offs[row])
}

func (f *File) lineAt(off uint32) int {
	return 1 + bytes.Count(f.data[:min(int(off), len(f.data))], newline)
}

var newline = []byte{'\n'}

// rowAt finds the record whose arguments hold off.
func (f *File) rowAt(off uint32) (Row, bool) {
	i, ok := slices.BinarySearch(f.offs, off)
	if !ok {
		i--
	}
	if i < 0 || off < f.dataStart {
		return 0, false
	}
	return Row(i), true
}
