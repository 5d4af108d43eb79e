// Package sample holds the sample building: one small IFC4 model, written for
// this project and embedded in the binary, from which every subtype of
// question can be made.
//
// It shows a house of two storeys with an attic and a workshop beside it, on
// one site. The demo, the tests and the worked example of each subtype use it;
// README.md beside this file says what stands where in it.
package sample

import _ "embed"

// Name is the file name under which the sample building is known.
const Name = "house.ifc"

//go:embed house.ifc
var house []byte

// House returns the sample building as an ISO 10303-21 file of schema IFC4.
// All callers share the slice; it must not be modified.
func House() []byte { return house }
