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
	"github.com/ifcmcq/ifcmcq/verify"
)

// relModel reads a few IFC4 records in which '@x' stands for a GlobalId that
// begins with x; see relGUID.
func relModel(t *testing.T, records string) (*index.Index, *verify.Verifier) {
	t.Helper()
	records = regexp.MustCompile(`'@(\w+)'`).ReplaceAllStringFunc(records, func(s string) string { return "'" + relGUID(s[2:len(s)-1]) + "'" })
	m, err := ifc.Read([]byte("ISO-10303-21;HEADER;FILE_SCHEMA(('IFC4'));ENDSEC;DATA;\n"+records+"\nENDSEC;END-ISO-10303-21;\n"), step.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return index.New(semantics.New(m)), verify.New(m)
}

func relGUID(s string) string { return s + strings.Repeat("0", 22-len(s)) }

// drawRelations takes at most limit drafts of a subtype, and counts the reasons for there
// being no more. Every draft must be what the verifier finds.
func drawRelations(t *testing.T, s Subtype, ix *index.Index, v *verify.Verifier, seed uint64, limit int) (drafts []Draft, skips map[Skip]int) {
	t.Helper()
	skips = map[Skip]int{}
	for d, skip := range s.Source(ix, rand.New(rand.NewPCG(seed, 1))) {
		if skip != "" {
			skips[skip]++
			continue
		}
		if len(drafts) == limit {
			break
		}
		drafts = append(drafts, d)
		q := verify.Question{Subtype: s.Subtype, Fact: d.Fact}
		var key []string
		for i, c := range d.Choices {
			q.Options = append(q.Options, mcq.Option{Key: mcq.OptionKey(i), Text: c.Text, Value: c.Value})
			if c.Right {
				key = append(key, mcq.OptionKey(i))
			}
		}
		if verdict, err := v.Answer(q); err != nil || !slices.Equal(verdict.Right, key) {
			t.Errorf("%s: key %v, found %v, %v", d.Stem, key, verdict.Right, err)
		}
	}
	return drafts, skips
}

// keys counts the texts of right options.
func keys(drafts []Draft) map[string]int {
	out := map[string]int{}
	for _, d := range drafts {
		for _, c := range d.Choices {
			if c.Right {
				out[c.Text]++
			}
		}
	}
	return out
}

func TestEntityChoices(t *testing.T) {
	t.Parallel()
	ix, _ := relModel(t, `
#1=IFCWALL('@a',$,'One',$,$,$,$,$,$);
#2=IFCWALL('@b',$,'one',$,$,$,$,$,$);
#3=IFCSLAB('@c',$,'One',$,$,$,$,$,$);
#4=IFCSLAB('@d',$,'Two',$,$,$,$,$,$);
#5=IFCSLAB('@e',$,$,$,$,$,$,$,$);`)
	never := func(index.Element) bool { return false }
	for _, c := range []struct {
		ids   string
		tells func(index.Element) bool
		bare  bool
		want  string
	}{
		{"a d", nil, false, `IfcWall "One" | IfcSlab "Two"`},
		{"a c", never, false, `IfcWall "One" | IfcSlab "One"`}, // classes differ
		{"a b d", never, false, `IfcWall "One" (GlobalId a) | IfcWall "one" (GlobalId b) | IfcSlab "Two" (GlobalId d)`},
		{"d e", nil, false, `IfcSlab "Two" (GlobalId d) | IfcSlab (GlobalId e)`},
		{"a d", func(e index.Element) bool { return e.Name == "Two" }, false, `IfcWall (GlobalId a) | IfcSlab (GlobalId d)`},
		{"a d", nil, true, `"One" | "Two"`},
		{"a c", nil, true, `"One" (GlobalId a) | "One" (GlobalId c)`},
		{"d e", nil, true, `"Two" (GlobalId d) | GlobalId e`},
	} {
		var all []index.Element
		for _, id := range strings.Fields(c.ids) {
			el, ok := ix.Subject(ix.Model.Unique(relGUID(id)))
			if !ok {
				t.Fatal(id)
			}
			all = append(all, el)
		}
		choices := entityChoices(ix, all, c.tells)
		if c.bare {
			choices = nameOnlyChoices(all, c.tells)
		}
		var texts []string
		for i, o := range choices {
			texts = append(texts, regexp.MustCompile(`0{9,}`).ReplaceAllString(o.Text, ""))
			if o.Value != all[i].GUID || o.name != all[i].Name || o.Right {
				t.Errorf("%s: %+v", c.ids, o)
			}
		}
		if got := strings.Join(texts, " | "); got != c.want {
			t.Errorf("%s: %s, want %s", c.ids, got, c.want)
		}
	}
}

// storeysWith is a building with a wall for every name, on the storey before the
// colon: "EG:a" is wall a on storey EG.
func storeysWith(storeys string, walls ...string) string {
	var b strings.Builder
	b.WriteString("#1=IFCSITE('@site',$,'Plot',$,$,$,$,$,$,$,$,$,$,$);\n#2=IFCBUILDING('@house',$,'House',$,$,$,$,$,$,$,$,$);\n#3=IFCRELAGGREGATES('@rs',$,$,$,#1,(#2));\n")
	number := map[string]int{}
	for i, s := range strings.Fields(storeys) {
		number[s] = 10 + i
		fmt.Fprintf(&b, "#%d=IFCBUILDINGSTOREY('@st%s',$,'%s',$,$,$,$,$,$,$);\n#%d=IFCRELAGGREGATES('@ra%d',$,$,$,#2,(#%d));\n", 10+i, s, s, 50+i, i, 10+i)
	}
	for i, w := range walls {
		storey, name, _ := strings.Cut(w, ":")
		fmt.Fprintf(&b, "#%d=IFCWALL('@w%d',$,'%s',$,$,$,$,$,$);\n#%d=IFCRELCONTAINEDINSPATIALSTRUCTURE('@rc%d',$,$,$,(#%d),#%d);\n", 100+i, i, name, 500+i, i, 100+i, number[storey])
	}
	return b.String()
}

func TestElementStorey(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		records string
		keys    string // in text form, sorted by fmt
		skips   string
		note    string
		shown   string // a part of all stems
	}{
		{"three storeys, evenly; what one has more is not asked", storeysWith("EG OG DG", "EG:x", "EG:x", "EG:x", "EG:x", "OG:x", "OG:x", "DG:x"),
			`map[IfcBuildingStorey "DG":1 IfcBuildingStorey "EG":2 IfcBuildingStorey "OG":2]`, `map[all that is left to ask about is in one place:2]`, "", ""},
		{"two storeys: the building is offered, by Name", storeysWith("EG OG", "EG:x", "OG:x"),
			`map["EG":1 "OG":1]`, `map[]`, "a building or site among the options", `"x" (`},
		{"two storeys in use, a third is offered first", storeysWith("EG OG DG", "EG:x", "OG:x"),
			`map[IfcBuildingStorey "EG":1 IfcBuildingStorey "OG":1]`, `map[]`, "", ""},
		{"one storey in use: the key would be known", storeysWith("EG OG DG", "EG:x", "EG:x"),
			`map[]`, `map[all that is left to ask about is in one place:2]`, "", ""},
		// The Name holds that of a storey.
		{"Names that tell", storeysWith("EG OG DG", "EG:EG wall", "OG:EG wall", "DG:EG wall"),
			`map[IfcBuildingStorey "DG":1 IfcBuildingStorey "EG":1 IfcBuildingStorey "OG":1]`, `map[]`, "", "IfcWall with GlobalId"},
		// A stem must not say what a storey is called.
		{"a storey called so", storeysWith("Storey OG DG", "Storey:x", "OG:x", "DG:x"),
			`map[IfcBuildingStorey "DG":1 IfcBuildingStorey "OG":1 IfcBuildingStorey "Storey":1]`, `map[]`, "", "n which floor is IfcWall"},
		// A word goes with a storey.
		{"words that tell", storeysWith("EG OG DG", "EG:low-1", "OG:mid-1", "DG:top-1"),
			`map[IfcBuildingStorey "DG":1 IfcBuildingStorey "EG":1 IfcBuildingStorey "OG":1]`, `map[]`, "", "IfcWall with GlobalId"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ix, v := relModel(t, c.records)
			drafts, skips := drawRelations(t, elementStorey, ix, v, 1, 100)
			if got := fmt.Sprint(keys(drafts)); got != c.keys {
				t.Errorf("keys %s, want %s", got, c.keys)
			}
			if got := fmt.Sprint(skips); got != c.skips {
				t.Errorf("skips %s, want %s", got, c.skips)
			}
			for _, d := range drafts {
				if d.Note != c.note || !strings.Contains(d.Stem, c.shown) || len(d.Choices) < minOptions {
					t.Errorf("%q %q %v", d.Note, d.Stem, d.Choices)
				}
			}
		})
	}
}

func TestSpaceStoreyHidesRoomNumbers(t *testing.T) {
	t.Parallel()
	records := storeysWith("EG OG DG")
	for i, name := range []string{"Room 001", "Room 101", "Room 201"} {
		records += fmt.Sprintf("#%d=IFCSPACE('@s%d',$,'%s',$,$,$,$,$,$,$,$);\n#%d=IFCRELAGGREGATES('@rz%d',$,$,$,#%d,(#%d));\n", 200+i, i, name, 300+i, i, 10+i, 200+i)
	}
	ix, v := relModel(t, records)
	drafts, _ := drawRelations(t, spaceStorey, ix, v, 1, 100)
	if len(drafts) != 3 {
		t.Fatalf("%d drafts", len(drafts))
	}
	for _, d := range drafts {
		if strings.Contains(d.Stem, "Room") {
			t.Error(d.Stem)
		}
	}
}

func TestStoreyBuilding(t *testing.T) {
	t.Parallel()
	ix, v := relModel(t, storeysWith("EG OG"))
	if drafts, skips := drawRelations(t, storeyBuilding, ix, v, 1, 100); len(drafts) != 0 || skips["fewer than two buildings"] != 1 {
		t.Errorf("%v %v", drafts, skips)
	}
	ix, v = relModel(t, storeysWith("EG OG")+`
#5=IFCBUILDING('@barn',$,'Barn',$,$,$,$,$,$,$,$,$);
#6=IFCBUILDINGSTOREY('@hay',$,'Hay',$,$,$,$,$,$,$);
#7=IFCRELAGGREGATES('@rh',$,$,$,#5,(#6));`)
	drafts, _ := drawRelations(t, storeyBuilding, ix, v, 1, 100)
	if got := fmt.Sprint(keys(drafts)); got != `map["Barn":1 "House":1]` || len(drafts[0].Choices) != 3 {
		t.Errorf("%s, %v", got, drafts)
	}
}
