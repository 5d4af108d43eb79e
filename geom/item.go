package geom

import (
	"errors"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/step"
)

// errNothing is the error of items that show nothing by their nature: curves,
// points, texts, bounding boxes.
var errNothing = errors.New("shows nothing")

// item reads a representation item in its own frame.
func (k *Kernel) item(e ifc.Entity, depth int) (form, error) {
	if depth > maxDepth {
		return nil, notRead(e, "items are nested too deep or go round in a circle")
	}
	switch e.Class() {
	case "IfcExtrudedAreaSolid":
		return k.extrudedAreaSolid(e)
	case "IfcExtrudedAreaSolidTapered":
		return k.extrudedAreaSolidTapered(e)
	case "IfcRevolvedAreaSolid", "IfcRevolvedAreaSolidTapered":
		return k.revolvedAreaSolid(e)
	case "IfcSweptDiskSolid", "IfcSweptDiskSolidPolygonal":
		return k.sweptDiskSolid(e)
	case "IfcSurfaceCurveSweptAreaSolid", "IfcFixedReferenceSweptAreaSolid", "IfcDirectrixDerivedReferenceSweptAreaSolid":
		return k.directrixSweptAreaSolid(e)
	case "IfcSectionedSolidHorizontal", "IfcSectionedSurface", "IfcSectionedSpine":
		return k.sectioned(e)
	case "IfcSurfaceOfRevolution":
		return k.surfaceOfRevolution(e)
	case "IfcSurfaceOfLinearExtrusion":
		return nil, notRead(e, "a bare surface without bounds")

	case "IfcFacetedBrep", "IfcFacetedBrepWithVoids":
		return k.facetedBrep(e)
	case "IfcAdvancedBrep", "IfcAdvancedBrepWithVoids":
		return k.advancedBrep(e)
	case "IfcFaceBasedSurfaceModel", "IfcShellBasedSurfaceModel", "IfcClosedShell", "IfcOpenShell", "IfcConnectedFaceSet", "IfcFace", "IfcFaceSurface", "IfcAdvancedFace":
		return k.surfaceModel(e)
	case "IfcTriangulatedFaceSet", "IfcTriangulatedIrregularNetwork":
		return k.triangulatedFaceSet(e)
	case "IfcPolygonalFaceSet":
		return k.polygonalFaceSet(e)
	case "IfcCurveBoundedPlane", "IfcCurveBoundedSurface", "IfcRectangularTrimmedSurface", "IfcAnnotationFillArea":
		return k.boundedSurface(e)

	case "IfcBlock", "IfcRectangularPyramid", "IfcRightCircularCylinder", "IfcRightCircularCone", "IfcSphere":
		return k.primitive(e)
	case "IfcCsgSolid":
		return k.item(e.Attr("TreeRootExpression").Entity(), depth+1)
	case "IfcBooleanResult", "IfcBooleanClippingResult":
		return k.booleanResult(e, depth)
	case "IfcHalfSpaceSolid", "IfcBoxedHalfSpace", "IfcPolygonalBoundedHalfSpace":
		return nil, errNothing // only as an operand

	case "IfcMappedItem":
		return k.mappedItem(e, depth)
	case "IfcGeometricSet":
		return k.geometricSet(e, depth)
	case "IfcGeometricCurveSet", "IfcBoundingBox", "IfcTextLiteral", "IfcTextLiteralWithExtent", "IfcPlanarExtent", "IfcPlanarBox",
		"IfcCartesianPoint", "IfcPlane", "IfcDirection", "IfcAnnotationFillAreaOccurrence", "IfcStyledItem", "IfcVertexPoint", "IfcEdge",
		"IfcCartesianPointList3D", "IfcCartesianPointList2D", "IfcPointByDistanceExpression", "IfcAxis2PlacementLinear",
		"IfcFillAreaStyleHatching", "IfcFillAreaStyleTiles", "IfcDefinedSymbol", "IfcAnnotationSurface":
		return nil, errNothing
	}
	if e.Is("IfcCurve") || e.Is("IfcPoint") || e.Is("IfcLightSource") || e.Is("IfcTopologicalRepresentationItem") || e.Is("IfcPlacement") || e.Is("IfcSegment") {
		return nil, errNothing
	}
	if !e.Exists() {
		return nil, errors.New("reference to an item that is not there")
	}
	return nil, notRead(e, "kind of item that is not understood")
}

// items reads a list of items as one form. What shows nothing is passed over; one
// item that is not understood spoils the whole.
func (k *Kernel) items(all ifc.Value, depth int) (form, error) {
	var out group
	var failed error
	for e := range all.Entities() {
		switch f, err := k.item(e, depth); {
		case err == nil:
			out = append(out, f)
		case !errors.Is(err, errNothing) && failed == nil:
			failed = err
		}
	}
	switch {
	case failed != nil:
		return nil, failed
	case len(out) == 0:
		return nil, errNothing
	case len(out) == 1:
		return out[0], nil
	}
	if weightOf(out) > maxWeight {
		return nil, errHeavy
	}
	return out, nil
}

var errHeavy = errors.New("is made of too many items")

// light refuses a form that is made of too many.
func light(e ifc.Entity, f form) (form, error) {
	if weightOf(f) > maxWeight {
		return nil, notRead(e, errHeavy.Error())
	}
	return f, nil
}

// mapped is a representation map that has been read once for all its uses.
type mapped struct {
	form form
	err  error
}

// mappedItem places a representation map: its target after its origin, as
// IfcOpenShell has it.
func (k *Kernel) mappedItem(e ifc.Entity, depth int) (form, error) {
	source := e.Attr("MappingSource").Entity()
	if !source.Exists() {
		return nil, notRead(e, "MappingSource is not there")
	}
	origin, ok := k.axisPlacement(source.Attr("MappingOrigin").Entity())
	if !ok {
		return nil, notRead(source, "MappingOrigin has no frame")
	}
	target, ok := k.operatorMap(e.Attr("MappingTarget").Entity())
	if !ok {
		return nil, notRead(e, "MappingTarget has no frame")
	}
	f, err := k.representationMap(source, depth)
	if err != nil {
		return nil, err
	}
	return light(e, newPlaced(f, target.Mul(origin)))
}

func (k *Kernel) representationMap(source ifc.Entity, depth int) (form, error) {
	if v, ok := k.maps.Load(source.Row()); ok {
		return v.(mapped).form, v.(mapped).err
	}
	var m mapped
	m.form, m.err = k.items(source.Attr("MappedRepresentation").Entity().Attr("Items"), depth+1)
	k.maps.Store(source.Row(), m)
	return m.form, m.err
}

// geometricSet shows the surfaces of a set; points and curves show nothing.
func (k *Kernel) geometricSet(e ifc.Entity, depth int) (form, error) {
	return k.items(e.Attr("Elements"), depth+1)
}

// integers reads a list of whole numbers.
func integers(v step.Value) []int32 {
	var out []int32
	for a := v.Elements(); ; {
		x, ok := a.Next()
		if !ok {
			return out
		}
		n, ok := x.Int()
		if !ok || n < 0 || n > 1<<31-1 {
			n = 0 // no index: lists count from 1
		}
		out = append(out, int32(n))
	}
}

// moved maps points in place.
func moved(points []vec.V3, by vec.Affine) []vec.V3 {
	for i := range points {
		points[i] = by.Point(points[i])
	}
	return points
}
