package csg

import (
	"testing"

	"github.com/ifcmcq/ifcmcq/geom/mesh"
	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// FuzzDifference cuts shapes whose faces are anything: it must end, and what it
// gives must be closed.
func FuzzDifference(f *testing.F) {
	f.Add([]byte{0, 0, 0, 4, 4, 4, 255, 1, 1, 0, 2, 2, 4})
	f.Add([]byte{0, 0, 0, 4, 4, 4, 7, 1, 0, 9, 255, 1, 1, 0, 2, 2, 4, 5, 5, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		var all []*mesh.Mesh
		for len(data) > 0 && len(all) < 5 {
			n := 0
			for n < len(data) && data[n] != 255 && n < 24 {
				n++
			}
			if n >= 12 {
				all = append(all, shell(data[:n]))
			} else if n >= 6 {
				c := func(i int) float64 { return float64(data[i]%16) / 4 }
				all = append(all, cuboid(c(0), c(1), c(2), c(0)+c(3), c(1)+c(4), c(2)+c(5)))
			}
			data = data[min(n+1, len(data)):]
		}
		if len(all) < 2 {
			return
		}
		for _, op := range []operation{difference, intersection, union} {
			budget := Budget(1 << 20)
			out, err := compute(op, all[0], all[1:], &budget)
			if err == ErrBudget {
				continue
			}
			if err != nil {
				t.Fatal(op, err)
			}
			if len(out.Triangles) > 0 && !out.Closed() {
				t.Fatal(op, "is not closed")
			}
		}
	})
}

// shell makes a closed mesh that may cross itself: a fan of triangles round a
// loop, from two tips.
func shell(data []byte) *mesh.Mesh {
	m := &mesh.Mesh{}
	for i := 0; i+2 < len(data); i += 3 {
		m.Vertices = append(m.Vertices, vec.V3{X: float64(data[i]%16) / 4, Y: float64(data[i+1]%16) / 4, Z: float64(data[i+2]%16) / 4})
	}
	n := int32(len(m.Vertices)) - 2
	for i := range n {
		j := (i + 1) % n
		m.Triangles = append(m.Triangles, [3]int32{n, i, j}, [3]int32{n + 1, j, i})
	}
	return m
}
