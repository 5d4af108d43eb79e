package tools

import (
	"fmt"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
)

type materialsInfo struct {
	Entity      *ref     `json:"entity"`
	Association string   `json:"association"` // class of what is associated, "" for nothing
	From        string   `json:"from"`        // own or type
	Name        *string  `json:"set_name"`
	Distinct    int      `json:"distinct_count"`
	Materials   []string `json:"materials"` // names, each once
	page                 // over layers, profiles, constituents or the materials of a list
	Parts       []part   `json:"parts"`
	Note        string   `json:"note,omitempty"`
}

// part is a layer, a profile, a constituent, or a material by itself.
type part struct {
	Class     string    `json:"class"`
	Name      *string   `json:"name"`
	Material  *string   `json:"material"`
	Thickness any       `json:"thickness,omitempty"` // in the unit of lengths of the project
	Metres    *mcq.Real `json:"thickness_m,omitempty"`
	Fraction  any       `json:"fraction,omitempty"`
	Category  string    `json:"category,omitempty"`
	Profile   string    `json:"profile,omitempty"`
}

// maxMaterials is how many different materials are named.
const maxMaterials = 40

func (s *Set) getMaterials(a args) (any, error) {
	e, err := s.entity(a.guid)
	if err != nil {
		return nil, err
	}
	x := s.m.Materials(e)
	out := materialsInfo{Entity: s.ref(e), Materials: []string{}, Parts: []part{}, Note: x.Doubt}
	own := s.associations(e)
	switch {
	case len(own) > 0:
		out.From, out.Association = ownSource, own[0].Attr("RelatingMaterial").Entity().Class()
	case x.Source.Exists() || x.Doubt != "":
		out.From = typeSource
		if typical := s.associations(s.m.Type(e)); len(typical) > 0 {
			out.Association = typical[0].Attr("RelatingMaterial").Entity().Class()
		}
	default:
		out.Note = "no material is associated with it or with its type"
		if n := len(s.related("IsDecomposedBy", "IfcRelAggregates", "RelatedObjects", e)); n > 0 {
			out.Note += fmt.Sprintf("; it has %d parts, which may have some", n)
		}
	}
	seen := map[string]bool{}
	for _, name := range x.Names {
		if seen[name] {
			continue
		}
		seen[name] = true
		if out.Distinct++; out.Distinct <= maxMaterials {
			out.Materials = append(out.Materials, cut(name, maxListed))
		}
	}
	for _, attr := range []string{"LayerSetName", "Name"} {
		if name, ok := x.Source.Attr(attr).Text(); ok && !x.Source.Is("IfcMaterial") {
			name = cut(name, maxListed)
			out.Name = &name
		}
	}
	parts := partsOf(x.Source)
	var from, to int
	out.page, from, to = pageOf(a, len(parts))
	for _, p := range parts[from:to] {
		out.Parts = append(out.Parts, s.part(p))
	}
	return out, nil
}

func (s *Set) associations(e ifc.Entity) []ifc.Entity {
	var out []ifc.Entity
	for _, rel := range s.m.Inverse("HasAssociations").Of(e) {
		if rel.Is("IfcRelAssociatesMaterial") {
			out = append(out, rel)
		}
	}
	return out
}

// partsOf returns what a definition consists of; itself, where it has no parts.
func partsOf(source ifc.Entity) []ifc.Entity {
	if !source.Exists() {
		return nil
	}
	for _, attr := range []string{"MaterialLayers", "MaterialProfiles", "MaterialConstituents", "Materials"} {
		if v := source.Attr(attr); v.IsSet() {
			var out []ifc.Entity
			for e := range v.Entities() {
				out = append(out, e)
			}
			return out
		}
	}
	return []ifc.Entity{source}
}

func (s *Set) part(e ifc.Entity) part {
	out := part{Class: e.Class()}
	textOf := func(v ifc.Value) *string {
		text, ok := v.Text()
		if !ok {
			return nil
		}
		text = cut(text, maxListed)
		return &text
	}
	out.Name = textOf(e.Attr("Name"))
	if e.Is("IfcMaterial") {
		out.Material = out.Name
	} else {
		out.Material = textOf(e.Attr("Material").Entity().Attr("Name"))
	}
	if v := e.Attr("LayerThickness"); v.IsSet() {
		out.Thickness, out.Metres = datum(v.Datum(), maxListed), s.lengthInSI(v)
	}
	if v := e.Attr("Fraction"); v.IsSet() {
		out.Fraction = datum(v.Datum(), maxListed)
	}
	out.Category = cut(e.Attr("Category").String(), maxListed)
	if p := e.Attr("Profile").Entity(); p.Exists() {
		out.Profile = cut(p.Attr("ProfileName").String(), maxListed)
	}
	return out
}
