package geom

import (
	"math"
	"sync"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/step"
)

// gridPlacement reads an IfcGridPlacement: the point where two grid axes meet,
// each moved by an offset, in the frame of the grid. X follows the first axis if
// nothing else is stated. Before IFC4X3, and where PlacementRelTo is not set, the
// grid's own placement comes in here; else the caller applies PlacementRelTo.
func (k *Kernel) gridPlacement(e ifc.Entity) (vec.Affine, error) {
	location := e.Attr("PlacementLocation").Entity()
	at, tangent, err := k.gridIntersection(location)
	if err != nil {
		return vec.Affine{}, err
	}
	ref := tangent.In3()
	switch r := e.Attr("PlacementRefDirection").Entity(); {
	case r.Is("IfcDirection"):
		ref, _ = k.direction(r)
	case r.Is("IfcVirtualGridIntersection"):
		to, _, err := k.gridIntersection(r)
		if err != nil {
			return vec.Affine{}, err
		}
		ref = to.Sub(at)
		ref.Z = 0 // the offsets upwards are the same by the standard
	}
	x, y, z, ok := frame(vec.V3{Z: 1}, true, ref, true)
	if !ok {
		return vec.Affine{}, notRead(e, errSingular.Error())
	}
	own := vec.Affine{X: x, Y: y, Z: z, O: at}
	if e.Attr("PlacementRelTo").IsSet() {
		return own, nil
	}
	for axis := range location.Attr("IntersectingAxes").Entities() {
		if grid := k.gridOf(axis); grid.Exists() {
			placement := grid.Attr("ObjectPlacement").Entity()
			if placement.Is("IfcGridPlacement") {
				return own, notRead(e, "grid that is placed by a grid")
			}
			parent, err := k.objectPlacement(placement, 0)
			return parent.Mul(own), err
		}
	}
	return own, nil
}

// gridIndex knows the grid of every grid axis, from the first time it is asked.
type gridIndex struct {
	once sync.Once
	of   map[step.Row]ifc.Entity
}

// gridOf finds the grid that an axis belongs to: the first that names it.
func (k *Kernel) gridOf(axis ifc.Entity) ifc.Entity {
	k.grids.once.Do(func() {
		k.grids.of = map[step.Row]ifc.Entity{}
		for grid := range k.m.All("IfcGrid") {
			for _, attr := range [...]string{"UAxes", "VAxes", "WAxes"} {
				for a := range grid.Attr(attr).Entities() {
					if !k.grids.of[a.Row()].Exists() {
						k.grids.of[a.Row()] = grid
					}
				}
			}
		}
	})
	return k.grids.of[axis.Row()]
}

// gridIntersection finds where the two axes of an IfcVirtualGridIntersection meet
// after their offsets, which are to the left of the axes, and the direction of the
// first axis there.
func (k *Kernel) gridIntersection(e ifc.Entity) (at vec.V3, tangent vec.V2, err error) {
	var axes []ifc.Entity
	for a := range e.Attr("IntersectingAxes").Entities() {
		axes = append(axes, a)
	}
	if len(axes) != 2 {
		return at, tangent, notRead(e, "intersection of other than two axes")
	}
	var offsets [3]float64
	for a, i := e.Attr("OffsetDistances").Step().Elements(), 0; i < 3; i++ {
		v, ok := a.Next()
		if !ok {
			break
		}
		x, _ := v.Float()
		offsets[i] = x * k.length
	}
	var lines [2][]gridLine
	for i := range lines {
		if lines[i], err = k.gridAxis(axes[i]); err != nil {
			return at, tangent, err
		}
		for j := range lines[i] {
			lines[i][j] = lines[i][j].offset(offsets[i])
		}
	}
	p, tangent, ok := meet(lines[0], lines[1])
	if !ok {
		return at, tangent, notRead(e, "axes that do not meet")
	}
	return vec.V3{X: p.X, Y: p.Y, Z: offsets[2]}, tangent, nil
}

// gridLine is a piece of a grid axis: a straight line from a to b, or if it has a
// radius an arc about a center.
type gridLine struct {
	a, b   vec.V2
	center vec.V2
	radius float64
	sweep  float64 // signed, from a
}

// gridAxis reads the curve of an IfcGridAxis in its sense.
func (k *Kernel) gridAxis(e ifc.Entity) ([]gridLine, error) {
	curve := e.Attr("AxisCurve").Entity()
	lines, err := k.gridCurve(curve)
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 {
		return nil, notRead(e, "grid axis without a length")
	}
	if !isTrue(e.Attr("SameSense").Step()) {
		back := make([]gridLine, len(lines))
		for i, l := range lines {
			l.a, l.b, l.sweep = l.b, l.a, -l.sweep
			back[len(lines)-1-i] = l
		}
		lines = back
	}
	return lines, nil
}

func (k *Kernel) gridCurve(e ifc.Entity) ([]gridLine, error) {
	var points []vec.V3
	switch {
	case e.Is("IfcLine"):
		from, ok := k.point(e.Attr("Pnt").Entity())
		dir, hasDir := k.direction(e.Attr("Dir").Entity().Attr("Orientation").Entity())
		if !ok || !hasDir {
			return nil, notRead(e, "line without a point or a direction")
		}
		points = []vec.V3{from, from.Add(dir)}
	case e.Is("IfcPolyline"):
		for p := range e.Attr("Points").Entities() {
			q, ok := k.point(p)
			if !ok {
				return nil, notRead(e, "point without coordinates")
			}
			points = append(points, q)
		}
	default:
		found, closed, err := k.curve(e)
		if err != nil {
			return nil, err
		}
		if n := len(found); closed && n > 2 && found[0] != found[n-1] {
			found = append(found[:n:n], found[0])
		}
		points = found
		basis := e
		for range maxDepth {
			if !basis.Is("IfcTrimmedCurve") {
				break
			}
			basis = basis.Attr("BasisCurve").Entity()
		}
		if basis.Is("IfcCircle") && len(points) > 2 {
			return k.gridArc(basis, points)
		}
	}
	var out []gridLine
	for i := 1; i < len(points); i++ {
		a, b := points[i-1].XY(), points[i].XY()
		if !points[i].Finite() || !points[i-1].Finite() {
			return nil, notRead(e, "point that is no number")
		}
		if a.Dist(b) > 0 {
			out = append(out, gridLine{a: a, b: b})
		}
	}
	return out, nil
}

// gridArc is the arc of a circle that points lie on, in their order.
func (k *Kernel) gridArc(circle ifc.Entity, points []vec.V3) ([]gridLine, error) {
	place, ok := k.axisPlacement(circle.Attr("Position").Entity())
	radius, hasRadius := k.lengthOf(circle, "Radius")
	if !ok || !hasRadius || !(radius > 0) {
		return nil, notRead(circle, "circle without a place or a radius")
	}
	l := gridLine{center: place.O.XY(), radius: radius, a: points[0].XY(), b: points[len(points)-1].XY()}
	for i := 1; i < len(points); i++ {
		u, v := points[i-1].XY().Sub(l.center), points[i].XY().Sub(l.center)
		l.sweep += math.Atan2(u.Cross(v), u.Dot(v))
	}
	return []gridLine{l}, nil
}

// offset moves a line to the left.
func (l gridLine) offset(by float64) gridLine {
	if l.radius == 0 {
		u, _ := l.b.Sub(l.a).Unit()
		d := u.Left().Mul(by)
		l.a, l.b = l.a.Add(d), l.b.Add(d)
		return l
	}
	r := l.radius - math.Copysign(by, by*l.sweep) // left of a counter-clockwise arc is inside
	scale := r / l.radius
	l.a = l.center.Add(l.a.Sub(l.center).Mul(scale))
	l.b = l.center.Add(l.b.Sub(l.center).Mul(scale))
	l.radius = r
	return l
}

// tangent is the direction of the line at one of its points.
func (l gridLine) tangent(p vec.V2) vec.V2 {
	if l.radius == 0 {
		return l.b.Sub(l.a)
	}
	t := p.Sub(l.center).Left()
	if l.sweep < 0 {
		t = t.Mul(-1)
	}
	return t
}

// beyond tells how far outside its ends a point of the endless line lies; 0 within.
func (l gridLine) beyond(p vec.V2) float64 {
	if l.radius == 0 {
		u, _ := l.b.Sub(l.a).Unit()
		s := p.Sub(l.a).Dot(u)
		return math.Max(0, math.Max(-s, s-l.b.Dist(l.a)))
	}
	u, v := l.a.Sub(l.center), p.Sub(l.center)
	turn := math.Atan2(u.Cross(v), u.Dot(v))
	if l.sweep < 0 {
		turn = -turn
	}
	if turn < -1e-12 {
		turn += 2 * math.Pi
	}
	over := turn - math.Abs(l.sweep)
	if over <= 0 {
		return 0
	}
	return math.Min(over, math.Max(0, 2*math.Pi-turn)) * math.Abs(l.radius)
}

// meet finds the point that two axes have in common: of several the first along
// the first axis; if they only meet when made longer, the point that needs least.
func meet(first, second []gridLine) (at, tangent vec.V2, ok bool) {
	best := math.Inf(1)
	for _, a := range first {
		for _, b := range second {
			for _, p := range cross(a, b) {
				if out := a.beyond(p) + b.beyond(p); out < best-1e-9 {
					best, at, tangent, ok = out, p, a.tangent(p), true
				}
			}
		}
	}
	return at, tangent, ok && !math.IsNaN(at.X+at.Y)
}

// cross gives the points that two endless lines or circles have in common.
func cross(a, b gridLine) []vec.V2 {
	switch {
	case a.radius == 0 && b.radius == 0:
		u, v := a.b.Sub(a.a), b.b.Sub(b.a)
		d := u.Cross(v)
		if math.Abs(d) <= 1e-12*u.Len()*v.Len() {
			return nil
		}
		return []vec.V2{a.a.Add(u.Mul(b.a.Sub(a.a).Cross(v) / d))}
	case a.radius == 0:
		return lineCircle(a.a, a.b, b.center, b.radius)
	case b.radius == 0:
		out := lineCircle(b.a, b.b, a.center, a.radius)
		if len(out) == 2 && a.along(out[1]) < a.along(out[0]) {
			out[0], out[1] = out[1], out[0]
		}
		return out
	}
	// The two circles meet on the line on which their powers are equal.
	d := b.center.Sub(a.center)
	dist := d.Len()
	if dist == 0 {
		return nil
	}
	s := (dist*dist + a.radius*a.radius - b.radius*b.radius) / (2 * dist)
	u := d.Mul(1 / dist)
	foot := a.center.Add(u.Mul(s))
	out := lineCircle(foot, foot.Add(u.Left()), a.center, a.radius)
	if len(out) == 2 && a.along(out[1]) < a.along(out[0]) {
		out[0], out[1] = out[1], out[0]
	}
	return out
}

// along is the angle from the start of an arc to a point on it, in its sense.
func (l gridLine) along(p vec.V2) float64 {
	u, v := l.a.Sub(l.center), p.Sub(l.center)
	turn := math.Atan2(u.Cross(v), u.Dot(v))
	if l.sweep < 0 {
		turn = -turn
	}
	if turn < -1e-9 {
		turn += 2 * math.Pi
	}
	return turn
}

// lineCircle gives the points of an endless line on a circle, in the line's order.
// A line that touches gives one, also if it misses by a rounding error.
func lineCircle(a, b, center vec.V2, radius float64) []vec.V2 {
	u, ok := b.Sub(a).Unit()
	if !ok {
		return nil
	}
	s := center.Sub(a).Dot(u)
	foot := a.Add(u.Mul(s))
	h := center.Dist(foot)
	r := math.Abs(radius)
	switch {
	case h > r*(1+1e-9):
		return nil
	case h >= r:
		return []vec.V2{foot}
	}
	w := math.Sqrt(r*r - h*h)
	return []vec.V2{foot.Sub(u.Mul(w)), foot.Add(u.Mul(w))}
}
