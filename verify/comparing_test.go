package verify

import (
	"strings"
	"testing"

	"github.com/ifcmcq/ifcmcq/mcq"
)

// doors carry widths, a property and a quantity of which one is in centimetres.
const doors = `
#1=IFCPROJECT('@project',$,$,$,$,$,$,$,#2);
#2=IFCUNITASSIGNMENT((#3));
#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#8=IFCSIUNIT(*,.LENGTHUNIT.,.CENTI.,.METRE.);
#10=IFCDOOR('@a',$,$,$,$,$,$,$,$,900.,$,$,$);
#11=IFCDOOR('@b',$,$,$,$,$,$,$,$,1010,$,$,$);
#12=IFCDOOR('@c',$,$,$,$,$,$,$,$,900,$,$,$);
#13=IFCDOOR('@d',$,$,$,$,$,$,$,$,$,$,$,$);
#14=IFCDOOR('@e',$,$,$,$,$,$,$,$,1011.,$,$,$);
#20=IFCPROPERTYSET('@p0',$,'P',$,(#30));
#21=IFCPROPERTYSET('@p1',$,'P',$,(#31));
#22=IFCPROPERTYSET('@p2',$,'P',$,(#32));
#30=IFCPROPERTYSINGLEVALUE('Rating',$,IFCINTEGER(30),$);
#31=IFCPROPERTYSINGLEVALUE('Rating',$,IFCINTEGER(60),$);
#32=IFCPROPERTYSINGLEVALUE('Rating',$,IFCLABEL('T90'),$);
#40=IFCRELDEFINESBYPROPERTIES('@r40',$,$,$,(#10),#20);
#41=IFCRELDEFINESBYPROPERTIES('@r41',$,$,$,(#11),#21);
#42=IFCRELDEFINESBYPROPERTIES('@r42',$,$,$,(#12),#22);
#50=IFCELEMENTQUANTITY('@q0',$,'Q',$,$,(#51));
#51=IFCQUANTITYLENGTH('Height',$,$,500.,$);
#52=IFCELEMENTQUANTITY('@q1',$,'Q',$,$,(#53));
#53=IFCQUANTITYLENGTH('Height',$,#8,100.,$);
#54=IFCRELDEFINESBYPROPERTIES('@r54',$,$,$,(#10),#50);
#55=IFCRELDEFINESBYPROPERTIES('@r55',$,$,$,(#11),#52);
`

func TestComparisons(t *testing.T) {
	t.Parallel()
	width := mcq.Metric{Kind: mcq.MetricAttribute, Name: "OverallWidth"}
	rating := mcq.Metric{Kind: mcq.MetricProperty, Name: "Rating", Set: mcq.Named("P")}
	height := mcq.Metric{Kind: mcq.MetricQuantity, Name: "Height", Set: mcq.Named("Q")}
	for _, c := range []struct {
		name   string
		s      mcq.Subtype
		guids  string
		metric mcq.Metric
		want   string // key that holds, or the error
	}{
		{"larger, an integer beside a real", mcq.Pairwise, "a b", width, "b"},
		{"equal, whichever way it is written", mcq.Pairwise, "a c", width, "equal"},
		{"one has none", mcq.Pairwise, "a d", width, "undetermined"},
		{"too close", mcq.Pairwise, "b e", width, "error: b and e are too close to call"},
		{"properties", mcq.Pairwise, "b a", rating, "b"},
		{"one has no such set", mcq.Pairwise, "b d", rating, "undetermined"},
		{"neither has", mcq.Pairwise, "e d", rating, "error: neither e nor d has a value"},
		{"a text", mcq.Pairwise, "a c", rating, "error: Rating of c is T90, no number"},
		{"quantities by their units: 500 mm is less than 100 cm", mcq.Pairwise, "a b", height, "b"},
		{"no attribute of that name", mcq.Pairwise, "a b", mcq.Metric{Kind: mcq.MetricAttribute, Name: "Weight"}, "error: IfcDoor has no attribute Weight"},
		{"largest", mcq.Largest, "c b a", width, "b"},
		{"smallest is shared", mcq.Smallest, "c b a", width, "error: a and c are too close to call"},
		{"one has none", mcq.Smallest, "c b d", width, "error: d has no value for OverallWidth"},
	} {
		t.Run(c.name+" "+c.guids, func(t *testing.T) {
			t.Parallel()
			f := mcq.Fact{Metric: &c.metric}
			q := Question{Subtype: c.s, Options: []mcq.Option{{Key: "equal", Value: mcq.Equal}, {Key: "undetermined", Value: mcq.Undetermined}}}
			for _, g := range strings.Fields(c.guids) {
				f.GUIDs = append(f.GUIDs, padded(g))
				q.Options = append(q.Options, mcq.Option{Key: g, Value: padded(g)})
			}
			q.Fact = f
			v := figures(t, doors)
			got := said(v, c.s, f)
			if !strings.HasPrefix(got, "error") {
				verdict, _ := v.Answer(q)
				got = strings.Join(verdict.Right, " ")
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
