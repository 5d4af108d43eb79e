package generate

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/ifcmcq/ifcmcq/mcq"
)

func TestExactSum(t *testing.T) {
	t.Parallel()
	values := []float64{1e16, 1, -1e16, 0.1, 0.2, 0.3, 1e-300, -0.6}
	want := exactSum(values)
	if math.Abs(want-1) > 1e-12 {
		t.Errorf("sum %v", want)
	}
	for range len(values) { // no order makes a difference
		values = append(values[1:], values[0])
		if got := exactSum(values); got != want {
			t.Errorf("%v, then %v", want, got)
		}
	}
}

// The key is any link of the chain of options as often as any other, whatever
// the values: as far as there are enough of them.
func TestSumsHaveEveryRank(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		values []float64
	}{
		{"lengths", []float64{2.5, 3.75, 4.2, 7.45, 10, 1.25, 3.3, 2.8}},
		{"one prevails", []float64{100, 2, 3, 4, 5, 6, 7, 8}},
		{"negative", []float64{-2.5, -3.75, -4.2, -7.45, -10, -1.25}},
		{"many", slices.Repeat([]float64{0.3, 0.7, 1.1}, 200)},
	} {
		for _, mean := range []bool{false, true} {
			var ranks ranking
			var at [maxOptions]int
			a := aggregate{values: c.values, exact: make([]bool, len(c.values))}
			for seed := range uint64(100) {
				options, ok := a.options(source(seed), mean, &ranks)
				if !ok || len(options) != maxOptions && c.name != "one prevails" {
					t.Fatalf("%s: %v", c.name, options)
				}
				rank := 0
				for _, o := range options {
					if number(o.Value) < number(options[0].Value) {
						rank++
					}
					for _, p := range options {
						if o != p && !apart(o, p) {
							t.Errorf("%s: %v beside %v", c.name, o, p)
						}
					}
				}
				at[rank]++
			}
			// One that prevails leaves little to leave out below.
			if slices.Min(at[:]) < 12 && c.name != "one prevails" {
				t.Errorf("%s, mean %v: ranks %v", c.name, mean, at)
			}
		}
	}
}

func TestPropertySums(t *testing.T) {
	t.Parallel()
	with := func(class, value string) bearer { return bearer{class, "", "'P'", []string{property("Load", value)}} }
	some := []bearer{with("wall", "IFCINTEGER(3)"), with("wall", "IFCINTEGER(5)"), with("wall", "IFCINTEGER(8)"), with("wall", "$")}
	for _, c := range []struct {
		name, records string
		all           []bearer
		keys, skips   string
	}{
		{"what is unset does not count", "", some, "map[16:1]", "map[]"},
		// IfcWall gathers the subclass, which is also asked about alone.
		{"subclasses", "", append(some[:4:4], with("wallstandardcase", "IFCINTEGER(10)"), with("wallstandardcase", "IFCINTEGER(20)"), with("wallstandardcase", "IFCINTEGER(40)")),
			"map[70:1 86:1]", "map[]"},
		{"all the same", "", []bearer{with("wall", "IFCREAL(3.)"), with("wall", "IFCREAL(3.)")}, "map[]", "map[values that are all the same:1]"},
		{"one value", "", []bearer{with("wall", "IFCREAL(3.)"), with("wall", "$")}, "map[]", "map[fewer than two values:1]"},
		{"a text among them", "", append(some[:4:4], with("wall", "IFCLABEL('5')")), "map[]", "map[a value that is no number:1]"},
		{"a logical among them", "", append(some[:4:4], with("wall", "IFCBOOLEAN(.T.)")), "map[]", "map[a value that is no number:1]"},
		{"another measure among them", "", append(some[:4:4], with("wall", "IFCREAL(5.)")), "map[]", "map[values of several measures or units:1]"},
		{"nothing in all", "", []bearer{with("wall", "IFCREAL(3.)"), with("wall", "IFCREAL(-3.)")}, "map[]", "map[fewer than three distinct options:1]"},
		// It counts, but which of the two it is cannot be said.
		{"a GlobalId twice", "#9000=IFCWALL('@twice',$,$,$,$,$,$,$,$);\n#9001=IFCWALL('@twice',$,$,$,$,$,$,$,$);", some,
			"map[]", "map[an instance of the class that cannot be read or named:1]"},
		{"a set that is not there", "#9000=IFCRELDEFINESBYPROPERTIES('@x',$,$,$,(#1300),#9999);", some,
			"map[]", "map[a set is related that the file does not hold:1]"},
		{"stated twice", `
#9000=IFCPROPERTYSET('@y',$,'P',$,(#9001));
#9001=IFCPROPERTYSINGLEVALUE('Load',$,IFCINTEGER(4),$);
#9002=IFCRELDEFINESBYPROPERTIES('@x',$,$,$,(#1000),#9000);`, some, "map[]", "map[stated twice with different values:1]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ix, v := relModel(t, bearing(c.all...)+c.records)
			drafts, skips := drawRelations(t, propertySum, ix, v, 2, 100)
			if got := fmt.Sprint(keys(drafts)); got != c.keys || fmt.Sprint(skips) != c.skips {
				t.Errorf("keys %s, skips %v; want %s, %s", got, skips, c.keys, c.skips)
			}
		})
	}
}

func TestQuantityMeans(t *testing.T) {
	t.Parallel()
	wall := func(m string) bearer { return bearer{"wall", "", "'Q'", []string{m}} }
	ix, v := relModel(t, millimetres+`#8=IFCSIUNIT(*,.LENGTHUNIT.,.CENTI.,.METRE.);`+bearing(
		wall(length("Length", 4200)), wall(length("Length", 3800)), wall(strings.Replace(length("Length", 100), "$,$", "$,#8", 1)), wall(length("Length", 2000)),
		// Length here, area there: there is no sum.
		bearer{"slab", "", "'Q'", []string{length("Size", 1)}}, bearer{"slab", "", "'Q'", []string{area("Size", 2)}},
	))
	drafts, skips := drawRelations(t, quantityMean, ix, v, 2, 100)
	if got := keys(drafts); fmt.Sprint(got) != "map[2.75 m:1]" || skips["quantities of several kinds"] != 1 {
		t.Errorf("%v, %v", got, skips)
	}
	for _, c := range drafts[0].Choices {
		if !strings.HasSuffix(c.Text, " m") {
			t.Errorf("%v", c)
		}
		if _, ok := c.Value.(mcq.Real); !ok {
			t.Errorf("%T", c.Value)
		}
	}
}
