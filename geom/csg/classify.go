package csg

import (
	"math"
	"math/big"

	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// piece is a part of the result: a convex polygon.
type piece struct {
	t       *triangle
	corners []corner
	whole   bool // a triangle that is away from the other operands
	back    bool // to be turned round
	times   int
}

// choose finds the pieces that bound the result.
func (w *work) choose() {
	for _, t := range w.triangles {
		if !t.live {
			if t.operand == 0 && w.op == difference {
				c := []corner{{p: t.v[0]}, {p: t.v[1]}, {p: t.v[2]}}
				w.faces = append(w.faces, piece{t: t, corners: c, whole: true, times: 1})
			}
			continue
		}
		t.root.pieces(func(c []corner) {
			if up := w.judge(t, c); up != 0 {
				// up counts how often the upper side is outside.
				w.faces = append(w.faces, piece{t: t, corners: c, back: (up > 0) != t.up, times: int(abs(int64(up)))})
			}
		})
	}
}

// judge returns by how much the result below a piece is more than that above it.
// Of pieces that lie on each other one answers for all.
func (w *work) judge(t *triangle, c []corner) int {
	lone := t.operand == 0 && w.op != union // only the others matter, unless one lies here
	for try := range maxTries {
		at, ok := w.within(t, c, try)
		if !ok {
			continue
		}
		s, ok := w.wind(t, at, lone)
		if !ok {
			continue
		}
		if !lone {
			if s.first != t {
				return 0
			}
			return w.op.holds(s.above[0]+s.here[0], s.above[1]+s.here[1]) - w.op.holds(s.above[0], s.above[1])
		}
		if s.others {
			return 0
		}
		up := w.op.holds(1, s.above[1])
		if !t.up {
			up = -up
		}
		return up
	}
	panic(errFailed)
}

// maxTries is how many places of a piece are tried, the latter half with more
// digits.
const maxTries = 16

// spot is a place inside a piece, with fraction bits: the piece's triangle is seen
// along axis, u and v are the coordinates across it.
type spot struct {
	axis     int
	fraction uint
	u, v     num
	fu, fv   float64
	p        point
}

// within returns a place strictly inside the piece; ok is false if rounding takes
// it out.
func (w *work) within(t *triangle, c []corner, try int) (*spot, bool) {
	k := t.pl.axis
	s := &spot{axis: k, fraction: 32}
	// The first try is the middle; the others are middles of triangles of the
	// piece, weighted unevenly.
	weights := make([]int64, len(c))
	if try%8 == 0 {
		for i := range weights {
			weights[i] = 1
		}
	} else {
		i := 1 + (try%8-1)%(len(c)-2)
		weights[0], weights[i], weights[i+1] = int64(2+try%3), int64(3+try%5), int64(5-try%2)
	}
	if try < 8 {
		var sum, fu, fv float64
		for i, x := range weights {
			fu += float64(x) * c[i].p.near.At((k+1)%3)
			fv += float64(x) * c[i].p.near.At((k+2)%3)
			sum += float64(x)
		}
		s.u = whole(int64(math.Round(fu / sum * (1 << 32))))
		s.v = whole(int64(math.Round(fv / sum * (1 << 32))))
	} else {
		s.fraction = 96
		s.u = middle(c, weights, (k+1)%3, s.fraction)
		s.v = middle(c, weights, (k+2)%3, s.fraction)
	}
	s.onto(t.pl)
	for i := range c {
		j := (i + 2) % len(c)
		if c[i].e.side(&s.p) != c[i].e.side(c[j].p) {
			return nil, false
		}
	}
	return s, true
}

// middle is a weighted mean of coordinates, rounded to fraction bits.
func middle(c []corner, weights []int64, axis int, fraction uint) num {
	sum := new(big.Int)
	total := int64(0)
	for i, x := range weights {
		if x == 0 {
			continue
		}
		q := c[i].p.h[axis].big()
		q.Mul(q.Lsh(q, fraction), big.NewInt(x))
		sum.Add(sum, q.Quo(q, c[i].p.h[3].big()))
		total += x
	}
	sum.Quo(sum, big.NewInt(total))
	return fromBig(sum)
}

func (a num) big() *big.Int {
	if a.sign() < 0 {
		return new(big.Int).Neg(a.neg().big())
	}
	x := new(big.Int)
	for i := 3; i >= 0; i-- {
		x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(a[i]))
	}
	return x
}

func fromBig(x *big.Int) (r num) {
	m := new(big.Int).Abs(x)
	mask := new(big.Int).SetUint64(math.MaxUint64)
	for i := range r {
		r[i] = new(big.Int).And(m, mask).Uint64()
		m.Rsh(m, 64)
	}
	if x.Sign() < 0 {
		r = r.neg()
	}
	return r
}

// onto sets the place in the plane.
func (s *spot) onto(pl *plane) {
	u, v := (s.axis+1)%3, (s.axis+2)%3
	n := pl.n[s.axis]
	s.p.h[u], s.p.h[v] = s.u.times(n), s.v.times(n)
	s.p.h[s.axis] = s.u.times(pl.n[u]).add(s.v.times(pl.n[v])).add(pl.d.shl(s.fraction)).neg()
	s.p.h[3] = whole(n).shl(s.fraction)
	s.p.place()
	s.fu, s.fv = s.p.near.At(u), s.p.near.At(v)
}

// winding is what lies above a place and at it.
type winding struct {
	above, here [2]int // by operand
	others      bool   // a triangle of the other operands lies here
	first       *triangle
}

// wind counts the triangles above a place of t along the axis. ok is false if
// another one touches that place.
func (w *work) wind(t *triangle, s *spot, lone bool) (r winding, ok bool) {
	g := w.columns(s.axis)
	r.first = t
	list := g.at(s.fu, s.fv)
	w.spend(len(list)/4 + 1)
	for _, k := range list {
		o := w.triangles[k]
		if lone && o.operand == 0 {
			continue
		}
		turn := g.turn[k]
		if !covers(o, s, int(turn)) {
			continue
		}
		side := o.pl.side(&s.p)
		if o.pl.n[s.axis] < 0 {
			side = -side
		}
		switch {
		case side < 0:
			r.above[o.operand] += int(turn)
		case side > 0:
		case o.pl == t.pl:
			r.here[o.operand] += int(turn)
			r.others = r.others || o.operand == 1
			// The others come before the first operand: its own pieces are left out
			// where one of theirs lies.
			if o.live && (o.operand > r.first.operand || o.operand == r.first.operand && o.index < r.first.index) {
				r.first = o
			}
		default:
			return r, false
		}
	}
	return r, true
}

// covers tells whether the triangle, seen along the axis, covers the place. A
// place on an edge counts as moved by an infinitely small step along u and a yet
// smaller one along v.
func covers(o *triangle, s *spot, turn int) bool {
	u, v := (s.axis+1)%3, (s.axis+2)%3
	for i := range 3 {
		a, b := &o.v[i].at, &o.v[(i+1)%3].at
		du, dv := b[u]-a[u], b[v]-a[v]
		// Coordinates are below 2²⁷ and known to 2⁻²⁰ and better: the determinant is
		// off by less than 2⁹.
		var sign int
		switch d := float64(du)*(s.fv-float64(a[v])) - float64(dv)*(s.fu-float64(a[u])); {
		case d > 1<<10:
			sign = 1
		case d < -(1 << 10):
			sign = -1
		default:
			x := s.v.sub(whole(a[v]).shl(s.fraction)).times(du)
			sign = x.sub(s.u.sub(whole(a[u]).shl(s.fraction)).times(dv)).sign()
			if sign == 0 {
				sign = -signOf(dv)
			}
			if sign == 0 {
				sign = signOf(du)
			}
		}
		if sign != turn {
			return false
		}
	}
	return true
}

func signOf(x int64) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// columns finds the triangles that cover a place when seen along an axis.
type columns struct {
	lo, scale [2]float64
	n         [2]int
	start     []int32
	list      []int32
	turn      []int8 // of each triangle: 1 if it faces up the axis, 0 if it stands upright
}

func (w *work) columns(axis int) *columns {
	if g := w.grids[axis]; g != nil {
		return g
	}
	u, v := (axis+1)%3, (axis+2)%3
	g := &columns{turn: make([]int8, len(w.triangles))}
	box := vec.Empty()
	count := 0
	for i, t := range w.triangles {
		turn := signOf(t.pl.n[axis])
		if !t.up {
			turn = -turn
		}
		g.turn[i] = int8(turn)
		if turn == 0 {
			continue
		}
		count++
		box.Add(vec.V3{X: float64(t.lo[u]), Y: float64(t.lo[v])})
		box.Add(vec.V3{X: float64(t.hi[u]), Y: float64(t.hi[v])})
	}
	side := min(max(int(math.Sqrt(float64(count))), 1), 512)
	g.n = [2]int{side, side}
	g.lo = [2]float64{box.Lo.X, box.Lo.Y}
	g.scale = [2]float64{float64(side) / max(box.Hi.X-box.Lo.X, 1), float64(side) / max(box.Hi.Y-box.Lo.Y, 1)}
	g.start = make([]int32, side*side+1)
	each := func(f func(cell int, i int32)) {
		for i, t := range w.triangles {
			if g.turn[i] == 0 {
				continue
			}
			// A step more on each side: places are not known better than 2⁻²⁰.
			for y := g.row(1, float64(t.lo[v]-1)); y <= g.row(1, float64(t.hi[v]+1)); y++ {
				for x := g.row(0, float64(t.lo[u]-1)); x <= g.row(0, float64(t.hi[u]+1)); x++ {
					f(y*side+x, int32(i))
				}
			}
		}
	}
	each(func(cell int, _ int32) { g.start[cell+1]++ })
	for i := range side * side {
		g.start[i+1] += g.start[i]
	}
	w.spend(int(g.start[side*side]) / 4)
	g.list = make([]int32, g.start[side*side])
	fill := append([]int32(nil), g.start...)
	each(func(cell int, i int32) {
		g.list[fill[cell]] = i
		fill[cell]++
	})
	w.grids[axis] = g
	return g
}

func (g *columns) row(i int, x float64) int {
	return min(max(int((x-g.lo[i])*g.scale[i]), 0), g.n[i]-1)
}

func (g *columns) at(u, v float64) []int32 {
	cell := g.row(1, v)*g.n[0] + g.row(0, u)
	return g.list[g.start[cell]:g.start[cell+1]]
}
