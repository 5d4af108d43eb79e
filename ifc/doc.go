// Package ifc is the graph of a building model: a STEP file read with the IFC
// schema it names. Instances by class and by GlobalId, attributes by name,
// references followed forwards and backwards. What the graph means (property
// sets, units, containers) is package semantics' matter; verification rests on
// this package alone.
//
//	m, err := ifc.Open("house.ifc", step.Options{})
//	for wall := range m.All("IfcWall") { // subclasses included
//		fmt.Println(wall.GUID(), wall.Attr("Name").String())
//	}
//
// The rules, and where they follow IfcOpenShell, are those of
// docs/differences.md.
package ifc
