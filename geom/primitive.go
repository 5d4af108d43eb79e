package geom

import (
	"math"

	"github.com/ifcmcq/ifcmcq/geom/mesh"
	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
)

// primitive reads the solids of constructive geometry.
func (k *Kernel) primitive(e ifc.Entity) (form, error) {
	at, ok := k.axisPlacement(e.Attr("Position").Entity())
	if !ok || !at.O.Finite() {
		return nil, notRead(e, "Position has no frame")
	}
	missing := ""
	size := func(attr string) float64 {
		x, ok := k.lengthOf(e, attr)
		if !ok || !(x > 0) || math.IsInf(x, 0) {
			missing = attr + " is not above 0"
		}
		return x
	}
	var f form
	switch e.Class() {
	case "IfcBlock":
		x, y, z := size("XLength"), size("YLength"), size("ZLength")
		f = &prism{profile: []outline{{outer: rectangle(x, y)}}, frame: at, dir: vec.V3{Z: z}}
	case "IfcRectangularPyramid":
		x, y, h := size("XLength"), size("YLength"), size("Height")
		f = spike(rectangle(x, y), vec.V3{X: x / 2, Y: y / 2, Z: h}, at)
	case "IfcRightCircularCylinder":
		h, r := size("Height"), size("Radius")
		if missing == "" {
			f = &prism{profile: []outline{{outer: k.disk(r)}}, frame: at, dir: vec.V3{Z: h}}
		}
	case "IfcRightCircularCone":
		h, r := size("Height"), size("BottomRadius")
		if missing == "" {
			f = spike(k.disk(r), vec.V3{Z: h}, at)
		}
	case "IfcSphere":
		r := size("Radius")
		if missing == "" {
			m := k.ball(r)
			m.Transform(at)
			f = &triangles{m}
		}
	}
	if missing != "" {
		return nil, notRead(e, missing)
	}
	return f, nil
}

func rectangle(x, y float64) []vec.V2 { return []vec.V2{{}, {X: x}, {X: x, Y: y}, {Y: y}} }

func (k *Kernel) disk(r float64) []vec.V2 {
	n := fineness(k.deflection).chords(r, 2*math.Pi)
	out := make([]vec.V2, n)
	for i := range out {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		out[i] = vec.V2{X: r * cos, Y: r * sin}
	}
	return out
}

// spike joins a counter-clockwise base in the plane of a frame with a tip above.
func spike(base []vec.V2, tip vec.V3, at vec.Affine) *polyhedron {
	n := int32(len(base))
	p := &polyhedron{solid: true}
	bottom := make([]int32, n)
	for i, q := range base {
		p.points = append(p.points, at.Point(q.In3()))
		bottom[n-1-int32(i)] = int32(i)
	}
	p.points = append(p.points, at.Point(tip))
	p.faces = append(p.faces, face{[][]int32{bottom}})
	for i := range n {
		p.faces = append(p.faces, face{[][]int32{{i, (i + 1) % n, n}}})
	}
	return p
}

// ballStep is the angle in radians between points of a sphere of radius r: 0.7 of
// the step that keeps the deflection, as OpenCASCADE has it.
func (f fineness) ballStep(r float64) float64 {
	step := 0.5
	if d := math.Max(float64(f), 1e-7); d < 2*r {
		step = math.Min(step, 2*math.Acos(1-d/r))
	}
	return 0.7 * step
}

// ball is a sphere about the origin: rows of equal latitude, each turned by half a
// step against the one below.
func (k *Kernel) ball(r float64) *mesh.Mesh {
	step := fineness(k.deflection).ballStep(r)
	rows := parts(math.Ceil(math.Pi/step), 1, 2048)
	n := int32(parts(math.Ceil(2*math.Pi/step), 1, 4096))
	m := &mesh.Mesh{Vertices: []vec.V3{{Z: -r}}}
	for i := 1; i < rows; i++ {
		sin, cos := math.Sincos(-math.Pi/2 + math.Pi*float64(i)/float64(rows))
		for j := range n {
			s, c := math.Sincos(2 * math.Pi * (float64(j) + float64(i%2)/2) / float64(n))
			m.Vertices = append(m.Vertices, vec.V3{X: r * cos * c, Y: r * cos * s, Z: r * sin})
		}
	}
	top := int32(len(m.Vertices))
	m.Vertices = append(m.Vertices, vec.V3{Z: r})
	last := top - n
	for j := range n {
		next := (j + 1) % n
		m.Triangles = append(m.Triangles, [3]int32{0, 1 + next, 1 + j}, [3]int32{last + j, last + next, top})
	}
	for i := range int32(rows - 2) {
		below, above := 1+i*n, 1+(i+1)*n
		for j := range n {
			next := (j + 1) % n
			if i%2 == 0 { // the row below is the one that is turned
				m.Triangles = append(m.Triangles,
					[3]int32{below + j, above + next, above + j}, [3]int32{below + j, below + next, above + next})
			} else {
				m.Triangles = append(m.Triangles,
					[3]int32{below + j, below + next, above + j}, [3]int32{below + next, above + next, above + j})
			}
		}
	}
	return m
}
