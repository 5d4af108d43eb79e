package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/semantics"
)

// maxShown is how many lines of a list the page shows.
const maxShown = 20

// writePage tells what a person wants to know of a file first.
func writePage(w io.Writer, name string, m *semantics.Model) {
	h := m.File().Header
	fmt.Fprintf(w, "%s\n", name)
	line := func(label, format string, args ...any) {
		fmt.Fprintf(w, "  %-12s %s\n", label, fmt.Sprintf(format, args...))
	}
	line("schema", "%s (%s)", m.Schema().Name(), m.Identifier())
	line("application", "%s", cmp.Or(strings.Join(applications(m), "; "), h.System, "not stated"))
	if h.TimeStamp != "" {
		line("written", "%s", h.TimeStamp)
	}
	line("size", "%d bytes, %d records", m.File().Size(), m.File().Len())
	line("sha256", "%s", m.SHA256())
	for _, u := range []struct{ label, kind, si string }{
		{"lengths in", semantics.LengthUnit, "m"}, {"areas in", semantics.AreaUnit, "m²"}, {"volumes in", semantics.VolumeUnit, "m³"},
	} {
		line(u.label, "%s", unitText(m.ProjectUnit(u.kind), u.si))
	}
	ix := index.New(m)
	writeStoreys(w, m, ix)
	writeClasses(w, m)
	writePools(w, ix)
	writeDiagnostics(w, m)
}

func applications(m *semantics.Model) []string {
	var out []string
	for e := range m.All("IfcApplication") {
		s := strings.TrimSpace(e.Attr("ApplicationFullName").String() + " " + e.Attr("Version").String())
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

func unitText(u semantics.Unit, si string) string {
	if !u.Entity.Exists() {
		return "not stated; taken as " + si
	}
	s := strings.TrimSpace(u.Prefix + " " + u.Name)
	if u.Scale != 1 || u.Doubt != "" {
		s += fmt.Sprintf(" (%s %s)", mcq.FormatNumber(u.Scale), si)
	}
	if u.Doubt != "" {
		s += ": " + u.Doubt
	}
	return s
}

// writeStoreys lists buildings and their storeys, lowest first.
func writeStoreys(w io.Writer, m *semantics.Model, ix *index.Index) {
	on := map[ifc.Entity]int{}
	for _, e := range ix.Elements {
		if !m.IsSpatial(e.Entity) {
			on[m.Storey(e.Entity)]++
		}
	}
	type storey struct {
		building, name string
		elevation      float64
		known          bool
		n              int
	}
	var all []storey
	building, _ := m.Schema().Class("IfcBuilding")
	for e := range m.All("IfcBuildingStorey") {
		s := storey{name: nameOf(e), building: nameOf(m.Above(e, building)), n: on[e]}
		s.elevation, s.known = e.Attr("Elevation").Float()
		all = append(all, s)
	}
	if len(all) == 0 {
		return
	}
	slices.SortStableFunc(all, func(a, b storey) int {
		return cmp.Or(cmp.Compare(a.building, b.building), cmp.Compare(a.elevation, b.elevation))
	})
	fmt.Fprintln(w)
	t := newTable(w, "building, storey", "elevation (m)", "elements")
	length := m.ProjectUnit(semantics.LengthUnit).Scale
	for i, s := range all {
		if i == maxShown {
			t.row(fmt.Sprintf("… %d more", len(all)-i), "", "")
			break
		}
		at := "not stated"
		if s.known {
			at = mcq.FormatNumber(mcq.Round12(s.elevation * length))
		}
		t.row(s.building+", "+s.name, at, s.n)
	}
	if n := on[ifc.Entity{}]; n > 0 {
		t.row("on no storey", "", n)
	}
	t.write()
}

func nameOf(e ifc.Entity) string {
	name, ok := e.Name()
	if !e.Exists() || !ok {
		return "(no name)"
	}
	return name
}

func writeClasses(w io.Writer, m *semantics.Model) {
	type class struct {
		name string
		n    int
	}
	var all []class
	total := 0
	for _, root := range []string{"IfcElement", "IfcSpatialStructureElement"} {
		c, _ := m.Schema().Class(root)
		for k := c; k <= m.Schema().Last(c); k++ {
			if n := len(m.Exact(k)); n > 0 {
				all = append(all, class{m.Schema().ClassName(k), n})
				total += n
			}
		}
	}
	slices.SortStableFunc(all, func(a, b class) int { return b.n - a.n })
	fmt.Fprintln(w)
	t := newTable(w, "class", "instances")
	for i, c := range all {
		if i == maxShown {
			t.row(fmt.Sprintf("… %d more classes", len(all)-i), "")
			break
		}
		t.row(c.name, c.n)
	}
	t.total("elements and spatial elements", total)
	t.write()
}

// writePools tells what each category could draw on.
func writePools(w io.Writer, ix *index.Index) {
	fmt.Fprintln(w)
	t := newTable(w, "category", "could draw on", "")
	t.wordsFrom(3)
	for _, p := range ix.Pools() {
		t.row(string(p.Category)+"  "+p.Category.Name(), p.Count, p.Of)
	}
	t.write()
	if len(ix.Excluded) > 0 {
		for _, why := range sortedKeys(ix.Excluded) {
			fmt.Fprintf(w, "  not asked about: %d elements, %s\n", ix.Excluded[why], why)
		}
	}
}

func sortedKeys(m map[string]int) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func writeDiagnostics(w io.Writer, m *semantics.Model) {
	d := m.Diagnostics()
	if len(d) == 0 {
		fmt.Fprintln(w, "\nnothing wrong was found")
		return
	}
	fmt.Fprintf(w, "\n%d diagnostics\n", len(d))
	for i, x := range d {
		if i == maxShown {
			fmt.Fprintf(w, "  … %d more: see --json\n", len(d)-i)
			break
		}
		fmt.Fprintf(w, "  %s\n", x)
	}
}
