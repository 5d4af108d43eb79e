package geom

import (
	"errors"
	"math"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
)

// halfSpaceReach is how far in metres the prism that bounds a polygonal bounded
// half space goes from its Position, up and down: it has no ends by the standard,
// these are IfcOpenShell's.
const halfSpaceReach = 100

// maxChain bounds chains of boolean results, each the first operand of the next.
const maxChain = 4096

// booleanResult reads an IfcBooleanResult and the chain of those that it is the
// end of.
func (k *Kernel) booleanResult(e ifc.Entity, depth int) (form, error) {
	var chain []ifc.Entity
	first := e
	for first.Is("IfcBooleanResult") {
		if chain = append(chain, first); len(chain) > maxChain {
			return nil, notRead(e, "chain of booleans that is too long or goes round in a circle")
		}
		first = first.Attr("FirstOperand").Entity()
	}
	// A half space may come first where the other operand is what remains.
	result, err := k.operand(e, first, depth)
	if err != nil {
		return nil, err
	}
	for i := len(chain) - 1; i >= 0; i-- {
		b := chain[i]
		second, err := k.operand(b, b.Attr("SecondOperand").Entity(), depth)
		if err != nil {
			return nil, err
		}
		if result, err = combine(b, result, second); err != nil {
			return nil, err
		}
	}
	if _, ok := result.(*halfSpace); ok {
		return nil, errNothing
	}
	return result, nil
}

// combine applies the operator of b. INTERSECTION and UNION with a half space
// leave the other operand as it is: IfcOpenShell's choice, for the union is no
// solid and exporters that write the intersection mean the difference.
func combine(b ifc.Entity, first, second form) (form, error) {
	_, half1 := first.(*halfSpace)
	_, half2 := second.(*halfSpace)
	name, _ := b.Attr("Operator").Enum()
	op := difference
	switch name {
	case "DIFFERENCE":
		if half1 {
			return nil, notRead(b, "difference whose first operand is a half space")
		}
	case "UNION":
		op = union
	case "INTERSECTION":
		op = intersection
	default:
		return nil, notRead(b, "Operator is not there")
	}
	if op != difference {
		switch {
		case half2:
			return first, nil
		case half1:
			return second, nil
		}
	}
	return light(b, newBoolean(op, first, second))
}

// operand reads an operand of b.
func (k *Kernel) operand(b, e ifc.Entity, depth int) (form, error) {
	if !e.Exists() {
		return nil, notRead(b, "operand is not there")
	}
	if e.Is("IfcHalfSpaceSolid") {
		return k.halfSpace(e)
	}
	f, err := k.item(e, depth+1)
	if errors.Is(err, errNothing) {
		return nil, notRead(e, "operand that is no solid")
	}
	return f, err
}

// halfSpace reads an IfcHalfSpaceSolid; the Enclosure of a boxed one says nothing
// about its shape.
func (k *Kernel) halfSpace(e ifc.Entity) (form, error) {
	plane := e.Attr("BaseSurface").Entity()
	if !plane.Is("IfcPlane") {
		return nil, notRead(e, "BaseSurface is no plane")
	}
	at, ok := k.axisPlacement(plane.Attr("Position").Entity())
	if !ok || !at.O.Finite() {
		return nil, notRead(plane, "Position has no frame")
	}
	// Agreement: the plane's normal points away from the material.
	h := &halfSpace{at: at.O, normal: at.Z}
	switch agrees, _ := e.Attr("AgreementFlag").Enum(); agrees {
	case "T":
	case "F":
		h.normal = at.Z.Neg()
	default:
		return nil, notRead(e, "AgreementFlag is not there")
	}
	if !e.Is("IfcPolygonalBoundedHalfSpace") {
		return h, nil
	}
	if h.boundFrame, ok = k.axisPlacement(e.Attr("Position").Entity()); !ok || !h.boundFrame.O.Finite() {
		return nil, notRead(e, "Position has no frame")
	}
	bound, _, err := k.curve2(e.Attr("PolygonalBoundary").Entity())
	if err != nil {
		return nil, err
	}
	if n := len(bound); n > 1 && bound[0].Dist(bound[n-1]) <= k.precision {
		bound = bound[:n-1]
	}
	for _, q := range bound {
		if math.IsNaN(q.X+q.Y) || math.IsInf(q.X+q.Y, 0) {
			return nil, notRead(e, "boundary with a point that is no number")
		}
	}
	switch a := area(bound); {
	case len(bound) < 3 || a == 0:
		return nil, notRead(e, "boundary without an area")
	case a < 0:
		turned := make([]vec.V2, len(bound))
		for i, q := range bound {
			turned[len(bound)-1-i] = q
		}
		bound = turned
	}
	h.bound = bound
	return h, nil
}

// area is the signed area of a closed polygon: positive if it is
// counter-clockwise.
func area(loop []vec.V2) float64 {
	sum := 0.0
	for i := 1; i+1 < len(loop); i++ {
		sum += loop[i].Sub(loop[0]).Cross(loop[i+1].Sub(loop[0]))
	}
	return sum / 2
}

// corners are those of what is cut from: no point of the result lies outside of
// their hull.
func (b *boolean) corners(t *vec.Affine, add func(vec.V3)) {
	b.a.corners(t, add)
	if b.op == union {
		b.b.corners(t, add)
	}
}

// corners: a half space has none.
func (h *halfSpace) corners(*vec.Affine, func(vec.V3)) {}
