package geom

import (
	"math"
	"sort"

	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// onPlane is the distance in metres within which a point lies on a plane.
const onPlane = 1e-6

// plane is where n·p = d; n is a unit vector. Of a cutter it points outwards.
type plane struct {
	n vec.V3
	d float64
}

func (p plane) height(q vec.V3) float64 { return p.n.Dot(q) - p.d }

// poly is a convex polygon with its unit normal, outwards. One of a single point
// is just that.
type poly struct {
	pts []vec.V3
	n   vec.V3
}

// clip keeps what lies where the height over p is above zero. A polygon within
// the plane is left out: if the material behind it stays its neighbours have its
// corners, else it is a sheet without material and would spoil the box.
func clip(polys []poly, p plane) []poly {
	out := make([]poly, 0, len(polys))
	var hs []float64
	for i := range polys {
		q := &polys[i]
		hs = hs[:0]
		most, least := math.Inf(-1), math.Inf(1)
		for _, v := range q.pts {
			h := p.height(v)
			hs = append(hs, h)
			most, least = math.Max(most, h), math.Min(least, h)
		}
		switch {
		case least >= -onPlane && most > onPlane:
			out = append(out, *q)
		case most <= onPlane:
		default:
			kept := poly{n: q.n, pts: make([]vec.V3, 0, len(q.pts)+1)}
			for i, v := range q.pts {
				j := (i + 1) % len(q.pts)
				if hs[i] >= -onPlane {
					kept.pts = append(kept.pts, v)
				}
				if hs[i] > onPlane && hs[j] < -onPlane || hs[i] < -onPlane && hs[j] > onPlane {
					t := hs[i] / (hs[i] - hs[j])
					kept.pts = append(kept.pts, v.Add(q.pts[j].Sub(v).Mul(t)))
				}
			}
			out = append(out, kept)
		}
	}
	return out
}

// clipBudget bounds the work that a box may cost: so many times a polygon is held
// against a plane.
const clipBudget = 4_000_000

// clipper cuts pieces from a host, one after the other.
type clipper struct {
	host   []poly
	pieces []piece

	spent int // by all runs together
	// visit sees what remains at the end of a branch; more tells whether a branch is
	// worth following.
	visit func([]poly)
	more  func(polys []poly, box vec.Box) bool
}

// piece is a convex region: all that is below its planes.
type piece struct {
	planes []plane
	box    vec.Box
}

func boxOfPolys(polys []poly) vec.Box {
	b := vec.Empty()
	for i := range polys {
		for _, p := range polys[i].pts {
			b.Add(p)
		}
	}
	return b
}

// box returns the box of the host less the pieces, and the points that it is made
// of.
func (c *clipper) box() (vec.Box, []vec.V3, error) {
	b := vec.Empty()
	var points []vec.V3
	c.visit = func(polys []poly) {
		for i := range polys {
			for _, p := range polys[i].pts {
				b.Add(p)
				points = append(points, p)
			}
		}
	}
	c.more = func(_ []poly, r vec.Box) bool {
		return b.IsEmpty() || !(b.Contains(r.Lo) && b.Contains(r.Hi))
	}
	err := c.run()
	return b, points, err
}

// some tells whether anything remains.
func (c *clipper) some() (bool, error) {
	any := false
	c.visit = func(polys []poly) { any = any || len(polys) > 0 }
	c.more = func([]poly, vec.Box) bool { return !any }
	err := c.run()
	return any, err
}

// all returns the points of what remains.
func (c *clipper) all() ([]vec.V3, error) {
	var points []vec.V3
	c.visit = func(polys []poly) {
		for i := range polys {
			points = append(points, polys[i].pts...)
		}
	}
	c.more = func([]poly, vec.Box) bool { return true }
	err := c.run()
	return points, err
}

// span returns the greatest and least height over p of what remains; points are
// the host's.
func (c *clipper) span(p plane, points []vec.V3) (most, least float64, err error) {
	if len(c.pieces) == 0 {
		most, least = p.span(points)
		return most, least, nil
	}
	most, least = math.Inf(-1), math.Inf(1)
	heights := func(polys []poly) (a, b float64) {
		a, b = math.Inf(-1), math.Inf(1)
		for i := range polys {
			m, l := p.span(polys[i].pts)
			a, b = math.Max(a, m), math.Min(b, l)
		}
		return a, b
	}
	c.visit = func(polys []poly) {
		a, b := heights(polys)
		most, least = math.Max(most, a), math.Min(least, b)
	}
	c.more = func(polys []poly, _ vec.Box) bool {
		a, b := heights(polys)
		return a > most || b < least
	}
	err = c.run()
	return most, least, err
}

func (c *clipper) run() error {
	if c.branch(c.host, boxOfPolys(c.host), 0, nil) {
		return nil
	}
	return errUnproven
}

// branch goes on with piece i; polys is what remains, by the planes, and box theirs.
// It is false if the budget is spent.
func (c *clipper) branch(polys []poly, box vec.Box, i int, by []plane) bool {
	if len(polys) == 0 || !c.more(polys, box) {
		return true
	}
	c.spent += len(polys)
	for ; i < len(c.pieces); i++ {
		if c.spent++; box.Overlaps(c.pieces[i].box) && !c.apart(polys, &c.pieces[i]) {
			break
		}
	}
	if i == len(c.pieces) {
		c.visit(polys)
		return true
	}
	if c.spent += len(polys) * len(c.pieces[i].planes); c.spent > clipBudget {
		return false
	}
	// The largest remainder first: the others are seldom worth following then.
	type option struct {
		polys []poly
		box   vec.Box
		by    []plane
		size  float64
	}
	var options []option
	for _, p := range c.pieces[i].planes {
		planes := append(by[:len(by):len(by)], p)
		kept := c.meet(clip(polys, p), planes)
		if len(kept) == 0 {
			continue
		}
		box := boxOfPolys(kept)
		s := box.Size()
		options = append(options, option{kept, box, planes, s.X + s.Y + s.Z})
	}
	sort.SliceStable(options, func(a, b int) bool { return options[a].size > options[b].size })
	for _, o := range options {
		if !c.branch(o.polys, o.box, i+1, o.by) {
			return false
		}
	}
	return true
}

// apart tells whether a plane of p parts it from polys.
func (c *clipper) apart(polys []poly, p *piece) bool {
	for _, pl := range p.planes {
		outside := true
		for i := range polys {
			c.spent++
			for _, q := range polys[i].pts {
				if pl.height(q) < -onPlane {
					outside = false
					break
				}
			}
			if !outside {
				break
			}
		}
		if outside {
			return true
		}
	}
	return false
}

// meet adds the points where the last plane meets two others within the host: they
// are corners of what remains that lie on no face of the host.
func (c *clipper) meet(polys []poly, by []plane) []poly {
	n := len(by) - 1
	if n < 2 {
		return polys
	}
	c.spent += n * n / 4
	for i := range n {
		for j := range i {
			p, ok := common(by[i], by[j], by[n])
			if !ok {
				continue
			}
			var through []plane
			kept := true
			for _, other := range by {
				h := other.height(p)
				if h < -onPlane {
					kept = false
					break
				}
				if h <= onPlane {
					through = append(through, other)
				}
			}
			if kept && opens(through) && c.holds(p, through) {
				polys = append(polys, poly{pts: []vec.V3{p}})
			}
		}
	}
	return polys
}

// holds tells whether p lies within the host. On a face of it there must be room
// behind that face too.
func (c *clipper) holds(p vec.V3, through []plane) bool {
	c.spent += len(c.host) / 4
	on := len(through)
	for i := range c.host {
		if q := &c.host[i]; q.touches(p) {
			through = append(through, plane{q.n.Neg(), -q.n.Dot(q.pts[0])})
		}
	}
	if len(through) == on {
		return winding(c.host, p) > 0.5
	}
	return opens(through)
}

// touches tells whether p lies on q.
func (q *poly) touches(p vec.V3) bool {
	if math.Abs(q.n.Dot(p.Sub(q.pts[0]))) > onPlane {
		return false
	}
	a := q.pts[len(q.pts)-1]
	for _, b := range q.pts {
		d := b.Sub(a)
		if q.n.Dot(d.Cross(p.Sub(a))) < -onPlane*d.Len() {
			return false
		}
		a = b
	}
	return true
}

// opens tells whether planes through one point leave any room above all of them,
// and not just a line or a sheet.
func opens(through []plane) bool {
	const least = 1e-9
	var into vec.V3 // the sum of the rays that bound the room
	for i, a := range through {
		for j, b := range through[:i] {
			ray, ok := a.n.Cross(b.n).Unit()
			if !ok {
				if a.n.Dot(b.n) < 0 {
					return false
				}
				continue
			}
			for range 2 {
				inside := true
				for k, c := range through {
					if k != i && k != j && c.n.Dot(ray) < -least {
						inside = false
						break
					}
				}
				if inside {
					into = into.Add(ray)
				}
				ray = ray.Neg()
			}
		}
	}
	for _, c := range through {
		if c.n.Dot(into) <= least {
			return false
		}
	}
	return true
}

// common is the point of three planes.
func common(a, b, c plane) (vec.V3, bool) {
	bc := b.n.Cross(c.n)
	det := a.n.Dot(bc)
	if math.Abs(det) < 1e-9 {
		return vec.V3{}, false
	}
	p := bc.Mul(a.d).Add(c.n.Cross(a.n).Mul(b.d)).Add(a.n.Cross(b.n).Mul(c.d)).Mul(1 / det)
	return p, p.Finite()
}

// winding is how often the faces go round p: 1 within a solid that is turned
// outwards, 0 outside, a half on a face. Solid angles by Van Oosterom and Strackee.
func winding(polys []poly, p vec.V3) float64 {
	sum := 0.0
	for i := range polys {
		q := polys[i].pts
		if math.Abs(polys[i].n.Dot(p.Sub(q[0]))) <= onPlane {
			continue // seen edge-on, it has no angle; on it, it has one or the other side's
		}
		for j := 1; j+1 < len(q); j++ {
			a, b, c := q[0].Sub(p), q[j].Sub(p), q[j+1].Sub(p)
			la, lb, lc := a.Len(), b.Len(), c.Len()
			sum += math.Atan2(a.Dot(b.Cross(c)), la*lb*lc+a.Dot(b)*lc+b.Dot(c)*la+c.Dot(a)*lb)
		}
	}
	return sum / (2 * math.Pi)
}
