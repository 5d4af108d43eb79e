package geom

import (
	"math"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
)

// extrudedAreaSolid reads an IfcExtrudedAreaSolid.
func (k *Kernel) extrudedAreaSolid(e ifc.Entity) (form, error) { return k.prism(e) }

func (k *Kernel) prism(e ifc.Entity) (*prism, error) {
	p := &prism{}
	var err error
	if p.dir, err = k.extrusion(e); err != nil {
		return nil, err
	}
	if p.frame, err = k.position(e, "IfcAxis2Placement3D"); err != nil {
		return nil, err
	}
	if p.profile, err = k.profile(e.Attr("SweptArea").Entity()); err != nil {
		return nil, err
	}
	return p, nil
}

// extrusion is the way that an extrusion moves its profile, in metres.
func (k *Kernel) extrusion(e ifc.Entity) (vec.V3, error) {
	depth, ok := k.lengthOf(e, "Depth")
	if !ok || !(depth > k.precision) || math.IsInf(depth, 0) {
		return vec.V3{}, notRead(e, "Depth that is not greater than the precision")
	}
	d, _ := k.direction(e.Attr("ExtrudedDirection").Entity())
	d, ok = d.Unit()
	if !ok {
		return vec.V3{}, notRead(e, "ExtrudedDirection is no direction")
	}
	return d.Mul(depth), nil
}

// extrudedAreaSolidTapered reads a solid between two profiles: straight lines join
// the points of one with those of the other.
func (k *Kernel) extrudedAreaSolidTapered(e ifc.Entity) (form, error) {
	bottom, err := k.prism(e)
	if err != nil {
		return nil, err
	}
	top, err := k.profile(e.Attr("EndSweptArea").Entity())
	if err != nil {
		return nil, err
	}
	if len(top) != len(bottom.profile) {
		return nil, notRead(e, "profiles at the ends differ in their parts")
	}
	b := &builder{}
	for i := range top {
		lower, upper := &bottom.profile[i], &top[i]
		if lower.open || upper.open || len(lower.holes) != len(upper.holes) {
			return nil, notRead(e, "profiles at the ends differ in their holes")
		}
		var starts, ends [][]int32
		for j, loop := range lower.loops() {
			other := upper.loops()[j]
			if len(other) != len(loop) {
				other = beganLike(other, loop)
			}
			lo, hi := make([]vec.V3, len(loop)), make([]vec.V3, len(other))
			for n, q := range loop {
				lo[n] = bottom.frame.Point(q.In3())
			}
			for n, q := range other {
				hi[n] = bottom.frame.Point(q.In3().Add(bottom.dir))
			}
			x, y := b.ring(lo), b.ring(hi)
			if rows := k.coneOf(loop, other, bottom.dir); rows != nil {
				b.cone(x, y, rows, bottom.frame)
			} else {
				b.strip(x, y, shares(loop), shares(other))
			}
			starts, ends = append(starts, x), append(ends, y)
		}
		b.cap(starts, true)
		b.cap(ends, false)
	}
	return b.solid(), nil
}

// coneRows is how many points a row within the side of a cone has, and how many
// rows there are: those of OpenCASCADE's mesher, which keeps the whole deflection
// there and an angle of 0.5. The greater radius, the length of the side and the
// deflection are in metres.
func (f fineness) coneRows(radius, length, sweep float64) (points, rows int) {
	step := math.Min(2*math.Acos(math.Max(1-float64(f)/radius, 0)), 2*maxTurn)
	step = math.Max(step, leastChord/radius)
	chord := step * radius
	const most = 10_000
	points = parts(sweep/step, 0, most)
	rows = parts(length/chord/math.Max(1, math.Log(length/chord)), 0, most)
	if points == most || rows == most || points*rows > maxSwept {
		return 0, 0
	}
	return points + 1, rows
}

// coneOf tells how the side of a taper between two circles is divided, from lower
// to upper; nil if it is no right cone.
func (k *Kernel) coneOf(lower, upper []vec.V2, dir vec.V3) [][]vec.V3 {
	if !isCircle(lower) || !isCircle(upper) {
		return nil
	}
	m, r0 := middle(lower), lower[0].Dist(middle(lower))
	r1 := upper[0].Dist(middle(upper))
	if middle(upper).Dist(m) > least || math.Abs(r0-r1) < least || dir.XY().Len() > least {
		return nil
	}
	n, rows := fineness(k.deflection).coneRows(math.Max(r0, r1), math.Hypot(r0-r1, dir.Z), 2*math.Pi)
	out := make([][]vec.V3, rows)
	x := lower[0].Sub(m).Mul(1 / r0)
	y := x.Left()
	if area(lower) < 0 {
		y = y.Mul(-1)
	}
	for i := range out {
		f := float64(i+1) / float64(rows+1)
		r := r0 + (r1-r0)*f
		for j := range n {
			sin, cos := math.Sincos(2 * math.Pi * float64(j) / float64(n))
			q := m.Add(x.Mul(r * cos)).Add(y.Mul(r * sin))
			out[i] = append(out[i], vec.V3{X: q.X, Y: q.Y, Z: dir.Z * f})
		}
	}
	return out
}

// cone joins two rings by way of rows between them.
func (b *builder) cone(lower, upper []int32, rows [][]vec.V3, frame vec.Affine) {
	even := func(n int) []float64 {
		out := make([]float64, n+1)
		for i := range out {
			out[i] = float64(i) / float64(n)
		}
		return out
	}
	for _, row := range rows {
		next := b.ring(moved(row, frame))
		b.strip(lower, next, even(len(lower)), even(len(next)))
		lower = next
	}
	b.strip(lower, upper, even(len(lower)), even(len(upper)))
}

// loops returns the outer loop and the holes.
func (o *outline) loops() [][]vec.V2 { return append([][]vec.V2{o.outer}, o.holes...) }

// beganLike returns a loop that begins where it lies, seen from its middle, in the
// direction of the first point of another.
func beganLike(loop, like []vec.V2) []vec.V2 {
	m, d := middle(loop), like[0].Sub(middle(like))
	best, at := math.Inf(-1), 0
	for i, p := range loop {
		if u, ok := p.Sub(m).Unit(); ok && u.Dot(d) > best+1e-12 {
			best, at = u.Dot(d), i
		}
	}
	return append(append(make([]vec.V2, 0, len(loop)), loop[at:]...), loop[:at]...)
}

// shares tells of every point of a loop, and of the first once more at the end,
// how far round it is: from 0 to 1.
func shares(loop []vec.V2) []float64 {
	out := make([]float64, len(loop)+1)
	for i, p := range loop {
		out[i+1] = out[i] + p.Dist(loop[(i+1)%len(loop)])
	}
	total := out[len(loop)]
	for i := range out {
		if total > 0 {
			out[i] /= total
		}
	}
	out[len(loop)] = 1
	return out
}

// builder puts together the faces of a swept solid.
type builder struct {
	points []vec.V3
	faces  []face
}

// ring adds points and returns their positions.
func (b *builder) ring(points []vec.V3) []int32 {
	out := make([]int32, len(points))
	for i, p := range points {
		out[i] = int32(len(b.points))
		b.points = append(b.points, p)
	}
	return out
}

// face adds a face without holes, leaving out what does not differ.
func (b *builder) face(loop ...int32) {
	kept := loop[:0]
	for i, at := range loop {
		if at != loop[(i+1)%len(loop)] {
			kept = append(kept, at)
		}
	}
	if len(kept) > 2 {
		b.faces = append(b.faces, face{loops: [][]int32{kept}})
	}
}

// cap closes an end with a face of several loops; back turns it round.
func (b *builder) cap(loops [][]int32, back bool) {
	f := face{}
	for _, l := range loops {
		l = append([]int32(nil), l...)
		if back {
			for i, j := 0, len(l)-1; i < j; i, j = i+1, j-1 {
				l[i], l[j] = l[j], l[i]
			}
		}
		f.loops = append(f.loops, l)
	}
	b.faces = append(b.faces, f)
}

// strip joins two closed rings whose points need not be the same in number: each
// goes on where it has come less far. Rings whose points are as many go point by
// point, in two triangles if need be.
func (b *builder) strip(lower, upper []int32, at, to []float64) {
	if len(lower) == len(upper) {
		n := len(lower)
		for i := range n {
			j := (i + 1) % n
			b.quad(lower[i], lower[j], upper[j], upper[i])
		}
		return
	}
	b.merge(append(lower[:len(lower):len(lower)], lower[0]), append(upper[:len(upper):len(upper)], upper[0]), at, to)
}

// merge joins two rows of points by triangles, by how far along they are.
func (b *builder) merge(lower, upper []int32, at, to []float64) {
	i, j := 0, 0
	for i < len(lower)-1 || j < len(upper)-1 {
		if j == len(upper)-1 || i < len(lower)-1 && at[i+1] <= to[j+1] {
			b.face(lower[i], lower[i+1], upper[j])
			i++
		} else {
			b.face(lower[i], upper[j+1], upper[j])
			j++
		}
	}
}

// quad adds a four-sided face, as two triangles if it is not flat.
func (b *builder) quad(p, q, r, s int32) {
	a := b.points[p]
	u, v, w := b.points[q].Sub(a), b.points[r].Sub(a), b.points[s].Sub(a)
	n, ok := u.Cross(v).Add(v.Cross(w)).Unit()
	if !ok || math.Max(math.Abs(n.Dot(u)), math.Max(math.Abs(n.Dot(v)), math.Abs(n.Dot(w)))) < 1e-9*(u.Len()+v.Len()+w.Len()) {
		b.face(p, q, r, s)
		return
	}
	b.face(p, q, r)
	b.face(p, r, s)
}

func (b *builder) solid() *polyhedron {
	return &polyhedron{points: b.points, faces: b.faces, solid: true}
}
