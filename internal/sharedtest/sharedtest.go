// Package sharedtest finds the files that tests use when they are there and do
// without when they are not: nothing but Go is needed for the tests to pass.
package sharedtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Small returns the path of a file of the collection of small files that show
// how readers differ. The test is skipped where there is none.
func Small(tb testing.TB, name string) string {
	tb.Helper()
	for _, root := range roots() {
		path := filepath.Join(root, "ifc-small", name)
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	tb.Skipf("ifc-small/%s is not there (IFCMCQ_SHARED names the folder that holds ifc-small)", name)
	return ""
}

// Seeds returns the contents of all these small files, none where there are
// none: starting points for fuzzing.
func Seeds() [][]byte {
	var out [][]byte
	for _, root := range roots() {
		names, _ := filepath.Glob(filepath.Join(root, "ifc-small", "*.ifc"))
		for _, name := range names {
			if data, err := os.ReadFile(name); err == nil {
				out = append(out, data)
			}
		}
		if out != nil {
			break
		}
	}
	return out
}

// roots are the folders that may hold ifc-small: the one that the environment
// names, else a neighbour of the module, seen from a package folder.
func roots() []string {
	if root := os.Getenv("IFCMCQ_SHARED"); root != "" {
		return []string{root}
	}
	return []string{
		filepath.Join("..", "..", "shared"),
		filepath.Join("..", "..", "..", "shared"),
	}
}

// Corpus returns the .ifc files below the folder that IFCMCQ_CORPUS names, for
// benchmarks.
func Corpus(tb testing.TB) []string {
	tb.Helper()
	root := os.Getenv("IFCMCQ_CORPUS")
	if root == "" {
		tb.Skip("IFCMCQ_CORPUS names no folder of building models")
	}
	var out []string
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && strings.EqualFold(filepath.Ext(path), ".ifc") {
			out = append(out, path)
		}
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return out
}

// Oracle returns the folder of what IfcOpenShell says of the corpus.
func Oracle(tb testing.TB) string {
	tb.Helper()
	for _, root := range roots() {
		dir := filepath.Join(root, "oracle")
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir
		}
	}
	tb.Skip("oracle is not there (IFCMCQ_SHARED names the folder that holds it)")
	return ""
}
