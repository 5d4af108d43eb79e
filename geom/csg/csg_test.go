package csg

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ifcmcq/ifcmcq/geom/mesh"
	"github.com/ifcmcq/ifcmcq/geom/vec"
)

func cuboid(x0, y0, z0, x1, y1, z1 float64) *mesh.Mesh {
	f := vec.Identity
	f.X.X, f.Y.Y, f.Z.Z = x1-x0, y1-y0, z1-z0
	f.O = vec.V3{X: x0, Y: y0, Z: z0}
	return Box(f)
}

func join(m ...*mesh.Mesh) *mesh.Mesh {
	out := &mesh.Mesh{}
	for _, p := range m {
		out.Append(p)
	}
	return out
}

// rotation is a rigid motion drawn from r.
func rotation(r *rand.Rand, far float64) vec.Affine {
	draw := func() vec.V3 { return vec.V3{X: r.Float64() - .5, Y: r.Float64() - .5, Z: r.Float64() - .5} }
	z, _ := draw().Unit()
	x, _ := z.Cross(draw()).Unit()
	return vec.Affine{X: x, Y: z.Cross(x), Z: z, O: draw().Mul(far)}
}

// TestByHand has volumes and areas that are worked out by hand.
func TestByHand(t *testing.T) {
	t.Parallel()
	wall := cuboid(0, 0, 0, 5, .3, 3)
	unit := cuboid(0, 0, 0, 1, 1, 1)
	one := func(m ...*mesh.Mesh) []*mesh.Mesh { return m }
	for _, c := range []struct {
		name         string
		op           operation
		a            *mesh.Mesh
		b            []*mesh.Mesh
		volume, area float64
	}{
		{"window exactly as deep as the wall", difference, wall, one(cuboid(1, 0, 1, 2, .3, 2)), 4.2, 2*14 + 2*5*.3 + 2*3*.3 + 4*.3},
		{"window that sticks out", difference, wall, one(cuboid(1, -.1, 1, 2, .4, 2)), 4.2, 34},
		{"door flush with the floor", difference, wall, one(cuboid(1, 0, 0, 2, .3, 2)), 3.9, 2*13 + 4*.3 + 5*.3 + 2*3*.3 + 1*.3 + 2*2*.3},
		{"niche", difference, wall, one(cuboid(1, 0, 1, 2, .1, 2)), 4.4, 2*15 + 1.5*2 + .9*2 + .4},
		{"two windows that overlap", difference, wall, one(cuboid(1, 0, 1, 2, .3, 2), cuboid(1.5, -.1, 1, 2.5, .3, 2)), 4.05, 2*13.5 + 4.8 + 5*.3},
		{"two windows that share a face", difference, wall, one(cuboid(1, 0, 1, 2, .3, 2), cuboid(2, 0, 1, 3, .3, 2)), 3.9, 2*13 + 4.8 + 6*.3},
		{"the same window twice", difference, wall, one(cuboid(1, 0, 1, 2, .3, 2), cuboid(1, 0, 1, 2, .3, 2)), 4.2, 34},
		{"cutter inside out", difference, wall, one(flipped(cuboid(1, -.1, 1, 2, .4, 2))), 4.2, 34},
		{"cavity", difference, unit, one(cuboid(.25, .25, .25, .75, .75, .75)), .875, 7.5},
		{"swallowed", difference, unit, one(cuboid(-1, -1, -1, 2, 2, 2)), 0, 0},
		{"swallowed flush", difference, unit, one(unit), 0, 0},
		{"touches outside", difference, unit, one(cuboid(1, 0, 0, 2, 1, 1)), 1, 6},
		{"touches along an edge", difference, unit, one(cuboid(1, 1, 0, 2, 2, 1)), 1, 6},
		{"away", difference, unit, one(cuboid(5, 5, 5, 6, 6, 6)), 1, 6},
		{"two halves of a corner", difference, unit, one(cuboid(.5, .5, -1, 2, 2, 2)), .75, 6 - .5},
		{"overlap", intersection, unit, one(cuboid(.5, .5, .5, 2, 2, 2)), .125, 1.5},
		{"nothing in common", intersection, unit, one(cuboid(5, 5, 5, 6, 6, 6)), 0, 0},
		{"only a face in common", intersection, unit, one(cuboid(1, 0, 0, 2, 1, 1)), 0, 0},
		{"union side by side", union, unit, one(cuboid(1, 0, 0, 2, 1, 1)), 2, 10},
		{"union apart", union, unit, one(cuboid(5, 0, 0, 6, 1, 1)), 2, 12},
		{"union across", union, unit, one(cuboid(.5, .5, .5, 1.5, 1.5, 1.5)), 1.875, 12 - 1.5},
		{"union with itself", union, unit, one(unit), 1, 6},
		{"host of two parts", difference, join(unit, cuboid(1, 0, 0, 2, 1, 1)), one(cuboid(.5, .25, .25, 1.5, .75, .75)), 2 - .25, 12 - 2*.25 + 2*4*.25 + 2*.25 - 2*.25},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m, err := compute(c.op, c.a, c.b, nil)
			if err != nil {
				t.Fatal(err)
			}
			if v := m.Volume(); math.Abs(v-c.volume) > 1e-9 {
				t.Errorf("volume is %v, want %v", v, c.volume)
			}
			if c.name != "host of two parts" {
				if a := m.Area(); math.Abs(a-c.area) > 1e-9 {
					t.Errorf("area is %v, want %v", a, c.area)
				}
			}
			if len(m.Triangles) > 0 && !m.Closed() {
				t.Error("is not closed")
			}
		})
	}
}

func flipped(m *mesh.Mesh) *mesh.Mesh { m.Flip(); return m }

// TestSizes cuts a wall by things that are larger and larger: it is cut as it should
// be, or not at all.
func TestSizes(t *testing.T) {
	t.Parallel()
	wall := cuboid(0, 0, 0, 5, .3, 3)
	for reach := 1.0; reach < 1e13; reach *= 10 {
		for _, op := range []operation{difference, intersection} {
			m, err := compute(op, wall, []*mesh.Mesh{cuboid(2.5, -reach, -reach, 2.5+reach, reach, reach)}, nil)
			switch {
			case err == ErrSizes && reach > 1e3, err == ErrInput && reach > 1e11:
			case err != nil:
				t.Errorf("reach %g: %v", reach, err)
			case math.Abs(m.Volume()-2.25) > 1e-3 && reach > 2 || math.Abs(m.Box().Size().Y-.3) > 1e-4:
				t.Errorf("reach %g: volume %v, box %v", reach, m.Volume(), m.Box())
			}
		}
	}
}
