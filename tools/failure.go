package tools

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Failure says why a call has no answer, and what to try instead.
type Failure struct {
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

// Error returns message and hint.
func (f *Failure) Error() string {
	if f.Hint == "" {
		return f.Message
	}
	return f.Message + ": " + f.Hint
}

func fail(message, hint string) *Failure { return &Failure{message, hint} }

// maxNamed is how many names a hint lists.
const maxNamed = 12

// list joins names for a hint; of many it says how many more there are.
func list(names []string) string {
	if len(names) > maxNamed+1 {
		return strings.Join(names[:maxNamed], ", ") + " and " + strconv.Itoa(len(names)-maxNamed) + " more"
	}
	return strings.Join(names, ", ")
}

// quoted writes what a caller sent into a message; of a long text the beginning.
func quoted(s string) string { return strconv.Quote(cut(s, 80)) }

// nearest returns up to n of names, those that resemble word most first.
func nearest(word string, names []string, n int) []string {
	type near struct {
		name string
		off  int
	}
	all := make([]near, 0, len(names))
	low := strings.ToLower(cut(word, 80))
	for _, name := range names {
		x := strings.ToLower(name)
		off := distance(low, x)
		if low != "" && (strings.Contains(x, low) || strings.Contains(low, x)) {
			off = min(off, 2)
		}
		all = append(all, near{name, off})
	}
	slices.SortStableFunc(all, func(a, b near) int { return cmp.Compare(a.off, b.off) })
	out := make([]string, 0, n)
	for _, x := range all[:min(n, len(all))] {
		out = append(out, x.name)
	}
	return out
}

// distance is how many letters must be put in, taken out or changed to make b of
// a.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		above := row[0]
		row[0] = i + 1
		for j := range y {
			change := above
			if x[i] != y[j] {
				change++
			}
			above = row[j+1]
			row[j+1] = min(change, above+1, row[j]+1)
		}
	}
	return row[len(y)]
}
