package index

import (
	"sync"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/schema"
	"github.com/ifcmcq/ifcmcq/semantics"
	"github.com/ifcmcq/ifcmcq/step"
)

// unitTable holds the factors to SI that quantities need.
type unitTable struct {
	project map[string]semantics.Unit // by kind
	own     sync.Map                  // unit entity → ownUnit
}

// ownUnit is the unit that a quantity states for itself.
type ownUnit struct {
	semantics.Unit
	kind string
}

func (ix *Index) readUnits() *unitTable {
	t := &unitTable{project: map[string]semantics.Unit{}}
	for _, kind := range []string{semantics.LengthUnit, semantics.AreaUnit, semantics.VolumeUnit} {
		t.project[kind] = ix.Model.ProjectUnit(kind)
	}
	return t
}

// SI converts a length, an area or a volume to metres, rounded to 12 significant
// digits: by its own unit, else by the project's one unit of that kind. If that
// cannot be told, why says so.
func (ix *Index) SI(e Entry) (x float64, why string) {
	kind := e.Form.UnitKind()
	if kind == "" {
		return 0, "not a length, an area or a volume"
	}
	v, ok := e.Value.Float()
	if !ok {
		return 0, "a quantity that is no number"
	}
	t := ix.tables.units.Get(ix.readUnits)
	u := t.project[kind]
	if e.Unit.Exists() {
		own := t.unit(ix.Model, e.Unit)
		if u = own.Unit; own.kind != kind && u.Doubt == "" {
			return 0, "a unit of another kind than its quantity"
		}
	}
	if u.Doubt != "" {
		return 0, u.Doubt
	}
	return mcq.Round12(v * u.Scale), ""
}

func (t *unitTable) unit(m *semantics.Model, e ifc.Entity) ownUnit {
	if u, ok := t.own.Load(e); ok {
		return u.(ownUnit)
	}
	u := ownUnit{Unit: m.Unit(e)}
	u.kind, _ = e.Attr("UnitType").Enum()
	t.own.Store(e, u)
	return u
}

// SetsBroken tells whether some element of class c or a subclass has a property
// or quantity set that readers cannot get at: what holds for the whole class is
// then in doubt.
func (ix *Index) SetsBroken(c schema.Class) bool {
	broken := ix.tables.broken.Get(ix.readBroken)
	if len(broken) == 0 {
		return false
	}
	for k := c; k <= ix.Model.Schema().Last(c); k++ {
		if broken[k] {
			return true
		}
	}
	return false
}

func (ix *Index) readBroken() map[schema.Class]bool {
	out := map[schema.Class]bool{}
	mark := func(rel ifc.Entity) {
		for e := range rel.At(4).Entities() {
			out[e.ClassNo()] = true
		}
	}
	for rel := range ix.Model.All("IfcRelDefinesByProperties") {
		if def := rel.At(5); def.Step().Kind() == step.Typed || ix.Model.Broken(def.Entity()) {
			mark(rel)
		}
	}
	for rel := range ix.Model.All("IfcRelDefinesByType") {
		for def := range rel.At(5).Entity().Attr("HasPropertySets").Entities() {
			if ix.Model.Broken(def) {
				mark(rel)
			}
		}
	}
	return out
}

// Whole tells whether every instance of class c and its subclasses is among
// Elements, so that what Elements carry is what the class carries.
func (ix *Index) Whole(c schema.Class) bool {
	n := 0
	for k := c; k <= ix.Model.Schema().Last(c); k++ {
		n += len(ix.byCls[k])
	}
	return n == ix.Model.Count(c)
}

// OneUnnamedQuantitySet tells whether no more than one quantity set without a
// name holds for e, its type's included: else "the unnamed one" names none.
func (ix *Index) OneUnnamedQuantitySet(e ifc.Entity) bool {
	n := 0
	count := func(def ifc.Entity) {
		if def.Is("IfcElementQuantity") && !def.At(2).IsSet() {
			n++
		}
	}
	for _, rel := range ix.Model.Inverse("IsDefinedBy").Of(e) {
		if rel.Is("IfcRelDefinesByProperties") {
			count(rel.At(5).Entity())
		}
	}
	for def := range ix.Model.Type(e).Attr("HasPropertySets").Entities() {
		count(def)
	}
	return n <= 1
}
