package geom

import (
	"fmt"
	"math"
	"slices"

	"github.com/ifcmcq/ifcmcq/geom/csg"
	"github.com/ifcmcq/ifcmcq/geom/mesh"
	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// mesh cuts or joins the operands. A boolean that fails gives its first operand,
// and a note.
func (b *boolean) mesh(m *mesher) (*mesh.Mesh, error) {
	switch b.op {
	case difference:
		return b.meshDifference(m)
	case union:
		return b.meshUnion(m)
	default:
		return b.meshIntersection(m)
	}
}

// mesh: a half space is no shape by itself.
func (h *halfSpace) mesh(*mesher) (*mesh.Mesh, error) { return &mesh.Mesh{}, nil }

// meshDifference takes the chain a − b − c … as one.
func (b *boolean) meshDifference(m *mesher) (*mesh.Mesh, error) {
	var seconds []form
	var first form = b
	for {
		f, ok := first.(*boolean)
		if !ok || f.op != difference {
			break
		}
		seconds = append(seconds, f.b)
		first = f.a
	}
	slices.Reverse(seconds)
	hosts, err := m.parts(first)
	if err != nil {
		return nil, err
	}
	out := &mesh.Mesh{}
	for _, host := range hosts {
		cut, err := m.chain(host, seconds)
		if err != nil {
			return nil, err
		}
		out.Append(cut)
	}
	return out, nil
}

// chain cuts seconds from host in turn. All at once comes to the same, and is
// tried first, unless nothing is left: then it matters at which of them.
func (m *mesher) chain(host *mesh.Mesh, seconds []form) (*mesh.Mesh, error) {
	var cutters []*mesh.Mesh
	plainHost := host.Vertices
	for _, s := range seconds {
		if h, ok := s.(*halfSpace); ok && h.bound == nil {
			if most, least := h.span(plainHost); -least < skipDepth || most < -onPlane {
				continue
			}
		}
		c, err := m.cutters(s, host)
		if err != nil {
			return nil, err
		}
		cutters = append(cutters, c...)
	}
	out, err := csg.Difference(host, cutters, &m.budget)
	if err == nil && len(out.Triangles) > 0 {
		return out, nil
	}
	if len(seconds) == 1 && err != nil {
		m.failed(err)
		return host, nil
	}
	return m.oneByOne(host, seconds)
}

// oneByOne cuts seconds from host in turn. IfcOpenShell heeds a plain half space
// only if it reaches 0.2 mm into what the others have left; what would take all
// that is left counts only if it touches it from within: if the plane, or a face
// of the solid, lies on a corner.
func (m *mesher) oneByOne(host *mesh.Mesh, seconds []form) (*mesh.Mesh, error) {
	for _, s := range seconds {
		h, half := s.(*halfSpace)
		if half && h.bound == nil {
			switch most, least := h.span(host.Vertices); {
			case -least < skipDepth || most < -onPlane:
				continue
			case most <= onPlane:
				return &mesh.Mesh{}, nil
			}
		}
		cutters, err := m.cutters(s, host)
		if err != nil {
			return nil, err
		}
		out, err := csg.Difference(host, cutters, &m.budget)
		switch {
		case err != nil:
			m.failed(err)
		case len(out.Triangles) > 0:
			host = out
		case touches(host, cutters):
			return out, nil
		}
	}
	return host, nil
}

// touches tells whether a corner of host lies on the plane of a cutter's face.
func touches(host *mesh.Mesh, cutters []*mesh.Mesh) bool {
	for _, c := range cutters {
		for _, t := range c.Triangles {
			a := c.Vertices[t[0]]
			n, ok := c.Vertices[t[1]].Sub(a).Cross(c.Vertices[t[2]].Sub(a)).Unit()
			if !ok {
				continue
			}
			for _, v := range host.Vertices {
				if math.Abs(v.Sub(a).Dot(n)) <= onPlane {
					return true
				}
			}
		}
	}
	return false
}

// failed notes that a solid shows uncut.
func (m *mesher) failed(err error) { m.uncut = append(m.uncut, err.Error()) }

// uncutError is what failed, each reason once.
func (m *mesher) uncutError() error {
	if len(m.uncut) == 0 {
		return nil
	}
	return &UncutError{slices.Compact(slices.Sorted(slices.Values(m.uncut)))}
}

// span returns the greatest and the least height of points over the plane of h,
// which faces away from the material.
func (h *halfSpace) span(points []vec.V3) (most, least float64) {
	return plane{h.normal, h.normal.Dot(h.at)}.span(points)
}

// cutters makes the meshes of what f cuts from host.
func (m *mesher) cutters(f form, host *mesh.Mesh) ([]*mesh.Mesh, error) {
	h, ok := f.(*halfSpace)
	if !ok {
		all, err := m.parts(f)
		return m.solids(all), err
	}
	box := host.Box()
	if box.IsEmpty() {
		return nil, nil
	}
	if h.bound == nil {
		return []*mesh.Mesh{csg.HalfSpace(box, h.at, h.normal)}, nil
	}
	// As much of the prism as the host needs: see halfSpaceReach.
	inverse, ok := h.boundFrame.Inverse()
	if !ok {
		return nil, fmt.Errorf("boundary of a half space: %w", errSingular)
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range host.Vertices {
		z := inverse.Point(v).Z
		lo, hi = min(lo, z), max(hi, z)
	}
	lo, hi = max(lo-1, -halfSpaceReach), min(hi+1, halfSpaceReach)
	if lo >= hi {
		return nil, nil
	}
	p := prism{
		profile: []outline{{outer: h.bound}},
		frame:   h.boundFrame.Mul(vec.Translation(vec.V3{Z: lo})),
		dir:     vec.V3{Z: hi - lo},
	}
	c, err := p.mesh(m)
	if err != nil {
		return nil, err
	}
	if c, err = csg.Clip(c, h.at, h.normal, &m.budget); err != nil {
		m.failed(err)
		return nil, nil
	}
	return []*mesh.Mesh{c}, nil
}

// solids leaves out what is not closed, with a note: it cuts nothing.
func (m *mesher) solids(all []*mesh.Mesh) []*mesh.Mesh {
	return slices.DeleteFunc(all, func(c *mesh.Mesh) bool {
		w := c.Clone()
		w.Weld()
		if w.Closed() {
			return false
		}
		m.failed(csg.ErrOpen)
		return true
	})
}

func (b *boolean) meshUnion(m *mesher) (*mesh.Mesh, error) {
	return b.join(m, func(x, y []*mesh.Mesh) (*mesh.Mesh, error) {
		return csg.Union(x[0], append(x[1:len(x):len(x)], y...), &m.budget)
	})
}

func (b *boolean) meshIntersection(m *mesher) (*mesh.Mesh, error) {
	return b.join(m, func(x, y []*mesh.Mesh) (*mesh.Mesh, error) {
		out := &mesh.Mesh{}
		for _, host := range x {
			part, err := csg.Intersection(host, y, &m.budget)
			if err != nil {
				return nil, err
			}
			out.Append(part)
		}
		return out, nil
	})
}

// join combines all parts of both operands; if that fails the first remains.
func (b *boolean) join(m *mesher, by func(x, y []*mesh.Mesh) (*mesh.Mesh, error)) (*mesh.Mesh, error) {
	x, err := m.parts(b.a)
	if err != nil {
		return nil, err
	}
	y, err := m.parts(b.b)
	if err != nil {
		return nil, err
	}
	if len(x) > 0 {
		out, err := by(x, y)
		if err == nil {
			return out, nil
		}
		m.failed(err)
	}
	out := &mesh.Mesh{}
	for _, part := range x {
		out.Append(part)
	}
	return out, nil
}

// parts makes the meshes of the solids that a form consists of: each is cut by
// itself.
func (m *mesher) parts(f form) ([]*mesh.Mesh, error) {
	switch f := f.(type) {
	case group:
		var out []*mesh.Mesh
		for _, part := range f {
			all, err := m.parts(part)
			if err != nil {
				return nil, err
			}
			out = append(out, all...)
		}
		return out, nil
	case *placed:
		all, err := m.parts(f.form)
		for _, part := range all {
			part.Transform(f.by)
		}
		return all, err
	case *halfSpace:
		return nil, nil
	}
	out, err := f.mesh(m)
	if err != nil || len(out.Triangles) == 0 {
		return nil, err
	}
	return []*mesh.Mesh{out}, nil
}
