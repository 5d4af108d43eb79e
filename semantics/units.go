package semantics

import (
	"math"

	"github.com/ifcmcq/ifcmcq/ifc"
)

// Unit kinds of IfcUnitEnum that quantities are in.
const (
	LengthUnit = "LENGTHUNIT"
	AreaUnit   = "AREAUNIT"
	VolumeUnit = "VOLUMEUNIT"
)

// Unit is a named unit as a factor to SI.
type Unit struct {
	Entity ifc.Entity
	Name   string // "METRE", "FOOT"
	Prefix string // "MILLI", of an SI unit
	Scale  float64
	// Doubt says why the factor should not be relied on.
	Doubt string
}

// ProjectUnit returns the unit that the project states for a kind. Where it
// states several the first holds and is doubted; where it states none the scale
// is 1, also doubted.
func (m *Model) ProjectUnit(kind string) Unit {
	var found []Unit
	for _, e := range m.projectUnits() {
		if k, _ := e.Attr("UnitType").Enum(); k == kind {
			found = append(found, m.Unit(e))
		}
	}
	switch len(found) {
	case 0:
		return Unit{Scale: 1, Doubt: "the project states no " + kind}
	case 1:
	default:
		found[0].Doubt = "the project states more than one " + kind
	}
	return found[0]
}

// projectUnits returns the unit assignment of the first project.
func (m *Model) projectUnits() []ifc.Entity {
	m.unitsOnce.Do(func() {
		for project := range m.All("IfcProject") {
			for e := range project.Attr("UnitsInContext").Entity().Attr("Units").Entities() {
				m.units = append(m.units, e)
			}
			break
		}
	})
	return m.units
}

// Unit reads a named unit: a chain of conversions that ends in an SI unit, whose
// prefix is squared for areas and cubed for volumes.
func (m *Model) Unit(e ifc.Entity) Unit {
	u := Unit{Entity: e, Scale: 1}
	u.Name, _ = e.Attr("Name").Text()
	for range maxClimb {
		if !e.Is("IfcConversionBasedUnit") {
			break
		}
		factor := e.Attr("ConversionFactor").Entity()
		x, ok := factor.Attr("ValueComponent").Datum().Float()
		if !ok {
			u.Doubt = "conversion without a factor"
			return u
		}
		if !(x > 0) || math.IsInf(u.Scale*x, 0) || u.Scale*x == 0 {
			u.Scale, u.Doubt = 1, "conversion by a factor that is no positive number"
			return u
		}
		u.Scale *= x
		e = factor.Attr("UnitComponent").Entity()
	}
	if !e.Is("IfcSIUnit") {
		u.Doubt = "unit that does not lead to SI"
		return u
	}
	name, _ := e.Attr("Name").Enum()
	prefix, _ := e.Attr("Prefix").Enum()
	if e == u.Entity {
		u.Name, u.Prefix = name, prefix
	}
	u.Scale *= prefixScale(prefix, power(name))
	return u
}

// power is the exponent of the metre in a unit of area or volume: a prefix
// belongs to the metre.
func power(name string) int {
	switch name {
	case "SQUARE_METRE":
		return 2
	case "CUBIC_METRE":
		return 3
	}
	return 1
}

var prefixExponent = map[string]int{
	"EXA": 18, "PETA": 15, "TERA": 12, "GIGA": 9, "MEGA": 6, "KILO": 3, "HECTO": 2, "DECA": 1,
	"DECI": -1, "CENTI": -2, "MILLI": -3, "MICRO": -6, "NANO": -9, "PICO": -12, "FEMTO": -15, "ATTO": -18,
}

func prefixScale(prefix string, power int) float64 {
	return math.Pow10(prefixExponent[prefix] * power)
}
