package csg

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ifcmcq/ifcmcq/geom/mesh"
	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// solids draws shapes with many coincidences: coordinates are multiples of a half,
// if not turned.
func solid(t *rapid.T, name string) *mesh.Mesh {
	half := func(what string, lo, hi int) float64 { return float64(rapid.IntRange(lo, hi).Draw(t, name+what)) / 2 }
	x, y, z := half(" x", 0, 6), half(" y", 0, 6), half(" z", 0, 6)
	m := cuboid(x, y, z, x+half(" dx", 1, 5), y+half(" dy", 1, 5), z+half(" dz", 1, 5))
	switch rapid.IntRange(0, 3).Draw(t, name+" kind") {
	case 1: // a tetrahedron of its corners
		m = &mesh.Mesh{Vertices: m.Vertices, Triangles: [][3]int32{{0, 2, 1}, {0, 1, 4}, {0, 4, 2}, {1, 2, 4}}}
	case 2: // a wedge
		m.Triangles = [][3]int32{{0, 2, 1}, {4, 5, 6}, {0, 1, 5}, {0, 5, 4}, {1, 2, 6}, {1, 6, 5}, {2, 0, 4}, {2, 4, 6}}
	case 3: // turned any way
		seed := rapid.Uint64().Draw(t, name+" turn")
		m.Transform(rotation(rand.New(rand.NewPCG(seed, 1)), 2))
	}
	return m
}

func must(t *rapid.T, m *mesh.Mesh, err error) *mesh.Mesh {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Triangles) > 0 && !m.Closed() {
		t.Fatal("is not closed")
	}
	return m
}

func TestPartsMakeTheWhole(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := solid(t, "a")
		var cutters []*mesh.Mesh
		for range rapid.IntRange(1, 4).Draw(t, "cutters") {
			cutters = append(cutters, solid(t, "b"))
		}
		rest, err := Difference(a, cutters, nil)
		must(t, rest, err)
		both, err := Intersection(a, cutters, nil)
		must(t, both, err)
		near := func(what string, x, y float64) {
			t.Helper()
			if math.Abs(x-y) > 1e-4 {
				t.Fatalf("%s: %v and %v", what, x, y)
			}
		}
		near("V(A−B)+V(A∩B) and V(A)", rest.Volume()+both.Volume(), a.Volume())
		if rest.Volume() < -1e-6 || both.Volume() < -1e-6 {
			t.Fatal("a volume is negative")
		}
		all, err := Union(a, cutters, nil)
		must(t, all, err)
		others, err := Union(cutters[0], cutters[1:], nil)
		must(t, others, err)
		near("V(A∪B) and V(A−B)+V(B)", all.Volume(), rest.Volume()+others.Volume())
		inner := a.Box().Grow(1e-5)
		if b := rest.Box(); !b.IsEmpty() && (!inner.Contains(b.Lo) || !inner.Contains(b.Hi)) {
			t.Fatal("the box has grown")
		}

		slices.Reverse(cutters)
		turned, err := Difference(a, cutters, nil)
		near("other order of the cutters", must(t, turned, err).Volume(), rest.Volume())

		motion := rotation(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "motion"), 1)), 100)
		a.Transform(motion)
		for i := range cutters {
			cutters[i] = cutters[i].Clone()
			cutters[i].Transform(motion)
		}
		moved, err := Difference(a, cutters, nil)
		near("everything moved", must(t, moved, err).Volume(), rest.Volume())

		at := vec.V3{X: 1.5, Y: 2, Z: 1}
		n := motion.Z
		up, err := Clip(rest, at, n, nil)
		must(t, up, err)
		down, err := Clip(rest, at, n.Neg(), nil)
		must(t, down, err)
		near("clipped halves", up.Volume()+down.Volume(), rest.Volume())
	})
}
