package geom

import (
	"errors"
	"strings"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
)

var (
	errNoDirectrix = errors.New("reference to a curve that is not there")
	errNoDistance  = errors.New("place along a curve that is no IfcPointByDistanceExpression")
)

// linearPlacement reads an IfcLinearPlacement: a frame at a distance along a curve.
// CartesianPosition, which repeats it for readers without alignments, only holds
// where the curve is not understood and nothing comes between it and the world.
func (k *Kernel) linearPlacement(e ifc.Entity) (vec.Affine, error) {
	relative := e.Attr("RelativePlacement").Entity()
	at, err := vec.Affine{}, notRead(e, "linear placement without a RelativePlacement that is understood")
	if relative.Is("IfcAxis2PlacementLinear") {
		if at, err = k.axis2PlacementLinear(relative); err == nil {
			return at, nil
		}
	}
	stated := e.Attr("CartesianPosition")
	id := k.m.Identifier()
	switch {
	case strings.HasPrefix(id, "IFC4X1"):
		stated = e.At(3) // of PlacementMeasuredAlong, Distance, Orientation, CartesianPosition
	case strings.HasPrefix(id, "IFC4X2"):
		stated = e.At(4) // PlacementRelTo comes before them
	}
	if !e.Attr("PlacementRelTo").IsSet() || strings.HasPrefix(id, "IFC4X1") {
		if own, ok := k.axisPlacement(stated.Entity()); ok {
			return own, nil
		}
	}
	return at, err
}

// axis2PlacementLinear reads an IfcAxis2PlacementLinear. Axis and RefDirection are
// directions of the curve's coordinate system; where one is not given it is the
// curve's own at that point.
func (k *Kernel) axis2PlacementLinear(e ifc.Entity) (vec.Affine, error) {
	at, err := k.pointByDistance(e.Attr("Location").Entity())
	if err != nil {
		return at, err
	}
	return k.turnedTo(e, at)
}

// turnedTo gives a frame on a curve the directions that its placement states.
func (k *Kernel) turnedTo(e ifc.Entity, at vec.Affine) (vec.Affine, error) {
	axis, hasAxis, ok1 := k.optional(e.Attr("Axis").Entity())
	ref, hasRef, ok2 := k.optional(e.Attr("RefDirection").Entity())
	switch {
	case !ok1 || !ok2:
		return at, notRead(e, "direction that is none")
	case !hasAxis && !hasRef:
		return at, nil
	}
	if !hasAxis {
		axis = at.Z
	}
	if !hasRef {
		ref = at.X
	}
	var ok bool
	if at.X, at.Y, at.Z, ok = frame(axis, true, ref, true); !ok {
		return at, notRead(e, errSingular.Error())
	}
	return at, nil
}

// pointByDistance reads an IfcPointByDistanceExpression: the frame on the curve,
// moved by its offsets, which follow the frame's axes.
func (k *Kernel) pointByDistance(e ifc.Entity) (vec.Affine, error) {
	if !e.Is("IfcPointByDistanceExpression") {
		return vec.Affine{}, errNoDistance
	}
	curve, err := k.along(e.Attr("BasisCurve").Entity())
	if err != nil {
		return vec.Affine{}, err
	}
	distance, ok := k.distanceAlong(e)
	if !ok {
		return vec.Affine{}, notRead(e, "distance along that is no length")
	}
	at, err := curve.at(distance)
	if err != nil {
		return at, err
	}
	lateral, _ := k.lengthOf(e, "OffsetLateral")
	vertical, _ := k.lengthOf(e, "OffsetVertical")
	longitudinal, _ := k.lengthOf(e, "OffsetLongitudinal")
	at.O = at.O.Add(at.X.Mul(longitudinal)).Add(at.Y.Mul(lateral)).Add(at.Z.Mul(vertical))
	if !at.O.Finite() {
		return at, notRead(e, "point that is no number")
	}
	return at, nil
}

// distanceAlong reads DistanceAlong in metres. A parameter of the curve is none.
func (k *Kernel) distanceAlong(e ifc.Entity) (float64, bool) {
	if keyword, _, typed := e.Attr("DistanceAlong").Step().Typed(); typed && string(keyword) == "IFCPARAMETERVALUE" {
		return 0, false
	}
	return k.lengthOf(e, "DistanceAlong")
}
