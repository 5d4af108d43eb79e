// Package mcq is the vocabulary of a benchmark: what an item is, which kinds
// of items there are, how they are written down, and what makes one well
// formed. It knows nothing of building models or of how questions come about.
//
// # Items
//
// An [Item] is one multiple-choice question about one building model. On disk
// it is one JSON object on one line (wrapped here):
//
//	{"id":"duplex/qty/length/40b56709","category":"QTY","group":"quantitative",
//	 "subtype":"length","type":"single",
//	 "question":"How long is IfcWall 2O2Fr$t4X7Zf8NOew3FNr2 by Length of BaseQuantities?",
//	 "options":[{"key":"A","text":"4.2 m","value":4.2},
//	            {"key":"B","text":"3.8 m","value":3.8},
//	            {"key":"C","text":"3800 m","value":3800.0}],
//	 "answer":["B"],
//	 "source":{"file":"Duplex.ifc","sha256":"b347…","schema":"IFC2X3"},
//	 "fact":{"guid":"2O2Fr$t4X7Zf8NOew3FNr2","qset":"BaseQuantities","quantity":"Length"}}
//
// Three things in it are kept apart. The question and the options' texts are
// what somebody is asked. The options' values are what the texts stand for, at
// full precision, so that a program can test each of them against the model.
// The [Fact] says what the question is about without saying the answer: from
// it alone the answer can be found again by somebody who has not seen the key.
//
// # Taxonomy
//
// A [Subtype] is one kind of question; it determines the [Category], the
// [Group], the question [Type] and the fields of the fact. [Subtypes] lists
// all 36.
//
// # Bytes
//
// [Write] is deterministic, and [Read] gives back what was written, down to
// the difference between the integer 5 and the real 5.0. An item's id is a
// hash of source, subtype and fact (see [ID]); it stays when other items come
// or go, and when stem or options are worded anew.
//
// # Checks
//
// [Check] finds what is wrong with items without opening a model. [Tells],
// [StemTells], [TellsNumber] and [NearlySame] are the rules behind it for those
// who make items: what gives a key away, and what is too close to it.
// [Balance] measures what could be guessed from the keys alone.
package mcq
