package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ifcmcq/ifcmcq/schema/internal/fold"
)

const none = 0xFFFF

// table is a schema in the form that package schema keeps it in.
type table struct {
	classes    []classRow
	attrs      []attrRow
	lists      []int
	inverses   []inverseRow
	types      []typeRow
	words      []string
	classSlots []int
	typeSlots  []int
}

type classRow struct {
	name         string
	super, last  int
	first, count int
	abstract     bool
	derived      uint32
	attrNums     []int
}

type attrRow struct {
	name, typ, kind string
	optional        bool
}

type inverseRow struct {
	name             string
	owner, rel, attr int
}

type typeRow struct {
	name, base, kind string
	first, count     int
}

// builder holds what is needed while a table is made.
type builder struct {
	table
	entities map[string]entity
	children map[string][]string // sorted
	numbers  map[string]int      // of entities
	types    map[string]string   // definitions
	ranges   map[string]int      // lists and words already placed
}

func build(f *facts) (*table, error) {
	b := &builder{
		entities: map[string]entity{},
		children: map[string][]string{},
		numbers:  map[string]int{},
		types:    map[string]string{},
		ranges:   map[string]int{},
	}
	for _, t := range f.types {
		b.types[t.name] = t.def
	}
	for _, e := range f.entities {
		b.entities[e.name] = e
		b.children[e.super] = append(b.children[e.super], e.name)
	}
	for _, names := range b.children {
		slices.Sort(names)
	}
	for _, root := range b.children[""] {
		if err := b.addClass(root, none); err != nil {
			return nil, err
		}
	}
	if len(b.classes) != len(f.entities) {
		return nil, fmt.Errorf("%d entities but %d in the trees: a supertype is missing", len(f.entities), len(b.classes))
	}
	if err := b.addInverses(); err != nil {
		return nil, err
	}
	if err := b.addTypes(f.types); err != nil {
		return nil, err
	}
	if len(b.lists) > none || len(b.words) > none {
		return nil, fmt.Errorf("a table has outgrown its 16-bit numbers")
	}
	b.classSlots = slots(len(b.classes), func(i int) string { return b.classes[i].name })
	b.typeSlots = slots(len(b.table.types), func(i int) string { return b.table.types[i].name })
	return &b.table, nil
}

// addClass appends the class and its subtree: the order of the numbers.
func (b *builder) addClass(name string, super int) error {
	if _, ok := b.numbers[name]; ok {
		return fmt.Errorf("%s is declared twice", name)
	}
	e := b.entities[name]
	row := classRow{name: name, super: super, abstract: e.abstract}
	if super != none {
		row.attrNums = slices.Clone(b.classes[super].attrNums)
		row.derived = b.classes[super].derived
	}
	for _, a := range e.attrs {
		kind, err := b.kind(a.typ)
		if err != nil {
			return fmt.Errorf("%s.%s: %w", name, a.name, err)
		}
		row.attrNums = append(row.attrNums, len(b.attrs))
		b.attrs = append(b.attrs, attrRow{a.name, a.typ, kind, a.optional})
	}
	if len(row.attrNums) > 32 {
		return fmt.Errorf("%s: %d attributes do not fit the mask of derived ones", name, len(row.attrNums))
	}
	for _, d := range e.derived {
		_, attr, _ := strings.Cut(d, ".")
		i := b.position(row, attr)
		if i < 0 {
			return fmt.Errorf("%s: derived attribute %s is not inherited", name, d)
		}
		row.derived |= 1 << i
	}
	row.first, row.count = b.place(row.attrNums), len(row.attrNums)

	n := len(b.classes)
	b.numbers[name] = n
	b.classes = append(b.classes, row)
	for _, child := range b.children[name] {
		if err := b.addClass(child, n); err != nil {
			return err
		}
	}
	b.classes[n].last = len(b.classes) - 1
	return nil
}

// position returns the position of an attribute in records of the class.
func (b *builder) position(row classRow, attr string) int {
	return slices.IndexFunc(row.attrNums, func(n int) bool { return b.attrs[n].name == attr })
}

// place returns where the list begins in lists, adding it if it is new.
func (b *builder) place(nums []int) int {
	if len(nums) == 0 {
		return 0
	}
	key := fmt.Sprint(nums)
	first, ok := b.ranges[key]
	if !ok {
		first = len(b.lists)
		b.ranges[key] = first
		b.lists = append(b.lists, nums...)
	}
	return first
}

func (b *builder) addInverses() error {
	for owner, row := range b.classes {
		for _, inv := range b.entities[row.name].inverses {
			rel, ok := b.numbers[inv.rel]
			if !ok {
				return fmt.Errorf("%s.%s: no entity %s", row.name, inv.name, inv.rel)
			}
			attr := b.position(b.classes[rel], inv.forward)
			if attr < 0 {
				return fmt.Errorf("%s.%s: %s has no attribute %s", row.name, inv.name, inv.rel, inv.forward)
			}
			b.inverses = append(b.inverses, inverseRow{inv.name, owner, rel, attr})
		}
	}
	slices.SortStableFunc(b.inverses, func(x, y inverseRow) int {
		return cmp.Or(cmp.Compare(x.name, y.name), cmp.Compare(x.owner, y.owner))
	})
	return nil
}

func (b *builder) addTypes(types []defined) error {
	types = slices.Clone(types)
	slices.SortFunc(types, func(x, y defined) int { return cmp.Compare(x.name, y.name) })
	for _, t := range types {
		kind, err := b.kind(t.def)
		if err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
		row := typeRow{name: t.name, kind: kind}
		if isWords(t.def) {
			_, body, _ := strings.Cut(t.def, "(")
			words := list(strings.TrimSuffix(body, ")"), ",")
			if strings.HasPrefix(t.def, "ENUMERATION") {
				for i := range words {
					words[i] = strings.ToUpper(words[i])
				}
			}
			row.first, row.count = b.placeWords(words), len(words)
		} else {
			row.base = t.def
		}
		b.table.types = append(b.table.types, row)
	}
	return nil
}

func (b *builder) placeWords(words []string) int {
	key := strings.Join(words, " ")
	first, ok := b.ranges[key]
	if !ok {
		first = len(b.words)
		b.ranges[key] = first
		b.words = append(b.words, words...)
	}
	return first
}

func isWords(def string) bool {
	return strings.HasPrefix(def, "ENUMERATION OF") || strings.HasPrefix(def, "SELECT")
}

// kind names the constant of package schema for what a type comes down to.
func (b *builder) kind(typ string) (string, error) {
	// Defined types name others, never in a circle; the bound is for a
	// damaged extract.
	for range 16 {
		if _, ok := b.entities[typ]; ok {
			return "KindEntity", nil
		}
		if def, ok := b.types[typ]; ok {
			typ = def
			continue
		}
		word := typ
		if i := strings.IndexAny(typ, " ("); i >= 0 {
			word = typ[:i]
		}
		if kind, ok := kinds[word]; ok {
			return kind, nil
		}
		return "", fmt.Errorf("unknown type %s", typ)
	}
	return "", fmt.Errorf("type %s is defined by itself", typ)
}

var kinds = map[string]string{
	"SELECT":      "KindSelect",
	"ENUMERATION": "KindEnumeration",
	"STRING":      "KindString",
	"INTEGER":     "KindInteger",
	"REAL":        "KindReal",
	"NUMBER":      "KindNumber",
	"BOOLEAN":     "KindBoolean",
	"LOGICAL":     "KindLogical",
	"BINARY":      "KindBinary",
	"LIST":        "KindAggregate",
	"SET":         "KindAggregate",
	"ARRAY":       "KindAggregate",
	"BAG":         "KindAggregate",
}

// slots lays out an open-addressing hash table of n names, at most half full
// so that probes are short and a search for an unknown name ends.
func slots(n int, name func(int) string) []int {
	size := 1
	for size < 2*n {
		size *= 2
	}
	t := make([]int, size)
	for i := range t {
		t[i] = fold.Empty
	}
	for k := range n {
		i := int(fold.Hash(name(k))) & (size - 1)
		for t[i] != fold.Empty {
			i = (i + 1) & (size - 1)
		}
		t[i] = k
	}
	return t
}
