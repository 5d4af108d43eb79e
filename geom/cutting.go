package geom

import (
	"github.com/ifcmcq/ifcmcq/geom/csg"
	"github.com/ifcmcq/ifcmcq/geom/mesh"
)

// mesh returns the mesh of s in the frame of the element, openings cut; with an
// [*UncutError] where some could not be.
func (s *shape) mesh(k *Kernel) (*mesh.Mesh, error) {
	m := newMesher(k)
	out, err := s.cutMesh(m)
	if err != nil {
		return nil, err
	}
	return out, m.uncutError()
}

// cutMesh cuts all openings from each solid of s. A solid that cannot be cut shows
// uncut, and so does one that lies wholly within the openings, if it does not
// touch their surface: these are IfcOpenShell's rules.
func (s *shape) cutMesh(m *mesher) (*mesh.Mesh, error) {
	if len(s.cuts) == 0 {
		return s.form.mesh(m)
	}
	hosts, err := m.parts(s.form)
	if err != nil {
		return nil, err
	}
	var openings []*mesh.Mesh
	for _, c := range s.cuts {
		all, err := m.parts(c.form)
		if err != nil {
			return nil, err
		}
		openings = append(openings, m.solids(all)...)
	}
	out := &mesh.Mesh{}
	for _, host := range hosts {
		rest, err := csg.Difference(host, openings, &m.budget)
		if err != nil {
			m.failed(err)
		}
		if err != nil || len(rest.Triangles) == 0 && !touches(host, openings) {
			rest = host
		}
		out.Append(rest)
	}
	return out, nil
}
