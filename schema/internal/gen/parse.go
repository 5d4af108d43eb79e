package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// facts is what an extract says, in its order.
type facts struct {
	entities []entity
	types    []defined
}

type entity struct {
	name     string
	super    string // "" at a root
	abstract bool
	attrs    []attribute
	derived  []string // "Super.Attribute", redeclared as derived
	inverses []inverse
}

type attribute struct {
	name     string
	typ      string
	optional bool
}

type inverse struct {
	name    string
	rel     string
	forward string
}

type defined struct {
	name string
	def  string
}

// parse reads an extract: a line for each type,
//
//	T<tab>name<tab>definition
//
// and for each entity,
//
//	E<tab>name<tab>supertype or -<tab>A if abstract<tab>attr:type|…<tab>Super.Derived|…<tab>inverse:definition|…
func parse(r io.Reader) (*facts, error) {
	f := new(facts)
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 1<<20)
	for n := 1; sc.Scan(); n++ {
		fields := strings.Split(sc.Text(), "\t")
		switch {
		case fields[0] == "T" && len(fields) == 3:
			f.types = append(f.types, defined{fields[1], strings.TrimSpace(fields[2])})
		case fields[0] == "E" && len(fields) == 7:
			e, err := parseEntity(fields[1:])
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			f.entities = append(f.entities, e)
		default:
			return nil, fmt.Errorf("line %d: neither a type nor an entity", n)
		}
	}
	return f, sc.Err()
}

func parseEntity(fields []string) (entity, error) {
	e := entity{name: fields[0], super: fields[1], abstract: fields[2] == "A"}
	if e.super == "-" {
		e.super = ""
	}
	for _, s := range list(fields[3], "|") {
		name, typ, ok := strings.Cut(s, ":")
		if !ok {
			return e, fmt.Errorf("%s: attribute %q has no type", e.name, s)
		}
		typ, optional := strings.CutPrefix(typ, "OPTIONAL ")
		e.attrs = append(e.attrs, attribute{name, typ, optional})
	}
	e.derived = list(fields[4], "|")
	for _, s := range list(fields[5], "|") {
		name, def, ok := strings.Cut(s, ":")
		target, forward, ok2 := strings.Cut(def, " FOR ")
		if !ok || !ok2 {
			return e, fmt.Errorf("%s: inverse attribute %q is not of the form name:entity FOR attribute", e.name, s)
		}
		// SET [0:?] OF IfcRel or, for exactly one, IfcRel alone.
		rel := target[strings.LastIndexByte(target, ' ')+1:]
		e.inverses = append(e.inverses, inverse{name, rel, forward})
	}
	return e, nil
}

// list splits s and trims the parts; an empty s has none.
func list(s, sep string) []string {
	if strings.TrimSpace(s) == "" {
		return nil
	}
	parts := strings.Split(s, sep)
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}
