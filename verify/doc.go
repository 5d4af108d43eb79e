// Package verify finds the answer of a question again, from its fact alone, on
// the graph of package ifc by traversals of its own. It shares nothing else with
// generation: not the semantics, not the index, and it never sees the key. What
// both sides find is in the benchmark; what they do not agree on is not.
//
// Each subtype is one function from a fact to a test of option values; one file a
// category.
package verify
