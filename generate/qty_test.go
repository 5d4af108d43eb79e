package generate

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
)

const millimetres = `
#1=IFCPROJECT('@project',$,$,$,$,$,$,$,#2);
#2=IFCUNITASSIGNMENT((#3,#4,#5));
#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#4=IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.);
#5=IFCSIUNIT(*,.VOLUMEUNIT.,$,.CUBIC_METRE.);
`

// bearer is an entity with the members of one set.
type bearer struct {
	class, name string
	set         string   // as the file writes it: 'Q', or $
	members     []string // records without number, IFCQUANTITYLENGTH('L',$,$,1.,$)
}

// bearing writes bearers as records: a quantity set where the members are
// quantities, else a property set. Their GlobalIds begin e0, e1 and so on.
func bearing(all ...bearer) string {
	var b strings.Builder
	for i, x := range all {
		id := 1000 + 100*i
		var refs []string
		for k, m := range x.members {
			fmt.Fprintf(&b, "#%d=%s;\n", id+10+k, m)
			refs = append(refs, fmt.Sprintf("#%d", id+10+k))
		}
		fmt.Fprintf(&b, "#%d=IFC%s('@e%d',$,'%s'%s);\n", id, strings.ToUpper(x.class), i, x.name, strings.Repeat(",$", 6))
		switch {
		case len(refs) == 0:
			continue
		case strings.HasPrefix(x.members[0], "IFCQUANTITY"):
			fmt.Fprintf(&b, "#%d=IFCELEMENTQUANTITY('@s%d',$,%s,$,$,(%s));\n", id+1, i, x.set, strings.Join(refs, ","))
		default:
			fmt.Fprintf(&b, "#%d=IFCPROPERTYSET('@s%d',$,%s,$,(%s));\n", id+1, i, x.set, strings.Join(refs, ","))
		}
		fmt.Fprintf(&b, "#%d=IFCRELDEFINESBYPROPERTIES('@r%d',$,$,$,(#%d),#%d);\n", id+2, i, id, id+1)
	}
	return b.String()
}

func length(name string, v float64) string {
	return fmt.Sprintf("IFCQUANTITYLENGTH('%s',$,$,%.6f,$)", name, v)
}

func area(name string, v float64) string {
	return fmt.Sprintf("IFCQUANTITYAREA('%s',$,$,%.6f,$)", name, v)
}

func property(name, value string) string {
	return fmt.Sprintf("IFCPROPERTYSINGLEVALUE('%s',$,%s,$)", name, value)
}

func TestLengths(t *testing.T) {
	t.Parallel()
	wall := func(name string, v float64) bearer { return bearer{"wall", name, "'Q'", []string{length("Length", v)}} }
	four := []bearer{wall("North", 4200), wall("South", 3800), wall("East", 7450), wall("West", 2500)}
	for _, c := range []struct {
		name, units string
		all         []bearer
		keys, skips string
	}{
		{"each value is asked for", millimetres, four, "map[2.5 m:1 3.8 m:1 4.2 m:1 7.45 m:1]", "map[]"},
		{"no unit", "", four, "map[]", "map[the project states no LENGTHUNIT:1]"},
		{"two units", strings.Replace(millimetres, "(#3,#4,#5)", "(#3,#3,#5)", 1), four, "map[]", "map[the project states more than one LENGTHUNIT:1]"},
		{"another kind in the same field is not compared", millimetres,
			append(four[:4:4], bearer{"wall", "Odd", "'Q'", []string{area("Length", 9)}}), "map[2.5 m:1 3.8 m:1 4.2 m:1 7.45 m:1]", "map[]"},
		// Two walls are too few: numbers stand in, and both are asked about.
		{"few", millimetres, four[:2], "map[3.8 m:1 4.2 m:1]", "map[]"},
		{"siblings of other classes", millimetres, []bearer{wall("N", 4200), wall("S", 3800), {"slab", "Deck", "'Q'", []string{length("Length", 9000)}}},
			"map[3.8 m:1 4.2 m:1 9 m:1]", "map[]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ix, v := relModel(t, c.units+bearing(c.all...))
			drafts, skips := drawRelations(t, lengthOf, ix, v, 3, 100)
			if got := fmt.Sprint(keys(drafts)); got != c.keys || fmt.Sprint(skips) != c.skips {
				t.Errorf("keys %s, skips %v; want %s, %s", got, skips, c.keys, c.skips)
			}
		})
	}
}

func TestUnnamedSets(t *testing.T) {
	t.Parallel()
	var all []bearer
	for i := range 4 {
		all = append(all, bearer{"wall", fmt.Sprintf("Wall %c", 'A'+i), "$", []string{length("Length", float64(1000*(i+1)))}})
	}
	// A second set without a name: which one is "the unnamed"?
	second := `
#5000=IFCELEMENTQUANTITY('@x0',$,$,$,$,(#5001));
#5001=IFCQUANTITYLENGTH('Depth',$,$,77.,$);
#5002=IFCRELDEFINESBYPROPERTIES('@x2',$,$,$,(#1000),#5000);
`
	ix, v := relModel(t, millimetres+bearing(all...)+second)
	drafts, skips := drawRelations(t, lengthOf, ix, v, 1, 100)
	for _, d := range drafts {
		if d.Fact.GUID == relGUID("e0") || !strings.Contains(d.Stem, "the unnamed quantity set") || !d.Fact.Qset.IsUnnamed() {
			t.Errorf("%s, %v", d.Stem, d.Fact)
		}
	}
	if len(drafts) != 3 || skips[severalUnnamed] == 0 {
		t.Errorf("%d drafts, %v", len(drafts), skips)
	}
}

func TestNamesThatTellSizes(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"Single-Flush:0762 x 2032mm:1": true, "Fenster 1,00 x 2,10": true, "Partition (92mm Stud)": true, "Panel 2.5m": true,
		"Wall 12": false, "Basic Wall:Exterior:139883": false, "IfcWall-7": false, "2. OG": false, "Room 5 North": false, "M1": false,
	} {
		if tellsSize(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
	ix, v := relModel(t, millimetres+bearing(
		bearer{"wall", "600 x 900", "'Q'", []string{area("Area", 0.54)}}, // its product is the area
		bearer{"wall", "Plain", "'Q'", []string{area("Area", 2)}},
		bearer{"wall", "Area 325", "'Q'", []string{area("Area", 3.25)}}, // its digits are
	))
	drafts, _ := drawRelations(t, areaOf, ix, v, 1, 100)
	for _, d := range drafts {
		if shown := strings.Contains(d.Stem, `"Plain"`); strings.Contains(d.Stem, "600") || strings.Contains(d.Stem, "325") || shown != (d.Fact.GUID == relGUID("e1")) {
			t.Error(d.Stem)
		}
	}
	if len(drafts) != 3 {
		t.Errorf("%d drafts", len(drafts))
	}
}

func TestNetVsGrossHalfEqual(t *testing.T) {
	t.Parallel()
	var all []bearer
	pair := func(net, gross float64) {
		all = append(all, bearer{"wall", "", "'Q'", []string{area("NetSideArea", net), area("GrossSideArea", gross), area("NetArea", 1)}})
	}
	for i := range 6 {
		pair(float64(10+i), float64(11+i))
		pair(float64(20+i), float64(20+i))
		pair(30, 30.01) // too close to call
	}
	ix, v := relModel(t, millimetres+bearing(all...))
	for seed := range uint64(5) {
		drafts, _ := drawRelations(t, netVsGross, ix, v, seed, 100)
		equal := keys(drafts)["Both are equal"]
		if len(drafts) != maxNetGross || equal != 2 {
			t.Errorf("%d items, %d of them ties", len(drafts), equal)
		}
		for _, d := range drafts {
			// Ties and others offer the same: either name with two values, and a tie.
			if len(d.Choices) != 5 || d.Fact.Net != "NetSideArea" {
				t.Errorf("%v: %v", d.Fact, d.Choices)
			}
		}
	}
}

func TestMeasuresAreDeterministic(t *testing.T) {
	t.Parallel()
	var all []bearer
	for i := range 12 {
		all = append(all, bearer{"wall", fmt.Sprintf("W%c", 'a'+i), "'Q'", []string{length("Length", float64(i%5)*510+1000)}})
	}
	stemsOf := func(ix *index.Index) (out []string) {
		drafts, _ := collect(lengthOf.Source(ix, rand.New(rand.NewPCG(7, 7))))
		for _, d := range drafts {
			out = append(out, d.Stem+fmt.Sprint(d.Choices))
		}
		return out
	}
	a, _ := relModel(t, millimetres+bearing(all...))
	b, _ := relModel(t, millimetres+bearing(all...))
	if x, y := fmt.Sprint(stemsOf(a)), fmt.Sprint(stemsOf(b)); x != y || len(x) < 100 {
		t.Errorf("two runs differ:\n%s\n%s", x, y)
	}
	if mcq.FormatQuantity(mcq.Real(2.5), "m") != lengthMeasure.text(mcq.Real(2.5)) {
		t.Error("unit")
	}
}
