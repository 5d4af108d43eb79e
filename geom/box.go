package geom

import (
	"errors"
	"math"
	"slices"

	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// A box needs a boolean only if something is cut off at one of its sides, and of
// the boolean only the outermost points. Three steps, each for what the one before
// leaves open:
//
//  1. A corner of the host at each of the six sides lies outside of all cutters:
//     the box is the host's. That settles nearly all openings.
//  2. Cutters are unions of convex pieces, a convex piece is an intersection of
//     half spaces Hᵢ, and host − ⋂Hᵢ = ⋃(host − Hᵢ): the box is that of the host's
//     face polygons, clipped by planes: see clip.go.
//  3. The mesh is cut, and gives the box.

// errUnproven is the error of a box that can only be had from the cut mesh.
var errUnproven = errors.New("box needs the cut mesh")

// box returns the world box of what remains of s.
func (s *shape) box(k *Kernel) (vec.Box, error) {
	var openings []cutForm
	for _, c := range s.cuts {
		openings = append(openings, cutForm{c.form, s.world})
	}
	b, err := boxOf(s.form, s.world, nil, openings)
	if !errors.Is(err, errUnproven) {
		return b, err
	}
	m, err := s.mesh(k)
	b = vec.Empty()
	if m == nil {
		return b, err
	}
	for _, t := range m.Triangles {
		for _, i := range t {
			b.Add(s.world.Point(m.Vertices[i]))
		}
	}
	return b, err
}

// cutForm is a form that is cut off, and where it is.
type cutForm struct {
	form form
	at   vec.Affine
}

// boxOf returns the box of f after map at, less what the clippings of booleans
// and then the openings cut off.
func boxOf(f form, at vec.Affine, clips, openings []cutForm) (vec.Box, error) {
	switch f := f.(type) {
	case *placed:
		return boxOf(f.form, at.Mul(f.by), clips, openings)
	case group:
		b := vec.Empty()
		for _, part := range f {
			c, err := boxOf(part, at, clips, openings)
			if err != nil {
				return b, err
			}
			b.Join(c)
		}
		return b, nil
	case *halfSpace:
		return vec.Empty(), nil
	case *boolean:
		switch f.op {
		case difference:
			// What is cut first stands first.
			var chain []cutForm
			var first form = f
			for {
				d, ok := first.(*boolean)
				if !ok || d.op != difference {
					break
				}
				chain = append(chain, cutForm{d.b, at})
				first = d.a
			}
			slices.Reverse(chain)
			return boxOf(first, at, append(chain, clips...), openings)
		case union:
			return boxOf(group{f.a, f.b}, at, clips, openings)
		default:
			if len(clips)+len(openings) > 0 {
				return vec.Empty(), errUnproven
			}
			return intersectionBox(f, at)
		}
	}
	h := host{form: f, at: at}
	h.box = vec.Empty()
	f.corners(&at, func(p vec.V3) { h.points = append(h.points, p); h.box.Add(p) })
	if len(clips)+len(openings) == 0 || h.box.IsEmpty() {
		return h.box, nil
	}
	return h.less(clips, openings)
}

// host is a solid without any cuts.
type host struct {
	form   form
	at     vec.Affine
	points []vec.V3 // corners
	box    vec.Box
	polys  []poly // faces, once they are needed
}

// less returns the box of h less clippings and openings.
func (h *host) less(clips, openings []cutForm) (vec.Box, error) {
	var near, doors []cutter
	for _, c := range clips {
		near = appendNear(near, c, h)
	}
	for _, c := range openings {
		doors = appendNear(doors, c, h)
	}
	near = h.beyondSkip(near)
	if len(near)+len(doors) == 0 {
		return h.box, nil
	}
	if stays(h.points, h.box, near, doors) {
		return h.box, nil
	}
	h.polys = polysOf(h.form, h.at)
	c := clipper{host: h.polys}
	b, points, err := h.clipped(&c, near, false)
	if err == nil && b.IsEmpty() {
		// Which of them took all? It may be one that does not count.
		c.pieces = nil
		b, points, err = h.clipped(&c, near, true)
	}
	if err != nil || b.IsEmpty() || len(doors) == 0 || stays(points, b, doors) {
		return b, err
	}
	// The openings are cut all at once. If nothing remains they do not count, unless
	// one is flush with the host: then it is gone.
	before := points
	var odd []cutter
	for _, d := range doors {
		if d.known {
			c.pieces = append(c.pieces, d.pieces...)
		} else {
			odd = append(odd, d)
		}
	}
	rest, points, err := c.box()
	switch {
	case err != nil:
		return rest, err
	case rest.IsEmpty():
		for i := range doors {
			if doors[i].known && doors[i].flush(before) {
				return rest, nil
			}
		}
		return b, nil
	case !stays(points, rest, odd):
		return rest, errUnproven
	}
	return rest, nil
}

// stays tells whether at each side of box b one of the points that it was made of
// lies outside of all cutters, as far as that can be told without much work.
func stays(points []vec.V3, b vec.Box, more ...[]cutter) bool {
	const within = 1e-5 // metres
	planes := 0
	for _, cutters := range more {
		for i := range cutters {
			for _, p := range cutters[i].pieces {
				planes += len(p.planes)
			}
		}
	}
	room := clipBudget
	for axis := range 3 {
		lo, hi := b.Lo.At(axis)+within, b.Hi.At(axis)-within
		var low, high bool
		for _, p := range points {
			x := p.At(axis)
			if (x > lo || low) && (x < hi || high) {
				continue
			}
			if room -= planes; room < 0 {
				return false
			}
			if outsideAll(p, more) {
				low = low || x <= lo
				high = high || x >= hi
			}
			if low && high {
				break
			}
		}
		if !low || !high {
			return false
		}
	}
	return true
}

func outsideAll(p vec.V3, more [][]cutter) bool {
	for _, cutters := range more {
		for i := range cutters {
			if !cutters[i].leaves(p) {
				return false
			}
		}
	}
	return true
}

// skipDepth is how deep in metres a plain half space must reach into its first
// operand to be heeded: IfcOpenShell passes over what takes less.
const skipDepth = 2e-4

// beyondSkip leaves out the plain half spaces that do not reach into h.
func (h *host) beyondSkip(cutters []cutter) []cutter {
	kept := cutters[:0]
	for _, c := range cutters {
		if c.plain {
			if _, deep := c.pieces[0].planes[0].span(h.points); -deep < skipDepth {
				continue
			}
		}
		kept = append(kept, c)
	}
	return kept
}

// clipped returns the box of h less the cutters, of which each sees what those
// before it have left, and the points that the box is made of. The pieces that
// count are left in c. If careful it is asked after every cutter whether anything
// remains: one that takes all from around the host does not count.
func (h *host) clipped(c *clipper, cutters []cutter, careful bool) (vec.Box, []vec.V3, error) {
	b, points := h.box, h.points
	unknown := false
	for i := range cutters {
		cut := &cutters[i]
		if !cut.known {
			unknown = true
			continue
		}
		before := len(c.pieces)
		if cut.plain {
			p := cut.pieces[0].planes[0]
			most, least, err := c.span(p, h.points)
			switch {
			case err != nil:
				return b, nil, err
			case -least < skipDepth:
				continue // takes too little
			case most < -onPlane:
				continue // takes all, from beyond
			case most <= onPlane:
				return vec.Empty(), nil, nil // takes all, flush
			}
			c.pieces = append(c.pieces, cut.pieces...)
			continue
		}
		c.pieces = append(c.pieces, cut.pieces...)
		if !careful {
			continue
		}
		some, err := c.some()
		if err != nil {
			return b, nil, err
		}
		if !some {
			c.pieces = c.pieces[:before]
			left, err := c.all()
			if err != nil {
				return b, nil, err
			}
			if cut.flush(left) {
				return vec.Empty(), nil, nil
			}
		}
	}
	if len(c.pieces) > 0 {
		var err error
		if b, points, err = c.box(); err != nil {
			return b, nil, err
		}
	}
	if unknown {
		// These may have been cut at any place of the chain: the box of the others is
		// right if they take none of its sides.
		var open []cutter
		for _, cut := range cutters {
			if !cut.known {
				open = append(open, cut)
			}
		}
		if !stays(points, b, open) {
			return b, nil, errUnproven
		}
	}
	return b, points, nil
}

// intersectionBox returns the box of an intersection one of whose operands is
// convex, the other a plain solid.
func intersectionBox(f *boolean, at vec.Affine) (vec.Box, error) {
	for range 2 {
		a, b := f.a, f.b
		f = newBoolean(intersection, b, a)
		if !plain(a) || !plain(b) {
			continue
		}
		var cut []cutter
		cut = appendCutters(cut, cutForm{b, at})
		if len(cut) != 1 || !cut[0].known || len(cut[0].pieces) != 1 {
			continue
		}
		polys := polysOf(a, at)
		planes := cut[0].pieces[0].planes
		if len(polys)*len(planes) > clipBudget {
			continue
		}
		out := vec.Empty()
		kept := polys
		for _, p := range planes {
			kept = clip(kept, plane{p.n.Neg(), -p.d})
		}
		for i := range kept {
			for _, p := range kept[i].pts {
				out.Add(p)
			}
		}
		b.corners(&at, func(p vec.V3) {
			if winding(polys, p) > 0.1 { // on a corner of a at least
				out.Add(p)
			}
		})
		if d := out.Size(); math.Min(d.X, math.Min(d.Y, d.Z)) <= onPlane {
			return vec.Empty(), nil // they touch
		}
		return out, nil
	}
	return vec.Empty(), errUnproven
}

// plain tells whether f is a solid without any boolean.
func plain(f form) bool {
	switch f := f.(type) {
	case *placed:
		return plain(f.form)
	case *boolean, *halfSpace, group:
		return false
	}
	return true
}

// span returns the greatest and the least height over a plane.
func (p plane) span(points []vec.V3) (most, least float64) {
	most, least = math.Inf(-1), math.Inf(1)
	for _, q := range points {
		h := p.height(q)
		most, least = math.Max(most, h), math.Min(least, h)
	}
	return most, least
}
