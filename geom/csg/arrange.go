package csg

import (
	"cmp"
	"slices"

	"github.com/ifcmcq/ifcmcq/geom/mesh"
)

// work is one boolean on its way.
type work struct {
	op        operation
	budget    *Budget
	planes    planes
	triangles []*triangle
	grids     [3]*columns
	corners   corners
	faces     []piece
	sloppy    []bool // meshes of which triangles vanished on the grid
}

// triangleCost is what it takes to put a triangle on the grid and find its planes.
const triangleCost = 80

// spend takes n from the budget. Running out ends the boolean: compute recovers.
func (w *work) spend(n int) {
	if *w.budget -= Budget(n); *w.budget < 0 {
		panic(ErrBudget)
	}
}

func compute(op operation, a *mesh.Mesh, others []*mesh.Mesh, budget *Budget) (out *mesh.Mesh, err error) {
	if budget == nil {
		own := DefaultBudget
		budget = &own
	}
	if !a.Finite() {
		return nil, ErrInput
	}
	box := a.Box()
	all := []*mesh.Mesh{a}
	for _, m := range others {
		if !m.Finite() {
			return nil, ErrInput
		}
		if len(m.Triangles) == 0 || op != union && !m.Box().Grow(flush).Overlaps(box) {
			continue
		}
		all = append(all, m)
	}
	switch {
	case len(a.Triangles) == 0 && op != union, len(all) == 1 && op == intersection:
		return &mesh.Mesh{}, nil
	case len(all) == 1 && op == difference:
		return a.Clone(), nil
	}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(error)
			if !ok || e != ErrBudget && e != errFailed {
				panic(r)
			}
			out, err = nil, e
		}
	}()
	return arrange(op, all, budget)
}

// arrange computes a boolean of meshes that have triangles.
func arrange(op operation, all []*mesh.Mesh, budget *Budget) (*mesh.Mesh, error) {
	w := &work{op: op, budget: budget, planes: make(planes)}
	for _, m := range all {
		w.spend(triangleCost * len(m.Triangles))
	}
	g, ok := newGrid(all[0], all)
	if !ok {
		return nil, ErrSizes
	}
	if op == difference {
		all = append(all[:1:1], g.part(all[0], all[1:])...)
	}
	snapped := g.snap(all)
	for i, m := range all {
		if !closed(m, snapped[i]) {
			return nil, ErrOpen
		}
		w.take(m, snapped[i], i)
	}
	w.wake()
	w.cutAll()
	w.choose()
	out := w.stitch(&g, all[0], snapped[0])
	if len(out.Triangles) > 0 && !out.Closed() {
		return nil, errFailed
	}
	return out, nil
}

// closed is Mesh.Closed for vertices that are one if they are in one place.
func closed(m *mesh.Mesh, at [][3]int64) bool {
	type edge [2][3]int64
	balance := make(map[edge]int, len(m.Triangles)*3/2)
	bad := 0
	count := func(e edge, by int) {
		before := balance[e]
		after := before + by
		if before == 0 {
			bad++
		}
		if after == 0 {
			bad--
			delete(balance, e)
			return
		}
		balance[e] = after
	}
	for _, t := range m.Triangles {
		for i := range 3 {
			a, b := at[t[i]], at[t[(i+1)%3]]
			switch c := slices.Compare(a[:], b[:]); {
			case c < 0:
				count(edge{a, b}, 1)
			case c > 0:
				count(edge{b, a}, -1)
			}
		}
	}
	return bad == 0
}

// take adds the triangles of a mesh. Those without area on the grid are left
// out: the sum of the others is as closed as before. Meshes but the first are
// turned outwards.
func (w *work) take(m *mesh.Mesh, at [][3]int64, mesh int) {
	points := make(map[[3]int64]*point, len(at))
	of := func(i int32) *point {
		p := points[at[i]]
		if p == nil {
			p = gridPoint(at[i])
			points[at[i]] = p
		}
		return p
	}
	w.sloppy = append(w.sloppy, false)
	back := (mesh > 0 || w.op == union) && m.Volume() < 0
	for _, c := range m.Triangles {
		if back {
			c[1], c[2] = c[2], c[1]
		}
		t := &triangle{mesh: int32(mesh), index: int32(len(w.triangles))}
		if mesh > 0 {
			t.operand = 1
		}
		for i := range 3 {
			t.v[i] = of(c[i])
		}
		a, b, d := t.v[0].at, t.v[1].at, t.v[2].at
		var n [3]int64
		for i := range 3 {
			j, k := (i+1)%3, (i+2)%3
			n[i] = (b[j]-a[j])*(d[k]-a[k]) - (b[k]-a[k])*(d[j]-a[j])
			t.lo[i], t.hi[i] = min(a[i], b[i], d[i]), max(a[i], b[i], d[i])
		}
		if n == [3]int64{} {
			w.sloppy[mesh] = true
			continue
		}
		t.pl, t.up = w.planes.through(n, a)
		w.triangles = append(w.triangles, t)
	}
}

// wake finds the triangles that may be split or become part of the result. For
// the others it is known: what of the first operand is away from the boxes of the
// others stays, what of these is away from it goes.
func (w *work) wake() {
	var boxes [][2][3]int64 // of the meshes
	for _, t := range w.triangles {
		for int(t.mesh) >= len(boxes) {
			boxes = append(boxes, [2][3]int64{t.lo, t.hi})
		}
		b := &boxes[t.mesh]
		for i := range 3 {
			b[0][i], b[1][i] = min(b[0][i], t.lo[i]), max(b[1][i], t.hi[i])
		}
	}
	for _, t := range w.triangles {
		t.live = w.op == union
		for i := 0; i < len(boxes) && !t.live; i++ {
			if (i == 0) != (t.operand == 0) {
				t.live = overlap(t.lo, t.hi, boxes[i][0], boxes[i][1])
			}
		}
		if !t.live {
			continue
		}
		t.root = &node{piece: make([]corner, 3)}
		for i := range 3 {
			t.edges[i], t.inside[i] = w.edgePlane(t, i)
			t.root.piece[i] = corner{t.v[i], t.edges[i]}
		}
	}
}

// widest is the axis along which a box is longest.
func widest(lo, hi [3]int64) int {
	axis := 0
	for i := range 3 {
		if hi[i]-lo[i] > hi[axis]-lo[axis] {
			axis = i
		}
	}
	return axis
}

func overlap(alo, ahi, blo, bhi [3]int64) bool {
	return alo[0] <= bhi[0] && blo[0] <= ahi[0] && alo[1] <= bhi[1] && blo[1] <= ahi[1] && alo[2] <= bhi[2] && blo[2] <= ahi[2]
}

// cutAll splits the live triangles by each other. Triangles of the first operand
// are not split by their like, as a result never depends on how they overlap; but
// in a union it does.
func (w *work) cutAll() {
	var live []*triangle
	lo, hi := [3]int64{}, [3]int64{}
	for _, t := range w.triangles {
		if !t.live {
			continue
		}
		if len(live) == 0 {
			lo, hi = t.lo, t.hi
		}
		for i := range 3 {
			lo[i], hi[i] = min(lo[i], t.lo[i]), max(hi[i], t.hi[i])
		}
		live = append(live, t)
	}
	axis := widest(lo, hi)
	slices.SortStableFunc(live, func(a, b *triangle) int { return cmp.Compare(a.lo[axis], b.lo[axis]) })
	near := newNeighbourhood(w, live, axis)
	for i, s := range live {
		for _, k := range near.of(i) {
			t := live[k]
			if s.operand == 0 && t.operand == 0 && w.op != union {
				continue
			}
			if s.mesh == t.mesh && neighbours(s, t) {
				continue
			}
			w.spend(4)
			w.cross(s, t)
		}
	}
}

// neighbours tells whether two triangles of a mesh share an edge and nothing
// else.
func neighbours(s, t *triangle) bool {
	shared := 0
	var edge [2]int
	apart := -1
	for i, p := range s.v {
		if p == t.v[0] || p == t.v[1] || p == t.v[2] {
			if shared < 2 {
				edge[shared] = i
			}
			shared++
		} else {
			apart = i
		}
	}
	if shared != 2 || apart < 0 {
		return false
	}
	if s.pl != t.pl {
		return true
	}
	// In one plane: on different sides of the edge, or on each other?
	e := s.edges[(apart+1)%3]
	for _, p := range t.v {
		if p != s.v[edge[0]] && p != s.v[edge[1]] {
			return e.side(p)*s.inside[(apart+1)%3] < 0
		}
	}
	return false
}
