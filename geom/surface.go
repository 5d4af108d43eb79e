package geom

import (
	"math"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
)

// surface is a curved surface with parameters u and v.
type surface interface {
	at(u, v float64) vec.V3
	// locate finds the parameters of the point that is nearest to p; if near is set
	// and there are several, those near to it.
	locate(p vec.V3, near *vec.V2) (vec.V2, bool)
	// period is how much u and v grow once round, 0 if they do not come back.
	period() vec.V2
	// cell is the size of a step in u and v that keeps the deflection between lo and
	// hi; infinite where the surface is straight.
	cell(lo, hi vec.V2) vec.V2
	// pole tells whether u is not defined at p.
	pole(p vec.V3) bool
	// end returns the pole at the upper or the lower end of v.
	end(upper bool) (v float64, p vec.V3, ok bool)
}

// surface reads a curved surface without bounds.
func (k *Kernel) surface(e ifc.Entity) (surface, error) {
	switch e.Class() {
	case "IfcRectangularTrimmedSurface", "IfcCurveBoundedSurface":
		basis := e.Attr("BasisSurface").Entity()
		if basis.Is("IfcBoundedSurface") && !basis.Is("IfcBSplineSurface") {
			return nil, notRead(e, "bounded surface of a bounded surface")
		}
		return k.surface(basis)
	case "IfcBSplineSurfaceWithKnots", "IfcRationalBSplineSurfaceWithKnots":
		return k.bsplineSurface(e)
	case "IfcSurfaceOfLinearExtrusion", "IfcSurfaceOfRevolution":
		return k.sweptSurface(e, false)
	}
	frame, ok := k.axisPlacement(e.Attr("Position").Entity())
	if !ok || !frame.O.Finite() {
		return nil, notRead(e, "kind of surface that is not understood, or without a frame")
	}
	radius := func(attr string) float64 {
		r, _ := k.lengthOf(e, attr)
		if !(r > 0) || math.IsInf(r, 0) {
			ok = false
		}
		return r
	}
	fine := fineness(k.deflection)
	var s surface
	switch e.Class() {
	case "IfcCylindricalSurface":
		s = &cylinder{round{frame, fine}, radius("Radius")}
	case "IfcSphericalSurface":
		s = &sphere{round{frame, fine}, radius("Radius")}
	case "IfcToroidalSurface":
		s = &torus{round{frame, fine}, radius("MajorRadius"), radius("MinorRadius")}
	default:
		return nil, notRead(e, "kind of surface that is not understood")
	}
	if !ok {
		return nil, notRead(e, "radius that is not above 0")
	}
	return s, nil
}

// round is what surfaces about the Z axis of a frame have in common: u is the
// angle about it in radians.
type round struct {
	frame vec.Affine
	fine  fineness
}

// local returns p in the frame: along X, Y and Z.
func (s *round) local(p vec.V3) vec.V3 {
	d := p.Sub(s.frame.O)
	return vec.V3{X: d.Dot(s.frame.X), Y: d.Dot(s.frame.Y), Z: d.Dot(s.frame.Z)}
}

// step is the angle in radians of one chord on a circle.
func (s *round) step(r float64) float64 { return 2 * math.Pi / float64(s.fine.chords(r, 2*math.Pi)) }

type cylinder struct {
	round
	r float64
}

func (s *cylinder) at(u, v float64) vec.V3 {
	sin, cos := math.Sincos(u)
	return s.frame.Point(vec.V3{X: s.r * cos, Y: s.r * sin, Z: v})
}

func (s *cylinder) locate(p vec.V3, _ *vec.V2) (vec.V2, bool) {
	q := s.local(p)
	return vec.V2{X: math.Atan2(q.Y, q.X), Y: q.Z}, math.Abs(q.XY().Len()-s.r) <= maxOff
}

func (s *cylinder) period() vec.V2                   { return vec.V2{X: 2 * math.Pi} }
func (s *cylinder) cell(_, _ vec.V2) vec.V2          { return vec.V2{X: s.step(s.r), Y: math.Inf(1)} }
func (s *cylinder) pole(vec.V3) bool                 { return false }
func (s *cylinder) end(bool) (float64, vec.V3, bool) { return 0, vec.V3{}, false }

type sphere struct {
	round
	r float64
}

func (s *sphere) at(u, v float64) vec.V3 {
	su, cu := math.Sincos(u)
	sv, cv := math.Sincos(v)
	return s.frame.Point(vec.V3{X: s.r * cv * cu, Y: s.r * cv * su, Z: s.r * sv})
}

func (s *sphere) locate(p vec.V3, near *vec.V2) (vec.V2, bool) {
	q := s.local(p)
	uv := vec.V2{X: math.Atan2(q.Y, q.X), Y: math.Atan2(q.Z, q.XY().Len())}
	if near != nil && s.pole(p) {
		uv.X = near.X
	}
	return uv, math.Abs(q.Len()-s.r) <= maxOff
}

func (s *sphere) period() vec.V2 { return vec.V2{X: 2 * math.Pi} }

func (s *sphere) cell(_, _ vec.V2) vec.V2 {
	step := s.fine.ballStep(s.r)
	return vec.V2{X: step, Y: step}
}

func (s *sphere) pole(p vec.V3) bool { return s.local(p).XY().Len() < 1e-6*s.r }

func (s *sphere) end(upper bool) (float64, vec.V3, bool) {
	v := math.Pi / 2
	if !upper {
		v = -v
	}
	return v, s.at(0, v), true
}

type torus struct {
	round
	major, minor float64
}

func (s *torus) at(u, v float64) vec.V3 {
	su, cu := math.Sincos(u)
	sv, cv := math.Sincos(v)
	r := s.major + s.minor*cv
	return s.frame.Point(vec.V3{X: r * cu, Y: r * su, Z: s.minor * sv})
}

func (s *torus) locate(p vec.V3, _ *vec.V2) (vec.V2, bool) {
	q := s.local(p)
	out := q.XY().Len() - s.major
	return vec.V2{X: math.Atan2(q.Y, q.X), Y: math.Atan2(q.Z, out)}, math.Abs(math.Hypot(out, q.Z)-s.minor) <= maxOff
}

func (s *torus) period() vec.V2 { return vec.V2{X: 2 * math.Pi, Y: 2 * math.Pi} }

func (s *torus) cell(_, _ vec.V2) vec.V2 {
	return vec.V2{X: s.step(s.major + s.minor), Y: s.step(s.minor)}
}

func (s *torus) pole(vec.V3) bool                 { return false }
func (s *torus) end(bool) (float64, vec.V3, bool) { return 0, vec.V3{}, false }
