package csg

import (
	"math"
	"slices"

	"github.com/ifcmcq/ifcmcq/geom/mesh"
	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// patch is pieces that lie in one plane and face the same way: loops of corners.
type patch struct {
	pl     *plane
	back   bool // faces down
	pieces [][]int32
	loops  [][]int32 // around the pieces together; nil if they must be taken one by one
}

// stitch makes a closed mesh of the pieces.
func (w *work) stitch(g *grid, host *mesh.Mesh, at [][3]int64) *mesh.Mesh {
	patches := w.patches()
	triangles := w.fillAll(patches)
	out := &mesh.Mesh{}
	original := make(map[[3]int64]vec.V3, len(at))
	for i, k := range at {
		if _, ok := original[k]; !ok {
			original[k] = host.Vertices[i]
		}
	}
	number := make([]int32, len(w.corners.all))
	vertex := func(k int32) int32 {
		if number[k] == 0 {
			c := w.corners.all[k]
			v, ok := vec.V3{}, false
			if c.grid {
				v, ok = original[c.at]
			}
			if !ok {
				v = g.back(c.near)
			}
			out.Vertices = append(out.Vertices, v)
			number[k] = int32(len(out.Vertices))
		}
		return number[k] - 1
	}
	for _, t := range triangles {
		out.Triangles = append(out.Triangles, [3]int32{vertex(t[0]), vertex(t[1]), vertex(t[2])})
	}
	return out
}

// patches numbers the corners, puts those that lie on edges into these, and sorts
// the pieces by plane.
func (w *work) patches() []*patch {
	var loose []int32 // corners that may lie on edges of others
	seen := make(map[int32]bool)
	for _, f := range w.faces {
		for _, c := range f.corners {
			k := w.corners.number(c.p)
			if !f.whole && !seen[k] {
				seen[k] = true
				loose = append(loose, k)
			}
		}
	}
	// Corners of triangles that vanished on the grid were on edges, too.
	for _, f := range w.faces {
		if f.whole && w.sloppy[f.t.mesh] {
			for _, c := range f.corners {
				if k := w.corners.number(c.p); !seen[k] {
					seen[k] = true
					loose = append(loose, k)
				}
			}
		}
	}
	t := newTree(w, loose)
	type key struct {
		pl   *plane
		back bool
	}
	index := make(map[key]*patch)
	var out []*patch
	var buf []int32
	for _, f := range w.faces {
		var loop []int32
		for i, c := range f.corners {
			a, b := c.p.id, f.corners[(i+1)%len(f.corners)].p.id
			loop = append(loop, a)
			if len(loose) == 0 || !meets(t.boxes[0], w.corners.all[a].near, w.corners.all[b].near) {
				continue
			}
			e := c.e
			if e == nil {
				e, _ = w.edgePlane(f.t, i)
			}
			buf = w.between(t, a, b, e, f.t.pl, buf)
			loop = append(loop, buf...)
		}
		down := !f.t.up
		if f.back {
			slices.Reverse(loop)
			down = !down
		}
		k := key{f.t.pl, down}
		p := index[k]
		if p == nil {
			p = &patch{pl: f.t.pl, back: down}
			index[k] = p
			out = append(out, p)
		}
		for range f.times {
			p.pieces = append(p.pieces, loop)
		}
	}
	return out
}

// outline returns the loops around the pieces of a patch; nil if some place is
// covered twice, or an edge has more than two pieces.
func (w *work) outline(p *patch) [][]int32 {
	type edge [2]int32
	count := make(map[edge]int)
	for _, loop := range p.pieces {
		for i, a := range loop {
			e := edge{a, loop[(i+1)%len(loop)]}
			if count[e]++; count[e] > 1 {
				return nil
			}
		}
	}
	next := make(map[int32][]int32)
	var starts []int32
	left := 0
	for _, loop := range p.pieces {
		for i, a := range loop {
			b := loop[(i+1)%len(loop)]
			if count[edge{b, a}] == 0 {
				if next[a] == nil {
					starts = append(starts, a)
				}
				next[a] = append(next[a], b)
				left++
			}
		}
	}
	flat := p.flat(w)
	var loops [][]int32
	for _, s := range starts {
		for len(next[s]) > 0 {
			var loop []int32
			at, from := s, int32(-1)
			for {
				out := next[at]
				if len(out) == 0 {
					return nil // cannot be
				}
				pick := 0
				if from >= 0 && len(out) > 1 {
					pick = sharpest(flat, from, at, out)
				}
				to := out[pick]
				next[at] = slices.Delete(out, pick, pick+1)
				loop = append(loop, at)
				from, at = at, to
				left--
				if at == s {
					break
				}
				if left < 0 {
					return nil
				}
			}
			loops = append(loops, pinch(loop)...)
		}
	}
	return loops
}

// pinch takes a loop apart where it comes to a corner again.
func pinch(loop []int32) [][]int32 {
	var out [][]int32
	var stack []int32
	on := make(map[int32]bool, len(loop))
	for _, k := range loop {
		if on[k] {
			i := slices.Index(stack, k)
			part := slices.Clone(stack[i:])
			for _, x := range part {
				on[x] = false
			}
			out = append(out, part)
			stack = stack[:i]
		}
		stack = append(stack, k)
		on[k] = true
	}
	return append(out, stack)
}

// sharpest picks the way that turns most to the left: so loops that touch stay
// apart, with their inside to the left.
func sharpest(flat func(int32) vec.V2, from, at int32, to []int32) int {
	o := flat(at)
	back := flat(from).Sub(o)
	best, angle := 0, math.Inf(1)
	for i, k := range to {
		d := flat(k).Sub(o)
		// The angle from the way out clockwise to the way back … smallest is leftmost.
		a := math.Atan2(d.Cross(back), d.Dot(back))
		if a <= 0 {
			a += 2 * math.Pi
		}
		if a < angle {
			best, angle = i, a
		}
	}
	return best
}

// flat projects the corners along the axis of the plane, so that the patch is
// seen from outside.
func (p *patch) flat(w *work) func(int32) vec.V2 {
	u, v := (p.pl.axis+1)%3, (p.pl.axis+2)%3
	if p.back {
		u, v = v, u
	}
	return func(k int32) vec.V2 {
		c := w.corners.all[k].near
		return vec.V2{X: c.At(u), Y: c.At(v)}
	}
}
