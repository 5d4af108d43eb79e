package schema_test

import (
	"fmt"

	"github.com/ifcmcq/ifcmcq/schema"
)

func Example() {
	s, _ := schema.ByIdentifier("IFC4")
	wall, _ := s.Class("IFCWALL")
	for c := wall; c <= s.Last(wall); c++ {
		fmt.Println(s.ClassName(c))
	}

	i := s.AttrIndex(wall, "PredefinedType")
	a := s.Attr(wall, i)
	fmt.Println(i, a.Name, a.Type, a.Kind, a.Optional)

	t, _ := s.Type(a.Type)
	fmt.Println(s.HasItem(t, "PARTITIONING"), s.HasItem(t, "ROOF"))
	// Output:
	// IfcWall
	// IfcWallElementedCase
	// IfcWallStandardCase
	// 8 PredefinedType IfcWallTypeEnum enumeration true
	// true false
}

// An inverse attribute is found through the relationship that it stands for.
func ExampleSchema_Inverses() {
	s := schema.IFC2X3()
	for _, inv := range s.Inverses("IsDefinedBy") {
		fmt.Println(s.ClassName(inv.Owner), "is referred to by")
		for c := inv.Rel; c <= s.Last(inv.Rel); c++ {
			if !s.Abstract(c) {
				fmt.Println(" ", s.ClassName(c), s.Attr(c, inv.Attr).Name)
			}
		}
	}
	// Output:
	// IfcObject is referred to by
	//   IfcRelDefinesByProperties RelatedObjects
	//   IfcRelOverridesProperties RelatedObjects
	//   IfcRelDefinesByType RelatedObjects
}
