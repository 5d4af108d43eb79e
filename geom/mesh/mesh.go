// Package mesh holds triangle meshes and what is measured of them.
package mesh

import (
	"math"

	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// Mesh is a set of triangles. Seen from outside, the corners of a triangle of a
// solid go round counter-clockwise. Vertices are shared where faces meet; a solid
// is closed: see Closed.
type Mesh struct {
	Vertices  []vec.V3
	Triangles [][3]int32
}

// Box returns the box of all vertices that triangles use.
func (m *Mesh) Box() vec.Box {
	b := vec.Empty()
	for _, t := range m.Triangles {
		for _, i := range t {
			b.Add(m.Vertices[i])
		}
	}
	return b
}

// Volume is the signed volume by tetrahedra: what a closed mesh holds, negative
// if it is inside out. Of an open mesh it means nothing.
func (m *Mesh) Volume() float64 {
	if len(m.Triangles) == 0 {
		return 0
	}
	o := m.Vertices[m.Triangles[0][0]] // near by, so that little cancels
	sum := 0.0
	for _, t := range m.Triangles {
		a, b, c := m.Vertices[t[0]].Sub(o), m.Vertices[t[1]].Sub(o), m.Vertices[t[2]].Sub(o)
		sum += a.Dot(b.Cross(c))
	}
	return sum / 6
}

// Area is the total area of the triangles.
func (m *Mesh) Area() float64 {
	sum := 0.0
	for _, t := range m.Triangles {
		a := m.Vertices[t[0]]
		sum += m.Vertices[t[1]].Sub(a).Cross(m.Vertices[t[2]].Sub(a)).Len()
	}
	return sum / 2
}

// Closed tells whether the triangles bound a solid: every edge is used as often
// in one direction as in the other.
func (m *Mesh) Closed() bool {
	balance := make(map[[2]int32]int, 3*len(m.Triangles))
	for _, t := range m.Triangles {
		for i := range 3 {
			a, b := t[i], t[(i+1)%3]
			if a < b {
				balance[[2]int32{a, b}]++
			} else {
				balance[[2]int32{b, a}]--
			}
		}
	}
	for _, n := range balance {
		if n != 0 {
			return false
		}
	}
	return len(m.Triangles) > 0
}

// Transform moves the vertices in place. A map that mirrors turns the triangles
// round too, so that outside stays outside.
func (m *Mesh) Transform(a vec.Affine) {
	for i, v := range m.Vertices {
		m.Vertices[i] = a.Point(v)
	}
	if a.Det() < 0 {
		m.Flip()
	}
}

// Clone returns a copy that shares nothing.
func (m *Mesh) Clone() *Mesh {
	return &Mesh{append([]vec.V3(nil), m.Vertices...), append([][3]int32(nil), m.Triangles...)}
}

// Flip turns every triangle round.
func (m *Mesh) Flip() {
	for i, t := range m.Triangles {
		m.Triangles[i] = [3]int32{t[0], t[2], t[1]}
	}
}

// Append adds a copy of o: nothing is joined.
func (m *Mesh) Append(o *Mesh) {
	n := int32(len(m.Vertices))
	m.Vertices = append(m.Vertices, o.Vertices...)
	for _, t := range o.Triangles {
		m.Triangles = append(m.Triangles, [3]int32{t[0] + n, t[1] + n, t[2] + n})
	}
}

// Weld makes one vertex of those that are equal to the last bit, drops vertices
// that no triangle uses and triangles that use one twice.
func (m *Mesh) Weld() {
	index := make(map[vec.V3]int32, len(m.Vertices))
	var vertices []vec.V3
	to := func(i int32) int32 {
		v := m.Vertices[i]
		v.X, v.Y, v.Z = v.X+0, v.Y+0, v.Z+0 // no negative zeros
		k, ok := index[v]
		if !ok {
			k = int32(len(vertices))
			index[v] = k
			vertices = append(vertices, v)
		}
		return k
	}
	kept := m.Triangles[:0]
	for _, t := range m.Triangles {
		t = [3]int32{to(t[0]), to(t[1]), to(t[2])}
		if t[0] != t[1] && t[1] != t[2] && t[2] != t[0] {
			kept = append(kept, t)
		}
	}
	m.Vertices, m.Triangles = vertices, kept
}

// Outward turns a closed mesh whose volume is negative inside out.
func (m *Mesh) Outward() {
	if m.Volume() < 0 {
		m.Flip()
	}
}

// Finite tells whether all vertices are numbers, and of a size that can be
// reckoned with: up to 10¹² m.
func (m *Mesh) Finite() bool {
	for _, v := range m.Vertices {
		if !v.Finite() || math.Abs(v.X)+math.Abs(v.Y)+math.Abs(v.Z) > 1e12 {
			return false
		}
	}
	return true
}
