// Package vec holds points, directions, affine maps and boxes in two and three
// dimensions: float64 throughout, lengths in metres.
package vec

import "math"

// V2 is a point or a direction in the plane.
type V2 struct{ X, Y float64 }

func (a V2) Add(b V2) V2        { return V2{a.X + b.X, a.Y + b.Y} }
func (a V2) Sub(b V2) V2        { return V2{a.X - b.X, a.Y - b.Y} }
func (a V2) Mul(s float64) V2   { return V2{a.X * s, a.Y * s} }
func (a V2) Dot(b V2) float64   { return a.X*b.X + a.Y*b.Y }
func (a V2) Cross(b V2) float64 { return a.X*b.Y - a.Y*b.X }
func (a V2) Len() float64       { return math.Hypot(a.X, a.Y) }
func (a V2) Dist(b V2) float64  { return math.Hypot(a.X-b.X, a.Y-b.Y) }
func (a V2) Left() V2           { return V2{-a.Y, a.X} } // turned by a quarter counter-clockwise
func (a V2) In3() V3            { return V3{a.X, a.Y, 0} }

// Unit returns a with length 1; ok is false for the zero vector and for what is
// not finite.
func (a V2) Unit() (u V2, ok bool) {
	n := a.Len()
	if !(n > 0) || math.IsInf(n, 0) {
		return V2{}, false
	}
	return V2{a.X / n, a.Y / n}, true
}

// V3 is a point or a direction in space.
type V3 struct{ X, Y, Z float64 }

func (a V3) Add(b V3) V3      { return V3{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }
func (a V3) Sub(b V3) V3      { return V3{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }
func (a V3) Mul(s float64) V3 { return V3{a.X * s, a.Y * s, a.Z * s} }
func (a V3) Neg() V3          { return V3{-a.X, -a.Y, -a.Z} }
func (a V3) Dot(b V3) float64 { return a.X*b.X + a.Y*b.Y + a.Z*b.Z }
func (a V3) Cross(b V3) V3 {
	return V3{a.Y*b.Z - a.Z*b.Y, a.Z*b.X - a.X*b.Z, a.X*b.Y - a.Y*b.X}
}
func (a V3) Len() float64      { return math.Sqrt(a.Dot(a)) }
func (a V3) Dist(b V3) float64 { return a.Sub(b).Len() }
func (a V3) XY() V2            { return V2{a.X, a.Y} }

// At returns the coordinate along axis 0, 1 or 2.
func (a V3) At(axis int) float64 {
	switch axis {
	case 0:
		return a.X
	case 1:
		return a.Y
	}
	return a.Z
}

// Unit returns a with length 1; ok is false for the zero vector and for what is
// not finite.
func (a V3) Unit() (u V3, ok bool) {
	n := a.Len()
	if !(n > 0) || math.IsInf(n, 0) {
		return V3{}, false
	}
	return V3{a.X / n, a.Y / n, a.Z / n}, true
}

// Finite tells whether all coordinates are numbers.
func (a V3) Finite() bool {
	s := a.X + a.Y + a.Z
	return !math.IsNaN(s) && !math.IsInf(s, 0)
}

// Affine is an affine map: where it takes the three unit vectors and the origin.
// Scaling, also uneven, and mirroring are part of it.
type Affine struct{ X, Y, Z, O V3 }

// Identity is the map that changes nothing.
var Identity = Affine{X: V3{1, 0, 0}, Y: V3{0, 1, 0}, Z: V3{0, 0, 1}}

// Translation moves by d.
func Translation(d V3) Affine { return Affine{Identity.X, Identity.Y, Identity.Z, d} }

// Point maps a point.
func (a *Affine) Point(p V3) V3 {
	return V3{
		a.X.X*p.X + a.Y.X*p.Y + a.Z.X*p.Z + a.O.X,
		a.X.Y*p.X + a.Y.Y*p.Y + a.Z.Y*p.Z + a.O.Y,
		a.X.Z*p.X + a.Y.Z*p.Y + a.Z.Z*p.Z + a.O.Z,
	}
}

// Dir maps a direction.
func (a *Affine) Dir(d V3) V3 {
	return V3{
		a.X.X*d.X + a.Y.X*d.Y + a.Z.X*d.Z,
		a.X.Y*d.X + a.Y.Y*d.Y + a.Z.Y*d.Z,
		a.X.Z*d.X + a.Y.Z*d.Y + a.Z.Z*d.Z,
	}
}

// Mul returns the map that does b first, then a.
func (a Affine) Mul(b Affine) Affine {
	return Affine{a.Dir(b.X), a.Dir(b.Y), a.Dir(b.Z), a.Point(b.O)}
}

// Det is the factor by which volumes change; negative if a mirrors.
func (a Affine) Det() float64 { return a.X.Dot(a.Y.Cross(a.Z)) }

// Inverse returns the map that undoes a; ok is false if there is none.
func (a Affine) Inverse() (Affine, bool) {
	d := a.Det()
	if d == 0 || math.IsNaN(d) || math.IsInf(d, 0) {
		return Affine{}, false
	}
	x, y, z := a.Y.Cross(a.Z).Mul(1/d), a.Z.Cross(a.X).Mul(1/d), a.X.Cross(a.Y).Mul(1/d)
	inv := Affine{V3{x.X, y.X, z.X}, V3{x.Y, y.Y, z.Y}, V3{x.Z, y.Z, z.Z}, V3{}}
	inv.O = inv.Dir(a.O).Neg()
	return inv, true
}

// Box is an axis-aligned box. The zero Box is not empty: start with Empty.
type Box struct{ Lo, Hi V3 }

// Empty returns the box that holds nothing.
func Empty() Box {
	inf := math.Inf(1)
	return Box{V3{inf, inf, inf}, V3{-inf, -inf, -inf}}
}

// IsEmpty tells whether b holds nothing.
func (b Box) IsEmpty() bool { return !(b.Lo.X <= b.Hi.X && b.Lo.Y <= b.Hi.Y && b.Lo.Z <= b.Hi.Z) }

// Add makes b hold p.
func (b *Box) Add(p V3) {
	b.Lo = V3{math.Min(b.Lo.X, p.X), math.Min(b.Lo.Y, p.Y), math.Min(b.Lo.Z, p.Z)}
	b.Hi = V3{math.Max(b.Hi.X, p.X), math.Max(b.Hi.Y, p.Y), math.Max(b.Hi.Z, p.Z)}
}

// Join makes b hold c.
func (b *Box) Join(c Box) {
	if !c.IsEmpty() {
		b.Add(c.Lo)
		b.Add(c.Hi)
	}
}

// Size returns the extents along the axes.
func (b Box) Size() V3 { return b.Hi.Sub(b.Lo) }

// Grow returns b wider by d on every side.
func (b Box) Grow(d float64) Box {
	v := V3{d, d, d}
	return Box{b.Lo.Sub(v), b.Hi.Add(v)}
}

// Overlaps tells whether b and c have a point in common.
func (b Box) Overlaps(c Box) bool {
	return b.Lo.X <= c.Hi.X && c.Lo.X <= b.Hi.X && b.Lo.Y <= c.Hi.Y && c.Lo.Y <= b.Hi.Y && b.Lo.Z <= c.Hi.Z && c.Lo.Z <= b.Hi.Z
}

// Contains tells whether p lies in b or on its surface.
func (b Box) Contains(p V3) bool {
	return b.Lo.X <= p.X && p.X <= b.Hi.X && b.Lo.Y <= p.Y && p.Y <= b.Hi.Y && b.Lo.Z <= p.Z && p.Z <= b.Hi.Z
}
