package geom

import (
	"math"

	"github.com/ifcmcq/ifcmcq/geom/tri"
	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// net is a triangulation of a region of the plane that is made Delaunay and into
// which points are put. Its outer edges stay.
type net struct {
	points    []vec.V2
	triangles [][3]int32 // counter-clockwise
	// next holds for the edge from corner i to i+1 of a triangle the triangle beyond,
	// -1 at the border.
	next  [][3]int32
	last  int32   // where the last point was put
	stack []int32 // edges to be looked at: 3·triangle + corner
}

// maxInner bounds the points that are put into one face.
const maxInner = 40_000

// link finds the neighbours of all triangles.
func (n *net) link() {
	open := make(map[[2]int32]int32, len(n.triangles))
	n.next = make([][3]int32, len(n.triangles))
	for i, t := range n.triangles {
		for k := range 3 {
			n.next[i][k] = -1
			a, b := t[k], t[(k+1)%3]
			if other, ok := open[[2]int32{b, a}]; ok {
				j, m := other/3, other%3
				n.next[i][k], n.next[j][m] = j, int32(i)
				delete(open, [2]int32{b, a})
				continue
			}
			open[[2]int32{a, b}] = int32(3*i + k)
		}
	}
}

// settle flips edges until the triangulation is Delaunay.
func (n *net) settle() {
	for i := range n.triangles {
		for k := range 3 {
			n.stack = append(n.stack, int32(3*i+k))
		}
	}
	n.flipAll()
}

func (n *net) flipAll() {
	budget := 1000 + 200*len(n.triangles)
	for len(n.stack) > 0 && budget > 0 {
		budget--
		e := n.stack[len(n.stack)-1]
		n.stack = n.stack[:len(n.stack)-1]
		n.flip(e/3, e%3)
	}
	n.stack = n.stack[:0]
}

// flip turns the edge at corner k of triangle i if that makes it Delaunay.
func (n *net) flip(i, k int32) {
	j := n.next[i][k]
	if j < 0 || j == i {
		return
	}
	a, b, c := n.triangles[i][k], n.triangles[i][(k+1)%3], n.triangles[i][(k+2)%3]
	m := int32(-1)
	for x := range int32(3) {
		if n.triangles[j][x] == b && n.triangles[j][(x+1)%3] == a && n.next[j][x] == i {
			m = x
		}
	}
	if m < 0 {
		return
	}
	d := n.triangles[j][(m+2)%3]
	pa, pb, pc, pd := n.points[a], n.points[b], n.points[c], n.points[d]
	if c == d || tri.Orient2D(pc, pa, pd) <= 0 || tri.Orient2D(pd, pb, pc) <= 0 {
		return
	}
	flat := tri.Orient2D(pa, pb, pc) <= 0 || tri.Orient2D(pb, pa, pd) <= 0
	if !flat && !inCircle(pa, pb, pc, pd) {
		return
	}
	bc, ca := n.next[i][(k+1)%3], n.next[i][(k+2)%3]
	ad, db := n.next[j][(m+1)%3], n.next[j][(m+2)%3]
	n.triangles[i], n.next[i] = [3]int32{c, a, d}, [3]int32{ca, ad, j}
	n.triangles[j], n.next[j] = [3]int32{d, b, c}, [3]int32{db, bc, i}
	n.relink(ad, j, i)
	n.relink(bc, i, j)
	n.stack = append(n.stack, 3*i, 3*i+1, 3*j, 3*j+1)
}

// relink makes i the neighbour of t where was was.
func (n *net) relink(t, was, i int32) {
	if t < 0 {
		return
	}
	for k := range 3 {
		if n.next[t][k] == was {
			n.next[t][k] = i
			return
		}
	}
}

// inCircle tells whether d lies within the circle of the counter-clockwise a, b, c,
// by more than rounding.
func inCircle(a, b, c, d vec.V2) bool {
	a, b, c = a.Sub(d), b.Sub(d), c.Sub(d)
	la, lb, lc := a.Dot(a), b.Dot(b), c.Dot(c)
	det := la*b.Cross(c) + lb*c.Cross(a) + lc*a.Cross(b)
	size := math.Abs(la*b.Cross(c)) + math.Abs(lb*c.Cross(a)) + math.Abs(lc*a.Cross(b))
	return det > 1e-10*size
}

// insert puts q into the triangle that it lies in. It is false if it lies in none,
// or on an edge.
func (n *net) insert(q vec.V2) bool {
	i := n.find(q)
	if i < 0 {
		return false
	}
	v := int32(len(n.points))
	n.points = append(n.points, q)
	t, next := n.triangles[i], n.next[i]
	j, k := int32(len(n.triangles)), int32(len(n.triangles)+1)
	n.triangles[i], n.next[i] = [3]int32{t[0], t[1], v}, [3]int32{next[0], j, k}
	n.triangles = append(n.triangles, [3]int32{t[1], t[2], v}, [3]int32{t[2], t[0], v})
	n.next = append(n.next, [3]int32{next[1], k, i}, [3]int32{next[2], i, j})
	n.relink(next[1], i, j)
	n.relink(next[2], i, k)
	n.last = i
	n.stack = append(n.stack, 3*i, 3*j, 3*k)
	n.flipAll()
	return true
}

// find returns the triangle that holds q inside of all its edges, or -1.
func (n *net) find(q vec.V2) int32 {
	i := min(n.last, int32(len(n.triangles)-1))
	for range len(n.triangles) {
		t := n.triangles[i]
		onward := int32(-2)
		for k := range 3 {
			if tri.Orient2D(n.points[t[k]], n.points[t[(k+1)%3]], q) < 0 {
				onward = n.next[i][k]
				break
			}
		}
		if onward == -2 {
			break
		}
		if onward < 0 {
			i = -1
			break
		}
		i = onward
	}
	if i >= 0 && n.holds(i, q) {
		return i
	}
	for i := range n.triangles { // the way was barred by the border
		if n.holds(int32(i), q) {
			return int32(i)
		}
	}
	return -1
}

func (n *net) holds(i int32, q vec.V2) bool {
	t := n.triangles[i]
	for k := range 3 {
		if tri.Orient2D(n.points[t[k]], n.points[t[(k+1)%3]], q) <= 0 {
			return false
		}
	}
	return true
}

// inner gives the grid points, one apart and counted from where zero is, that lie
// within the rings and not too near to them.
func (n *net) inner(rings [][]vec.V2, zero vec.V2) []vec.V2 {
	const tooNear = 0.45
	lo, hi := span2(rings[0])
	step := 1.0
	for (hi.X-lo.X)/step*((hi.Y-lo.Y)/step) > maxInner {
		step *= 1.25
	}
	var out []vec.V2
	row := 0
	for y := math.Ceil((zero.Y+lo.Y)/step)*step - zero.Y; y < hi.Y; y += step {
		// Every other row is moved by half a step: the triangles are better.
		x := math.Ceil((zero.X+lo.X)/step)*step - zero.X
		if row%2 == 1 {
			x -= step / 2
		}
		row++
		for ; x < hi.X; x += step {
			if q := (vec.V2{X: x, Y: y}); within(rings, q, tooNear*step) {
				out = append(out, q)
			}
		}
	}
	return out
}

// within tells whether q lies inside of rings and farther from them than least.
func within(rings [][]vec.V2, q vec.V2, least float64) bool {
	in := false
	for _, ring := range rings {
		a := ring[len(ring)-1]
		for _, b := range ring {
			if (a.Y > q.Y) != (b.Y > q.Y) && q.X < a.X+(q.Y-a.Y)/(b.Y-a.Y)*(b.X-a.X) {
				in = !in
			}
			d := b.Sub(a)
			t := 0.0
			if l := d.Dot(d); l > 0 {
				t = math.Max(0, math.Min(1, q.Sub(a).Dot(d)/l))
			}
			if a.Add(d.Mul(t)).Dist(q) < least {
				return false
			}
			a = b
		}
	}
	return in
}
