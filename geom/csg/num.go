package csg

import "math/bits"

// num is a whole number of 256 bits in two's complement, least significant word
// first. Everything computed here stays below 2²⁵⁴: see plane.go for the bounds.
type num [4]uint64

func whole(x int64) num {
	s := uint64(x >> 63)
	return num{uint64(x), s, s, s}
}

func (a num) add(b num) (r num) {
	var c uint64
	r[0], c = bits.Add64(a[0], b[0], 0)
	r[1], c = bits.Add64(a[1], b[1], c)
	r[2], c = bits.Add64(a[2], b[2], c)
	r[3], _ = bits.Add64(a[3], b[3], c)
	return r
}

func (a num) sub(b num) (r num) {
	var c uint64
	r[0], c = bits.Sub64(a[0], b[0], 0)
	r[1], c = bits.Sub64(a[1], b[1], c)
	r[2], c = bits.Sub64(a[2], b[2], c)
	r[3], _ = bits.Sub64(a[3], b[3], c)
	return r
}

func (a num) neg() num { return num{}.sub(a) }

// mul is the product modulo 2²⁵⁶, which is the product as long as that fits,
// whatever the signs.
func (a num) mul(b num) (r num) {
	for i := range 4 {
		if a[i] == 0 {
			continue
		}
		var carry uint64
		for j := 0; i+j < 4; j++ {
			hi, lo := bits.Mul64(a[i], b[j])
			var c uint64
			lo, c = bits.Add64(lo, r[i+j], 0)
			hi += c
			lo, c = bits.Add64(lo, carry, 0)
			hi += c
			r[i+j], carry = lo, hi
		}
	}
	return r
}

// times multiplies by a number of 64 bits.
func (a num) times(x int64) num {
	if x < 0 {
		return a.neg().times64(uint64(-x))
	}
	return a.times64(uint64(x))
}

func (a num) times64(x uint64) (r num) {
	var c uint64
	hi0, lo0 := bits.Mul64(a[0], x)
	hi1, lo1 := bits.Mul64(a[1], x)
	hi2, lo2 := bits.Mul64(a[2], x)
	r[0] = lo0
	r[1], c = bits.Add64(lo1, hi0, 0)
	r[2], c = bits.Add64(lo2, hi1, c)
	r[3] = a[3]*x + hi2 + c
	return r
}

// product is x·y without loss.
func product(x, y int64) num {
	hi, lo := bits.Mul64(uint64(x), uint64(y))
	// Unsigned to signed: take away what the sign bits counted too much.
	hi -= uint64(x>>63)&uint64(y) + uint64(y>>63)&uint64(x)
	s := uint64(int64(hi) >> 63)
	return num{lo, hi, s, s}
}

func (a num) shl(n uint) (r num) {
	w, b := n/64, n%64
	for i := 3; i >= int(w); i-- {
		r[i] = a[i-int(w)] << b
		if b > 0 && i > int(w) {
			r[i] |= a[i-int(w)-1] >> (64 - b)
		}
	}
	return r
}

func (a num) sign() int {
	switch {
	case a[3]>>63 != 0:
		return -1
	case a[0]|a[1]|a[2]|a[3] != 0:
		return 1
	}
	return 0
}

// float is the nearest float64, off by a few units in the last place.
func (a num) float() float64 {
	if a[3]>>63 != 0 {
		return -a.neg().float()
	}
	const word = 1 << 64
	return ((float64(a[3])*word+float64(a[2]))*word+float64(a[1]))*word + float64(a[0])
}
