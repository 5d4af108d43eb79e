package geom

import (
	"github.com/ifcmcq/ifcmcq/geom/tri"
	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// facesOf gives the faces of a form without any boolean, in its own frame, seen
// from outside counter-clockwise. The points may be shared with the form.
func facesOf(f form) *polyhedron {
	switch f := f.(type) {
	case *prism:
		return f.polyhedron()
	case *polyhedron:
		return f
	case *triangles:
		p := &polyhedron{points: f.m.Vertices, solid: true}
		for i := range f.m.Triangles {
			p.faces = append(p.faces, face{[][]int32{f.m.Triangles[i][:]}})
		}
		return p
	case group:
		out := &polyhedron{solid: true}
		for _, part := range f {
			out.copyFrom(facesOf(part), nil)
		}
		return out
	case *placed:
		out := &polyhedron{solid: true}
		out.copyFrom(facesOf(f.form), &f.by)
		return out
	}
	return &polyhedron{}
}

// copyFrom adds copies of the faces of q after map by.
func (p *polyhedron) copyFrom(q *polyhedron, by *vec.Affine) {
	n := int32(len(p.points))
	for _, v := range q.points {
		if by != nil {
			v = by.Point(v)
		}
		p.points = append(p.points, v)
	}
	for _, f := range q.faces {
		var g face
		for _, loop := range f.loops {
			c := make([]int32, len(loop))
			for i, at := range loop {
				c[i] = at + n
			}
			if by != nil && by.Det() < 0 {
				reverse(c)
			}
			g.loops = append(g.loops, c)
		}
		p.faces = append(p.faces, g)
	}
}

// polyhedron gives the ends and the sides of a prism.
func (f *prism) polyhedron() *polyhedron {
	out := &polyhedron{solid: true}
	for i := range f.profile {
		o := &f.profile[i]
		p := polyhedron{}
		o.each(func(q vec.V2) { p.points = append(p.points, f.frame.Point(q.In3())) })
		up := f.frame.Dir(f.dir)
		n := int32(len(p.points))
		for _, v := range p.points[:n] {
			p.points = append(p.points, v.Add(up))
		}
		var bottom, top face
		from := int32(0)
		side := func(loop []vec.V2) {
			size := int32(len(loop))
			edges := size
			if o.open {
				edges--
			}
			b, t := make([]int32, size), make([]int32, size)
			for j := range size {
				b[size-1-j], t[j] = from+j, from+j+n
			}
			for j := range edges {
				a, c := from+j, from+(j+1)%size
				p.faces = append(p.faces, face{[][]int32{{a, c, c + n, a + n}}})
			}
			bottom.loops, top.loops = append(bottom.loops, b), append(top.loops, t)
			from += size
		}
		side(o.outer)
		for _, h := range o.holes {
			side(h)
		}
		if !o.open {
			p.faces = append(p.faces, bottom, top)
		}
		out.append(&p)
	}
	if f.dir.Z*f.frame.Det() < 0 {
		out.flip()
	}
	return out
}

// polysOf gives the faces of a form after map at as convex polygons with outward
// normals: those that are not convex, not flat or have holes as triangles.
func polysOf(f form, at vec.Affine) []poly {
	p := facesOf(f)
	points := make([]vec.V3, len(p.points))
	for i, v := range p.points {
		points[i] = at.Point(v)
	}
	inside := p.solid && (p.volume() < 0) != (at.Det() < 0)
	out := make([]poly, 0, len(p.faces))
	add := func(loop []int32) {
		n, ok := newell(points, loop).Unit()
		if !ok {
			return
		}
		if inside {
			n = n.Neg()
		}
		q := poly{n: n, pts: make([]vec.V3, len(loop))}
		for i, at := range loop {
			q.pts[i] = points[at]
		}
		if inside {
			for i, j := 0, len(q.pts)-1; i < j; i, j = i+1, j-1 {
				q.pts[i], q.pts[j] = q.pts[j], q.pts[i]
			}
		}
		out = append(out, q)
	}
	for _, f := range p.faces {
		if len(f.loops) == 1 && convexFace(points, f.loops[0]) {
			add(f.loops[0])
			continue
		}
		for _, t := range tri.Face(points, f.loops) {
			add(t[:])
		}
	}
	return out
}

// convexFace tells whether a loop is flat to within a micrometre and convex.
func convexFace(points []vec.V3, loop []int32) bool {
	if len(loop) == 3 {
		return true
	}
	n, ok := newell(points, loop).Unit()
	if !ok {
		return false
	}
	o := points[loop[0]]
	flat := make([]vec.V2, len(loop))
	for i, at := range loop {
		if h := points[at].Sub(o).Dot(n); h > onPlane || h < -onPlane {
			return false
		}
		flat[i] = dropAxis(points[at], n)
	}
	return convex(flat)
}
