package geom

import (
	"fmt"

	"github.com/ifcmcq/ifcmcq/geom/mesh"
	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/step"
)

// coordinates reads an IfcCartesianPointList3D, or 2D, in metres.
func (k *Kernel) coordinates(e ifc.Entity) ([]vec.V3, error) {
	if !e.Exists() {
		return nil, fmt.Errorf("coordinates are not there")
	}
	var out []vec.V3
	for a := e.At(0).Step().Elements(); ; {
		v, ok := a.Next()
		if !ok {
			return out, nil
		}
		c, _ := triple(v.Elements())
		p := vec.V3{X: c[0] * k.length, Y: c[1] * k.length, Z: c[2] * k.length}
		if !p.Finite() {
			return nil, notRead(e, "coordinate that is no number")
		}
		out = append(out, p)
	}
}

// indexed reads the indices of a face set. They count from 1; if the set has a
// PnIndex they are positions in that, which holds the positions in the point list.
type indexed struct {
	points int32
	pn     []int32
}

// readIndexed reads what the indices of set e go by.
func readIndexed(e ifc.Entity, points int) indexed {
	x := indexed{points: int32(points)}
	if v := e.Attr("PnIndex"); v.IsSet() {
		x.pn = integers(v.Step())
	}
	return x
}

// at turns an index into a position in the point list, from 0.
func (x *indexed) at(i int64) (int32, bool) {
	if x.pn != nil {
		if i < 1 || i > int64(len(x.pn)) {
			return 0, false
		}
		i = int64(x.pn[i-1])
	}
	if i < 1 || i > int64(x.points) {
		return 0, false
	}
	return int32(i - 1), true
}

// loop reads a list of indices, appended to out.
func (x *indexed) loop(v step.Value, out []int32) ([]int32, bool) {
	for a := v.Elements(); ; {
		n, ok := a.Next()
		if !ok {
			return out, true
		}
		i, ok := n.Int()
		if !ok {
			return out, false
		}
		p, ok := x.at(i)
		if !ok {
			return out, false
		}
		out = append(out, p)
	}
}

const badIndex = "index that is not in the list of points"

// triangulatedFaceSet reads an IfcTriangulatedFaceSet.
func (k *Kernel) triangulatedFaceSet(e ifc.Entity) (form, error) {
	points, err := k.coordinates(e.Attr("Coordinates").Entity())
	if err != nil {
		return nil, err
	}
	x := readIndexed(e, len(points))
	m := &mesh.Mesh{Vertices: points}
	var corner [4]int32
	for a := e.Attr("CoordIndex").Step().Elements(); ; {
		v, more := a.Next()
		if !more {
			break
		}
		c, ok := x.loop(v, corner[:0])
		if !ok || len(c) != 3 {
			return nil, notRead(e, badIndex)
		}
		if t := [3]int32(c); t[0] != t[1] && t[1] != t[2] && t[2] != t[0] {
			m.Triangles = append(m.Triangles, t)
		}
	}
	if len(m.Triangles) == 0 {
		return nil, notRead(e, "no triangle")
	}
	k.healTriangles(m)
	return &triangles{m}, nil
}

// polygonalFaceSet reads an IfcPolygonalFaceSet.
func (k *Kernel) polygonalFaceSet(e ifc.Entity) (form, error) {
	points, err := k.coordinates(e.Attr("Coordinates").Entity())
	if err != nil {
		return nil, err
	}
	x := readIndexed(e, len(points))
	s := k.newShell()
	s.p.points = points
	var bounds []bound
	for f := range e.Attr("Faces").Entities() {
		bounds = bounds[:0]
		start := len(s.indices)
		var ok bool
		if s.indices, ok = x.loop(f.At(0).Step(), s.indices); !ok {
			return nil, notRead(f, badIndex)
		}
		bounds = append(bounds, bound{s.since(start), true})
		if f.Is("IfcIndexedPolygonalFaceWithVoids") {
			for a := f.At(1).Step().Elements(); ; {
				v, more := a.Next()
				if !more {
					break
				}
				start = len(s.indices)
				if s.indices, ok = x.loop(v, s.indices); !ok {
					return nil, notRead(f, badIndex)
				}
				bounds = append(bounds, bound{s.since(start), false})
			}
		}
		s.addFace(bounds)
	}
	return s.form(e)
}
