package verify

import (
	"regexp"
	"strings"
	"testing"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/step"
)

// relVerifier verifies on a few records in which '@x' stands for a GlobalId that
// begins with x.
func relVerifier(t *testing.T, schema, records string) *Verifier {
	t.Helper()
	records = regexp.MustCompile(`'@(\w+)'`).ReplaceAllStringFunc(records, func(s string) string { return "'" + relGUID(s[2:len(s)-1]) + "'" })
	m, err := ifc.Read([]byte("ISO-10303-21;HEADER;FILE_SCHEMA(('"+schema+"'));ENDSEC;DATA;\n"+records+"\nENDSEC;END-ISO-10303-21;\n"), step.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return New(m)
}

func relGUID(s string) string {
	if s == "" {
		return ""
	}
	return s + strings.Repeat("0", 22-len(s))
}

// judgement returns which of the entities with GlobalIds of these beginnings hold,
// or what is wrong.
func judgement(v *Verifier, s mcq.Subtype, f mcq.Fact, offered string) string {
	f.GUID, f.Space, f.Element = relGUID(f.GUID), relGUID(f.Space), relGUID(f.Element)
	q := Question{Subtype: s, Fact: f}
	if s == mcq.BoundaryCheck {
		q.Options = []mcq.Option{{Key: "yes", Value: true}, {Key: "no", Value: false}}
	}
	for _, o := range strings.Fields(offered) {
		q.Options = append(q.Options, mcq.Option{Key: o, Value: relGUID(o)})
	}
	verdict, err := v.Answer(q)
	if err != nil {
		return regexp.MustCompile(`\b([a-z]\w*?)0{9,}\b`).ReplaceAllString(err.Error(), "$1")
	}
	return strings.Join(verdict.Right, " ")
}

const relStoreys = `
#1=IFCSITE('@site',$,'Plot',$,$,$,$,$,$,$,$,$,$,$);
#2=IFCBUILDING('@house',$,'House',$,$,$,$,$,$,$,$,$);
#3=IFCBUILDINGSTOREY('@eg',$,'EG',$,$,$,$,$,$,$);
#4=IFCBUILDINGSTOREY('@og',$,'OG',$,$,$,$,$,$,$);
#5=IFCRELAGGREGATES('@r5',$,$,$,#1,(#2));
#6=IFCRELAGGREGATES('@r6',$,$,$,#2,(#3,#4));
#10=IFCWALL('@w',$,$,$,$,$,$,$,$);
`

func TestSpatialAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, records string
		sub           mcq.Subtype
		of, want      string
	}{
		{"contained", `#20=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r',$,$,$,(#10),#4);`, mcq.ElementStorey, "w", "og"},
		{"missing", ``, mcq.ElementStorey, "x", "no entity has GlobalId x"},
		{"nowhere", ``, mcq.ElementStorey, "w", "nothing contains w"},
		{"in the building", `#20=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r',$,$,$,(#10),#2);`, mcq.ElementStorey, "w", "no IfcBuildingStorey is above house"},
		{"in a space", `#20=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r',$,$,$,(#10),#21);
#21=IFCSPACE('@s',$,$,$,$,$,$,$,$,$,$);
#22=IFCRELAGGREGATES('@ra',$,$,$,#3,(#21));`, mcq.ElementStorey, "w", "eg"},
		{"twice", `#20=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r',$,$,$,(#10),#4);
#21=IFCRELCONTAINEDINSPATIALSTRUCTURE('@q',$,$,$,(#10),#3);`, mcq.ElementStorey, "w", "2 relationships state what w is contained in"},
		{"aggregated by a storey", `#20=IFCRELAGGREGATES('@ra',$,$,$,#4,(#10));`, mcq.ElementStorey, "w", "w is a part of og, but nothing contains it"},
		{"part of what is no object", `#20=IFCLOCALPLACEMENT($,$);
#21=IFCRELAGGREGATES('@ra',$,$,$,#20,(#10));
#22=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r',$,$,$,(#20),#3);`, mcq.ElementStorey, "w", "nothing contains w"},
		{"part of an assembly", `#20=IFCELEMENTASSEMBLY('@a',$,$,$,$,$,$,$,$,$);
#21=IFCRELAGGREGATES('@ra',$,$,$,#20,(#10));
#22=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r',$,$,$,(#20),#3);`, mcq.ElementStorey, "w", "eg"},
		{"nested", `#20=IFCDISCRETEACCESSORY('@a',$,$,$,$,$,$,$,$);
#21=IFCRELNESTS('@rn',$,$,$,#10,(#20));
#24=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r',$,$,$,(#10),#4);`, mcq.ElementStorey, "a", "og"},
		{"filling", `#20=IFCOPENINGELEMENT('@o',$,$,$,$,$,$,$,$);
#21=IFCWINDOW('@win',$,$,$,$,$,$,$,$,$,$,$,$);
#22=IFCRELVOIDSELEMENT('@rv',$,$,$,#10,#20);
#23=IFCRELFILLSELEMENT('@rf',$,$,$,#20,#21);
#24=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r',$,$,$,(#10),#4);`, mcq.ElementStorey, "win", "og"},
		{"in a storey of a storey", `#20=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r',$,$,$,(#10),#21);
#21=IFCBUILDINGSTOREY('@half',$,'Half',$,$,$,$,$,$,$);
#22=IFCRELAGGREGATES('@ra',$,$,$,#4,(#21));`, mcq.ElementStorey, "w", "half is above or below another storey"},
		{"circle", `#20=IFCRELAGGREGATES('@ra',$,$,$,#10,(#10));`, mcq.ElementStorey, "w", "the place of w goes round in a circle"},
		{"storey that is there twice", `#20=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r',$,$,$,(#10),#21);
#21=IFCBUILDINGSTOREY('@ug',$,'UG',$,$,$,$,$,$,$);
#22=IFCBUILDINGSTOREY('@ug',$,'UG',$,$,$,$,$,$,$);`, mcq.ElementStorey, "w", "2 entities have GlobalId ug"},
		{"space", `#20=IFCSPACE('@s',$,$,$,$,$,$,$,$,$,$);
#21=IFCRELAGGREGATES('@ra',$,$,$,#3,(#20));`, mcq.SpaceStorey, "s", "eg"},
		{"no space", ``, mcq.SpaceStorey, "w", "w is an IfcWall, not an IfcSpace"},
		{"space with two wholes", `#20=IFCSPACE('@s',$,$,$,$,$,$,$,$,$,$);
#21=IFCRELAGGREGATES('@ra',$,$,$,#3,(#20));
#22=IFCRELAGGREGATES('@rb',$,$,$,#4,(#20));`, mcq.SpaceStorey, "s", "2 relationships state what s is a part of"},
		{"storey", ``, mcq.StoreyBuilding, "eg", "house"},
		{"storey without a building", `#20=IFCBUILDINGSTOREY('@lost',$,$,$,$,$,$,$,$,$);`, mcq.StoreyBuilding, "lost", "no IfcBuilding is above lost"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v := relVerifier(t, "IFC4", relStoreys+c.records)
			if got := judgement(v, c.sub, mcq.Fact{GUID: c.of}, "eg og house site ug half"); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestNestingInIFC2X3(t *testing.T) {
	t.Parallel()
	v := relVerifier(t, "IFC2X3", `
#1=IFCBUILDINGSTOREY('@eg',$,'EG',$,$,$,$,$,.ELEMENT.,$);
#2=IFCWALL('@w',$,$,$,$,$,$,$);
#3=IFCDISCRETEACCESSORY('@a',$,$,$,$,$,$,$);
#4=IFCRELNESTS('@rn',$,$,$,#2,(#3));
#5=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r',$,$,$,(#2),#1);`)
	if got := judgement(v, mcq.ElementStorey, mcq.Fact{GUID: "a"}, "eg w"); got != "eg" {
		t.Error(got)
	}
}

func TestOpeningAnswers(t *testing.T) {
	t.Parallel()
	v := relVerifier(t, "IFC4", `
#1=IFCWALL('@w1',$,$,$,$,$,$,$,$);
#2=IFCWALL('@w2',$,$,$,$,$,$,$,$);
#3=IFCWALL('@w3',$,$,$,$,$,$,$,$);
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
#34=IFCRELVOIDSELEMENT('@v4',$,$,$,#1,#14);
#41=IFCRELFILLSELEMENT('@f1',$,$,$,#11,#21);
#42=IFCRELFILLSELEMENT('@f2',$,$,$,#12,#22);
#43=IFCRELFILLSELEMENT('@f3',$,$,$,#13,#23);
#44=IFCRELFILLSELEMENT('@f4',$,$,$,#11,#24);
#45=IFCRELFILLSELEMENT('@f5',$,$,$,#13,#24);
#46=IFCRELFILLSELEMENT('@f6',$,$,$,#14,#25);`)
	for _, c := range []struct {
		sub      mcq.Subtype
		of, want string
	}{
		{mcq.OpeningHost, "o1", "w1"},
		{mcq.OpeningHost, "o2", "2 relationships state what o2 is cut into"},
		{mcq.OpeningHost, "o3", "o3 is cut into nothing"},
		{mcq.OpeningHost, "x", "no entity has GlobalId x"},
		{mcq.FillerHost, "d1", "w1"},
		{mcq.FillerHost, "d3", "o3 is cut into nothing"},
		{mcq.FillerHost, "d4", "2 relationships state what d4 fills"},
		{mcq.FillerHost, "w1", "w1 fills no opening"},
		// What fills an opening that two walls share sits in both.
		{mcq.HostFillers, "w1", "d1 d2 d4 d5"},
		{mcq.HostFillers, "w2", "d2"},
		{mcq.HostFillers, "w3", "nothing fills an opening of w3"},
	} {
		if got := judgement(v, c.sub, mcq.Fact{GUID: c.of}, "w1 w2 w3 d1 d2 d3 d4 d5"); got != c.want {
			t.Errorf("%s of %s: %q, want %q", c.sub, c.of, got, c.want)
		}
	}
}

func TestBoundaryAnswers(t *testing.T) {
	t.Parallel()
	v := relVerifier(t, "IFC4", `
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
#27=IFCRELSPACEBOUNDARY('@b7',$,$,$,#3,#13,$,.PHYSICAL.,.EXTERNAL.);
#28=IFCRELSPACEBOUNDARY('@b8',$,$,$,#2,$,$,.PHYSICAL.,.EXTERNAL.);`)
	for _, c := range []struct {
		sub  mcq.Subtype
		fact mcq.Fact
		want string
	}{
		{mcq.ElementSpaces, mcq.Fact{GUID: "w1"}, "s1 s2"},
		{mcq.ElementSpaces, mcq.Fact{GUID: "w3"}, "w3 bounds no space physically"},
		{mcq.SpaceElements, mcq.Fact{GUID: "s1"}, "w1"},
		{mcq.SpaceElements, mcq.Fact{GUID: "s2"}, "w1 w2"},
		{mcq.SpaceElements, mcq.Fact{GUID: "w1"}, "w1 is an IfcWall, not an IfcSpace"},
		{mcq.BoundaryCheck, mcq.Fact{Space: "s1", Element: "w1"}, "yes"},
		{mcq.BoundaryCheck, mcq.Fact{Space: "s1", Element: "w2"}, "no"},
		{mcq.BoundaryCheck, mcq.Fact{Space: "s1", Element: "w3"}, "no"},
		{mcq.BoundaryCheck, mcq.Fact{Space: "s2", Element: "w2"}, "a boundary of s2 and w2 is neither physical nor virtual"},
		{mcq.BoundaryCheck, mcq.Fact{Space: "s1", Element: "x"}, "no entity has GlobalId x"},
		{mcq.BoundaryCheck, mcq.Fact{Space: "ext", Element: "w3"}, "ext is an IfcExternalSpatialElement, not an IfcSpace"},
	} {
		if got := judgement(v, c.sub, c.fact, map[bool]string{true: "", false: "s1 s2 ext w1 w2 w3"}[c.sub == mcq.BoundaryCheck]); got != c.want {
			t.Errorf("%s of %+v: %q, want %q", c.sub, c.fact, got, c.want)
		}
	}
}
