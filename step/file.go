package step

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"sync"
)

// Row is the position of a record in its file, from 0.
type Row uint32

// NoRow is the row of a reference to an instance that the file does not hold.
const NoRow Row = 1<<32 - 1

// Options say how a file is read.
type Options struct {
	// Lenient reads what is there of a truncated or headless file and reports
	// what was lost, where the default is to refuse it.
	Lenient bool
	// Workers is the number of goroutines that scan; 0 is one a processor.
	Workers int
	// Progress, if set, is told now and then how many bytes have been scanned.
	Progress func(done, total int64)

	chunk int // chunkSize, for tests
}

// File is a scanned exchange structure. It is immutable but for its
// diagnostics.
type File struct {
	// Header is the decoded header section.
	Header Header

	data      []byte
	closer    func() error
	dataStart uint32 // where the first DATA section begins

	// The table: one entry a record, in file order.
	ids      []uint64
	kws      []uint16 // index into keywords
	offs     []uint32 // first byte behind the opening parenthesis
	keywords []string // upper case

	index  idIndex
	faults faults
	long   sync.Map // Row → []uint32: see argOffsets
}

// Parse scans data, which must not change while the File is in use.
func Parse(data []byte, o Options) (*File, error) {
	if uint64(len(data)) > MaxFileSize {
		return nil, fmt.Errorf("file of %d bytes is larger than MaxFileSize (%d)", len(data), uint64(MaxFileSize))
	}
	data, recoded := utf8FromUTF16(data)
	f := &File{data: data}
	if recoded {
		f.faults.add(0, "file is UTF-16, converted to UTF-8")
	}
	if err := f.parse(o); err != nil {
		return nil, err
	}
	return f, nil
}

func (f *File) parse(o Options) error {
	start, err := f.readHeader(o)
	if err != nil {
		return err
	}
	f.dataStart = uint32(start)
	if err := f.scanData(start, o); err != nil {
		return err
	}
	f.index = newIDIndex(f.ids, func(row Row) {
		f.faults.add(f.offs[row], "instance number is used before; references mean the first")
	})
	return nil
}

// Close releases the file's memory. Nothing that came from it may be used
// afterwards but decoded strings and numbers.
func (f *File) Close() error {
	if f.closer == nil {
		return nil
	}
	c := f.closer
	f.closer = nil
	f.data = nil
	return c()
}

// OnClose sets what Close calls: to release memory that the file was read from.
func (f *File) OnClose(release func() error) { f.closer = release }

// Len returns the number of records.
func (f *File) Len() int { return len(f.ids) }

// Size returns the size of the unpacked text in bytes.
func (f *File) Size() int { return len(f.data) }

// Rows walks all records in file order.
func (f *File) Rows() iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for i := range f.ids {
			if !yield(Row(i)) {
				return
			}
		}
	}
}

// ID returns the instance number of row: 12 for #12=….
func (f *File) ID(row Row) uint64 { return f.ids[row] }

// Keyword returns the keyword of row in upper case.
func (f *File) Keyword(row Row) string { return f.keywords[f.kws[row]] }

// KeywordIndex returns the position of row's keyword in [File.Keywords].
func (f *File) KeywordIndex(row Row) int { return int(f.kws[row]) }

// Keywords returns every keyword of the file once, in upper case, in order of
// first use. It must not be changed.
func (f *File) Keywords() []string { return f.keywords }

// ByID finds the record of an instance number: the first, where there are
// several.
func (f *File) ByID(id uint64) (Row, bool) {
	row := f.index.find(id)
	return row, row != NoRow
}

// RowsByKeyword sorts all rows by keyword: the rows of keyword k, in file
// order, are rows[start[k]:start[k+1]].
func (f *File) RowsByKeyword() (rows []Row, start []int) {
	start = make([]int, len(f.keywords)+1)
	for _, k := range f.kws {
		start[k+1]++
	}
	for k := range f.keywords {
		start[k+1] += start[k]
	}
	next := slices.Clone(start)
	rows = make([]Row, len(f.kws))
	for i, k := range f.kws {
		rows[next[k]] = Row(i)
		next[k]++
	}
	return rows, start
}

// utf8FromUTF16 recodes text that begins with a UTF-16 byte-order mark.
func utf8FromUTF16(data []byte) ([]byte, bool) {
	switch {
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}):
		return decodeUTF16(data[2:], 0), true
	case bytes.HasPrefix(data, []byte{0xFE, 0xFF}):
		return decodeUTF16(data[2:], 1), true
	}
	return data, false
}
