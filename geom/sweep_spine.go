package geom

import (
	"math"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
)

// spine is what a section is swept along.
type spine struct {
	stations []station
	closed   bool
	// across says how the section stands: given the direction of the spine at a point,
	// and the X of the section before, of which only the first has none, it gives X.
	across func(at, tangent vec.V3, before *vec.V3, from vec.V3) (vec.V3, bool)
	// round, if set, tells that the loops are circles: then a mitre is an ellipse, which
	// is divided as one.
	round fineness
}

// carried turns a section no more than its spine bends.
func carried(_, tangent vec.V3, before *vec.V3, from vec.V3) (vec.V3, bool) {
	if before == nil {
		return anyAcross(tangent), true
	}
	return turnedBy(*before, from, tangent)
}

// turnedBy turns d by the smallest turn that takes the unit direction a to b.
func turnedBy(d, a, b vec.V3) (vec.V3, bool) {
	axis := a.Cross(b)
	c := a.Dot(b)
	if c < -1+1e-9 {
		return d, false
	}
	// Rodrigues: sin and cos of the turn are |axis| and c.
	return d.Mul(c).Add(axis.Cross(d)).Add(axis.Mul(axis.Dot(d) / (1 + c))), true
}

// anyAcross is the X that OpenCASCADE gives a frame of which only Z is known, so
// that the points of a ring are where it has them.
func anyAcross(z vec.V3) vec.V3 {
	a, b, c := math.Abs(z.X), math.Abs(z.Y), math.Abs(z.Z)
	var d vec.V3
	switch {
	case b <= a && b <= c:
		d = vec.V3{X: z.Z, Z: -z.X}
		if a > c {
			d = d.Neg()
		}
	case a <= b && a <= c:
		d = vec.V3{Y: z.Z, Z: -z.Y}
		if b > c {
			d = d.Neg()
		}
	default:
		d = vec.V3{X: z.Y, Y: -z.X}
		if a > b {
			d = d.Neg()
		}
	}
	u, _ := d.Unit()
	return u
}

// sweep makes the solid of a section whose outer loop is counter-clockwise and
// whose holes are clockwise, seen against the spine. Corners of the spine are
// mitred.
func (s *spine) sweep(e ifc.Entity, loops [][]vec.V2, frame vec.Affine) (form, error) {
	stations := s.stations
	n := len(stations)
	if n < 2 {
		return nil, notRead(e, "directrix without length")
	}
	points := 0
	for _, l := range loops {
		points += len(l) * n
	}
	if points > maxSwept {
		return nil, notRead(e, "too many points")
	}
	if s.closed {
		first, last := &stations[0], &stations[n-1]
		first.in, last.out = last.in, first.out
	}
	b := &builder{}
	rings := make([][]hoop, n) // of every station, of every loop
	var before *vec.V3
	var from vec.V3
	for i := range stations {
		st := &stations[i]
		// The section is that of the piece that comes; at the start of the piece that
		// goes, put where the two meet.
		along := st.in
		if i == 0 {
			along = st.out
		}
		x, ok := s.across(st.at, along, before, from)
		if ok {
			x, ok = x.Sub(along.Mul(x.Dot(along))).Unit()
		}
		mitre, ok2 := st.in.Add(st.out).Unit()
		if !ok || !ok2 || mitre.Dot(along) < 1e-3 {
			return nil, notRead(e, "directrix that turns back on itself, or along what it is swept in")
		}
		y := along.Cross(x)
		for _, l := range loops {
			l, at := s.section(l, vec.V2{X: mitre.Dot(x), Y: mitre.Dot(y)}, mitre.Dot(along))
			ring := make([]vec.V3, len(l))
			for j, q := range l {
				d := x.Mul(q.X).Add(y.Mul(q.Y))
				d = d.Sub(along.Mul(d.Dot(mitre) / along.Dot(mitre)))
				ring[j] = frame.Point(st.at.Add(d))
			}
			rings[i] = append(rings[i], hoop{b.ring(ring), at})
		}
		before, from = &x, along
	}
	// A closed spine whose section comes back as it went has no ends.
	if s.closed && meets(b.points, rings[0], rings[n-1]) {
		rings[n-1] = rings[0]
	} else {
		b.cap(positions(rings[0]), true)
		b.cap(positions(rings[n-1]), false)
	}
	for i := range n - 1 {
		for j := range loops {
			lower, upper := rings[i][j], rings[i+1][j]
			b.strip(lower.points, upper.points, lower.at, upper.at)
		}
	}
	return b.solid(), nil
}

// hoop is a ring of points of a sweep, and how far round each is, from 0 to 1 for
// the first once more.
type hoop struct {
	points []int32
	at     []float64
}

func positions(hoops []hoop) [][]int32 {
	out := make([][]int32, len(hoops))
	for i, h := range hoops {
		out[i] = h.points
	}
	return out
}

// section gives the points of a loop at a place where the spine is cut by a plane
// whose normal has the given part across the spine and cosine to it. Cut askew a
// circle is an ellipse, longer where the normal leans to.
func (s *spine) section(l []vec.V2, lean vec.V2, cos float64) ([]vec.V2, []float64) {
	if s.round == 0 {
		return l, nil
	}
	if cos > 1-1e-6 {
		at := make([]float64, len(l)+1)
		for i := range at {
			at[i] = float64(i) / float64(len(l))
		}
		return l, at
	}
	r, first := l[0].Len(), math.Atan2(l[0].Y, l[0].X)
	sense := 1.0
	if area(l) < 0 {
		sense = -1
	}
	from := sense * (first - math.Atan2(lean.Y, lean.X))
	ellipse := conic{frame: vec.Identity, a: r / cos, b: r}
	u := []float64{from}
	for _, to := range quarters(from) {
		part, _ := s.round.march(&smooth{at: ellipse.at, first: u[len(u)-1], last: to})
		u = append(u, part[1:]...)
	}
	out, at := make([]vec.V2, len(u)-1), make([]float64, len(u))
	for i, v := range u {
		at[i] = (v - from) / (2 * math.Pi)
		if i < len(out) {
			y, x := math.Sincos(first + sense*(v-from))
			out[i] = vec.V2{X: r * x, Y: r * y}
		}
	}
	at[len(u)-1] = 1
	return out, at
}

// quarters are the parameters where an ellipse of a mitre is divided first, up to
// a whole turn from where it begins. Two tubes of the same radius meet in two
// ellipses, which cross where the axes' plane is farthest; there OpenCASCADE divides
// each, and where the inner side of the bend is.
func quarters(from float64) []float64 {
	var out []float64
	for q := math.Ceil(from / (math.Pi / 2)); q*math.Pi/2 < from+2*math.Pi-1e-6; q++ {
		if u := q * math.Pi / 2; u > from+1e-6 && math.Mod(q, 4) != 0 {
			out = append(out, u)
		}
	}
	return append(out, from+2*math.Pi)
}

// meets tells whether two ends of a sweep are the same.
func meets(points []vec.V3, a, b []hoop) bool {
	for i := range a {
		if len(a[i].points) != len(b[i].points) {
			return false
		}
		for j := range a[i].points {
			if points[a[i].points[j]].Dist(points[b[i].points[j]]) > 1e-6 {
				return false
			}
		}
	}
	return true
}

// directrixSweptAreaSolid reads a solid that a profile makes along a directrix,
// held by a fixed direction or by a surface. Start and end parameters are not
// heeded, as in IfcOpenShell.
func (k *Kernel) directrixSweptAreaSolid(e ifc.Entity) (form, error) {
	frame, err := k.position(e, "IfcAxis2Placement3D")
	if err != nil {
		return nil, err
	}
	p, err := k.path(e.Attr("Directrix").Entity())
	if err != nil {
		return nil, err
	}
	profile, err := k.profile(e.Attr("SweptArea").Entity())
	if err != nil {
		return nil, err
	}
	s := spine{stations: p.stations(), closed: p.closed}
	if e.Is("IfcSurfaceCurveSweptAreaSolid") {
		s.across, err = k.acrossSurface(e.Attr("ReferenceSurface").Entity(), p)
	} else {
		s.across, err = k.fixedAcross(e)
	}
	if err != nil {
		return nil, err
	}
	var out group
	for i := range profile {
		if profile[i].open {
			return nil, notRead(e, "open profile")
		}
		s.round = fineness(k.deflection)
		for _, l := range profile[i].loops() {
			if !isCircle(l) || middle(l).Len() > least {
				s.round = 0
			}
		}
		f, err := s.sweep(e, profile[i].loops(), frame)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	if len(out) == 1 {
		return out[0], nil
	}
	return out, nil
}

// fixedAcross holds X of the section to a fixed direction as far as the spine
// allows.
func (k *Kernel) fixedAcross(e ifc.Entity) (func(at, tangent vec.V3, before *vec.V3, from vec.V3) (vec.V3, bool), error) {
	d, set := k.direction(e.Attr("FixedReference").Entity())
	d, ok := d.Unit()
	if !set || !ok {
		return nil, notRead(e, "FixedReference is no direction")
	}
	return func(_, tangent vec.V3, _ *vec.V3, _ vec.V3) (vec.V3, bool) {
		return d, d.Cross(tangent).Len() > 1e-6
	}, nil
}

// acrossSurface holds X of the section to the normal of a surface.
func (k *Kernel) acrossSurface(surface ifc.Entity, p *path) (func(at, tangent vec.V3, before *vec.V3, from vec.V3) (vec.V3, bool), error) {
	position, ok := k.axisPlacement(surface.Attr("Position").Entity())
	if !ok {
		if surface.Attr("Position").IsSet() || surface.Is("IfcPlane") || surface.Is("IfcCylindricalSurface") {
			return nil, notRead(surface, "Position has no frame")
		}
		position = vec.Identity
	}
	switch surface.Class() {
	case "IfcPlane":
		z := position.Z
		for _, st := range p.stations() {
			if math.Abs(st.at.Sub(position.O).Dot(z)) > 1e-9 {
				// A directrix beside its surface is swept as if there were none, as in
				// IfcOpenShell.
				return carried, nil
			}
		}
		return func(_, tangent vec.V3, _ *vec.V3, _ vec.V3) (vec.V3, bool) { return z, z.Cross(tangent).Len() > 1e-6 }, nil
	case "IfcCylindricalSurface":
		return func(at, tangent vec.V3, _ *vec.V3, _ vec.V3) (vec.V3, bool) {
			d := at.Sub(position.O)
			d, ok := d.Sub(position.Z.Mul(d.Dot(position.Z))).Unit()
			return d, ok && d.Cross(tangent).Len() > 1e-6
		}, nil
	case "IfcSurfaceOfLinearExtrusion":
		along, _ := k.direction(surface.Attr("ExtrudedDirection").Entity())
		along, ok := position.Dir(along).Unit()
		if !ok {
			return nil, notRead(surface, "ExtrudedDirection is no direction")
		}
		// The normal is across both the direction of the extrusion and any curve on the
		// surface.
		return func(_, tangent vec.V3, _ *vec.V3, _ vec.V3) (vec.V3, bool) { return tangent.Cross(along).Unit() }, nil
	}
	return nil, notRead(surface, "reference surface of a kind that is not understood")
}
