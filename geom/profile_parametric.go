package geom

import (
	"math"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
)

// corner is a corner of an outline, rounded if it has a radius.
type corner struct {
	at     vec.V2
	radius float64 // metres
}

func at(x, y float64, radius ...float64) corner {
	c := corner{at: vec.V2{X: x, Y: y}}
	if len(radius) > 0 {
		c.radius = radius[0]
	}
	return c
}

// measures reads the attributes of a parameterised profile.
type measures struct {
	k   *Kernel
	e   ifc.Entity
	bad string // the first attribute that is not as it must be
}

// least is the smallest dimension in metres of a profile that is read.
const least = 1e-7

// length reads a length that must be there and be positive.
func (m *measures) length(attr string) float64 {
	x, ok := m.k.lengthOf(m.e, attr)
	if (!ok || !(x > least) || x > 1e9) && m.bad == "" {
		m.bad = attr
	}
	return x
}

// offset reads a length that must be there and may have any sign.
func (m *measures) offset(attr string) float64 {
	x, ok := m.k.lengthOf(m.e, attr)
	if (!ok || !(math.Abs(x) < 1e9)) && m.bad == "" {
		m.bad = attr
	}
	return x
}

// radius reads a radius that may be missing, which is 0.
func (m *measures) radius(attr string) float64 {
	if !m.e.Attr(attr).IsSet() {
		return 0
	}
	x := m.offset(attr)
	if x < 0 && m.bad == "" {
		m.bad = attr
	}
	if x <= least {
		return 0
	}
	return x
}

// slope reads the tangent of an angle that may be missing, which is 0.
func (m *measures) slope(attr string) float64 {
	x, ok := m.k.angleOf(m.e, attr)
	if !ok {
		return 0
	}
	t := math.Tan(x)
	if !(math.Abs(t) < 10) && m.bad == "" {
		m.bad = attr
	}
	return t
}

// parameterized reads a subtype of IfcParameterizedProfileDef. All but where noted
// stand with the middle of their box at the origin.
func (r profiler) parameterized(e ifc.Entity) ([]outline, error) {
	m := &measures{k: r.k, e: e}
	var loops [][]vec.V2
	var err error
	switch e.Class() {
	case "IfcCircleProfileDef", "IfcCircleHollowProfileDef", "IfcEllipseProfileDef":
		loops, err = r.round(m)
	case "IfcRectangleHollowProfileDef":
		loops, err = r.rectangleHollow(m)
	default:
		corners, known := shapeOf(m)
		if !known {
			return nil, notRead(e, "kind of profile that is not understood")
		}
		if m.bad == "" {
			var outer []vec.V2
			outer, err = r.rounded(e, corners)
			loops = [][]vec.V2{outer}
		}
	}
	if m.bad != "" {
		return nil, notRead(e, m.bad+" is missing, not positive or out of range")
	}
	if err != nil {
		return nil, err
	}
	o := outline{outer: loops[0], holes: loops[1:]}
	frame, err := r.k.position(e, "IfcAxis2Placement2D")
	if err != nil {
		return nil, err
	}
	o.moved(frame)
	return []outline{o}, nil
}

// round reads circles, rings and ellipses.
func (r profiler) round(m *measures) ([][]vec.V2, error) {
	ring := func(a, b float64) []vec.V2 {
		c := conic{frame: vec.Identity, a: a, b: b}
		s := c.arc(r.fine, c.begin(), c.begin()+2*math.Pi)
		out := make([]vec.V2, len(s.points)-1)
		for i := range out {
			out[i] = s.points[i].XY()
		}
		return out
	}
	if m.e.Is("IfcEllipseProfileDef") {
		a, b := m.length("SemiAxis1"), m.length("SemiAxis2")
		if math.Max(a, b) > 1e5 && m.bad == "" {
			m.bad = "semi-axis"
		}
		if m.bad != "" {
			return nil, nil
		}
		return [][]vec.V2{ring(a, b)}, nil
	}
	radius := m.length("Radius")
	if !m.e.Is("IfcCircleHollowProfileDef") {
		if m.bad != "" {
			return nil, nil
		}
		return [][]vec.V2{ring(radius, radius)}, nil
	}
	wall := m.length("WallThickness")
	if m.bad != "" {
		return nil, nil
	}
	inner := radius - wall
	switch {
	case inner < -1e-9*radius:
		return nil, notRead(m.e, "wall that is thicker than the radius")
	case inner <= least:
		return [][]vec.V2{ring(radius, radius)}, nil
	}
	return [][]vec.V2{ring(radius, radius), ring(inner, inner)}, nil
}

func fourCorners(x, y, radius float64) []corner {
	return []corner{at(-x, -y, radius), at(x, -y, radius), at(x, y, radius), at(-x, y, radius)}
}

func (r profiler) rectangleHollow(m *measures) ([][]vec.V2, error) {
	x, y, wall := m.length("XDim")/2, m.length("YDim")/2, m.length("WallThickness")
	outerRadius, innerRadius := m.radius("OuterFilletRadius"), m.radius("InnerFilletRadius")
	if m.bad != "" {
		return nil, nil
	}
	outer, err := r.rounded(m.e, fourCorners(x, y, outerRadius))
	if err != nil {
		return nil, err
	}
	if x-wall <= least || y-wall <= least { // nothing is left of the hollow
		return [][]vec.V2{outer}, nil
	}
	inner, err := r.rounded(m.e, fourCorners(x-wall, y-wall, innerRadius))
	if err != nil {
		return nil, err
	}
	return [][]vec.V2{outer, inner}, nil
}

// shapeOf gives the corners of a profile that is one outline, counter-clockwise.
// Where the standard leaves open at which place a sloped flange has its thickness,
// it is taken where IfcOpenShell takes it.
func shapeOf(m *measures) (corners []corner, known bool) {
	switch m.e.Class() {
	case "IfcRectangleProfileDef":
		return fourCorners(m.length("XDim")/2, m.length("YDim")/2, 0), true
	case "IfcRoundedRectangleProfileDef":
		return fourCorners(m.length("XDim")/2, m.length("YDim")/2, m.radius("RoundingRadius")), true
	case "IfcTrapeziumProfileDef":
		return trapezium(m), true
	case "IfcIShapeProfileDef":
		return symmetricI(m), true
	case "IfcAsymmetricIShapeProfileDef":
		return asymmetricI(m), true
	case "IfcLShapeProfileDef":
		return shapeL(m), true
	case "IfcTShapeProfileDef":
		return shapeT(m), true
	case "IfcUShapeProfileDef":
		return shapeU(m), true
	case "IfcCShapeProfileDef":
		return shapeC(m), true
	case "IfcZShapeProfileDef":
		return shapeZ(m), true
	case "IfcCraneRailAShapeProfileDef":
		return craneRailA(m), true
	}
	return nil, false
}

// trapezium stands with the middle of its whole box at the origin. The text of
// the standard has the middle of the bottom line there; that differs if the top
// hangs over.
func trapezium(m *measures) []corner {
	bottom, top, y, offset := m.length("BottomXDim"), m.length("TopXDim"), m.length("YDim")/2, m.offset("TopXOffset")
	left := -(math.Min(0, offset) + math.Max(bottom, offset+top)) / 2
	return []corner{at(left, -y), at(left+bottom, -y), at(left+offset+top, y), at(left+offset, y)}
}

// flange is one flange of an I: half its width, its thickness at its edge, the
// radii at the web and at the edge, and how much thicker it is at the web.
type flange struct{ half, thick, fillet, edge, rise float64 }

func shapeI(y, web float64, bottom, top flange) []corner {
	return []corner{
		at(-bottom.half, -y), at(bottom.half, -y),
		at(bottom.half, -y+bottom.thick, bottom.edge),
		at(web, -y+bottom.thick+bottom.rise, bottom.fillet),
		at(web, y-top.thick-top.rise, top.fillet),
		at(top.half, y-top.thick, top.edge),
		at(top.half, y), at(-top.half, y),
		at(-top.half, y-top.thick, top.edge),
		at(-web, y-top.thick-top.rise, top.fillet),
		at(-web, -y+bottom.thick+bottom.rise, bottom.fillet),
		at(-bottom.half, -y+bottom.thick, bottom.edge),
	}
}

func symmetricI(m *measures) []corner {
	x, y, web := m.length("OverallWidth")/2, m.length("OverallDepth")/2, m.length("WebThickness")/2
	f := flange{half: x, thick: m.length("FlangeThickness"), fillet: m.radius("FilletRadius")}
	if m.e.Attr("FlangeEdgeRadius").IsSet() { // since IFC4
		f.edge = m.radius("FlangeEdgeRadius")
	}
	f.rise = (x - web) * m.slope("FlangeSlope")
	return shapeI(y, web, f, f)
}

// asymmetricI reads both kinds: that of IFC2X3, a subtype of the symmetric one,
// whose width and flange are those of the bottom, and that of later schemas.
func asymmetricI(m *measures) []corner {
	y, web := m.length("OverallDepth")/2, m.length("WebThickness")/2
	var bottom, top flange
	if m.e.Is("IfcIShapeProfileDef") {
		bottom = flange{half: m.length("OverallWidth") / 2, thick: m.length("FlangeThickness"), fillet: m.radius("FilletRadius")}
	} else {
		bottom = flange{half: m.length("BottomFlangeWidth") / 2, thick: m.length("BottomFlangeThickness"), fillet: m.radius("BottomFlangeFilletRadius"), edge: m.radius("BottomFlangeEdgeRadius")}
		bottom.rise = (bottom.half - web) * m.slope("BottomFlangeSlope")
	}
	top = flange{half: m.length("TopFlangeWidth") / 2, thick: bottom.thick, fillet: m.radius("TopFlangeFilletRadius"), edge: m.radius("TopFlangeEdgeRadius")}
	if m.e.Attr("TopFlangeThickness").IsSet() {
		top.thick = m.length("TopFlangeThickness")
	}
	top.rise = (top.half - web) * m.slope("TopFlangeSlope")
	return shapeI(y, web, bottom, top)
}

// shapeL has its thickness in the middle of the box; without a width it is as wide
// as deep.
func shapeL(m *measures) []corner {
	y, d := m.length("Depth")/2, m.length("Thickness")
	x := y
	if m.e.Attr("Width").IsSet() {
		x = m.length("Width") / 2
	}
	fillet, edge, slope := m.radius("FilletRadius"), m.radius("EdgeRadius"), m.slope("LegSlope")
	// The inner sides: y = d - y0 - slope·x from the middle, and the same across.
	a, b := vec.V2{X: x, Y: -y + d - slope*x}, vec.V2{X: -x + d, Y: -y + d + slope*(x-d)}
	c, e := vec.V2{X: -x + d - slope*y, Y: y}, vec.V2{X: -x + d + slope*(y-d), Y: -y + d}
	inner := m.meet(a, b, c, e, "LegSlope")
	return []corner{at(-x, -y), at(x, -y), at(a.X, a.Y, edge), at(inner.X, inner.Y, fillet), at(c.X, c.Y, edge), at(-x, y)}
}

// shapeT has the thickness of its flange in the middle of each half, that of its
// web at half its depth.
func shapeT(m *measures) []corner {
	y, x := m.length("Depth")/2, m.length("FlangeWidth")/2
	web, thick := m.length("WebThickness")/2, m.length("FlangeThickness")
	fillet, webEdge, edge := m.radius("FilletRadius"), m.radius("WebEdgeRadius"), m.radius("FlangeEdgeRadius")
	ws, fs := m.slope("WebSlope"), m.slope("FlangeSlope")
	foot := vec.V2{X: web - ws*y, Y: -y}
	head := vec.V2{X: web + ws*(y-thick), Y: y - thick}
	tip := vec.V2{X: x, Y: y - thick + fs*x/2}
	root := vec.V2{X: web, Y: y - thick - fs*(x/2-2*web)} // as IfcOpenShell has it
	inner := m.meet(foot, head, tip, root, "WebSlope")
	return []corner{
		at(-x, y), at(-x, tip.Y, edge), at(-inner.X, inner.Y, fillet), at(-foot.X, -y, webEdge),
		at(foot.X, -y, webEdge), at(inner.X, inner.Y, fillet), at(x, tip.Y, edge), at(x, y),
	}
}

// meet returns where the lines a–b and c–d cross.
func (m *measures) meet(a, b, c, d vec.V2, attr string) vec.V2 {
	u, v := b.Sub(a), d.Sub(c)
	cross := u.Cross(v)
	if !(math.Abs(cross) > 1e-9*u.Len()*v.Len()) {
		if m.bad == "" {
			m.bad = attr
		}
		return a
	}
	return a.Add(u.Mul(c.Sub(a).Cross(v) / cross))
}

// shapeU has the thickness of its flanges in the middle of the box.
func shapeU(m *measures) []corner {
	y, x := m.length("Depth")/2, m.length("FlangeWidth")/2
	web, thick := m.length("WebThickness"), m.length("FlangeThickness")
	fillet, edge, slope := m.radius("FilletRadius"), m.radius("EdgeRadius"), m.slope("FlangeSlope")
	tip, root := y-thick+slope*x, y-thick-slope*(x-web)
	return []corner{
		at(-x, -y), at(x, -y), at(x, -tip, edge), at(-x+web, -root, fillet),
		at(-x+web, root, fillet), at(x, tip, edge), at(x, y), at(-x, y),
	}
}

func shapeC(m *measures) []corner {
	y, x := m.length("Depth")/2, m.length("Width")/2
	wall, girth, inner := m.length("WallThickness"), m.length("Girth"), m.radius("InternalFilletRadius")
	outer := 0.0
	if inner > 0 {
		outer = inner + wall
	}
	return []corner{
		at(-x, -y, outer), at(x, -y, outer), at(x, -y+girth), at(x-wall, -y+girth),
		at(x-wall, -y+wall, inner), at(-x+wall, -y+wall, inner), at(-x+wall, y-wall, inner), at(x-wall, y-wall, inner),
		at(x-wall, y-girth), at(x, y-girth), at(x, y, outer), at(-x, y, outer),
	}
}

// shapeZ reaches a whole flange width to either side of the middle of its web, as
// IfcOpenShell has it.
func shapeZ(m *measures) []corner {
	x, y := m.length("FlangeWidth"), m.length("Depth")/2
	web, thick := m.length("WebThickness")/2, m.length("FlangeThickness")
	fillet, edge := m.radius("FilletRadius"), m.radius("EdgeRadius")
	return []corner{
		at(-web, -y), at(x, -y), at(x, -y+thick, edge), at(web, -y+thick, fillet),
		at(web, y), at(-x, y), at(-x, y-thick, edge), at(-web, y-thick, fillet),
	}
}

// craneRailA is the rail of IFC2X3 by straight lines; its radii are left out, as
// in IfcOpenShell.
func craneRailA(m *measures) []corner {
	y := m.length("OverallHeight") / 2
	base, head, web := m.length("BaseWidth2")/2, m.length("HeadWidth")/2, m.length("WebThickness")/2
	mid := m.length("BaseWidth4") / 2
	h2, h3 := m.length("HeadDepth2"), m.length("HeadDepth3")
	b1, b2, b3 := m.length("BaseDepth1"), m.length("BaseDepth2"), m.length("BaseDepth3")
	return []corner{
		at(-base, -y), at(base, -y), at(base, -y+b1), at(mid, -y+b3), at(web, -y+b2),
		at(web, y-h2), at(head, y-h3), at(head, y),
		at(-head, y), at(-head, y-h3), at(-web, y-h2),
		at(-web, -y+b2), at(-mid, -y+b3), at(-base, -y+b1),
	}
}

// rounded makes an outline of corners: an arc in place of each that has a radius.
// Arcs may share the point where they meet, as those of a half circle do.
func (r profiler) rounded(e ifc.Entity, corners []corner) ([]vec.V2, error) {
	n := len(corners)
	arcs := make([]fillet, n)
	for i := range corners {
		f, ok := newFillet(corners[(i+n-1)%n].at, corners[i], corners[(i+1)%n].at)
		if !ok {
			return nil, notRead(e, "corners that are one point or turn back")
		}
		arcs[i] = f
	}
	for i := range arcs {
		next := (i + 1) % n
		side := corners[i].at.Dist(corners[next].at)
		if arcs[i].inset+arcs[next].inset > side*(1+1e-6)+least {
			return nil, notRead(e, "radii that do not fit between corners")
		}
	}
	var out []vec.V2
	add := func(p vec.V2) {
		if len(out) == 0 || out[len(out)-1].Dist(p) > least {
			out = append(out, p)
		}
	}
	for i := range arcs {
		for _, p := range arcs[i].points(r.fine) {
			add(p)
		}
	}
	for len(out) > 1 && out[0].Dist(out[len(out)-1]) <= least {
		out = out[:len(out)-1]
	}
	if len(out) < 3 {
		return nil, notRead(e, "outline of less than three points")
	}
	return out, nil
}

// fillet is the arc in place of a corner.
type fillet struct {
	corner
	in, out vec.V2 // unit directions of the sides, to and from the corner
	inset   float64
}

func newFillet(before vec.V2, c corner, after vec.V2) (f fillet, ok bool) {
	f.corner = c
	var ok1, ok2 bool
	f.in, ok1 = c.at.Sub(before).Unit()
	f.out, ok2 = after.Sub(c.at).Unit()
	if !ok1 || !ok2 {
		return f, false
	}
	turn := math.Atan2(f.in.Cross(f.out), f.in.Dot(f.out))
	if math.Abs(turn) > math.Pi-1e-6 {
		return f, false
	}
	if math.Abs(turn) < 1e-6 {
		f.radius = 0
	}
	f.inset = f.radius * math.Abs(math.Tan(turn/2))
	return f, true
}

func (f *fillet) points(fine fineness) []vec.V2 {
	if f.radius == 0 {
		return []vec.V2{f.at}
	}
	turn := math.Atan2(f.in.Cross(f.out), f.in.Dot(f.out))
	start := f.at.Sub(f.in.Mul(f.inset))
	side := math.Copysign(f.radius, turn)
	centre := start.Add(f.in.Left().Mul(side))
	n := fine.chords(f.radius, turn)
	out := make([]vec.V2, n+1)
	x, y := start.Sub(centre), f.in.Mul(f.radius)
	for i := range out {
		sin, cos := math.Sincos(math.Abs(turn) * float64(i) / float64(n))
		out[i] = centre.Add(x.Mul(cos)).Add(y.Mul(sin))
	}
	out[n] = f.at.Add(f.out.Mul(f.inset))
	return out
}
