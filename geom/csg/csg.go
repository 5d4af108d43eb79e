// Package csg cuts, joins and intersects closed triangle meshes.
//
// # Method
//
// The meshes are moved to a grid, of 0.1 µm for things of 5 m, in a frame that lies
// along the main face of the first. There every decision is exact, in whole
// numbers of 256 bits: a place is where three planes meet, and the only question
// is on which side of a fourth it lies. Each triangle is split into convex pieces
// along the lines where others meet it; winding numbers on both sides of a piece
// tell whether it bounds the result; corners that lie on edges of neighbours are
// put into these; pieces in one plane are joined and cut into triangles again.
// Faces that coincide need no care: pieces that lie on each other are counted
// once, with what is above and below all of them.
//
// So there is no tolerance but that of the grid, and the result is closed by its
// nature: it is the boundary of a set of points.
//
// Work is counted, not timed: the same input fails on every machine or on none.
package csg

import (
	"errors"
	"math"

	"github.com/ifcmcq/ifcmcq/geom/mesh"
	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// Reasons why there is no result.
var (
	ErrOpen   = errors.New("a mesh is not closed")
	ErrBudget = errors.New("too much work")
	ErrInput  = errors.New("a mesh has vertices that are no numbers")
	ErrSizes  = errors.New("a mesh is so much larger than the first that a grid for both loses the first")
	errFailed = errors.New("boolean failed")
)

// Budget is how much work is left for one boolean or for several together, in units
// of some 50 ns.
type Budget int

// DefaultBudget is what a boolean has to itself where none is given: two or three
// seconds.
const DefaultBudget Budget = 50_000_000

type operation uint8

const (
	difference operation = iota
	intersection
	union
)

// holds tells how often a place belongs to the result that lies a times in the
// first and b times in the other operands.
func (op operation) holds(a, b int) int {
	switch {
	case op == union && (a > 0 || b > 0):
		return 1
	case op == union:
		return 0
	case (op == difference) == (b <= 0):
		return a
	}
	return 0
}

// Difference returns a without what lies in any of the cutters. All must be
// closed; the cutters, which may overlap, count as turned outwards. Nothing left
// is a mesh without triangles. The operands are not changed. The budget bounds
// the work; nil is DefaultBudget.
func Difference(a *mesh.Mesh, cutters []*mesh.Mesh, budget *Budget) (*mesh.Mesh, error) {
	return compute(difference, a, cutters, budget)
}

// Intersection returns what lies both in a and in any of the others.
func Intersection(a *mesh.Mesh, others []*mesh.Mesh, budget *Budget) (*mesh.Mesh, error) {
	return compute(intersection, a, others, budget)
}

// Union returns what lies in any of the meshes.
func Union(a *mesh.Mesh, others []*mesh.Mesh, budget *Budget) (*mesh.Mesh, error) {
	return compute(union, a, others, budget)
}

// Clip returns the part of m on the side of the plane through at that normal
// points away from, closed by a face in the plane.
func Clip(m *mesh.Mesh, at, normal vec.V3, budget *Budget) (*mesh.Mesh, error) {
	n, ok := normal.Unit()
	if !ok || !at.Finite() || !m.Finite() {
		return nil, ErrInput
	}
	box := m.Box()
	if box.IsEmpty() {
		return m.Clone(), nil
	}
	above, below := false, false
	for _, v := range m.Vertices {
		d := v.Sub(at).Dot(n)
		above, below = above || d > 0, below || d < 0
	}
	switch {
	case !above:
		return m.Clone(), nil
	case !below:
		return &mesh.Mesh{}, nil
	}
	return compute(difference, m, []*mesh.Mesh{HalfSpace(box, at, n.Neg())}, budget)
}

// HalfSpace returns a cuboid that, within box, is the half space behind the plane
// through at: the side that normal, of length 1, points away from.
func HalfSpace(box vec.Box, at, normal vec.V3) *mesh.Mesh {
	c := box.Lo.Add(box.Hi).Mul(0.5)
	r := box.Size().Len()*0.75 + 0.125
	// The axis that the normal has least of makes the first edge.
	axis := vec.Identity.X
	if x, y, z := math.Abs(normal.X), math.Abs(normal.Y), math.Abs(normal.Z); y < x && y <= z {
		axis = vec.Identity.Y
	} else if z < x && z < y {
		axis = vec.Identity.Z
	}
	u, _ := axis.Sub(normal.Mul(normal.Dot(axis))).Unit()
	v := normal.Cross(u)
	foot := c.Sub(normal.Mul(c.Sub(at).Dot(normal))) // the plane's point nearest to the middle
	deep := max(c.Sub(foot).Dot(normal.Neg()), 0) + r
	frame := vec.Affine{X: u.Mul(2 * r), Y: v.Mul(2 * r), Z: normal.Mul(deep), O: foot.Sub(u.Mul(r)).Sub(v.Mul(r)).Sub(normal.Mul(deep))}
	return Box(frame)
}

// Box returns the unit cube, mapped.
func Box(frame vec.Affine) *mesh.Mesh {
	m := &mesh.Mesh{}
	for i := range 8 {
		m.Vertices = append(m.Vertices, vec.V3{X: float64(i & 1), Y: float64(i >> 1 & 1), Z: float64(i >> 2)})
	}
	for _, q := range [6][4]int32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		m.Triangles = append(m.Triangles, [3]int32{q[0], q[1], q[2]}, [3]int32{q[0], q[2], q[3]})
	}
	m.Transform(frame)
	return m
}
