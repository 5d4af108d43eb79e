package agent

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// The oracle shows that the tools suffice: it may look at the model through
// nothing else.
func TestOracleKnowsTheToolsOnly(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("oracle*.go")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range f.Imports {
			path, ours := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), "github.com/ifcmcq/ifcmcq/")
			switch {
			case !ours, path == "mcq", path == "score", path == "tools":
			default:
				t.Errorf("%s imports %s", file, path)
			}
		}
	}
}
