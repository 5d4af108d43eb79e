package index

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// What rounding has left of zero is a value that is not shown; zero is.
func TestValuesOfAField(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i, elevation := range []string{"3.", "0.", "-2.02378E-12", "3.", "1.E-8", "$"} {
		fmt.Fprintf(&b, "#%d=IFCBUILDINGSTOREY('@L%d',$,'Level %d',$,$,$,$,$,$,%s);", i+1, i, i, elevation)
	}
	ix := relIndex(t, b.String())
	var got []string
	for _, f := range ix.Attributes() {
		if f.Name == "Elevation" {
			for _, v := range ix.Values(f) {
				got = append(got, fmt.Sprintf("%q %v", v.Text, v.Entries))
			}
		}
	}
	if want := []string{`"3" [0 3]`, `"0" [1]`, `"" [2]`, `"1e-08" [4]`}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Properties of one name in one set are one field, in whatever order the sets hold
// them; a class above has those of its subclasses.
func TestFieldsOfSets(t *testing.T) {
	t.Parallel()
	ix := relIndex(t, `#1=IFCWALL('@w1',$,$,$,$,$,$,$);
#2=IFCWALL('@w2',$,$,$,$,$,$,$);
#3=IFCWALLSTANDARDCASE('@w3',$,$,$,$,$,$,$);
#10=IFCPROPERTYSINGLEVALUE('A',$,IFCLABEL('a1'),$);#11=IFCPROPERTYSINGLEVALUE('B',$,IFCLABEL('b1'),$);
#12=IFCPROPERTYSINGLEVALUE('B',$,IFCLABEL('b2'),$);#13=IFCPROPERTYSINGLEVALUE('A',$,IFCLABEL('a2'),$);
#20=IFCPROPERTYSET('@s20x',$,'S',$,(#10,#11));#21=IFCPROPERTYSET('@s21x',$,'S',$,(#12,#13));
#22=IFCPROPERTYSET('@s22x',$,'S',$,(#12));
#30=IFCRELDEFINESBYPROPERTIES('@r30x',$,$,$,(#1),#20);#31=IFCRELDEFINESBYPROPERTIES('@r31x',$,$,$,(#2),#21);
#32=IFCRELDEFINESBYPROPERTIES('@r32x',$,$,$,(#3),#22);`)
	wall, _ := ix.Model.Schema().Class("IfcWall")
	for name, want := range map[string]string{"A": "a1 a2", "B": "b1 b2 b2"} {
		f := ix.Field(wall, FieldKey{Property, "S", true, name})
		if f == nil {
			t.Fatalf("no field %s", name)
		}
		var got []string
		for _, e := range f.Entries {
			got = append(got, e.Value.Text)
		}
		if strings.Join(got, " ") != want || ix.Over(wall, f) != f {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if f := ix.Field(wall, FieldKey{Property, "S", true, "C"}); f != nil {
		t.Errorf("a field that nothing carries: %v", f)
	}
}
