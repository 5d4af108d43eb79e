package verify

import (
	"regexp"
	"strings"
	"testing"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/step"
)

// figures verifies on a few IFC4 records in which '@x' stands for a GlobalId that
// begins with x.
func figures(t *testing.T, records string) *Verifier {
	t.Helper()
	records = regexp.MustCompile(`'@(\w+)'`).ReplaceAllStringFunc(records, func(s string) string {
		return "'" + padded(s[2:len(s)-1]) + "'"
	})
	m, err := ifc.Read([]byte("ISO-10303-21;HEADER;FILE_SCHEMA(('IFC4'));ENDSEC;DATA;\n"+records+"\nENDSEC;END-ISO-10303-21;\n"), step.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return New(m)
}

func padded(s string) string { return s + strings.Repeat("0", 22-len(s)) }

// said returns what a verifier finds about a fact, "error: …" where it finds
// nothing; long GlobalIds are cut to what they begin with.
func said(v *Verifier, s mcq.Subtype, f mcq.Fact) string {
	verdict, err := v.Answer(Question{Subtype: s, Fact: f})
	found := verdict.Found
	if err != nil {
		found = "error: " + err.Error()
	}
	return regexp.MustCompile(`\b([a-z]\w*?)0{9,}\b`).ReplaceAllString(found, "$1")
}

const countedStoreys = `
#2=IFCBUILDING('@house',$,'House',$,$,$,$,$,$,$,$,$);
#3=IFCBUILDINGSTOREY('@eg',$,'EG',$,$,$,$,$,$,$);
#4=IFCBUILDINGSTOREY('@og',$,'OG',$,$,$,$,$,$,$);
#6=IFCRELAGGREGATES('@r6',$,$,$,#2,(#3,#4));
#7=IFCSPACE('@room',$,'1',$,$,$,$,$,$,$,$);
#8=IFCRELAGGREGATES('@r8',$,$,$,#3,(#7));
#10=IFCWALL('@w',$,$,$,$,$,$,$,$);
#11=IFCWALLSTANDARDCASE('@ws',$,$,$,$,$,$,$,$);
#12=IFCFURNITURE('@desk',$,$,$,$,$,$,$,$);
#13=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r13',$,$,$,(#10,#11),#3);
#14=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r14',$,$,$,(#12),#7);
`

func TestStoreyCount(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, records, class, storey, want string }{
		{"subclasses count", ``, "IfcWall", "eg", "2"},
		{"one class of them", ``, "IfcWallStandardCase", "eg", "1"},
		{"none is a count too", ``, "IfcWall", "og", "0"},
		{"by way of a room", ``, "IfcFurniture", "eg", "1"},
		{"rooms by the decomposition", ``, "IfcSpace", "eg", "1"},
		{"a door that fills, a part of a part", `
#20=IFCOPENINGELEMENT('@o',$,$,$,$,$,$,$,$);
#21=IFCRELVOIDSELEMENT('@r21',$,$,$,#10,#20);
#22=IFCDOOR('@d',$,$,$,$,$,$,$,$,$,$,$,$);
#23=IFCRELFILLSELEMENT('@r23',$,$,$,#20,#22);
#24=IFCDOOR('@leaf',$,$,$,$,$,$,$,$,$,$,$,$);
#25=IFCRELAGGREGATES('@r25',$,$,$,#22,(#24));`, "IfcDoor", "eg", "2"},
		{"what no storey contains is on none", `#20=IFCWALL('@lost',$,$,$,$,$,$,$,$);`, "IfcWall", "eg", "2"},
		{"in the building, above all storeys", `
#20=IFCWALL('@out',$,$,$,$,$,$,$,$);
#21=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r21',$,$,$,(#20),#2);`, "IfcWall", "eg", "2"},
		// Which of two containers counts depends on the reader.
		{"contained twice", `#20=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r20',$,$,$,(#10),#4);`, "IfcWall", "og",
			"error: 2 relationships state what w is contained in"},
		{"a part of a storey", `
#20=IFCWALL('@part',$,$,$,$,$,$,$,$);
#21=IFCRELAGGREGATES('@r21',$,$,$,#4,(#20));`, "IfcWall", "og", "error: part is a part of og, but nothing contains it"},
		{"a part of what is no object", `
#20=IFCWALL('@part',$,$,$,$,$,$,$,$);
#21=IFCRELAGGREGATES('@r21',$,$,$,#22,(#20));
#22=IFCLOCALPLACEMENT($,$);
#23=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r23',$,$,$,(#22),#4);`, "IfcWall", "og", "0"},
		{"storeys in storeys", `
#20=IFCBUILDINGSTOREY('@mezz',$,$,$,$,$,$,$,$,$);
#21=IFCRELAGGREGATES('@r21',$,$,$,#3,(#20));`, "IfcWall", "eg", "error: eg is above or below another storey"},
		{"no storey", ``, "IfcWall", "house", "error: house is an IfcBuilding, not a storey"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v := figures(t, countedStoreys+c.records)
			if got := said(v, mcq.StoreyCount, mcq.Fact{Class: c.class, Storey: padded(c.storey)}); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestTypeAndOpeningCount(t *testing.T) {
	t.Parallel()
	v := figures(t, `
#1=IFCWALL('@a',$,$,$,$,$,$,$,$);
#2=IFCWALL('@b',$,$,$,$,$,$,$,$);
#3=IFCWALLTYPE('@t',$,$,$,$,$,$,$,$,.SOLIDWALL.);
#4=IFCRELDEFINESBYTYPE('@r4',$,$,$,(#1,#2),#3);
#5=IFCWALLTYPE('@twice',$,$,$,$,$,$,$,$,.SOLIDWALL.);
#6=IFCRELDEFINESBYTYPE('@r6',$,$,$,(#1),#5);
#7=IFCRELDEFINESBYTYPE('@r7',$,$,$,(#2),#5);
#8=IFCWALLTYPE('@idle',$,$,$,$,$,$,$,$,.SOLIDWALL.);
#10=IFCOPENINGELEMENT('@o',$,$,$,$,$,$,$,$);
#11=IFCOPENINGELEMENT('@p',$,$,$,$,$,$,$,$);
#12=IFCRELVOIDSELEMENT('@r12',$,$,$,#1,#10);
#13=IFCRELVOIDSELEMENT('@r13',$,$,$,#1,#11);
#14=IFCWALL('@c',$,$,$,$,$,$,$,$);
#15=IFCOPENINGELEMENT('@q',$,$,$,$,$,$,$,$);
#16=IFCRELVOIDSELEMENT('@r16',$,$,$,#14,#15);
#17=IFCRELVOIDSELEMENT('@r17',$,$,$,#14,#15);`)
	for _, c := range []struct {
		about string
		s     mcq.Subtype
		want  string
	}{
		{"t", mcq.TypeCount, "2"},
		{"twice", mcq.TypeCount, "error: 2 relationships give occurrences to twice"}, // readers take the first, or all
		{"idle", mcq.TypeCount, "error: 0 relationships give occurrences to idle"},
		{"a", mcq.OpeningCount, "2"},
		{"b", mcq.OpeningCount, "0"},
		{"c", mcq.OpeningCount, "error: q is cut into c twice"},
		{"nobody", mcq.OpeningCount, "error: no entity has GlobalId nobody"},
	} {
		f := mcq.Fact{GUID: padded(c.about)}
		if c.s == mcq.TypeCount {
			f = mcq.Fact{Type: padded(c.about)}
		}
		if got := said(v, c.s, f); got != c.want {
			t.Errorf("%s: got %q, want %q", c.about, got, c.want)
		}
	}
}
