package semantics

import (
	"strconv"
	"testing"
)

func TestSetsAndPropertiesAreFoundByName(t *testing.T) {
	t.Parallel()
	m := read(t, "IFC4", `#1=IFCDOOR('1',$,$,$,$,$,$,$,$,$,$,$,$);
#2=IFCRELDEFINESBYPROPERTIES('2',$,$,$,(#1),#3);
#3=IFCPROPERTYSET('3',$,'X',$,(#4));
#4=IFCPROPERTYSINGLEVALUE('a',$,IFCREAL(1.),$);
#5=IFCRELDEFINESBYPROPERTIES('5',$,$,$,(#1),#6);
#6=IFCELEMENTQUANTITY('6',$,'X',$,$,(#7));
#7=IFCQUANTITYAREA('a',$,$,2.,$);
#8=IFCRELDEFINESBYPROPERTIES('8',$,$,$,(#1),#9);
#9=IFCPROPERTYSET('9',$,$,$,$);
#10=IFCRELDEFINESBYPROPERTIES('10',$,$,$,(#1),#11);
#11=IFCDOORPANELPROPERTIES('11',$,'panel',$,$,.SWINGING.,1.,.LEFT.,$);`)
	sets := m.Sets(m.ByID(1))
	for _, c := range []struct {
		name              string
		named, quantities bool
		kind              SetKind
		found             bool
	}{
		{"X", true, false, PropertySet, true}, {"X", true, true, QuantitySet, true}, {"panel", true, false, PredefinedSet, true},
		{"", false, false, PropertySet, true}, {"", true, false, 0, false}, {"x", true, false, 0, false}, {"panel", true, true, 0, false},
	} {
		set := sets.Find(c.name, c.named, c.quantities)
		if (set != nil) != c.found || set != nil && set.Kind != c.kind {
			t.Errorf("%+v: %+v", c, set)
		}
	}
	p, ok := sets.Find("X", true, true).Find("a")
	if !ok || p.Form != QuantityArea || p.Form.UnitKind() != AreaUnit || p.Form.String() != "IfcQuantityArea" {
		t.Errorf("%+v", p)
	}
	if _, ok := sets.Find("X", true, true).Find("b"); ok {
		t.Error("b is found")
	}
	for form, want := range map[Form]string{QuantityLength: LengthUnit, QuantityVolume: VolumeUnit, QuantityCount: "", SingleValue: ""} {
		if got := form.UnitKind(); got != want {
			t.Errorf("%v: %s", form, got)
		}
	}
	for range m.Boundaries() {
		t.Error("there are no boundaries")
	}
}

// Sets are read by several goroutines where there are many.
func TestManySetsAreAllRead(t *testing.T) {
	t.Parallel()
	records := "#1=IFCWALL('1',$,$,$,$,$,$,$,$);\n"
	for i := 10; i < 4000; i += 10 {
		n := func(d int) string { return "#" + strconv.Itoa(i+d) }
		records += n(0) + "=IFCPROPERTYSET('p',$,'P" + n(0) + "',$,(" + n(1) + "));\n" + n(1) + "=IFCPROPERTYSINGLEVALUE('a',$,IFCREAL(1.),$);\n" +
			n(2) + "=IFCRELDEFINESBYPROPERTIES('r',$,$,$,(#1)," + n(0) + ");\n"
	}
	m := read(t, "IFC4", records)
	sets := m.Sets(m.ByID(1)).Sets
	if len(sets) != 399 {
		t.Fatalf("%d sets", len(sets))
	}
	for _, set := range sets {
		if len(set.Properties) != 1 || set.Properties[0].Name != "a" {
			t.Errorf("%+v", set)
		}
	}
}
