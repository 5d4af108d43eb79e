// Package step reads ISO 10303-21 exchange structures ("STEP files"): bytes
// in, records with lazily decoded arguments out. It knows nothing of IFC.
//
// # Table first, values later
//
// A building model is mostly coordinates that most questions never touch. So a
// file is scanned once, in parallel, into columns without pointers: for every
// record its instance number, its keyword and where its arguments begin. A
// [Row] is a position in these columns. Arguments are tokenised only when
// [File.Args] is walked, numbers and strings decoded only when a [Value] is
// asked for them; nothing is cached here.
//
//	f, err := step.Open("house.ifc", step.Options{})
//	for row := range f.Rows() {
//		if f.Keyword(row) == "IFCWALL" {
//			guid, _ := f.Arg(row, 0).Text()
//		}
//	}
//
// # Faults
//
// Real files break the standard in small ways. What can be read is read, as
// the table in docs/differences.md says, and every departure becomes a
// [Diagnostic] with its line and column. Faults that would make counts wrong (a
// truncated file, a file that is no STEP) are errors, unless
// [Options.Lenient] asks for what is there.
//
// Faults inside arguments are found when these are decoded, so
// [File.Diagnostics] grows while a file is used. All methods are safe for
// concurrent use.
package step
