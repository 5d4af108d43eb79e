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
