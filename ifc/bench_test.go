package ifc

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ifcmcq/ifcmcq/internal/sharedtest"
	"github.com/ifcmcq/ifcmcq/step"
)

// BenchmarkOpen opens a file on disk and makes the indexes that most questions
// need.
func BenchmarkOpen(b *testing.B) {
	var s strings.Builder
	for i := 1; i < 200_000; i += 4 {
		fmt.Fprintf(&s, "#%d=IFCCARTESIANPOINT((%d.,1.5,0.));\n#%d=IFCWALL('%022d',$,'w',$,$,$,$,$,$);\n", i, i, i+1, i)
		fmt.Fprintf(&s, "#%d=IFCPROPERTYSET('p%021d',$,'P',$,());\n#%d=IFCRELDEFINESBYPROPERTIES('r%021d',$,$,$,(#%d),#%d);\n", i+2, i, i+3, i, i+1, i+2)
	}
	path := filepath.Join(b.TempDir(), "a.ifc")
	if err := os.WriteFile(path, []byte(wrap("'IFC4'", s.String())), 0o600); err != nil {
		b.Fatal(err)
	}
	open(b, path)
}

func BenchmarkOpenCorpus(b *testing.B) {
	for _, path := range sharedtest.Corpus(b) {
		b.Run(filepath.Base(path), func(b *testing.B) { open(b, path) })
	}
}

func open(b *testing.B, path string) {
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	b.ReportAllocs()
	for b.Loop() {
		m, err := Open(path, step.Options{Lenient: true})
		if err != nil {
			b.Skip(err)
		}
		m.Unique("")
		m.Inverse("IsDefinedBy")
		if err := m.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
