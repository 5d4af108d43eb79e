package geom

import (
	"math"
	"sort"

	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// fineness is the largest distance in metres of a chord from its curve, as it is
// asked for. What is kept is half of it, and half the angle of 0.5 that a chord
// may turn: the edge mesher of IfcOpenShell halves both.
type fineness float64

const (
	// maxTurn is the largest angle in radians between one chord and the next.
	maxTurn = 0.25
	// leastChord is the length in metres below which no chord is made for the sake of
	// the angle.
	leastChord = 1e-4
	// maxChords bounds the chords of one arc.
	maxChords = 1e6
	// maxMarch bounds the points on one curve of another kind.
	maxMarch = 50_000
	// leastStep is the smallest step of a curve's parameter.
	leastStep = 1e-9
)

// kept is the distance in metres that a chord keeps.
func (f fineness) kept() float64 { return math.Max(float64(f)/2, 1e-7) }

// chords is the number of equal chords of an arc of radius r metres that sweeps
// an angle in radians.
func (f fineness) chords(r, sweep float64) int {
	step := 2 * math.Acos(math.Min(math.Max(1-f.kept()/r, 0), 1))
	step = math.Max(math.Min(step, maxTurn), leastChord/r)
	// A sweep that is a whole number of steps must not become one more by rounding.
	n := math.Ceil(math.Abs(sweep) / step * (1 - 1e-9))
	return parts(n, 3, maxChords)
}

// parts is x as a number of parts between bounds. Numbers that overflowed have no
// integer: they become the greatest.
func parts(x float64, least, most int) int {
	if !(x < float64(most)) {
		return most
	}
	return max(least, int(x))
}

// smooth is a curve between two parameters, with two derivatives.
type smooth struct {
	at          func(u float64) (p, d1, d2 vec.V3)
	first, last float64
	// knots are the parameters between which the curve is smooth without end, from
	// first to last. Without knots it is so everywhere.
	knots  []float64
	degree int
}

func (c *smooth) point(u float64) vec.V3 {
	p, _, _ := c.at(u)
	return p
}

// marcher places points on a smooth curve so that neither the distance nor the
// angle of a chord exceeds its limit. It goes as the tangential deflection of
// OpenCASCADE does, so that the points are the same.
type marcher struct {
	c       *smooth
	far     float64 // largest distance
	u       []float64
	p       []vec.V3
	spans   []float64
	spanOf  int
	lastP   vec.V3
	prev    vec.V3
	u1, u2  float64
	du, was float64
	ofCurve float64 // how much of the limits the last trial used: distance
	ofAngle float64 // and angle
}

const turnToMiddle = maxTurn / 2 // the angle is measured at the middle of a chord

// march returns the parameters and points of c, both ends included.
func (f fineness) march(c *smooth) ([]float64, []vec.V3) {
	m := marcher{c: c, far: f.kept(), spans: c.knots}
	if len(m.spans) < 2 {
		m.spans = []float64{c.first, c.last}
	}
	m.run()
	return m.u, m.p
}

func (m *marcher) add(u float64, p vec.V3) {
	m.u, m.p = append(m.u, u), append(m.p, p)
}

// step is the parameter step at u that the curvature allows.
func (m *marcher) step(u float64) (du float64, ok bool) {
	_, d1, d2 := m.c.at(u)
	speed := d1.Len()
	if speed <= 1e-7 || d2.Len() <= 1e-7 {
		return 0, false
	}
	bend := d2.Cross(d1).Len() / speed
	if bend <= 1e-7 {
		return 0, false
	}
	return math.Sqrt(8 * math.Max(m.far, leastChord) / bend), true
}

func (m *marcher) run() {
	c := m.c
	m.lastP = c.point(c.last)
	m.was = (c.last - c.first) / 3
	du, ok := m.step(c.first)
	m.add(c.first, c.point(c.first))
	if !ok || du > 5*m.was {
		if m.straightOrPoint() {
			return
		}
		if !ok {
			du = m.was
		}
	}
	if du > m.was {
		du = m.was
	} else {
		m.was = du
	}
	m.du = du
	if m.du < leastStep {
		m.du = c.last - c.first
		if m.du < leastStep {
			m.add(c.last, m.lastP)
			return
		}
	}
	m.walk()
	m.centreLast()
	if len(m.u) < maxMarch/2 { // inserting takes time that grows with the square
		m.refine()
	}
}

// straightOrPoint ends the march of a curve that is a line or has no length.
func (m *marcher) straightOrPoint() bool {
	c := m.c
	along := m.lastP.Sub(m.p[0])
	length := along.Len()
	if length <= 1e-7 {
		if c.point(c.first+(c.last-c.first)/2.1).Dist(m.p[0]) < 1e-7 {
			m.add(c.last, m.lastP)
			return true
		}
		return false
	}
	n := max(c.degree+1, 3)
	for i := range len(m.spans) - 1 {
		lo, hi := math.Max(m.spans[i], c.first), math.Min(m.spans[i+1], c.last)
		for j := 1; j <= n && lo < hi; j++ {
			d := c.point(lo + float64(j)*(hi-lo)/float64(n)).Sub(m.p[0])
			if l := d.Len(); l > 1e-7 && d.Cross(along).Len()/(length*l) >= 1e-2 {
				return false
			}
		}
	}
	m.add(c.last, m.lastP)
	return true
}

// span returns the index of the knot span of u, at least from.
func (m *marcher) span(u float64, from int) int {
	for from+2 < len(m.spans) && m.spans[from+1] <= u {
		from++
	}
	return from
}

func (m *marcher) walk() {
	c := m.c
	m.u1, m.u2, m.prev = c.first, c.first, m.p[0]
	check := false
	for rounds := 0; rounds < maxMarch; rounds++ {
		m.spanOf = m.span(m.u1, m.spanOf)
		m.u2 += m.du
		if m.u2 >= c.last {
			m.u2 = c.last
			m.du = m.u2 - m.u1
			m.was = m.du
		}
		if m.trial(&check) {
			return
		}
		m.du = m.u2 - m.u1
		if m.u1 > c.first {
			m.next()
		}
		if m.du < leastStep {
			m.du = c.last - m.u2
			if m.du < leastStep {
				break
			}
			if m.du/3 > leastStep {
				m.du /= 3
			}
		}
		m.u1, m.was = m.u2, m.du
	}
	m.add(c.last, m.lastP)
}

// trial finds the next point: it changes u2 until the chord fits. It tells whether
// the end has been reached.
func (m *marcher) trial(check *bool) (ended bool) {
	c := m.c
	tooLarge, tooSmall := false, false
	for range 200 {
		if *check {
			if at := m.span(m.u2, m.spanOf); at > m.spanOf {
				if third := (m.spans[m.spanOf+1] - m.spans[m.spanOf]) / 3; m.du > third {
					m.du = third
					m.u2 = math.Min(m.u1+m.du, c.last)
				}
			}
		}
		middle := (m.u1 + m.u2) / 2
		mid, end := c.point(middle), c.point(m.u2)
		used := m.measure(mid, end)
		if *check && used < 0.55 {
			*check = false
			m.du = m.was
			m.u2 = math.Min(m.u1+m.du, c.last)
			continue
		}
		if used <= 1 {
			switch {
			case math.Abs(c.last-m.u2) < leastStep:
				m.add(c.last, m.lastP)
				return true
			case used >= 0.55 || tooLarge:
				m.add(m.u2, end)
				m.prev = end
				*check = true
				return false
			case tooSmall:
				m.prev = end
				return false
			}
			tooSmall = true
			m.du += math.Min((m.u2-m.u1)*(1-used), m.du/3)
			m.u2 = math.Min(m.u1+m.du, c.last)
			continue
		}
		if used >= 1.5 {
			if m.prev.Dist(m.p[len(m.p)-1]) > 1e-7 {
				m.add(m.u1, m.prev)
			}
			m.u2 = middle
			m.du = m.u2 - m.u1
			continue
		}
		m.du *= 0.9
		m.u2 = m.u1 + m.du
		tooLarge = true
	}
	return false
}

// measure tells how much of the limits the chord from prev to end uses: 1 is all.
func (m *marcher) measure(mid, end vec.V3) float64 {
	chord, half := end.Sub(m.prev), mid.Sub(m.prev)
	m.ofCurve, m.ofAngle = 0, 0
	if l := chord.Len(); l > leastChord {
		m.ofCurve = chord.Cross(half).Len() / (l * m.far)
	}
	rest := end.Sub(mid)
	if l1, l2 := rest.Len(), half.Len(); l1 > leastChord && l2 > leastChord {
		m.ofAngle = rest.Cross(half).Len() / (l1 * l2) / turnToMiddle
	}
	return math.Max(m.ofCurve, m.ofAngle)
}

// next foretells the next step: by the curvature if the distance is what limits,
// else by how the last two steps went.
func (m *marcher) next() {
	if m.ofCurve > m.ofAngle {
		if du, ok := m.step(m.u2); ok {
			m.du = du
			return
		}
	}
	m.du += (m.du - m.was) * (m.du / m.was)
	m.du = math.Max(math.Min(m.du, 1.5*m.was), 0.75*m.was)
}

// centreLast moves the last point but one half way between its neighbours.
func (m *marcher) centreLast() {
	if i := len(m.u) - 2; i >= 1 {
		m.u[i] = (m.u[i-1] + m.c.last) / 2
		m.p[i] = m.c.point(m.u[i])
	}
}

// refine splits every chord that the walk left too far from the curve.
func (m *marcher) refine() {
	limit := 10 * len(m.u)
	for i := 0; i+1 < len(m.u) && len(m.u) <= limit; {
		a, b := m.p[i], m.p[i+1]
		at, far := m.farthest(i)
		worst := m.c.point(at)
		turn := 0.0
		if l1, l2 := worst.Sub(a), b.Sub(worst); math.Min(l1.Len(), l2.Len()) > leastChord {
			turn = math.Atan2(l1.Cross(l2).Len(), l1.Dot(l2))
		}
		if m.u[i+1]-m.u[i] > leastStep && (far > m.far || turn > turnToMiddle) && worst.Dist(a) > leastChord && worst.Dist(b) > leastChord {
			m.u = append(m.u[:i+1], append([]float64{at}, m.u[i+1:]...)...)
			m.p = append(m.p[:i+1], append([]vec.V3{worst}, m.p[i+1:]...)...)
			continue
		}
		i++
	}
}

// farthest finds by sections where between point i and the next the curve is
// farthest from its chord.
func (m *marcher) farthest(i int) (at, far float64) {
	a := m.p[i]
	along, ok := m.p[i+1].Sub(a).Unit()
	off := func(u float64) float64 {
		d := m.c.point(u).Sub(a)
		if !ok {
			return d.Len()
		}
		return d.Cross(along).Len()
	}
	const golden = 0.6180339887498949
	lo, hi := m.u[i], m.u[i+1]
	x, y := hi-golden*(hi-lo), lo+golden*(hi-lo)
	fx, fy := off(x), off(y)
	for range 14 { // a thousandth of the chord, as Brent's method is told
		if fx > fy {
			hi, y, fy = y, x, fx
			x = hi - golden*(hi-lo)
			fx = off(x)
		} else {
			lo, x, fx = x, y, fy
			y = lo + golden*(hi-lo)
			fy = off(y)
		}
	}
	at = (lo + hi) / 2
	return at, off(at)
}

// knotsWithin returns the knots between first and last, these included.
func knotsWithin(knots []float64, first, last float64) []float64 {
	out := []float64{first}
	i := sort.SearchFloat64s(knots, first)
	for ; i < len(knots) && knots[i] < last; i++ {
		if knots[i] > out[len(out)-1]+leastStep {
			out = append(out, knots[i])
		}
	}
	return append(out, last)
}
