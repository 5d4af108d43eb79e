package index

import (
	"slices"
	"strings"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
)

// Made is what one of Elements is made of.
type Made struct {
	Element int // position in Elements
	// Names holds the distinct names in the order of the file.
	Names []string
}

// MaterialTable holds the materials that can be asked about.
type MaterialTable struct {
	Made []Made // in the order of Elements; those without a material are not there
	// LeftOut holds why an element with materials is not there, once an element.
	LeftOut []string
}

// Materials returns what elements are made of, their own or their type's.
func (ix *Index) Materials() *MaterialTable { return ix.tables.materials.Get(ix.readMaterials) }

func (ix *Index) readMaterials() *MaterialTable {
	t := &MaterialTable{}
	type found struct {
		names []string
		doubt string
	}
	known := map[ifc.Entity]found{} // many elements share a definition
	for i, el := range ix.Elements {
		m := ix.Model.Materials(el.Entity)
		if m.Doubt == "" && len(m.Names) == 0 {
			continue
		}
		f, ok := known[m.Source]
		if !ok {
			f.names, f.doubt = ix.distinct(m.Names)
			known[m.Source] = f
		}
		doubt := f.doubt
		switch {
		case m.Doubt != "":
			doubt = m.Doubt
		case doubt == "" && ix.Model.TypeRelations(el.Entity) > 1 && !ix.ownMaterial(el.Entity):
			doubt = "its material is its type's, and it has more than one"
		}
		if doubt != "" {
			t.LeftOut = append(t.LeftOut, doubt)
			continue
		}
		t.Made = append(t.Made, Made{i, f.names})
	}
	return t
}

// distinct returns the names without repetitions, or why they cannot be asked
// about.
func (ix *Index) distinct(names []string) (out []string, doubt string) {
	folded := map[string]string{}
	for _, name := range names {
		switch old, ok := folded[mcq.Fold(name)]; {
		case strings.TrimSpace(name) == "":
			return nil, "a material without a name"
		case !ix.Askable(name):
			return nil, "the name of a material cannot be shown"
		case ok && old != name:
			return nil, "names of materials that differ in case or blanks only"
		case !ok:
			folded[mcq.Fold(name)] = name
			out = append(out, name)
		}
	}
	return out, ""
}

// ownMaterial tells whether a material is associated with e itself.
func (ix *Index) ownMaterial(e ifc.Entity) bool {
	return slices.ContainsFunc(ix.Model.Inverse("HasAssociations").Of(e), func(rel ifc.Entity) bool {
		return rel.Is("IfcRelAssociatesMaterial")
	})
}
