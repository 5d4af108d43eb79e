package geom

import (
	"math"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
)

// sweptDiskSolid reads an IfcSweptDiskSolid. Where the directrix starts and ends
// is not heeded beyond the directrix itself, as in IfcOpenShell; the corners of a
// polygonal one are rounded by its fillet.
func (k *Kernel) sweptDiskSolid(e ifc.Entity) (form, error) {
	radius, ok := k.lengthOf(e, "Radius")
	if !ok || !(radius > 0) || radius > 1e4 {
		return nil, notRead(e, "Radius that is not positive or out of range")
	}
	inner, _ := k.lengthOf(e, "InnerRadius")
	if inner >= radius || math.IsNaN(inner) || inner < 0 {
		return nil, notRead(e, "InnerRadius that is no less than Radius")
	}
	p, err := k.path(e.Attr("Directrix").Entity())
	if err != nil {
		return nil, err
	}
	if e.Is("IfcSweptDiskSolidPolygonal") {
		if r, ok := k.lengthOf(e, "FilletRadius"); ok && r > k.precision {
			if p, err = k.filleted(e, p, r); err != nil {
				return nil, err
			}
		}
	}
	loops := [][]vec.V2{k.disk(radius)}
	if inner > 0 {
		loops = append(loops, k.disk(inner))
		turnRound(loops[1])
	}
	s := spine{stations: p.stations(), closed: p.closed, across: carried, round: fineness(k.deflection)}
	return s.sweep(e, loops, vec.Identity)
}

// filleted rounds every corner of a polyline by an arc.
func (k *Kernel) filleted(e ifc.Entity, p *path, radius float64) (*path, error) {
	points := p.flat()
	for i := range p.parts {
		if p.parts[i].tangents != nil {
			return nil, notRead(e, "FilletRadius with a directrix that is no polyline")
		}
	}
	n := len(points)
	out := &path{}
	at := func(i int) vec.V3 { return points[(i+n)%n] }
	used := make([]float64, n) // of the side after each point
	var last vec.V3
	var first vec.V3
	begun := false
	line := func(to vec.V3) {
		if begun && last.Dist(to) > 1e-9 {
			out.parts = append(out.parts, stretch{points: []vec.V3{last, to}})
		}
		if !begun {
			first, begun = to, true
		}
		last = to
	}
	for i := range n {
		if !p.closed && (i == 0 || i == n-1) {
			line(at(i))
			continue
		}
		in, _ := at(i).Sub(at(i - 1)).Unit()
		after, _ := at(i + 1).Sub(at(i)).Unit()
		turn := math.Atan2(in.Cross(after).Len(), in.Dot(after))
		if turn < 1e-6 {
			continue
		}
		inset := radius * math.Tan(turn/2)
		used[(i-1+n)%n] += inset
		used[i] += inset
		start := at(i).Sub(in.Mul(inset))
		side, ok := after.Sub(in.Mul(after.Dot(in))).Unit()
		if !ok || !(inset < 1e9) {
			return nil, notRead(e, "directrix that turns back on itself")
		}
		c := conic{frame: vec.Affine{X: side.Neg(), Y: in, Z: side.Neg().Cross(in), O: start.Add(side.Mul(radius))}, a: radius, b: radius}
		arc := c.arc(fineness(k.deflection), 0, turn)
		line(arc.points[0])
		out.parts = append(out.parts, arc)
		last = arc.points[len(arc.points)-1]
	}
	for i, u := range used {
		if side := at(i).Dist(at(i + 1)); u > side*(1+1e-6) && (p.closed || i < n-1) {
			return nil, notRead(e, "FilletRadius that does not fit between corners")
		}
	}
	if p.closed {
		line(first)
		out.close(1e-6)
	}
	if len(out.parts) == 0 {
		return nil, notRead(e, "curve without length")
	}
	// Parts begin at the very point where the one before ends.
	for i := 1; i < len(out.parts); i++ {
		out.parts[i].points[0] = out.parts[i-1].points[len(out.parts[i-1].points)-1]
	}
	return out, nil
}
