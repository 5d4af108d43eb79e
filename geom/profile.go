package geom

import (
	"errors"
	"math"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
)

var errNoProfile = errors.New("reference to a profile that is not there")

// profile reads the outlines of a profile in the plane of the solid that it is
// swept to: several of an IfcCompositeProfileDef, else one.
func (k *Kernel) profile(e ifc.Entity) ([]outline, error) {
	r := profiler{k.tracer(fineness(k.deflection))}
	return r.read(e, 0)
}

// profiler reads one profile.
type profiler struct{ *tracer }

func (r profiler) read(e ifc.Entity, depth int) ([]outline, error) {
	if !e.Exists() {
		return nil, errNoProfile
	}
	if r.parts--; r.parts < 0 || depth > maxDepth {
		return nil, notRead(e, "profiles are nested too deep or go round in a circle")
	}
	switch e.Class() {
	case "IfcArbitraryClosedProfileDef":
		return r.closed(e, nil)
	case "IfcArbitraryProfileDefWithVoids":
		var inner []ifc.Entity
		for c := range e.Attr("InnerCurves").Entities() {
			inner = append(inner, c)
		}
		return r.closed(e, inner)
	case "IfcArbitraryOpenProfileDef":
		p, err := r.trace(e.Attr("Curve").Entity())
		if err != nil {
			return nil, err
		}
		points := p.flat2()
		if p.closed {
			points = append(points, points[0])
		}
		return []outline{{outer: points, open: true}}, nil
	case "IfcCenterLineProfileDef":
		return r.centreLine(e)
	case "IfcOpenCrossProfileDef":
		return r.openCross(e)
	case "IfcCompositeProfileDef":
		var out []outline
		for p := range e.Attr("Profiles").Entities() {
			part, err := r.read(p, depth+1)
			if err != nil {
				return nil, err
			}
			out = append(out, part...)
		}
		if len(out) == 0 {
			return nil, notRead(e, "profile without parts")
		}
		return out, nil
	case "IfcDerivedProfileDef", "IfcMirroredProfileDef":
		return r.derived(e, depth)
	}
	if e.Is("IfcParameterizedProfileDef") {
		return r.parameterized(e)
	}
	return nil, notRead(e, "kind of profile that is not understood")
}

// closed reads an outline and holes from curves. Holes stand in any direction.
func (r profiler) closed(e ifc.Entity, inner []ifc.Entity) ([]outline, error) {
	outer, err := r.loop(e.Attr("OuterCurve").Entity())
	if err != nil {
		return nil, err
	}
	o := outline{outer: outer}
	for _, c := range inner {
		h, err := r.loop(c)
		if err != nil {
			return nil, err
		}
		o.holes = append(o.holes, h)
	}
	o.orient()
	return []outline{o}, nil
}

// loop reads a closed curve; an open one is closed by a straight line.
func (r profiler) loop(e ifc.Entity) ([]vec.V2, error) {
	p, err := r.trace(e)
	if err != nil {
		return nil, err
	}
	points := p.flat2()
	if len(points) > 1 && points[0].Dist(points[len(points)-1]) <= r.k.joins() {
		points = points[:len(points)-1]
	}
	if len(points) < 3 {
		return nil, notRead(e, "outline of less than three points")
	}
	return points, nil
}

// orient turns the outer loop counter-clockwise and the holes clockwise; each
// keeps its first point.
func (o *outline) orient() {
	if o.open {
		return
	}
	if area(o.outer) < 0 {
		turnRound(o.outer)
	}
	for _, h := range o.holes {
		if area(h) > 0 {
			turnRound(h)
		}
	}
}

func turnRound(loop []vec.V2) {
	for i, j := 1, len(loop)-1; i < j; i, j = i+1, j-1 {
		loop[i], loop[j] = loop[j], loop[i]
	}
}

// moved maps an outline of a plane into another.
func (o *outline) moved(by vec.Affine) {
	move := func(loop []vec.V2) {
		for i, p := range loop {
			loop[i] = by.Point(p.In3()).XY()
		}
	}
	move(o.outer)
	for _, h := range o.holes {
		move(h)
	}
	o.orient()
}

// derived reads a profile that is another one moved, scaled or mirrored. Arcs are
// divided as fine as their size after scaling asks for.
func (r profiler) derived(e ifc.Entity, depth int) ([]outline, error) {
	by := vec.Affine{X: vec.V3{X: -1}, Y: vec.V3{Y: 1}, Z: vec.V3{Z: 1}}
	if e.Is("IfcDerivedProfileDef") && !e.Is("IfcMirroredProfileDef") {
		var ok bool
		if by, ok = r.k.operatorMap(e.Attr("Operator").Entity()); !ok {
			return nil, notRead(e, "Operator has no frame")
		}
	}
	scale := math.Max(by.X.Len(), by.Y.Len())
	if !(scale > 1e-9 && scale < 1e9 && by.X.XY().Cross(by.Y.XY()) != 0) {
		return nil, notRead(e, "Operator scales to nothing, or without end")
	}
	parent := profiler{&tracer{k: r.k, fine: r.fine / fineness(scale), points: r.points, parts: r.parts}}
	out, err := parent.read(e.Attr("ParentProfile").Entity(), depth+1)
	if err != nil {
		return nil, err
	}
	r.points, r.parts = parent.points, parent.parts
	for i := range out {
		out[i].moved(by)
	}
	return out, nil
}

// centreLine reads an IfcCenterLineProfileDef: all that is within half the
// thickness of a line, cut off square at its ends.
func (r profiler) centreLine(e ifc.Entity) ([]outline, error) {
	p, err := r.trace(e.Attr("Curve").Entity())
	if err != nil {
		return nil, err
	}
	thickness, _ := r.k.lengthOf(e, "Thickness")
	if !(thickness > r.k.precision) {
		return nil, notRead(e, "thickness that is not positive")
	}
	up := vec.V3{Z: 1}
	left, ok1 := p.offset(up, thickness/2)
	right, ok2 := p.offset(up, -thickness/2)
	if !ok1 || !ok2 {
		return nil, notRead(e, "centre line that turns back on itself")
	}
	flat := func(points []vec.V3) []vec.V2 {
		out := make([]vec.V2, len(points))
		for i, q := range points {
			out[i] = q.XY()
		}
		return out
	}
	a, b := flat(right), flat(left)
	var o outline
	if p.closed {
		a, b = a[:len(a)-1], b[:len(b)-1]
		if math.Abs(area(a)) < math.Abs(area(b)) {
			a, b = b, a
		}
		o = outline{outer: a, holes: [][]vec.V2{b}}
	} else {
		for i := len(b) - 1; i >= 0; i-- {
			a = append(a, b[i])
		}
		o = outline{outer: a}
	}
	o.orient()
	return []outline{o}, nil
}

// openCross reads an IfcOpenCrossProfileDef of IFC4X3: a line of pieces, each of a
// width and at an angle to the horizontal.
func (r profiler) openCross(e ifc.Entity) ([]outline, error) {
	widths, slopes := numbers(e.Attr("Widths").Step()), numbers(e.Attr("Slopes").Step())
	if len(widths) == 0 || len(widths) != len(slopes) {
		return nil, notRead(e, "widths and slopes differ in number")
	}
	horizontal := isTrue(e.Attr("HorizontalWidths").Step())
	start, ok := r.k.location(e.Attr("OffsetPoint").Entity())
	if !ok {
		return nil, notRead(e, "OffsetPoint is no point")
	}
	at := start.XY()
	points := []vec.V2{at}
	for i, w := range widths {
		w *= r.k.length
		angle := slopes[i] * r.k.angle
		sin, cos := math.Sincos(angle)
		d := vec.V2{X: w * cos, Y: w * sin}
		if horizontal {
			d = vec.V2{X: w, Y: w * sin / cos}
		}
		at = at.Add(d)
		if !at.In3().Finite() {
			return nil, notRead(e, "slope without end")
		}
		points = append(points, at)
	}
	return []outline{{outer: points, open: true}}, nil
}
