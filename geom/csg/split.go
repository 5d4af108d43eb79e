package csg

// triangle is a triangle of an operand with its pieces.
type triangle struct {
	v       [3]*point
	pl      *plane
	up      bool // the triangle's own normal points to the upper side of pl
	edges   [3]*plane
	inside  [3]int // side of edges on which the triangle lies
	operand int    // 0: first operand; 1: the others
	mesh    int32  // of which mesh it comes
	index   int32
	lo, hi  [3]int64
	live    bool // to be split and shown; the others only count for winding
	root    *node
}

// node is a part of a triangle: a convex piece, or split by a plane in two parts.
type node struct {
	piece       []corner
	by          *plane
	front, back *node
}

// corner is a corner of a piece and the plane that holds the edge after it.
type corner struct {
	p *point
	e *plane
}

// edgePlane is the plane through edge i of the triangle along the axis that the
// triangle's plane faces.
func (w *work) edgePlane(t *triangle, i int) (*plane, int) {
	a, b, c := t.v[i].at, t.v[(i+1)%3].at, t.v[(i+2)%3]
	u, v := (t.pl.axis+1)%3, (t.pl.axis+2)%3
	var n [3]int64
	n[u], n[v] = -(b[v] - a[v]), b[u]-a[u]
	pl, _ := w.planes.through(n, a)
	return pl, pl.side(c)
}

// segment is a line in the plane of a triangle from p to q, along plane by.
type segment struct {
	by   *plane
	p, q *point
}

// cross splits the pieces of two triangles where they meet.
func (w *work) cross(s, t *triangle) {
	if t.pl == s.pl {
		if apart(s, t) || apart(t, s) {
			return
		}
		for i := range 3 {
			w.insert(t, segment{s.edges[i], s.v[i], s.v[(i+1)%3]})
			w.insert(s, segment{t.edges[i], t.v[i], t.v[(i+1)%3]})
		}
		return
	}
	of, ok := t.sides(s)
	if !ok {
		return
	}
	other, ok := s.sides(t)
	if !ok {
		return
	}
	w.cutBy(t, s, of)
	w.cutBy(s, t, other)
}

// sides tells on which sides of the plane of t the corners of s lie; ok is false
// if s has no more than a corner in that plane.
func (t *triangle) sides(s *triangle) (sides [3]int, ok bool) {
	zeros, sum := 0, 0
	for i, p := range s.v {
		if p == t.v[0] || p == t.v[1] || p == t.v[2] {
			zeros++
			continue
		}
		sides[i] = t.pl.side(p)
		sum += sides[i]
		if sides[i] == 0 {
			zeros++
		}
	}
	return sides, zeros == 2 || zeros < 2 && max(sum, -sum) < 3-zeros
}

// apart tells whether s lies beyond an edge of t. Both are in one plane; the
// products of coordinates fit.
func apart(s, t *triangle) bool {
	u, v := (t.pl.axis+1)%3, (t.pl.axis+2)%3
	turn := int64(1)
	if !t.up {
		turn = -1
	}
	for i := range 3 {
		a, b := &t.v[i].at, &t.v[(i+1)%3].at
		out := true
		for _, p := range s.v {
			if ((b[u]-a[u])*(p.at[v]-a[v])-(b[v]-a[v])*(p.at[u]-a[u]))*turn > 0 {
				out = false
				break
			}
		}
		if out {
			return true
		}
	}
	return false
}

// cutBy splits the pieces of t along the line where s meets it; sides are those of
// the plane of t on which the corners of s lie.
func (w *work) cutBy(t, s *triangle, sides [3]int) {
	var ends []*point
	for i := range 3 {
		j := (i + 1) % 3
		if sides[i] == 0 {
			ends = append(ends, s.v[i])
		}
		if sides[i]*sides[j] < 0 {
			ends = append(ends, w.meet(s.pl, s.edges[i], t.pl))
		}
	}
	if len(ends) == 2 {
		w.insert(t, segment{s.pl, ends[0], ends[1]})
	}
}

// meet is the point of three planes that are known to have one.
func (w *work) meet(a, b, c *plane) *point {
	w.spend(8)
	p := meet(a, b, c)
	if p == nil {
		panic(errFailed) // cannot be: the segment crosses the plane strictly
	}
	return p
}

func (w *work) insert(t *triangle, s segment) {
	for i, e := range t.edges {
		p, q := e.side(s.p)*t.inside[i], e.side(s.q)*t.inside[i]
		switch {
		case p <= 0 && q <= 0:
			return
		case p < 0:
			s.p = w.meet(t.pl, s.by, e)
		case q < 0:
			s.q = w.meet(t.pl, s.by, e)
		}
	}
	w.descend(t, t.root, s)
}

func (w *work) descend(t *triangle, n *node, s segment) {
	w.spend(1)
	if n.by == nil {
		w.split(t, n, s.by)
		return
	}
	p, q := n.by.side(s.p), n.by.side(s.q)
	switch {
	case p == 0 && q == 0:
	case p >= 0 && q >= 0:
		w.descend(t, n.front, s)
	case p <= 0 && q <= 0:
		w.descend(t, n.back, s)
	default:
		m := w.meet(t.pl, s.by, n.by)
		first, second := segment{s.by, s.p, m}, segment{s.by, m, s.q}
		if p < 0 {
			first, second = second, first
		}
		w.descend(t, n.front, first)
		w.descend(t, n.back, second)
	}
}

// split makes two pieces of one.
func (w *work) split(t *triangle, n *node, by *plane) {
	w.spend(4)
	k := len(n.piece)
	sides := make([]int, k)
	above, below := false, false
	for i, c := range n.piece {
		sides[i] = by.side(c.p)
		above, below = above || sides[i] > 0, below || sides[i] < 0
	}
	if !above || !below {
		return
	}
	front, back := make([]corner, 0, k+1), make([]corner, 0, k+1)
	for i, c := range n.piece {
		s, next := sides[i], sides[(i+1)%k]
		switch {
		case s > 0:
			front = append(front, c)
		case s < 0:
			back = append(back, c)
		case next < 0:
			front, back = append(front, corner{c.p, by}), append(back, c)
		default:
			front, back = append(front, c), append(back, corner{c.p, by})
		}
		switch {
		case s > 0 && next < 0:
			m := w.meet(t.pl, c.e, by)
			front, back = append(front, corner{m, by}), append(back, corner{m, c.e})
		case s < 0 && next > 0:
			m := w.meet(t.pl, c.e, by)
			front, back = append(front, corner{m, c.e}), append(back, corner{m, by})
		}
	}
	*n = node{by: by, front: &node{piece: front}, back: &node{piece: back}}
}

// pieces calls f with the pieces of a triangle.
func (n *node) pieces(f func([]corner)) {
	if n.by == nil {
		f(n.piece)
		return
	}
	n.front.pieces(f)
	n.back.pieces(f)
}
