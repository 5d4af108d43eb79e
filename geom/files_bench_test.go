package geom

import (
	"path/filepath"
	"testing"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/internal/sharedtest"
	"github.com/ifcmcq/ifcmcq/step"
)

// BenchmarkFiles makes all boxes, then all meshes, of the files that
// IFCMCQ_CORPUS names.
func BenchmarkFiles(b *testing.B) {
	for _, path := range sharedtest.Corpus(b) {
		m, err := ifc.Open(path, step.Options{})
		if err != nil {
			continue
		}
		var elements []ifc.Entity
		for e := range m.All("IfcProduct") {
			elements = append(elements, e)
		}
		b.Run("boxes/"+filepath.Base(path), func(b *testing.B) {
			for b.Loop() {
				k := New(m, Options{})
				for _, e := range elements {
					k.Box(e)
				}
			}
		})
		b.Run("meshes/"+filepath.Base(path), func(b *testing.B) {
			for b.Loop() {
				k := New(m, Options{})
				for _, e := range elements {
					k.Mesh(e)
				}
			}
		})
		m.Close()
	}
}
