package geom

import (
	"math"

	"github.com/ifcmcq/ifcmcq/geom/tri"
	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// cutter is a solid that is cut off, as a union of convex pieces.
type cutter struct {
	box    vec.Box
	pieces []piece
	known  bool // the pieces are all of it; else only the box is known, from without
	plain  bool // a half space without bound
}

// leaves tells whether p lies outside for sure, and not on the surface.
func (c *cutter) leaves(p vec.V3) bool {
	if !c.box.Grow(onPlane).Contains(p) {
		return true
	}
	if !c.known {
		return false
	}
	for i := range c.pieces {
		out := false
		for _, pl := range c.pieces[i].planes {
			if pl.height(p) > onPlane {
				out = true
				break
			}
		}
		if !out {
			return false
		}
	}
	return true
}

// flush tells whether a point that the cutter takes lies on its surface.
func (c *cutter) flush(points []vec.V3) bool {
	for i := range c.pieces {
		for _, pl := range c.pieces[i].planes {
			if c.inner(pl) {
				continue
			}
			for _, p := range points {
				if math.Abs(pl.height(p)) <= onPlane {
					return true
				}
			}
		}
	}
	return false
}

// inner tells whether a plane only parts one piece of the cutter from another.
func (c *cutter) inner(p plane) bool {
	for i := range c.pieces {
		for _, q := range c.pieces[i].planes {
			if p.n.Dot(q.n) < -1+1e-10 && math.Abs(p.d+q.d) <= onPlane {
				return true
			}
		}
	}
	return false
}

// appendNear adds the cutters of c that come near the box of h.
func appendNear(to []cutter, c cutForm, h *host) []cutter {
	for _, x := range appendCutters(nil, c) {
		if x.box.Grow(onPlane).Overlaps(h.box) {
			to = append(to, x)
		}
	}
	return to
}

// appendCutters adds what c is made of.
func appendCutters(to []cutter, c cutForm) []cutter {
	switch f := c.form.(type) {
	case *placed:
		return appendCutters(to, cutForm{f.form, c.at.Mul(f.by)})
	case group:
		for _, part := range f {
			to = appendCutters(to, cutForm{part, c.at})
		}
		return to
	case *halfSpace:
		if x, ok := halfSpaceCutter(f, &c.at); ok {
			to = append(to, x)
		}
		return to
	case *boolean:
		if f.op == union {
			return appendCutters(appendCutters(to, cutForm{f.a, c.at}), cutForm{f.b, c.at})
		}
	case *prism:
		if x, ok := prismCutter(f, &c.at); ok {
			return append(to, x)
		}
	}
	x := cutter{box: vec.Empty()}
	var points []vec.V3
	c.form.corners(&c.at, func(p vec.V3) { points = append(points, p); x.box.Add(p) })
	if x.box.IsEmpty() {
		return to
	}
	if plain(c.form) {
		x.pieces, x.known = convexPiece(c, points, x.box)
	}
	return append(to, x)
}

// convexPiece gives the planes of a solid, if it is convex.
func convexPiece(c cutForm, points []vec.V3, box vec.Box) ([]piece, bool) {
	const most = 200 // faces; a solid with more is better cut as a mesh
	polys := polysOf(c.form, c.at)
	if len(polys) > 2*most {
		return nil, false
	}
	var planes []plane
	for i := range polys {
		p := plane{polys[i].n, polys[i].n.Dot(polys[i].pts[0])}
		if p.n == (vec.V3{}) {
			continue
		}
		twin := false
		for _, q := range planes {
			if q.n.Dot(p.n) > 1-1e-10 && math.Abs(q.d-p.d) < onPlane {
				twin = true
				break
			}
		}
		if twin {
			continue
		}
		if m, _ := p.span(points); m > onPlane {
			return nil, false
		}
		planes = append(planes, p)
	}
	// Less than four planes bound nothing; an open shell cuts nothing as a solid.
	if len(planes) < 4 || len(planes) > most || !closedPolys(c.form) {
		return nil, false
	}
	return []piece{{planes, box}}, true
}

func closedPolys(f form) bool {
	switch f := f.(type) {
	case *placed:
		return closedPolys(f.form)
	case *polyhedron:
		return f.balanced()
	case *triangles:
		return f.m.Closed()
	}
	return false
}

// through is the plane of a point and two directions, with its normal on the side
// that is away from within.
func through(at, u, v, within vec.V3) (plane, bool) {
	n, ok := u.Cross(v).Unit()
	p := plane{n, n.Dot(at)}
	if p.height(within) > 0 {
		p.n, p.d = n.Neg(), -p.d
	}
	return p, ok
}

// prismCutter cuts a prism into convex ones.
func prismCutter(f *prism, at *vec.Affine) (cutter, bool) {
	c := cutter{box: vec.Empty(), known: true}
	f.corners(at, c.box.Add)
	frame := at.Mul(f.frame)
	up := frame.Dir(f.dir)
	for i := range f.profile {
		o := &f.profile[i]
		if o.open {
			return c, false
		}
		for _, loop := range convexParts(o) {
			p := piece{box: vec.Empty()}
			var mid vec.V3
			corners := make([]vec.V3, len(loop))
			for j, q := range loop {
				corners[j] = frame.Point(q.In3())
				mid = mid.Add(corners[j].Mul(1 / float64(len(loop))))
				p.box.Add(corners[j])
				p.box.Add(corners[j].Add(up))
			}
			mid = mid.Add(up.Mul(0.5))
			for j, a := range corners {
				b := corners[(j+1)%len(corners)]
				if pl, ok := through(a, b.Sub(a), up, mid); ok {
					p.planes = append(p.planes, pl)
				}
			}
			for _, end := range [2]vec.V3{corners[0], corners[0].Add(up)} {
				pl, ok := through(end, frame.X, frame.Y, mid)
				if !ok {
					return c, false
				}
				p.planes = append(p.planes, pl)
			}
			c.pieces = append(c.pieces, p)
		}
	}
	return c, len(c.pieces) > 0
}

// halfSpaceCutter gives the convex pieces of a half space.
func halfSpaceCutter(f *halfSpace, at *vec.Affine) (cutter, bool) {
	inf := math.Inf(1)
	everywhere := vec.Box{Lo: vec.V3{X: -inf, Y: -inf, Z: -inf}, Hi: vec.V3{X: inf, Y: inf, Z: inf}}
	base, ok := f.plane(at)
	if !ok {
		return cutter{}, false
	}
	if f.bound == nil {
		return cutter{box: everywhere, pieces: []piece{{[]plane{base}, everywhere}}, known: true, plain: true}, true
	}
	whole := prism{
		profile: []outline{{outer: f.bound}},
		frame:   f.boundFrame.Mul(vec.Translation(vec.V3{Z: -halfSpaceReach})),
		dir:     vec.V3{Z: 2 * halfSpaceReach},
	}
	c, ok := prismCutter(&whole, at)
	for i := range c.pieces {
		p := &c.pieces[i]
		// The plane first: it is what matters as a rule.
		p.planes = append([]plane{base}, p.planes...)
	}
	return c, ok
}

// plane is the plane of f after map at.
func (f *halfSpace) plane(at *vec.Affine) (plane, bool) {
	u := f.normal.Cross(vec.V3{X: 1})
	if math.Abs(f.normal.X) > 0.6 {
		u = f.normal.Cross(vec.V3{Y: 1})
	}
	v := f.normal.Cross(u)
	o := at.Point(f.at)
	return through(o, at.Dir(u), at.Dir(v), at.Point(f.at.Sub(f.normal)))
}

// convexParts cuts an outline into convex counter-clockwise polygons: triangles,
// joined as long as they stay convex.
func convexParts(o *outline) [][]vec.V2 {
	if len(o.holes) == 0 && convex(o.outer) {
		return [][]vec.V2{o.outer}
	}
	var points []vec.V2
	o.each(func(q vec.V2) { points = append(points, q) })
	var parts [][]int32
	for _, t := range tri.Polygon(o.outer, o.holes) {
		parts = append(parts, t[:])
	}
	if len(parts) <= 512 { // the joining is quadratic
		parts = joinConvex(points, parts)
	}
	out := make([][]vec.V2, 0, len(parts))
	for _, part := range parts {
		loop := make([]vec.V2, len(part))
		for i, at := range part {
			loop[i] = points[at]
		}
		if area(loop) > 0 {
			out = append(out, loop)
		}
	}
	return out
}

// convex tells whether a counter-clockwise polygon is convex and goes round once.
func convex(loop []vec.V2) bool {
	n := len(loop)
	turn := 0.0
	for i := range loop {
		a, b := loop[(i+1)%n].Sub(loop[i]), loop[(i+2)%n].Sub(loop[(i+1)%n])
		x := a.Cross(b)
		if x < -1e-12*a.Len()*b.Len() {
			return false
		}
		turn += math.Atan2(x, a.Dot(b))
	}
	return turn > 0 && turn < 3*math.Pi
}

// joinConvex joins polygons that share an edge where the result is convex.
func joinConvex(points []vec.V2, parts [][]int32) [][]int32 {
	for i := 0; i < len(parts); i++ {
	again:
		for j := i + 1; j < len(parts); j++ {
			if both, ok := joinTwo(points, parts[i], parts[j]); ok {
				parts[i] = both
				parts = append(parts[:j], parts[j+1:]...)
				goto again
			}
		}
	}
	return parts
}

func joinTwo(points []vec.V2, a, b []int32) ([]int32, bool) {
	for i := range a {
		p, q := a[i], a[(i+1)%len(a)]
		for j := range b {
			if b[j] != q || b[(j+1)%len(b)] != p {
				continue
			}
			both := make([]int32, 0, len(a)+len(b)-2)
			for n := range len(a) {
				both = append(both, a[(i+1+n)%len(a)])
			}
			for n := 2; n < len(b); n++ {
				both = append(both, b[(j+n)%len(b)])
			}
			loop := make([]vec.V2, len(both))
			for n, at := range both {
				loop[n] = points[at]
			}
			return both, convex(loop)
		}
	}
	return nil, false
}
