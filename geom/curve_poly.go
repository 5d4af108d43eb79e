package geom

import (
	"errors"
	"math"
	"strings"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
)

var errNoCurve = errors.New("reference to a curve that is not there")

// polyline reads an IfcPolyline. Points within the precision of the one before
// are left out.
func (t *tracer) polyline(e ifc.Entity) (*path, error) {
	var points []vec.V3
	for p := range e.Attr("Points").Entities() {
		at, ok := t.k.point(p)
		if !ok || !p.Is("IfcCartesianPoint") {
			return nil, notRead(e, "point without coordinates")
		}
		points = append(points, at)
	}
	return t.straight(e, points)
}

// straight makes a path of points that straight lines join.
func (t *tracer) straight(e ifc.Entity, points []vec.V3) (*path, error) {
	if !t.spend(len(points)) {
		return nil, notRead(e, "too many points")
	}
	points = distinct(points, t.k.precision)
	if len(points) < 2 {
		return nil, notRead(e, "curve without length")
	}
	return &path{parts: []stretch{{points: points}}}, nil
}

// distinct leaves out every point that is within tol of the one kept before it;
// of the end points the last holds.
func distinct(points []vec.V3, tol float64) []vec.V3 {
	kept := points[:0]
	for _, p := range points {
		if len(kept) == 0 || kept[len(kept)-1].Dist(p) > tol {
			kept = append(kept, p)
		}
	}
	return kept
}

// indexedPolyCurve reads an IfcIndexedPolyCurve: lines through points, and arcs
// through three. Three points in a line are a line.
func (t *tracer) indexedPolyCurve(e ifc.Entity) (*path, error) {
	points, err := t.k.coordinates(e.Attr("Points").Entity())
	if err != nil {
		return nil, err
	}
	if !e.Attr("Segments").IsSet() {
		return t.straight(e, points)
	}
	out := &path{}
	for a := e.Attr("Segments").Step().Elements(); ; {
		v, ok := a.Next()
		if !ok {
			break
		}
		keyword, inner, ok := v.Typed()
		if !ok {
			return nil, notRead(e, "segment that is neither line nor arc")
		}
		var at []vec.V3
		for _, i := range integers(inner) {
			if i < 1 || int(i) > len(points) {
				return nil, notRead(e, "index beyond the points")
			}
			at = append(at, points[i-1])
		}
		if !t.spend(len(at)) {
			return nil, notRead(e, "too many points")
		}
		switch {
		case strings.EqualFold(string(keyword), "IFCLINEINDEX"):
		case strings.EqualFold(string(keyword), "IFCARCINDEX") && len(at) == 3:
			arc, ok := t.arcThrough(at[0], at[1], at[2])
			if !ok {
				at = []vec.V3{at[0], at[2]}
				break
			}
			if !t.spend(len(arc.points)) {
				return nil, notRead(e, "too many points")
			}
			out.join(arc, t.k.joins())
			continue
		default:
			return nil, notRead(e, "segment that is neither line nor arc")
		}
		if at = distinct(at, t.k.precision); len(at) > 1 {
			out.join(stretch{points: at}, t.k.joins())
		}
	}
	if len(out.parts) == 0 {
		return nil, notRead(e, "curve without length")
	}
	return out, nil
}

// arcThrough makes the circular arc from a by b to c; ok is false if they lie in a
// line.
func (t *tracer) arcThrough(a, b, c vec.V3) (s stretch, ok bool) {
	ab, ac := b.Sub(a), c.Sub(a)
	n := ab.Cross(ac)
	nn := n.Dot(n)
	if !(nn > 1e-20*ab.Dot(ab)*ac.Dot(ac)) {
		return s, false
	}
	// The centre is where the planes that halve ab and ac meet the arc's own.
	o := a.Add(n.Cross(ab).Mul(ac.Dot(ac)).Add(ac.Cross(n).Mul(ab.Dot(ab))).Mul(1 / (2 * nn)))
	r := o.Dist(a)
	x, ok1 := a.Sub(o).Unit()
	z, ok2 := n.Unit()
	if !ok1 || !ok2 || !(r < 1e9) {
		return s, false
	}
	k := conic{frame: vec.Affine{X: x, Y: z.Cross(x), Z: z, O: o}, a: r, b: r}
	sweep := k.param(c)
	if sweep <= 0 {
		sweep += 2 * math.Pi
	}
	s = k.arc(t.fine, 0, sweep)
	s.points[0], s.points[len(s.points)-1] = a, c
	return s, true
}
