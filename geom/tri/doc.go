// Package tri cuts flat polygons with holes into triangles and decides on which
// side of a line or plane a point lies without error.
//
// Every edge of a polygon becomes the edge of exactly one triangle, in its own
// direction, also where points coincide or lie in a row: so polyhedra whose faces
// share their edges become closed meshes. Triangles without area are made where
// that cannot be had otherwise.
package tri
