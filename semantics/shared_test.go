package semantics

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/internal/sharedtest"
	"github.com/ifcmcq/ifcmcq/step"
)

// small says what is read of the files that show how IfcOpenShell 0.8.5 reads.
// A question is as in TestAnswers, or "NUMBER.ATTRIBUTE" for the value of an
// attribute, "inverse NUMBER NAME", "all CLASS", "guid GLOBALID". Where why is
// set the answer differs from IfcOpenShell's for this reason.
var small = []struct {
	file, why string
	err       string
	answers   []string // question: answer
}{
	{file: "str-raw-bytes-dropped.ifc",
		why: "IfcOpenShell drops bytes above 127 ('Bro', 'Caf'); edition 3 of the standard has UTF-8, and older exporters meant Windows-1252",
		answers: []string{`1.Name: "Büro"`, `2.Name: "Café"`,
			"diagnostics: line 10, column 39: #2: bytes above 127 that are no UTF-8; read as Windows-1252"}},
	{file: "str-surrogates-dropped.ifc",
		why:     "IfcOpenShell drops a run of surrogates; a pair is one character of UTF-16, which ISO 10646 in \\X2\\ allows for",
		answers: []string{`1.Name: "a😀b"`, `2.Name: "a😀b"`, "diagnostics:"}},
	{file: "str-line-break-kept.ifc",
		answers: []string{`1.Name: "a\nb"`, "diagnostics: line 9, column 39: #1: line break in a string; kept, unless a quote is missing here"}},
	{file: "str-lone-backslash-refused.ifc",
		why: "IfcOpenShell refuses the whole file for one path",
		answers: []string{`1.Name: "C:\\temp\\x"`, `2.Name: "w"`, "all IfcWall: #1 #2",
			"diagnostics: line 9, column 39: #1: backslash that begins no directive; kept as it is"}},
	{file: "str-nul-cuts.ifc",
		why:     "IfcOpenShell ends the string at the NUL, as C does; a character is a character",
		answers: []string{`1.Name: "a\x00b"`}},
	{file: "str-page-and-quote.ifc",
		answers: []string{`1.Name: "§"`, `2.Name: "А"`, `2.Description: "°"`, "diagnostics:"}},
	{file: "num-leading-dot-lost.ifc",
		why:     "IfcOpenShell takes .5 for an enumeration and drops it",
		answers: []string{"2.NominalValue: 0.5", "3.Coordinates: (1. 0.5 3.)", "4.NominalValue: -0.5", "diagnostics:"}},
	{file: "num-written-type-wins.ifc",
		why:     "but for #5: IfcOpenShell makes all of a mixed list real; the values are the same",
		answers: []string{"1.NominalValue: 5", "2.NominalValue: 5.", "3.LengthValue: 2", "4.CountValue: 2.5", "5.Coordinates: (1 2.)", "6.Coordinates: (1 2)"}},
	{file: "num-integer-32-bit.ifc",
		why: "IfcOpenShell wraps at 32 bits (-1294967296, -1, #1); what is beyond 64 bits is unset here, with a diagnostic",
		answers: []string{"2.NominalValue: 3000000000", "3.NominalValue: unset", "all IfcWall: #4294967297", `4294967297.Name: "w"`,
			"diagnostics: line 10, column 44: #3: integer beyond 64 bits; read as unset"}},
	{file: "num-inf-token-breaks-psets.ifc",
		why: "IfcOpenShell raises for the whole element; what is no number is unset and in doubt",
		answers: []string{`sets 1: "P" {a unset [doubt: value without its type]}`, "9.NominalValue: unset",
			"diagnostics: line 12, column 41: #4: not a value of ISO 10303-21; read as unset; line 13, column 41: #9: not a value of ISO 10303-21; read as unset"}},
	{file: "rec-short-record-raises.ifc",
		why:     "IfcOpenShell raises where an attribute is missing; it is unset here",
		answers: []string{`1.Name: "w"`, "1.PredefinedType: unset", `2.Name: "v"`, "2.PredefinedType: SOLIDWALL"}},
	{file: "rec-empty-argument-shifts.ifc",
		why: "IfcOpenShell moves what follows one place to the left; an empty argument is unset here",
		answers: []string{"1.OwnerHistory: unset", `1.Name: "n"`,
			"diagnostics: line 9, column 37: #1: nothing between two commas; read as unset"}},
	{file: "rec-duplicate-id-first-wins.ifc",
		answers: []string{`1.Name: "first"`, "all IfcWall: #1 #1", "5.RelatingObject: #1", "guid 0000000000000000000002: #1",
			"diagnostics: line 10, column 12: #1: instance number is used before; references mean the first"}},
	{file: "rec-duplicate-guid-last-wins.ifc",
		why: "IfcOpenShell's by_guid gives the last, #1; no question is asked about such an element, so both are found here",
		answers: []string{"all IfcWall: #2 #1", "guid 0000000000000000000009: #2 #1",
			"diagnostics: line 10, column 12: #1: GlobalId 0000000000000000000009 is used before"}},
	{file: "rec-dangling-and-unknown.ifc",
		answers: []string{"2.RelatedElements: #3", "2.RelatingStructure:", "1.Name: none", "container 3: none"}},
	{file: "rec-missing-parenthesis.ifc",
		why: "IfcOpenShell loses all records behind it; a semicolon outside of strings ends a record here",
		answers: []string{"all IfcWall: #1 #3 #4", `1.Name: "n"`,
			"diagnostics: line 9, column 12: #1: record lacks a closing parenthesis; read up to its ;"}},
	{file: "rec-enum-unset.ifc",
		answers: []string{"1.PredefinedType: unset", "2.PredefinedType: unset", `3.PredefinedType: "SOLIDWALL"`}},
	{file: "hdr-two-schemas-refused.ifc",
		why:     "IfcOpenShell opens the file but then has no schema; the first that is known is taken here",
		answers: []string{"all IfcWall: #1", "diagnostics: FILE_SCHEMA names 2 schemas; read as IFC4"}},
	{file: "rec-truncated-crashes.ifc",
		why: "IfcOpenShell ends with a segmentation fault",
		err: "file ends inside the record #2, which begins on line 10: truncated after line 10 (--lenient reads what is there)"},
	{file: "inv-order-class-then-file.ifc",
		answers: []string{"inverse 1 HasAssociations: #10 #20 #9", "materials 1: #3 A [doubt: more than one material association]"}},
	{file: "inv-2x3-aggregates-before-nests.ifc",
		answers: []string{"inverse 1 Decomposes: #10 #20", "aggregate 1: #3", "nest 1: none"}},
	{file: "pset-type-and-occurrence.ifc",
		why:     "C is unset as in get_psets, but in doubt: get_pset gives the type's 9.0",
		answers: []string{`sets 1: "P" {A 1.; B 3.; C unset [doubt: unset on the occurrence, set on its type]}`}},
	{file: "pset-same-name-twice.ifc",
		why:     "a is 1.0 as in get_psets, but in doubt: get_pset gives the first set's 2.0",
		answers: []string{`sets 1: "X" {a 1. [doubt: stated twice with different values]; b 3.}`}},
	{file: "pset-value-kinds.ifc",
		why: "a reference value is kept by name, without value; parts of complex values are not read",
		answers: []string{`sets 1: "X" {e ("A" "B"); e0 unset; l (1. UNKNOWN); l0 unset; r IfcPropertyReferenceValue in #32; c IfcComplexProperty; nul unset; u UNKNOWN; f false; es ""}` +
			` Q "Q" {q IfcPhysicalComplexQuantity}`}},
	{file: "pset-definition-set.ifc",
		why:     "IfcOpenShell raises, or finds no set; both are read here, and in doubt",
		answers: []string{`sets 1: "X" {a 1.} "Y" {a 1.} [doubt: sets are related by an IfcPropertySetDefinitionSet]`}},
	{file: "unit-square-milli.ifc",
		why: "IfcOpenShell's calculate_unit_scale applies a prefix once (0.001), its convert_unit as here: a square millimetre is 1e-6 square metres",
		answers: []string{"project AREAUNIT: 1e-06 #3 MILLI SQUARE_METRE", "project VOLUMEUNIT: 1e-09 #4 MILLI CUBIC_METRE",
			"project LENGTHUNIT: 1 none   [doubt: the project states no LENGTHUNIT]"}},
	{file: "unit-two-length-units.ifc",
		why:     "IfcOpenShell multiplies all in one function, takes the first in another, the last in a third; the first is taken here, and in doubt",
		answers: []string{"project LENGTHUNIT: 0.001 #7 MILLI METRE  [doubt: the project states more than one LENGTHUNIT]"}},
	{file: "cont-climb.ifc",
		answers: []string{"container 20: #6", "container 21: #6", "container 50: #6", "container 52: #6", "container 22: #3", "container 23: #5",
			"storey 20: #4", "storey 21: #4", "storey 50: #4", "storey 52: #4", "storey 22: none", "storey 23: #5", "container 4: none"}},
	{file: "mat-single-layer-asserts.ifc",
		why:     "IfcOpenShell asserts for a single layer; its material is read here, and in doubt; an air gap has no name to give",
		answers: []string{"materials 1: #52 A [doubt: a single IfcMaterialLayer is associated]", "materials 2: #55 A, A"}},
}

func TestSharedSmall(t *testing.T) {
	t.Parallel()
	for _, c := range small {
		t.Run(c.file, func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(sharedtest.Small(t, c.file))
			if err != nil {
				t.Fatal(err)
			}
			x, err := ifc.Read(data, step.Options{})
			if err != nil || c.err != "" {
				if fmt.Sprint(err) != c.err {
					t.Errorf("%v, want %s", err, c.err)
				}
				return
			}
			defer x.Close()
			m := New(x)
			var got []string
			for _, a := range c.answers {
				question, _, _ := strings.Cut(a, ":")
				got = append(got, strings.TrimSpace(question+": "+askGraph(t, m, question)))
			}
			if diff := cmp.Diff(c.answers, got); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}
}

// askGraph answers what is asked of the graph alone, ask the rest.
func askGraph(t *testing.T, m *Model, question string) string {
	var id uint64
	var name string
	if _, err := fmt.Sscanf(strings.Replace(question, ".", " ", 1), "%d %s", &id, &name); err == nil {
		e := m.ByID(id)
		if !e.Exists() {
			return "none"
		}
		v := e.Attr(name)
		if k := v.Step().Kind(); k == step.Ref || k == step.List && name != "Coordinates" {
			var all []ifc.Entity
			for e := range v.Entities() {
				all = append(all, e)
			}
			return numbers(all)
		}
		return describe(v.Datum())
	}
	words := strings.Fields(question)
	switch words[0] {
	case "inverse":
		fmt.Sscan(words[1], &id)
		return numbers(m.Inverse(words[2]).Of(m.ByID(id)))
	case "all":
		var all []ifc.Entity
		for e := range m.All(words[1]) {
			all = append(all, e)
		}
		return numbers(all)
	case "guid":
		return numbers(m.ByGUID(words[1]))
	}
	return ask(t, m, question)
}
