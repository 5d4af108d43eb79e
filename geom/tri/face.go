package tri

import (
	"math"

	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// Newell is the normal of a loop in space, twice as long as its area: that of the
// plane which fits it best. The zero vector belongs to loops without area.
func Newell(points []vec.V3, loop []int32) vec.V3 {
	var n vec.V3
	if len(loop) < 3 {
		return n
	}
	o := points[loop[0]]
	for i := 1; i+1 < len(loop); i++ {
		n = n.Add(points[loop[i]].Sub(o).Cross(points[loop[i+1]].Sub(o)))
	}
	return n
}

// Face triangulates a flat or nearly flat face in space: its outer loop first,
// then the holes, as positions in points. The triangles hold such positions too
// and go round as the outer loop does. A face without area gives triangles
// without area.
func Face(points []vec.V3, loops [][]int32) [][3]int32 {
	if len(loops) == 0 || len(loops[0]) < 3 {
		return nil
	}
	if len(loops[0]) == 3 && len(loops) == 1 {
		return [][3]int32{{loops[0][0], loops[0][1], loops[0][2]}}
	}
	flat := Flatten(Newell(points, loops[0]))
	var all []int32
	project := func(loop []int32) []vec.V2 {
		out := make([]vec.V2, len(loop))
		for i, k := range loop {
			out[i] = flat(points[k])
		}
		all = append(all, loop...)
		return out
	}
	outer := project(loops[0])
	var holes [][]vec.V2
	for _, l := range loops[1:] {
		holes = append(holes, project(l))
	}
	out := Polygon(outer, holes)
	for i, t := range out {
		out[i] = [3]int32{all[t[0]], all[t[1]], all[t[2]]}
	}
	return out
}

// Flatten returns the projection that drops the axis along which the normal is
// longest. Loops that go round counter-clockwise seen against the normal do so
// when flat.
func Flatten(normal vec.V3) func(vec.V3) vec.V2 {
	x, y, z := math.Abs(normal.X), math.Abs(normal.Y), math.Abs(normal.Z)
	var axis int
	switch {
	case z >= x && z >= y:
		axis = 2
	case y >= x:
		axis = 1
	}
	u, v := (axis+1)%3, (axis+2)%3
	if normal.At(axis) < 0 {
		u, v = v, u
	}
	return func(p vec.V3) vec.V2 { return vec.V2{X: p.At(u), Y: p.At(v)} }
}
