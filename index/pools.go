package index

import (
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/semantics"
)

// Pool says how much of a model one category could draw on, before it is known
// whether options can be found.
type Pool struct {
	Category mcq.Category
	Count    int
	Of       string // what is counted
}

// Pools counts, for every category that needs no geometry, the facts that its
// questions could be about.
func (ix *Index) Pools() []Pool {
	var values, attributes, booleans, partial, quantities, numeric int
	metrics := func(f *Field) {
		n := 0
		for _, e := range f.Entries {
			if e.Sound() && e.Value.IsNumber() {
				n++
			}
		}
		if n > 1 {
			numeric++
		}
	}
	for _, f := range ix.Attributes() {
		attributes += len(f.Entries)
		metrics(f)
	}
	for _, f := range ix.Fields() {
		sound, yesno := 0, 0
		for _, e := range f.Entries {
			switch {
			case !e.Sound():
			case e.Value.Kind == ifc.Boolean:
				yesno++
			default:
				sound++
			}
		}
		metrics(f)
		if f.Kind == Quantity {
			for _, e := range f.Entries {
				if e.Form.UnitKind() != "" && e.Sound() {
					quantities++
				}
			}
			continue
		}
		if f.Mixed == NotSingle {
			continue
		}
		values, booleans = values+sound, booleans+yesno
		if n := sound + yesno; n > 0 && n < len(ix.OfClass(f.Class)) {
			partial++
		}
	}
	var typed, placed, withMaterial, openings int
	for _, e := range ix.Elements {
		m := ix.Model
		if m.Type(e.Entity).Exists() {
			typed++
		}
		if !m.IsSpatial(e.Entity) && m.Storey(e.Entity).Exists() {
			placed++
		}
		if len(m.Materials(e.Entity).Names) > 0 {
			withMaterial++
		}
		openings += len(m.Openings(e.Entity))
	}
	boundaries := 0
	for b := range ix.Model.Boundaries() {
		if b.Physical == semantics.Physical && b.Space.Exists() && b.Element.Exists() {
			boundaries++
		}
	}
	return []Pool{
		{mcq.CLS, len(ix.Elements), "elements"},
		{mcq.ATT, attributes, "attribute values"},
		{mcq.PRP, values, "property values"},
		{mcq.BLN, booleans, "boolean property values"},
		{mcq.EXS, partial, "properties that part of a class carries"},
		{mcq.TYP, typed, "elements with a type object"},
		{mcq.SPA, placed, "elements on a storey"},
		{mcq.MAT, withMaterial, "elements with materials"},
		{mcq.OPN, openings, "openings in elements"},
		{mcq.BND, boundaries, "physical space boundaries"},
		{mcq.CNT, len(ix.Classes()), "classes of elements"},
		{mcq.QTY, quantities, "lengths, areas and volumes"},
		{mcq.AGG, numeric, "numeric fields of a class"},
		{mcq.CMP, numeric, "numeric fields of a class"},
	}
}
