package generate

import (
	"fmt"
	"strings"
	"testing"
)

// populated is two storeys with so many instances of classes on each: "wall 3 1"
// is three walls on the first, one on the second.
func populated(classes ...string) string {
	var b strings.Builder
	b.WriteString(`
#2=IFCBUILDING('@house',$,'House',$,$,$,$,$,$,$,$,$);
#3=IFCBUILDINGSTOREY('@eg',$,'Below',$,$,$,$,$,$,$);
#4=IFCBUILDINGSTOREY('@og',$,'Level 3',$,$,$,$,$,$,$);
#6=IFCRELAGGREGATES('@r6',$,$,$,#2,(#3,#4));
`)
	id := 100
	for _, c := range classes {
		var class string
		var n [2]int
		fmt.Sscanf(c, "%s %d %d", &class, &n[0], &n[1])
		for storey, k := range n {
			for range k {
				fmt.Fprintf(&b, "#%d=IFC%s('@e%d',$,$,$,$,$,$,$);\n#%d=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r%d',$,$,$,(#%d),#%d);\n",
					id, strings.ToUpper(class), id, id+1, id+1, id, 3+storey)
				id += 2
			}
		}
	}
	return b.String()
}

func TestStoreyCounts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		classes []string
		records string
		keys    string
		skips   string
	}{
		// Six pairs with six counts: each is asked for once.
		{"each count once", []string{"wall 3 1", "slab 2 4", "beam 5 0"}, "", "map[0:1 1:1 2:1 3:1 4:1 5:1]", "map[]"},
		// Subclasses count for walls and are asked about by themselves.
		{"subclasses", []string{"wall 3 0", "wallstandardcase 4 1"}, "", "map[1:1 4:1 7:1]",
			"map[a count of 0 or 1, with nothing below it to offer:1]"},
		{"nothing but ones", []string{"wall 1 1", "slab 1 1"}, "", "map[]", "map[a count of 0 or 1, with nothing below it to offer:4]"},
		{"in doubt", []string{"wall 3 1", "slab 2 4", "beam 5 6"},
			"#9=IFCRELCONTAINEDINSPATIALSTRUCTURE('@r9',$,$,$,(#100),#4);", "map[2:1 4:1 5:1 6:1]",
			"map[the storey of an instance of the class is in doubt:1]"},
		{"cannot be named", []string{"wall 3 1", "slab 2 4", "beam 5 6"},
			"#9=IFCWALL('@x',$,$,$,$,$,$,$,$);\n#10=IFCWALL('@x',$,$,$,$,$,$,$,$);", "map[2:1 4:1 5:1 6:1]",
			"map[an instance of the class has no GlobalId of its own:1]"},
		{"counted in two ways", []string{"wall 3 1", "slab 2 4"}, "#100=IFCWALL('@x',$,$,$,$,$,$,$,$);", "map[]", "map[an instance number is used twice:1]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ix, v := relModel(t, populated(c.classes...)+c.records)
			drafts, skips := drawRelations(t, storeyCount, ix, v, 1, 100)
			got := keys(drafts)
			if fmt.Sprint(got) != c.keys || fmt.Sprint(skips) != c.skips {
				t.Errorf("keys %v, skips %v; want %s, %s", got, skips, c.keys, c.skips)
			}
			for _, d := range drafts {
				offersThree := false
				for _, o := range d.Choices {
					offersThree = offersThree || o.Value == int64(3)
				}
				// The second storey's Name holds a three: it is hidden where that is an
				// option, the right one or not.
				if d.Fact.Storey == relGUID("og") && strings.Contains(d.Stem, "Level 3") == offersThree {
					t.Error(d.Stem, d.Choices)
				}
			}
		})
	}
}

func TestTypeAndOpeningCounts(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	id := 100
	record := func(format string, a ...any) int {
		id++
		fmt.Fprintf(&b, "#%d="+format+";\n", append([]any{id}, a...)...)
		return id
	}
	// Walls with 0 to 4 openings, and types with so many occurrences.
	var walls []string
	for n := range 5 {
		wall := record("IFCWALL('@w%d',$,'Wall %c',$,$,$,$,$,$)", n, 'A'+n)
		walls = append(walls, fmt.Sprintf("#%d", wall))
		for range n {
			record("IFCRELVOIDSELEMENT('@v%d',$,$,$,#%d,#%d)", id, wall, record("IFCOPENINGELEMENT('@o%d',$,$,$,$,$,$,$,$)", id))
		}
	}
	record("IFCSLAB('@slab',$,$,$,$,$,$,$,$)") // of a class without openings
	for n := range 3 {
		typ := record("IFCWALLTYPE('@t%d',$,'Type %c',$,$,$,$,$,$,.SOLIDWALL.)", n, 'X'+n)
		from := n * (n + 1) / 2
		if n == 2 { // what has two types is in doubt, and so is the type
			from--
		}
		record("IFCRELDEFINESBYTYPE('@rt%d',$,$,$,(%s),#%d)", n, strings.Join(walls[from:min(5, from+n+1)], ","), typ)
	}
	ix, v := relModel(t, b.String())
	drafts, skips := drawRelations(t, openingCount, ix, v, 1, 100)
	if got := fmt.Sprint(keys(drafts)); got != "map[0:1 1:1 2:1 3:1 4:1]" || len(skips) > 0 {
		t.Errorf("openings %s, %v", got, skips)
	}
	drafts, skips = drawRelations(t, typeCount, ix, v, 1, 100)
	if len(drafts) != 0 || skips["an occurrence has several types"] != 2 {
		t.Errorf("types %v, %v", keys(drafts), skips)
	}
}

// Options come from the counts that are asked for, so that a count is offered as
// a wrong one as often as chance has it, and not for its size.
func TestCountsAreExchangeable(t *testing.T) {
	t.Parallel()
	p := &population{}
	for i, n := range []int{1, 1, 1, 2, 5, 5, 9, 14, 40, 40} {
		p.add(countChoice(n), i)
	}
	offered, right := map[any]int{}, map[any]int{}
	for seed := range uint64(300) {
		n := 0
		for d, skip := range countDrafts(source(seed), p, func(_ int, options []Choice) Draft { return Draft{Choices: options} }) {
			if n++; skip != "" || n > 6 { // the six distinct counts
				break
			}
			for _, c := range d.Choices {
				offered[c.Value]++
				if c.Right {
					right[c.Value]++
				}
			}
		}
	}
	for v, n := range offered {
		if right[v] != 300 || n < 1350 || n > 1650 {
			t.Errorf("%v is offered %d times, right %d", v, n, right[v])
		}
	}
}
