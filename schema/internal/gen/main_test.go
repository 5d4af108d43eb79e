package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The extracts are not part of the repository; they are looked for where the line
// of the package for go generate looks.
const (
	pkg     = "../.."
	schemas = pkg + "/../../shared/schemas"
)

func TestTablesAreUpToDate(t *testing.T) {
	if err := checkFolder(schemas); err != nil {
		t.Skip("the extracts of the schemas are not here:", err)
	}
	for _, src := range sources {
		want, err := generate(schemas, src)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(pkg, src.out))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is out of date: run go generate", src.out)
		}
	}
}

func TestMissingFolder(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ folder, want string }{
		{filepath.Join(dir, "nowhere"), "no folder of schemas at " + filepath.Join(dir, "nowhere") + ": name it with -schemas"},
		{"", "name the folder of schemas with -schemas"},
		{dir, "IFC2X3_TC1.table.tsv"},
	} {
		err := run(c.folder, dir)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("run(%q): %v", c.folder, err)
		}
	}
	if files, _ := os.ReadDir(dir); len(files) != 0 {
		t.Errorf("files written in spite of an error: %v", files)
	}
}

func TestBadExtracts(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"not a table", "hello\n", "line 1: neither a type nor an entity"},
		{"short row", "E\tIfcA\t-\n", "line 1"},
		{"attribute without type", "E\tIfcA\t-\t\tName\t\t\n", "has no type"},
		{"odd inverse", "E\tIfcA\t-\t\t\t\tX:IfcB\n", "not of the form"},
		{"no supertype", "E\tIfcA\tIfcB\t\t\t\t\n", "a supertype is missing"},
		{"entity twice", "E\tIfcA\t-\t\t\t\t\nE\tIfcA\tIfcA\t\t\t\t\n", "twice"},
		{"unknown type", "E\tIfcA\t-\t\tName:IfcNone\t\t\n", "unknown type IfcNone"},
		{"type in a circle", "T\tIfcX\tIfcY\nT\tIfcY\tIfcX\n", "defined by itself"},
		{"derived of nothing", "E\tIfcA\t-\t\t\tIfcB.Name\t\n", "not inherited"},
		{"inverse of nothing", "E\tIfcA\t-\t\t\t\tX:SET [0:?] OF IfcB FOR Y\n", "no entity IfcB"},
		{"inverse by nothing", "E\tIfcA\t-\t\t\t\tX:IfcA FOR Y\n", "no attribute Y"},
	} {
		f, err := parse(strings.NewReader(c.text))
		if err == nil {
			_, err = build(f)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
	}
}
