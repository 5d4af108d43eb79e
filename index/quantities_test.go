package index

import (
	"fmt"
	"testing"
)

func TestSI(t *testing.T) {
	t.Parallel()
	ix := relIndex(t, `
#1=IFCPROJECT('@project',$,$,$,$,$,$,$,#2);
#2=IFCUNITASSIGNMENT((#3,#4));
#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#4=IFCSIUNIT(*,.AREAUNIT.,.MILLI.,.SQUARE_METRE.);
#5=IFCSIUNIT(*,.LENGTHUNIT.,.CENTI.,.METRE.);
#10=IFCWALL('@w',$,$,$,$,$,$,$,$);
#13=IFCRELDEFINESBYPROPERTIES('@r13',$,$,$,(#10),#20);
#20=IFCELEMENTQUANTITY('@q',$,'Q',$,$,(#21,#22,#23,#24,#25,#26));
#21=IFCQUANTITYLENGTH('a project unit',$,$,4200.,$);
#22=IFCQUANTITYLENGTH('b own unit',$,#5,250,$);
#23=IFCQUANTITYAREA('c squared prefix',$,$,2000000.,$);
#24=IFCQUANTITYVOLUME('d no unit',$,$,10.,$);
#25=IFCQUANTITYAREA('e wrong unit',$,#5,1.,$);
#26=IFCQUANTITYCOUNT('f count',$,$,3.,$);
`)
	want := []string{"4.2 ", "2.5 ", "2 ", "0 the project states no VOLUMEUNIT", "0 a unit of another kind than its quantity", "0 not a length, an area or a volume"}
	for i, f := range ix.Fields() {
		si, why := ix.SI(f.Entries[0])
		if got := fmt.Sprint(si, " ", why); got != want[i] {
			t.Errorf("%s: %q, want %q", f.Name, got, want[i])
		}
	}
}

func TestWholeAndBroken(t *testing.T) {
	t.Parallel()
	ix := relIndex(t, `
#10=IFCWALL('@w',$,$,$,$,$,$,$,$);
#11=IFCSLAB('@s',$,$,$,$,$,$,$,$);
#12=IFCSLAB('@s',$,$,$,$,$,$,$,$);
#13=IFCRELDEFINESBYPROPERTIES('@r13',$,$,$,(#10),#99);
`)
	for _, c := range []struct {
		class         string
		whole, broken bool
	}{{"IfcWall", true, true}, {"IfcSlab", false, false}, {"IfcBuildingElement", false, true}, {"IfcBeam", true, false}} {
		n, _ := ix.Model.Schema().Class(c.class)
		if ix.Whole(n) != c.whole || ix.SetsBroken(n) != c.broken {
			t.Errorf("%s: whole %v, broken %v", c.class, ix.Whole(n), ix.SetsBroken(n))
		}
	}
}
