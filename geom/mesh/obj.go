package mesh

import (
	"bufio"
	"fmt"
	"io"
)

// Part is a mesh with a name, in a file of several.
type Part struct {
	Name string // GlobalId
	Kind string // class
	Mesh *Mesh
}

// WriteOBJ writes parts as Wavefront OBJ, coordinates in metres.
func WriteOBJ(w io.Writer, parts []Part) error {
	out := bufio.NewWriter(w)
	from := 1
	for _, p := range parts {
		fmt.Fprintf(out, "o %s %s\n", p.Kind, p.Name)
		for _, v := range p.Mesh.Vertices {
			fmt.Fprintf(out, "v %.6f %.6f %.6f\n", v.X, v.Y, v.Z)
		}
		for _, t := range p.Mesh.Triangles {
			fmt.Fprintf(out, "f %d %d %d\n", int(t[0])+from, int(t[1])+from, int(t[2])+from)
		}
		from += len(p.Mesh.Vertices)
	}
	return out.Flush()
}
