package geom

import (
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/step"
)

// Unsure says why other readers may see the shape of e otherwise, "" if they
// should not. What the standard lays down and some of them lose, or nobody lays
// down, has a box here, but no question should rest on it.
func (k *Kernel) Unsure(e ifc.Entity) string {
	if why := k.unsureFile.Get(k.fileUnsure); why != "" {
		return why
	}
	p := e.Attr("ObjectPlacement").Entity()
	for n := 0; p.Exists() && n < maxDepth; n++ {
		if !p.Is("IfcLocalPlacement") {
			return "stands on a grid or along an alignment"
		}
		p = p.Attr("PlacementRelTo").Entity()
	}
	d := &doubter{k: k, left: maxWeight}
	for _, r := range k.representations(e) {
		if why := d.items(r.Attr("Items")); why != "" {
			return why
		}
	}
	for _, o := range k.openings(e) {
		for _, r := range k.representations(o) {
			if why := d.items(r.Attr("Items")); why != "" {
				return "has an opening that " + why
			}
		}
	}
	return ""
}

// fileUnsure says what makes all shapes of a file unsure. IfcOpenShell measures in
// metres and radians where a project library states no units, and shows nothing
// where a context states * for its precision.
func (k *Kernel) fileUnsure() string {
	var project ifc.Entity
	for p := range k.m.All("IfcProject") {
		project = p
		break
	}
	stated := project.Attr("UnitsInContext").Entity()
	if stated.Exists() && !stated.Is("IfcUnitAssignment") {
		return "is in a file whose units are none"
	}
	for u := range stated.Attr("Units").Entities() {
		if !u.Is("IfcNamedUnit") && !u.Is("IfcDerivedUnit") && !u.Is("IfcMonetaryUnit") {
			return "is in a file one of whose units is none"
		}
	}
	units := stated.Row()
	for c := range k.m.All("IfcProjectLibrary") {
		if c.Attr("UnitsInContext").Entity().Row() != units && (k.length != 1 || k.angle != 1) {
			return "is in a file with a project library in other units"
		}
	}
	for c := range k.m.All("IfcGeometricRepresentationContext") {
		if !c.Is("IfcGeometricRepresentationSubContext") && c.Attr("Precision").Step().Kind() == step.Derived {
			return "is in a file with a context without a precision"
		}
	}
	return ""
}

// doubter looks for what is unsure in the items of an element.
type doubter struct {
	k     *Kernel
	left  int // how many more items and profiles are looked at
	depth int // of representation maps in each other
}

func (d *doubter) items(all ifc.Value) string {
	for e := range all.Entities() {
		if why := d.item(e); why != "" {
			return why
		}
	}
	return ""
}

// common is what makes any item or profile unsure.
func (d *doubter) common(e ifc.Entity) string {
	if d.left--; d.left < 0 {
		return "is made of too many items"
	}
	if d.k.short(e) {
		return "has a record that is too short"
	}
	return ""
}

func (d *doubter) item(e ifc.Entity) string {
	if why := d.common(e); why != "" {
		return why
	}
	switch e.Class() {
	case "IfcSectionedSolidHorizontal", "IfcSectionedSolid", "IfcSectionedSurface", "IfcSectionedSpine":
		return "is swept along an alignment"
	case "IfcSurfaceCurveSweptAreaSolid", "IfcFixedReferenceSweptAreaSolid", "IfcDirectrixDerivedReferenceSweptAreaSolid":
		return "is a profile swept along a curve"
	case "IfcSurfaceOfRevolution":
		return "is a bare surface"
	case "IfcRightCircularCylinder", "IfcRightCircularCone":
		return "is a cylinder or cone, which some readers do not show"
	case "IfcFacetedBrepWithVoids", "IfcAdvancedBrepWithVoids":
		return "has voids, which some readers do not show"
	case "IfcPolygonalFaceSet":
		if e.Attr("PnIndex").IsSet() {
			return "has its points by way of an index, which some readers do not heed"
		}
	case "IfcSweptDiskSolidPolygonal":
		if e.Attr("FilletRadius").IsSet() {
			return "is a bent rod, whose bends some readers do not round"
		}
	case "IfcMappedItem":
		if x, y, z := scalesOf(e.Attr("MappingTarget").Entity()); x != y || x != z {
			return "is scaled differently along its axes"
		}
		return d.mapped(e.Attr("MappingSource").Entity())
	case "IfcGeometricSet":
		return d.items(e.Attr("Elements"))
	case "IfcCsgSolid":
		return d.item(e.Attr("TreeRootExpression").Entity())
	case "IfcBooleanResult", "IfcBooleanClippingResult":
		if why := d.item(e.Attr("SecondOperand").Entity()); why != "" {
			return why
		}
		return d.item(e.Attr("FirstOperand").Entity())
	case "IfcExtrudedAreaSolidTapered", "IfcRevolvedAreaSolidTapered":
		if why := d.profile(e.Attr("EndSweptArea").Entity()); why != "" {
			return why
		}
		return d.profile(e.Attr("SweptArea").Entity())
	case "IfcExtrudedAreaSolid", "IfcRevolvedAreaSolid":
		return d.profile(e.Attr("SweptArea").Entity())
	}
	return ""
}

// mapped looks at each representation map once, and by itself: what is found must not
// hang on which element comes first.
func (d *doubter) mapped(source ifc.Entity) string {
	if why, ok := d.k.unsureMaps.Load(source.Row()); ok {
		return why.(string)
	}
	if d.depth == maxDepth {
		return "is nested too deep"
	}
	own := &doubter{k: d.k, left: maxWeight, depth: d.depth + 1}
	why := own.items(source.Attr("MappedRepresentation").Entity().Attr("Items"))
	d.k.unsureMaps.Store(source.Row(), why)
	return why
}

// short tells whether a record lacks arguments at its end. They are read as unset
// here; IfcOpenShell shows nothing of what holds such a record.
func (k *Kernel) short(e ifc.Entity) bool {
	n := k.m.Schema().NumAttrs(e.ClassNo())
	return n > 0 && e.At(n-1).Step().Kind() == step.Missing
}

func (d *doubter) profile(e ifc.Entity) string {
	if why := d.common(e); why != "" {
		return why
	}
	switch e.Class() {
	case "IfcCenterLineProfileDef":
		return "has a centre-line profile, whose thickness some readers do not heed"
	case "IfcDerivedProfileDef", "IfcMirroredProfileDef":
		return "has a derived profile, which readers map in different ways"
	case "IfcAsymmetricIShapeProfileDef":
		if d.k.m.Schema().Name() != "IFC2X3" {
			return "has an asymmetric I profile, which some readers do not show"
		}
	case "IfcRoundedRectangleProfileDef":
		r, _ := number(e, "RoundingRadius")
		x, _ := number(e, "XDim")
		if y, _ := number(e, "YDim"); 2*r >= min(x, y) {
			return "has a profile rounded to a half circle, which some readers do not show"
		}
	case "IfcCompositeProfileDef":
		for p := range e.Attr("Profiles").Entities() {
			if why := d.profile(p); why != "" {
				return why
			}
		}
	}
	return ""
}
