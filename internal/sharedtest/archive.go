package sharedtest

import (
	"os"
	"strings"
	"testing"
)

// An Archive is a text file that holds several, in the txtar format: a comment,
// then sections that each begin with a line "-- NAME --".
type Archive struct {
	Comment  string
	Sections []Section
}

// A Section is one of the files in an Archive.
type Section struct{ Name, Text string }

// ReadArchive reads the archive at path.
func ReadArchive(tb testing.TB, path string) Archive {
	tb.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	return ParseArchive(string(data))
}

// ParseArchive reads an archive.
func ParseArchive(text string) Archive {
	var a Archive
	to := &a.Comment
	for line := range strings.Lines(text) {
		rest, opens := strings.CutPrefix(line, "-- ")
		name, closes := strings.CutSuffix(strings.TrimRight(rest, "\r\n"), " --")
		if opens && closes && name != "" {
			a.Sections = append(a.Sections, Section{Name: strings.TrimSpace(name)})
			to = &a.Sections[len(a.Sections)-1].Text
			continue
		}
		*to += line
	}
	return a
}

// String writes the archive as ParseArchive reads it.
func (a Archive) String() string {
	var b strings.Builder
	b.WriteString(a.Comment)
	for _, s := range a.Sections {
		b.WriteString("-- " + s.Name + " --\n" + s.Text)
	}
	return b.String()
}
