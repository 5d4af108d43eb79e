package mcq

import (
	"strings"
	"testing"
)

const sha = "b347a2c8aa8fff6db896a4417a9c50c22ac0ccd7c5cfc22b99b8d29336c606ed"

func source() Source { return Source{"Duplex_A_20110907.ifc", sha, "IFC2X3"} }

func real(v float64) *Real { return new(Real(v)) }

func opts(textsAndValues ...any) []Option {
	var out []Option
	for i := 0; i+1 < len(textsAndValues); i += 2 {
		out = append(out, Option{OptionKey(i / 2), textsAndValues[i].(string), textsAndValues[i+1]})
	}
	return out
}

// wellFormed returns an item of the subtype that nothing is wrong with.
func wellFormed(t testing.TB, sub Subtype) Item {
	t.Helper()
	guid := func(n int) string { return "2O2Fr$t4X7Zf8NOew3FNr" + string(rune('a'+n)) }
	entities := opts("Alpha", guid(1), "Beta", guid(2), "Gamma", guid(3))
	materials := opts("Brick", "Brick", "Air", "Air", "Oak, oiled", "Oak, oiled")
	yesNo := opts("Yes", true, "No", false)
	counts := opts("7", int64(7), "12", int64(12), "3", int64(3))
	pair := opts("One", guid(1), "Two", guid(2), "They are equal", Equal)
	prop := Fact{GUID: guid(0), Pset: Named("Pset_WallCommon"), Property: "FireRating"}
	qty := Fact{GUID: guid(0), Qset: Unnamed(), Quantity: "Length"}
	aggProp := Fact{Class: "IfcWall", Pset: Named("Pset_WallCommon"), Property: "Load"}
	aggQty := Fact{Class: "IfcWall", Qset: Named("BaseQuantities"), Quantity: "Width"}
	si := func(unit string) []Option {
		return opts("4.2 "+unit, Real(4.2), "0.000123457 "+unit, Real(0.0001234567), "5 "+unit, int64(5))
	}
	one := Fact{GUID: guid(0)}

	var f Fact
	var o []Option
	q, ans := "About "+guid(0)+": what of it?", "B"
	switch sub {
	case ClassByGUID:
		f, o = one, opts("IfcWall", "IfcWall", "IfcSlab", "IfcSlab", "IfcBeam", "IfcBeam")
	case AttributeValue:
		f, o = Fact{GUID: guid(0), Attribute: "Tag"}, opts("W1", "W1", "4.25", Real(4.25), "5", int64(5))
		q += " Its Tag?"
	case PropertyValue:
		f, o = prop, opts("F30", "F30", `"F 60"`, `"F 60"`, "F 90  B", "F 90  B")
		q += " FireRating of Pset_WallCommon?"
	case BooleanCheck:
		f, o = prop, yesNo
		f.Claim = new(false)
		q += " Is FireRating in Pset_WallCommon false?"
	case PropertyExistence:
		f, o = prop, opts("Not present", false, "Present", true)
		q += " FireRating of Pset_WallCommon?"
	case ValueOrNull:
		f, o = prop, opts("F30", "F30", NotSpecified, nil, "True", true)
		q += " FireRating of Pset_WallCommon?"
	case TypeObject, ElementStorey, SpaceStorey, StoreyBuilding, OpeningHost, FillerHost:
		f, o = one, entities
	case MaterialName:
		f, o = one, materials
	case MaterialSet:
		f, o, ans = one, materials, "AB"
	case HostFillers, ElementSpaces, SpaceElements:
		f, o, ans = one, entities, "AC"
	case BoundaryCheck:
		f, o = Fact{Space: guid(1), Element: guid(2)}, yesNo
		q = "Do " + guid(1) + " and " + guid(2) + " touch?"
	case FileCount:
		f, o, q = Fact{Class: "IfcWall"}, counts, "How many IfcWall?"
	case StoreyCount:
		f, o, q = Fact{Class: "IfcWall", Storey: guid(4)}, counts, "How many IfcWall on "+guid(4)+"?"
	case TypeCount:
		f, o, q = Fact{Type: guid(5)}, counts, "How many of "+guid(5)+"?"
	case OpeningCount:
		f, o = one, counts
	case Length, Area, Volume:
		f, o = qty, si(map[Subtype]string{Length: "m", Area: "m²", Volume: "m³"}[sub])
		q += " Length in the unnamed set?"
	case NetVsGross:
		f = Fact{GUID: guid(0), Qset: Named("BaseQuantities"), Net: "NetArea", Gross: "GrossArea"}
		o = opts("NetArea, 12.5 m²", NetGross{"NetArea", real(12.5)}, "GrossArea, 13.1 m²", NetGross{"GrossArea", real(13.1)},
			"Both are equal", NetGross{Equal, nil})
		q += " The larger of NetArea and GrossArea in BaseQuantities?"
	case PropertySum, PropertyMean:
		f, o = aggProp, opts("7", int64(7), "12.5", Real(12.5), "1.5e-05", Real(1.5e-5))
		q = "All IfcWall: Load of Pset_WallCommon?"
	case QuantitySum, QuantityMean:
		f, o = aggQty, si("m")
		q = "All IfcWall: Width of BaseQuantities?"
	case Pairwise:
		f = Fact{GUIDs: []string{guid(1), guid(2)}, Metric: &Metric{MetricQuantity, "Width", Named("BaseQuantities")}}
		o = append(pair, Option{"D", "It cannot be told", Undetermined})
		q = "Which has the larger Width of BaseQuantities?"
	case Largest, Smallest:
		f = Fact{GUIDs: []string{guid(1), guid(2), guid(3)}, Metric: &Metric{Kind: MetricAttribute, Name: "OverallWidth"}}
		o, q = entities, "Which has the extreme OverallWidth: alpha, beta or gamma?"
	case PointInBox:
		f, o = Fact{GUID: guid(0), Point: []float64{6, -2.25, 4.615}}, opts("Inside", true, "Outside", false)
		q += " Is (6.0, -2.25, 4.615) in its box?"
	case BaseElevation:
		f, o, q = Fact{GUIDs: []string{guid(1), guid(2)}}, pair, "Whose base is higher?"
	case ExtentCompare:
		f, o, q = Fact{GUIDs: []string{guid(1), guid(2)}, Axis: "Z"}, pair, "Which is longer along Z?"
	default:
		t.Fatalf("no fixture for %s", sub)
	}
	return New(source(), sub, f, q, o, strings.Split(ans, ""))
}

func allWellFormed(t testing.TB) []Item {
	var out []Item
	for _, s := range Subtypes() {
		out = append(out, wellFormed(t, s))
	}
	return out
}
