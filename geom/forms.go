package geom

import (
	"github.com/ifcmcq/ifcmcq/geom/csg"
	"github.com/ifcmcq/ifcmcq/geom/mesh"
	"github.com/ifcmcq/ifcmcq/geom/tri"
	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// mesher makes meshes of forms and gathers what did not go as it should.
type mesher struct {
	k      *Kernel
	budget csg.Budget // for all booleans of an element together
	// uncut says which booleans failed, so that a solid shows uncut.
	uncut []string
}

// elementBudget is enough for what buildings are made of a hundred times over, and
// spent after some seven seconds.
const elementBudget = 3 * csg.DefaultBudget

func newMesher(k *Kernel) *mesher {
	m := &mesher{k: k, budget: elementBudget}
	if k != nil && k.budget > 0 {
		m.budget = k.budget
	}
	return m
}

func (p *prism) corners(t *vec.Affine, add func(vec.V3)) {
	at := t.Mul(p.frame)
	up := at.Dir(p.dir)
	for _, o := range p.profile {
		o.each(func(q vec.V2) {
			v := at.Point(q.In3())
			add(v)
			add(v.Add(up))
		})
	}
}

// each gives every point of an outline, the holes' too.
func (o *outline) each(give func(vec.V2)) {
	for _, q := range o.outer {
		give(q)
	}
	for _, h := range o.holes {
		for _, q := range h {
			give(q)
		}
	}
}

func (p *prism) mesh(*mesher) (*mesh.Mesh, error) {
	out := &mesh.Mesh{}
	for i := range p.profile {
		out.Append(p.extrude(&p.profile[i]))
	}
	if p.dir.Z < 0 {
		out.Flip()
	}
	out.Transform(p.frame)
	return out, nil
}

// extrude makes the mesh of one outline as if it were moved to where Z is
// greater: bottom, top, and two triangles an edge.
func (p *prism) extrude(o *outline) *mesh.Mesh {
	out := &mesh.Mesh{}
	o.each(func(q vec.V2) { out.Vertices = append(out.Vertices, q.In3()) })
	n := int32(len(out.Vertices))
	for _, v := range out.Vertices[:n] {
		out.Vertices = append(out.Vertices, v.Add(p.dir))
	}
	if !o.open {
		for _, t := range tri.Polygon(o.outer, o.holes) {
			out.Triangles = append(out.Triangles,
				[3]int32{t[0], t[2], t[1]},
				[3]int32{t[0] + n, t[1] + n, t[2] + n})
		}
	}
	from := int32(0)
	side := func(loop []vec.V2) {
		k := int32(len(loop))
		edges := k
		if o.open {
			edges--
		}
		for i := range edges {
			a, b := from+i, from+(i+1)%k
			out.Triangles = append(out.Triangles, [3]int32{a, b, b + n}, [3]int32{a, b + n, a + n})
		}
		from += k
	}
	side(o.outer)
	for _, h := range o.holes {
		side(h)
	}
	return out
}

func (p *polyhedron) corners(t *vec.Affine, add func(vec.V3)) {
	used := make([]bool, len(p.points))
	for i := range p.faces {
		for _, loop := range p.faces[i].loops {
			for _, at := range loop {
				if !used[at] {
					used[at] = true
					add(t.Point(p.points[at]))
				}
			}
		}
	}
}

func (p *polyhedron) mesh(*mesher) (*mesh.Mesh, error) {
	out := &mesh.Mesh{Vertices: append([]vec.V3(nil), p.points...)}
	for i := range p.faces {
		for _, t := range tri.Face(p.points, p.faces[i].loops) {
			if t[0] != t[1] && t[1] != t[2] && t[2] != t[0] { // a hole that touches the outline
				out.Triangles = append(out.Triangles, t)
			}
		}
	}
	if p.solid {
		out.Outward()
	}
	return out, nil
}

func (f *triangles) corners(t *vec.Affine, add func(vec.V3)) {
	used := make([]bool, len(f.m.Vertices))
	for _, c := range f.m.Triangles {
		for _, at := range c {
			if !used[at] {
				used[at] = true
				add(t.Point(f.m.Vertices[at]))
			}
		}
	}
}

func (f *triangles) mesh(*mesher) (*mesh.Mesh, error) { return f.m.Clone(), nil }

func (g group) corners(t *vec.Affine, add func(vec.V3)) {
	for _, f := range g {
		f.corners(t, add)
	}
}

func (g group) mesh(m *mesher) (*mesh.Mesh, error) {
	out := &mesh.Mesh{}
	for _, f := range g {
		part, err := f.mesh(m)
		if err != nil {
			return nil, err
		}
		out.Append(part)
	}
	return out, nil
}

func (p *placed) corners(t *vec.Affine, add func(vec.V3)) {
	at := t.Mul(p.by)
	p.form.corners(&at, add)
}

func (p *placed) mesh(m *mesher) (*mesh.Mesh, error) {
	out, err := p.form.mesh(m)
	if err != nil {
		return nil, err
	}
	out.Transform(p.by)
	return out, nil
}
