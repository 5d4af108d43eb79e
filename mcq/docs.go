package mcq

import (
	"fmt"
	"strings"
)

// Doc is what a subtype says of itself. One value a subtype, kept beside the
// code that makes its items, is the source of all that people read about it:
// help on the command line, the dataset card, the guide for auditing.
type Doc struct {
	Subtype   Subtype
	Asks      string   // what a question of it asks, one sentence
	Example   string   // a worked example: stem, options, key, and how the key is found
	Entities  []string // IFC entities that the answer rests on
	LeavesOut []string // what is not asked about, each with its reason
	Wrong     []string // how wrong options are made, the preferred way first
	Since     string   // version that introduced it
}

// Text returns d as plain text of short sections, ended by a newline. Sections
// with nothing in them are left out. Lines are not wrapped.
func (d Doc) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s/%s", d.Subtype.Category(), d.Subtype)
	if t := d.Subtype.Type(); t != "" {
		fmt.Fprintf(&b, " (%s, %s, %s)", d.Subtype.Category().Name(), d.Subtype.Group(), t)
	}
	b.WriteByte('\n')
	if d.Asks != "" {
		fmt.Fprintf(&b, "\n%s\n", d.Asks)
	}
	if ex := strings.TrimRight(d.Example, " \n"); ex != "" {
		b.WriteString("\nExample\n")
		for line := range strings.SplitSeq(ex, "\n") {
			b.WriteString(strings.TrimRight("  "+line, " ") + "\n")
		}
	}
	if len(d.Entities) > 0 {
		fmt.Fprintf(&b, "\nRests on\n  %s\n", strings.Join(d.Entities, ", "))
	}
	list := func(title string, lines []string) {
		if len(lines) == 0 {
			return
		}
		fmt.Fprintf(&b, "\n%s\n", title)
		for _, l := range lines {
			fmt.Fprintf(&b, "  - %s\n", l)
		}
	}
	list("Leaves out", d.LeavesOut)
	list("Wrong options", d.Wrong)
	if d.Since != "" {
		fmt.Fprintf(&b, "\nSince %s\n", d.Since)
	}
	return b.String()
}
