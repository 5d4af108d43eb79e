package mcq_test

import (
	"fmt"
	"os"

	"github.com/ifcmcq/ifcmcq/mcq"
)

func ExampleWrite() {
	item := mcq.New(
		mcq.Source{
			File:   "Duplex.ifc",
			SHA256: "b347a2c8aa8fff6db896a4417a9c50c22ac0ccd7c5cfc22b99b8d29336c606ed",
			Schema: "IFC2X3",
		},
		mcq.Length,
		mcq.Fact{GUID: "2O2Fr$t4X7Zf8NOew3FNr2", Qset: mcq.Named("BaseQuantities"), Quantity: "Length"},
		"How long is IfcWall 2O2Fr$t4X7Zf8NOew3FNr2 by Length of BaseQuantities?",
		[]mcq.Option{
			{Key: "A", Text: mcq.FormatQuantity(4.2, "m"), Value: mcq.Real(4.2)},
			{Key: "B", Text: mcq.FormatQuantity(3.8, "m"), Value: mcq.Real(3.8)},
			{Key: "C", Text: mcq.FormatQuantity(3800, "m"), Value: mcq.Real(3800)},
		},
		[]string{"B"},
	)
	fmt.Println(len(mcq.CheckItem(item)), "problems")
	if err := mcq.Write(os.Stdout, []mcq.Item{item}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 0 problems
	// {"id":"duplex/qty/length/40b56709","category":"QTY","group":"quantitative","subtype":"length","type":"single","question":"How long is IfcWall 2O2Fr$t4X7Zf8NOew3FNr2 by Length of BaseQuantities?","options":[{"key":"A","text":"4.2 m","value":4.2},{"key":"B","text":"3.8 m","value":3.8},{"key":"C","text":"3800 m","value":3800.0}],"answer":["B"],"source":{"file":"Duplex.ifc","sha256":"b347a2c8aa8fff6db896a4417a9c50c22ac0ccd7c5cfc22b99b8d29336c606ed","schema":"IFC2X3"},"fact":{"guid":"2O2Fr$t4X7Zf8NOew3FNr2","qset":"BaseQuantities","quantity":"Length"}}
}

func ExampleTells() {
	key := mcq.Key{Text: "0.762 m", Value: mcq.Real(0.762)}
	fmt.Println(mcq.Tells("Single-Flush:Single 0762 x 2032mm", key))
	fmt.Println(mcq.Tells("Entrance door", key))
	// Output:
	// true
	// false
}
