package generate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/schema"
)

// membersOf makes members of "class:value" words; subjects count from 0.
func membersOf(words string) []member {
	var out []member
	for i, w := range strings.Fields(words) {
		class, value, _ := strings.Cut(w, ":")
		out = append(out, member{schema.Class(class[0]), Choice{Text: value, Value: value}, i})
	}
	return out
}

func TestPoolsByClass(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want string }{
		{"w:a w:b w:c w:a", "a b c"},
		{"w:a w:b w:c d:x e:y e:z", "a b c; mixed x y z"}, // poor classes together
		{"w:a w:b w:c d:x e:y", "a b c; mixed a b c x y"}, // still too few: with all
		{"d:x", "mixed x"},                                // nothing to be done
		{"", ""},
	} {
		var got []string
		for _, p := range pools(membersOf(c.in), (*pool).varied) {
			var words []string
			if p.mixed {
				words = append(words, "mixed")
			}
			for _, o := range p.choices {
				words = append(words, o.Text)
			}
			got = append(got, strings.Join(words, " "))
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s: %s, want %s", c.in, s, c.want)
		}
	}
}

// The options of an item are those of others in which another one of them is
// right; a value that is left alone is asked about last.
func TestPoolDraftsAreEven(t *testing.T) {
	t.Parallel()
	in := membersOf(strings.Repeat("w:a w:b w:c w:d w:e w:f w:g ", 3) + "w:a w:a")
	for seed := range uint64(10) {
		draw := func(subject int, options []Choice, mixed bool) (Draft, Skip) {
			return Draft{Fact: mcq.Fact{GUID: fmt.Sprint(subject)}, Choices: slices.Clone(options)}, ""
		}
		drafts, _ := collect(poolDrafts(source(seed), pools(in, (*pool).varied), draw))
		if len(drafts) != 23 {
			t.Fatalf("%d drafts", len(drafts))
		}
		keys, blocks := map[string]int{}, map[string]map[string]int{}
		for _, d := range drafts[:21] {
			var block []string
			for i, c := range d.Choices {
				if c.Right != (i == 0) {
					t.Fatal("the first is right, and only that")
				}
				block = append(block, c.Text)
			}
			slices.Sort(block)
			name := strings.Join(block, " ")
			if blocks[name] == nil {
				blocks[name] = map[string]int{}
			}
			blocks[name][rightText(d)]++
			keys[rightText(d)]++
		}
		for _, v := range strings.Fields("a b c d e f g") {
			if keys[v] != 3 {
				t.Errorf("seed %d: %s is right %d times", seed, v, keys[v])
			}
		}
		for name, right := range blocks {
			members := strings.Fields(name)
			for _, v := range members {
				if right[v] != right[members[0]] {
					t.Errorf("seed %d: of %s, %v are right", seed, name, right)
				}
			}
		}
		// Two walls more have a: as few wrong options as need be.
		for _, d := range drafts[21:] {
			if rightText(d) != "a" || len(d.Choices) != minOptions {
				t.Errorf("%v", d.Choices)
			}
		}
	}
}

func TestTypesOfPoorClasses(t *testing.T) {
	t.Parallel()
	ix := directIndex(t, `
#21=IFCWALL('@w1',$,'Basic wall:Brick 240:1',$,$,$,$,$,$);
#22=IFCWALL('@w2',$,'Basic wall:Timber:2',$,$,$,$,$,$);
#23=IFCWALL('@w3',$,'Third',$,$,$,$,$,$);
#24=IFCSLAB('@s1',$,'Slab',$,$,$,$,$,$);
#25=IFCSLAB('@two',$,'Slab',$,$,$,$,$,$);
#51=IFCWALLTYPE('@wt',$,'Brick 240',$,$,$,$,$,$,.SOLIDWALL.);
#52=IFCWALLTYPE('@wu',$,'Timber',$,$,$,$,$,$,.SOLIDWALL.);
#53=IFCWALLTYPE('@wv',$,'Block',$,$,$,$,$,$,.SOLIDWALL.);
#54=IFCSLABTYPE('@st',$,'Floor',$,$,$,$,$,$,.FLOOR.);
#61=IFCRELDEFINESBYTYPE('@q1',$,$,$,(#21),#51);
#62=IFCRELDEFINESBYTYPE('@q2',$,$,$,(#22),#52);
#63=IFCRELDEFINESBYTYPE('@q3',$,$,$,(#23),#53);
#64=IFCRELDEFINESBYTYPE('@q4',$,$,$,(#24,#25),#54);
#65=IFCRELDEFINESBYTYPE('@q5',$,$,$,(#25),#53);
`)
	drafts, skips := collect(typeDrafts(ix, source(1)))
	if skips["typed by more than one relationship"] != 1 {
		t.Errorf("left out: %v", skips)
	}
	seen := map[string]string{}
	for _, d := range drafts {
		guid := shortGUID(d.Fact.GUID)
		if guid == "two" {
			t.Error("an element with two types is asked about")
		}
		if d.Note == "" {
			seen[guid] = d.Stem
			continue
		}
		if strings.Contains(d.Stem, "Ifc") || strings.Contains(d.Stem, `"`) {
			t.Errorf("a stem tells class or Name: %s", d.Stem)
		}
		if guid == "s1" {
			seen[guid] = d.Stem
		}
	}
	if len(seen) != 4 {
		t.Fatalf("asked about %v", seen)
	}
	if !strings.Contains(seen["w3"], "IfcWall with") || strings.Contains(seen["w3"], "Third") || strings.Contains(seen["w1"], "Basic") {
		t.Errorf("Names in stems: %v", seen)
	}
}

func TestResembles(t *testing.T) {
	t.Parallel()
	const guid = "1hOSvn6df7F8_7GcBWlSDm"
	option := func(guid string) Choice { return Choice{Text: "T (GlobalId " + guid + ")", Value: guid} }
	for _, c := range []struct {
		why     string
		options []Choice
		want    bool
	}{
		{"one begins as the element's", []Choice{option("1hOSvn6df7F8_7GcBWlS00"), option("0wkEuT1wr1kOyafLY4vyu$")}, true},
		{"both do", []Choice{option("1hOSvn6df7F8_7GcBWlS00"), option("1hOSvn6df7F8_7GcBWlS11")}, false},
		{"none does, but by chance", []Choice{option("1hO00n6df7F8_7GcBWlS00"), option("0wkEuT1wr1kOyafLY4vyu$")}, false},
		{"they are not shown", []Choice{{Text: "T", Value: "1hOSvn6df7F8_7GcBWlS00"}, {Text: "U", Value: "0wkEuT1wr1kOyafLY4vyu$"}}, false},
	} {
		if got := resembles(guid, c.options); got != c.want {
			t.Errorf("%s: %v", c.why, got)
		}
	}
}

func TestMaterialSetsVary(t *testing.T) {
	t.Parallel()
	var b bill
	b.offered = map[string]int{}
	r := source(1)
	sets := [][]string{{"a", "b"}, {"b", "c", "d"}, {"d", "e"}, {"a", "e", "f"}}
	all := []string{"a", "b", "c", "d", "e", "f"}
	sizes := map[int]int{}
	for i := range 400 {
		own := sets[i%len(sets)]
		options, ok := b.draw(r, own, all)
		if !ok {
			t.Fatal("no options")
		}
		rights := 0
		for _, c := range options {
			if c.Right != slices.Contains(own, c.Text) {
				t.Fatalf("%v of %v", c, own)
			}
			if c.Right {
				rights++
			}
		}
		if rights == 0 || rights == len(options) || len(options) < 3 || len(options) > 8 {
			t.Fatalf("%d of %d are right", rights, len(options))
		}
		sizes[rights]++
	}
	if len(sizes) < 2 {
		t.Errorf("numbers of right options: %v", sizes)
	}
	// Names differ little in how often they have been right and wrong.
	low, high := b.offered["a"], b.offered["a"]
	for _, name := range all {
		low, high = min(low, b.offered[name]), max(high, b.offered[name])
	}
	if high-low > 10 {
		t.Errorf("right more often than wrong: %v", b.offered)
	}
	if _, ok := b.draw(r, []string{"a", "b"}, []string{"A", "b"}); ok {
		t.Error("names that read alike are offered as wrong")
	}
}
