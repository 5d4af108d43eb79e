// Package fold hashes and compares names without regard to ASCII letter case.
//
// The generator lays out hash tables with it and package schema probes them
// with it; the two agree because the functions are the same.
package fold

// Empty marks a slot of a hash table that holds nothing.
const Empty = 0xFFFF

// caseBits has 0x20 cleared in each of eight bytes: the bit in which an upper
// and a lower case ASCII letter differ.
const caseBits = 0xDFDF_DFDF_DFDF_DFDF

// Hash returns the same number for names that differ in letter case only.
//
// Names of IFC begin with the same three letters, and what tells them apart is
// mostly what follows and how they end. So of a long name only those two words
// and the length are mixed: a few nanoseconds however long the name is.
func Hash[T string | []byte](s T) uint32 {
	n := len(s)
	if n < 11 {
		h := uint32(2166136261) // FNV-1a
		for i := range n {
			h = (h ^ uint32(s[i]&0xDF)) * 16777619
		}
		return h ^ h>>15
	}
	head, tail := word(s, 3)&caseBits, word(s, n-8)&caseBits
	h := (head*0x9E37_79B9_7F4A_7C15 ^ tail + uint64(n)) * 0xD6E8_FEB8_6659_FD93
	return uint32(h >> 32)
}

// word is written so that the compiler makes one load of it.
func word[T string | []byte](s T, i int) uint64 {
	_ = s[i+7]
	return uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24 |
		uint64(s[i+4])<<32 | uint64(s[i+5])<<40 | uint64(s[i+6])<<48 | uint64(s[i+7])<<56
}

// Equal reports whether s and t differ in the case of ASCII letters at most.
func Equal[T string | []byte](s T, t string) bool {
	if len(s) != len(t) {
		return false
	}
	for i := range len(t) {
		if a, b := s[i], t[i]; a != b && (a^b != 0x20 || a|0x20 < 'a' || a|0x20 > 'z') {
			return false
		}
	}
	return true
}
