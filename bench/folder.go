package bench

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/ifcmcq/ifcmcq/mcq"
)

// Version is the version of the program, written into manifests.
const Version = "0.1.0"

// Files of a benchmark folder.
const (
	ItemsFile    = "items.jsonl"
	ManifestFile = "manifest.json"
	KeyFile      = "key.jsonl" // whole items, where ItemsFile is blind
)

// Benchmark is the items of one or several files and how they came about.
type Benchmark struct {
	Manifest Manifest
	Items    []mcq.Item
}

// FromFiles makes a benchmark of several files. One that cannot be read is an
// error; so is the same file twice.
func FromFiles(ctx context.Context, paths []string, o Options) (*Benchmark, error) {
	var parts []*Part
	seen := map[string]string{}
	for _, path := range paths {
		p, err := FromFile(ctx, path, o)
		if err != nil {
			return nil, err
		}
		if other, twice := seen[p.Source.SHA256]; twice {
			return nil, fmt.Errorf("%s and %s are the same file", other, path)
		}
		seen[p.Source.SHA256] = path
		parts = append(parts, p)
	}
	return Join(parts, o), nil
}

// Join makes a benchmark of parts, in an order of its own.
func Join(parts []*Part, o Options) *Benchmark {
	parts = slices.Clone(parts)
	slices.SortFunc(parts, func(a, b *Part) int {
		return cmp.Or(cmp.Compare(a.Source.File, b.Source.File), cmp.Compare(a.Source.SHA256, b.Source.SHA256))
	})
	b := &Benchmark{Manifest: Manifest{Tool: "ifcmcq", Version: Version, Seed: o.Seed, Cap: o.Cap, Sources: []Source{}}}
	for _, p := range parts {
		b.Items = append(b.Items, p.Items...)
		b.Manifest.Sources = append(b.Manifest.Sources, p.Source)
	}
	b.Manifest.Items = len(b.Items)
	return b
}

// Write writes the benchmark into a folder, which is made if need be. If blind,
// the items hold neither answers nor facts nor values, and the whole items go
// into a file of their own.
func (b *Benchmark) Write(dir string, blind bool) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	var whole, shown bytes.Buffer
	whole.Grow(len(b.Items) << 10) // an item is seldom longer
	if err := mcq.Write(&whole, b.Items); err != nil {
		return err
	}
	m := b.Manifest
	m.Blind = blind
	if blind {
		if err := mcq.WriteQuestions(&shown, b.Items); err != nil {
			return err
		}
		if err := writeFile(filepath.Join(dir, KeyFile), whole.Bytes()); err != nil {
			return err
		}
	} else {
		shown = whole
	}
	sum := sha256.Sum256(shown.Bytes())
	m.SHA256 = hex.EncodeToString(sum[:])
	text, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return err
	}
	if err := writeFile(filepath.Join(dir, ItemsFile), shown.Bytes()); err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, ManifestFile), append(text, '\n'))
}

// writeFile puts a file in place whole or not at all.
func writeFile(path string, data []byte) error {
	tmp := path + ".part"
	if err := os.WriteFile(tmp, data, 0o666); err != nil {
		return err
	}
	return os.Rename(tmp, path)
}

// Read reads a benchmark folder. A folder without a manifest is read all the
// same: outside benchmarks have items only.
func Read(dir string) (*Benchmark, error) {
	b := &Benchmark{}
	text, err := os.ReadFile(filepath.Join(dir, ManifestFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	default:
		if err := json.Unmarshal(text, &b.Manifest); err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Join(dir, ManifestFile), err)
		}
	}
	name := filepath.Join(dir, ItemsFile)
	if b.Manifest.Blind {
		name = filepath.Join(dir, KeyFile)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("no benchmark: %w", err)
	}
	defer f.Close()
	b.Items, err = mcq.Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return b, nil
}
