package index

import (
	"regexp"
	"strings"
	"testing"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/semantics"
	"github.com/ifcmcq/ifcmcq/step"
)

// relIndex is the index of a few IFC4 records in which '@x' stands for a
// GlobalId that begins with x; see relGUID.
func relIndex(t *testing.T, records string) *Index {
	t.Helper()
	records = regexp.MustCompile(`'@(\w+)'`).ReplaceAllStringFunc(records, func(s string) string { return "'" + relGUID(s[2:len(s)-1]) + "'" })
	m, err := ifc.Read([]byte("ISO-10303-21;HEADER;FILE_SCHEMA(('IFC4'));ENDSEC;DATA;\n"+records+"\nENDSEC;END-ISO-10303-21;\n"), step.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return New(semantics.New(m))
}

func relGUID(s string) string { return s + strings.Repeat("0", guidLength-len(s)) }

// at returns the position of the element whose GlobalId begins so.
func at(t *testing.T, ix *Index, guid string) int {
	t.Helper()
	i := ix.Position(ix.Model.Unique(relGUID(guid)))
	if i < 0 {
		t.Fatalf("no element %s", guid)
	}
	return i
}

// short is the GlobalId of the element at a position as fixtures write it.
func short(ix *Index, i int) string {
	if i < 0 {
		return ""
	}
	return strings.TrimRight(ix.Elements[i].GUID, "0")
}

// twoStoreys is a building with the storeys eg and og.
const twoStoreys = `
#1=IFCSITE('@site',$,'Plot',$,$,$,$,$,$,$,$,$,$,$);
#2=IFCBUILDING('@house',$,'House',$,$,$,$,$,$,$,$,$);
#3=IFCBUILDINGSTOREY('@eg',$,'EG',$,$,$,$,$,$,$);
#4=IFCBUILDINGSTOREY('@og',$,'OG',$,$,$,$,$,$,$);
#5=IFCRELAGGREGATES('@r5',$,$,$,#1,(#2));
#6=IFCRELAGGREGATES('@r6',$,$,$,#2,(#3,#4));
#10=IFCWALL('@w',$,$,$,$,$,$,$,$);
`

func TestStoreyOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, records, of, want, why string
	}{
		{"contained", `#20=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r',$,$,$,(#10),#4);`, "w", "og", ""},
		{"not at all", ``, "w", "", NoStorey},
		{"in the building", `#20=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r',$,$,$,(#10),#2);`, "w", "", NoStorey},
		{"in a space of a space", `#20=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r',$,$,$,(#10),#21);
#21=IFCSPACE('@s',$,$,$,$,$,$,$,$,$,$);
#22=IFCSPACE('@t',$,$,$,$,$,$,$,$,$,$);
#23=IFCRELAGGREGATES('@ra',$,$,$,#22,(#21));
#24=IFCRELAGGREGATES('@rb',$,$,$,#3,(#22));`, "w", "eg", ""},
		{"twice in one storey", `#20=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r',$,$,$,(#10),#4);
#21=IFCRELCONTAINEDINSPATIALSTRUCTURE('@q',$,$,$,(#10),#4);`, "w", "", PlaceTwice},
		{"by a storey that is a part", `#20=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r',$,$,$,(#10),#21);
#21=IFCBUILDINGSTOREY('@half',$,'Half',$,$,$,$,$,$,$);
#22=IFCRELAGGREGATES('@ra',$,$,$,#4,(#21));`, "w", "", StoreysNest},
		{"by a storey that has one as a part", `#20=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r',$,$,$,(#10),#4);
#21=IFCBUILDINGSTOREY('@half',$,'Half',$,$,$,$,$,$,$);
#22=IFCRELAGGREGATES('@ra',$,$,$,#4,(#21));`, "w", "", StoreysNest},
		{"aggregated by a storey", `#20=IFCRELAGGREGATES('@ra',$,$,$,#4,(#10));`, "w", "", PartOfPlace},
		{"a storey whose GlobalId repeats", `#20=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r',$,$,$,(#10),#21);
#21=IFCBUILDINGSTOREY('@ug',$,'UG',$,$,$,$,$,$,$);
#22=IFCBUILDINGSTOREY('@ug',$,'UG',$,$,$,$,$,$,$);`, "w", "", PlaceUnusable},
		{"a part of an assembly", `#20=IFCELEMENTASSEMBLY('@a',$,$,$,$,$,$,$,$,$);
#21=IFCRELAGGREGATES('@ra',$,$,$,#20,(#10));
#22=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r',$,$,$,(#20),#3);`, "w", "eg", ""},
		{"a part of two assemblies", `#20=IFCELEMENTASSEMBLY('@a',$,$,$,$,$,$,$,$,$);
#21=IFCRELAGGREGATES('@ra',$,$,$,#20,(#10));
#22=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r',$,$,$,(#20),#3);
#23=IFCRELAGGREGATES('@rb',$,$,$,#20,(#10));`, "w", "", PlaceTwice},
		// The window's own containment is missing, the wall's holds.
		{"a filling", `#20=IFCOPENINGELEMENT('@o',$,$,$,$,$,$,$,$);
#21=IFCWINDOW('@win',$,$,$,$,$,$,$,$,$,$,$,$);
#22=IFCRELVOIDSELEMENT('@rv',$,$,$,#10,#20);
#23=IFCRELFILLSELEMENT('@rf',$,$,$,#20,#21);
#24=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r',$,$,$,(#10),#4);`, "win", "og", ""},
		// Its own containment holds, whatever the host's is.
		{"a filling with a storey of its own", `#20=IFCOPENINGELEMENT('@o',$,$,$,$,$,$,$,$);
#21=IFCWINDOW('@win',$,$,$,$,$,$,$,$,$,$,$,$);
#22=IFCRELVOIDSELEMENT('@rv',$,$,$,#10,#20);
#23=IFCRELFILLSELEMENT('@rf',$,$,$,#20,#21);
#24=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r',$,$,$,(#10),#4);
#25=IFCRELCONTAINEDINSPATIALSTRUCTURE('@q',$,$,$,(#21),#3);`, "win", "eg", ""},
		{"nested", `#20=IFCDISCRETEACCESSORY('@a',$,$,$,$,$,$,$,$);
#21=IFCRELNESTS('@rn',$,$,$,#10,(#20));
#24=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r',$,$,$,(#10),#4);`, "a", "og", ""},
		{"a part of itself", `#20=IFCRELAGGREGATES('@ra',$,$,$,#10,(#10));`, "w", "", placeCircle},
		{"a space", `#20=IFCSPACE('@s',$,$,$,$,$,$,$,$,$,$);
#21=IFCRELAGGREGATES('@ra',$,$,$,#3,(#20));`, "s", "eg", ""},
		{"a space of the building", `#20=IFCSPACE('@s',$,$,$,$,$,$,$,$,$,$);
#21=IFCRELAGGREGATES('@ra',$,$,$,#2,(#20));`, "s", "", NoStorey},
		{"a space with two wholes", `#20=IFCSPACE('@s',$,$,$,$,$,$,$,$,$,$);
#21=IFCRELAGGREGATES('@ra',$,$,$,#3,(#20));
#22=IFCRELAGGREGATES('@rb',$,$,$,#4,(#20));`, "s", "", PlaceTwice},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ix := relIndex(t, twoStoreys+c.records)
			storey, why := ix.StoreyOf(at(t, ix, c.of))
			if got := short(ix, storey); got != c.want || why != c.why {
				t.Errorf("storey %q, %q; want %q, %q", got, why, c.want, c.why)
			}
		})
	}
}

func TestBuildingOf(t *testing.T) {
	t.Parallel()
	ix := relIndex(t, twoStoreys+`#20=IFCBUILDINGSTOREY('@lost',$,'Lost',$,$,$,$,$,$,$);`)
	for of, want := range map[string]string{"eg": "house", "og": "house", "lost": ""} {
		building, why := ix.BuildingOf(at(t, ix, of))
		if got := short(ix, building); got != want || (why == "") != (want != "") {
			t.Errorf("building of %s is %q, %q; want %q", of, got, why, want)
		}
	}
	if got := len(ix.Storeys()); got != 3 {
		t.Errorf("%d storeys", got)
	}
}

func TestHostings(t *testing.T) {
	t.Parallel()
	ix := relIndex(t, `
#1=IFCWALL('@w1',$,$,$,$,$,$,$,$);
#2=IFCWALL('@w2',$,$,$,$,$,$,$,$);
#11=IFCOPENINGELEMENT('@o1',$,$,$,$,$,$,$,$);
#12=IFCOPENINGELEMENT('@o2',$,$,$,$,$,$,$,$);
#13=IFCOPENINGELEMENT('@o3',$,$,$,$,$,$,$,$);
#14=IFCOPENINGELEMENT('@o4',$,$,$,$,$,$,$,$);
#21=IFCDOOR('@d1',$,$,$,$,$,$,$,$,$,$,$,$);
#22=IFCDOOR('@d2',$,$,$,$,$,$,$,$,$,$,$,$);
#23=IFCDOOR('@d3',$,$,$,$,$,$,$,$,$,$,$,$);
#24=IFCDOOR('@d4',$,$,$,$,$,$,$,$,$,$,$,$);
#25=IFCDOOR('@d5',$,$,$,$,$,$,$,$,$,$,$,$);
#31=IFCRELVOIDSELEMENT('@v1',$,$,$,#1,#11);
#32=IFCRELVOIDSELEMENT('@v2',$,$,$,#1,#12);
#33=IFCRELVOIDSELEMENT('@v3',$,$,$,#2,#12);
#34=IFCRELVOIDSELEMENT('@v4',$,$,$,#2,#14);
#41=IFCRELFILLSELEMENT('@f1',$,$,$,#11,#21);
#42=IFCRELFILLSELEMENT('@f2',$,$,$,#12,#22);
#43=IFCRELFILLSELEMENT('@f3',$,$,$,#13,#23);
#44=IFCRELFILLSELEMENT('@f4',$,$,$,#11,#24);
#45=IFCRELFILLSELEMENT('@f5',$,$,$,#14,#24);
#46=IFCRELFILLSELEMENT('@f6',$,$,$,#11,#25);`)
	want := map[string]string{
		"o1": "w1", "o2": CutsTwice, "o3": CutsNothing, "o4": "w2",
		// Two doors may fill one opening, but none two openings.
		"d1": "w1", "d2": CutsTwice, "d3": FillsUncut, "d4": FillsTwice, "d5": "w1",
	}
	for _, h := range append(ix.Cuts(), ix.Fills()...) {
		of := short(ix, h.Element)
		got := h.Why
		if got == "" {
			got = short(ix, h.Host)
		}
		if got != want[of] {
			t.Errorf("host of %s is %q, want %q", of, got, want[of])
		}
		delete(want, of)
	}
	if len(want) > 0 {
		t.Errorf("nothing said of %v", want)
	}
	hosts := ""
	for _, h := range ix.Hosts() {
		hosts += short(ix, h) + ":"
		for _, f := range ix.Fillings(h) {
			hosts += short(ix, f) + " "
		}
	}
	if hosts != "w1:d1 d5 " {
		t.Errorf("fillings %q", hosts)
	}
}

func TestBound(t *testing.T) {
	t.Parallel()
	ix := relIndex(t, `
#1=IFCSPACE('@s1',$,$,$,$,$,$,$,$,$,$);
#2=IFCSPACE('@s2',$,$,$,$,$,$,$,$,$,$);
#3=IFCEXTERNALSPATIALELEMENT('@ext',$,$,$,$,$,$,$,$);
#11=IFCWALL('@w1',$,$,$,$,$,$,$,$);
#12=IFCWALL('@w2',$,$,$,$,$,$,$,$);
#13=IFCWALL('@w3',$,$,$,$,$,$,$,$);
#21=IFCRELSPACEBOUNDARY('@b1',$,$,$,#1,#11,$,.PHYSICAL.,.INTERNAL.);
#22=IFCRELSPACEBOUNDARY1STLEVEL('@b2',$,$,$,#1,#11,$,.PHYSICAL.,.INTERNAL.,$);
#23=IFCRELSPACEBOUNDARY2NDLEVEL('@b3',$,$,$,#2,#11,$,.PHYSICAL.,.INTERNAL.,$,$);
#24=IFCRELSPACEBOUNDARY('@b4',$,$,$,#1,#12,$,.VIRTUAL.,.INTERNAL.);
#25=IFCRELSPACEBOUNDARY('@b5',$,$,$,#2,#12,$,.NOTDEFINED.,.INTERNAL.);
#26=IFCRELSPACEBOUNDARY('@b6',$,$,$,#2,#12,$,.PHYSICAL.,.INTERNAL.);
#27=IFCRELSPACEBOUNDARY('@b7',$,$,$,#1,#13,$,$,.INTERNAL.);
#28=IFCRELSPACEBOUNDARY('@b8',$,$,$,#3,#13,$,.PHYSICAL.,.EXTERNAL.);
#29=IFCRELSPACEBOUNDARY('@b9',$,$,$,#2,$,$,.PHYSICAL.,.EXTERNAL.);`)
	for _, c := range []struct {
		space, element string
		want           Bound
	}{
		{"s1", "w1", Physical}, // stated twice is one fact
		{"s2", "w1", Physical},
		{"s1", "w2", Unbound},  // virtual
		{"s2", "w2", Doubtful}, // physical and not defined
		{"s1", "w3", Doubtful}, // not said
		{"s2", "w3", Unbound},
	} {
		if got := ix.Bound(at(t, ix, c.space), at(t, ix, c.element)); got != c.want {
			t.Errorf("%s and %s: %d, want %d", c.space, c.element, got, c.want)
		}
	}
	list := func(all []int) (s string) {
		for _, i := range all {
			s += short(ix, i) + " "
		}
		return s
	}
	for of, want := range map[string]string{"s1": "w1 ", "s2": "w1 ", "w1": "s1 s2 ", "w2": "", "w3": ""} {
		if got := list(ix.Bounding(at(t, ix, of))); got != want {
			t.Errorf("what bounds %s: %q, want %q", of, got, want)
		}
	}
	if got := list(ix.BoundSpaces()) + list(ix.BoundingElements()); got != "s1 s2 w1 " || ix.DoubtfulBounds() != 2 {
		t.Errorf("%q, %d in doubt", got, ix.DoubtfulBounds())
	}
}
