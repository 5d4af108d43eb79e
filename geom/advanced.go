package geom

import (
	"math"

	"github.com/ifcmcq/ifcmcq/geom/tri"
	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
)

// advancedBrep reads an IfcAdvancedBrep, with or without voids.
func (k *Kernel) advancedBrep(e ifc.Entity) (form, error) { return k.manifoldBrep(e) }

// surfaceFace reads an IfcFaceSurface or IfcAdvancedFace: a part of a surface
// within loops. A curved one becomes triangles.
func (s *shell) surfaceFace(e ifc.Entity) error {
	surf := e.Attr("FaceSurface").Entity()
	var bounds []bound
	for b := range e.At(0).Entities() {
		loop, err := s.bound(b)
		if err != nil {
			return err
		}
		bounds = append(bounds, bound{loop, b.Is("IfcFaceOuterBound")})
	}
	if surf.Is("IfcPlane") {
		s.addFace(bounds)
		return nil
	}
	on, err := s.k.surface(surf)
	if err != nil {
		return err
	}
	c := curved{s: s, sense: 1}
	if !isTrue(e.Attr("SameSense").Step()) {
		c.sense = -1
	}
	if !c.unrollAll(on, bounds) {
		if surf.Is("IfcSweptSurface") {
			on, err = s.k.sweptSurface(surf, true)
		}
		if err != nil || !c.unrollAll(on, bounds) {
			return notRead(e, "bound that does not lie on the surface")
		}
	}
	if len(c.loops) == 0 && len(bounds) > 0 {
		return nil // a sliver without area
	}
	if !c.mesh() {
		return notRead(e, "part of a curved surface that could not be divided")
	}
	return nil
}

// curved is a face on a curved surface while it becomes triangles.
type curved struct {
	s      *shell
	on     surface
	period vec.V2
	sense  float64 // 1 if the face looks to where the surface's normal does
	loops  []uvLoop
}

// uvLoop is a loop in the parameters of its surface. Where it goes round a
// periodic surface the parameters go on.
type uvLoop struct {
	uv   []vec.V2
	at   []int32 // vertices of the shell
	turn vec.V2  // by how much they are greater at the end, back at the start
}

// maxOff is how far in metres a bound may lie off its surface.
const maxOff = 0.05

// unrollAll finds the parameters of all bounds on a surface.
func (c *curved) unrollAll(on surface, bounds []bound) bool {
	c.on, c.period, c.loops = on, on.period(), nil
	for _, b := range bounds {
		if loop := tidy(b.loop); len(loop) >= 3 && !c.unroll(loop) {
			return false
		}
	}
	return true
}

// unroll finds the parameters of a loop.
func (c *curved) unroll(loop []int32) bool {
	points := c.s.p.points
	// Begin where the parameters are defined.
	first := -1
	for i, at := range loop {
		if !c.on.pole(points[at]) {
			first = i
			break
		}
	}
	if first < 0 {
		return false
	}
	var l uvLoop
	n := len(loop)
	start, ok := c.on.locate(points[loop[first]], nil)
	if !ok {
		return false
	}
	l.uv, l.at = append(l.uv, start), append(l.at, loop[first])
	last := start
	for i := 1; i <= n; i++ {
		at := loop[(first+i)%n]
		if c.on.pole(points[at]) {
			// The pole is a line in the parameters: from where the loop comes to where it
			// goes on.
			v, ok := c.on.locate(points[at], &last)
			if !ok {
				return false
			}
			next := loop[(first+i+1)%n]
			after, ok := c.on.locate(points[next], &last)
			if !ok {
				return false
			}
			after.X = nearPeriod(after.X, last.X, c.period.X)
			before := loop[(first+i-1)%n]
			if next == before && c.period.X > 0 {
				// Back along a seam: the face lies between, all the way round. Going up, a face
				// that is to the left lies at lesser parameters.
				side := -c.sense
				if v.Y < last.Y {
					side = c.sense
				}
				after.X = last.X + side*c.period.X
			}
			l.uv = append(l.uv, vec.V2{X: last.X, Y: v.Y}, vec.V2{X: after.X, Y: v.Y})
			l.at = append(l.at, at, at)
			last = vec.V2{X: after.X, Y: v.Y}
			continue
		}
		q, ok := c.on.locate(points[at], &last)
		if !ok {
			return false
		}
		q.X, q.Y = nearPeriod(q.X, last.X, c.period.X), nearPeriod(q.Y, last.Y, c.period.Y)
		last = q
		if i == n {
			l.turn = vec.V2{X: wholePeriods(q.X-start.X, c.period.X), Y: wholePeriods(q.Y-start.Y, c.period.Y)}
			break
		}
		l.uv, l.at = append(l.uv, q), append(l.at, at)
	}
	c.loops = append(c.loops, l)
	return true
}

// wholePeriods is 0 unless x is a period at least.
func wholePeriods(x, period float64) float64 {
	if period > 0 && math.Abs(x) >= period/2 {
		return x
	}
	return 0
}

// nearPeriod moves x by whole periods to within half of one of y.
func nearPeriod(x, y, period float64) float64 {
	if period > 0 {
		x -= period * math.Round((x-y)/period)
	}
	return x
}

// mesh divides the face into triangles and adds them to the shell.
func (c *curved) mesh() bool {
	if len(c.loops) == 0 || !c.open() {
		return false
	}
	// The largest loop is the outer one.
	outer := 0
	for i := range c.loops {
		if math.Abs(area(c.loops[i].uv)) > math.Abs(area(c.loops[outer].uv)) {
			outer = i
		}
	}
	c.loops[0], c.loops[outer] = c.loops[outer], c.loops[0]
	if area(c.loops[0].uv) == 0 {
		return true // a sliver without area
	}
	turned := area(c.loops[0].uv) < 0
	if turned {
		for i := range c.loops {
			c.loops[i] = c.loops[i].reversed()
		}
	}
	lo, hi := span2(c.loops[0].uv)
	for i := 1; i < len(c.loops); i++ {
		shift := nearPeriod(c.loops[i].uv[0].X, (lo.X+hi.X)/2, c.period.X) - c.loops[i].uv[0].X
		for j := range c.loops[i].uv {
			c.loops[i].uv[j].X += shift
		}
	}
	cell := c.on.cell(lo, hi)
	if !(cell.X > 0) || !(cell.Y > 0) {
		return false
	}
	scale := vec.V2{X: scaleOf(cell.X, hi.X-lo.X), Y: scaleOf(cell.Y, hi.Y-lo.Y)}
	n := net{}
	var at []int32
	var rings [][]vec.V2
	for i := range c.loops {
		ring := make([]vec.V2, len(c.loops[i].uv))
		for j, q := range c.loops[i].uv {
			ring[j] = vec.V2{X: (q.X - lo.X) * scale.X, Y: (q.Y - lo.Y) * scale.Y}
		}
		rings = append(rings, ring)
		n.points = append(n.points, ring...)
		at = append(at, c.loops[i].at...)
	}
	n.triangles = tri.Polygon(rings[0], rings[1:])
	if len(n.triangles) == 0 {
		return false
	}
	n.link()
	n.settle()
	if !math.IsInf(cell.X, 0) && !math.IsInf(cell.Y, 0) {
		for _, q := range n.inner(rings, vec.V2{X: lo.X * scale.X, Y: lo.Y * scale.Y}) {
			if n.insert(q) {
				p := c.on.at(q.X/scale.X+lo.X, q.Y/scale.Y+lo.Y)
				if !p.Finite() {
					return false
				}
				at = append(at, c.s.add(p))
			}
		}
	}
	for _, t := range n.triangles {
		x, y, z := at[t[0]], at[t[1]], at[t[2]]
		if x == y || y == z || z == x {
			continue // at a pole
		}
		if turned {
			y, z = z, y
		}
		start := len(c.s.indices)
		c.s.indices = append(c.s.indices, x, y, z)
		c.s.emit(c.s.since(start), nil)
	}
	return true
}

// scaleOf makes cells one wide; a direction without cells is one wide as a whole.
func scaleOf(cell, extent float64) float64 {
	if math.IsInf(cell, 0) {
		cell = extent
	}
	if !(cell > 0) {
		return 1
	}
	return 1 / cell
}

func span2(points []vec.V2) (lo, hi vec.V2) {
	lo, hi = points[0], points[0]
	for _, q := range points {
		lo = vec.V2{X: math.Min(lo.X, q.X), Y: math.Min(lo.Y, q.Y)}
		hi = vec.V2{X: math.Max(hi.X, q.X), Y: math.Max(hi.Y, q.Y)}
	}
	return lo, hi
}

// open cuts faces that go all the way round: along a line between two loops, or to
// a pole.
func (c *curved) open() bool {
	var round []int
	across := false
	for i := range c.loops {
		if c.loops[i].turn.X != 0 {
			round = append(round, i)
		}
		across = across || c.loops[i].turn.Y != 0
	}
	if len(round) == 0 && across {
		c.transpose()
		return c.open()
	}
	switch len(round) {
	case 0:
		return true
	case 1:
		l := &c.loops[round[0]]
		up := l.turn.X*c.sense > 0 // the face lies to the left of its loop
		v, p, ok := c.on.end(up)
		if !ok {
			return false
		}
		pole := c.s.add(p)
		start, over := l.uv[0], vec.V2{X: l.turn.X}
		seam, at := c.line(start, vec.V2{X: start.X, Y: v})
		l.uv, l.at = append(l.uv, start.Add(over)), append(l.at, l.at[0])
		for i, q := range seam {
			l.uv, l.at = append(l.uv, q.Add(over)), append(l.at, at[i])
		}
		l.uv = append(l.uv, vec.V2{X: start.X + l.turn.X, Y: v}, vec.V2{X: start.X, Y: v})
		l.at = append(l.at, pole, pole)
		for i := len(seam) - 1; i >= 0; i-- {
			l.uv, l.at = append(l.uv, seam[i]), append(l.at, at[i])
		}
		return true
	case 2:
		a, b := &c.loops[round[0]], &c.loops[round[1]]
		if math.Abs(a.turn.X+b.turn.X) > c.period.X/2 {
			// Both the same way round: one of them is the wrong one.
			*b = b.reversed()
		}
		// From the start of a all round, over to the vertex of b that is nearest, round b,
		// and back.
		u := a.uv[0].X + a.turn.X
		best, least := 0, math.Inf(1)
		for i := range b.uv {
			if d := math.Abs(nearPeriod(b.uv[i].X, u, c.period.X) - u); d < least-1e-12 {
				best, least = i, d
			}
		}
		joined := uvLoop{uv: append(a.uv, vec.V2{X: u, Y: a.uv[0].Y}), at: append(a.at, a.at[0])}
		n := len(b.uv)
		shift := nearPeriod(b.uv[best].X, u, c.period.X) - b.uv[best].X
		seam, at := c.line(vec.V2{X: u, Y: a.uv[0].Y}, vec.V2{X: b.uv[best].X + shift, Y: b.uv[best].Y})
		joined.uv, joined.at = append(joined.uv, seam...), append(joined.at, at...)
		for i := 0; i <= n; i++ {
			j := best + i
			q := b.uv[j%n]
			q.X += shift
			if j >= n {
				q.X += b.turn.X
			}
			joined.uv, joined.at = append(joined.uv, q), append(joined.at, b.at[j%n])
		}
		for i := len(seam) - 1; i >= 0; i-- {
			joined.uv = append(joined.uv, seam[i].Sub(vec.V2{X: a.turn.X}))
			joined.at = append(joined.at, at[i])
		}
		var rest []uvLoop
		for i := range c.loops {
			if i != round[0] && i != round[1] {
				rest = append(rest, c.loops[i])
			}
		}
		c.loops = append([]uvLoop{joined}, rest...)
		return true
	}
	return false
}

// line divides a line across the face so that its chords keep the deflection: the
// points between its ends.
func (c *curved) line(from, to vec.V2) (uv []vec.V2, at []int32) {
	lo, hi := span2([]vec.V2{from, to})
	cell, d := c.on.cell(lo, hi), hi.Sub(lo)
	n := parts(math.Ceil(math.Abs(d.X)/cell.X+math.Abs(d.Y)/cell.Y), 0, maxRing)
	for i := 1; i < n; i++ {
		q := from.Add(to.Sub(from).Mul(float64(i) / float64(n)))
		uv, at = append(uv, q), append(at, c.s.add(c.on.at(q.X, q.Y)))
	}
	return uv, at
}

// maxRing bounds the chords of a line across a face.
const maxRing = 10_000

func (l uvLoop) reversed() uvLoop {
	n := len(l.uv)
	out := uvLoop{turn: l.turn.Mul(-1)}
	for i := range n {
		j := (n - i) % n
		q := l.uv[j]
		if i > 0 {
			q = q.Sub(l.turn)
		}
		out.uv, out.at = append(out.uv, q), append(out.at, l.at[j])
	}
	return out
}

// transpose makes u of v and v of u: so that what goes round does so in u.
func (c *curved) transpose() {
	for i := range c.loops {
		l := &c.loops[i]
		for j, q := range l.uv {
			l.uv[j] = vec.V2{X: q.Y, Y: q.X}
		}
		l.turn = vec.V2{X: l.turn.Y, Y: l.turn.X}
	}
	c.period = vec.V2{X: c.period.Y, Y: c.period.X}
	c.on = transposed{c.on}
	c.sense = -c.sense
}

// transposed is a surface with its parameters exchanged, for what is needed of it
// once the loops are there.
type transposed struct{ surface }

func (s transposed) at(u, v float64) vec.V3 { return s.surface.at(v, u) }

func (s transposed) cell(lo, hi vec.V2) vec.V2 {
	c := s.surface.cell(vec.V2{X: lo.Y, Y: lo.X}, vec.V2{X: hi.Y, Y: hi.X})
	return vec.V2{X: c.Y, Y: c.X}
}

func (s transposed) end(bool) (float64, vec.V3, bool) { return 0, vec.V3{}, false }
