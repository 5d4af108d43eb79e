package schema

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestTree(t *testing.T) {
	for _, s := range all {
		n := Class(s.NumClasses())
		siblings := map[Class]string{}
		for c := range n {
			super := s.Super(c)
			if super != NoClass && (super >= c || s.Last(c) > s.Last(super)) {
				t.Errorf("%s: %s is outside the range of %s", s.Name(), s.ClassName(c), s.ClassName(super))
			}
			if s.Last(c) < c || s.Last(c) >= n {
				t.Errorf("%s: range of %s ends at %d", s.Name(), s.ClassName(c), s.Last(c))
			}
			if before := siblings[super]; s.ClassName(c) <= before {
				t.Errorf("%s: %s comes after %s", s.Name(), s.ClassName(c), before)
			}
			siblings[super] = s.ClassName(c)

			ancestors := map[Class]bool{}
			for a := c; a != NoClass; a = s.Super(a) {
				ancestors[a] = true
			}
			for a := range n {
				if s.IsA(c, a) != ancestors[a] {
					t.Errorf("%s: IsA(%s, %s) = %v", s.Name(), s.ClassName(c), s.ClassName(a), !ancestors[a])
				}
			}
		}
	}
}

func TestNoClass(t *testing.T) {
	s := IFC4()
	wall := must(t, s, "IfcWall")
	if s.IsA(NoClass, wall) || s.IsA(wall, NoClass) || s.IsA(NoClass, NoClass) {
		t.Error("NoClass has relatives")
	}
	if s.ClassName(NoClass) != "" || s.Super(NoClass) != NoClass || s.Abstract(NoClass) ||
		s.NumAttrs(NoClass) != 0 || s.AttrIndex(NoClass, "Name") != -1 || s.Derived(NoClass, 0) {
		t.Error("NoClass has properties")
	}
}

func TestNumberOfSubtypes(t *testing.T) {
	for _, c := range []struct {
		class string
		want  [3]int // -1: no such class
	}{
		{"IfcProduct", [3]int{89, 172, 213}},
		{"IfcElement", [3]int{59, 136, 158}},
		{"IfcTypeObject", [3]int{96, 137, 157}},
		{"IfcRepresentationItem", [3]int{124, 133, 155}},
		{"IfcBuildingElement", [3]int{27, 31, -1}},
		{"IfcBuiltElement", [3]int{-1, -1, 35}},
		{"IfcElementComponent", [3]int{3, 10, 14}},
		{"IfcFeatureElement", [3]int{7, 7, 7}},
		{"IfcSpatialElement", [3]int{-1, 8, 19}},
		{"IfcSpatialStructureElement", [3]int{4, 4, 15}},
		{"IfcDistributionElement", [3]int{12, 76, 82}},
		{"IfcDistributionFlowElement", [3]int{10, 67, 73}},
		{"IfcElementType", [3]int{92, 117, 139}},
		{"IfcPropertySetDefinition", [3]int{15, 10, 10}},
		{"IfcGroup", [3]int{9, 11, 12}},
		{"IfcRelSpaceBoundary", [3]int{0, 2, 2}},
		{"IfcCurtainWall", [3]int{0, 0, 0}},
		{"IfcDoorStyle", [3]int{0, 0, -1}},
		{"IfcDoorType", [3]int{-1, 0, 0}},
		{"IfcProxy", [3]int{0, 0, -1}},
		{"IfcFacility", [3]int{-1, -1, 5}},
	} {
		for i, s := range all {
			got := -1
			if k, ok := s.Class(c.class); ok {
				got = int(s.Last(k) - k)
			}
			if got != c.want[i] {
				t.Errorf("%s: %s has %d subtypes, want %d", s.Name(), c.class, got, c.want[i])
			}
		}
	}
}

func TestSubtypes(t *testing.T) {
	for _, c := range []struct {
		s     *Schema
		class string
		want  string
	}{
		{IFC2X3(), "IfcWall", "IfcWallStandardCase"},
		{IFC4(), "IfcWall", "IfcWallElementedCase IfcWallStandardCase"},
		{IFC4X3(), "IfcWall", "IfcWallStandardCase"},
		{IFC2X3(), "IfcSlab", ""},
		{IFC4(), "IfcSlab", "IfcSlabElementedCase IfcSlabStandardCase"},
		{IFC4X3(), "IfcSlab", ""},
		{IFC4(), "IfcDoor", "IfcDoorStandardCase"},
		{IFC4X3(), "IfcDoor", ""},
		{IFC4(), "IfcOpeningElement", "IfcOpeningStandardCase"},
		{IFC2X3(), "IfcSpatialStructureElement", "IfcBuilding IfcBuildingStorey IfcSite IfcSpace"},
		{IFC4(), "IfcFurnishingElement", "IfcFurniture IfcSystemFurnitureElement"},
		{IFC4(), "IfcRelSpaceBoundary", "IfcRelSpaceBoundary1stLevel IfcRelSpaceBoundary2ndLevel"},
		{IFC2X3(), "IfcRelDefinesByProperties", "IfcRelOverridesProperties"},
		// Byte order: an upper-case S before a lower-case i.
		{IFC2X3(), "IfcParameterizedProfileDef", "IfcCShapeProfileDef IfcCircleProfileDef IfcCircleHollowProfileDef " +
			"IfcCraneRailAShapeProfileDef IfcCraneRailFShapeProfileDef IfcEllipseProfileDef IfcIShapeProfileDef " +
			"IfcAsymmetricIShapeProfileDef IfcLShapeProfileDef IfcRectangleProfileDef IfcRectangleHollowProfileDef " +
			"IfcRoundedRectangleProfileDef IfcTShapeProfileDef IfcTrapeziumProfileDef IfcUShapeProfileDef IfcZShapeProfileDef"},
	} {
		k := must(t, c.s, c.class)
		var names []string
		for sub := k + 1; sub <= c.s.Last(k); sub++ {
			names = append(names, c.s.ClassName(sub))
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s: subtypes of %s are %q, want %q", c.s.Name(), c.class, got, c.want)
		}
	}
}

func TestIsA(t *testing.T) {
	const absent = "absent"
	for _, c := range []struct {
		class, ancestor string
		want            [3]any
	}{
		{"IfcBuildingElementPart", "IfcBuildingElement", [3]any{true, false, absent}},
		{"IfcBuildingElementPart", "IfcBuiltElement", [3]any{absent, absent, false}},
		{"IfcReinforcingBar", "IfcBuildingElement", [3]any{true, false, absent}},
		{"IfcBuildingElementPart", "IfcElement", [3]any{true, true, true}},
		{"IfcElementAssembly", "IfcElement", [3]any{true, true, true}},
		{"IfcElementAssembly", "IfcBuildingElement", [3]any{false, false, absent}},
		{"IfcWall", "IfcWall", [3]any{true, true, true}},
		{"IfcCurtainWall", "IfcWall", [3]any{false, false, false}},
		{"IfcStairFlight", "IfcStair", [3]any{false, false, false}},
		{"IfcDoorStyle", "IfcTypeProduct", [3]any{true, true, absent}},
		{"IfcDoorStyle", "IfcElementType", [3]any{false, false, absent}},
		{"IfcDoorType", "IfcElementType", [3]any{absent, true, true}},
		{"IfcBuilding", "IfcFacility", [3]any{absent, absent, true}},
		{"IfcSpatialZone", "IfcSpatialStructureElement", [3]any{absent, false, false}},
		{"IfcZone", "IfcGroup", [3]any{true, true, true}},
		{"IfcZone", "IfcSystem", [3]any{false, true, true}},
		{"IfcPile", "IfcDeepFoundation", [3]any{absent, absent, true}},
		{"IfcGrid", "IfcPositioningElement", [3]any{absent, absent, true}},
		{"IfcRelVoidsElement", "IfcRelConnects", [3]any{true, false, false}},
		{"IfcRelVoidsElement", "IfcRelDecomposes", [3]any{false, true, true}},
		{"IfcElementQuantity", "IfcPropertySetDefinition", [3]any{true, true, true}},
		{"IfcElementQuantity", "IfcQuantitySet", [3]any{absent, true, true}},
		{"IfcAsymmetricIShapeProfileDef", "IfcIShapeProfileDef", [3]any{true, false, false}},
		{"IfcSlab", "IfcRoot", [3]any{true, true, true}},
		{"IfcRoot", "IfcSlab", [3]any{false, false, false}},
	} {
		for i, s := range all {
			var got any = absent
			k, ok := s.Class(c.class)
			if a, ok2 := s.Class(c.ancestor); ok && ok2 {
				got = s.IsA(k, a)
			}
			if got != c.want[i] {
				t.Errorf("%s: IsA(%s, %s) is %v, want %v", s.Name(), c.class, c.ancestor, got, c.want[i])
			}
		}
	}
}

func TestAbstract(t *testing.T) {
	for _, s := range all {
		for _, c := range []struct {
			class string
			want  bool
		}{
			{"IfcRoot", true}, {"IfcProduct", true}, {"IfcElement", true}, {"IfcProfileDef", s != IFC4() && s != IFC4X3()},
			{"IfcWall", false}, {"IfcRepresentation", s != IFC2X3()}, {"IfcRelAggregates", false},
		} {
			if got := s.Abstract(must(t, s, c.class)); got != c.want {
				t.Errorf("%s: Abstract(%s) = %v", s.Name(), c.class, got)
			}
		}
	}
}

const (
	root    = "GlobalId OwnerHistory? Name? Description? "
	root2x3 = "GlobalId OwnerHistory Name? Description? "
	object  = root + "ObjectType? "
	product = object + "ObjectPlacement? Representation? "
	prod2x3 = root2x3 + "ObjectType? ObjectPlacement? Representation? "
	typeObj = root + "ApplicableOccurrence? HasPropertySets? RepresentationMaps? Tag? "
)

func TestAttributePositions(t *testing.T) {
	for _, c := range []struct {
		in    string // schemas: 2 for IFC2X3, 4, 3 for IFC4X3
		class string
		want  string // names in order, ? for optional
	}{
		{"2", "IfcProject", root2x3 + "ObjectType? LongName? Phase? RepresentationContexts UnitsInContext"},
		{"43", "IfcProject", object + "LongName? Phase? RepresentationContexts? UnitsInContext?"},
		{"2", "IfcSite", prod2x3 + "LongName? CompositionType RefLatitude? RefLongitude? RefElevation? LandTitleNumber? SiteAddress?"},
		{"43", "IfcSite", product + "LongName? CompositionType? RefLatitude? RefLongitude? RefElevation? LandTitleNumber? SiteAddress?"},
		{"43", "IfcBuildingStorey", product + "LongName? CompositionType? Elevation?"},
		{"2", "IfcSpace", prod2x3 + "LongName? CompositionType InteriorOrExteriorSpace ElevationWithFlooring?"},
		{"43", "IfcSpace", product + "LongName? CompositionType? PredefinedType? ElevationWithFlooring?"},
		{"2", "IfcZone", root2x3 + "ObjectType?"},
		{"43", "IfcZone", object + "LongName?"},
		{"2", "IfcWall", prod2x3 + "Tag?"},
		{"43", "IfcWall", product + "Tag? PredefinedType?"},
		{"43", "IfcDoor", product + "Tag? OverallHeight? OverallWidth? PredefinedType? OperationType? UserDefinedOperationType?"},
		{"2", "IfcStair", prod2x3 + "Tag? ShapeType"},
		{"2", "IfcStairFlight", prod2x3 + "Tag? NumberOfRiser? NumberOfTreads? RiserHeight? TreadLength?"},
		{"43", "IfcStairFlight", product + "Tag? NumberOfRisers? NumberOfTreads? RiserHeight? TreadLength? PredefinedType?"},
		{"2", "IfcReinforcingBar", prod2x3 + "Tag? SteelGrade? NominalDiameter CrossSectionArea BarLength? BarRole BarSurface?"},
		{"43", "IfcReinforcingBar", product + "Tag? SteelGrade? NominalDiameter? CrossSectionArea? BarLength? PredefinedType? BarSurface?"},
		{"4", "IfcAnnotation", strings.TrimSpace(product)},
		{"3", "IfcAnnotation", product + "PredefinedType?"},
		{"43", "IfcWallType", typeObj + "ElementType? PredefinedType"},
		{"43", "IfcDoorType", typeObj + "ElementType? PredefinedType OperationType ParameterTakesPrecedence? UserDefinedOperationType?"},
		{"4", "IfcDoorStyle", typeObj + "OperationType ConstructionType ParameterTakesPrecedence Sizeable"},
		{"2", "IfcRelSpaceBoundary", root2x3 + "RelatingSpace RelatedBuildingElement? ConnectionGeometry? PhysicalOrVirtualBoundary InternalOrExternalBoundary"},
		{"43", "IfcRelSpaceBoundary", root + "RelatingSpace RelatedBuildingElement ConnectionGeometry? PhysicalOrVirtualBoundary InternalOrExternalBoundary"},
		{"43", "IfcRelSpaceBoundary2ndLevel", root + "RelatingSpace RelatedBuildingElement ConnectionGeometry? PhysicalOrVirtualBoundary " +
			"InternalOrExternalBoundary ParentBoundary? CorrespondingBoundary?"},
		{"43", "IfcRelAggregates", root + "RelatingObject RelatedObjects"},
		{"43", "IfcRelContainedInSpatialStructure", root + "RelatedElements RelatingStructure"},
		{"43", "IfcRelVoidsElement", root + "RelatingBuildingElement RelatedOpeningElement"},
		{"43", "IfcRelAssignsToGroup", root + "RelatedObjects RelatedObjectsType? RelatingGroup"},
		{"2", "IfcRelOverridesProperties", root2x3 + "RelatedObjects RelatingPropertyDefinition OverridingProperties"},
		{"24", "IfcPropertySingleValue", "Name Description? NominalValue? Unit?"},
		{"3", "IfcPropertySingleValue", "Name Specification? NominalValue? Unit?"},
		{"4", "IfcPropertyTableValue", "Name Description? DefiningValues? DefinedValues? Expression? DefiningUnit? DefinedUnit? CurveInterpolation?"},
		{"2", "IfcQuantityLength", "Name Description? Unit? LengthValue"},
		{"43", "IfcQuantityLength", "Name Description? Unit? LengthValue Formula?"},
		{"243", "IfcSIUnit", "Dimensions UnitType Prefix? Name"},
		{"243", "IfcLocalPlacement", "PlacementRelTo? RelativePlacement"},
		{"24", "IfcGridPlacement", "PlacementLocation PlacementRefDirection?"},
		{"3", "IfcGridPlacement", "PlacementRelTo? PlacementLocation PlacementRefDirection?"},
		{"3", "IfcLinearPlacement", "PlacementRelTo? RelativePlacement CartesianPosition?"},
		{"243", "IfcCartesianTransformationOperator3DnonUniform", "Axis1? Axis2? LocalOrigin Scale? Axis3? Scale2? Scale3?"},
		{"243", "IfcGeometricRepresentationSubContext", "ContextIdentifier? ContextType? CoordinateSpaceDimension Precision? " +
			"WorldCoordinateSystem TrueNorth? ParentContext TargetScale? TargetView UserDefinedTargetView?"},
		{"243", "IfcOrientedEdge", "EdgeStart EdgeEnd EdgeElement Orientation"},
		{"3", "IfcTriangulatedIrregularNetwork", "Coordinates Normals? Closed? CoordIndex PnIndex? Flags"},
		{"2", "IfcAsymmetricIShapeProfileDef", "ProfileType ProfileName? Position OverallWidth OverallDepth WebThickness FlangeThickness " +
			"FilletRadius? TopFlangeWidth TopFlangeThickness? TopFlangeFilletRadius? CentreOfGravityInY?"},
	} {
		for i, s := range all {
			if !strings.Contains(c.in, "243"[i:i+1]) {
				continue
			}
			k := must(t, s, c.class)
			var names []string
			for j := range s.NumAttrs(k) {
				a := s.Attr(k, j)
				if got := s.AttrIndex(k, a.Name); got != j {
					t.Errorf("%s: AttrIndex(%s, %s) = %d, want %d", s.Name(), c.class, a.Name, got, j)
				}
				mark := ""
				if a.Optional {
					mark = "?"
				}
				names = append(names, a.Name+mark)
			}
			if got := strings.Join(names, " "); got != c.want {
				t.Errorf("%s: %s has\n%s\nwant\n%s", s.Name(), c.class, got, c.want)
			}
			for _, name := range []string{"", "Nonsense", strings.ToUpper(s.Attr(k, 0).Name)} {
				if got := s.AttrIndex(k, name); got != -1 {
					t.Errorf("%s: AttrIndex(%s, %q) = %d", s.Name(), c.class, name, got)
				}
			}
		}
	}
}

func TestAttributeTypes(t *testing.T) {
	for _, c := range []struct {
		s    *Schema
		attr string
		typ  string
		kind Kind
	}{
		{IFC4(), "IfcWall.GlobalId", "IfcGloballyUniqueId", KindString},
		{IFC4(), "IfcWall.OwnerHistory", "IfcOwnerHistory", KindEntity},
		{IFC4(), "IfcWall.Name", "IfcLabel", KindString},
		{IFC4(), "IfcWall.PredefinedType", "IfcWallTypeEnum", KindEnumeration},
		{IFC4(), "IfcPropertySet.HasProperties", "SET [1:?] OF IfcProperty", KindAggregate},
		{IFC4(), "IfcPropertySingleValue.NominalValue", "IfcValue", KindSelect},
		{IFC4(), "IfcSite.RefLatitude", "IfcCompoundPlaneAngleMeasure", KindAggregate},
		{IFC4(), "IfcBuildingStorey.Elevation", "IfcLengthMeasure", KindReal},
		{IFC4(), "IfcOwnerHistory.CreationDate", "IfcTimeStamp", KindInteger},
		{IFC4(), "IfcFaceBound.Orientation", "IfcBoolean", KindBoolean},
		{IFC2X3(), "IfcFaceBound.Orientation", "BOOLEAN", KindBoolean},
		{IFC4(), "IfcCompositeCurve.SelfIntersect", "IfcLogical", KindLogical},
		{IFC4(), "IfcQuantityCount.CountValue", "IfcCountMeasure", KindNumber},
		{IFC4(), "IfcPixelTexture.Pixel", "LIST [1:?] OF IfcBinary", KindAggregate},
		{IFC4(), "IfcBlobTexture.RasterCode", "IfcBinary", KindBinary},
		{IFC4(), "IfcPropertyTableValue.DefiningValues", "LIST [1:?] OF UNIQUE IfcValue", KindAggregate},
		{IFC4X3(), "IfcRelDefinesByProperties.RelatingPropertyDefinition", "IfcPropertySetDefinitionSelect", KindSelect},
		{IFC4(), "IfcBSplineSurface.ControlPointsList", "LIST [2:?] OF LIST [2:?] OF IfcCartesianPoint", KindAggregate},
	} {
		class, name, _ := strings.Cut(c.attr, ".")
		k := must(t, c.s, class)
		i := c.s.AttrIndex(k, name)
		if i < 0 {
			t.Errorf("%s: no %s", c.s.Name(), c.attr)
			continue
		}
		if a := c.s.Attr(k, i); a.Type != c.typ || a.Kind != c.kind {
			t.Errorf("%s: %s is %q, %v, want %q, %v", c.s.Name(), c.attr, a.Type, a.Kind, c.typ, c.kind)
		}
	}
}

func TestDerived(t *testing.T) {
	want := map[string][]int{
		"IfcSIUnit":                            {0},
		"IfcGeometricRepresentationSubContext": {2, 3, 4, 5},
		"IfcOrientedEdge":                      {0, 1},
		"IfcMirroredProfileDef":                {3},
	}
	for _, s := range all {
		for c := range Class(s.NumClasses()) {
			var got []int
			for i := range s.NumAttrs(c) {
				if s.Derived(c, i) {
					got = append(got, i)
				}
			}
			if !slices.Equal(got, want[s.ClassName(c)]) {
				t.Errorf("%s: %s has derived attributes %v", s.Name(), s.ClassName(c), got)
			}
			if s.Derived(c, -1) || s.Derived(c, 1000) {
				t.Errorf("%s: %s has derived attributes out of range", s.Name(), s.ClassName(c))
			}
		}
	}
}

func TestInverses(t *testing.T) {
	for _, c := range []struct {
		s    *Schema
		name string
		want string // Owner<-Rel.Forward, by owner
	}{
		{IFC2X3(), "IsDefinedBy", "IfcObject<-IfcRelDefines.RelatedObjects@4"},
		{IFC4(), "IsDefinedBy", "IfcContext<-IfcRelDefinesByProperties.RelatedObjects@4 IfcObject<-IfcRelDefinesByProperties.RelatedObjects@4 " +
			"IfcPropertySetDefinition<-IfcRelDefinesByTemplate.RelatedPropertySets@4"},
		{IFC4(), "IsTypedBy", "IfcObject<-IfcRelDefinesByType.RelatedObjects@4"},
		{IFC2X3(), "ObjectTypeOf", "IfcTypeObject<-IfcRelDefinesByType.RelatingType@5"},
		{IFC4X3(), "Types", "IfcTypeObject<-IfcRelDefinesByType.RelatingType@5"},
		{IFC2X3(), "Decomposes", "IfcObjectDefinition<-IfcRelDecomposes.RelatedObjects@5"},
		{IFC4(), "Decomposes", "IfcObjectDefinition<-IfcRelAggregates.RelatedObjects@5"},
		{IFC4(), "IsNestedBy", "IfcObjectDefinition<-IfcRelNests.RelatingObject@4"},
		{IFC2X3(), "ContainedInStructure", "IfcAnnotation<-IfcRelContainedInSpatialStructure.RelatedElements@4 " +
			"IfcElement<-IfcRelContainedInSpatialStructure.RelatedElements@4 IfcGrid<-IfcRelContainedInSpatialStructure.RelatedElements@4"},
		{IFC2X3(), "ContainsElements", "IfcSpatialStructureElement<-IfcRelContainedInSpatialStructure.RelatingStructure@5"},
		{IFC4(), "ContainsElements", "IfcSpatialElement<-IfcRelContainedInSpatialStructure.RelatingStructure@5"},
		{IFC4X3(), "HasOpenings", "IfcElement<-IfcRelVoidsElement.RelatingBuildingElement@4"},
		{IFC4X3(), "FillsVoids", "IfcElement<-IfcRelFillsElement.RelatedBuildingElement@5"},
		{IFC4(), "VoidsElements", "IfcFeatureElementSubtraction<-IfcRelVoidsElement.RelatedOpeningElement@5"},
		{IFC2X3(), "HasAssociations", "IfcObjectDefinition<-IfcRelAssociates.RelatedObjects@4 IfcPropertyDefinition<-IfcRelAssociates.RelatedObjects@4"},
		{IFC4(), "AssociatedTo", "IfcMaterialDefinition<-IfcRelAssociatesMaterial.RelatingMaterial@5 IfcMaterialUsageDefinition<-IfcRelAssociatesMaterial.RelatingMaterial@5"},
		{IFC4(), "IsGroupedBy", "IfcGroup<-IfcRelAssignsToGroup.RelatingGroup@6"},
		{IFC4(), "HasAssignments", "IfcObjectDefinition<-IfcRelAssigns.RelatedObjects@4"},
		{IFC4(), "BoundedBy", "IfcExternalSpatialElement<-IfcRelSpaceBoundary.RelatingSpace@4 IfcSpace<-IfcRelSpaceBoundary.RelatingSpace@4"},
		{IFC4X3(), "ProvidesBoundaries", "IfcElement<-IfcRelSpaceBoundary.RelatedBuildingElement@5"},
		{IFC4X3(), "HasSurfaceFeatures", "IfcElement<-IfcRelAdheresToElement.RelatingElement@4"},
		{IFC4X3(), "AdheresToElement", "IfcSurfaceFeature<-IfcRelAdheresToElement.RelatedSurfaceFeatures@5"},
		{IFC4(), "ConnectedTo", "IfcElement<-IfcRelConnectsElements.RelatingElement@5 IfcPort<-IfcRelConnectsPorts.RelatingPort@4"},
		{IFC4(), "HasSurfaceFeatures", ""},
		{IFC4(), "isdefinedby", ""},
		{IFC4(), "", ""},
		{IFC4(), "~", ""},
	} {
		var got []string
		for _, inv := range c.s.Inverses(c.name) {
			if inv.Name != c.name {
				t.Errorf("%s: Inverses(%q) includes %q", c.s.Name(), c.name, inv.Name)
			}
			got = append(got, fmt.Sprintf("%s<-%s.%s@%d", c.s.ClassName(inv.Owner), c.s.ClassName(inv.Rel),
				c.s.Attr(inv.Rel, inv.Attr).Name, inv.Attr))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %s is\n%v\nwant\n%s", c.s.Name(), c.name, got, c.want)
		}
	}
	for i, want := range []int{115, 153, 165} {
		if got := len(all[i].inverses); got != want {
			t.Errorf("%s: %d inverse attributes, want %d", all[i].Name(), got, want)
		}
	}
	for i, want := range []int{1320, 1491, 1644} {
		if got := len(all[i].attrs); got != want {
			t.Errorf("%s: %d attributes declared, want %d", all[i].Name(), got, want)
		}
	}
}
