package tools

// Arguments that several tools take.
var (
	guidParam   = param{"guid", "GlobalId of an entity, or its instance number such as #12", true}
	limitParam  = param{"limit", "how many to list", false}
	offsetParam = param{"offset", "how many to pass over before listing", false}
	classParam  = param{"class", "class as IFC spells it, such as IfcWall; its subclasses are meant too", true}
)

// catalogue returns the tools in the order in which they are listed.
func catalogue() []tool {
	guidOf := func(what string) param { return param{"guid", what, true} }
	optional := func(name, description string) param { return param{name, description, false} }
	required := func(name, description string) param { return param{name, description, true} }
	return []tool{
		{"get_model_info",
			"An overview of the file: schema, project, units with their factors to SI, storeys with elevations, and how many instances there are of each exact class.",
			nil, (*Set).getModelInfo},
		{"find_entities",
			"Finds entities by class, by a part of the Name and by storey, and lists them with GlobalId, class and Name. Gives the total and the number by exact class first. Without class all objects and type objects are searched.",
			[]param{optional("class", "class as IFC spells it; its subclasses are meant too"), optional("name", "a part of the Name, in any letter case"),
				optional("storey", "GlobalId or Name of a storey"), limitParam, offsetParam}, (*Set).findEntities},
		{"count_entities",
			"Counts the instances of a class, subclasses included, in the whole file or on one storey, and by exact class. What stands in a space of the storey, or is a part, an opening or a filling of something on it, is on the storey too.",
			[]param{classParam, optional("storey", "GlobalId or Name of a storey")}, (*Set).countEntities},
		{"get_entity",
			"Tells the class, the predefined type and all attributes of an entity as the file states them; null is unset. Lengths are in the unit of the project.",
			[]param{guidParam}, (*Set).getEntity},
		{"get_property_sets",
			"Tells the property sets of an entity with their values, those of its type included, and for each property whether it is the entity's own or its type's. May be narrowed down to one set or one property. null is a property without a value; what is not listed does not exist.",
			[]param{guidParam, optional("pset", "only this set; null is the set without a name"), optional("property", "only this property"), limitParam, offsetParam}, (*Set).getPropertySets},
		{"get_property_values",
			"Collects a property over all instances of a class: how many have a value, sum, mean, smallest and largest of the numbers as stored, the most frequent values, then the values by entity. The values of types are included.",
			[]param{classParam, required("pset", "name of the property set; null is a set without a name"), required("property", "name of the property"), limitParam, offsetParam}, (*Set).getPropertyValues},
		{"get_quantity_sets",
			"Tells the quantity sets of an entity: for each quantity the stored value, its unit, and lengths, areas and volumes in SI units (m, m², m³). May be narrowed down to one set or one quantity.",
			[]param{guidParam, optional("qset", "only this set; null is the set without a name"), optional("quantity", "only this quantity"), limitParam, offsetParam}, (*Set).getQuantitySets},
		{"get_quantity_values",
			"Collects a quantity over all instances of a class: how many have a value, sum, mean, smallest and largest in SI units, then the values by entity.",
			[]param{classParam, required("qset", "name of the quantity set; null is a set without a name"), required("quantity", "name of the quantity"), limitParam, offsetParam}, (*Set).getQuantityValues},
		{"get_type",
			"Tells the type object of an element (such as its IfcWallType), null where it has none, and how many occurrences that type has.",
			[]param{guidParam}, (*Set).getType},
		{"get_type_occurrences",
			"Counts and lists the occurrences of a type object.",
			[]param{guidOf("GlobalId of a type object"), limitParam, offsetParam}, (*Set).getTypeOccurrences},
		{"get_container",
			"Tells where an entity is: the spatial element that contains it, its storey, building and site, and the path from it to the project. For a part, an opening or a filling it goes by what that belongs to.",
			[]param{guidParam}, (*Set).getContainer},
		{"get_spatial_children",
			"Tells what a site, building, storey or space consists of and what it contains directly: counts by class first, then the entities.",
			[]param{guidOf("GlobalId of a spatial element or of the project"), limitParam, offsetParam}, (*Set).getSpatialChildren},
		{"get_materials",
			"Tells the materials of an entity, or of its type where it has none of its own: the kind of association, the names, and layers with thickness, profiles, or constituents with fractions.",
			[]param{guidParam, limitParam, offsetParam}, (*Set).getMaterials},
		{"get_openings",
			"Counts and lists the openings cut into an element, each with the doors, windows or other elements that fill it.",
			[]param{guidOf("GlobalId of a host, such as a wall"), limitParam, offsetParam}, (*Set).getOpenings},
		{"get_host",
			"Tells the element that an opening is cut into, or for a door, window or other filling the opening it fills and the element that this is cut into.",
			[]param{guidOf("GlobalId of an opening or of a filling")}, (*Set).getHost},
		{"get_space_boundaries",
			"Tells which elements bound a space, or which spaces an element bounds: counts first, then the other sides, each with whether a boundary is physical. The same pair is listed once.",
			[]param{guidOf("GlobalId of a space or of an element"), limitParam, offsetParam}, (*Set).getSpaceBoundaries},
		{"get_bounding_box",
			"Tells the axis-aligned box of what an element shows, openings cut: smallest and largest x, y, z in world coordinates and the extents, in metres.",
			[]param{guidParam}, (*Set).getBoundingBox},
	}
}
