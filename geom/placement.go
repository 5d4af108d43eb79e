package geom

import (
	"errors"
	"math"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
)

// placement is what reading an object placement gave.
type placement struct {
	at  vec.Affine
	err error
}

var errSingular = errors.New("placement without a frame: directions are parallel or zero")

// placementOf returns the world frame of a product. Without a placement that is
// the world's own.
func (k *Kernel) placementOf(e ifc.Entity) (vec.Affine, error) {
	return k.objectPlacement(e.Attr("ObjectPlacement").Entity(), 0)
}

// objectPlacement reads a placement once for all that stand in it. Two goroutines
// may come to it at the same time; they find the same.
func (k *Kernel) objectPlacement(e ifc.Entity, depth int) (vec.Affine, error) {
	if !e.Exists() {
		return vec.Identity, nil
	}
	if p, ok := k.placements.Load(e.Row()); ok {
		return p.(placement).at, p.(placement).err
	}
	if depth > maxDepth {
		return vec.Affine{}, notRead(e, "placements are nested too deep or go round in a circle")
	}
	at, err := k.readPlacement(e, depth)
	k.placements.Store(e.Row(), placement{at, err})
	return at, err
}

func (k *Kernel) readPlacement(e ifc.Entity, depth int) (vec.Affine, error) {
	var own vec.Affine
	var err error
	switch {
	case e.Is("IfcLocalPlacement"):
		var ok bool
		if own, ok = k.axisPlacement(e.Attr("RelativePlacement").Entity()); !ok {
			return own, notRead(e, errSingular.Error())
		}
	case e.Is("IfcGridPlacement"):
		own, err = k.gridPlacement(e)
	case e.Is("IfcLinearPlacement"):
		own, err = k.linearPlacement(e)
	default:
		err = notRead(e, "kind of placement that is not understood")
	}
	if err != nil {
		return own, err
	}
	parent, err := k.objectPlacement(e.Attr("PlacementRelTo").Entity(), depth+1)
	if err != nil {
		return own, err
	}
	at := parent.Mul(own)
	if math.Abs(at.Det()) < 1e-7 || !at.O.Finite() {
		return at, notRead(e, errSingular.Error())
	}
	return at, nil
}

// axisPlacement reads an IfcAxis2Placement2D or 3D; ok is false if its directions
// give no frame, or something else stands where it, its location or one of its
// directions should.
func (k *Kernel) axisPlacement(e ifc.Entity) (a vec.Affine, ok bool) {
	o, ok := k.location(e.Attr("Location").Entity())
	ref, hasRef, isRef := k.optional(e.Attr("RefDirection").Entity())
	if !ok || !isRef || !e.Is("IfcPlacement") {
		return vec.Identity, false
	}
	if e.Is("IfcAxis2Placement2D") {
		if !hasRef {
			ref = vec.V3{X: 1}
		}
		u, ok := ref.XY().Unit()
		return vec.Affine{X: u.In3(), Y: u.Left().In3(), Z: vec.V3{Z: 1}, O: o}, ok
	}
	axis, hasAxis, ok := k.optional(e.Attr("Axis").Entity())
	if !ok {
		return vec.Identity, false
	}
	x, y, z, ok := frame(axis, hasAxis, ref, hasRef)
	return vec.Affine{X: x, Y: y, Z: z, O: o}, ok
}

// position reads an attribute Position, a placement of a class. It may be missing
// where the schema says so: since IFC4 of swept solids and profiles.
func (k *Kernel) position(e ifc.Entity, class string) (vec.Affine, error) {
	p := e.Attr("Position").Entity()
	s, c := k.m.Schema(), e.ClassNo()
	switch {
	case p.Exists() && !p.Is(class):
		return vec.Identity, notRead(e, "Position is no "+class)
	case !p.Exists() && s.Attr(c, s.AttrIndex(c, "Position")).Optional:
		return vec.Identity, nil
	case !p.Exists():
		return vec.Identity, notRead(e, "Position is missing")
	}
	at, ok := k.axisPlacement(p)
	if !ok {
		return at, notRead(e, "Position has no frame")
	}
	return at, nil
}

// axisDirection is the unit direction of an IfcAxis1Placement, Z if it states none.
func (k *Kernel) axisDirection(e ifc.Entity) (vec.V3, bool) {
	d, set, isDir := k.optional(e.Attr("Axis").Entity())
	if !set {
		d = vec.V3{Z: 1}
	}
	d, ok := d.Unit()
	return d, ok && isDir
}

// location reads the point of a placement, the origin if it has none; ok is false
// for what is no point.
func (k *Kernel) location(e ifc.Entity) (vec.V3, bool) {
	p, ok := k.point(e)
	return p, ok || !e.Exists()
}

// frame builds the axes of an IfcAxis2Placement3D: Z is the axis, X the reference
// direction made normal to it.
func frame(axis vec.V3, hasAxis bool, ref vec.V3, hasRef bool) (x, y, z vec.V3, ok bool) {
	if !hasAxis {
		axis = vec.V3{Z: 1}
	}
	if !hasRef {
		ref = defaultRef(axis)
	}
	z, ok = axis.Unit()
	if !ok {
		return
	}
	x, ok = ref.Sub(z.Mul(ref.Dot(z))).Unit()
	if !ok || ref.Sub(z.Mul(ref.Dot(z))).Len() < 1e-9*ref.Len() {
		return x, y, z, false
	}
	return x, z.Cross(x), z, true
}

// defaultRef is the X direction of a placement that states only its axis. The
// standard has (1,0,0) but for an axis of just that; IfcOpenShell, whose shapes
// users compare with, goes by the angle to the axis as written, and takes (0,0,1)
// where that is zero or not defined.
func defaultRef(axis vec.V3) vec.V3 {
	if !(math.Acos(axis.X) > 1e-5) {
		return vec.V3{Z: 1}
	}
	return vec.V3{X: 1}
}

// scalesOf reads the scales of an operator: those that it does not state are as the
// first, which is 1 if not stated.
func scalesOf(e ifc.Entity) (x, y, z float64) {
	stated := func(attr string, other float64) float64 {
		if s, ok := number(e, attr); ok {
			return s
		}
		return other
	}
	x = stated("Scale", 1)
	return x, stated("Scale2", x), stated("Scale3", x)
}

// operatorMap reads an IfcCartesianTransformationOperator2D or 3D with its
// scales.
func (k *Kernel) operatorMap(e ifc.Entity) (vec.Affine, bool) {
	o, ok := k.location(e.Attr("LocalOrigin").Entity())
	scale, s2, s3 := scalesOf(e)
	a1, has1, ok1 := k.optional(e.Attr("Axis1").Entity())
	a2, has2, ok2 := k.optional(e.Attr("Axis2").Entity())
	a3, has3, ok3 := k.optional(e.Attr("Axis3").Entity())
	if !ok || !ok1 || !ok2 || !ok3 || !e.Is("IfcCartesianTransformationOperator") {
		return vec.Identity, false
	}
	if e.Is("IfcCartesianTransformationOperator2D") {
		if !has1 {
			a1 = vec.V3{X: 1}
		}
		u, ok := a1.XY().Unit()
		v := u.Left()
		if has2 && a2.XY().Dot(v) < 0 {
			v = v.Mul(-1)
		}
		return vec.Affine{X: u.In3().Mul(scale), Y: v.In3().Mul(s2), Z: vec.V3{Z: scale}, O: o}, ok
	}
	if !has1 {
		a1 = vec.V3{X: 1}
		if z, ok := a3.Unit(); has3 && ok && math.Abs(z.X) > 1-1e-9 {
			a1 = vec.V3{Z: 1}
		}
	}
	x, y, z, ok := frame(a3, has3, a1, true)
	if has2 && a2.Dot(y) < 0 {
		y = y.Neg()
	}
	return vec.Affine{X: x.Mul(scale), Y: y.Mul(s2), Z: z.Mul(s3), O: o}, ok
}
