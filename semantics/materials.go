package semantics

import (
	"github.com/ifcmcq/ifcmcq/ifc"
)

// Materials is what an element is made of.
type Materials struct {
	// Source is the associated definition with usages resolved: an IfcMaterial,
	// a layer, profile or constituent set, a list. None where nothing is
	// associated.
	Source ifc.Entity
	// Names holds the name of every material in order, repetitions included;
	// layers without a material (air gaps) are left out.
	Names []string
	// Doubt says why nothing should be asked about it.
	Doubt string
}

// Materials returns the materials of e by its first association, whatever that
// is; the type's where e has no association at all.
func (m *Model) Materials(e ifc.Entity) Materials {
	rels := m.materialRelations(e)
	if len(rels) == 0 {
		if t := m.Type(e); t.Exists() && t != e {
			rels = m.materialRelations(t)
		}
	}
	var out Materials
	if len(rels) == 0 {
		return out
	}
	if len(rels) > 1 {
		out.Doubt = "more than one material association"
	}
	out.Source = m.skipUsage(rels[0].Attr("RelatingMaterial").Entity())
	if !out.Source.Exists() {
		out.Doubt = "material association without material"
		return out
	}
	m.flatten(out.Source, &out)
	if len(out.Names) == 0 && out.Doubt == "" {
		out.Doubt = "material definition without a named material"
	}
	return out
}

func (m *Model) materialRelations(e ifc.Entity) []ifc.Entity {
	var out []ifc.Entity
	for _, rel := range m.hasAssociations.Of(e) {
		if rel.IsA(m.relMaterial) {
			out = append(out, rel)
		}
	}
	return out
}

// skipUsage goes from a usage to the set that it places.
func (m *Model) skipUsage(e ifc.Entity) ifc.Entity {
	switch {
	case e.Is("IfcMaterialLayerSetUsage"):
		return e.Attr("ForLayerSet").Entity()
	case e.Is("IfcMaterialProfileSetUsage"):
		return e.Attr("ForProfileSet").Entity()
	}
	return e
}

// members names the attribute that holds the parts of a material definition.
var members = []struct{ class, attr string }{
	{"IfcMaterialLayerSet", "MaterialLayers"},
	{"IfcMaterialProfileSet", "MaterialProfiles"},
	{"IfcMaterialConstituentSet", "MaterialConstituents"},
	{"IfcMaterialList", "Materials"},
}

func (m *Model) flatten(source ifc.Entity, out *Materials) {
	for _, part := range members {
		if source.Is(part.class) {
			for e := range source.Attr(part.attr).Entities() {
				m.addMaterial(e, out)
			}
			return
		}
	}
	if !source.Is("IfcMaterial") {
		out.Doubt = "a single " + source.Class() + " is associated"
	}
	m.addMaterial(source, out)
}

// addMaterial adds a material, or that of a layer, profile or constituent.
func (m *Model) addMaterial(e ifc.Entity, out *Materials) {
	if at := m.Schema().AttrIndex(e.ClassNo(), "Material"); at >= 0 {
		if e = e.At(at).Entity(); !e.Exists() {
			return
		}
	}
	if !e.Is("IfcMaterial") {
		out.Doubt = "an " + e.Class() + " stands for a material"
	}
	if name, ok := e.Attr("Name").Text(); ok {
		out.Names = append(out.Names, name)
	}
}
