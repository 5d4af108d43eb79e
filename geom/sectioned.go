package geom

import (
	"math"
	"sort"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
)

// section is a profile that stands across a curve.
type section struct {
	at       float64 // distance along the curve, metres
	profile  []outline
	lateral  float64
	vertical float64
	// turn leads from the frame of the curve to that which the placement states;
	// the identity if it states none.
	turn   vec.Affine
	turned bool
}

// sectioned reads what is spanned between profiles along a curve.
func (k *Kernel) sectioned(e ifc.Entity) (form, error) {
	if e.Is("IfcSectionedSpine") {
		return k.sectionedSpine(e)
	}
	curve, err := k.along(e.Attr("Directrix").Entity())
	if err != nil {
		return nil, err
	}
	profiles, err := k.sectionProfiles(e)
	if err != nil {
		return nil, err
	}
	var sections []section
	for p := range e.Attr("CrossSectionPositions").Entities() {
		s, err := k.sectionAt(p, curve)
		if err != nil {
			return nil, err
		}
		sections = append(sections, s)
	}
	if len(sections) != len(profiles) || len(sections) < 2 {
		return nil, notRead(e, "not as many places as profiles, or fewer than two")
	}
	for i := range sections {
		sections[i].profile = profiles[i]
	}
	sort.SliceStable(sections, func(i, j int) bool { return sections[i].at < sections[j].at })
	for i := 1; i < len(sections); i++ {
		if !alike(sections[i-1].profile, sections[i].profile) {
			return nil, notRead(e, "profiles that do not have the same number of points")
		}
	}
	places, err := places(e, curve, sections)
	if err != nil {
		return nil, err
	}
	return loft(e, sections, places)
}

// sectionProfiles reads the profiles of a sectioned item, each once.
func (k *Kernel) sectionProfiles(e ifc.Entity) ([][]outline, error) {
	type read struct {
		of   ifc.Entity
		gave []outline
	}
	var known []read
	var out [][]outline
each:
	for p := range e.Attr("CrossSections").Entities() {
		for i := len(known) - 1; i >= 0 && i >= len(known)-4; i-- {
			if known[i].of.Row() == p.Row() {
				out = append(out, known[i].gave)
				continue each
			}
		}
		o, err := k.profile(p)
		if err != nil {
			return nil, err
		}
		if len(o) == 0 {
			return nil, notRead(p, "profile without an outline")
		}
		known = append(known, read{p, o})
		out = append(out, o)
	}
	return out, nil
}

// sectionAt reads where a section stands.
func (k *Kernel) sectionAt(e ifc.Entity, curve alongCurve) (section, error) {
	s := section{turn: vec.Identity}
	point := e
	if e.Is("IfcAxis2PlacementLinear") {
		point = e.Attr("Location").Entity()
	}
	if !point.Is("IfcPointByDistanceExpression") {
		return s, notRead(e, "no place along a curve")
	}
	var ok bool
	if s.at, ok = k.distanceAlong(point); !ok || math.IsInf(s.at, 0) {
		return s, notRead(point, "distance along that is no length")
	}
	s.lateral, _ = k.lengthOf(point, "OffsetLateral")
	s.vertical, _ = k.lengthOf(point, "OffsetVertical")
	if point.Row() == e.Row() || !e.Attr("Axis").IsSet() && !e.Attr("RefDirection").IsSet() {
		return s, nil
	}
	own, err := curve.at(s.at)
	if err != nil {
		return s, err
	}
	own.O = vec.V3{}
	stated, err := k.turnedTo(e, own)
	if err != nil {
		return s, err
	}
	back, ok := own.Inverse()
	if !ok {
		return s, notRead(e, errSingular.Error())
	}
	s.turn, s.turned = back.Mul(stated), true
	return s, nil
}

// alike tells whether two profiles have the same loops with as many points, so
// that each point has its counterpart.
func alike(a, b []outline) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].open != b[i].open || len(a[i].outer) != len(b[i].outer) || len(a[i].holes) != len(b[i].holes) {
			return false
		}
		for j := range a[i].holes {
			if len(a[i].holes[j]) != len(b[i].holes[j]) {
				return false
			}
		}
	}
	return true
}

// place is a frame in which a profile stands that lies between two sections.
type place struct {
	frame vec.Affine // X forward
	from  int        // the section before
	share float64    // of the way to the next one
}

// places gives the frames along a curve in which profiles stand: in equal steps no
// longer than alongStep, as IfcOpenShell has them; along a polyline at its corners
// and at the sections.
func places(e ifc.Entity, curve alongCurve, sections []section) ([]place, error) {
	from := math.Max(0, sections[0].at)
	to := math.Min(curve.length(), sections[len(sections)-1].at)
	if !(to-from > 1e-9) {
		return nil, notRead(e, "sections that leave no stretch of the curve between them")
	}
	var stops []float64
	var err error
	line, isLine := curve.(*polylineCurve)
	if isLine {
		stops = line.stops(from, to, sections)
	} else if stops, err = stations(e, from, to); err != nil {
		return nil, err
	}
	out := make([]place, len(stops))
	i := 0
	for n, d := range stops {
		for i+2 < len(sections) && d > sections[i+1].at {
			i++
		}
		p := place{from: i}
		if span := sections[i+1].at - sections[i].at; span > 0 {
			p.share = (d - sections[i].at) / span
		}
		if isLine {
			p.frame = line.mitre(d)
		} else if p.frame, err = curve.at(d); err != nil {
			return nil, err
		}
		a, b := &sections[i], &sections[i+1]
		if a.turned || b.turned {
			p.frame = p.frame.Mul(between(a.turn, b.turn, p.share))
		}
		lateral := a.lateral + (b.lateral-a.lateral)*p.share
		vertical := a.vertical + (b.vertical-a.vertical)*p.share
		p.frame.O = p.frame.O.Add(p.frame.Y.Mul(lateral)).Add(p.frame.Z.Mul(vertical))
		if !p.frame.O.Finite() || !(math.Abs(p.frame.Det()) > 1e-9) {
			return nil, notRead(e, "place along the curve without a frame")
		}
		out[n] = p
	}
	return out, nil
}

// stops are the distances at which something changes along a polyline: corners and
// sections. Where the sections are turned against each other steps lie between.
func (c *polylineCurve) stops(from, to float64, sections []section) []float64 {
	all := []float64{from, to}
	for _, d := range c.ends {
		if d > from && d < to {
			all = append(all, d)
		}
	}
	twisted := false
	for _, s := range sections {
		if s.at > from && s.at < to {
			all = append(all, s.at)
		}
		twisted = twisted || s.turned
	}
	if n := math.Ceil((to - from) / alongStep); twisted && n < maxSamples {
		for i := 1.0; i < n; i++ {
			all = append(all, from+(to-from)*i/n)
		}
	}
	sort.Float64s(all)
	out := all[:1]
	for _, d := range all[1:] {
		if d-out[len(out)-1] > 1e-6 {
			out = append(out, d)
		}
	}
	out[len(out)-1] = to
	return out
}

// mitre is the frame at a distance; in a corner it halves the angle and is wider by
// what that takes, so that profiles keep their width on both sides.
func (c *polylineCurve) mitre(distance float64) vec.Affine {
	i := segmentAt(c.ends, distance)
	a, _ := c.at(distance)
	if i+1 >= len(c.ends) || math.Abs(c.ends[i]-distance) > jointTolerance {
		return a
	}
	b := c.axes[i+1]
	x, ok := a.X.Add(b.X).Unit()
	if cos := x.Dot(a.X); ok && cos > 0.1 {
		m := upright(x, a.O)
		if side := a.Y.Add(b.Y).Len() / 2; side > 0.1 {
			m.Y = m.Y.Mul(1 / side)
		}
		return m
	}
	return a
}

// between is a turn between two, their columns mixed and made a frame again.
func between(a, b vec.Affine, share float64) vec.Affine {
	mix := func(a, b vec.V3) vec.V3 { return a.Add(b.Sub(a).Mul(share)) }
	x, y, z, ok := frame(mix(a.Z, b.Z), true, mix(a.X, b.X), true)
	if !ok {
		return a
	}
	return vec.Affine{X: x, Y: y, Z: z}
}

// loft spans faces between the profiles in their places: two triangles for each
// edge, and at the ends the profiles themselves. The profile's X is the frame's Y,
// to the left, and its Y the frame's Z.
func loft(e ifc.Entity, sections []section, places []place) (form, error) {
	var out group
	for o := range sections[0].profile {
		first := &sections[0].profile[o]
		rings := 1 + len(first.holes)
		loop := func(s *section, r int) []vec.V2 {
			if r == 0 {
				return s.profile[o].outer
			}
			return s.profile[o].holes[r-1]
		}
		p := &polyhedron{solid: !first.open}
		width := 0
		for r := range rings {
			width += len(loop(&sections[0], r))
		}
		if width*len(places) > maxSwept {
			return nil, notRead(e, "too many points")
		}
		for _, pl := range places {
			a, b := &sections[pl.from], &sections[pl.from]
			if pl.from+1 < len(sections) {
				b = &sections[pl.from+1]
			}
			for r := range rings {
				la, lb := loop(a, r), loop(b, r)
				for i := range la {
					q := la[i].Add(lb[i].Sub(la[i]).Mul(pl.share))
					p.points = append(p.points, pl.frame.Point(vec.V3{Y: q.X, Z: q.Y}))
				}
			}
		}
		p.span(first, len(places), width)
		out = append(out, p)
	}
	if len(out) == 1 {
		return out[0], nil
	}
	return out, nil
}

// span makes the faces between copies of an outline, each with width points.
func (p *polyhedron) span(o *outline, copies, width int) {
	start := 0
	caps := [2]face{}
	for r := range 1 + len(o.holes) {
		n := len(o.outer)
		if r > 0 {
			n = len(o.holes[r-1])
		}
		edges := n
		if o.open {
			edges--
		}
		for c := range copies - 1 {
			at := int32(c*width + start)
			for i := range int32(edges) {
				j := (i + 1) % int32(n)
				a0, a1 := at+i, at+j
				b0, b1 := a0+int32(width), a1+int32(width)
				p.faces = append(p.faces, face{[][]int32{{a0, a1, b1}}}, face{[][]int32{{b1, b0, a0}}})
			}
		}
		back, front := make([]int32, n), make([]int32, n)
		for i := range n {
			back[n-1-i] = int32(start + i)
			front[i] = int32((copies-1)*width + start + i)
		}
		caps[0].loops, caps[1].loops = append(caps[0].loops, back), append(caps[1].loops, front)
		start += n
	}
	if !o.open {
		p.faces = append(p.faces, caps[:]...)
	}
}

// offSpine is the greatest distance in metres of a profile's origin from the spine:
// room for the chords that the spine is made of.
const offSpine = 1e-3

// sectionedSpine reads an IfcSectionedSpine: profiles in frames of their own, which
// stand on a spine. Between two the shape follows the spine: the frames are carried
// along it, and what they differ by is shared out evenly.
func (k *Kernel) sectionedSpine(e ifc.Entity) (form, error) {
	profiles, err := k.sectionProfiles(e)
	if err != nil {
		return nil, err
	}
	var frames []vec.Affine
	for p := range e.Attr("CrossSectionPositions").Entities() {
		f, ok := k.axisPlacement(p)
		if !ok || !f.O.Finite() {
			return nil, notRead(p, errSingular.Error())
		}
		// The profile lies in X and Y of its placement: the same as Y and Z of a frame
		// that looks along its Z.
		frames = append(frames, vec.Affine{X: f.Z, Y: f.X, Z: f.Y, O: f.O})
	}
	if len(frames) != len(profiles) || len(frames) < 2 {
		return nil, notRead(e, "not as many places as profiles, or fewer than two")
	}
	for i := 1; i < len(profiles); i++ {
		if !alike(profiles[i-1], profiles[i]) {
			return nil, notRead(e, "profiles that do not have the same number of points")
		}
	}
	spine, closed, err := k.curve(e.Attr("SpineCurve").Entity())
	if err != nil {
		return nil, err
	}
	if n := len(spine); closed && n > 0 {
		spine = append(spine[:n:n], spine[0])
	}
	line, err := newPolylineCurve(e, spine)
	if err != nil {
		return nil, err
	}
	sections := make([]section, len(frames))
	from := 0.0
	for i, f := range frames {
		from = line.nearest(f.O, from)
		if line.point(from).Dist(f.O) > offSpine {
			return nil, notRead(e, "profile that does not stand on the spine")
		}
		sections[i] = section{at: from, profile: profiles[i]}
	}
	return loft(e, sections, line.carried(frames, sections))
}

// nearest is the distance along the polyline, not before from, of its point that
// is next to p.
func (c *polylineCurve) nearest(p vec.V3, from float64) float64 {
	best, at := math.Inf(1), from
	begin := 0.0
	for i, end := range c.ends {
		if end >= from {
			s := p.Sub(c.points[i]).Dot(c.axes[i].X)
			s = math.Max(math.Max(0, from-begin), math.Min(s, end-begin))
			if d := c.points[i].Add(c.axes[i].X.Mul(s)).Dist(p); d < best-1e-9 {
				best, at = d, begin+s
			}
		}
		begin = end
	}
	return at
}

// carried gives the frames of sections, and between them one at every corner of
// the polyline.
func (c *polylineCurve) carried(frames []vec.Affine, sections []section) []place {
	var out []place
	for i := range frames {
		last := max(0, min(i, len(frames)-2))
		out = append(out, place{frame: frames[i], from: last, share: float64(i - last)})
		if i+1 == len(frames) {
			break
		}
		a, b := sections[i].at, sections[i+1].at
		for j, d := range c.ends {
			if !(d > a+1e-6 && d < b-1e-6) {
				continue
			}
			share := (d - a) / (b - a)
			x, ok := c.axes[j].X.Add(c.axes[min(j+1, len(c.axes)-1)].X).Unit()
			if !ok {
				continue
			}
			f := between(frames[i], frames[i+1], share)
			if fx, fy, fz, ok := frame(x, true, f.Y, true); ok {
				f = vec.Affine{X: fz, Y: fx, Z: fy}
			}
			f.O = c.points[j+1]
			out = append(out, place{frame: f, from: i, share: share})
		}
	}
	return out
}

func (c *polylineCurve) point(distance float64) vec.V3 {
	a, _ := c.at(distance)
	return a.O
}
