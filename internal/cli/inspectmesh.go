package cli

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/ifcmcq/ifcmcq/geom"
	"github.com/ifcmcq/ifcmcq/geom/mesh"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/semantics"
)

// writeMeshes writes what an element shows, or all that a file shows, as OBJ or
// binary glTF, by the ending of the output's name.
func writeMeshes(c console, m *semantics.Model, guid, out string) error {
	write, ok := map[string]func(io.Writer, []mesh.Part) error{".obj": mesh.WriteOBJ, ".glb": mesh.WriteGLB}[strings.ToLower(filepath.Ext(out))]
	if !ok {
		return usageError{fmt.Errorf("inspect: meshes are written as .obj or .glb, not to %s", out)}
	}
	elements := m.Elements()
	if guid != "" {
		e := m.Unique(guid)
		if !e.Exists() {
			return fmt.Errorf("no element, or more than one, has GlobalId %s", guid)
		}
		elements = []ifc.Entity{e}
	}
	parts, notes := meshes(m, elements)
	if len(parts) == 0 {
		if len(elements) == 1 {
			return fmt.Errorf("%s %s: %s", elements[0].Class(), guid, notes[0])
		}
		return fmt.Errorf("no element has a shape")
	}
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	if err := write(f, parts); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	triangles := 0
	for _, p := range parts {
		triangles += len(p.Mesh.Triangles)
	}
	fmt.Fprintf(c.out, "%d elements, %d triangles in %s\n", len(parts), triangles, out)
	if len(parts) == 1 {
		p := parts[0].Mesh
		fmt.Fprintf(c.out, "volume %.6g m³, area %.6g m², closed %v\n", p.Volume(), p.Area(), p.Closed())
	}
	writeNotes(c.out, notes)
	return nil
}

// meshes makes the meshes of elements side by side, in their order, and notes why
// others have none, and which are not whole.
func meshes(m *semantics.Model, elements []ifc.Entity) (parts []mesh.Part, notes []string) {
	k := geom.New(m.Model, geom.Options{})
	all := make([]*mesh.Mesh, len(elements))
	errs := make([]error, len(elements))
	next := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				all[i], errs[i] = k.Mesh(elements[i])
			}
		})
	}
	for i := range elements {
		next <- i
	}
	close(next)
	wg.Wait()
	for i, e := range elements {
		if errs[i] != nil {
			notes = append(notes, errs[i].Error())
		}
		if all[i] != nil {
			parts = append(parts, mesh.Part{Name: e.GUID(), Kind: e.Class(), Mesh: all[i]})
		}
	}
	return parts, notes
}

// writeNotes says why elements do not show, or not as they should, and how many.
func writeNotes(w io.Writer, notes []string) {
	if len(notes) == 0 {
		return
	}
	times := map[string]int{}
	for _, n := range notes {
		times[n]++
	}
	fmt.Fprintln(w, "not among them, or not whole:")
	for _, n := range slices.SortedFunc(maps.Keys(times), func(a, b string) int {
		return cmp.Or(cmp.Compare(times[b], times[a]), cmp.Compare(a, b))
	}) {
		fmt.Fprintf(w, "%7d  %s\n", times[n], n)
	}
}
