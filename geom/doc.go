// Package geom turns the shape of an IFC element into a box or a closed triangle
// mesh, in metres and world coordinates.
//
// # Two steps
//
// Reading makes a form of a representation item: prism, polyhedron, boolean
// result and so on, in the item's own frame, curves already made polylines by the
// segmentation rule of docs/geometry.md. Evaluating makes of a form what is asked
// for: a box needs no triangle and seldom a boolean, a mesh needs both.
//
// # What is shown
//
// Every representation in a model context but curves, points, texts and bounding
// boxes; openings cut from their hosts and from the hosts' parts. These are the
// rules of IfcOpenShell's iterator, from which only differs what it loses:
// docs/differences.md lists it.
//
// What is not understood has no shape, and a note that says why. Nothing is
// guessed.
package geom
