package bench

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/internal/sharedtest"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/sample"
	"github.com/ifcmcq/ifcmcq/step"
)

func replaceAll(data []byte, from, to string) []byte {
	return bytes.ReplaceAll(data, []byte(from), []byte(to))
}

func bytesOf(t *testing.T, items []mcq.Item) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := mcq.Write(&b, items); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestSameBytes makes the same benchmark with 1, 2 and 8 workers, again, and of
// two files in either order.
func TestSameBytes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	house, other := filepath.Join(dir, "house.ifc"), filepath.Join(dir, "other.ifc")
	for path, data := range map[string][]byte{house: sample.House(), other: replaceAll(sample.House(), "'Ground Floor'", "'Level 0'")} {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var want []byte
	for _, workers := range []int{1, 2, 8, 8} {
		for _, paths := range [][]string{{house, other}, {other, house}} {
			b, err := FromFiles(context.Background(), paths, Options{Seed: 3, Cap: 15, Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			got := bytesOf(t, b.Items)
			if want == nil {
				want = got
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%d workers, %s first: other items", workers, filepath.Base(paths[0]))
			}
		}
	}
}

// TestRenamedFile asks the same of a file under another name; only ids and
// sources tell the names.
func TestRenamedFile(t *testing.T) {
	t.Parallel()
	stems := func(name string) []string {
		m := read(t, sample.House())
		p, err := FromModel(context.Background(), m, name, Options{Seed: 3, Cap: 10})
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, it := range p.Items {
			out = append(out, it.Question)
		}
		slices.Sort(out)
		return out
	}
	if a, b := stems("a.ifc"), stems("b.ifc"); !slices.Equal(a, b) {
		t.Error("a file under another name gives other questions")
	}
}

// TestBalance holds the keys of boolean items to half and half.
func TestBalance(t *testing.T) {
	t.Parallel()
	report := mcq.Balance(sampleItems(t))
	for _, s := range report.True {
		if d := 2*s.N - s.Of; d < -2 || d > 2 {
			t.Errorf("%s: %d of %d keys are true", s.Category, s.N, s.Of)
		}
	}
	if n := report.Null; n.Of == 0 || 2*n.N-n.Of < -2 || 2*n.N-n.Of > 2 {
		t.Errorf("value_or_null: %d of %d keys are null", n.N, n.Of)
	}
}

func TestWriteAndRead(t *testing.T) {
	t.Parallel()
	items := sampleItems(t)
	for _, blind := range []bool{false, true} {
		dir := t.TempDir()
		b := &Benchmark{Manifest: Manifest{Tool: "ifcmcq", Items: len(items)}, Items: items}
		if err := b.Write(dir, blind); err != nil {
			t.Fatal(err)
		}
		got, err := Read(dir)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(bytesOf(t, got.Items), bytesOf(t, items)) {
			t.Errorf("blind %v: items read are not those written", blind)
		}
	}
}

func TestSampleIsStratified(t *testing.T) {
	t.Parallel()
	b := &Benchmark{Items: sampleItems(t)}
	s := b.Sample(4, 10)
	n := map[mcq.Category]int{}
	by := map[mcq.Subtype]int{}
	for _, it := range s.Items {
		n[it.Category]++
		by[it.Subtype]++
	}
	for c, k := range n {
		if k != 4 {
			t.Errorf("%s: %d items, want 4", c, k)
		}
	}
	// Evenly over subtypes: CNT has four, each with more than one item.
	for _, sub := range mcq.CNT.Subtypes() {
		if by[sub] != 1 {
			t.Errorf("%s: %d items, want 1", sub, by[sub])
		}
	}
	if !bytes.Equal(bytesOf(t, s.Items), bytesOf(t, b.Sample(4, 10).Items)) {
		t.Error("the same seed draws other items")
	}
}

func BenchmarkCategories(b *testing.B) {
	m, err := ifc.Read(sample.House(), step.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range mcq.Categories() {
		b.Run(string(c), func(b *testing.B) {
			for b.Loop() {
				if _, err := FromModel(context.Background(), m, sample.Name, Options{Seed: 10, Cap: DefaultCap, Categories: []mcq.Category{c}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkFiles makes whole benchmarks of the files that IFCMCQ_CORPUS names.
func BenchmarkFiles(b *testing.B) {
	for _, path := range sharedtest.Corpus(b) {
		b.Run(filepath.Base(path), func(b *testing.B) {
			for b.Loop() {
				if _, err := FromFile(context.Background(), path, Options{Seed: DefaultSeed, Cap: DefaultCap}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestLostFile asks nothing of a file of which other readers see the beginning only,
// and says why.
func TestLostFile(t *testing.T) {
	t.Parallel()
	m := read(t, replaceAll(sample.House(), "DATA;\n", "DATA;\n#999999=IFCLABEL('a value');\n"))
	p, err := FromModel(context.Background(), m, sample.Name, Options{Seed: 3, Cap: 10})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Items) > 0 || len(p.Source.Categories) != len(mcq.Categories()) {
		t.Errorf("%d items, %d categories", len(p.Items), len(p.Source.Categories))
	}
	for _, c := range p.Source.Categories {
		if c.Why != m.LostElsewhere() || c.Why == "" {
			t.Errorf("%s: %q", c.Category, c.Why)
		}
	}
}
