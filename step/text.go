package step

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Text decodes a string: clause 6.4.3 of ISO 10303-21 and what real files make
// of it. It is false for anything but a string.
//
// Bytes above 127, which editions 1 and 2 forbid, are taken as UTF-8 where they
// are that, else as Windows-1252; surrogates in \X2\ are paired; a backslash
// that begins no directive stays as it is. The last two and Windows-1252 are
// reported.
func (v Value) Text() (string, bool) {
	if v.kind != String || v.hi-v.lo < 2 || v.hi-v.lo > MaxString {
		return "", false
	}
	b := v.f.data[v.lo+1 : v.hi-1]
	if plain(b) {
		return string(b), true
	}
	s, fault := decodeText(make([]byte, 0, len(b)+8), b)
	if fault != "" {
		v.f.faults.add(v.lo, fault)
	}
	return string(s), true
}

// Plain returns the bytes of a string between its quotes if they need no
// decoding: for comparing and interning without a copy.
func (v Value) Plain() ([]byte, bool) {
	if v.kind != String || v.hi-v.lo < 2 || v.hi-v.lo > MaxString {
		return nil, false
	}
	b := v.f.data[v.lo+1 : v.hi-1]
	return b, plain(b)
}

// special marks bytes that make decoding necessary.
var special = func() (t [256]bool) {
	t['\\'], t['\''] = true, true
	for c := 0x80; c < 0x100; c++ {
		t[c] = true
	}
	return
}()

func plain(b []byte) bool {
	for _, c := range b {
		if special[c] {
			return false
		}
	}
	return true
}

// pages are the parts of ISO 8859 that \PA\ to \PI\ select.
var pages = [...]*charmap.Charmap{charmap.ISO8859_1, charmap.ISO8859_2, charmap.ISO8859_3, charmap.ISO8859_4,
	charmap.ISO8859_5, charmap.ISO8859_6, charmap.ISO8859_7, charmap.ISO8859_8, charmap.ISO8859_9}

const (
	faultBackslash = "backslash that begins no directive; kept as it is"
	faultRaw       = "bytes above 127 that are no UTF-8; read as Windows-1252"
	faultSurrogate = "surrogate without its other half; read as U+FFFD"
)

// decodeText appends the characters of a string literal to dst.
func decodeText(dst, b []byte) ([]byte, string) {
	fault := ""
	page := byte(0) // ISO 8859 part, less one
	for i := 0; i < len(b); {
		c := b[i]
		switch {
		case c == '\'':
			dst = append(dst, c)
			i++
			if i < len(b) && b[i] == '\'' {
				i++
			}
		case c >= 0x80:
			r, n := utf8.DecodeRune(b[i:])
			if r == utf8.RuneError && n <= 1 {
				r, n, fault = charmap.Windows1252.DecodeByte(c), 1, faultRaw
			}
			dst = utf8.AppendRune(dst, r)
			i += n
		case c != '\\':
			dst = append(dst, c)
			i++
		default:
			n, out, problem := directive(dst, b[i:], &page)
			dst = out
			if problem != "" {
				fault = problem
			}
			i += n
		}
	}
	return dst, fault
}

// directive decodes what begins with a backslash and returns how many bytes
// that took.
func directive(dst, b []byte, page *byte) (int, []byte, string) {
	has := func(s string) bool { return bytes.HasPrefix(b, []byte(s)) }
	switch {
	case has(`\\`):
		return 2, append(dst, '\\'), ""
	case has(`\S\`) && len(b) > 3:
		if b[3] >= 0x80 {
			return 3, dst, faultBackslash
		}
		return 4, utf8.AppendRune(dst, pages[*page].DecodeByte(b[3]+0x80)), ""
	case len(b) > 3 && b[1] == 'P' && b[3] == '\\' && b[2] >= 'A' && b[2] <= 'I':
		*page = b[2] - 'A'
		return 4, dst, ""
	case has(`\X\`):
		if n, ok := hex(b, 3, 2); ok {
			return 5, utf8.AppendRune(dst, rune(n)), ""
		}
	case has(`\X2\`):
		if n, out, problem := hexRun(dst, b, 4); n > 0 {
			return n, out, problem
		}
	case has(`\X4\`):
		if n, out, problem := hexRun(dst, b, 8); n > 0 {
			return n, out, problem
		}
	case has(`\N\`), has(`\F\`):
		return 3, dst, ""
	case has(`\X0\`): // the end of a run that has been read
		return 4, dst, faultBackslash
	}
	return 1, append(dst, '\\'), faultBackslash
}

// hexRun decodes \X2\…\X0\ (digits 4) or \X4\…\X0\ (digits 8). It takes nothing
// if there is no digit group.
func hexRun(dst, b []byte, digits int) (int, []byte, string) {
	p, problem := 4, ""
	var units []uint16
	for {
		n, ok := hex(b, p, digits)
		if !ok {
			break
		}
		p += digits
		if digits == 4 {
			units = append(units, uint16(n))
			continue
		}
		r := rune(n)
		if n > utf8.MaxRune || !utf8.ValidRune(r) {
			r, problem = utf8.RuneError, "code beyond Unicode; read as U+FFFD"
		}
		dst = utf8.AppendRune(dst, r)
	}
	if p == 4 {
		return 0, dst, ""
	}
	for _, r := range utf16.Decode(units) {
		if r == utf8.RuneError {
			problem = faultSurrogate
		}
		dst = utf8.AppendRune(dst, r)
	}
	if bytes.HasPrefix(b[p:], []byte(`\X0\`)) {
		return p + 4, dst, problem
	}
	return p, dst, `run of \X2\ or \X4\ that does not end in \X0\; read up to there`
}

// hex reads the number of so many hexadecimal digits at b[p].
func hex(b []byte, p, digits int) (uint32, bool) {
	if p+digits > len(b) {
		return 0, false
	}
	var n uint32
	for _, c := range b[p : p+digits] {
		switch {
		case isDigit(c):
			n = n<<4 | uint32(c-'0')
		case c >= 'A' && c <= 'F':
			n = n<<4 | uint32(c-'A'+10)
		case c >= 'a' && c <= 'f':
			n = n<<4 | uint32(c-'a'+10)
		default:
			return 0, false
		}
	}
	return n, true
}

// decodeUTF16 recodes a whole file; order is which byte of a pair is the low
// one.
func decodeUTF16(b []byte, order int) []byte {
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = uint16(b[2*i+order]) | uint16(b[2*i+1-order])<<8
	}
	return []byte(string(utf16.Decode(units)))
}
