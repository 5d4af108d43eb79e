package csg

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ifcmcq/ifcmcq/geom/mesh"
	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// tube is a prism with n sides along Y.
func tube(n int, x, z, r, y0, y1 float64) *mesh.Mesh {
	m := &mesh.Mesh{}
	for i := range n {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		m.Vertices = append(m.Vertices, vec.V3{X: x + r*c, Y: y0, Z: z + r*s}, vec.V3{X: x + r*c, Y: y1, Z: z + r*s})
	}
	for i := range int32(n) {
		j := (i + 1) % int32(n)
		m.Triangles = append(m.Triangles, [3]int32{2 * i, 2*i + 1, 2*j + 1}, [3]int32{2 * i, 2*j + 1, 2 * j})
		if i > 1 {
			m.Triangles = append(m.Triangles, [3]int32{0, 2*i - 2, 2 * i}, [3]int32{1, 2*i + 1, 2*i - 1})
		}
	}
	m.Outward()
	return m
}

func BenchmarkDifference(b *testing.B) {
	wall := cuboid(0, 0, 0, 50, .3, 9)
	var windows, round []*mesh.Mesh
	for i := range 60 {
		x, z := .5+2.4*float64(i%20), 1+3*float64(i/20)
		windows = append(windows, cuboid(x, 0, z, x+1.2, .3, z+1.4))
		round = append(round, tube(71, x+.6, z+.7, .5, -.1, .4))
	}
	turn := rotation(rand.New(rand.NewPCG(1, 2)), 100)
	for _, c := range []struct {
		name    string
		cutters []*mesh.Mesh
		turned  bool
	}{
		{"one window", windows[:1], false},
		{"five windows", windows[:5], false},
		{"60 windows", windows, false},
		{"60 windows, wall turned", windows, true},
		{"60 round windows", round, false},
	} {
		b.Run(c.name, func(b *testing.B) {
			host, cutters := wall.Clone(), []*mesh.Mesh{}
			for _, m := range c.cutters {
				cutters = append(cutters, m.Clone())
			}
			if c.turned {
				host.Transform(turn)
				for _, m := range cutters {
					m.Transform(turn)
				}
			}
			for b.Loop() {
				if _, err := Difference(host, cutters, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkClip(b *testing.B) {
	m := tube(200, 0, 0, 1, 0, 3)
	for b.Loop() {
		if _, err := Clip(m, vec.V3{Y: 1.5}, vec.V3{X: .3, Y: 1, Z: .1}, nil); err != nil {
			b.Fatal(err)
		}
	}
}
