package verify

import (
	"strings"
	"testing"

	"github.com/ifcmcq/ifcmcq/mcq"
)

// measured is a project in millimetres, square millimetres and cubic feet with
// a wall and its type.
const measured = `
#1=IFCPROJECT('@project',$,$,$,$,$,$,$,#2);
#2=IFCUNITASSIGNMENT((#3,#4,#5));
#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#4=IFCSIUNIT(*,.AREAUNIT.,.MILLI.,.SQUARE_METRE.);
#5=IFCCONVERSIONBASEDUNIT($,.VOLUMEUNIT.,'CUBIC FOOT',#6);
#6=IFCMEASUREWITHUNIT(IFCVOLUMEMEASURE(0.0283),#7);
#7=IFCSIUNIT(*,.VOLUMEUNIT.,$,.CUBIC_METRE.);
#8=IFCSIUNIT(*,.LENGTHUNIT.,.CENTI.,.METRE.);
#10=IFCWALL('@w',$,$,$,$,$,$,$,$);
#11=IFCWALLTYPE('@t',$,$,$,$,(#30),$,$,$,.SOLIDWALL.);
#12=IFCRELDEFINESBYTYPE('@r12',$,$,$,(#10),#11);
#13=IFCRELDEFINESBYPROPERTIES('@r13',$,$,$,(#10),#20);
#20=IFCELEMENTQUANTITY('@q',$,'Q',$,$,(#21,#22,#23,#24,#25,#26,#27,#28));
#21=IFCQUANTITYLENGTH('Length',$,$,4200.,$);
#22=IFCQUANTITYLENGTH('Height',$,#8,250.,$);
#23=IFCQUANTITYAREA('NetArea',$,$,2000000.,$);
#24=IFCQUANTITYAREA('GrossArea',$,$,3000000.,$);
#25=IFCQUANTITYVOLUME('NetVolume',$,$,10,$);
#26=IFCQUANTITYVOLUME('GrossVolume',$,$,10.,$);
#27=IFCQUANTITYLENGTH('Odd',$,#7,1.,$);
#28=IFCQUANTITYLENGTH('Unset',$,$,$,$);
#30=IFCELEMENTQUANTITY('@q2',$,'Q',$,$,(#31,#32));
#31=IFCQUANTITYLENGTH('Length',$,$,1.,$);
#32=IFCQUANTITYLENGTH('Width',$,$,300,$);
`

func TestQuantities(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, records string
		s             mcq.Subtype
		quantity      string
		want          string
	}{
		{"own before the type's", "", mcq.Length, "Length", "4.2"},
		{"the type's", "", mcq.Length, "Width", "0.3"},
		{"a unit of its own before the project's", "", mcq.Length, "Height", "2.5"},
		// The prefix belongs to the metre: a square millimetre is a millionth.
		{"prefix of an area", "", mcq.Area, "NetArea", "2"},
		{"conversion", "", mcq.Volume, "NetVolume", "0.283"},
		{"kind", "", mcq.Length, "NetArea", "error: NetArea is an IfcQuantityArea, not an IfcQuantityLength"},
		{"unit of another kind", "", mcq.Length, "Odd", "error: #7 is no LENGTHUNIT"},
		{"unset", "", mcq.Length, "Unset", "error: w has no value for Unset"},
		{"absent", "", mcq.Length, "Depth", "error: w has no value for Depth"},
		{"stated twice", `
#40=IFCELEMENTQUANTITY('@q3',$,'Q',$,$,(#41));
#41=IFCQUANTITYLENGTH('Length',$,$,4100.,$);
#42=IFCRELDEFINESBYPROPERTIES('@r42',$,$,$,(#10),#40);`, mcq.Length, "Length", "error: Length is stated twice, as 4200 and as 4100"},
		{"stated twice alike", `
#40=IFCELEMENTQUANTITY('@q3',$,'Q',$,$,(#41));
#41=IFCQUANTITYLENGTH('Length',$,$,4200,$);
#42=IFCRELDEFINESBYPROPERTIES('@r42',$,$,$,(#10),#40);`, mcq.Length, "Length", "4.2"},
		{"a set that is not there", `
#42=IFCRELDEFINESBYPROPERTIES('@r42',$,$,$,(#10),#99);`, mcq.Length, "Length", "error: w has a set that the file does not hold"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v := figures(t, measured+c.records)
			if got := said(v, c.s, mcq.Fact{GUID: padded("w"), Qset: mcq.Named("Q"), Quantity: c.quantity}); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestProjectUnits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, old, new, want string }{
		{"none", "(#3,#4,#5)", "(#4,#5)", "error: the project states no LENGTHUNIT"},
		{"two", "(#3,#4,#5)", "(#3,#8,#4,#5)", "error: the project states 2 units of LENGTHUNIT"},
		{"metres", "#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)", "#3=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.)", "4200"},
		{"inches of millimetres", "#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);",
			"#3=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'INCH',#9);#9=IFCMEASUREWITHUNIT(IFCRATIOMEASURE(25.4),#15);#15=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);", "106.68"},
		{"a circle of conversions", "#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);",
			"#3=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'X',#9);#9=IFCMEASUREWITHUNIT(IFCRATIOMEASURE(1.),#3);", "error: conversions of #3 go round in a circle"},
		{"no factor", "#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);", "#3=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'X',$);", "error: #3 converts by no number"},
		{"context dependent", "#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);", "#3=IFCCONTEXTDEPENDENTUNIT($,.LENGTHUNIT.,'X');", "error: #3 is no unit that leads to SI"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v := figures(t, strings.Replace(measured, c.old, c.new, 1))
			if got := said(v, mcq.Length, mcq.Fact{GUID: padded("w"), Qset: mcq.Named("Q"), Quantity: "Length"}); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestUnnamedSet(t *testing.T) {
	t.Parallel()
	v := figures(t, strings.Replace(measured, "'@q',$,'Q'", "'@q',$,$", 1))
	f := mcq.Fact{GUID: padded("w"), Qset: mcq.Unnamed(), Quantity: "Length"}
	if got := said(v, mcq.Length, f); got != "4.2" {
		t.Errorf("unnamed: %q", got)
	}
	if f.Qset = mcq.Named(""); said(v, mcq.Length, f) == "4.2" {
		t.Error("a set with an empty name is not one without a name")
	}
}

func TestNetVsGross(t *testing.T) {
	t.Parallel()
	v := figures(t, measured)
	real := func(x float64) *mcq.Real { return new(mcq.Real(x)) }
	options := func(kind string, a, b float64) []mcq.Option {
		return []mcq.Option{
			{Key: "net a", Value: mcq.NetGross{Larger: "Net" + kind, SI: real(a)}}, {Key: "net b", Value: mcq.NetGross{Larger: "Net" + kind, SI: real(b)}},
			{Key: "gross a", Value: mcq.NetGross{Larger: "Gross" + kind, SI: real(a)}}, {Key: "gross b", Value: mcq.NetGross{Larger: "Gross" + kind, SI: real(b)}},
			{Key: "equal", Value: mcq.NetGross{Larger: mcq.Equal}},
		}
	}
	for _, c := range []struct {
		kind string
		a, b float64
		want string
	}{{"Area", 2, 3, "gross b"}, {"Volume", 0.283, 0.3, "equal"}} {
		verdict, err := v.Answer(Question{
			Subtype: mcq.NetVsGross, Options: options(c.kind, c.a, c.b),
			Fact: mcq.Fact{GUID: padded("w"), Qset: mcq.Named("Q"), Net: "Net" + c.kind, Gross: "Gross" + c.kind},
		})
		if got := strings.Join(verdict.Right, ", "); err != nil || got != c.want {
			t.Errorf("%s: %q, %v; want %q", c.kind, got, err, c.want)
		}
	}
	got := said(v, mcq.NetVsGross, mcq.Fact{GUID: padded("w"), Qset: mcq.Named("Q"), Net: "NetArea", Gross: "GrossVolume"})
	if !strings.HasPrefix(got, "error: NetArea is an IfcQuantityArea and GrossVolume an IfcQuantityVolume") {
		t.Error(got)
	}
	near := figures(t, strings.Replace(measured, "3000000.", "2001000.", 1))
	got = said(near, mcq.NetVsGross, mcq.Fact{GUID: padded("w"), Qset: mcq.Named("Q"), Net: "NetArea", Gross: "GrossArea"})
	if got != "error: NetArea and GrossArea differ by less than 0.5 %" {
		t.Error(got)
	}
}

// loads is three walls, one of them of a subclass, and a beam, that carry a
// property; and quantities on two walls, one in centimetres.
const loads = `
#1=IFCPROJECT('@project',$,$,$,$,$,$,$,#2);
#2=IFCUNITASSIGNMENT((#3));
#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#8=IFCSIUNIT(*,.LENGTHUNIT.,.CENTI.,.METRE.);
#10=IFCWALL('@a',$,$,$,$,$,$,$,$);
#11=IFCWALL('@b',$,$,$,$,$,$,$,$);
#12=IFCWALLSTANDARDCASE('@c',$,$,$,$,$,$,$,$);
#13=IFCBEAM('@d',$,$,$,$,$,$,$,$);
#14=IFCWALL('@e',$,$,$,$,$,$,$,$);
#20=IFCPROPERTYSET('@p0',$,'P',$,(#30));
#21=IFCPROPERTYSET('@p1',$,'P',$,(#31));
#22=IFCPROPERTYSET('@p2',$,'P',$,(#32));
#30=IFCPROPERTYSINGLEVALUE('Load',$,IFCREAL(1.5),$);
#31=IFCPROPERTYSINGLEVALUE('Load',$,IFCREAL(2.25),$);
#32=IFCPROPERTYSINGLEVALUE('Load',$,$,$);
#40=IFCRELDEFINESBYPROPERTIES('@r40',$,$,$,(#10,#13),#20);
#41=IFCRELDEFINESBYPROPERTIES('@r41',$,$,$,(#11,#12),#21);
#42=IFCRELDEFINESBYPROPERTIES('@r42',$,$,$,(#14),#22);
#50=IFCELEMENTQUANTITY('@q0',$,'Q',$,$,(#51));
#51=IFCQUANTITYLENGTH('Length',$,$,500.,$);
#52=IFCELEMENTQUANTITY('@q1',$,'Q',$,$,(#53));
#53=IFCQUANTITYLENGTH('Length',$,#8,100.,$);
#54=IFCRELDEFINESBYPROPERTIES('@r54',$,$,$,(#10),#50);
#55=IFCRELDEFINESBYPROPERTIES('@r55',$,$,$,(#12),#52);
`

func TestSumsAndMeans(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, records string
		s             mcq.Subtype
		class, want   string
	}{
		{"subclasses count, what is unset does not", "", mcq.PropertySum, "IfcWall", "6"},
		{"by the number of values", "", mcq.PropertyMean, "IfcWall", "2"},
		{"a class above", "", mcq.PropertySum, "IfcBuildingElement", "7.5"},
		{"one value is no sum", "", mcq.PropertySum, "IfcBeam", "error: 1 instances of IfcBeam have a value"},
		{"by their own units", "", mcq.QuantitySum, "IfcWall", "1.5"},
		{"mean of quantities", "", mcq.QuantityMean, "IfcWall", "0.75"},
		{"a text among them", `
#60=IFCPROPERTYSET('@p6',$,'P',$,(#61));
#61=IFCPROPERTYSINGLEVALUE('Load',$,IFCLABEL('heavy'),$);
#62=IFCWALL('@f',$,$,$,$,$,$,$,$);
#63=IFCRELDEFINESBYPROPERTIES('@r63',$,$,$,(#62),#60);`, mcq.PropertySum, "IfcWall", "error: Load of f is heavy, no number"},
		{"another measure among them", `
#60=IFCPROPERTYSET('@p6',$,'P',$,(#61));
#61=IFCPROPERTYSINGLEVALUE('Load',$,IFCFORCEMEASURE(3.),$);
#62=IFCWALL('@f',$,$,$,$,$,$,$,$);
#63=IFCRELDEFINESBYPROPERTIES('@r63',$,$,$,(#62),#60);`, mcq.PropertyMean, "IfcWall", "error: Load of f is of another measure or unit than that of others"},
		{"another kind among them", `
#60=IFCELEMENTQUANTITY('@q6',$,'Q',$,$,(#61));
#61=IFCQUANTITYCOUNT('Length',$,$,3.,$);
#62=IFCWALL('@f',$,$,$,$,$,$,$,$);
#63=IFCRELDEFINESBYPROPERTIES('@r63',$,$,$,(#62),#60);`, mcq.QuantitySum, "IfcWall", "error: Length is an IfcQuantityLength here and an IfcQuantityCount there"},
		{"a list among them", `
#60=IFCPROPERTYSET('@p6',$,'P',$,(#61));
#61=IFCPROPERTYLISTVALUE('Load',$,(IFCREAL(1.)),$);
#62=IFCWALL('@f',$,$,$,$,$,$,$,$);
#63=IFCRELDEFINESBYPROPERTIES('@r63',$,$,$,(#62),#60);`, mcq.PropertySum, "IfcWall", "error: Load is an IfcPropertyListValue, which has no single value"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := mcq.Fact{Class: c.class, Pset: mcq.Named("P"), Property: "Load"}
			if c.s == mcq.QuantitySum || c.s == mcq.QuantityMean {
				f = mcq.Fact{Class: c.class, Qset: mcq.Named("Q"), Quantity: "Length"}
			}
			if got := said(figures(t, loads+c.records), c.s, f); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
