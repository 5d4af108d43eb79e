package sharedtest

import "testing"

func TestArchiveReadsWhatItWrites(t *testing.T) {
	t.Parallel()
	const text = "about\n-- a.ifc --\n1\n--x\n-- --\n-- b --\n-- c.want --\n"
	a := ParseArchive(text)
	if len(a.Sections) != 3 || a.Comment != "about\n" || a.Sections[0] != (Section{"a.ifc", "1\n--x\n-- --\n"}) || a.Sections[1].Text != "" {
		t.Errorf("%q", a)
	}
	if a.String() != text {
		t.Errorf("%q", a.String())
	}
}
