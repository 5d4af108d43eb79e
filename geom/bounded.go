package geom

import (
	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
)

// boundedSurface reads surfaces with bounds of their own, and areas that are
// filled.
func (k *Kernel) boundedSurface(e ifc.Entity) (form, error) {
	switch e.Class() {
	case "IfcCurveBoundedPlane":
		plane := e.Attr("BasisSurface").Entity()
		at, ok := k.axisPlacement(plane.Attr("Position").Entity())
		if !plane.Is("IfcPlane") || !ok || !at.O.Finite() {
			return nil, notRead(e, "BasisSurface is no plane with a frame")
		}
		return k.filled(e, at, e.Attr("OuterBoundary").Entity(), e.Attr("InnerBoundaries"))
	case "IfcAnnotationFillArea":
		return k.filled(e, vec.Identity, e.Attr("OuterBoundary").Entity(), e.Attr("InnerBoundaries"))
	case "IfcRectangularTrimmedSurface":
		return k.rectangularTrimmed(e)
	}
	return nil, notRead(e, "kind of bounded surface that is not understood")
}

// filled makes a face within curves that lie in the frame at. Curves that do not
// return to their start are closed by a straight line.
func (k *Kernel) filled(e ifc.Entity, at vec.Affine, outer ifc.Entity, inner ifc.Value) (form, error) {
	s := k.newShell()
	loop := func(curve ifc.Entity) ([]int32, error) {
		points, _, err := k.curve(curve)
		if err != nil {
			return nil, err
		}
		if n := len(points); n > 1 && points[0].Dist(points[n-1]) <= k.precision {
			points = points[:n-1]
		}
		out := make([]int32, len(points))
		for i, p := range points {
			out[i] = s.add(at.Point(p))
		}
		return out, nil
	}
	first, err := loop(outer)
	if err != nil {
		return nil, err
	}
	bounds := []bound{{first, true}}
	for curve := range inner.Entities() {
		hole, err := loop(curve)
		if err != nil {
			return nil, err
		}
		bounds = append(bounds, bound{hole, false})
	}
	s.addFace(bounds)
	if len(s.p.faces) == 0 {
		return nil, notRead(e, "boundary without an area")
	}
	return &s.p, nil
}

// rectangularTrimmed reads the part of a plane between two parameters each way:
// lengths along its axes.
func (k *Kernel) rectangularTrimmed(e ifc.Entity) (form, error) {
	plane := e.Attr("BasisSurface").Entity()
	at, ok := k.axisPlacement(plane.Attr("Position").Entity())
	if !plane.Is("IfcPlane") || !ok || !at.O.Finite() {
		return nil, notRead(e, "part of a surface that is no plane")
	}
	var at2 [4]float64
	for i, attr := range [4]string{"U1", "V1", "U2", "V2"} {
		if at2[i], ok = k.lengthOf(e, attr); !ok {
			return nil, notRead(e, attr+" is not there")
		}
	}
	s := k.newShell()
	var loop []int32
	for _, c := range [4][2]int{{0, 1}, {2, 1}, {2, 3}, {0, 3}} {
		p := at.Point(vec.V3{X: at2[c[0]], Y: at2[c[1]]})
		if !p.Finite() {
			return nil, notRead(e, "parameter that is no number")
		}
		loop = append(loop, s.add(p))
	}
	s.addFace([]bound{{loop, true}})
	if len(s.p.faces) == 0 {
		return nil, notRead(e, "no area")
	}
	return &s.p, nil
}
