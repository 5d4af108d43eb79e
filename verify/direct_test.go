package verify

import (
	"strings"
	"testing"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/step"
)

// directVerifier reads records of schema IFC4. GlobalIds are as short as in the
// records: nothing here minds.
func directVerifier(t *testing.T, records string) *Verifier {
	t.Helper()
	m, err := ifc.Read([]byte("ISO-10303-21;HEADER;FILE_SCHEMA(('IFC4'));ENDSEC;DATA;\n"+records+"\nENDSEC;END-ISO-10303-21;\n"), step.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return New(m)
}

// judged is the options that hold, by their texts, or the error.
func judged(v *Verifier, s mcq.Subtype, f mcq.Fact, values ...any) string {
	q := Question{Subtype: s, Fact: f}
	for i, x := range values {
		q.Options = append(q.Options, mcq.Option{Key: mcq.OptionKey(i), Value: x})
	}
	verdict, err := v.Answer(q)
	if err != nil {
		return err.Error()
	}
	return strings.Join(verdict.Right, "")
}

const directProperties = `
#1=IFCWALL('own',$,'Wall',$,$,$,$,$,$);
#2=IFCWALL('typed',$,'Wall',$,$,$,$,$,$);
#3=IFCWALL('bare',$,'Wall',$,$,$,$,$,$);
#4=IFCWALL('twice',$,'Wall',$,$,$,$,$,$);
#5=IFCWALL('agreed',$,'Wall',$,$,$,$,$,$);
#6=IFCWALL('unset',$,'Wall',$,$,$,$,$,$);
#10=IFCPROPERTYSINGLEVALUE('LoadBearing',$,IFCBOOLEAN(.T.),$);
#11=IFCPROPERTYSINGLEVALUE('LoadBearing',$,IFCBOOLEAN(.F.),$);
#12=IFCPROPERTYSINGLEVALUE('LoadBearing',$,$,$);
#13=IFCPROPERTYSINGLEVALUE('Stage',$,IFCLOGICAL(.U.),$);
#14=IFCPROPERTYSINGLEVALUE('Fire',$,IFCLABEL('F30'),$);
#15=IFCPROPERTYSINGLEVALUE('Void',$,$,$);
#16=IFCPROPERTYENUMERATEDVALUE('Status',$,(IFCLABEL('NEW')),$);
#20=IFCPROPERTYSET('s20',$,'Pset',$,(#10,#13,#14,#15,#16));
#21=IFCPROPERTYSET('s21',$,'Pset',$,(#11));
#22=IFCPROPERTYSET('s22',$,'Pset',$,(#12));
#23=IFCPROPERTYSET('s23',$,$,$,(#14));
#24=IFCELEMENTQUANTITY('s24',$,'Pset',$,$,(#25));
#25=IFCQUANTITYLENGTH('Length',$,$,5.,$);
#30=IFCRELDEFINESBYPROPERTIES('r30',$,$,$,(#1,#4,#5),#20);
#31=IFCRELDEFINESBYPROPERTIES('r31',$,$,$,(#4),#21);
#32=IFCRELDEFINESBYPROPERTIES('r32',$,$,$,(#5),IFCPROPERTYSETDEFINITIONSET((#20,#23)));
#33=IFCRELDEFINESBYPROPERTIES('r33',$,$,$,(#6),#22);
#34=IFCRELDEFINESBYPROPERTIES('r34',$,$,$,(#3),#24);
#40=IFCWALLTYPE('type',$,'Type',$,$,(#21),$,$,$,.SOLIDWALL.);
#41=IFCRELDEFINESBYTYPE('r41',$,$,$,(#1,#2,#6),#40);
`

func TestPropertiesAreFoundAgain(t *testing.T) {
	t.Parallel()
	pset, no, yes := mcq.Named("Pset"), false, true
	bearing := func(guid string) mcq.Fact { return mcq.Fact{GUID: guid, Pset: pset, Property: "LoadBearing"} }
	claim := func(f mcq.Fact, c *bool) mcq.Fact { f.Claim = c; return f }
	v := directVerifier(t, directProperties)
	for _, c := range []struct {
		why     string
		subtype mcq.Subtype
		fact    mcq.Fact
		values  []any
		want    string
	}{
		{"own value wins over the type's", mcq.BooleanCheck, claim(bearing("own"), &yes), []any{true, false}, "A"},
		{"own value, wrong claim", mcq.BooleanCheck, claim(bearing("own"), &no), []any{true, false}, "B"},
		{"the type's", mcq.BooleanCheck, claim(bearing("typed"), &no), []any{true, false}, "A"},
		{"none", mcq.BooleanCheck, claim(bearing("bare"), &no), []any{true, false}, "LoadBearing of bare is unset: no claim about true or false"},
		{"unknown", mcq.BooleanCheck, claim(mcq.Fact{GUID: "own", Pset: pset, Property: "Stage"}, &no), []any{true, false}, "Stage of own is UNKNOWN: no claim about true or false"},
		{"two statements that differ", mcq.BooleanCheck, claim(bearing("twice"), &yes), []any{true, false}, "LoadBearing is stated twice, as true and as false"},
		{"two statements that agree, one in a set of sets", mcq.BooleanCheck, claim(bearing("agreed"), &yes), []any{true, false}, "A"},
		{"unset, but not on the type", mcq.PropertyExistence, bearing("unset"), []any{true, false}, "LoadBearing is unset on unset and set on its type"},
		{"there", mcq.PropertyExistence, bearing("typed"), []any{true, false}, "A"},
		{"not there", mcq.PropertyExistence, bearing("bare"), []any{true, false}, "B"},
		{"unset everywhere is not there", mcq.PropertyExistence, mcq.Fact{GUID: "own", Pset: pset, Property: "Void"}, []any{true, false}, "B"},
		{"a quantity is no property", mcq.PropertyExistence, mcq.Fact{GUID: "bare", Pset: pset, Property: "Length"}, []any{true, false}, "B"},
		{"another set", mcq.PropertyExistence, mcq.Fact{GUID: "own", Pset: mcq.Named("pset"), Property: "Fire"}, []any{true, false}, "B"},
		{"not a single value", mcq.PropertyExistence, mcq.Fact{GUID: "own", Pset: pset, Property: "Status"}, []any{true, false}, "Status is an IfcPropertyEnumeratedValue, not a single value"},
		{"unnamed set", mcq.ValueOrNull, mcq.Fact{GUID: "agreed", Pset: mcq.Unnamed(), Property: "Fire"}, []any{nil, "F30", "F60"}, "B"},
		{"no value", mcq.ValueOrNull, mcq.Fact{GUID: "typed", Pset: pset, Property: "Fire"}, []any{nil, "F30", "F60"}, "A"},
		{"no element", mcq.ValueOrNull, mcq.Fact{GUID: "gone", Pset: pset, Property: "Fire"}, []any{nil}, "no entity has GlobalId gone"},
	} {
		if got := judged(v, c.subtype, c.fact, c.values...); got != c.want {
			t.Errorf("%s: %s, want %s", c.why, got, c.want)
		}
	}
}
