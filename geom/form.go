package geom

import (
	"github.com/ifcmcq/ifcmcq/geom/mesh"
	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// form is a shape as it has been read, before any triangle.
type form interface {
	// corners gives every vertex of the form's mesh after map t, in any order and
	// possibly more than once: what a box needs. Forms that can only be had by
	// cutting give those of what they are cut from; see box.
	corners(t *vec.Affine, add func(vec.V3))
	// mesh triangulates the form in its own frame.
	mesh(m *mesher) (*mesh.Mesh, error)
}

// outline is a flat region with holes, or, if open, a line.
type outline struct {
	outer []vec.V2   // without the first point again at the end; counter-clockwise unless open
	holes [][]vec.V2 // clockwise
	open  bool
}

// prism is a profile moved along a straight line: an extrusion.
type prism struct {
	profile []outline
	frame   vec.Affine // of the profile's plane
	dir     vec.V3     // in the frame, with its length
}

// polyhedron is a set of flat or nearly flat faces.
type polyhedron struct {
	points []vec.V3
	faces  []face
	// solid tells that the faces are meant to bound a solid: then the mesh is
	// turned outwards.
	solid bool
}

// face is a polygon with holes: loops of positions in the points of its
// polyhedron, the outer one first, seen from outside counter-clockwise.
type face struct{ loops [][]int32 }

// triangles is a shape whose mesh is all that is known of it.
type triangles struct{ m *mesh.Mesh }

// group is several shapes side by side; they are not joined.
type group []form

// placed is a shape in another frame, moved, scaled or mirrored.
type placed struct {
	form   form
	by     vec.Affine
	weight int
}

func newPlaced(f form, by vec.Affine) *placed { return &placed{f, by, weightOf(f) + 1} }

// weightOf is of how many forms a form is made, each counted as often as it shows.
func weightOf(f form) int {
	switch f := f.(type) {
	case *placed:
		return f.weight
	case *boolean:
		return f.weight
	case group:
		sum := 1
		for _, part := range f {
			sum += weightOf(part)
		}
		return sum
	}
	return 1
}

// maxWeight bounds the forms that an element is made of. A few records can refer to
// each other in such a way that they make 2⁴⁰.
const maxWeight = 100_000

// operator is how a boolean result comes about.
type operator uint8

const (
	difference operator = iota
	union
	intersection
)

// boolean is a shape cut from or joined with another.
type boolean struct {
	op     operator
	a, b   form
	weight int
}

func newBoolean(op operator, a, b form) *boolean {
	return &boolean{op, a, b, weightOf(a) + weightOf(b) + 1}
}

// halfSpace is all that lies on one side of a plane, if bound within a prism too.
// It is no shape by itself.
type halfSpace struct {
	at     vec.V3 // a point of the plane
	normal vec.V3 // unit, away from the material
	// bound, if set, is the outline of a prism without ends along boundFrame's Z, to
	// which the half space is limited.
	bound      []vec.V2
	boundFrame vec.Affine
}
