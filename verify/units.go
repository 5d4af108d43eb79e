package verify

import (
	"fmt"
	"math"

	"github.com/ifcmcq/ifcmcq/ifc"
)

// unitKinds says in what kind of unit the quantities are that are converted.
var unitKinds = map[string]string{
	"IfcQuantityLength": "LENGTHUNIT",
	"IfcQuantityArea":   "AREAUNIT",
	"IfcQuantityVolume": "VOLUMEUNIT",
}

// factor returns by what a number in a kind of unit is to be multiplied for SI:
// by own, if that is a unit, else by the one that the project states.
func (v *Verifier) factor(kind string, own ifc.Entity) (float64, error) {
	if own.Exists() {
		if k, _ := own.Attr("UnitType").Enum(); k != kind {
			return 0, fmt.Errorf("#%d is no %s", own.ID(), kind)
		}
		return unitFactor(own, 0)
	}
	switch all := v.projectUnits.Get(v.readProjectUnits)[kind]; len(all) {
	case 0:
		return 0, fmt.Errorf("the project states no %s", kind)
	case 1:
		return unitFactor(all[0], 0)
	default:
		return 0, fmt.Errorf("the project states %d units of %s", len(all), kind)
	}
}

// readProjectUnits reads the units of the first project by kind.
func (v *Verifier) readProjectUnits() map[string][]ifc.Entity {
	out := map[string][]ifc.Entity{}
	for project := range v.m.All("IfcProject") {
		assigned := project.Attr("UnitsInContext").Entity()
		for u := range assigned.Attr("Units").Entities() {
			kind, _ := u.Attr("UnitType").Enum()
			out[kind] = append(out[kind], u)
		}
		break
	}
	return out
}

// unitFactor multiplies along a chain of conversions.
func unitFactor(u ifc.Entity, deep int) (float64, error) {
	switch {
	case deep > depth:
		return 0, fmt.Errorf("conversions of #%d go round in a circle", u.ID())
	case u.Is("IfcSIUnit"):
		return siFactor(u)
	case !u.Is("IfcConversionBasedUnit"):
		return 0, fmt.Errorf("#%d is no unit that leads to SI", u.ID())
	}
	by := u.Attr("ConversionFactor").Entity()
	x, ok := by.Attr("ValueComponent").Datum().Float()
	if !ok {
		return 0, fmt.Errorf("#%d converts by no number", u.ID())
	}
	base, err := unitFactor(by.Attr("UnitComponent").Entity(), deep+1)
	if x *= base; err == nil && !(x > 0 && !math.IsInf(x, 0)) {
		err = fmt.Errorf("#%d converts by %v", u.ID(), x)
	}
	return x, err
}

// siFactor is what the prefix makes of an SI unit. It belongs to the metre: a
// square millimetre is a millionth of a square metre.
func siFactor(u ifc.Entity) (float64, error) {
	prefix, ok := u.Attr("Prefix").Enum()
	if !ok {
		return 1, nil
	}
	digits := 0
	switch prefix {
	case "DECA":
		digits = 1
	case "HECTO":
		digits = 2
	case "KILO":
		digits = 3
	case "MEGA":
		digits = 6
	case "GIGA":
		digits = 9
	case "DECI":
		digits = -1
	case "CENTI":
		digits = -2
	case "MILLI":
		digits = -3
	case "MICRO":
		digits = -6
	case "NANO":
		digits = -9
	default:
		return 0, fmt.Errorf("#%d has the prefix %s, which no length in a building has", u.ID(), prefix)
	}
	switch name, _ := u.Attr("Name").Enum(); name {
	case "SQUARE_METRE":
		digits *= 2
	case "CUBIC_METRE":
		digits *= 3
	}
	return math.Pow10(digits), nil
}
