package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/step"
)

func (v *Verifier) materialName(f mcq.Fact) (answer, error) {
	names, err := v.materials(f.GUID)
	if err != nil {
		return answer{}, err
	}
	if len(names) != 1 {
		return answer{}, fmt.Errorf("%s is made of %d materials, not one", f.GUID, len(names))
	}
	return text(names[0]), nil
}

func (v *Verifier) materialSet(f mcq.Fact) (answer, error) {
	names, err := v.materials(f.GUID)
	if err != nil {
		return answer{}, err
	}
	if len(names) < 2 {
		return answer{}, fmt.Errorf("%s is made of %d materials, not several", f.GUID, len(names))
	}
	return answer{func(v any) bool {
		name, ok := v.(string)
		return ok && slices.Contains(names, name)
	}, strings.Join(names, ", ")}, nil
}

// materials returns the distinct names of what an element is made of: by its own
// association, else by its type's.
func (v *Verifier) materials(guid string) ([]string, error) {
	e, err := v.entity(guid)
	if err != nil {
		return nil, err
	}
	rels := v.associations(e)
	if len(rels) == 0 {
		switch types := v.typesOf(e); len(types) {
		case 0:
		case 1:
			rels = v.associations(types[0])
		default:
			return nil, fmt.Errorf("%s has no material of its own and is typed %d times", guid, len(types))
		}
	}
	switch len(rels) {
	case 0:
		return nil, fmt.Errorf("%s has no material", guid)
	case 1:
	default:
		return nil, fmt.Errorf("%s has %d material associations", guid, len(rels))
	}
	def := rels[0].At(5).Entity()
	if strings.HasSuffix(def.Class(), "Usage") {
		def = def.At(0).Entity() // the set that is placed
	}
	switch def.Class() {
	case "":
		return nil, fmt.Errorf("the material of %s is not in the file", guid)
	case "IfcMaterialLayer", "IfcMaterialLayerWithOffsets", "IfcMaterialProfile", "IfcMaterialProfileWithOffsets", "IfcMaterialConstituent":
		return nil, fmt.Errorf("%s has a single %s", guid, def.Class())
	}
	var names []string
	for m := range materialsIn(def) {
		name := m.At(0).String()
		switch {
		case !m.Is("IfcMaterial"):
			return nil, fmt.Errorf("an %s stands for a material of %s", m.Class(), guid)
		case strings.TrimSpace(name) == "":
			return nil, fmt.Errorf("a material of %s has no name", guid)
		case !slices.Contains(names, name):
			names = append(names, name)
		}
	}
	return names, nil
}

// materialsIn walks from a definition down to its materials, or what stands for one.
func materialsIn(def ifc.Entity) func(yield func(ifc.Entity) bool) {
	return func(yield func(ifc.Entity) bool) {
		todo, seen := []ifc.Entity{def}, map[step.Row]bool{} // a broken file may go in circles
		for len(todo) > 0 {
			e := todo[0]
			todo = todo[1:]
			if seen[e.Row()] {
				continue
			}
			seen[e.Row()] = true
			at := 0
			switch e.Class() {
			case "IfcMaterialLayerSet", "IfcMaterialList", "IfcMaterialLayer", "IfcMaterialLayerWithOffsets":
			case "IfcMaterialProfileSet", "IfcMaterialConstituentSet", "IfcMaterialProfile", "IfcMaterialProfileWithOffsets", "IfcMaterialConstituent":
				at = 2 // behind Name and Description
			default:
				if !yield(e) {
					return
				}
				continue
			}
			var parts []ifc.Entity
			for part := range e.At(at).Entities() {
				parts = append(parts, part)
			}
			todo = append(parts, todo...)
		}
	}
}

// associations returns the relationships that give e a material.
func (v *Verifier) associations(e ifc.Entity) []ifc.Entity {
	return v.mats.Get(func() map[step.Row][]ifc.Entity {
		out := map[step.Row][]ifc.Entity{}
		for rel := range v.m.All("IfcRelAssociatesMaterial") {
			for e := range rel.At(4).Entities() {
				out[e.Row()] = append(out[e.Row()], rel)
			}
		}
		return out
	})[e.Row()]
}
