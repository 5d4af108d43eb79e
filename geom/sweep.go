package geom

import (
	"math"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
)

// sweptPosition reads the frame of a swept area solid, which may be missing.
func (k *Kernel) sweptPosition(e ifc.Entity) (vec.Affine, error) {
	p := e.Attr("Position")
	if !p.IsSet() {
		return vec.Identity, nil
	}
	at, ok := k.axisPlacement(p.Entity())
	if !ok {
		return at, notRead(e, "Position has no frame")
	}
	return at, nil
}

// extrudedAreaSolid reads an IfcExtrudedAreaSolid.
func (k *Kernel) extrudedAreaSolid(e ifc.Entity) (form, error) { return k.prism(e) }

func (k *Kernel) prism(e ifc.Entity) (*prism, error) {
	p := &prism{}
	var err error
	if p.dir, err = k.extrusion(e); err != nil {
		return nil, err
	}
	if p.frame, err = k.sweptPosition(e); err != nil {
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
	d, _ := direction(e.Attr("ExtrudedDirection").Entity())
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
	points = int(sweep / step)
	rows = int(length / chord / math.Max(1, math.Log(length/chord)))
	if points > 1e4 || rows > 1e4 {
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

// band joins two rings of the same number of points by four-sided faces.
func (b *builder) band(lower, upper []int32) {
	n := len(lower)
	for i := range n {
		j := (i + 1) % n
		b.face(lower[i], lower[j], upper[j], upper[i])
	}
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

// revolvedAreaSolid reads an IfcRevolvedAreaSolid. Each point of the profile makes
// an arc with as many chords as its own radius asks for.
func (k *Kernel) revolvedAreaSolid(e ifc.Entity) (form, error) {
	frame, err := k.sweptPosition(e)
	if err != nil {
		return nil, err
	}
	axis := e.Attr("Axis").Entity()
	origin, _ := k.point(axis.Attr("Location").Entity())
	d, set := direction(axis.Attr("Axis").Entity())
	if !set {
		d = vec.V3{Z: 1}
	}
	d, ok := d.Unit()
	if !ok || !axis.Exists() {
		return nil, notRead(e, "axis without a direction")
	}
	angle, ok := k.angleOf(e, "Angle")
	if !ok || !(math.Abs(angle) > 1e-9) || math.IsInf(angle, 0) {
		return nil, notRead(e, "Angle that is zero or no number")
	}
	profile, err := k.profile(e.Attr("SweptArea").Entity())
	if err != nil {
		return nil, err
	}
	t := turner{b: &builder{}, k: k, frame: frame, origin: origin, axis: d, angle: angle}
	t.full = math.Abs(angle) >= 2*math.Pi-1e-5
	if t.full {
		t.angle = math.Copysign(2*math.Pi, angle)
	}
	for i := range profile {
		if profile[i].open {
			return nil, notRead(e, "open profile")
		}
		if !t.oneSided(profile[i].outer) {
			return nil, notRead(e, "profile on both sides of its axis")
		}
		var starts, ends [][]int32
		for _, loop := range profile[i].loops() {
			first, last, ok := t.turn(loop)
			if !ok {
				return nil, notRead(e, "too many points")
			}
			starts, ends = append(starts, first), append(ends, last)
		}
		if !t.full {
			t.b.cap(starts, true)
			t.b.cap(ends, false)
		}
	}
	return t.b.solid(), nil
}

// turner turns profiles round an axis.
type turner struct {
	b            *builder
	k            *Kernel
	frame        vec.Affine
	origin, axis vec.V3
	angle        float64
	full         bool
	made         int
}

// onAxis is the distance in metres within which a point does not move.
const onAxis = 1e-6

// arm is what leads from the axis to p.
func (t *turner) arm(p vec.V3) vec.V3 {
	d := p.Sub(t.origin)
	return d.Sub(t.axis.Mul(d.Dot(t.axis)))
}

// oneSided tells whether a loop lies on one side of the axis, which is in its
// plane or parallel to it.
func (t *turner) oneSided(loop []vec.V2) bool {
	side := vec.V3{Z: 1}.Cross(t.axis)
	lo, hi := 0.0, 0.0
	for _, p := range loop {
		x := side.Dot(p.In3().Sub(t.origin))
		lo, hi = math.Min(lo, x), math.Max(hi, x)
	}
	return lo > -1e-5 || hi < 1e-5
}

// turn makes the faces that a loop sweeps, and returns its points where it starts
// and where it ends.
//
// A point of a straight side makes as many chords as its own radius asks for. A
// circle makes a torus, all of whose arcs have as many as the one where the circle
// starts.
func (t *turner) turn(loop []vec.V2) (first, last []int32, ok bool) {
	n := len(loop)
	even := 0
	if isCircle(loop) {
		if r := t.arm(loop[0].In3()).Len(); r > onAxis {
			even = fineness(t.k.deflection).chords(r, t.angle)
		}
	}
	rows := make([][]int32, n)
	for i, p := range loop {
		var row []vec.V3
		q := p.In3()
		arm := t.arm(q)
		if r := arm.Len(); r < onAxis {
			row = []vec.V3{q}
		} else {
			chords := even
			if even == 0 {
				chords = fineness(t.k.deflection).chords(r, t.angle)
			}
			if t.made += chords; t.made > maxPoints {
				return nil, nil, false
			}
			foot, across := q.Sub(arm), t.axis.Cross(arm)
			row = make([]vec.V3, chords+1)
			for j := range row {
				sin, cos := math.Sincos(t.angle * float64(j) / float64(chords))
				row[j] = foot.Add(arm.Mul(cos)).Add(across.Mul(sin))
			}
			if t.full {
				row = row[:chords]
			}
		}
		for j := range row {
			row[j] = t.frame.Point(row[j])
		}
		at := t.b.ring(row)
		if t.full && len(at) > 1 {
			at = append(at, at[0])
		}
		rows[i] = at
		first, last = append(first, at[0]), append(last, at[len(at)-1])
	}
	for i := range rows {
		t.between(rows[i], rows[(i+1)%n])
	}
	return first, last, true
}

// isCircle tells whether a loop is a circle that has been made a polygon: many
// points, all as far from their middle, with equal sides.
func isCircle(loop []vec.V2) bool {
	if len(loop) < 12 {
		return false
	}
	m, side := middle(loop), loop[0].Dist(loop[1])
	r := loop[0].Dist(m)
	for i, p := range loop {
		if math.Abs(p.Dist(m)-r) > 1e-6*r || math.Abs(p.Dist(loop[(i+1)%len(loop)])-side) > 1e-5*r {
			return false
		}
	}
	return true
}

// middle is the mean of the points of a loop.
func middle(loop []vec.V2) vec.V2 {
	var m vec.V2
	for _, p := range loop {
		m = m.Add(p.Mul(1 / float64(len(loop))))
	}
	return m
}

// between makes the faces between the arcs of two neighbours.
func (t *turner) between(a, b []int32) {
	if len(a) == len(b) {
		for j := range len(a) - 1 {
			t.b.face(a[j], b[j], b[j+1], a[j+1])
		}
		return
	}
	even := func(n int) []float64 {
		out := make([]float64, n)
		for i := range out {
			out[i] = float64(i) / math.Max(float64(n-1), 1)
		}
		return out
	}
	t.b.merge(b, a, even(len(b)), even(len(a)))
}
