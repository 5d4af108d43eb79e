package cli

import (
	"errors"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ifcmcq/ifcmcq/geom"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/internal/dump"
	"github.com/ifcmcq/ifcmcq/semantics"
	"github.com/ifcmcq/ifcmcq/step"
)

type inspectOptions struct {
	json    bool
	noBoxes bool
	lenient bool
	workers int
	mesh    string
	out     string
}

func newInspect(c console) *cobra.Command {
	var o inspectOptions
	cmd := &cobra.Command{
		Use:   "inspect FILE",
		Short: "Say what a building model holds",
		Long: `Say what a building model holds: schema, application, units, counts, storeys,
what each category of questions could draw on, and what is wrong with the file.

With --json, write everything that questions rest on, element by element.

With --output, write what the file shows as a mesh, .obj or .glb, openings cut: all
elements, or the one that --mesh names.` + exitText,
		Example: `  ifcmcq inspect house.ifc
  ifcmcq inspect house.ifc -o house.glb
  ifcmcq inspect house.ifc --mesh 2O2Fr$t4X7Zf8NOew3FNr2 -o wall.obj`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return runInspect(c, args[0], o) },
	}
	f := cmd.Flags()
	f.BoolVar(&o.json, "json", false, "write one JSON object: the dump of all elements")
	f.BoolVar(&o.noBoxes, "no-boxes", false, "do not compute bounding boxes")
	f.StringVar(&o.mesh, "mesh", "", "GlobalId of the element whose mesh is written")
	f.StringVarP(&o.out, "output", "o", "", "file for meshes, .obj or .glb")
	f.BoolVar(&o.lenient, "lenient", false, "read what is there of a truncated file, and say what was lost")
	f.IntVar(&o.workers, "workers", 0, "goroutines (default one a processor)")
	return cmd
}

func runInspect(c console, path string, o inspectOptions) error {
	if o.mesh != "" && o.out == "" {
		return usageError{errors.New("inspect: --mesh needs --output, the file to write to")}
	}
	m, err := ifc.Open(path, step.Options{Lenient: o.lenient, Workers: o.workers})
	if err != nil {
		return err
	}
	defer m.Close()
	s := semantics.New(m)
	if o.json {
		d := dump.Options{File: filepath.Base(path), NoBoxes: "not asked for", Workers: o.workers}
		if !o.noBoxes {
			d.Shapes = geom.New(m, geom.Options{})
		}
		return dump.Write(c.out, s, d)
	}
	if o.out != "" {
		return writeMeshes(c, s, o.mesh, o.out)
	}
	writePage(c.out, filepath.Base(path), s)
	return nil
}
