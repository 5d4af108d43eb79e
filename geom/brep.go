package geom

import (
	"math"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/step"
)

// facetedBrep reads an IfcFacetedBrep, with or without voids.
func (k *Kernel) facetedBrep(e ifc.Entity) (form, error) {
	return k.manifoldBrep(e)
}

// manifoldBrep reads the outer shell of an IfcManifoldSolidBrep and the shells of
// its voids, and turns them so that outside is away from the material.
func (k *Kernel) manifoldBrep(e ifc.Entity) (form, error) {
	s := k.newShell()
	if err := s.faces(e.Attr("Outer").Entity()); err != nil {
		return nil, err
	}
	voids := e.Attr("Voids")
	if !voids.IsSet() {
		f, err := s.form(e)
		if err == nil && s.p.solid && s.p.enclosesNothing() {
			return nil, errNothing
		}
		return f, err
	}
	// Shells are healed one by one: a void may touch the outside.
	out, closed := s.polyhedron()
	if !closed {
		return nil, notRead(e, "outer shell of a solid with voids that is not closed")
	}
	if out.volume() < 0 {
		out.flip()
	}
	for v := range voids.Entities() {
		s := k.newShell()
		if err := s.faces(v); err != nil {
			return nil, err
		}
		in, closed := s.polyhedron()
		if !closed {
			return nil, notRead(v, "void that is not closed")
		}
		if in.volume() > 0 {
			in.flip()
		}
		out.append(in)
	}
	return out, nil
}

// enclosesNothing tells of a closed shell that it is a sheet with two sides: some
// exporters write surfaces as solids, which have no material then. IfcOpenShell
// shows none of them either.
func (p *polyhedron) enclosesNothing() bool {
	box := vec.Empty()
	for _, q := range p.points {
		box.Add(q)
	}
	size := box.Size().Len()
	return math.Abs(p.volume()) <= 1e-12*size*size*size
}

// surfaceModel reads surface models, and shells, sets of faces and single faces that
// stand by themselves.
func (k *Kernel) surfaceModel(e ifc.Entity) (form, error) {
	var shells ifc.Value
	switch {
	case e.Is("IfcFaceBasedSurfaceModel"):
		shells = e.Attr("FbsmFaces")
	case e.Is("IfcShellBasedSurfaceModel"):
		shells = e.Attr("SbsmBoundary")
	default:
		return k.openShell(e)
	}
	var out group
	for shell := range shells.Entities() {
		f, err := k.openShell(shell)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	switch len(out) {
	case 0:
		return nil, notRead(e, "no shell")
	case 1:
		return out[0], nil
	}
	return out, nil
}

// openShell reads a shell, a set of faces or a single face.
func (k *Kernel) openShell(e ifc.Entity) (form, error) {
	s := k.newShell()
	read := s.faces
	if e.Is("IfcFace") {
		read = s.face
	}
	if err := read(e); err != nil {
		return nil, err
	}
	return s.form(e)
}

// shell gathers the faces of one shell.
type shell struct {
	k     *Kernel
	p     polyhedron
	at    map[step.Row]int32   // vertices by their point
	edges map[step.Row][]int32 // vertices along curved edges, from start to end
	// indices and loops are what the faces' slices are cut from, so that a face
	// costs no allocation of its own.
	indices []int32
	loops   [][]int32
	tracer  *tracer // for the curves of edges, once there are any
}

func (k *Kernel) newShell() *shell { return &shell{k: k} }

// since cuts off the indices gathered from start on.
func (s *shell) since(start int) []int32 {
	return s.indices[start:len(s.indices):len(s.indices)]
}

// bound is a loop of a face.
type bound struct {
	loop  []int32
	outer bool
}

// faces reads the faces of an IfcConnectedFaceSet.
func (s *shell) faces(e ifc.Entity) error {
	if !e.Is("IfcConnectedFaceSet") {
		return notRead(e, "no shell")
	}
	for f := range e.At(0).Entities() {
		if err := s.face(f); err != nil {
			return err
		}
	}
	return nil
}

// face reads an IfcFace. Faces without any area are left out.
func (s *shell) face(e ifc.Entity) error {
	if e.Is("IfcFaceSurface") {
		return s.surfaceFace(e)
	}
	if !e.Is("IfcFace") {
		return notRead(e, "no face")
	}
	var few [4]bound
	bounds := few[:0]
	for b := range e.At(0).Entities() {
		loop, err := s.bound(b)
		if err != nil {
			return err
		}
		bounds = append(bounds, bound{loop, b.Is("IfcFaceOuterBound")})
	}
	s.addFace(bounds)
	return nil
}

// bound reads the loop of an IfcFaceBound in the direction that the bound gives it.
func (s *shell) bound(b ifc.Entity) ([]int32, error) {
	start := len(s.indices)
	if err := s.loop(b.At(0).Entity()); err != nil {
		return nil, err
	}
	out := s.since(start)
	if same, ok := b.At(1).Enum(); ok && same == "F" {
		reverse(out)
	}
	return out, nil
}

// loop reads an IfcLoop and appends its vertices to s.indices.
func (s *shell) loop(e ifc.Entity) error {
	switch {
	case e.Is("IfcPolyLoop"):
		for p := range e.At(0).Entities() {
			i, err := s.vertex(p)
			if err != nil {
				return err
			}
			s.indices = append(s.indices, i)
		}
		return nil
	case e.Is("IfcEdgeLoop"):
		for edge := range e.At(0).Entities() {
			along, err := s.edge(edge, 0)
			if err != nil {
				return err
			}
			s.indices = append(s.indices, along...)
		}
		return nil
	case e.Is("IfcVertexLoop"):
		return nil // a point: bounds nothing
	}
	return notRead(e, "kind of loop that is not understood")
}

// vertex returns the position of an IfcCartesianPoint among the points. A point
// that several faces refer to is one vertex.
func (s *shell) vertex(p ifc.Entity) (int32, error) {
	if i, ok := s.at[p.Row()]; ok {
		return i, nil
	}
	v, ok := s.k.point(p)
	if !ok || !v.Finite() {
		return 0, notRead(p, "no point")
	}
	if s.at == nil {
		s.at = make(map[step.Row]int32, 64)
	}
	i := s.add(v)
	s.at[p.Row()] = i
	return i, nil
}

func (s *shell) add(v vec.V3) int32 {
	s.p.points = append(s.p.points, v)
	return int32(len(s.p.points) - 1)
}

// addFace makes faces of bounds. Of several bounds the largest is the outer one,
// whichever is called so; several that are called outer are a face each, with the
// holes that lie within; a hole that lies outside is a face of its own.
func (s *shell) addFace(bounds []bound) {
	kept := bounds[:0]
	outers := 0
	for _, b := range bounds {
		if b.loop = tidy(b.loop); len(b.loop) < 3 {
			continue
		}
		kept = append(kept, b)
		if b.outer {
			outers++
		}
	}
	if len(kept) == 0 {
		return
	}
	if len(kept) == 1 {
		s.emit(kept[0].loop, nil)
		return
	}
	if outers < 2 {
		largest, most := 0, -1.0
		for i := range kept {
			a := newell(s.p.points, kept[i].loop).Len()
			if a > most*(1+1e-9) || a >= most && kept[i].outer {
				largest, most = i, a
			}
			kept[i].outer = false
		}
		kept[largest].outer = true
	}
	taken := make([]bool, len(kept))
	for i := range kept {
		if !kept[i].outer {
			continue
		}
		taken[i] = true
		var holes [][]int32
		normal := newell(s.p.points, kept[i].loop)
		for j := range kept {
			if kept[j].outer || taken[j] || !encloses(s.p.points, kept[i].loop, kept[j].loop, normal) {
				continue
			}
			taken[j] = true
			// A hole goes round the other way, whatever the file says.
			if newell(s.p.points, kept[j].loop).Dot(normal) > 0 {
				reverse(kept[j].loop)
			}
			holes = append(holes, kept[j].loop)
		}
		s.emit(kept[i].loop, holes)
	}
	for i := range kept {
		if !taken[i] {
			s.emit(kept[i].loop, nil)
		}
	}
}

func (s *shell) emit(outer []int32, holes [][]int32) {
	start := len(s.loops)
	s.loops = append(append(s.loops, outer), holes...)
	s.p.faces = append(s.p.faces, face{s.loops[start:len(s.loops):len(s.loops)]})
}

// form gives the gathered faces as a form.
func (s *shell) form(e ifc.Entity) (form, error) {
	p, closed := s.polyhedron()
	if len(p.faces) == 0 {
		return nil, notRead(e, "no face with an area")
	}
	p.solid = closed
	return p, nil
}

// polyhedron gives the gathered faces, healed, and tells whether they are closed.
func (s *shell) polyhedron() (*polyhedron, bool) {
	closed := s.p.heal(10 * s.k.precision)
	return &s.p, closed
}

// tidy drops vertices that follow themselves, the first after the last too.
func tidy(loop []int32) []int32 {
	n := 0
	for _, i := range loop {
		if n == 0 || loop[n-1] != i {
			loop[n] = i
			n++
		}
	}
	for n > 1 && loop[n-1] == loop[0] {
		n--
	}
	return loop[:n]
}

func reverse(loop []int32) {
	for i, j := 0, len(loop)-1; i < j; i, j = i+1, j-1 {
		loop[i], loop[j] = loop[j], loop[i]
	}
}

// newell is twice the area vector of a loop: normal to it by the right-hand rule.
func newell(points []vec.V3, loop []int32) vec.V3 {
	var sum vec.V3
	if len(loop) == 0 {
		return sum
	}
	o := points[loop[0]]
	for i := 1; i+1 < len(loop); i++ {
		sum = sum.Add(points[loop[i]].Sub(o).Cross(points[loop[i+1]].Sub(o)))
	}
	return sum
}

// encloses tells whether a vertex of inner lies within outer, seen along normal.
func encloses(points []vec.V3, outer, inner []int32, normal vec.V3) bool {
	flat := func(p vec.V3) vec.V2 { return dropAxis(p, normal) }
	for _, i := range inner {
		q := flat(points[i])
		in := false
		a := flat(points[outer[len(outer)-1]])
		for _, j := range outer {
			b := flat(points[j])
			if (a.Y > q.Y) != (b.Y > q.Y) && q.X < a.X+(q.Y-a.Y)/(b.Y-a.Y)*(b.X-a.X) {
				in = !in
			}
			a = b
		}
		if in {
			return true
		}
	}
	return false
}

// dropAxis leaves out the coordinate along which normal is longest, so that the
// normal points towards the viewer.
func dropAxis(p, normal vec.V3) vec.V2 {
	x, y, z := math.Abs(normal.X), math.Abs(normal.Y), math.Abs(normal.Z)
	var q vec.V2
	var sign float64
	switch {
	case x >= y && x >= z:
		q, sign = vec.V2{X: p.Y, Y: p.Z}, normal.X
	case y >= z:
		q, sign = vec.V2{X: p.Z, Y: p.X}, normal.Y
	default:
		q, sign = vec.V2{X: p.X, Y: p.Y}, normal.Z
	}
	if sign < 0 {
		q.X = -q.X
	}
	return q
}
