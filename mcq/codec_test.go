package mcq

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// compare sees into SetName and keeps nil and empty lists apart no more than
// JSON does.
var compare = cmp.Options{cmp.AllowUnexported(SetName{}), cmp.Comparer(func(a, b []Option) bool {
	return slices.EqualFunc(a, b, func(x, y Option) bool {
		return x.Key == y.Key && x.Text == y.Text && sameValue(x.Value, y.Value)
	})
}), cmp.Transformer("list", func(s []string) string { return strings.Join(s, "\x00") })}

func TestWriteExactly(t *testing.T) {
	t.Parallel()
	it := Item{
		ID: "a/cls/x/00000000", Category: CLS, Group: Direct, Subtype: ClassByGUID, Type: Single,
		Question: "<a> & \"b\" \\ \u2028\u2029\u0085\t\n\x01 ü 𝄞 \xff",
		Options: opts("s", "s", "t", true, "i", int64(-5), "r", Real(5), "e", Real(1.5e-5), "E", Real(1e16), "n", nil,
			"ng", NetGross{"Net", real(1)}, "eq", NetGross{Larger: Equal}),
		Answer: []string{"A"},
		Source: Source{"A.ifc", "00", "IFC4"},
		Fact: Fact{GUID: "g", Claim: new(true), GUIDs: []string{"a", "b"}, Point: []float64{6, 2.25, -0.001},
			Pset: Unnamed(), Qset: Named(""), Metric: &Metric{MetricProperty, "M", Unnamed()}},
	}
	const want = `{"id":"a/cls/x/00000000","category":"CLS","group":"direct","subtype":"class_by_guid","type":"single",` +
		`"question":"<a> & \"b\" \\ \u2028\u2029\u0085\t\n\u0001 ü 𝄞 ` + "\ufffd" + `",` +
		`"options":[{"key":"A","text":"s","value":"s"},{"key":"B","text":"t","value":true},{"key":"C","text":"i","value":-5},` +
		`{"key":"D","text":"r","value":5.0},{"key":"E","text":"e","value":1.5e-05},{"key":"F","text":"E","value":1e+16},` +
		`{"key":"G","text":"n","value":null},{"key":"H","text":"ng","value":{"larger":"Net","si":1.0}},` +
		`{"key":"I","text":"eq","value":{"larger":"equal","si":null}}],"answer":["A"],` +
		`"source":{"file":"A.ifc","sha256":"00","schema":"IFC4"},` +
		`"fact":{"claim":true,"guid":"g","guids":["a","b"],"metric":{"kind":"property","name":"M","set":null},` +
		`"point":[6.0,2.25,-0.001],"pset":null,"qset":""}}` + "\n"
	var b bytes.Buffer
	if err := Write(&b, []Item{it}); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Error(d)
	}
	b.Reset()
	if err := WriteQuestions(&b, []Item{it}); err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"value", "answer", "fact", "larger"} {
		if strings.Contains(b.String(), secret) {
			t.Errorf("%s is in a question: %s", secret, b.String())
		}
	}
	got, err := ReadQuestions(&b)
	if err != nil || len(got) != 1 || got[0].Options[3].Text != "r" {
		t.Errorf("%v, %v", got, err)
	}
}

func TestWriteRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		value any
		want  string
	}{
		{5, "option A: a value cannot be a int"},
		{5.5, "option A: a value cannot be a float64"},
		{Real(math.NaN()), "option A: the value NaN cannot be written in JSON"},
		{NetGross{"N", real(math.Inf(1))}, "option A: the value +Inf cannot be written in JSON"},
	} {
		it := Item{ID: "x", Options: opts("t", c.value)}
		err := Write(&bytes.Buffer{}, []Item{{}, it})
		if want := "item 2 (x): " + c.want; err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	err := Write(&bytes.Buffer{}, []Item{{Fact: Fact{Point: []float64{math.NaN()}}}})
	if err == nil || err.Error() != "item 1 (): the coordinate NaN cannot be written in JSON" {
		t.Error(err)
	}
}

// The same bytes come out of encoding/json, which is how an item gets into
// other JSON.
func TestMarshalJSON(t *testing.T) {
	t.Parallel()
	for _, it := range allWellFormed(t) {
		var line, viaJSON bytes.Buffer
		if err := Write(&line, []Item{it}); err != nil {
			t.Fatal(err)
		}
		enc := json.NewEncoder(&viaJSON)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(it); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(line.String(), viaJSON.String()); d != "" {
			t.Error(d)
		}
		var back Item
		if err := json.Unmarshal(line.Bytes(), &back); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(it, back, compare); d != "" {
			t.Error(d)
		}
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := Write(&b, []Item{wellFormed(t, FileCount)}); err != nil {
		t.Fatal(err)
	}
	good := strings.TrimSuffix(b.String(), "\n")
	without := func(member string) string {
		var m map[string]json.RawMessage
		if err := json.Unmarshal([]byte(good), &m); err != nil {
			t.Fatal(err)
		}
		delete(m, member)
		out, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	swap := func(old, new string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("%s is not in %s", old, good)
		}
		return strings.Replace(good, old, new, 1)
	}
	cases := []struct{ name, line, want string }{
		{"nothing", "", ""},
		{"no newline at the end", good, ""},
		{"carriage return", good + "\r\n", ""},
		{"unknown members", swap(`{"id"`, `{"note":[1,{}],"id"`), ""},
		{"white space", swap(`{"id":`, `{ "id" : `), ""},
		{"no JSON", "hello", `line 3: bad JSON at byte 1: invalid character 'h' looking for beginning of value`},
		{"torn", good[:40], `line 3: bad JSON at byte 40: unexpected end of JSON input`},
		{"two objects", good + good, `line 3: bad JSON at byte ` + itoa(len(good)+1) + `: invalid character '{' after top-level value`},
		{"list", "[]", `line 3: a JSON array stands where an item should`},
		{"unknown subtype", swap(`"subtype":"file_count"`, `"subtype":"height"`), `line 3: unknown subtype "height"`},
		{"subtype in capitals", swap(`"subtype":"file_count"`, `"subtype":"FILE_COUNT"`), `line 3: unknown subtype "FILE_COUNT"`},
		{"number for text", swap(`"text":"7"`, `"text":7`), `line 3: the member "options.text" cannot be a JSON number`},
		{"null member", swap(`"type":"single"`, `"type":null`), `line 3: the member "type" is missing`},
		{"no sha256", swap(`"sha256"`, `"md5"`), `line 3: the member "source.sha256" is missing`},
		{"no file", swap(`"file"`, `"path"`), `line 3: the member "source.file" is missing`},
		{"no schema", swap(`"schema"`, `"scheme"`), `line 3: the member "source.schema" is missing`},
		{"no option key", swap(`"key":"B"`, `"k":"B"`), `line 3: option 2 has no key`},
		{"no option text", swap(`"text":"12"`, `"t":"12"`), `line 3: option B has no text`},
		{"no option value", swap(`"value":12`, `"v":12`), `line 3: option B has no value`},
		{"list value", swap(`"value":12`, `"value":[12]`), `line 3: option B: value is a list`},
		{"object value", swap(`"value":12`, `"value":{"si":1}`), `line 3: option B: value is an object without larger`},
		{"odd object value", swap(`"value":12`, `"value":{"larger":"N","si":"1"}`), `line 3: option B: value is an object with a larger or si of the wrong kind`},
		{"huge integer", swap(`"value":12`, `"value":9223372036854775808`), `line 3: option B: value 9223372036854775808 is out of range`},
		{"huge real", swap(`"value":12`, `"value":1e999`), `line 3: option B: value 1e999 is out of range`},
		{"odd set", swap(`"fact":{`, `"fact":{"pset":5,`), `line 3: the name of a set is neither a string nor null`},
		{"odd class", swap(`"class":"IfcWall"`, `"class":5`), `line 3: the member "fact.class" cannot be a JSON number`},
	}
	for _, m := range []string{"id", "category", "group", "subtype", "type", "question", "options", "answer", "source", "fact"} {
		cases = append(cases, struct{ name, line, want string }{"no " + m, without(m), `line 3: the member "` + m + `" is missing`})
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			items, err := Read(strings.NewReader(good + "\n\n" + c.line))
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if len(items) == 0 {
				t.Error("the item before is lost")
			}
		})
	}
}

func itoa(n int) string { return FormatNumber(n) }

func TestReadLongLines(t *testing.T) {
	t.Parallel()
	it := wellFormed(t, FileCount)
	var b bytes.Buffer
	if err := Write(&b, []Item{it}); err != nil {
		t.Fatal(err)
	}
	it.Question += strings.Repeat("x", MaxLine-(b.Len()-1))
	b.Reset()
	if err := Write(&b, []Item{it, it}); err != nil {
		t.Fatal(err)
	}
	items, err := Read(bytes.NewReader(b.Bytes()))
	if err != nil || len(items) != 2 {
		t.Fatalf("%d items, %v", len(items), err)
	}
	it.Question += "x"
	if err := Write(&b, []Item{it}); err != nil {
		t.Fatal(err)
	}
	items, err = Read(&b)
	if err == nil || err.Error() != "line 3: longer than 16777216 bytes" || len(items) != 2 {
		t.Fatalf("%d items, %v", len(items), err)
	}
}

// Whatever an item holds, it is written the same way twice, read back as it
// was, and written the same way again.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		items := rapid.SliceOfN(drawItem, 0, 3).Draw(t, "items")
		var first, again, second bytes.Buffer
		for _, b := range []*bytes.Buffer{&first, &again} {
			if err := Write(b, items); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(first.Bytes(), again.Bytes()) {
			t.Fatal("the same items are written differently")
		}
		if n := len(strings.FieldsFunc(first.String(), func(r rune) bool { return strings.ContainsRune("\n\r\v\f\x1c\x1d\x1e\u0085\u2028\u2029", r) })); n != len(items) {
			t.Fatalf("%d items on %d lines", len(items), n)
		}
		back, err := Read(bytes.NewReader(first.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if len(items) != len(back) {
			t.Fatalf("%d items became %d", len(items), len(back))
		}
		for i := range items {
			if d := cmp.Diff(items[i], back[i], compare); d != "" {
				t.Fatal(d)
			}
		}
		if err := Write(&second, back); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Fatalf("%s became %s", first.Bytes(), second.Bytes())
		}
	})
}

var (
	drawText   = rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom([]rune("aZ\"\\\u0085\u2028\u2029\x00\x1f\x7f\n\t ü𝄞\ufffd<>&/"))))
	drawFinite = rapid.Float64().Filter(finite)
	drawReal   = rapid.OneOf(rapid.Map(drawFinite, func(v float64) Real { return Real(v) }),
		rapid.Map(rapid.Int32(), func(v int32) Real { return Real(v) }))
	drawValue = rapid.OneOf(
		rapid.Map(drawText, func(v string) any { return v }),
		rapid.Map(rapid.Bool(), func(v bool) any { return v }),
		rapid.Map(rapid.Int64(), func(v int64) any { return v }),
		rapid.Map(drawReal, func(v Real) any { return v }),
		rapid.Just[any](nil),
		rapid.Custom(func(t *rapid.T) any {
			return NetGross{drawText.Draw(t, "larger"), rapid.Ptr(drawReal, true).Draw(t, "si")}
		}))
	drawSet  = rapid.OneOf(rapid.Just(SetName{}), rapid.Just(Unnamed()), rapid.Map(drawText, Named))
	drawFact = rapid.Custom(func(t *rapid.T) Fact {
		text := func(name string) string { return drawText.Draw(t, name) }
		return Fact{
			Attribute: text("attribute"), Axis: text("axis"), Claim: rapid.Ptr(rapid.Bool(), true).Draw(t, "claim"),
			Class: text("class"), Element: text("element"), Gross: text("gross"), GUID: text("guid"),
			GUIDs: rapid.SliceOfN(drawText, 1, 3).Draw(t, "guids"),
			Metric: rapid.Ptr(rapid.Custom(func(t *rapid.T) Metric {
				return Metric{drawText.Draw(t, "kind"), drawText.Draw(t, "name"), drawSet.Draw(t, "set")}
			}), true).Draw(t, "metric"),
			Net: text("net"), Point: rapid.SliceOfN(drawFinite, 1, 3).Draw(t, "point"), Property: text("property"),
			Pset: drawSet.Draw(t, "pset"), Qset: drawSet.Draw(t, "qset"), Quantity: text("quantity"),
			Space: text("space"), Storey: text("storey"), Type: text("type"),
		}
	})
	drawItem = rapid.Custom(func(t *rapid.T) Item {
		text := func(name string) string { return drawText.Draw(t, name) }
		return Item{
			ID: text("id"), Category: Category(text("category")), Group: Group(text("group")),
			Subtype: rapid.SampledFrom(Subtypes()).Draw(t, "subtype"), Type: Type(text("type")), Question: text("question"),
			Options: rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Option {
				return Option{drawText.Draw(t, "key"), drawText.Draw(t, "text"), drawValue.Draw(t, "value")}
			}), 0, 4).Draw(t, "options"),
			Answer: rapid.SliceOfN(drawText, 0, 3).Draw(t, "answer"),
			Source: Source{text("file"), text("sha256"), text("schema")},
			Fact:   drawFact.Draw(t, "fact"),
		}
	})
)

// The canonical form is what any JSON library gives for sorted keys and no
// white space, so that ids can be recomputed outside.
func TestFactIsCanonical(t *testing.T) {
	t.Parallel()
	for _, it := range allWellFormed(t) {
		var m map[string]any
		b := it.Fact.Canonical()
		dec := json.NewDecoder(bytes.NewReader(b))
		dec.UseNumber()
		if err := dec.Decode(&m); err != nil {
			t.Fatal(err)
		}
		sorted, err := json.Marshal(m) // sorts keys
		if err != nil {
			t.Fatal(err)
		}
		if string(sorted) != string(b) {
			t.Errorf("got %s, want %s", b, sorted)
		}
		if got := it.Fact.fields(); !slices.Equal(got, it.Subtype.FactFields()) {
			t.Errorf("%s: %v", it.Subtype, got)
		}
	}
}
