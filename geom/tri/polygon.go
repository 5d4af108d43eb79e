package tri

import (
	"cmp"
	"math"
	"slices"

	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// Polygon triangulates a polygon with holes. Its triangles hold positions in
// outer followed by the holes in order, and go round as outer does. Loops of
// fewer than three points and points that are no numbers give nothing.
//
// It is ear clipping: holes are first joined to the outline by bridges, then ears
// are cut off, the sharpest rules first; what the rules cannot do, because the
// outline crosses itself, is cut by looser ones, so that it ends in any case with
// the same number of triangles.
func Polygon(outer []vec.V2, holes [][]vec.V2) [][3]int32 {
	n := len(outer)
	if n < 3 || !finite(outer) {
		return nil
	}
	simple := true
	for _, h := range holes {
		if !finite(h) {
			return nil
		}
		simple = simple && len(h) < 3
		n += len(h)
	}
	if simple {
		if t := fast(outer); t != nil {
			return t
		}
	}
	if len(holes) == 1 && len(holes[0]) == len(outer) {
		if t := strip(outer, holes[0]); t != nil {
			return t
		}
	}
	c := &clipper{points: make([]vec.V2, 0, n), nodes: make([]node, 0, n+2*len(holes)), out: make([][3]int32, 0, n+2*len(holes))}
	turned := area(outer) < 0
	start := c.loop(outer, turned, false)
	var inner []int32
	for _, h := range holes {
		if len(h) < 3 {
			c.points = append(c.points, h...)
			continue
		}
		inner = append(inner, c.loop(h, turned, true))
	}
	start = c.bridge(start, inner)
	c.clip(start)
	if turned {
		for i, t := range c.out {
			c.out[i] = [3]int32{t[0], t[2], t[1]}
		}
	}
	return c.out
}

func finite(p []vec.V2) bool {
	for _, v := range p {
		if s := math.Abs(v.X) + math.Abs(v.Y); !(s <= 1e100) {
			return false
		}
	}
	return true
}

// area is the doubled signed area.
func area(p []vec.V2) float64 {
	sum := 0.0
	for i := 1; i+1 < len(p); i++ {
		sum += p[i].Sub(p[0]).Cross(p[i+1].Sub(p[0]))
	}
	return sum
}

// fast triangulates triangles, quadrilaterals and convex polygons; nil if the
// polygon is none.
func fast(p []vec.V2) [][3]int32 {
	n := len(p)
	if n == 3 {
		return [][3]int32{{0, 1, 2}}
	}
	turn := 0
	for i := range n {
		s := Orient2D(p[i], p[(i+1)%n], p[(i+2)%n])
		if s == 0 || turn != 0 && s != turn {
			return nil
		}
		turn = s
	}
	// All turns alike may still be several times round: a star.
	around := 0.0
	for i := range n {
		a, b := p[(i+1)%n].Sub(p[i]), p[(i+2)%n].Sub(p[(i+1)%n])
		around += math.Atan2(a.Cross(b), a.Dot(b))
	}
	if math.Abs(around) > 7 {
		return nil
	}
	if n == 4 && delaunay13(p) {
		return [][3]int32{{0, 1, 3}, {1, 2, 3}}
	}
	out := make([][3]int32, 0, n-2)
	for i := 1; i+1 < n; i++ {
		out = append(out, [3]int32{0, int32(i), int32(i + 1)})
	}
	return out
}

// strip triangulates what lies between an outline and a hole with as many corners, as
// the ends of pipes are, side by side; nil if they do not run along each other. It is
// what most rings are, and clipping them takes time with the square of the corners.
func strip(outer, hole []vec.V2) [][3]int32 {
	n := len(outer)
	turn := 1
	if area(outer) < 0 {
		turn = -1
	}
	step := 1
	if (area(hole) < 0) != (turn < 0) {
		step = n - 1
	}
	start := 0
	for i, p := range hole {
		if p.Dist(outer[0]) < hole[start].Dist(outer[0]) {
			start = i
		}
	}
	out := make([][3]int32, 0, 2*n)
	for i := range n {
		j := (i + 1) % n
		k, l := (start+i*step)%n, (start+(i+1)*step)%n
		a, b, c, d := outer[i], outer[j], hole[l], hole[k]
		switch {
		case Orient2D(a, b, c) == turn && Orient2D(a, c, d) == turn:
			out = append(out, [3]int32{int32(i), int32(j), int32(n + l)}, [3]int32{int32(i), int32(n + l), int32(n + k)})
		case Orient2D(a, b, d) == turn && Orient2D(b, c, d) == turn:
			out = append(out, [3]int32{int32(i), int32(j), int32(n + k)}, [3]int32{int32(j), int32(n + l), int32(n + k)})
		default:
			return nil
		}
	}
	return out
}

// delaunay13 tells whether the diagonal between points 1 and 3 is the better one:
// the angles across from it add up to less than half a turn, by more than
// rounding.
func delaunay13(p []vec.V2) bool {
	angle := func(at, a, b int) float64 {
		u, v := p[a].Sub(p[at]), p[b].Sub(p[at])
		return math.Abs(math.Atan2(u.Cross(v), u.Dot(v)))
	}
	return angle(0, 1, 3)+angle(2, 3, 1) < math.Pi-1e-9
}

// node is a corner of the polygon that is left. Corners of bridges are there
// twice, with the same point.
type node struct {
	point      int32
	prev, next int32
	gone       bool
}

type clipper struct {
	points []vec.V2
	nodes  []node
	out    [][3]int32
	grid   *grid
}

func (c *clipper) at(i int32) vec.V2 { return c.points[c.nodes[i].point] }

func (c *clipper) turn(i int32) int {
	n := &c.nodes[i]
	return Orient2D(c.at(n.prev), c.at(i), c.at(n.next))
}

// loop adds a ring of nodes. Outlines are made counter-clockwise by turning all
// loops round when the outer is not; a hole goes the other way round than it.
func (c *clipper) loop(p []vec.V2, turned, hole bool) int32 {
	first := int32(len(c.nodes))
	base, n := int32(len(c.points)), int32(len(p))
	c.points = append(c.points, p...)
	back := turned
	if hole {
		back = area(p) > 0
	}
	for i := range n {
		k := i
		if back {
			k = n - 1 - i
		}
		c.nodes = append(c.nodes, node{point: base + k, prev: first + (i+n-1)%n, next: first + (i+1)%n})
	}
	return first
}

// clip cuts ears until nothing is left.
func (c *clipper) clip(start int32) {
	left := 0
	for i := start; ; {
		left++
		if i = c.nodes[i].next; i == start {
			break
		}
	}
	c.grid = newGrid(c, start, left)
	level, tried := 0, 0
	at := start
	for left >= 3 {
		n := &c.nodes[at]
		if left == 3 || c.ear(at, level) {
			c.emit(n.prev, at, n.next)
			c.nodes[n.prev].next, c.nodes[n.next].prev = n.next, n.prev
			n.gone = true
			left--
			// The next but one, as ears side by side make fans of slivers; but where ears
			// are rare the next is likely beside the last.
			if at = c.nodes[n.next].next; tried > rare {
				at = n.prev
			}
			level, tried = 0, 0
			if left == 2 {
				return
			}
			continue
		}
		at = n.next
		if tried++; tried >= left {
			level, tried = level+1, 0
		}
	}
}

// rare is after how many corners without an ear ears are rare.
const rare = 16

// emit adds a triangle, unless it is only an edge there and back again.
func (c *clipper) emit(i, j, k int32) {
	a, b, d := c.nodes[i].point, c.nodes[j].point, c.nodes[k].point
	if a != b && b != d && d != a {
		c.out = append(c.out, [3]int32{a, b, d})
	}
}

// ear tells whether the corner may be cut off. Level 0 wants an ear with an area
// that no other corner lies in or touches; level 1 lets them touch; level 2 takes
// corners without area; level 3 takes anything.
func (c *clipper) ear(i int32, level int) bool {
	n := &c.nodes[i]
	turn := c.turn(i)
	switch {
	case level >= 3:
		return true
	case level == 2 && turn == 0:
		return true
	case turn < 0:
		return false
	}
	a, b, d := c.at(n.prev), c.at(i), c.at(n.next)
	if turn == 0 {
		// A point that is there twice or an edge there and back again: nothing lies
		// between. Straight on is no ear.
		return a.Sub(b).Dot(d.Sub(b)) >= 0
	}
	blocked := false
	c.grid.near(c, a, b, d, func(k int32) bool {
		if k == n.prev || k == i || k == n.next {
			return true
		}
		blocked = c.blocks(k, a, b, d, level)
		return !blocked
	})
	return !blocked
}

// blocks tells whether corner k is in the way of cutting off a, b, d.
func (c *clipper) blocks(k int32, a, b, d vec.V2, level int) bool {
	p := c.at(k)
	// Another corner at the same place as one of the ear's is in the way if it leads
	// into the ear: what it leads to may be convex, hence not looked at.
	into := func(x, o, y vec.V2) bool {
		n := &c.nodes[k]
		for _, q := range [2]vec.V2{c.at(n.prev), c.at(n.next)} {
			if Orient2D(x, o, q) > 0 && Orient2D(o, y, q) > 0 {
				return true
			}
		}
		return false
	}
	switch p {
	case a:
		return into(d, a, b)
	case b:
		return into(a, b, d)
	case d:
		return into(b, d, a)
	}
	s1, s2, s3 := Orient2D(a, b, p), Orient2D(b, d, p), Orient2D(d, a, p)
	if level > 0 {
		return s1 > 0 && s2 > 0 && s3 > 0
	}
	return s1 >= 0 && s2 >= 0 && s3 >= 0
}

// grid finds the corners that are not convex near a place: only they can lie in
// an ear. A convex corner never becomes another while ears are cut.
type grid struct {
	lo      vec.V2
	scale   vec.V2
	cols    int
	rows    int
	start   []int32
	corners []int32
}

func newGrid(c *clipper, start int32, n int) *grid {
	g := &grid{cols: 1, rows: 1}
	var dull []int32
	inf := math.Inf(1)
	lo, hi := vec.V2{X: inf, Y: inf}, vec.V2{X: -inf, Y: -inf}
	for i, k := start, 0; k < n; i, k = c.nodes[i].next, k+1 {
		p := c.at(i)
		lo.X, lo.Y, hi.X, hi.Y = min(lo.X, p.X), min(lo.Y, p.Y), max(hi.X, p.X), max(hi.Y, p.Y)
		if c.turn(i) <= 0 {
			dull = append(dull, i)
		}
	}
	g.lo = lo
	if side := int(math.Sqrt(float64(len(dull)))); side > 4 {
		g.cols, g.rows = min(side, 1<<10), min(side, 1<<10)
	}
	g.scale = vec.V2{X: scaleOf(hi.X-lo.X, g.cols), Y: scaleOf(hi.Y-lo.Y, g.rows)}
	g.start = make([]int32, g.cols*g.rows+1)
	for _, i := range dull {
		g.start[g.cell(c.at(i))+1]++
	}
	for i := range g.cols * g.rows {
		g.start[i+1] += g.start[i]
	}
	g.corners = make([]int32, len(dull))
	fill := slices.Clone(g.start)
	for _, i := range dull {
		k := g.cell(c.at(i))
		g.corners[fill[k]] = i
		fill[k]++
	}
	return g
}

func scaleOf(size float64, cells int) float64 {
	if !(size > 0) {
		return 0
	}
	return float64(cells) / size
}

func (g *grid) col(x float64) int { return min(max(int((x-g.lo.X)*g.scale.X), 0), g.cols-1) }
func (g *grid) row(y float64) int { return min(max(int((y-g.lo.Y)*g.scale.Y), 0), g.rows-1) }
func (g *grid) cell(p vec.V2) int { return g.row(p.Y)*g.cols + g.col(p.X) }

// near calls f with the corners in the box of a triangle until it returns false.
func (g *grid) near(c *clipper, a, b, d vec.V2, f func(int32) bool) {
	x0, x1 := min(a.X, b.X, d.X), max(a.X, b.X, d.X)
	y0, y1 := min(a.Y, b.Y, d.Y), max(a.Y, b.Y, d.Y)
	for r := g.row(y0); r <= g.row(y1); r++ {
		for k := g.start[r*g.cols+g.col(x0)]; k < g.start[r*g.cols+g.col(x1)+1]; k++ {
			i := g.corners[k]
			if c.nodes[i].gone {
				continue
			}
			if p := c.at(i); p.X < x0 || p.X > x1 || p.Y < y0 || p.Y > y1 {
				continue
			}
			if !f(i) {
				return
			}
		}
	}
}

// bridge joins the holes to the outline, the one that reaches farthest to the
// right first.
func (c *clipper) bridge(outer int32, holes []int32) int32 {
	right := make([]int32, len(holes))
	for k, h := range holes {
		best := h
		for i := c.nodes[h].next; i != h; i = c.nodes[i].next {
			if p, q := c.at(i), c.at(best); p.X > q.X || p.X == q.X && p.Y > q.Y {
				best = i
			}
		}
		right[k] = best
	}
	slices.SortStableFunc(right, func(a, b int32) int {
		p, q := c.at(a), c.at(b)
		return cmp.Or(cmp.Compare(q.X, p.X), cmp.Compare(q.Y, p.Y))
	})
	for k, h := range right {
		c.join(c.visible(outer, h, right[k+1:]), h)
	}
	return outer
}

// join cuts the polygon open between corners p and h of different loops: p h …
// h' p' instead of p.
func (c *clipper) join(p, h int32) {
	p2, h2 := int32(len(c.nodes)), int32(len(c.nodes)+1)
	after, before := c.nodes[p].next, c.nodes[h].prev
	c.nodes = append(c.nodes,
		node{point: c.nodes[p].point, prev: h2, next: after},
		node{point: c.nodes[h].point, prev: before, next: p2})
	c.nodes[after].prev = p2
	c.nodes[before].next = h2
	c.nodes[p].next, c.nodes[h].prev = h, p
}

// maxBridgeTries bounds the search for a bridge that touches nothing.
const maxBridgeTries = 64

// visible finds a corner of the outline to which a bridge leads from h without
// crossing or touching an edge: the nearest.
func (c *clipper) visible(outer, h int32, others []int32) int32 {
	from := c.at(h)
	type candidate struct {
		node int32
		d    float64
	}
	var all []candidate
	for i, first := outer, true; first || i != outer; i, first = c.nodes[i].next, false {
		if p := c.at(i); p == from {
			if c.within(i, c.at(c.nodes[h].next)) {
				return i
			}
		} else if c.within(i, from) && c.within(h, p) {
			all = append(all, candidate{i, p.Dist(from)})
		}
	}
	if len(all) == 0 {
		return c.nearest(outer, from)
	}
	for range min(maxBridgeTries, len(all)) {
		best := 0
		for k := range all {
			if all[k].d < all[best].d {
				best = k
			}
		}
		i := all[best].node
		if math.IsInf(all[best].d, 1) {
			break
		}
		all[best].d = math.Inf(1)
		to := c.at(i)
		free := c.clear(outer, from, to) && c.clear(h, from, to)
		for k := 0; free && k < len(others); k++ {
			free = c.clear(others[k], from, to)
		}
		if free {
			return i
		}
	}
	return c.nearest(outer, from)
}

func (c *clipper) nearest(outer int32, from vec.V2) int32 {
	best := outer
	for i := c.nodes[outer].next; i != outer; i = c.nodes[i].next {
		if c.at(i).Dist(from) < c.at(best).Dist(from) {
			best = i
		}
	}
	return best
}

// within tells whether the direction from corner i to p leads into the polygon,
// or along its edge.
func (c *clipper) within(i int32, p vec.V2) bool {
	n := &c.nodes[i]
	a, b, d := c.at(n.prev), c.at(i), c.at(n.next)
	in, out := Orient2D(a, b, p), Orient2D(b, d, p)
	if Orient2D(a, b, d) > 0 {
		return in >= 0 && out >= 0
	}
	return in > 0 || out > 0
}

// clear tells whether the open segment from p to q touches no edge of a loop but
// at p and q.
func (c *clipper) clear(loop int32, p, q vec.V2) bool {
	x0, x1 := min(p.X, q.X), max(p.X, q.X)
	y0, y1 := min(p.Y, q.Y), max(p.Y, q.Y)
	for i, first := loop, true; first || i != loop; i, first = c.nodes[i].next, false {
		a, b := c.at(i), c.at(c.nodes[i].next)
		if max(a.X, b.X) < x0 || min(a.X, b.X) > x1 || max(a.Y, b.Y) < y0 || min(a.Y, b.Y) > y1 {
			continue
		}
		sa, sb := Orient2D(p, q, a), Orient2D(p, q, b)
		for k, s := range [2]int{sa, sb} {
			v := a
			if k == 1 {
				v = b
			}
			if s == 0 && v != p && v != q && v.X >= x0 && v.X <= x1 && v.Y >= y0 && v.Y <= y1 {
				return false
			}
		}
		if sa*sb < 0 && Orient2D(a, b, p)*Orient2D(a, b, q) < 0 {
			return false
		}
	}
	return true
}
