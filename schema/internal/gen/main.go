// Command gen writes the tables of package schema, tables_*.go, from extracts
// of the EXPRESS schemas. It is run by go generate in the folder of the
// package.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A source is one schema: where its facts are, where its table goes.
type source struct {
	name     string // of the schema
	variable string
	title    string
	in       string
	out      string
}

var sources = []source{
	{"IFC2X3", "ifc2x3", "IFC2X3 TC1", "IFC2X3_TC1.table.tsv", "tables_ifc2x3.go"},
	{"IFC4", "ifc4", "IFC4 ADD2 TC1", "IFC4_ADD2_TC1.table.tsv", "tables_ifc4.go"},
	{"IFC4X3", "ifc4x3", "IFC4X3 ADD2", "IFC4X3_ADD2.table.tsv", "tables_ifc4x3.go"},
}

func main() {
	schemas := flag.String("schemas", "", "`folder` with the extracts of the schemas (*.table.tsv)")
	out := flag.String("out", ".", "`folder` to write the tables to")
	flag.Parse()
	if err := run(*schemas, *out); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(schemas, out string) error {
	if err := checkFolder(schemas); err != nil {
		return err
	}
	// Nothing is written before all is known to be well.
	tables := make([][]byte, len(sources))
	for i, src := range sources {
		var err error
		if tables[i], err = generate(schemas, src); err != nil {
			return err
		}
	}
	for i, src := range sources {
		if err := os.WriteFile(filepath.Join(out, src.out), tables[i], 0o666); err != nil {
			return err
		}
	}
	return nil
}

func checkFolder(schemas string) error {
	if schemas == "" {
		return errors.New("name the folder of schemas with -schemas")
	}
	info, err := os.Stat(schemas)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir() {
		return fmt.Errorf("no folder of schemas at %s: name it with -schemas", schemas)
	}
	return err
}

// generate returns the text of the table of one schema.
func generate(schemas string, src source) ([]byte, error) {
	f, err := os.Open(filepath.Join(schemas, src.in))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	facts, err := parse(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", src.in, err)
	}
	t, err := build(facts)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", src.in, err)
	}
	return emit(src, t)
}
