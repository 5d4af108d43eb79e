package dump

import (
	"io"
	"path/filepath"
	"testing"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/internal/sharedtest"
	"github.com/ifcmcq/ifcmcq/semantics"
	"github.com/ifcmcq/ifcmcq/step"
)

// BenchmarkDump opens and dumps: indexes and sets are made once a model, so that
// writing alone would leave out most of the work.
func BenchmarkDump(b *testing.B) {
	text := []byte(large())
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		m, err := ifc.Read(text, step.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if err := Write(io.Discard, semantics.New(m), Options{}); err != nil {
			b.Fatal(err)
		}
		m.Close()
	}
}

func BenchmarkDumpCorpus(b *testing.B) {
	for _, path := range sharedtest.Corpus(b) {
		b.Run(filepath.Base(path), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m, err := ifc.Open(path, step.Options{Lenient: true})
				if err != nil {
					b.Skip(err)
				}
				if err := Write(io.Discard, semantics.New(m), Options{}); err != nil {
					b.Fatal(err)
				}
				m.Close()
			}
		})
	}
}
