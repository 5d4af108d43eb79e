package step

import "encoding/binary"

// HasHighBytes tells whether any byte of the file is above 127: editions 1 and 2
// of the standard do not have them, and readers differ on what they are.
func (f *File) HasHighBytes() bool {
	const high = 0x8080808080808080
	d := f.data
	for ; len(d) >= 32; d = d[32:] {
		w := binary.LittleEndian.Uint64(d) | binary.LittleEndian.Uint64(d[8:]) | binary.LittleEndian.Uint64(d[16:]) | binary.LittleEndian.Uint64(d[24:])
		if w&high != 0 {
			return true
		}
	}
	for _, c := range d {
		if c >= 0x80 {
			return true
		}
	}
	return false
}

// Text returns the whole text of the file. It must not be changed.
func (f *File) Text() []byte { return f.data }

// DataStart returns the offset behind the DATA; of the first DATA section.
func (f *File) DataStart() int { return int(f.dataStart) }

// DataEnd returns the offset behind the last record.
func (f *File) DataEnd() int {
	if len(f.offs) == 0 {
		return int(f.dataStart)
	}
	end, _ := skipStatement(f.data, int(f.offs[len(f.offs)-1]))
	return end
}

// Offset returns where v stands in the text of its file.
func (v Value) Offset() int { return int(v.lo) }
