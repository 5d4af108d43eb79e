package generate

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/semantics"
	"github.com/ifcmcq/ifcmcq/step"
)

// directIndex is the index of a few IFC4 records in which '@x' stands for a
// GlobalId that begins with x.
func directIndex(t *testing.T, records string) *index.Index {
	t.Helper()
	records = regexp.MustCompile(`'@(\w+)'`).ReplaceAllStringFunc(records, func(s string) string {
		name := s[2 : len(s)-1]
		return "'" + name + strings.Repeat("0", 22-len(name)) + "'"
	})
	m, err := ifc.Read([]byte("ISO-10303-21;HEADER;FILE_SCHEMA(('IFC4'));ENDSEC;DATA;\n"+records+"\nENDSEC;END-ISO-10303-21;\n"), step.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return index.New(semantics.New(m))
}

// collect walks drafts to their end; reasons for there being none are counted.
func collect(d Drafts) (drafts []Draft, skips map[Skip]int) {
	skips = map[Skip]int{}
	for x, skip := range d {
		if skip != "" {
			skips[skip]++
			continue
		}
		drafts = append(drafts, x)
	}
	return drafts, skips
}

// shortGUID is a GlobalId as fixtures write it.
func shortGUID(s string) string { return strings.TrimRight(s, "0") }

func rightText(d Draft) string {
	var out []string
	for _, c := range d.Choices {
		if c.Right {
			out = append(out, c.Text)
		}
	}
	return strings.Join(out, " + ")
}

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

const bearingWalls = `
#1=IFCPROPERTYSINGLEVALUE('LoadBearing',$,IFCBOOLEAN(.T.),$);
#2=IFCPROPERTYSINGLEVALUE('LoadBearing',$,IFCBOOLEAN(.F.),$);
#3=IFCPROPERTYSINGLEVALUE('LoadBearing',$,IFCLOGICAL(.U.),$);
#4=IFCPROPERTYSINGLEVALUE('LoadBearing',$,$,$);
#5=IFCPROPERTYSINGLEVALUE('Reference',$,IFCLABEL('W'),$);
#11=IFCPROPERTYSET('@s1',$,'Pset',$,(#1,#5));
#12=IFCPROPERTYSET('@s2',$,'Pset',$,(#2,#5));
#13=IFCPROPERTYSET('@s3',$,'Pset',$,(#3));
#14=IFCPROPERTYSET('@s4',$,'Pset',$,(#4));
#21=IFCWALL('@t1',$,'Bearing wall',$,$,$,$,$,$);
#22=IFCWALL('@t2',$,'Bearing wall',$,$,$,$,$,$);
#23=IFCWALL('@t3',$,'Bearing wall',$,$,$,$,$,$);
#24=IFCWALL('@t4',$,'Bearing wall',$,$,$,$,$,$);
#25=IFCWALL('@f1',$,'Partition',$,$,$,$,$,$);
#26=IFCWALL('@unknown',$,'Wall',$,$,$,$,$,$);
#27=IFCWALL('@unset',$,'Wall',$,$,$,$,$,$);
#28=IFCWALL('@typedTwice',$,'Wall',$,$,$,$,$,$);
#29=IFCWALL('@differs',$,'Wall',$,$,$,$,$,$);
#41=IFCRELDEFINESBYPROPERTIES('@r1',$,$,$,(#21,#22,#23,#24,#28,#29),#11);
#42=IFCRELDEFINESBYPROPERTIES('@r2',$,$,$,(#25,#29),#12);
#43=IFCRELDEFINESBYPROPERTIES('@r3',$,$,$,(#26),#13);
#44=IFCRELDEFINESBYPROPERTIES('@r4',$,$,$,(#27),#14);
#51=IFCWALLTYPE('@wt',$,'T',$,$,$,$,$,$,.SOLIDWALL.);
#52=IFCWALLTYPE('@wu',$,'U',$,$,$,$,$,$,.SOLIDWALL.);
#61=IFCRELDEFINESBYTYPE('@q1',$,$,$,(#28),#51);
#62=IFCRELDEFINESBYTYPE('@q2',$,$,$,(#28),#52);
`

func TestClaimsComeInCouples(t *testing.T) {
	t.Parallel()
	ix := directIndex(t, bearingWalls)
	claims := map[bool]int{}
	for seed := range uint64(20) {
		drafts, skips := collect(booleanDrafts(ix, source(seed)))
		// One couple of a bearing wall and the partition, one of two of the bearing
		// walls that are left; the last has no partner.
		if len(drafts) != 4 {
			t.Fatalf("%d drafts", len(drafts))
		}
		if want := map[Skip]int{"boolean that is unknown or in doubt": 3, "no second element with the value": 1}; fmt.Sprint(skips) != fmt.Sprint(want) {
			t.Errorf("left out %v, want %v", skips, want)
		}
		for i, d := range drafts {
			value := d.Fact.GUID[0] == 't'
			if yes := value == *d.Fact.Claim; rightText(d) != map[bool]string{true: "Yes", false: "No"}[yes] {
				t.Errorf("%s claims %v: %s", d.Fact.GUID, *d.Fact.Claim, rightText(d))
			}
			if i%2 == 1 && rightText(d) == rightText(drafts[i-1]) {
				t.Error("both of a couple have the same key")
			}
			if !strings.Contains(d.Stem, fmt.Sprint(*d.Fact.Claim)) || strings.Contains(d.Stem, "wall") || strings.Contains(d.Stem, "Partition") {
				t.Errorf("stem without the claim or with the Name: %s", d.Stem)
			}
		}
		if *drafts[0].Fact.Claim != *drafts[1].Fact.Claim {
			t.Error("a couple about both values makes two claims")
		}
		if *drafts[2].Fact.Claim == *drafts[3].Fact.Claim {
			t.Error("a couple about one value makes one claim")
		}
		claims[*drafts[0].Fact.Claim]++
	}
	if claims[true] == 0 || claims[false] == 0 {
		t.Errorf("claims are always the same: %v", claims)
	}
}

// Two doors have a rating, of eight. The others show what is left out.
const ratedDoors = `
#1=IFCPROPERTYSINGLEVALUE('Rating',$,IFCLABEL('R1'),$);
#2=IFCPROPERTYSINGLEVALUE('Rating',$,IFCLABEL('R2'),$);
#3=IFCPROPERTYSINGLEVALUE('Rating',$,$,$);
#4=IFCPROPERTYSINGLEVALUE('Rating',$,IFCLABEL(' '),$);
#11=IFCPROPERTYSET('@s1',$,'Pset',$,(#1));
#12=IFCPROPERTYSET('@s2',$,'Pset',$,(#2));
#13=IFCPROPERTYSET('@s3',$,'Pset',$,(#3));
#14=IFCPROPERTYSET('@s4',$,'Pset',$,(#4));
#15=IFCQUANTITYCOUNT('Rating',$,$,1.,$);
#16=IFCELEMENTQUANTITY('@s6',$,'Pset',$,$,(#15));
#21=IFCDOOR('@yes1',$,'Door R1',$,$,$,$,$,$,$,$,$,$);
#22=IFCDOOR('@yes2',$,'Door R2',$,$,$,$,$,$,$,$,$,$);
#23=IFCDOOR('@no1',$,'Door',$,$,$,$,$,$,$,$,$,$);
#24=IFCDOOR('@no2unset',$,'Door',$,$,$,$,$,$,$,$,$,$);
#25=IFCDOOR('@unsetButOnType',$,'Door',$,$,$,$,$,$,$,$,$,$);
#26=IFCDOOR('@blank',$,'Door',$,$,$,$,$,$,$,$,$,$);
#27=IFCDOOR('@typedTwice',$,'Door',$,$,$,$,$,$,$,$,$,$);
#28=IFCDOOR('@quantity',$,'Door',$,$,$,$,$,$,$,$,$,$);
#41=IFCRELDEFINESBYPROPERTIES('@r1',$,$,$,(#21),#11);
#43=IFCRELDEFINESBYPROPERTIES('@r3',$,$,$,(#24,#25),#13);
#44=IFCRELDEFINESBYPROPERTIES('@r4',$,$,$,(#26),#14);
#45=IFCRELDEFINESBYPROPERTIES('@r5',$,$,$,(#28),#16);
#51=IFCDOORTYPE('@dt',$,'T',$,$,(#12),$,$,$,.DOOR.,.NOTDEFINED.,$,$);
#52=IFCDOORTYPE('@du',$,'U',$,$,$,$,$,$,.DOOR.,.NOTDEFINED.,$,$);
#53=IFCDOORTYPE('@dv',$,'V',$,$,$,$,$,$,.DOOR.,.NOTDEFINED.,$,$);
#61=IFCRELDEFINESBYTYPE('@q1',$,$,$,(#22,#25),#51);
#62=IFCRELDEFINESBYTYPE('@q2',$,$,$,(#27),#52);
#63=IFCRELDEFINESBYTYPE('@q3',$,$,$,(#27),#53);
`

func TestExistenceIsAskedBothWays(t *testing.T) {
	t.Parallel()
	ix := directIndex(t, ratedDoors)
	for seed := range uint64(20) {
		drafts, _ := collect(propertyExistence.Source(ix, source(seed)))
		var got []string
		for _, d := range drafts {
			got = append(got, shortGUID(d.Fact.GUID)+" "+rightText(d))
			if strings.Contains(d.Stem, `"Door`) {
				t.Errorf("the stem has the Name: %s", d.Stem)
			}
		}
		slices.Sort(got)
		if want := []string{"no1 No", "no2unset No", "yes1 Yes", "yes2 Yes"}; !slices.Equal(got, want) {
			t.Errorf("seed %d: %q, want %q", seed, got, want)
		}
	}
}

func TestValueOrNullIsNullForHalf(t *testing.T) {
	t.Parallel()
	ix := directIndex(t, ratedDoors)
	drafts, _ := collect(valueOrNull.Source(ix, source(1)))
	var got []string
	for _, d := range drafts {
		got = append(got, shortGUID(d.Fact.GUID)+" "+rightText(d))
		// One option more would be as good as null to whoever always says so.
		if len(d.Choices) != 3 || d.Choices[2].Text != mcq.NotSpecified || d.Choices[2].Value != nil {
			t.Errorf("options %v", d.Choices)
		}
	}
	slices.Sort(got)
	want := []string{"no1 " + mcq.NotSpecified, "no2unset " + mcq.NotSpecified, "yes1 R1", "yes2 R2"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A property that every wall and no slab has is asked about without the class.
func TestExistenceAcrossClasses(t *testing.T) {
	t.Parallel()
	ix := directIndex(t, `
#1=IFCPROPERTYSINGLEVALUE('Layer',$,IFCLABEL('L'),$);
#11=IFCPROPERTYSET('@s1',$,'Pset',$,(#1));
#21=IFCWALL('@w1',$,'Wall',$,$,$,$,$,$);
#22=IFCWALL('@w2',$,'Wall',$,$,$,$,$,$);
#23=IFCSLAB('@s1',$,'Slab',$,$,$,$,$,$);
#24=IFCSLAB('@s2',$,'Slab',$,$,$,$,$,$);
#25=IFCSLAB('@s3',$,'Slab',$,$,$,$,$,$);
#41=IFCRELDEFINESBYPROPERTIES('@r1',$,$,$,(#21,#22),#11);
`)
	drafts, _ := collect(propertyExistence.Source(ix, source(1)))
	yes := 0
	for _, d := range drafts {
		if strings.Contains(d.Stem, "Wall") || strings.Contains(d.Stem, "Slab") || d.Note == "" {
			t.Errorf("stem %q, note %q", d.Stem, d.Note)
		}
		if rightText(d) == "Yes" {
			yes++
		}
	}
	if len(drafts) != 4 || yes != 2 {
		t.Errorf("%d drafts, %d yes", len(drafts), yes)
	}
}

func TestFirstKeepsCouples(t *testing.T) {
	t.Parallel()
	var c couples
	endless := c.drafts(func(yield func(Draft, Skip) bool) {
		for yield(Draft{}, "why") && c.give(yield, Draft{Stem: "a"}, Draft{Stem: "b"}) {
		}
	})
	drafts, skips := collect(first(4, endless))
	if len(drafts) != 4 || drafts[0].Stem != "a" || drafts[3].Stem != "b" || skips["why"] != 2 {
		t.Errorf("%v, %v", drafts, skips)
	}
}
