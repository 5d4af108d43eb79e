package semantics

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/internal/sharedtest"
	"github.com/ifcmcq/ifcmcq/step"
)

var update = flag.Bool("update", false, "write the answers into the expectations of testdata")

// read makes a model of records: they begin on line 2.
func read(t testing.TB, schema, records string) *Model {
	t.Helper()
	text := "ISO-10303-21;HEADER;FILE_SCHEMA(('" + schema + "'));ENDSEC;DATA;\n" + records + "\nENDSEC;END-ISO-10303-21;\n"
	m, err := ifc.Read([]byte(text), step.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return New(m)
}

// TestAnswers reads the archives of testdata. NAME.data holds records of an IFC4
// file (NAME.IFC2X3.data: of another schema; the first line is line 2).
// NAME.want holds lines "QUESTION: ANSWER", where a question is a word of ask and
// its arguments, entities by instance number.
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
			var m *Model
			var name string
			for i, s := range ar.Sections {
				if base, ok := strings.CutSuffix(s.Name, ".data"); ok {
					schema := "IFC4"
					name = base
					if b, s, ok := strings.Cut(base, "."); ok {
						name, schema = b, s
					}
					m = read(t, schema, strings.TrimSuffix(s.Text, "\n"))
					continue
				}
				if s.Name != name+".want" {
					t.Fatalf("%s does not follow %s.data", s.Name, name)
				}
				t.Run(name, func(t *testing.T) {
					var b strings.Builder
					for line := range strings.Lines(s.Text) {
						question, _, _ := strings.Cut(strings.TrimSpace(line), ":")
						fmt.Fprintln(&b, strings.TrimSpace(question+": "+ask(t, m, question)))
					}
					if *update {
						ar.Sections[i].Text = b.String()
					} else if diff := cmp.Diff(s.Text, b.String()); diff != "" {
						t.Errorf("want -, got +:\n%s", diff)
					}
				})
			}
			if *update {
				if err := os.WriteFile(path, []byte(ar.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// ask answers a question in words.
func ask(t *testing.T, m *Model, question string) string {
	t.Helper()
	words := strings.Fields(question)
	arg := func(i int) string {
		if i < len(words) {
			return words[i]
		}
		return ""
	}
	id, _ := strconv.ParseUint(arg(1), 10, 64)
	e := m.ByID(id)
	switch arg(0) {
	case "sets":
		return describeSets(m.Sets(e))
	case "project":
		return describeUnit(m.ProjectUnit(arg(1)))
	case "unit":
		return describeUnit(m.Unit(e))
	case "type":
		return fmt.Sprintf("%s of %d", number(m.Type(e)), m.TypeRelations(e))
	case "occurrences":
		all, n := m.Occurrences(e)
		return fmt.Sprintf("%s of %d", numbers(all), n)
	case "container":
		return number(m.Container(e))
	case "direct":
		c, ok := m.DirectContainer(e)
		return fmt.Sprintf("%s %v", number(c), ok)
	case "storey":
		return number(m.Storey(e))
	case "space-storey":
		return number(m.StoreyOfSpace(e))
	case "above":
		c, _ := m.Schema().Class(arg(2))
		return number(m.Above(e, c))
	case "aggregate":
		return number(m.Aggregate(e))
	case "nest":
		return number(m.Nest(e))
	case "materials":
		x := m.Materials(e)
		return number(x.Source) + " " + strings.Join(x.Names, ", ") + doubt(x.Doubt)
	case "openings":
		return numbers(m.Openings(e))
	case "voids":
		return numbers(m.Voids(e))
	case "fills":
		return numbers(m.Fills(e))
	case "fillings":
		return numbers(m.Fillings(e))
	case "elements":
		return numbers(m.Elements())
	case "spatial":
		return fmt.Sprint(m.IsSpatial(e))
	case "boundaries":
		var all []string
		for b := range m.Boundaries() {
			all = append(all, fmt.Sprintf("%s %s-%s %s", number(b.Relation), number(b.Space), number(b.Element), b.Physical))
		}
		return strings.Join(all, "; ")
	case "diagnostics":
		var all []string
		for _, d := range m.Diagnostics() {
			all = append(all, d.String())
		}
		return strings.Join(all, "; ")
	}
	t.Fatalf("no question: %q", question)
	return ""
}

func number(e ifc.Entity) string {
	if !e.Exists() {
		return "none"
	}
	return fmt.Sprintf("#%d", e.ID())
}

func numbers(es []ifc.Entity) string {
	all := make([]string, len(es))
	for i, e := range es {
		all[i] = number(e)
	}
	return strings.Join(all, " ")
}

func doubt(s string) string {
	if s == "" {
		return ""
	}
	return " [doubt: " + s + "]"
}

func describeUnit(u Unit) string {
	return fmt.Sprintf("%v %s %s %s", u.Scale, number(u.Entity), strings.TrimSpace(u.Prefix+" "+u.Name), doubt(u.Doubt))
}

// describeSets writes every set, quantity sets with Q, predefined ones with D
// before the name; reals with a point.
func describeSets(s Sets) string {
	var all []string
	for _, set := range s.Sets {
		text := [...]string{"", "D ", "Q "}[set.Kind]
		if set.Named {
			text += strconv.Quote(set.Name)
		} else {
			text += "unnamed"
		}
		var props []string
		for _, p := range set.Properties {
			v := p.Name + " " + describe(p.Value)
			if !p.Form.Simple() {
				v = p.Name + " " + p.Form.String()
			}
			if p.Unit.Exists() {
				v += " in " + number(p.Unit)
			}
			props = append(props, v+doubt(p.Doubt))
		}
		all = append(all, text+" {"+strings.Join(props, "; ")+"}")
	}
	return strings.Join(all, " ") + doubt(s.Doubt)
}

func describe(d ifc.Datum) string {
	switch d.Kind {
	case ifc.Text:
		return strconv.Quote(d.Text)
	case ifc.Real:
		if s := d.String(); !strings.ContainsAny(s, ".e") {
			return s + "."
		}
	case ifc.List:
		var all []string
		for _, x := range d.List {
			all = append(all, describe(x))
		}
		return "(" + strings.Join(all, " ") + ")"
	}
	return d.String()
}
