package tools

import (
	"strings"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/schema"
	"github.com/ifcmcq/ifcmcq/semantics"
)

// siUnits is what the kinds of units that are converted are converted to.
var siUnits = []struct{ kind, measures, symbol string }{
	{semantics.LengthUnit, "length", "m"},
	{semantics.AreaUnit, "area", "m²"},
	{semantics.VolumeUnit, "volume", "m³"},
}

// units is those of the project.
type units struct{ of map[string]semantics.Unit }

func (s *Set) projectUnit(kind string) semantics.Unit {
	return s.units.Get(func() *units {
		u := &units{map[string]semantics.Unit{}}
		for _, k := range siUnits {
			u.of[k.kind] = s.m.ProjectUnit(k.kind)
		}
		return u
	}).of[kind]
}

// unitName is a unit in words: "MILLI METRE", "FOOT", "KILOGRAM".
func unitName(u semantics.Unit) *string {
	name := strings.TrimSpace(u.Prefix + " " + u.Name)
	if name == "" {
		if !u.Entity.Exists() {
			return nil
		}
		name = u.Entity.Class()
	}
	name = cut(name, maxListed)
	return &name
}

// unitOf is the unit of a property or a quantity: its own, else that of the
// project for its kind. The kind is "" where none is converted.
func (s *Set) unitOf(p *semantics.Property) (u semantics.Unit, kind string) {
	kind = p.Form.UnitKind()
	if kind == "" {
		kind = measureKind(p.Value.Type)
	}
	if p.Unit.Exists() {
		u = s.m.Unit(p.Unit)
		if k, _ := p.Unit.Attr("UnitType").Enum(); k != kind && kind != "" {
			u.Doubt = "its unit is not one of its kind"
		}
		return u, kind
	}
	if kind == "" {
		return semantics.Unit{}, ""
	}
	return s.projectUnit(kind), kind
}

// measureKind is the kind of unit that values of a type are in.
func measureKind(t *schema.Type) string {
	if t == nil {
		return ""
	}
	switch t.Name() {
	case "IfcLengthMeasure", "IfcPositiveLengthMeasure", "IfcNonNegativeLengthMeasure":
		return semantics.LengthUnit
	case "IfcAreaMeasure":
		return semantics.AreaUnit
	case "IfcVolumeMeasure":
		return semantics.VolumeUnit
	}
	return ""
}

func symbolOf(kind string) string {
	for _, k := range siUnits {
		if k.kind == kind {
			return k.symbol
		}
	}
	return ""
}

// lengthInSI converts a length of the project.
func (s *Set) lengthInSI(v ifc.Value) *mcq.Real {
	x, ok := v.Float()
	u := s.projectUnit(semantics.LengthUnit)
	if !ok || !u.Entity.Exists() {
		return nil
	}
	return computed(x * u.Scale)
}
