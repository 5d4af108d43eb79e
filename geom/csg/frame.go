package csg

import (
	"math"
	"slices"

	"github.com/ifcmcq/ifcmcq/geom/mesh"
	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// finest is the least step of the grid in metres. A step is the least power of
// two with which the shapes fit: of things of 5 m 0.1 µm.
const finest = 1.0 / (1 << 30)

// flush is how many metres apart coordinates may be that are taken for one. What
// was meant to be flush then is: it was rounded on its way through other frames.
const flush = 2e-6

// grid is the frame that a boolean is computed in: turned so that the main face
// of the first shape lies along axes, then made whole numbers of steps. Openings
// are mostly flush with or normal to that face.
type grid struct {
	turn   [3]vec.V3 // rows of the rotation
	turned bool
	origin vec.V3 // turned, subtracted
	step   float64
	metres [3]map[int64]float64 // coordinates of vertices as they were
}

// A step of the grid is at most coarsest metres, or that share of the size of the
// first shape.
const (
	coarsest      = 1e-4
	coarsestShare = 1.0 / (1 << 20)
)

// newGrid finds the frame for host within a box that holds everything; ok is false
// if host would not keep its shape in it.
func newGrid(host *mesh.Mesh, all []*mesh.Mesh) (g grid, ok bool) {
	g.turn = mainFrame(host)
	unit := [3]vec.V3{vec.Identity.X, vec.Identity.Y, vec.Identity.Z}
	g.turned = g.turn != unit
	var hostBox = vec.Empty()
	box := vec.Empty()
	for i, m := range all {
		for _, v := range m.Vertices {
			box.Add(g.rotate(v))
		}
		if i == 0 {
			hostBox = box
		}
	}
	c := hostBox.Lo.Add(hostBox.Hi).Mul(0.5)
	reach := 0.0
	for i := range 3 {
		reach = max(reach, box.Hi.At(i)-c.At(i), c.At(i)-box.Lo.At(i))
	}
	g.step = finest
	for reach/g.step > 1<<coordinateBits-16 {
		g.step *= 2
	}
	g.origin = vec.V3{X: g.whole(c.X), Y: g.whole(c.Y), Z: g.whole(c.Z)}
	return g, g.step <= max(coarsest, coarsestShare*hostBox.Size().Len())
}

func (g *grid) whole(x float64) float64 { return math.Round(x/g.step) * g.step }

func (g *grid) rotate(v vec.V3) vec.V3 {
	if !g.turned {
		return v
	}
	return vec.V3{X: g.turn[0].Dot(v), Y: g.turn[1].Dot(v), Z: g.turn[2].Dot(v)}
}

// back takes steps to the frame of the shapes.
func (g *grid) back(p vec.V3) vec.V3 {
	return g.unrotate(vec.V3{X: g.metre(0, p.X), Y: g.metre(1, p.Y), Z: g.metre(2, p.Z)})
}

func (g *grid) unrotate(v vec.V3) vec.V3 {
	if !g.turned {
		return v
	}
	return g.turn[0].Mul(v.X).Add(g.turn[1].Mul(v.Y)).Add(g.turn[2].Mul(v.Z))
}

// metre takes a coordinate to metres: one that a vertex had to what it was before
// it was rounded.
func (g *grid) metre(axis int, x float64) float64 {
	if k := math.Round(x); math.Abs(x-k) < 1e-6 {
		if m, ok := g.metres[axis][int64(k)]; ok {
			return m
		}
	}
	return x*g.step + g.origin.At(axis)
}

// mainFrame turns the normal that has the greatest area of m to Z, and the
// direction that most of the outline of that area has to X. A frame along the
// axes is left as it is.
func mainFrame(m *mesh.Mesh) [3]vec.V3 {
	unit := [3]vec.V3{vec.Identity.X, vec.Identity.Y, vec.Identity.Z}
	var normals directions
	of := make([]int, len(m.Triangles))
	for i, t := range m.Triangles {
		a := m.Vertices[t[0]]
		of[i] = normals.add(m.Vertices[t[1]].Sub(a).Cross(m.Vertices[t[2]].Sub(a)))
	}
	z, ok := normals.main()
	if !ok {
		return unit
	}
	// Edges between two triangles of that area are none of its outline.
	type edge [2]vec.V3
	inner := make(map[edge]int)
	each := func(f func(a, b vec.V3)) {
		for i, t := range m.Triangles {
			if of[i] == z {
				for j := range 3 {
					f(m.Vertices[t[j]], m.Vertices[t[(j+1)%3]])
				}
			}
		}
	}
	each(func(a, b vec.V3) { inner[edge{a, b}]++ })
	var edges directions
	each(func(a, b vec.V3) {
		if inner[edge{b, a}] == 0 {
			edges.add(b.Sub(a))
		}
	})
	x, ok := edges.main()
	if !ok {
		return unit
	}
	up, _ := normals.all[z].Unit()
	along := edges.all[x]
	u, ok := along.Sub(up.Mul(along.Dot(up))).Unit()
	if !ok {
		return unit
	}
	turn := [3]vec.V3{u, up.Cross(u), up}
	for _, v := range turn {
		for i := range 3 {
			if c := math.Abs(v.At(i)); c > 1e-6 && c < 1-1e-12 {
				return turn
			}
		}
	}
	return unit
}

// directions adds up lengths by direction, one way and the opposite together.
type directions struct {
	index map[[3]int32]int
	all   []vec.V3
}

// add returns the number of the direction of v; -1 if it has none.
func (d *directions) add(v vec.V3) int {
	u, ok := v.Unit()
	if !ok {
		return -1
	}
	if u.X < -1e-6 || u.X < 1e-6 && (u.Y < -1e-6 || u.Y < 1e-6 && u.Z < 0) {
		u, v = u.Neg(), v.Neg()
	}
	const fineness = 1e4
	key := [3]int32{int32(math.Round(u.X * fineness)), int32(math.Round(u.Y * fineness)), int32(math.Round(u.Z * fineness))}
	if d.index == nil {
		d.index = make(map[[3]int32]int)
	}
	k, ok := d.index[key]
	if !ok {
		k = len(d.all)
		d.index[key] = k
		d.all = append(d.all, vec.V3{})
	}
	d.all[k] = d.all[k].Add(v)
	return k
}

// main returns the direction with the greatest sum, of about equal ones the first.
func (d *directions) main() (best int, ok bool) {
	for k := range d.all {
		if d.all[k].Len() > d.all[best].Len()*(1+1e-9) {
			best = k
		}
	}
	return best, len(d.all) > 0
}

// beside is how many metres a corner of a cutter may be off a slanting face of the
// first operand for being meant to be flush with it; it is then put that far
// outside. Faces along the axes need no such care: see flush.
const beside = 3e-6

// part moves corners of the cutters that nearly lie on slanting faces of host to
// the outside of these, so that no film remains between them.
func (g *grid) part(host *mesh.Mesh, cutters []*mesh.Mesh) []*mesh.Mesh {
	type face struct {
		n   vec.V3
		d   float64
		box vec.Box
	}
	var faces []face
	box := vec.Empty()
	for _, t := range host.Triangles {
		var v [3]vec.V3
		b := vec.Empty()
		for i, k := range t {
			v[i] = g.rotate(host.Vertices[k])
			b.Add(v[i])
		}
		n, ok := v[1].Sub(v[0]).Cross(v[2].Sub(v[0])).Unit()
		if !ok || math.Abs(n.X) > 1-1e-12 || math.Abs(n.Y) > 1-1e-12 || math.Abs(n.Z) > 1-1e-12 {
			continue
		}
		b = b.Grow(2 * beside)
		box.Join(b)
		faces = append(faces, face{n, n.Dot(v[0]), b})
	}
	if len(faces) == 0 || len(faces) > maxSlanting {
		return cutters
	}
	out := make([]*mesh.Mesh, len(cutters))
	for i, c := range cutters {
		out[i] = c
		for k, v := range c.Vertices {
			p := g.rotate(v)
			if !box.Contains(p) {
				continue
			}
			moved := false
			// Away from one face may be towards another.
			for range 3 {
				again := false
				for j := range faces {
					f := &faces[j]
					if d := f.n.Dot(p) - f.d; math.Abs(d) < beside*0.99 && f.box.Contains(p) {
						p = p.Add(f.n.Mul(beside - d))
						moved, again = true, true
					}
				}
				if !again {
					break
				}
			}
			if moved {
				if out[i] == c {
					out[i] = c.Clone()
				}
				out[i].Vertices[k] = g.unrotate(p)
			}
		}
	}
	return out
}

// maxSlanting bounds the faces that corners are compared with.
const maxSlanting = 5000

// snap returns the vertices of the meshes on the grid. Coordinates that are next
// to each other along an axis become equal, those of the first mesh first.
func (g *grid) snap(all []*mesh.Mesh) [][][3]int64 {
	out := make([][][3]int64, len(all))
	for i, m := range all {
		out[i] = make([][3]int64, len(m.Vertices))
	}
	type value struct {
		x    float64
		mesh int32
		at   int32
	}
	var values []value
	for axis := range 3 {
		g.metres[axis] = make(map[int64]float64)
		values = values[:0]
		for i, m := range all {
			for k, v := range m.Vertices {
				values = append(values, value{g.rotate(v).At(axis), int32(i), int32(k)})
			}
		}
		slices.SortStableFunc(values, func(a, b value) int {
			switch {
			case a.x < b.x:
				return -1
			case a.x > b.x:
				return 1
			}
			return 0
		})
		for lo := 0; lo < len(values); {
			hi, pick := lo, lo
			for hi < len(values) && values[hi].x-values[lo].x <= flush {
				if values[hi].mesh < values[pick].mesh {
					pick = hi
				}
				hi++
			}
			x := int64(math.Round((values[pick].x - g.origin.At(axis)) / g.step))
			if _, ok := g.metres[axis][x]; !ok {
				g.metres[axis][x] = values[pick].x
			}
			for _, v := range values[lo:hi] {
				out[v.mesh][v.at][axis] = x
			}
			lo = hi
		}
	}
	return out
}
