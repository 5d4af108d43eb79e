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
// fault found twice counts once, and of very many of one kind the first in the
// file are kept, so that the outcome does not depend on who read what when.
type faults struct {
	mu   sync.Mutex
	offs map[faultKind][]uint32 // ascending, maxFaults at the most
	more map[faultKind]bool     // there were more
}

type faultKind struct {
	msg  string
	free bool
}

func (s *faults) add(off uint32, msg string) { s.put(fault{off: off, msg: msg}) }

func (s *faults) put(x fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.offs == nil {
		s.offs, s.more = map[faultKind][]uint32{}, map[faultKind]bool{}
	}
	k := faultKind{x.msg, x.free}
	offs := s.offs[k]
	i, found := slices.BinarySearch(offs, x.off)
	if found {
		return
	}
	if len(offs) == maxFaults {
		s.more[k] = true
		if i == maxFaults {
			return
		}
		offs = offs[:maxFaults-1]
	}
	s.offs[k] = slices.Insert(offs, i, x.off)
}

// Diagnostics returns what has been found wrong so far, in the order of the
// file. Where one kind of fault is found very often, the first are there, and a
// last entry without a line says that there are more.
func (f *File) Diagnostics() []Diagnostic {
	f.faults.mu.Lock()
	var all []fault
	for k, offs := range f.faults.offs {
		for _, off := range offs {
			all = append(all, fault{off, k.msg, k.free})
		}
	}
	var more []Diagnostic
	for k := range f.faults.more {
		more = append(more, Diagnostic{Message: fmt.Sprintf("%s (more than %d times)", k.msg, maxFaults)})
	}
	f.faults.mu.Unlock()

	slices.SortFunc(all, func(a, b fault) int {
		return cmp.Or(cmp.Compare(a.off, b.off), cmp.Compare(a.msg, b.msg))
	})
	out := make([]Diagnostic, 0, len(all)+len(more))
	line, from, begin := 1, 0, 0 // of the line: where it begins
	for _, k := range all {
		at := min(int(k.off), len(f.data))
		line += bytes.Count(f.data[from:at], newline)
		if i := bytes.LastIndexByte(f.data[from:at], '\n'); i >= 0 {
			begin = from + i + 1
		}
		from = at
		msg := k.msg
		if row, ok := f.rowAt(k.off); ok && !k.free {
			msg = fmt.Sprintf("#%d: %s", f.ids[row], msg)
		}
		out = append(out, Diagnostic{Line: line, Column: at - begin + 1, Message: msg})
	}
	slices.SortFunc(more, func(a, b Diagnostic) int { return cmp.Compare(a.Message, b.Message) })
	return append(out, more...)
}

const unclosed = "record lacks a closing parenthesis; read up to its ;"

// HasUnclosedRecords tells whether a record lacks a closing parenthesis. Other
// readers take what follows it for its arguments.
func (f *File) HasUnclosedRecords() bool {
	f.faults.mu.Lock()
	defer f.faults.mu.Unlock()
	return len(f.faults.offs[faultKind{unclosed, false}]) > 0
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
