package ifc

import (
	"sync"
	"testing"
)

const inverseRecords = `#20=IFCRELASSOCIATESMATERIAL('20',$,$,$,(#1,#2),#3);
#10=IFCRELASSOCIATESCLASSIFICATION('10',$,$,$,(#1),#4);
#9=IFCRELASSOCIATESMATERIAL('09',$,$,$,(#2,#1,#3),#77);
#1=IFCWALL('01',$,'w',$,$,$,$,$,$);
#2=IFCWALL('02',$,'v',$,$,$,$,$,$);
#3=IFCMATERIAL('A',$,$);
#4=IFCCLASSIFICATION($,$,$,'c',$,$,$);
#30=IFCRELAGGREGATES('30',$,$,$,#1,(#2,#2));
#31=IFCRELAGGREGATES('31',$,$,$,#9,());
#32=IFCRELAGGREGATES('32',$,$,$,#1,$);`

func TestInverseIsByRelationshipClassThenInFileOrder(t *testing.T) {
	t.Parallel()
	m := read4(t, inverseRecords)
	for _, c := range []struct {
		name, want1, want2 string
	}{
		{"HasAssociations", "10 20 9", "20 9"}, // classification before material; a dangling other end counts
		{"Decomposes", "", "30 30"},            // named twice
		{"IsDecomposedBy", "30 32", ""},
		{"HasOpenings", "", ""},
		{"AssociatedTo", "", ""}, // of materials, which are not rooted
		{"hasassociations", "", ""},
		{"Nonsense", "", ""},
	} {
		x := m.Inverse(c.name)
		for id, want := range map[uint64]string{1: c.want1, 2: c.want2, 3: "", 20: ""} {
			e := m.ByID(id)
			of := x.Of(e)
			if got := ids(of); got != want || x.Len(e) != len(of) {
				t.Errorf("%s of #%d: %s, want %s", c.name, id, got, want)
			}
			if first := x.First(e); first.Exists() != (len(of) > 0) || first.Exists() && first != of[0] {
				t.Errorf("%s of #%d: first is #%d", c.name, id, first.ID())
			}
		}
	}
}

func TestInversesDifferBetweenSchemas(t *testing.T) {
	t.Parallel()
	const records = `#40=IFCRELNESTS('40',$,$,$,#3,(#1));
#10=IFCRELAGGREGATES('10',$,$,$,#2,(#1));
#41=IFCRELDEFINESBYTYPE('41',$,$,$,(#1),#4);
#42=IFCRELDEFINESBYPROPERTIES('42',$,$,$,(#1),#5);
#1=IFCWALL('1',$,$,$,$,$,$,$);
#2=IFCWALL('2',$,$,$,$,$,$,$);
#3=IFCWALL('3',$,$,$,$,$,$,$);
#4=IFCWALLTYPE('4',$,$,$,$,$,$,$,$,.STANDARD.);
#5=IFCPROPERTYSET('5',$,'P',$,());`
	for schema, want := range map[string]map[string]string{
		"IFC2X3": {"Decomposes": "10 40", "Nests": "", "IsDefinedBy": "42 41", "IsTypedBy": ""},
		"IFC4":   {"Decomposes": "10", "Nests": "40", "IsDefinedBy": "42", "IsTypedBy": "41"},
		"IFC4X3": {"Decomposes": "10", "Nests": "40", "IsDefinedBy": "42", "IsTypedBy": "41"},
	} {
		m := readAs(t, "'"+schema+"'", records)
		for name, want := range want {
			if got := ids(m.Inverse(name).Of(m.ByID(1))); got != want {
				t.Errorf("%s %s: %s, want %s", schema, name, got, want)
			}
		}
		types := "Types"
		if schema == "IFC2X3" {
			types = "ObjectTypeOf"
		}
		if got := ids(m.Inverse(types).Of(m.ByID(4))); got != "41" {
			t.Errorf("%s %s: %s", schema, types, got)
		}
	}
}

func TestIndexesAreMadeOnceByManyGoroutines(t *testing.T) {
	t.Parallel()
	m := read4(t, inverseRecords)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for _, name := range []string{"HasAssociations", "Decomposes"} {
				m.Inverse(name).Of(m.ByID(1))
			}
			m.Unique("01")
			m.SHA256()
			m.Diagnostics()
		})
	}
	wg.Wait()
	if first, second := m.Inverse("Decomposes"), m.Inverse("Decomposes"); first != second {
		t.Error("an index is made twice")
	}
}
