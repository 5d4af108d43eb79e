package csg

import (
	"cmp"
	"slices"
)

// neighbourhood finds, among triangles that are sorted along an axis, those whose
// boxes meet the box of one of them. Few are swept along the axis; many are put
// into a tree of boxes, since what is long and slanting overlaps all the rest
// along any axis.
type neighbourhood struct {
	w     *work
	all   []*triangle
	axis  int
	order []int32 // positions in all, as they stand in the tree; nil if swept
	boxes [][2][3]int64
	found []int32
}

// sweptMost is up to how many triangles are swept.
const sweptMost = 256

func newNeighbourhood(w *work, all []*triangle, axis int) *neighbourhood {
	n := &neighbourhood{w: w, all: all, axis: axis}
	if len(all) > sweptMost {
		n.order = make([]int32, len(all))
		for i := range n.order {
			n.order[i] = int32(i)
		}
		n.build(0, 0, len(all))
	}
	return n
}

// build makes a node of the tree: its halves are nodes 2·node+1 and 2·node+2.
func (n *neighbourhood) build(node, lo, hi int) {
	for len(n.boxes) <= node {
		n.boxes = append(n.boxes, [2][3]int64{})
	}
	first := n.all[n.order[lo]]
	box := [2][3]int64{first.lo, first.hi}
	for _, k := range n.order[lo:hi] {
		for i := range 3 {
			box[0][i], box[1][i] = min(box[0][i], n.all[k].lo[i]), max(box[1][i], n.all[k].hi[i])
		}
	}
	n.boxes[node] = box
	if hi-lo <= leafSize {
		return
	}
	axis := widest(box[0], box[1])
	slices.SortFunc(n.order[lo:hi], func(a, b int32) int {
		s, t := n.all[a], n.all[b]
		return cmp.Or(cmp.Compare(s.lo[axis]+s.hi[axis], t.lo[axis]+t.hi[axis]), cmp.Compare(a, b))
	})
	mid := (lo + hi) / 2
	n.build(2*node+1, lo, mid)
	n.build(2*node+2, mid, hi)
}

// of returns the positions behind i of the triangles whose boxes meet that of
// triangle i, in order.
func (n *neighbourhood) of(i int) []int32 {
	n.found = n.found[:0]
	s := n.all[i]
	if n.order != nil {
		n.search(0, 0, len(n.all), s, int32(i))
		slices.Sort(n.found)
		return n.found
	}
	for k := i + 1; k < len(n.all) && n.all[k].lo[n.axis] <= s.hi[n.axis]; k++ {
		if k%8 == 0 {
			n.w.spend(1)
		}
		if t := n.all[k]; overlap(s.lo, s.hi, t.lo, t.hi) {
			n.found = append(n.found, int32(k))
		}
	}
	return n.found
}

func (n *neighbourhood) search(node, lo, hi int, s *triangle, after int32) {
	if b := &n.boxes[node]; !overlap(s.lo, s.hi, b[0], b[1]) {
		return
	}
	n.w.spend(1)
	if hi-lo <= leafSize {
		for _, k := range n.order[lo:hi] {
			if t := n.all[k]; k > after && overlap(s.lo, s.hi, t.lo, t.hi) {
				n.found = append(n.found, k)
			}
		}
		return
	}
	mid := (lo + hi) / 2
	n.search(2*node+1, lo, mid, s, after)
	n.search(2*node+2, mid, hi, s, after)
}
