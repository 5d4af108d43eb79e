// Package index holds the facts of a building model that questions can be made
// of: eligible elements, what fields (attributes, properties, quantities) the
// elements of a class carry with which values, and how they are related. It asks
// package semantics and knows nothing of stems and options.
//
// Tables are made on first use, so that a run which asks for one category pays
// for no other. An Index is safe for concurrent use.
package index
