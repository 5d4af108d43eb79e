package generate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ifcmcq/ifcmcq/mcq"
)

// Of every eight pairs five differ, two are ties and one cannot be told; and of
// those that differ each entity is the larger one half of the time.
func TestPairwiseKinds(t *testing.T) {
	t.Parallel()
	var all []bearer
	for i := range 40 {
		all = append(all, bearer{"wall", fmt.Sprintf("Wall %c", 'A'+i%26), "'P'", []string{property("Load", fmt.Sprintf("IFCREAL(%d.)", 100+10*(i/2)))}})
	}
	// Absent or unset, it is all one.
	for range 4 {
		all = append(all, bearer{class: "wall"}, bearer{"wall", "", "'P'", []string{property("Load", "$")}})
	}
	ix, v := relModel(t, bearing(all...))
	drafts, _ := drawRelations(t, pairwise, ix, v, 4, 40)
	kinds := map[string]int{}
	first := 0
	for _, d := range drafts {
		if len(d.Choices) != 4 || !slices.IsSorted(d.Fact.GUIDs) {
			t.Errorf("%v", d)
		}
		for _, c := range d.Choices {
			switch {
			case !c.Right:
			case c.Value == mcq.Equal, c.Value == mcq.Undetermined:
				kinds[fmt.Sprint(c.Value)]++
			default:
				kinds["larger"]++
				if c.Value == d.Fact.GUIDs[0] {
					first++
				}
			}
			if s, ok := c.Value.(string); ok && len(s) == 22 && !strings.Contains(c.Text, s) {
				t.Errorf("%s does not say which entity is meant", c.Text)
			}
		}
	}
	if fmt.Sprint(kinds) != "map[equal:10 larger:25 undetermined:5]" || first < 5 || first > 20 {
		t.Errorf("%v, the first of two %d times", kinds, first)
	}
}

func TestComparedValues(t *testing.T) {
	t.Parallel()
	with := func(name, value string) bearer { return bearer{"wall", name, "'P'", []string{property("Load", value)}} }
	for _, c := range []struct {
		name  string
		all   []bearer
		s     Subtype
		keys  string
		skips string
	}{
		{"no numbers", []bearer{with("a", "IFCLABEL('1')"), with("b", "IFCLABEL('2')"), with("c", "IFCLABEL('3')")}, largest, "map[]", "map[]"},
		{"two values are no three", []bearer{with("a", "IFCREAL(1.)"), with("b", "IFCREAL(2.)"), with("c", "IFCREAL(2.)")}, largest, "map[]", "map[]"},
		{"too close at the end that is asked for", []bearer{with("a", "IFCINTEGER(10000)"), with("b", "IFCINTEGER(10001)"), with("c", "IFCINTEGER(3)")}, largest,
			"map[]", "map[values too close to call:4]"},
		{"far enough at the other", []bearer{with("a", "IFCINTEGER(10000)"), with("b", "IFCINTEGER(10001)"), with("c", "IFCINTEGER(3)")}, smallest,
			`map[IfcWall "c" (GlobalId e2):4]`, "map[]"},
		{"another measure is left aside", []bearer{with("a", "IFCREAL(1.)"), with("b", "IFCREAL(2.)"), with("c", "IFCREAL(4.)"), with("d", "IFCFORCEMEASURE(9.)")}, largest,
			`map[IfcWall "c" (GlobalId e2):4]`, "map[]"},
		{"a Name that tells a value hides all", []bearer{with("a", "IFCREAL(125.)"), with("125", "IFCREAL(200.)"), with("c", "IFCREAL(400.)")}, largest,
			`map[IfcWall (GlobalId e2):4]`, "map[]"},
		{"as do measurements", []bearer{with("a", "IFCREAL(125.)"), with("90 x 200", "IFCREAL(300.)"), with("c", "IFCREAL(400.)")}, largest,
			`map[IfcWall (GlobalId e2):4]`, "map[]"},
		{"alike to six digits only is no tie", []bearer{with("a", "IFCREAL(1.0000000001)"), with("b", "IFCREAL(1.)"), with("c", "IFCREAL(7.)")}, pairwise,
			`map[IfcWall "c" (GlobalId e2):4]`, "map[]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ix, v := relModel(t, bearing(c.all...))
			drafts, skips := drawRelations(t, c.s, ix, v, 1, 100)
			got := map[string]int{}
			for text, n := range keys(drafts) {
				got[strings.Replace(text, "00000000000000000000", "", 1)] += n
			}
			if fmt.Sprint(got) != c.keys || fmt.Sprint(skips) != c.skips {
				t.Errorf("keys %v, skips %v; want %s, %s", got, skips, c.keys, c.skips)
			}
		})
	}
}

// What a storey is called says how high it lies.
func TestStoreysAreComparedWithoutNames(t *testing.T) {
	t.Parallel()
	ix, v := relModel(t, `
#1=IFCBUILDINGSTOREY('@a',$,'Cellar',$,$,$,$,$,$,-3.);
#2=IFCBUILDINGSTOREY('@b',$,'Ground Floor',$,$,$,$,$,$,0.);
#3=IFCBUILDINGSTOREY('@c',$,'Attic',$,$,$,$,$,$,6.);
`)
	drafts, _ := drawRelations(t, largest, ix, v, 1, 1)
	if len(drafts) != 1 || !strings.Contains(drafts[0].Stem, "attribute Elevation") {
		t.Fatalf("%v", drafts)
	}
	for _, c := range drafts[0].Choices {
		if strings.Contains(c.Text, `"`) {
			t.Error(c.Text)
		}
	}
}

// Over distinct values each entity is the extreme as often as chance has it.
func TestExtremesAreEven(t *testing.T) {
	t.Parallel()
	var all []bearer
	for i := range 12 {
		all = append(all, bearer{"wall", fmt.Sprintf("Wall %c", 'A'+i), "'P'", []string{property("Load", fmt.Sprintf("IFCREAL(%d.)", 100+30*i))}})
	}
	ix, v := relModel(t, bearing(all...))
	sizes := map[int]int{}
	for seed := range uint64(10) {
		drafts, _ := drawRelations(t, smallest, ix, v, seed, 40)
		for _, d := range drafts {
			sizes[len(d.Choices)]++
			if len(d.Fact.GUIDs) != len(d.Choices) {
				t.Errorf("%v", d.Fact)
			}
		}
	}
	if len(sizes) != 3 || sizes[3] < 20 || sizes[4] < 20 || sizes[5] < 10 {
		t.Errorf("sizes %v", sizes)
	}
}
