package step

import (
	"math"
	"strconv"
)

// scanNumber returns where the number at p ends and whether it is an Integer,
// a Real or Bad.
func scanNumber(data []byte, p int) (int, Kind) {
	start := p
	if data[p] == '+' || data[p] == '-' {
		p++
	}
	digits, real := 0, false
	for ; p < len(data); p++ {
		switch c := data[p]; {
		case isDigit(c):
			digits++
			continue
		case c == '.' && !real:
			real = true
			continue
		case (c == 'E' || c == 'e' || c == 'D' || c == 'd') && digits > 0:
			real = true
			q := p + 1
			if q < len(data) && (data[q] == '+' || data[q] == '-') {
				q++
			}
			from := q
			for q < len(data) && isDigit(data[q]) {
				q++
			}
			if q == from {
				return q, Bad
			}
			p = q
		case isWord(c) || c == '.' || c == '#':
			return skipToken(data, start), Bad // 1.#INF, 0x10, 1.2.3
		}
		break
	}
	switch {
	case digits == 0:
		return p, Bad
	case real:
		return p, Real
	}
	return p, Integer
}

// Int returns the value of an Integer. One beyond 64 bits is reported and reads
// as unset.
func (v Value) Int() (int64, bool) {
	if v.kind != Integer {
		return 0, false
	}
	b := v.f.data[v.lo:v.hi]
	if b[0] == '+' {
		b = b[1:]
	}
	n, err := strconv.ParseInt(string(b), 10, 64)
	if err != nil {
		v.f.faults.add(v.lo, "integer beyond 64 bits; read as unset")
		return 0, false
	}
	return n, true
}

// Float returns the value of a Real or an Integer, correctly rounded. One
// beyond the range of float64 is reported and reads as unset.
func (v Value) Float() (float64, bool) {
	if v.kind != Real && v.kind != Integer {
		return 0, false
	}
	x, ok := parseFloat(v.f.data[v.lo:v.hi])
	if !ok {
		v.f.faults.add(v.lo, "number beyond the range of float64; read as unset")
	}
	return x, ok
}

var powersOfTen = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// parseFloat takes the short way where a mantissa below 2⁵³ meets an exact
// power of ten: there one rounding gives the correctly rounded number (Clinger
// 1990). Numbers of building models nearly always do.
func parseFloat(b []byte) (float64, bool) {
	var mantissa uint64
	var exp int
	i, negative, point := 0, false, false
	if b[0] == '-' || b[0] == '+' {
		negative = b[0] == '-'
		i++
	}
	if len(b)-i > 19 {
		return parseLong(b)
	}
	for ; i < len(b); i++ {
		c := b[i]
		if isDigit(c) {
			mantissa = mantissa*10 + uint64(c-'0')
			if point {
				exp--
			}
			continue
		}
		if c == '.' {
			point = true
			continue
		}
		n, sign := 0, 1
		for _, c := range b[i+1:] {
			switch {
			case c == '-':
				sign = -1
			case c != '+':
				n = n*10 + int(c-'0')
			}
		}
		exp += sign * n
		break
	}
	if mantissa >= 1<<53 || exp < -22 || exp > 22 {
		return parseLong(b)
	}
	x := float64(mantissa)
	if exp < 0 {
		x /= powersOfTen[-exp]
	} else {
		x *= powersOfTen[exp]
	}
	if negative {
		x = -x
	}
	return x, true
}

func parseLong(b []byte) (float64, bool) {
	var buf [64]byte
	s := append(buf[:0], b...)
	for i, c := range s {
		if c == 'D' || c == 'd' { // Fortran
			s[i] = 'E'
		}
	}
	x, err := strconv.ParseFloat(string(s), 64)
	return x, err == nil && !math.IsInf(x, 0)
}
