package geom

import (
	"math"

	"github.com/ifcmcq/ifcmcq/geom/mesh"
	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// Shells come with vertices written once for every face, with faces twice and with
// faces the wrong way round. Healing makes them closed where that is possible, by
// the rules of IfcOpenShell: points within a tolerance are one, of faces with the
// same edges one stays, faces are turned to agree with their neighbours.

// edgeMix is a number drawn from a directed edge, such that those of an edge and
// of its reverse add up to zero and sums of others do not but by a chance of 2⁻⁶⁴.
func edgeMix(a, b int32) uint64 {
	lo, hi := a, b
	if lo > hi {
		lo, hi = hi, lo
	}
	x := uint64(uint32(lo))<<32 | uint64(uint32(hi))
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9 // the finaliser of splitmix64
	x = (x ^ x>>27) * 0x94d049bb133111eb
	x ^= x >> 31
	if a > b {
		return -x
	}
	return x
}

// balanced tells whether every edge is used as often in one direction as in the
// other.
func (p *polyhedron) balanced() bool {
	sum := uint64(0)
	for i := range p.faces {
		for _, loop := range p.faces[i].loops {
			a := loop[len(loop)-1]
			for _, b := range loop {
				sum += edgeMix(a, b)
				a = b
			}
		}
	}
	return sum == 0 && len(p.faces) > 0
}

// heal tells whether p is closed, if it can be made so. Points nearer than within
// metres are made one if need be.
func (p *polyhedron) heal(within float64) bool {
	if p.balanced() {
		return true
	}
	p.merge(weld(p.points))
	if p.balanced() {
		return true
	}
	if w := within * math.Min(1, p.leastExtent(within)); w > 0 {
		p.merge(weldNear(p.points, math.Max(w, minPrecision)))
	}
	p.dropTwins()
	return p.balanced() || p.turn()
}

// leastExtent is the least side in metres of the box that exceeds within.
func (p *polyhedron) leastExtent(within float64) float64 {
	b := vec.Empty()
	p.corners(&vec.Identity, b.Add)
	least := math.Inf(1)
	for axis := range 3 {
		if d := b.Size().At(axis); d > within {
			least = math.Min(least, d)
		}
	}
	return least
}

// weld gives for every point the first that is equal to it.
func weld(points []vec.V3) []int32 {
	first := make(map[vec.V3]int32, len(points))
	to := make([]int32, len(points))
	for i, v := range points {
		v = vec.V3{X: v.X + 0, Y: v.Y + 0, Z: v.Z + 0}
		j, ok := first[v]
		if !ok {
			j = int32(i)
			first[v] = j
		}
		to[i] = j
	}
	return to
}

// weldNear gives for every point the first that is within a distance of it.
func weldNear(points []vec.V3, within float64) []int32 {
	type cell [3]int64
	at := func(v vec.V3) cell {
		return cell{int64(math.Floor(v.X / within)), int64(math.Floor(v.Y / within)), int64(math.Floor(v.Z / within))}
	}
	kept := make(map[cell][]int32, len(points))
	to := make([]int32, len(points))
	for i, v := range points {
		c := at(v)
		best := int32(-1)
		for dx := int64(-1); dx <= 1; dx++ {
			for dy := int64(-1); dy <= 1; dy++ {
				for dz := int64(-1); dz <= 1; dz++ {
					for _, j := range kept[cell{c[0] + dx, c[1] + dy, c[2] + dz}] {
						if points[j].Dist(v) <= within && (best < 0 || j < best) {
							best = j
						}
					}
				}
			}
		}
		if best < 0 {
			best = int32(i)
			kept[c] = append(kept[c], best)
		}
		to[i] = best
	}
	return to
}

// merge renames points and drops loops and faces that vanish thereby.
func (p *polyhedron) merge(to []int32) {
	faces := p.faces[:0]
	for _, f := range p.faces {
		loops := f.loops[:0]
		for n, loop := range f.loops {
			for i := range loop {
				loop[i] = to[loop[i]]
			}
			loop = tidy(loop)
			if len(loop) >= 3 {
				loops = append(loops, loop)
			} else if n == 0 {
				break // without its outer loop a face is nothing
			}
		}
		if len(loops) > 0 {
			faces = append(faces, face{loops})
		}
	}
	p.faces = faces
}

// dropTwins leaves one of the faces that have the same edges, in whatever
// direction.
func (p *polyhedron) dropTwins() {
	seen := make(map[uint64]bool, len(p.faces))
	faces := p.faces[:0]
	for _, f := range p.faces {
		sum := uint64(0)
		for _, loop := range f.loops {
			a := loop[len(loop)-1]
			for _, b := range loop {
				sum += edgeMix(min(a, b), max(a, b))
				a = b
			}
		}
		if !seen[sum] {
			seen[sum] = true
			faces = append(faces, f)
		}
	}
	p.faces = faces
}

// turn makes neighbouring faces agree on their direction, where every edge has
// two faces, and tells whether that closes p. Each part that hangs
// together looks outwards then.
func (p *polyhedron) turn() bool {
	type use struct {
		face  int32
		along bool // from the lesser vertex to the greater
	}
	uses := map[[2]int32][]use{}
	each := func(i int, visit func(a, b int32)) {
		for _, loop := range p.faces[i].loops {
			a := loop[len(loop)-1]
			for _, b := range loop {
				visit(a, b)
				a = b
			}
		}
	}
	for i := range p.faces {
		each(i, func(a, b int32) {
			key := [2]int32{min(a, b), max(a, b)}
			uses[key] = append(uses[key], use{int32(i), a < b})
		})
	}
	for _, u := range uses {
		if len(u)%2 != 0 {
			return false
		}
	}
	seen := make([]bool, len(p.faces))
	var queue []int32
	for start := range p.faces {
		if seen[start] {
			continue
		}
		seen[start] = true
		component := polyhedron{points: p.points}
		queue = append(queue[:0], int32(start))
		for len(queue) > 0 {
			i := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			component.faces = append(component.faces, p.faces[i])
			each(int(i), func(a, b int32) {
				pair := uses[[2]int32{min(a, b), max(a, b)}]
				if len(pair) != 2 || pair[0].face == pair[1].face {
					return
				}
				o := pair[0]
				if o.face == i {
					o = pair[1]
				}
				if seen[o.face] {
					return
				}
				seen[o.face] = true
				if (a < b) == o.along {
					for _, loop := range p.faces[o.face].loops {
						reverse(loop)
					}
				}
				queue = append(queue, o.face)
			})
		}
		if component.balanced() && component.volume() < 0 {
			component.flip()
		}
	}
	return p.balanced()
}

// volume is the signed volume of a closed polyhedron: of warped faces to within
// the choice of their diagonals.
func (p *polyhedron) volume() float64 {
	if len(p.faces) == 0 {
		return 0
	}
	o := p.points[p.faces[0].loops[0][0]]
	sum := 0.0
	for i := range p.faces {
		for _, loop := range p.faces[i].loops {
			a := p.points[loop[0]].Sub(o)
			for n := 1; n+1 < len(loop); n++ {
				sum += a.Dot(p.points[loop[n]].Sub(o).Cross(p.points[loop[n+1]].Sub(o)))
			}
		}
	}
	return sum / 6
}

// flip turns every face round.
func (p *polyhedron) flip() {
	for i := range p.faces {
		for _, loop := range p.faces[i].loops {
			reverse(loop)
		}
	}
}

// append adds the faces of q, which is not used afterwards.
func (p *polyhedron) append(q *polyhedron) {
	n := int32(len(p.points))
	p.points = append(p.points, q.points...)
	for _, f := range q.faces {
		for _, loop := range f.loops {
			for i := range loop {
				loop[i] += n
			}
		}
		p.faces = append(p.faces, f)
	}
}

// healTriangles is heal for a mesh, which is turned outwards if it is closed.
func (k *Kernel) healTriangles(m *mesh.Mesh) {
	sum := uint64(0)
	for _, t := range m.Triangles {
		sum += edgeMix(t[0], t[1]) + edgeMix(t[1], t[2]) + edgeMix(t[2], t[0])
	}
	if sum == 0 {
		m.Outward()
		return
	}
	p := polyhedron{points: m.Vertices}
	indices := make([]int32, 0, 3*len(m.Triangles))
	loops := make([][]int32, 0, len(m.Triangles))
	for _, t := range m.Triangles {
		indices = append(indices, t[:]...)
		loops = append(loops, indices[len(indices)-3:len(indices):len(indices)])
		p.faces = append(p.faces, face{loops[len(loops)-1 : len(loops) : len(loops)]})
	}
	closed := p.heal(10 * k.precision)
	m.Triangles = m.Triangles[:0]
	for _, f := range p.faces {
		m.Triangles = append(m.Triangles, [3]int32(f.loops[0]))
	}
	if closed {
		m.Outward()
	}
}
