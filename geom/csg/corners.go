package csg

import (
	"math"
	"slices"

	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// corners gives the places of the result numbers: one each.
type corners struct {
	all   []*point
	cells map[[3]int64][]int32
}

// cellsPerStep is the fineness of the table of corners.
const cellsPerStep = 256

// number returns the number of a place.
func (c *corners) number(p *point) int32 {
	if p.id >= 0 {
		return p.id
	}
	if c.cells == nil {
		c.cells = make(map[[3]int64][]int32)
	}
	var lo, hi [3]int64
	for i := range 3 {
		x := p.near.At(i)
		lo[i] = int64(math.Floor((x - clearly) * cellsPerStep))
		hi[i] = int64(math.Floor((x + clearly) * cellsPerStep))
	}
	for x := lo[0]; x <= hi[0]; x++ {
		for y := lo[1]; y <= hi[1]; y++ {
			for z := lo[2]; z <= hi[2]; z++ {
				for _, k := range c.cells[[3]int64{x, y, z}] {
					if same(c.all[k], p) {
						p.id = k
						return k
					}
				}
			}
		}
	}
	p.id = int32(len(c.all))
	c.all = append(c.all, p)
	var at [3]int64
	for i := range 3 {
		at[i] = int64(math.Floor(p.near.At(i) * cellsPerStep))
	}
	c.cells[at] = append(c.cells[at], p.id)
	return p.id
}

// tree finds points along a segment: a box around each half of them, and so on.
type tree struct {
	w      *work
	points []int32
	boxes  []vec.Box // of node k; its halves are nodes 2k+1 and 2k+2
}

const leafSize = 8

func newTree(w *work, points []int32) *tree {
	t := &tree{w: w, points: points}
	t.build(0, 0, len(points))
	return t
}

func (t *tree) build(node, lo, hi int) {
	for len(t.boxes) <= node {
		t.boxes = append(t.boxes, vec.Empty())
	}
	b := vec.Empty()
	for _, k := range t.points[lo:hi] {
		b.Add(t.w.corners.all[k].near)
	}
	t.boxes[node] = b.Grow(clearly)
	if hi-lo <= leafSize {
		return
	}
	s := b.Size()
	axis := 0
	if s.Y > s.X {
		axis = 1
	}
	if s.Z > s.At(axis) {
		axis = 2
	}
	slices.SortFunc(t.points[lo:hi], func(a, b int32) int {
		x, y := t.w.corners.all[a].near.At(axis), t.w.corners.all[b].near.At(axis)
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return int(a - b)
	})
	mid := (lo + hi) / 2
	t.build(2*node+1, lo, mid)
	t.build(2*node+2, mid, hi)
}

// along calls f with the points whose boxes the segment from a to b meets.
func (t *tree) along(a, b vec.V3, f func(int32)) { t.search(0, 0, len(t.points), a, b, f) }

func (t *tree) search(node, lo, hi int, a, b vec.V3, f func(int32)) {
	if lo == hi || !meets(t.boxes[node], a, b) {
		return
	}
	t.w.spend(1)
	if hi-lo <= leafSize {
		for _, k := range t.points[lo:hi] {
			f(k)
		}
		return
	}
	mid := (lo + hi) / 2
	t.search(2*node+1, lo, mid, a, b, f)
	t.search(2*node+2, mid, hi, a, b, f)
}

// meets tells whether a segment meets a box.
func meets(box vec.Box, a, b vec.V3) bool {
	from, to := 0.0, 1.0
	for i := range 3 {
		p, q, lo, hi := a.At(i), b.At(i), box.Lo.At(i), box.Hi.At(i)
		if max(p, q) < lo || min(p, q) > hi {
			return false
		}
		if d := q - p; math.Abs(d) > 1e-3 {
			s, e := (lo-p)/d, (hi-p)/d
			from, to = max(from, min(s, e)-1e-9), min(to, max(s, e)+1e-9)
		}
	}
	return from <= to
}

// between returns the corners of list strictly inside the edge from a to b of a
// piece, in order. The edge lies in planes e and pl.
func (w *work) between(t *tree, a, b int32, e, pl *plane, buf []int32) []int32 {
	buf = buf[:0]
	p, q := w.corners.all[a], w.corners.all[b]
	d := q.near.Sub(p.near)
	l := d.Len()
	way := w.course(p, q)
	t.along(p.near, q.near, func(k int32) {
		if k == a || k == b {
			return
		}
		c := w.corners.all[k]
		if e.side(c) != 0 || pl.side(c) != 0 {
			return
		}
		// On the line. Within the ends?
		along := c.near.Sub(p.near).Dot(d) / max(l, 1e-300)
		switch {
		case along < -clearly || along > l+clearly:
			return
		case along > clearly && along < l-clearly:
		case w.order(p, c, way) <= 0 || w.order(c, q, way) <= 0:
			return
		}
		buf = append(buf, k)
	})
	slices.SortFunc(buf, func(i, j int32) int {
		x, y := w.corners.all[i], w.corners.all[j]
		switch s := y.near.Sub(x.near).Dot(d) / max(l, 1e-300); {
		case s > clearly:
			return -1
		case s < -clearly:
			return 1
		}
		return -w.order(x, y, way)
	})
	return buf
}

// course is which way a line runs: one coordinate of what lies on it grows, or
// falls.
type course struct{ axis, sign int }

// course is the way from p to q. Places that are nearer to each other than
// floating point tells are compared exactly.
func (w *work) course(p, q *point) course {
	d := q.near.Sub(p.near)
	axis := 0
	for i := range 3 {
		if math.Abs(d.At(i)) > math.Abs(d.At(axis)) {
			axis = i
		}
	}
	switch x := d.At(axis); {
	case x > clearly:
		return course{axis, 1}
	case x < -clearly:
		return course{axis, -1}
	}
	for axis = range 3 {
		if s := w.compare(p, q, axis); s != 0 {
			return course{axis, s}
		}
	}
	return course{} // one place
}

// order is 1 if q comes after p on a line that runs along c.
func (w *work) order(p, q *point, c course) int { return w.compare(p, q, c.axis) * c.sign }

// compare is 1 if a coordinate of q is greater than that of p, in exact fractions:
// this is seldom asked.
func (w *work) compare(p, q *point, axis int) int {
	w.spend(16)
	x, y := p.h[axis].big(), q.h[axis].big()
	return y.Mul(y, p.h[3].big()).Cmp(x.Mul(x, q.h[3].big()))
}
