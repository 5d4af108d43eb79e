// Package layers holds the import rules of the project as a test.
package layers

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/ifcmcq/ifcmcq/"

// layers lists the packages from the ground up. A package may import what stands
// above it in the list, and of its own line nothing.
var layers = []string{
	"internal/lazy",
	"step",
	"schema",
	"ifc",
	"semantics",
	"geom/vec",
	"geom/mesh",
	"geom/tri",
	"geom/csg",
	"geom",
	"mcq",
	"index",
	"generate",
	"verify",
	"tools",
	"bench",
	"score",
	"sample",
	"internal/cues",
	"internal/llm",
	"internal/sandbox",
	"internal/agent",
	"internal/run",
	"internal/dump",
	"internal/report",
	"internal/mcpserver",
	"internal/cli",
	"cmd/ifcmcq",
}

// forbidden are imports that the order alone would allow.
var forbidden = map[string][]string{
	"schema":        {"step"},
	"mcq":           {"step", "schema", "ifc", "semantics", "geom"},
	"verify":        {"semantics", "index", "generate"}, // its independence is what verification is worth
	"score":         {"step", "schema", "ifc", "semantics", "geom", "index", "generate", "verify"},
	"sample":        {"step", "schema", "ifc", "semantics", "geom", "mcq", "index", "generate", "verify", "bench"},
	"internal/cues": {"step", "schema", "ifc", "semantics", "geom", "index", "generate", "verify", "bench"},
}

// TestImports also looks at what is imported by way of others: a rule that can
// be gone around is none.
func TestImports(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("the go command is not on the path")
	}
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports,Deps", "./...")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	seen := 0
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var p struct {
			ImportPath    string
			Imports, Deps []string
		}
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(p.ImportPath, module)
		at := slices.Index(layers, name)
		if at < 0 {
			continue // generators and helpers of tests
		}
		seen++
		for _, i := range ours(p.Imports) {
			if k := slices.Index(layers, i); k > at {
				t.Errorf("%s imports %s, which stands above it", name, i)
			}
		}
		for _, i := range ours(p.Deps) {
			if slices.Contains(forbidden[name], i) {
				t.Errorf("%s depends on %s, which it must not know", name, i)
			}
		}
	}
	if seen < 10 {
		t.Errorf("found %d packages of the list only", seen)
	}
}

func ours(imports []string) []string {
	var out []string
	for _, i := range imports {
		if name, ok := strings.CutPrefix(i, module); ok {
			out = append(out, name)
		}
	}
	return out
}
