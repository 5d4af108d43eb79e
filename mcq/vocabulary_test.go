package mcq

import (
	"slices"
	"strings"
	"testing"
)

func TestTaxonomyIsComplete(t *testing.T) {
	t.Parallel()
	if n := len(Categories()); n != 15 {
		t.Errorf("%d categories", n)
	}
	if n := len(Subtypes()); n != 36 {
		t.Errorf("%d subtypes", n)
	}
	var byCategory []Subtype
	for _, c := range Categories() {
		if !c.Known() || c.Name() == "" || !slices.Contains(Groups(), c.Group()) {
			t.Errorf("%s: name %q, group %q", c, c.Name(), c.Group())
		}
		byCategory = append(byCategory, c.Subtypes()...)
	}
	if !slices.Equal(byCategory, Subtypes()) {
		t.Errorf("subtypes are not in the order of the categories")
	}
	count := map[Type]int{}
	for _, s := range Subtypes() {
		count[s.Type()]++
		if f := s.FactFields(); len(f) == 0 || !slices.IsSorted(f) {
			t.Errorf("%s: fact fields %v", s, f)
		}
	}
	if count[Multi] != 4 || count[Boolean] != 4 || count[Single] != 28 {
		t.Errorf("question types: %v", count)
	}
}

func TestListsAreCopies(t *testing.T) {
	t.Parallel()
	Subtypes()[0], Categories()[0], Groups()[0] = "x", "x", "x"
	ClassByGUID.FactFields()[0] = "x"
	if Subtypes()[0] != ClassByGUID || Categories()[0] != CLS || Groups()[0] != Direct || ClassByGUID.FactFields()[0] != "guid" {
		t.Error("a caller can change the tables")
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	if s, err := ParseSubtype(" Net_Vs_Gross"); s != NetVsGross || err != nil {
		t.Errorf("%q, %v", s, err)
	}
	if c, err := ParseCategory("qty"); c != QTY || err != nil {
		t.Errorf("%q, %v", c, err)
	}
	if g, err := ParseGroup("Direct"); g != Direct || err != nil {
		t.Errorf("%q, %v", g, err)
	}
	if y, err := ParseType("MULTI"); y != Multi || err != nil {
		t.Errorf("%q, %v", y, err)
	}
	_, e1 := ParseSubtype("height")
	_, e2 := ParseCategory("XYZ")
	_, e3 := ParseGroup("")
	_, e4 := ParseType("double")
	for _, c := range []struct {
		err  error
		want string
	}{
		{e1, `unknown subtype "height", one of class_by_guid, `},
		{e2, `unknown category "XYZ", one of CLS, ATT, `},
		{e3, `unknown group "", one of direct, relational, quantitative, geometric is needed`},
		{e4, `unknown question type "double", one of single, multi, boolean is needed`},
	} {
		if c.err == nil || !strings.HasPrefix(c.err.Error(), c.want) {
			t.Errorf("got %v, want %s", c.err, c.want)
		}
	}
	var s Subtype = "height"
	if s.Category() != "" || s.Group() != "" || s.Type() != "" || len(s.FactFields()) != 0 {
		t.Error("an unknown subtype has a place")
	}
}

func TestDocText(t *testing.T) {
	t.Parallel()
	d := Doc{
		Subtype: FileCount, Asks: "How many entities of a class there are.",
		Example: "How many IfcSlab?\n\n  A. 3\n", Entities: []string{"IfcProduct", "IfcTypeObject"},
		LeavesOut: []string{"classes without instances: nothing to count"}, Wrong: []string{"other counts"}, Since: "v0.1.0",
	}
	const want = `CNT/file_count (Counting, quantitative, single)

How many entities of a class there are.

Example
  How many IfcSlab?

    A. 3

Rests on
  IfcProduct, IfcTypeObject

Leaves out
  - classes without instances: nothing to count

Wrong options
  - other counts

Since v0.1.0
`
	if got := d.Text(); got != want {
		t.Errorf("got:\n%s", got)
	}
}
