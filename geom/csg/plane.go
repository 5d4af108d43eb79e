package csg

import (
	"math"
	"math/bits"

	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// Everything happens on a grid of whole numbers. With coordinates below 2²⁶ steps:
//
//	normal of a triangle   2⁵⁵, its offset 2⁸³
//	point of three planes  coordinates 2¹⁹⁶ over 2¹⁶⁸
//	point against plane    2²⁵³
//
// so that 256 bits are always enough.
const coordinateBits = 26

// plane is n·p + d = 0 with whole numbers that have no divisor in common. Its n
// along axis, the longest component, is positive: that side is up. Equal planes
// are one object.
type plane struct {
	n    [3]int64
	d    num
	axis int
	fn   vec.V3  // unit normal
	fd   float64 // offset in steps that goes with it
}

// point is a corner of a triangle, on the grid, or a place where three planes
// meet. The place is h[0..2] / h[3], h[3] > 0.
type point struct {
	h    [4]num
	near vec.V3 // in steps, off by less than 2⁻²⁰
	grid bool
	at   [3]int64 // if on the grid
	by   [3]*plane
	id   int32 // among the corners of the result; -1 if not there yet
}

func gridPoint(at [3]int64) *point {
	p := &point{grid: true, at: at, id: -1}
	for i, x := range at {
		p.h[i] = whole(x)
	}
	p.h[3] = whole(1)
	p.near = vec.V3{X: float64(at[0]), Y: float64(at[1]), Z: float64(at[2])}
	return p
}

// planes holds the planes that there are.
type planes map[planeKey]*plane

type planeKey struct {
	n [3]int64
	d num
}

// through returns the plane through point p with normal n; up tells whether n
// points to its upper side. n must not be zero.
func (ps planes) through(n [3]int64, p [3]int64) (pl *plane, up bool) {
	g := gcd(gcd(n[0], n[1]), n[2])
	axis := 0
	for i := range 3 {
		n[i] /= g
		if abs(n[i]) > abs(n[axis]) {
			axis = i
		}
	}
	up = n[axis] > 0
	if !up {
		n = [3]int64{-n[0], -n[1], -n[2]}
	}
	d := product(n[0], p[0]).add(product(n[1], p[1])).add(product(n[2], p[2])).neg()
	key := planeKey{n, d}
	if pl = ps[key]; pl != nil {
		return pl, up
	}
	f := vec.V3{X: float64(n[0]), Y: float64(n[1]), Z: float64(n[2])}
	l := f.Len()
	pl = &plane{n: n, d: d, axis: axis, fn: f.Mul(1 / l), fd: d.float() / l}
	ps[key] = pl
	return pl, up
}

func abs(x int64) int64 {
	if x < 0 {
		return -x
	}
	return x
}

func gcd(a, b int64) int64 {
	a, b = abs(a), abs(b)
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// clearly is the distance in steps beyond which floating point decides: errors
// of near, fn and fd together are below 2⁻²⁰.
const clearly = 1.0 / (1 << 16)

// side tells on which side of the plane the point lies: 1 is up, 0 on it.
func (pl *plane) side(p *point) int {
	switch d := pl.fn.Dot(p.near) + pl.fd; {
	case d > clearly:
		return 1
	case d < -clearly:
		return -1
	}
	return pl.exactSide(p)
}

func (pl *plane) exactSide(p *point) int {
	if p.grid {
		return pl.gridSide(p)
	}
	s := p.h[0].times(pl.n[0]).add(p.h[1].times(pl.n[1])).add(p.h[2].times(pl.n[2]))
	return s.add(pl.d.mul(p.h[3])).sign()
}

// gridSide is exactSide for points on the grid: 128 bits are enough.
func (pl *plane) gridSide(p *point) int {
	lo, hi := pl.d[0], pl.d[1]
	for i, n := range pl.n {
		x := product(n, p.at[i])
		var c uint64
		lo, c = bits.Add64(lo, x[0], 0)
		hi, _ = bits.Add64(hi, x[1], c)
	}
	switch {
	case hi>>63 != 0:
		return -1
	case hi|lo != 0:
		return 1
	}
	return 0
}

// meet returns the point where three planes meet; nil if there is no single one.
func meet(a, b, c *plane) *point {
	bc, ca, ab := cross(b.n, c.n), cross(c.n, a.n), cross(a.n, b.n)
	p := &point{id: -1, by: [3]*plane{a, b, c}}
	w := bc[0].times(a.n[0]).add(bc[1].times(a.n[1])).add(bc[2].times(a.n[2]))
	s := w.sign()
	if s == 0 {
		return nil
	}
	for i := range 3 {
		x := bc[i].mul(a.d).add(ca[i].mul(b.d)).add(ab[i].mul(c.d))
		if s > 0 {
			x = x.neg()
		}
		p.h[i] = x
	}
	if s < 0 {
		w = w.neg()
	}
	p.h[3] = w
	p.place()
	return p
}

func (p *point) place() {
	w := p.h[3].float()
	p.near = vec.V3{X: p.h[0].float() / w, Y: p.h[1].float() / w, Z: p.h[2].float() / w}
}

func cross(a, b [3]int64) (r [3]num) {
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		r[i] = product(a[j], b[k]).sub(product(a[k], b[j]))
	}
	return r
}

// same tells whether two points are in the same place.
func same(p, q *point) bool {
	if p == q {
		return true
	}
	if math.Abs(p.near.X-q.near.X) > clearly || math.Abs(p.near.Y-q.near.Y) > clearly || math.Abs(p.near.Z-q.near.Z) > clearly {
		return false
	}
	if p.grid && q.grid {
		return p.at == q.at
	}
	if q.grid {
		p, q = q, p
	}
	if p.grid {
		for i := range 3 {
			if q.h[i] != q.h[3].times(p.at[i]) {
				return false
			}
		}
		return true
	}
	for _, pl := range p.by {
		if pl.exactSide(q) != 0 {
			return false
		}
	}
	return true
}
