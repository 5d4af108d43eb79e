package mcq

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestCheckAcceptsWellFormed(t *testing.T) {
	t.Parallel()
	for _, p := range Check(allWellFormed(t)) {
		t.Error(p)
	}
}

// Each mutation breaks one well-formed item in one way; Check says just that.
// The id is made anew after a mutation of the fact, so that it does not hide
// behind the id.
func TestCheckFindsMutations(t *testing.T) {
	t.Parallel()
	text := func(i int, s string) func(*Item) { return func(it *Item) { it.Options[i].Text = s } }
	value := func(i int, v any) func(*Item) { return func(it *Item) { it.Options[i].Value = v } }
	answer := func(keys ...string) func(*Item) { return func(it *Item) { it.Answer = keys } }
	both := func(i int, s string, v any) func(*Item) {
		return func(it *Item) { it.Options[i].Text, it.Options[i].Value = s, v }
	}
	ask := func(old, new string) func(*Item) {
		return func(it *Item) {
			if !strings.Contains(it.Question, old) {
				panic(old + " is not in the question")
			}
			it.Question = strings.ReplaceAll(it.Question, old, new)
		}
	}
	fact := func(change func(*Fact)) func(*Item) {
		return func(it *Item) {
			change(&it.Fact)
			it.ID = ID(it.Source.File, it.Subtype, it.Source.SHA256, it.Fact)
		}
	}
	const g = "2O2Fr$t4X7Zf8NOew3FNr"

	for _, c := range []struct {
		sub    Subtype
		change func(*Item)
		rule   string
		want   string
	}{
		// Place in the taxonomy, id, source.
		{FileCount, func(it *Item) { it.Subtype = "height" }, "subtype", `the subtype "height" is unknown`},
		{FileCount, func(it *Item) { it.Category = CLS }, "category", `file_count is of category CNT, not "CLS"`},
		{FileCount, func(it *Item) { it.Group = Direct }, "group", `file_count is of group quantitative, not "direct"`},
		{FileCount, func(it *Item) { it.Type = Multi }, "type", `file_count is answered as single, not "multi"`},
		{FileCount, func(it *Item) { it.ID = "file_count/1" }, "id", `the id is not of the form file/category/subtype/8 hex digits`},
		{FileCount, func(it *Item) { it.ID = "a/cnt/file_count/0123456X" }, "id", `the id is not of the form file/category/subtype/8 hex digits`},
		{FileCount, func(it *Item) { it.ID = "duplex_a_20110907/cnt/file_count/01234567" }, "id", `source, subtype and fact give the id duplex_a_20110907/cnt/file_count/*`},
		{OpeningCount, func(it *Item) {
			it.Fact.GUID = g + "z"
			it.Question = g + "z?"
		}, "id", `source, subtype and fact give the id duplex_a_20110907/cnt/opening_count/*`},
		{FileCount, func(it *Item) { it.Source.File = "models/" + it.Source.File }, "source", `the source file "models/Duplex_A_20110907.ifc" is not a file name without a folder`},
		{FileCount, func(it *Item) {
			it.Source.SHA256 = strings.ToUpper(sha)
			it.ID = ID(it.Source.File, it.Subtype, it.Source.SHA256, it.Fact)
		}, "source", `the source's sha256 is not 64 lower-case hex digits`},
		{FileCount, func(it *Item) { it.Source.Schema = "IFC5" }, "source", `the source's schema "IFC5" is none of IFC2X3, IFC4, IFC4X3`},

		// Fact.
		{OpeningCount, fact(func(f *Fact) { f.GUID = "" }), "fact", `the fact lacks "guid"`},
		{PropertyValue, fact(func(f *Fact) { f.Pset = SetName{} }), "fact", `the fact lacks "pset"`},
		{BooleanCheck, fact(func(f *Fact) { f.Claim = nil }), "fact", `the fact lacks "claim"`},
		{OpeningCount, fact(func(f *Fact) { f.Qset = Unnamed() }), "fact", `the fact of opening_count holds no "qset"`},
		{PropertyValue, fact(func(f *Fact) { f.Claim = new(true) }), "fact", `the fact of property_value holds no "claim"; the stem does not say that true is claimed`},
		{ExtentCompare, fact(func(f *Fact) { f.Axis = "longer" }), "fact", `the axis "longer" is none of X, Y, Z`},
		{Largest, fact(func(f *Fact) { f.GUIDs = f.GUIDs[:2] }), "fact", `largest compares 3 to 5 entities, not 2; option C stands for "` + g + `d", which is not compared`},
		{Pairwise, fact(func(f *Fact) { f.GUIDs[1] = f.GUIDs[0] }), "fact", `the GlobalId ` + g + `b is compared with itself; option B stands for "` + g + `c", which is not compared`},
		{Pairwise, fact(func(f *Fact) { f.GUIDs = append(f.GUIDs, g+"x") }), "fact", `pairwise compares 2 entities, not 3; no option stands for ` + g + `x, which is compared`},
		{Pairwise, fact(func(f *Fact) { f.Metric.Set = SetName{} }), "fact", `the metric is a quantity but names no set`},
		{Largest, fact(func(f *Fact) { f.Metric.Set = Unnamed() }), "fact", `the metric is an attribute but names a set`},
		{Pairwise, fact(func(f *Fact) { f.Metric.Kind = "size" }), "fact", `the metric's kind "size" is none of attribute, property, quantity`},
		{Pairwise, fact(func(f *Fact) { f.Metric.Name = "" }), "fact", `the metric has no name`},
		{PointInBox, fact(func(f *Fact) { f.Point = f.Point[:2] }), "fact", `the point has 2 coordinates, not 3`},
		{PointInBox, fact(func(f *Fact) { f.Point[0] = 6.0000000001 }), "fact", `the coordinate 6.0000000001 has more than 3 decimals`},
		{PointInBox, func(it *Item) {
			fact(func(f *Fact) { f.Point[0] = math.Copysign(0, -1) })(it)
			ask("(6.0", "(0.0")(it)
		}, "fact", `a coordinate is a negative zero`},
		{NetVsGross, fact(func(f *Fact) { f.Net, f.Gross = "GrossArea", "GrossArea" }), "fact", `net and gross are both GrossArea; option A reads "NetArea, 12.5 m²", but its value names "NetArea", which is neither net nor gross`},

		// Options.
		{FileCount, func(it *Item) { it.Options = it.Options[:2] }, "options", `an item of type single has 3 to 5 options, not 2`},
		{FileCount, func(it *Item) {
			it.Options = opts("7", int64(7), "12", int64(12), "3", int64(3), "4", int64(4), "5", int64(5), "6", int64(6))
		}, "options", `an item of type single has 3 to 5 options, not 6`},
		{BooleanCheck, func(it *Item) { it.Options = it.Options[1:]; it.Options[0].Key = "A"; it.Answer[0] = "A" }, "options", `an item of type boolean has 2 options, not 1`},
		{MaterialSet, func(it *Item) {
			for i := range 6 {
				s := fmt.Sprint("Stone ", i)
				it.Options = append(it.Options, Option{OptionKey(i + 3), s, s})
			}
		}, "options", `an item of type multi has 3 to 8 options, not 9`},
		{FileCount, func(it *Item) { it.Options[2].Key = "D" }, "options", `option 3 has the key "D", not C`},
		{FileCount, func(it *Item) { it.Options[0].Key = "a" }, "options", `option 1 has the key "a", not A`},
		{ElementStorey, text(0, " BETA "), "options", `options A and B read alike`},
		{ElementStorey, value(0, g+"c"), "options", `options A and B have the same value`},
		{ElementStorey, text(0, " \t"), "options", `option A has no text; option A holds a line break or another character that cannot be printed`},
		{ElementStorey, text(0, "Al\npha"), "options", `option A holds a line break or another character that cannot be printed`},
		{ElementStorey, text(0, "Al\xffpha"), "options", `option A holds a line break or another character that cannot be printed`},
		{ElementStorey, text(0, "Alpha "+g+"b"), "options", `the GlobalId is shown by A but not by B C`},
		{Pairwise, value(0, g+"x"), "options", `no option stands for ` + g + `b, which is compared; option A stands for "` + g + `x", which is not compared`},
		{Largest, value(0, Equal), "options", `no option stands for ` + g + `b, which is compared; option A stands for "equal", which is not compared`},
		{BaseElevation, value(2, Undetermined), "options", `option C stands for "undetermined", which is not compared`},

		// Answer.
		{FileCount, answer(), "answer", `the answer is empty`},
		{FileCount, answer("D"), "answer", `the answer "D" is not the key of an option`},
		{FileCount, answer("A", "B"), "answer", `an item of type single has 1 right option, not 2`},
		{BooleanCheck, answer("A", "B"), "answer", `an item of type boolean has 1 right option, not 2`},
		{MaterialSet, answer("B", "A"), "answer", `the answer is not in the order of the keys`},
		{MaterialSet, answer("A", "A"), "answer", `the answer repeats A`},
		{MaterialSet, answer("A", "B", "C"), "answer", `no option is wrong`},
		{MaterialSet, answer(), "answer", `the answer is empty`},

		// Values and texts.
		{FileCount, value(0, 7), "value", `option A has a value of type int, which no item may hold`},
		{FileCount, value(0, Real(7)), "value", `option A has a value that is a real number, which file_count does not offer`},
		{FileCount, both(0, "-7", int64(-7)), "value", `option A counts -7`},
		{Length, value(0, "4.2 m"), "value", `option A has a value that is a string, which length does not offer`},
		{Length, value(0, Real(math.Inf(1))), "value", `option A: the value +Inf cannot be written in JSON`},
		{PropertyValue, both(0, NotSpecified, nil), "value", `option A has a value that is null, which property_value does not offer`},
		{PropertyValue, both(0, "Yes", true), "value", `option A has a value that is a boolean, which property_value does not offer`},
		{TypeObject, value(0, int64(5)), "value", `option A has a value that is an integer, which type_object does not offer`},
		{TypeObject, value(0, ""), "value", `option A stands for no GlobalId`},
		{BooleanCheck, value(0, "Yes"), "value", `option A has a value that is a string, which boolean_check does not offer`},
		{NetVsGross, value(2, Equal), "value", `option C has a value that is a string, which net_vs_gross does not offer`},
		{AttributeValue, value(0, NetGross{}), "value", `option A has a value that is a pair of larger and si, which attribute_value does not offer`},
		{ValueOrNull, both(1, "F60", "F60"), "value", `no option stands for a value that is not in the file`},
		{FileCount, text(0, "8"), "text", `option A reads "8", but its value is 7`},
		{FileCount, text(0, "7.0"), "text", `option A reads "7.0", but its value is 7`},
		{Length, text(0, "4.20005 m"), "text", `option A reads "4.20005 m", but its value is 4.2`},
		{Length, text(0, "about 4.2 m"), "text", `option A reads "about 4.2 m", but its value is 4.2`},
		{Length, text(0, "4.2"), "text", `option A reads "4.2", but its unit is m`},
		{Area, text(0, "4.2 m"), "text", `option A reads "4.2 m", but its unit is m²`},
		{QuantityMean, text(2, "5 ft"), "text", `option C reads "5 ft", but its unit is m or m² or m³`},
		{ValueOrNull, text(1, "Not specified"), "text", `option B reads "Not specified", but null is written "Not specified in the file"`},
		{PropertyValue, text(0, "f30"), "text", `option A reads "f30", but its value is "F30"`},
		{ClassByGUID, text(0, "Wall"), "text", `option A reads "Wall", but its value is "IfcWall"`},
		{MaterialSet, text(0, "Bricks"), "text", `option A reads "Bricks", but its value is "Brick"`},
		{BooleanCheck, text(0, "Maybe"), "text", `option A reads "Maybe", but its value is true`},
		{BooleanCheck, text(0, "False"), "text", `option A reads "False", but its value is true`},
		{BooleanCheck, text(1, "Absent"), "text", `"Yes" and "Absent" are not the two answers to one question`},
		{NetVsGross, text(0, "NetArea, 12.6 m²"), "text", `option A reads "NetArea, 12.6 m²", but its value is 12.5`},
		{NetVsGross, text(0, "The net one, 12.5 m²"), "text", `option A reads "The net one, 12.5 m²", but its value names NetArea`},
		{NetVsGross, value(0, NetGross{"NetArea", nil}), "text", `option A reads "NetArea, 12.5 m²", but its value has no number`},
		{NetVsGross, both(0, "NetArea, 1.5e-05 m²", NetGross{"NetArea", real(1.5e-5)}), "text", `option A reads "NetArea, 1.5e-05 m²", but its value is 1.5e-05`},

		// Margin.
		{Length, func(it *Item) { it.Answer[0] = "A"; both(1, "4.215 m", Real(4.215))(it) }, "margin", `option B is within 0.5 % of the key`},
		{Length, func(it *Item) { it.Answer[0] = "C"; both(1, "5.02 m", Real(5.02))(it) }, "margin", `option B is within 0.5 % of the key`},
		{NetVsGross, both(0, "GrossArea, 13.11 m²", NetGross{"GrossArea", real(13.11)}), "margin", `option A is within 0.5 % of the key`},

		// Stem.
		{FileCount, ask("How many IfcWall?", " "), "stem", `there is no question`},
		{OpeningCount, ask(g+"a", "the wall"), "stem", `the stem does not name ` + g + `a`},
		{FileCount, ask("IfcWall", "IfcWallStandardCase"), "stem", `the stem does not name IfcWall`},
		{StoreyCount, ask(g+"e", "that floor"), "stem", `the stem does not name ` + g + `e`},
		{TypeCount, ask(g+"f", "that type"), "stem", `the stem does not name ` + g + `f`},
		{BoundaryCheck, ask(g+"b", "this"), "stem", `the stem does not name ` + g + `b`},
		{BoundaryCheck, ask(g+"c", "this"), "stem", `the stem does not name ` + g + `c`},
		{AttributeValue, ask("Tag", "tag"), "stem", `the stem does not name Tag`},
		{PropertyValue, ask("FireRating", "rating"), "stem", `the stem does not name FireRating`},
		{PropertyValue, ask("Pset_WallCommon", "its set"), "stem", `the stem does not name Pset_WallCommon`},
		{PropertySum, ask("IfcWall:", "Wall:"), "stem", `the stem does not name IfcWall`},
		{Length, ask("Length", "How long"), "stem", `the stem does not name Length`},
		{NetVsGross, ask("BaseQuantities", "its set"), "stem", `the stem does not name BaseQuantities`},
		{Pairwise, ask("Width", "size"), "stem", `the stem does not name Width`},
		{Pairwise, ask("BaseQuantities", "its set"), "stem", `the stem does not name BaseQuantities`},
		{ExtentCompare, ask("along Z", "in X"), "stem", `the stem does not name Z`},
		{PointInBox, ask("4.615", "4.6"), "stem", `the stem does not name the point (6, -2.25, 4.615)`},
		{PointInBox, ask("6.0, -2.25", "-2.25, 6.0"), "stem", `the stem does not name the point (6, -2.25, 4.615)`},
		{BooleanCheck, ask("false", "falsely set"), "stem", `the stem does not say that false is claimed`},

		// Give-aways.
		{ElementStorey, ask("what of it", "BETA it"), "give-away", `the stem contains the text of option B, which is right`},
		{HostFillers, ask("what of it", "alpha, beta"), "give-away", `the stem contains the text of option A, which is right`},
		{Length, ask("what of it", "0.000123457  M"), "give-away", `the stem contains the text of option B, which is right`},
		{ValueOrNull, func(it *Item) { it.Answer[0] = "C"; it.Question += " Is it true?" }, "give-away", `the stem contains the text of option C, which is right`},
		{Smallest, ask("alpha, ", ""), "give-away", `the stem contains the text of option B, which is right`},
		{BaseElevation, func(it *Item) { it.Answer[0] = "C"; it.Question += " Say if they are equal." }, "give-away", `the stem contains the text of option C, which is right`},
	} {
		t.Run(c.rule+"/"+string(c.sub), func(t *testing.T) {
			t.Parallel()
			it := wellFormed(t, c.sub)
			c.change(&it)
			got := CheckItem(it)
			var messages []string
			for _, p := range got {
				messages = append(messages, p.Message)
				if p.ID != it.ID {
					t.Errorf("a problem of %q is laid to %q", it.ID, p.ID)
				}
			}
			if s := strings.Join(messages, "; "); !matches(s, c.want) {
				t.Errorf("got  %s\nwant %s", s, c.want)
			}
			if len(got) > 0 && !slices.ContainsFunc(got, func(p Problem) bool { return p.Rule == c.rule }) {
				t.Errorf("got rule %s, want %s", got[0].Rule, c.rule)
			}
		})
	}
}

// matches takes a * at the end of want for anything.
func matches(got, want string) bool {
	if head, ok := strings.CutSuffix(want, "*"); ok {
		return strings.HasPrefix(got, head)
	}
	return got == want
}

func TestCheckWholeBenchmark(t *testing.T) {
	t.Parallel()
	a, b := wellFormed(t, FileCount), wellFormed(t, Volume)
	b.Options[0].Text = "4.3 m³"
	var got []string
	for _, p := range Check([]Item{a, b, a}) {
		got = append(got, p.String())
	}
	want := []string{
		"line 2: " + b.ID + `: option A reads "4.3 m³", but its value is 4.2`,
		"line 3: " + a.ID + ": the id is taken by line 1 already",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// Items come from files that others may have written: Check must say what is
// wrong with them and not fall over.
func TestCheckNeverPanics(t *testing.T) {
	t.Parallel()
	Check([]Item{{}, {Subtype: Pairwise}, {Subtype: PointInBox, Fact: Fact{Point: []float64{}}}})
	for _, it := range allWellFormed(t) {
		for _, sub := range Subtypes() {
			other := it
			other.Subtype = sub
			if sub != it.Subtype && len(CheckItem(other)) == 0 {
				t.Errorf("a %s passes for a %s", it.Subtype, sub)
			}
		}
		it.Options = append(slices.Clone(it.Options), Option{Value: []int{1}}, Option{Value: []int{1}})
		CheckItem(it)
		Balance([]Item{it})
	}
}

func TestBalance(t *testing.T) {
	t.Parallel()
	no := wellFormed(t, BooleanCheck) // key B, No
	yes := wellFormed(t, BooleanCheck)
	yes.Answer = []string{"A"}
	exists := wellFormed(t, PropertyExistence) // key B, true
	null := wellFormed(t, ValueOrNull)         // key B of 3, null
	count := wellFormed(t, FileCount)          // 12 of 7, 12, 3: largest
	length := wellFormed(t, Length)            // the smallest of 3
	multi := wellFormed(t, MaterialSet)
	got := fmt.Sprint(Balance([]Item{exists, no, yes, no, null, count, length, multi}))
	const want = "{[{BLN {1 3}} {EXS {1 1}}] {1 1} [{2 [1 3]} {3 [0 3 0]}] [{3 [1 0 1]}]}"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
