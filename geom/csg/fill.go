package csg

import (
	"math"
	"slices"

	"github.com/ifcmcq/ifcmcq/geom/tri"
	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// fillAll triangulates the patches.
func (w *work) fillAll(patches []*patch) [][3]int32 {
	for _, p := range patches {
		p.loops = w.outline(p)
	}
	for {
		straight := w.straighten(patches)
		var out [][3]int32
		again := false
		for i, p := range patches {
			flat := p.flat(w)
			if p.loops == nil {
				for _, l := range p.pieces {
					out = append(out, polygon(flat, l, nil)...)
				}
				continue
			}
			t, ok := w.fillLoops(p, straight[i], flat)
			if !ok {
				// Piece by piece, then, which needs the corners that were straightened.
				p.loops, again = nil, true
			}
			out = append(out, t...)
		}
		if !again {
			return out
		}
	}
}

// fillLoops triangulates the loops of a patch; ok is false if that does not cover
// the area of its pieces.
func (w *work) fillLoops(p *patch, loops [][]int32, flat func(int32) vec.V2) (out [][3]int32, ok bool) {
	type region struct {
		outer []int32
		area  float64
		holes [][]int32
	}
	var regions []*region
	var holes [][]int32
	for _, l := range loops {
		if a := areaOf(flat, l); a >= -1 {
			regions = append(regions, &region{outer: l, area: a})
		} else {
			holes = append(holes, l)
		}
	}
	for _, h := range holes {
		var best *region
		for _, r := range regions {
			if (best == nil || r.area < best.area) && encloses(flat, r.outer, h) {
				best = r
			}
		}
		w.spend(len(regions))
		if best == nil {
			return nil, false
		}
		best.holes = append(best.holes, h)
	}
	want, have, size := 0.0, 0.0, 0.0
	for _, l := range p.pieces {
		want += areaOf(flat, l)
	}
	for _, r := range regions {
		out = append(out, polygon(flat, r.outer, r.holes)...)
	}
	for _, t := range out {
		a := areaOf(flat, t[:])
		have += a
		size += math.Abs(a)
	}
	limit := 1e-9*math.Abs(want) + 1
	return out, math.Abs(have-want) <= limit && math.Abs(size-want) <= limit
}

// areaOf is the doubled signed area in square steps.
func areaOf(flat func(int32) vec.V2, loop []int32) float64 {
	sum, o := 0.0, flat(loop[0])
	for i := 1; i+1 < len(loop); i++ {
		sum += flat(loop[i]).Sub(o).Cross(flat(loop[i+1]).Sub(o))
	}
	return sum
}

// encloses tells whether a hole lies within an outline, which it may touch in
// corners.
func encloses(flat func(int32) vec.V2, outer, hole []int32) bool {
	for _, k := range hole {
		if !slices.Contains(outer, k) {
			return covered(flat, outer, flat(k))
		}
	}
	// Only common corners: the middle of an edge is inside or outside.
	return covered(flat, outer, flat(hole[0]).Add(flat(hole[1])).Mul(0.5))
}

// covered tells whether a place lies within a loop.
func covered(flat func(int32) vec.V2, loop []int32, p vec.V2) bool {
	in := false
	for i, k := range loop {
		a, b := flat(k), flat(loop[(i+1)%len(loop)])
		if (a.Y > p.Y) == (b.Y > p.Y) {
			continue
		}
		if a.Y > b.Y {
			a, b = b, a
		}
		in = in != (tri.Orient2D(a, b, p) > 0)
	}
	return in
}

func polygon(flat func(int32) vec.V2, outer []int32, holes [][]int32) [][3]int32 {
	all := slices.Clone(outer)
	points := func(l []int32) []vec.V2 {
		out := make([]vec.V2, len(l))
		for i, k := range l {
			out[i] = flat(k)
		}
		return out
	}
	var inner [][]vec.V2
	for _, h := range holes {
		inner = append(inner, points(h))
		all = append(all, h...)
	}
	out := tri.Polygon(points(outer), inner)
	kept := out[:0]
	for _, t := range out {
		// Where a hole touches the outline a corner is there twice.
		if a, b, c := all[t[0]], all[t[1]], all[t[2]]; a != b && b != c && c != a {
			kept = append(kept, [3]int32{a, b, c})
		}
	}
	return kept
}

// straighten returns the loops of the patches without the corners where all loops
// go straight on.
func (w *work) straighten(patches []*patch) [][][]int32 {
	type pass struct {
		lo, hi  int32 // neighbours
		balance int
	}
	passes := make(map[int32][]pass)
	keep := make([]bool, len(w.corners.all))
	each := func(f func(loop []int32, through bool)) {
		for _, p := range patches {
			if p.loops == nil {
				for _, l := range p.pieces {
					f(l, false)
				}
			}
			for _, l := range p.loops {
				f(l, true)
			}
		}
	}
	each(func(loop []int32, through bool) {
		n := len(loop)
		for i, k := range loop {
			a, b := loop[(i+n-1)%n], loop[(i+1)%n]
			if keep[k] || !through || n <= 3 || a == b || !w.straight(a, k, b) {
				keep[k] = true
				continue
			}
			by := 1
			if a > b {
				a, b, by = b, a, -1
			}
			list := passes[k]
			at := slices.IndexFunc(list, func(p pass) bool { return p.lo == a && p.hi == b })
			if at < 0 {
				at = len(list)
				list = append(list, pass{a, b, 0})
			}
			list[at].balance += by
			passes[k] = list
		}
	})
	for k, list := range passes {
		for _, p := range list {
			keep[k] = keep[k] || p.balance != 0
		}
	}
	out := make([][][]int32, len(patches))
	for i, p := range patches {
		for _, l := range p.loops {
			rest := make([]int32, 0, len(l))
			for _, k := range l {
				if keep[k] {
					rest = append(rest, k)
				}
			}
			if len(rest) > 2 { // else it is an edge there and back again
				out[i] = append(out[i], rest)
			}
		}
	}
	return out
}

// straight tells whether b lies between a and c.
func (w *work) straight(a, b, c int32) bool {
	p, q, r := w.corners.all[a].near, w.corners.all[b].near, w.corners.all[c].near
	d, e := q.Sub(p), r.Sub(q)
	return d.Dot(e) > 0 && d.Cross(e).Len() <= clearly*min(d.Len(), e.Len())
}
