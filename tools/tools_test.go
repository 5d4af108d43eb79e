package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/internal/sharedtest"
	"github.com/ifcmcq/ifcmcq/sample"
	"github.com/ifcmcq/ifcmcq/step"
)

var update = flag.Bool("update", false, "write the answers into the expectations of testdata")

func read(tb testing.TB, data []byte) *ifc.Model {
	tb.Helper()
	m, err := ifc.Read(data, step.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { m.Close() })
	return m
}

// TestAnswers reads the archives of testdata. NAME.data holds the records of an
// IFC4 file (NAME.IFC2X3.data of another schema; "sample" stands for the sample
// building). NAME.want holds lines "TOOL ARGUMENTS", each followed by its answer.
func TestAnswers(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no testdata", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			ar := sharedtest.ReadArchive(t, path)
			var s *Set
			for i, section := range ar.Sections {
				if base, ok := strings.CutSuffix(section.Name, ".data"); ok {
					schema := "IFC4"
					if _, other, ok := strings.Cut(base, "."); ok {
						schema = other
					}
					data := sample.House()
					if text := strings.TrimSpace(section.Text); text != "sample" {
						data = []byte("ISO-10303-21;HEADER;FILE_SCHEMA(('" + schema + "'));ENDSEC;DATA;\n" + text + "\nENDSEC;END-ISO-10303-21;\n")
					}
					s = New(read(t, data))
					continue
				}
				var b strings.Builder
				for line := range strings.Lines(section.Text) {
					line = strings.TrimSpace(line)
					if line == "" || strings.HasPrefix(line, "{") {
						continue
					}
					if b.Len() > 0 {
						b.WriteString("\n")
					}
					name, args, _ := strings.Cut(line, " ")
					b.WriteString(line + "\n" + string(s.Call(t.Context(), name, json.RawMessage(args)).JSON()) + "\n")
				}
				if *update {
					ar.Sections[i].Text = b.String()
				} else if diff := cmp.Diff(section.Text, b.String()); diff != "" {
					t.Errorf("%s: want -, got +:\n%s", section.Name, diff)
				}
			}
			if *update {
				if err := os.WriteFile(path, []byte(ar.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func TestDefinitions(t *testing.T) {
	t.Parallel()
	all := Definitions()
	if len(all) != 17 {
		t.Errorf("%d tools", len(all))
	}
	for _, d := range all {
		var schema struct {
			Type       string
			Properties map[string]struct{ Description string }
			Required   []string
		}
		dec := json.NewDecoder(bytes.NewReader(d.Schema))
		if err := dec.Decode(&schema); err != nil || schema.Type != "object" || schema.Required == nil {
			t.Errorf("%s: %s: %v", d.Name, d.Schema, err)
		}
		if !strings.HasSuffix(d.Description, ".") || len(schema.Properties) != len(d.Parameters) {
			t.Errorf("%s: %s", d.Name, d.Description)
		}
		for _, name := range schema.Required {
			if _, ok := schema.Properties[name]; !ok {
				t.Errorf("%s requires %s, which it does not take", d.Name, name)
			}
		}
		_, limit := schema.Properties["limit"]
		_, offset := schema.Properties["offset"]
		if limit != offset {
			t.Errorf("%s takes one of limit and offset", d.Name)
		}
	}
}

// everyCall calls every tool about every entity of a model and every storey, class,
// property and quantity by name.
func everyCall(s *Set, see func(tool, args string, e Envelope)) {
	call := func(tool string, args map[string]any) {
		raw, err := json.Marshal(args)
		if err != nil {
			panic(err)
		}
		see(tool, string(raw), s.Call(context.Background(), tool, raw))
	}
	call("get_model_info", nil)
	for e := range s.m.Entities() {
		for _, t := range s.tools {
			if len(t.params) > 0 && t.params[0].name == "guid" {
				call(t.name, map[string]any{"guid": s.idOf(e)})
			}
		}
	}
	for _, class := range s.presentClasses() {
		call("find_entities", map[string]any{"class": class})
		call("count_entities", map[string]any{"class": class})
		for _, storey := range s.instances(s.storey) {
			call("find_entities", map[string]any{"class": class, "storey": s.idOf(storey)})
		}
	}
	for k := range s.columnIndex() {
		var set any
		if k.named {
			set = k.set
		}
		if k.quantities {
			call("get_quantity_values", map[string]any{"class": "IfcObject", "qset": set, "quantity": k.name})
		} else {
			call("get_property_values", map[string]any{"class": "IfcObject", "pset": set, "property": k.name})
		}
	}
}

// Whatever is asked about the sample has an answer that can be read whole, or a
// sentence and mostly a hint; a second set of tools gives the same bytes.
func TestEveryCallOverTheSample(t *testing.T) {
	t.Parallel()
	m := read(t, sample.House())
	s, again := New(m), New(m)
	n := 0
	everyCall(s, func(tool, args string, e Envelope) {
		n++
		text := e.JSON()
		if !json.Valid(text) || e.OK == (e.Error != nil) || e.OK == (e.Data == nil) {
			t.Errorf("%s %s: %s", tool, args, text)
		}
		if len(text) > 6000 {
			t.Errorf("%s %s: %d bytes", tool, args, len(text))
		}
		if other := again.Call(t.Context(), tool, json.RawMessage(args)).JSON(); !bytes.Equal(text, other) {
			t.Errorf("%s %s: %s, then %s", tool, args, text, other)
		}
	})
	if n < 5000 {
		t.Errorf("%d calls", n)
	}
}

// Pages put together are the list, whatever their size.
func TestPagesAddUp(t *testing.T) {
	t.Parallel()
	s := New(read(t, sample.House()))
	type listed struct {
		Data struct {
			Total     int
			Returned  int
			Truncated bool
			Entities  []json.RawMessage
			Values    []json.RawMessage // of a property
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		tool := rapid.SampledFrom([]string{"find_entities", "get_property_values"}).Draw(t, "tool")
		args := map[string]any{"class": rapid.SampledFrom([]string{"IfcElement", "IfcWall", "IfcProduct"}).Draw(t, "class")}
		if tool == "get_property_values" {
			args["pset"], args["property"] = "Pset_WallCommon", "IsExternal"
		}
		get := func(limit, offset int) listed {
			args["limit"], args["offset"] = limit, offset
			raw, err := json.Marshal(args)
			if err != nil {
				t.Fatal(err)
			}
			var out listed
			if err := json.Unmarshal(s.Call(context.Background(), tool, raw).JSON(), &out); err != nil {
				t.Fatal(err)
			}
			return out
		}
		whole := get(maxLimit, 0)
		var rest []json.RawMessage
		for offset := 0; ; {
			p := get(rapid.IntRange(1, 60).Draw(t, "limit"), offset)
			rest = append(append(rest, p.Data.Entities...), p.Data.Values...)
			offset += p.Data.Returned
			if p.Data.Total != whole.Data.Total || p.Data.Truncated != (offset < p.Data.Total) {
				t.Fatalf("%+v", p.Data)
			}
			if !p.Data.Truncated {
				break
			}
		}
		all := append(whole.Data.Entities, whole.Data.Values...)
		if diff := cmp.Diff(all, rest); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestInterruptedCall(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if e := New(read(t, sample.House())).Call(ctx, "get_model_info", nil); e.OK {
		t.Errorf("%s", e.JSON())
	}
}

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"wall", "wall", 0}, {"wal", "wall", 1}, {"door", "wall", 4}, {"tür", "tur", 1}} {
		if got := distance(c.a, c.b); got != c.want || distance(c.b, c.a) != got {
			t.Errorf("%q %q: %d, not %d", c.a, c.b, got, c.want)
		}
	}
}

// FuzzCall sends anything to any tool: an envelope comes back.
func FuzzCall(f *testing.F) {
	for _, d := range Definitions() {
		f.Add(d.Name, `{"guid":"3q9el6oiXVOzG1CU9EieVd","limit":3}`)
		f.Add(d.Name, `{"class":"IfcWall","pset":null,"property":"x","offset":1e3}`)
		f.Add(d.Name, `{"class":"IfcWall","qset":"Qto_WallBaseQuantities","quantity":"NetVolume"} `)
	}
	f.Add("get_entity", `{"guid":"#99999999999999999999"}`)
	f.Add("find_entities", `{"name":"\ud800","storey":"ground floor"}`)
	f.Add("", "[1")
	s := New(read(f, sample.House()))
	f.Fuzz(func(t *testing.T, tool, args string) {
		e := s.Call(t.Context(), tool, json.RawMessage(args))
		if text := e.JSON(); !json.Valid(text) || e.OK == (e.Error != nil) {
			t.Errorf("%s", text)
		}
	})
}

// FuzzModel asks everything about whatever it is given.
func FuzzModel(f *testing.F) {
	for _, seed := range sharedtest.Seeds() {
		f.Add(seed)
	}
	f.Add([]byte("ISO-10303-21;HEADER;FILE_SCHEMA(('IFC4'));ENDSEC;DATA;\n#1=IFCWALL('1',$,$,$,$,$,$,$,$);\nENDSEC;END-ISO-10303-21;\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<13 {
			return
		}
		m, err := ifc.Read(data, step.Options{Lenient: true})
		if err != nil {
			return
		}
		defer m.Close()
		everyCall(New(m), func(tool, args string, e Envelope) {
			if text := e.JSON(); !json.Valid(text) || e.OK == (e.Error != nil) {
				t.Errorf("%s %s: %s", tool, args, text)
			}
		})
	})
}

func BenchmarkCall(b *testing.B) {
	for _, c := range []struct{ tool, args string }{
		{"get_model_info", `{}`},
		{"find_entities", `{"class":"IfcElement"}`},
		{"count_entities", `{"class":"IfcWall","storey":"Ground Floor"}`},
		{"get_entity", `{"guid":"3q9el6oiXVOzG1CU9EieVd"}`},
		{"get_property_sets", `{"guid":"3q9el6oiXVOzG1CU9EieVd"}`},
		{"get_quantity_values", `{"class":"IfcWall","qset":"Qto_WallBaseQuantities","quantity":"NetVolume"}`},
		{"get_bounding_box", `{"guid":"3q9el6oiXVOzG1CU9EieVd"}`},
	} {
		b.Run(c.tool, func(b *testing.B) {
			s := New(read(b, sample.House()))
			b.ReportAllocs()
			for b.Loop() {
				if e := s.Call(b.Context(), c.tool, json.RawMessage(c.args)); len(e.JSON()) == 0 || !e.OK {
					b.Fatal(e.Error)
				}
			}
		})
	}
}
