package step

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ifcmcq/ifcmcq/internal/sharedtest"
)

// model is text as building models are made of: mostly coordinates, some
// strings, GlobalIds, references.
func model(records int) []byte {
	var b strings.Builder
	for i := 1; i <= records; {
		fmt.Fprintf(&b, "#%d=IFCCARTESIANPOINT((%d.%03d,-%d.25,0.));\n", i, i%9000, i%1000, i%700)
		fmt.Fprintf(&b, "#%d= IFCPOLYLOOP((#%d,#%d,#%d,#%d));\n", i+1, i, i, i, i)
		fmt.Fprintf(&b, "#%d= IFCDIRECTION((0.%015d,1.E-%d,-1.));\n", i+2, i, i%15)
		fmt.Fprintf(&b, "#%d=IFCPROPERTYSINGLEVALUE('Reference',$,IFCIDENTIFIER('W-%d'),$);\n", i+3, i)
		fmt.Fprintf(&b, "#%d=IFCWALLSTANDARDCASE('%022d',#1,'Basic Wall:%d',$,$,#%d,#%d,'\\X2\\00E9\\X0\\%d');\n", i+4, i, i, i, i+1, i)
		i += 5
	}
	return []byte(wrap(b.String()))
}

func BenchmarkScan(b *testing.B) {
	data := model(200_000)
	for name, workers := range map[string]int{"one worker": 1, "all workers": 0} {
		b.Run(name, func(b *testing.B) { scan(b, data, Options{Workers: workers}) })
	}
}

func BenchmarkScanCorpus(b *testing.B) {
	for _, path := range sharedtest.Corpus(b) {
		data, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(filepath.Base(path), func(b *testing.B) { scan(b, data, Options{Lenient: true}) })
	}
}

func scan(b *testing.B, data []byte, o Options) {
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse(data, o); err != nil {
			b.Skip(err)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	f, err := Parse(model(50_000), Options{})
	if err != nil {
		b.Fatal(err)
	}
	of := func(keyword string) (rows []Row) {
		for row := range f.Rows() {
			if f.Keyword(row) == keyword {
				rows = append(rows, row)
			}
		}
		return rows
	}
	b.Run("args", func(b *testing.B) {
		for b.Loop() {
			for row := range f.Rows() {
				a := f.Args(row)
				for _, ok := a.Next(); ok; {
					_, ok = a.Next()
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*f.Len()), "ns/record")
	})
	b.Run("numbers", func(b *testing.B) {
		points, n := of("IFCCARTESIANPOINT"), 0
		for b.Loop() {
			for _, row := range points {
				v := f.Arg(row, 0)
				e := v.Elements()
				for x, ok := e.Next(); ok; x, ok = e.Next() {
					x.Float()
					n++
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/number")
	})
	for name, i := range map[string]int{"strings plain": 2, "strings with directives": 7} {
		b.Run(name, func(b *testing.B) {
			walls, n := of("IFCWALLSTANDARDCASE"), 0
			for b.Loop() {
				for _, row := range walls {
					if _, ok := f.Arg(row, i).Text(); !ok {
						b.Fatal("no text")
					}
					n++
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/string")
		})
	}
}
