package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The extracts were made by a script from the EXPRESS schemas. Here the
// schemas are read a second time, by other means, and compared.
func TestExtractsAgreeWithExpress(t *testing.T) {
	for _, src := range sources {
		in := filepath.Join(schemas, src.in)
		text, err := os.ReadFile(strings.TrimSuffix(in, ".table.tsv") + ".exp")
		if err != nil {
			t.Skip("the EXPRESS schemas are not here:", err)
		}
		f, err := os.Open(in)
		if err != nil {
			t.Skip("the extracts of the schemas are not here:", err)
		}
		defer f.Close()
		got, err := parse(f)
		if err != nil {
			t.Fatal(err)
		}
		want := express(string(text))
		compare(t, src.name, lines(got), lines(want))
	}
}

func compare(t *testing.T, name string, got, want []string) {
	t.Helper()
	for _, l := range got {
		if _, ok := slices.BinarySearch(want, l); !ok {
			t.Errorf("%s: only in the extract: %s", name, l)
		}
	}
	for _, l := range want {
		if _, ok := slices.BinarySearch(got, l); !ok {
			t.Errorf("%s: only in the schema: %s", name, l)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d facts in the extract, %d in the schema", name, len(got), len(want))
	}
}

// lines writes each fact on a line of its own, sorted, spaces apart.
func lines(f *facts) []string {
	var out []string
	add := func(format string, args ...any) {
		out = append(out, strings.ReplaceAll(fmt.Sprintf(format, args...), " ", ""))
	}
	for _, y := range f.types {
		add("type %s = %s", y.name, y.def)
	}
	for _, e := range f.entities {
		add("entity %s < %s, abstract %t", e.name, e.super, e.abstract)
		for i, a := range e.attrs {
			add("%s.%d %s: %s, optional %t", e.name, i, a.name, a.typ, a.optional)
		}
		for _, d := range e.derived {
			add("%s derives %s", e.name, d)
		}
		for _, i := range e.inverses {
			add("%s.%s is %s.%s", e.name, i.name, i.rel, i.forward)
		}
	}
	slices.Sort(out)
	return out
}

var (
	comment   = regexp.MustCompile(`(?s)\(\*.*?\*\)|--[^\n]*`)
	space     = regexp.MustCompile(`\s+`)
	typeDecl  = regexp.MustCompile(`\bTYPE (\w+) = ([^;]*);`)
	entDecl   = regexp.MustCompile(`\bENTITY (\w+)([^;]*);(.*?)\bEND_ENTITY;`)
	subtype   = regexp.MustCompile(`SUBTYPE OF \((\w+)\)`)
	sectionOf = regexp.MustCompile(`^(DERIVE|INVERSE|UNIQUE|WHERE) `)
	self      = regexp.MustCompile(`^SELF ?\\ ?(\w+)\.(\w+) ?:`)
	inverseOf = regexp.MustCompile(`^(\w+) ?: ?(?:(?:SET|BAG) ?(?:\[[^]]*\] ?)?OF )?(\w+) FOR (\w+)$`)
)

// express reads of an EXPRESS schema what the extracts tell.
func express(text string) *facts {
	text = space.ReplaceAllString(comment.ReplaceAllString(text, ""), " ")
	f := new(facts)
	for _, m := range typeDecl.FindAllStringSubmatch(text, -1) {
		f.types = append(f.types, defined{m[1], strings.TrimSpace(m[2])})
	}
	for _, m := range entDecl.FindAllStringSubmatch(text, -1) {
		e := entity{name: m[1], abstract: strings.Contains(m[2], "ABSTRACT")}
		if s := subtype.FindStringSubmatch(m[2]); s != nil {
			e.super = s[1]
		}
		part := ""
		for stmt := range strings.SplitSeq(m[3], ";") {
			stmt = strings.TrimSpace(stmt)
			if k := sectionOf.FindString(stmt); k != "" {
				part, stmt = strings.TrimSpace(k), stmt[len(k):]
			}
			switch name, typ, _ := strings.Cut(stmt, ":"); {
			case stmt == "":
			case part == "":
				typ, optional := strings.CutPrefix(strings.TrimSpace(typ), "OPTIONAL ")
				e.attrs = append(e.attrs, attribute{strings.TrimSpace(name), typ, optional})
			case part == "DERIVE":
				if d := self.FindStringSubmatch(stmt); d != nil {
					e.derived = append(e.derived, d[1]+"."+d[2])
				}
			case part == "INVERSE":
				if i := inverseOf.FindStringSubmatch(stmt); i != nil {
					e.inverses = append(e.inverses, inverse{i[1], i[2], i[3]})
				}
			}
		}
		f.entities = append(f.entities, e)
	}
	return f
}
