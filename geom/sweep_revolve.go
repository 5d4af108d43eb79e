package geom

import (
	"math"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
)

// revolvedAreaSolid reads an IfcRevolvedAreaSolid. Each point of the profile makes
// an arc with as many chords as its own radius asks for.
func (k *Kernel) revolvedAreaSolid(e ifc.Entity) (form, error) {
	frame, err := k.position(e, "IfcAxis2Placement3D")
	if err != nil {
		return nil, err
	}
	axis := e.Attr("Axis").Entity()
	origin, isPoint := k.location(axis.Attr("Location").Entity())
	d, ok := k.axisDirection(axis)
	if !ok || !isPoint || !axis.Is("IfcAxis1Placement") {
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
	even := 0
	if isCircle(loop) {
		if r := t.arm(loop[0].In3()).Len(); r > onAxis {
			even = fineness(t.k.deflection).chords(r, t.angle)
		}
	}
	points := make([]vec.V3, len(loop))
	for i, p := range loop {
		points[i] = p.In3()
	}
	rows, ok := t.rows(points, even)
	if !ok {
		return nil, nil, false
	}
	for i, row := range rows {
		first, last = append(first, row[0]), append(last, row[len(row)-1])
		t.between(row, rows[(i+1)%len(rows)])
	}
	return first, last, true
}

// rows makes the arc of each point, of even chords or, if that is 0, as many as its
// radius asks for. A full circle has its first point again at its end.
func (t *turner) rows(points []vec.V3, even int) ([][]int32, bool) {
	rows := make([][]int32, len(points))
	for i, q := range points {
		var row []vec.V3
		arm := t.arm(q)
		if r := arm.Len(); r < onAxis {
			row = []vec.V3{q}
		} else {
			chords := even
			if even == 0 {
				chords = fineness(t.k.deflection).chords(r, t.angle)
			}
			if t.made += chords; t.made > maxSwept {
				return nil, false
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
	}
	return rows, true
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
