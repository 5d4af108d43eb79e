// Package semantics says what the graph of a building model means: property and
// quantity sets with their inheritance from types, units, type objects, spatial
// containers, materials, openings and fillings, space boundaries. One file a
// topic.
//
// Where IFC leaves a choice, the answers are those of IfcOpenShell 0.8.5, which
// most of the field uses; docs/differences.md lists the exceptions. What cannot
// be answered soundly carries a doubt that says why, so that nothing is asked
// about it.
package semantics
