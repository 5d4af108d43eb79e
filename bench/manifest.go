package bench

import (
	"fmt"

	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/schema"
	"github.com/ifcmcq/ifcmcq/step"
)

// Manifest says how a benchmark came about: manifest.json.
type Manifest struct {
	Tool    string   `json:"tool"`
	Version string   `json:"version"`
	Seed    int64    `json:"seed"`
	Cap     int      `json:"cap"`
	Items   int      `json:"items"`
	SHA256  string   `json:"items_sha256"` // of items.jsonl
	Blind   bool     `json:"blind,omitempty"`
	Sampled *Sampled `json:"sampled,omitempty"`
	Sources []Source `json:"sources"`
}

// Source is a file of a benchmark and what came of it.
type Source struct {
	File        string         `json:"file"`
	SHA256      string         `json:"sha256"`
	Schema      string         `json:"schema"`
	Identifier  string         `json:"schema_identifier"`
	Application string         `json:"application,omitempty"`
	Licence     string         `json:"licence,omitempty"`
	Bytes       int            `json:"bytes"`
	Instances   int            `json:"instances"`
	Elements    map[string]int `json:"elements"` // by exact class
	Excluded    map[string]int `json:"excluded"` // elements not asked about, by reason
	Categories  []Category     `json:"categories"`
	Diagnostics []string       `json:"diagnostics,omitempty"`
	Seconds     float64        `json:"seconds"`
	Timings     []Timing       `json:"timings"`
}

// Category counts what became of the items of one category.
type Category struct {
	Category      mcq.Category        `json:"category"`
	Generated     int                 `json:"generated"`
	Verified      int                 `json:"verified"`
	Subtypes      map[mcq.Subtype]int `json:"subtypes"`
	Rejected      []Rejection         `json:"rejected"`
	Skipped       map[string]int      `json:"skipped"` // by reason
	Notes         map[string]int      `json:"notes,omitempty"`
	Why           string              `json:"why_below_cap,omitempty"`
	Seconds       float64             `json:"seconds"`
	VerifySeconds float64             `json:"verify_seconds"`
}

// Rejection is an item on which generation and verification do not agree.
type Rejection struct {
	ID    string   `json:"id"`
	Fact  mcq.Fact `json:"fact"`
	Key   []string `json:"key"`   // texts of the options that generation holds right
	Right []string `json:"right"` // texts of those that verification does
	Found string   `json:"found"` // the answer that verification found
	Error string   `json:"error,omitempty"`
}

func (r Rejection) String() string {
	if r.Error != "" {
		return fmt.Sprintf("%s: %s", r.ID, r.Error)
	}
	return fmt.Sprintf("%s: key %q, found %q (options %q)", r.ID, r.Key, r.Found, r.Right)
}

// Timing is how long a stage took.
type Timing struct {
	Stage   string  `json:"stage"`
	Seconds float64 `json:"seconds"`
}

func describe(ix *index.Index, src mcq.Source, o Options) Source {
	m := ix.Model
	s := Source{
		File: src.File, SHA256: src.SHA256, Schema: src.Schema, Identifier: m.Identifier(), Licence: o.Licence,
		Application: m.File().Header.System, Bytes: m.File().Size(), Instances: m.File().Len(),
		Elements: map[string]int{}, Excluded: ix.Excluded, Categories: []Category{},
	}
	for _, root := range []string{"IfcElement", "IfcSpatialStructureElement"} {
		c, ok := m.Schema().Class(root)
		for k := c; ok && k <= m.Schema().Last(c) && k != schema.NoClass; k++ {
			if n := len(m.Exact(k)); n > 0 {
				s.Elements[m.Schema().ClassName(k)] = n
			}
		}
	}
	return s
}

// maxDiagnostics is how many diagnostics a manifest lists of a file.
const maxDiagnostics = 50

func diagnostics(all []step.Diagnostic) []string {
	var out []string
	for i, d := range all {
		if i == maxDiagnostics {
			out = append(out, fmt.Sprintf("%d more", len(all)-i))
			break
		}
		out = append(out, d.String())
	}
	return out
}
