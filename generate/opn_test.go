package generate

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// holed is hosts with openings that are filled, one host a word: "wall:door,window"
// is a wall with a door and a window.
func holed(hosts ...string) string {
	var b strings.Builder
	n := 10
	write := func(format string, a ...any) int {
		n++
		fmt.Fprintf(&b, "#%d="+format+";\n", append([]any{n}, a...)...)
		return n
	}
	entity := func(class, name string) int {
		args := 9
		if class == "door" || class == "window" {
			args = 13
		}
		return write("IFC%s('@e%d',$,'%s'%s)", strings.ToUpper(class), n+1, name, strings.Repeat(",$", args-3))
	}
	for i, h := range hosts {
		class, fillings, _ := strings.Cut(h, ":")
		host := entity(class, fmt.Sprintf("%s-%c", class, 'a'+i))
		for f := range strings.SplitSeq(fillings, ",") {
			if f == "" {
				continue
			}
			opening := entity("openingelement", "")
			write("IFCRELVOIDSELEMENT('@v%d',$,$,$,#%d,#%d)", n+1, host, opening)
			if f != "empty" {
				write("IFCRELFILLSELEMENT('@f%d',$,$,$,#%d,#%d)", n+1, opening, entity(f, fmt.Sprintf("%s %c%d", f, 'a'+i, n)))
			}
		}
	}
	return b.String()
}

func TestHostsAreKeysEvenly(t *testing.T) {
	t.Parallel()
	ix, v := relModel(t, holed("wall:empty,door", "wall:door,door", "wall:door,window", "wall:window,empty"))
	drafts, skips := drawRelations(t, openingHost, ix, v, 1, 100)
	if got := fmt.Sprint(keys(drafts)); got != `map[IfcWall "wall-a":2 IfcWall "wall-b":2 IfcWall "wall-c":2 IfcWall "wall-d":2]` || len(skips) > 0 {
		t.Errorf("%s, %v", got, skips)
	}
	// The first half asks for each of them once.
	if got := len(keys(drafts[:4])); got != 4 {
		t.Errorf("%d hosts among the first four", got)
	}
}

func TestHostsOfRareClassesComeLast(t *testing.T) {
	t.Parallel()
	ix, v := relModel(t, holed("roof:window", "wall:window", "wall:window", "wall:window"))
	for seed := range uint64(5) {
		drafts, _ := drawRelations(t, fillerHost, ix, v, seed, 100)
		for i, d := range drafts {
			roof := slices.ContainsFunc(d.Choices, func(c Choice) bool { return strings.Contains(c.Text, "IfcRoof") })
			if roof != (i == 3) || len(drafts) != 4 {
				t.Errorf("seed %d: %d of %d: %v", seed, i, len(drafts), d.Choices)
			}
		}
	}
}

func TestTooFewHosts(t *testing.T) {
	t.Parallel()
	ix, v := relModel(t, holed("wall:window", "wall:window"))
	if drafts, skips := drawRelations(t, fillerHost, ix, v, 1, 100); len(drafts) > 0 || skips[tooFew] != 2 {
		t.Errorf("%v %v", drafts, skips)
	}
}

func TestHostFillers(t *testing.T) {
	t.Parallel()
	ix, v := relModel(t, holed(
		"wall:door,door,window,window,window", "wall:window,empty", "wall:window,window,door", "wall:window,window", "wall:door", "roof:window", "wall:empty"))
	drafts, skips := drawRelations(t, hostFillers, ix, v, 1, 100)
	// The roof is the only one of its class: its window would be told apart.
	if len(drafts) != 5 || skips[noSibling] != 1 {
		t.Errorf("%d drafts, %v", len(drafts), skips)
	}
	for _, d := range drafts {
		classes := map[bool]map[string]bool{true: {}, false: {}}
		for _, c := range d.Choices {
			class, _, _ := strings.Cut(c.Text, " ")
			classes[c.Right][class] = true
		}
		for c := range classes[false] {
			if !classes[true][c] {
				t.Errorf("%s: all %s are wrong: %v", d.Stem, c, d.Choices)
			}
		}
		if n := len(d.Choices); n < minSeveral || n > maxSeveral || len(classes[true]) == 0 || len(classes[false]) == 0 {
			t.Errorf("%v", d.Choices)
		}
	}
}

func TestDraftsAreDeterministic(t *testing.T) {
	t.Parallel()
	ix, v := relModel(t, holed("wall:door,door,window", "wall:window,empty", "wall:window,window,door", "wall:window,window", "wall:door", "wall:door"))
	for _, s := range []Subtype{openingHost, fillerHost, hostFillers, elementStorey} {
		a, _ := drawRelations(t, s, ix, v, 7, 100)
		b, _ := drawRelations(t, s, ix, v, 7, 100)
		if fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("%s differs between two runs", s.Subtype)
		}
	}
}

func TestEvenness(t *testing.T) {
	t.Parallel()
	var e evenness
	rights := map[int]int{}
	for range 70 {
		n, k, ok := e.choose(newRand(3), 20, 20)
		if !ok || k < 1 || n <= k || n < minSeveral || n > maxSeveral {
			t.Fatal(n, k, ok)
		}
		rights[k]++
	}
	for k := 1; k < maxSeveral; k++ {
		if rights[k] != 10 {
			t.Errorf("%d right ones %d times, not 10", k, rights[k])
		}
	}
	if _, _, ok := e.choose(newRand(3), 1, 1); ok {
		t.Error("two options are too few")
	}
}
