package tri

import (
	"math"
	"math/big"

	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// Bounds of the rounding error of the plain determinants relative to the sum of
// the magnitudes of their terms: Shewchuk, Adaptive Precision Floating-Point
// Arithmetic and Fast Robust Geometric Predicates, 1997, ccwerrboundA and
// o3derrboundA with ε = 2⁻⁵³.
const (
	epsilon   = 1.0 / (1 << 53)
	errBound  = (3 + 16*epsilon) * epsilon
	errBound3 = (7 + 56*epsilon) * epsilon
)

// Orient2D is the sign of the doubled area of the triangle a, b, c: 1 if it goes
// round counter-clockwise, 0 if the points are in line. The sign is exact unless
// products of coordinates leave the range of float64.
func Orient2D(a, b, c vec.V2) int {
	l := float64((a.X - c.X) * (b.Y - c.Y))
	r := float64((a.Y - c.Y) * (b.X - c.X))
	det := l - r
	bound := errBound * (math.Abs(l) + math.Abs(r))
	switch {
	case det > bound:
		return 1
	case -det > bound:
		return -1
	case math.IsNaN(det):
		return 0
	}
	return orient2DExact(a, b, c)
}

// orient2DExact adds up the six products of the determinant as an expansion: a
// sum of numbers that do not overlap, the greatest last.
func orient2DExact(a, b, c vec.V2) int {
	var e [12]float64
	n := 0
	// Without loss in the differences there are but two products.
	p, ok1 := exactly(a.X, c.X)
	q, ok2 := exactly(b.Y, c.Y)
	r, ok3 := exactly(a.Y, c.Y)
	s, ok4 := exactly(b.X, c.X)
	if ok1 && ok2 && ok3 && ok4 {
		l, m := float64(p*q), float64(r*s)
		le, me := math.FMA(p, q, -l), math.FMA(r, s, -m)
		if l == m {
			return signOf(le - me)
		}
		for _, x := range [4]float64{le, -me, l, -m} {
			n = grow(&e, n, x)
		}
		for i := n - 1; i >= 0; i-- {
			if e[i] != 0 {
				return signOf(e[i])
			}
		}
		return 0
	}
	for _, t := range [6][2]float64{{a.X, b.Y}, {-a.X, c.Y}, {-c.X, b.Y}, {-a.Y, b.X}, {a.Y, c.X}, {c.Y, b.X}} {
		hi := float64(t[0] * t[1])
		n = grow(&e, n, math.FMA(t[0], t[1], -hi))
		n = grow(&e, n, hi)
	}
	for i := n - 1; i >= 0; i-- {
		if e[i] != 0 {
			return signOf(e[i])
		}
	}
	return 0
}

// exactly returns a − b; ok is false if it was rounded.
func exactly(a, b float64) (d float64, ok bool) {
	d = a - b
	v := a - d
	return d, (a-(d+v))+(v-b) == 0
}

// grow adds x to the expansion of the first n numbers of e.
func grow(e *[12]float64, n int, x float64) int {
	for i := range n {
		s := x + e[i]
		v := s - x
		e[i] = (x - (s - v)) + (e[i] - v)
		x = s
	}
	e[n] = x
	return n + 1
}

// Orient3D is the sign of the volume of the tetrahedron: 1 if a, b, c go round
// counter-clockwise seen from the side away from d, that is if d lies below their
// plane; 0 if the four lie in one plane. The sign is exact.
func Orient3D(a, b, c, d vec.V3) int {
	u, v, w := a.Sub(d), b.Sub(d), c.Sub(d)
	det := u.X*(v.Y*w.Z-v.Z*w.Y) + u.Y*(v.Z*w.X-v.X*w.Z) + u.Z*(v.X*w.Y-v.Y*w.X)
	size := math.Abs(u.X)*(math.Abs(v.Y*w.Z)+math.Abs(v.Z*w.Y)) +
		math.Abs(u.Y)*(math.Abs(v.Z*w.X)+math.Abs(v.X*w.Z)) +
		math.Abs(u.Z)*(math.Abs(v.X*w.Y)+math.Abs(v.Y*w.X))
	switch bound := errBound3 * size; {
	case det > bound:
		return 1
	case -det > bound:
		return -1
	case math.IsNaN(det) || math.IsInf(size, 0):
		return 0
	}
	return orient3DExact(a, b, c, d)
}

func orient3DExact(a, b, c, d vec.V3) int {
	sub := func(p vec.V3) (r [3]*big.Rat) {
		for i := range 3 {
			r[i] = new(big.Rat).SetFloat64(p.At(i))
			r[i].Sub(r[i], new(big.Rat).SetFloat64(d.At(i)))
		}
		return r
	}
	u, v, w := sub(a), sub(b), sub(c)
	mul := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) }
	sum := new(big.Rat)
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		m := mul(v[j], w[k])
		m.Sub(m, mul(v[k], w[j]))
		sum.Add(sum, mul(u[i], m))
	}
	return sum.Sign()
}

func signOf(x float64) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}
