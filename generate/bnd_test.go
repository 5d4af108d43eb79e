package generate

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// bounds is spaces with what bounds them, one space a word: "EG/1:a,b,c?,d~" is
// space 1 on storey EG, bounded by walls a and b, perhaps c, and virtually d.
func bounds(spaces ...string) string {
	var b strings.Builder
	b.WriteString("#2=IFCBUILDING('@house',$,'House',$,$,$,$,$,$,$,$,$);\n")
	number := map[string]int{}
	n := 10
	one := func(kind, name string) int {
		if k, ok := number[kind+name]; ok {
			return k
		}
		n++
		number[kind+name] = n
		switch kind {
		case "storey":
			fmt.Fprintf(&b, "#%d=IFCBUILDINGSTOREY('@s%s',$,'%s',$,$,$,$,$,$,$);\n", n, name, name)
		case "space":
			fmt.Fprintf(&b, "#%d=IFCSPACE('@z%s',$,'%s',$,$,$,$,$,$,$,$);\n", n, name, name)
		case "wall":
			fmt.Fprintf(&b, "#%d=IFCWALL('@w%s',$,'wall-%s',$,$,$,$,$,$);\n", n, name, name)
		}
		return n
	}
	for _, s := range spaces {
		place, walls, _ := strings.Cut(s, ":")
		storey, name, _ := strings.Cut(place, "/")
		up, space := one("storey", storey), one("space", name)
		n++
		fmt.Fprintf(&b, "#%d=IFCRELAGGREGATES('@r%d',$,$,$,#%d,(#%d));\n", n, n, up, space)
		for w := range strings.SplitSeq(walls, ",") {
			kind := "PHYSICAL"
			switch {
			case strings.HasSuffix(w, "?"):
				kind = "NOTDEFINED"
			case strings.HasSuffix(w, "~"):
				kind = "VIRTUAL"
			}
			wall := one("wall", strings.TrimRight(w, "?~"))
			n++
			fmt.Fprintf(&b, "#%d=IFCRELSPACEBOUNDARY('@b%d',$,$,$,#%d,#%d,$,.%s.,.INTERNAL.);\n", n, n, space, wall, kind)
		}
	}
	return b.String()
}

// rooms has two storeys; wall a bounds rooms on both of them, and it is in doubt
// whether wall d bounds the hall.
func rooms() string {
	return bounds("EG/Hall:a,b,c,d?", "EG/Kitchen:b,e,f,a~", "EG/Living:c,d,e,g,h", "OG/Bed:a,i,j", "OG/Bath:i,k,l", "OG/Study:j,k,m")
}

func TestElementSpaces(t *testing.T) {
	t.Parallel()
	ix, v := relModel(t, rooms())
	storey := map[string]string{"Hall": "EG", "Kitchen": "EG", "Living": "EG", "Bed": "OG", "Bath": "OG", "Study": "OG"}
	drafts, skips := drawRelations(t, elementSpaces, ix, v, 1, 100)
	if skips["a boundary that is neither physical nor virtual"] != 1 || len(drafts) == 0 {
		t.Errorf("%d drafts, %v", len(drafts), skips)
	}
	for _, d := range drafts {
		right := map[string]bool{} // storeys
		for _, c := range d.Choices {
			right[storey[c.name]] = right[storey[c.name]] || c.Right
		}
		for s, ok := range right {
			// A wall of two storeys may have its right options cut down to one of them.
			if !ok && !strings.Contains(d.Stem, "wall-a") {
				t.Errorf("%s: no option on %s is right: %v", d.Stem, s, d.Choices)
			}
		}
	}
}

func TestDoubtIsNotOffered(t *testing.T) {
	t.Parallel()
	ix, v := relModel(t, rooms())
	for seed := range uint64(20) {
		drafts, _ := drawRelations(t, spaceElements, ix, v, seed, 100)
		for _, d := range drafts {
			for _, c := range d.Choices {
				if d.Fact.GUID == relGUID("zHall") && c.name == "wall-d" {
					t.Fatalf("%v", d.Choices)
				}
			}
		}
		checks, _ := drawRelations(t, boundaryCheck, ix, v, seed, 100)
		for _, d := range checks {
			if d.Fact.Space == relGUID("zHall") && d.Fact.Element == relGUID("wd") {
				t.Fatal(d.Stem)
			}
		}
	}
}

func TestBoundaryCheckTellsNothingByFrequency(t *testing.T) {
	t.Parallel()
	ix, v := relModel(t, rooms())
	drafts, _ := drawRelations(t, boundaryCheck, ix, v, 1, 100)
	if len(drafts) < 8 {
		t.Fatalf("%d drafts", len(drafts))
	}
	// All halves of all crossings are drawn: each space and wall is as often with
	// yes as with no.
	count := map[string]int{}
	for i, d := range drafts {
		n := 1
		if d.Choices[0].Right != (d.Choices[0].Value == true) {
			n = -1
		}
		count[d.Fact.Space] += n
		count[d.Fact.Element] += n
		if i%2 == 1 && drafts[i-1].Choices[0].Right == d.Choices[0].Right {
			t.Errorf("two alike in a pair: %s, %s", drafts[i-1].Stem, d.Stem)
		}
	}
	for guid, n := range count {
		if n != 0 {
			t.Errorf("%s has %d more of one", guid, n)
		}
	}
}

// The Name of a wall that holds that of a space is left out of both questions of
// a pair, not only of the one with yes.
func TestBoundaryCheckLeavesNamesOutOfBoth(t *testing.T) {
	t.Parallel()
	records := strings.NewReplacer("'wall-b'", "'Hall wall'").Replace(bounds("EG/Hall:b", "EG/Cellar:c"))
	ix, v := relModel(t, records)
	drafts, _ := drawRelations(t, boundaryCheck, ix, v, 1, 100)
	if len(drafts) != 4 {
		t.Fatalf("%d drafts", len(drafts))
	}
	for _, d := range drafts {
		if strings.Contains(d.Stem, "wall") {
			t.Error(d.Stem)
		}
	}
}
