package generate_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ifcmcq/ifcmcq/generate"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/sample"
	"github.com/ifcmcq/ifcmcq/semantics"
	"github.com/ifcmcq/ifcmcq/step"
	"github.com/ifcmcq/ifcmcq/verify"
)

// house opens the sample building.
func house(t *testing.T) (*ifc.Model, mcq.Source) {
	t.Helper()
	m, err := ifc.Read(sample.House(), step.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m, mcq.Source{File: sample.Name, SHA256: m.SHA256(), Schema: m.Schema().Name()}
}

// On the sample building every category reaches its cap, every subtype has items,
// the verifier agrees with all of them, and half of the keys that are one of two are
// each of them.
func TestSample(t *testing.T) {
	t.Parallel()
	m, src := house(t)
	ix, v := index.New(semantics.New(m)), verify.New(m)
	for _, c := range mcq.Categories() {
		made := map[mcq.Subtype]int{}
		yes, no, null, value := 0, 0, 0, 0
		out, err := generate.Category(t.Context(), ix, src, c, 1, 40, func(it mcq.Item) func() bool {
			made[it.Subtype]++
			verdict, err := v.Answer(verify.Ask(it))
			if err != nil || !slices.Equal(verdict.Right, it.Answer) {
				t.Errorf("%s: key %v, verifier %v, %v", it.Question, it.Answer, verdict.Right, err)
			}
			for _, o := range it.Right() {
				switch {
				case o.Value == true && it.Type == mcq.Boolean:
					yes++
				case o.Value == false && it.Type == mcq.Boolean:
					no++
				case o.Value == nil:
					null++
				case it.Subtype == mcq.ValueOrNull:
					value++
				}
			}
			return func() bool { return true }
		})
		if err != nil || out.Accepted != 40 {
			t.Errorf("%s: %d items, %v", c, out.Accepted, err)
		}
		if yes != no || null != value {
			t.Errorf("%s: %d yes, %d no; %d null, %d not", c, yes, no, null, value)
		}
		for _, s := range c.Subtypes() {
			enough := 5
			if s == mcq.StoreyBuilding {
				enough = 2 // of the few storeys that there are
			}
			if made[s] < enough {
				t.Errorf("%d items of %s", made[s], s)
			}
		}
	}
}

// Worked examples name what the sample building has.
func TestExamples(t *testing.T) {
	t.Parallel()
	m, _ := house(t)
	for _, s := range generate.All() {
		found := false
		for _, word := range strings.FieldsFunc(s.Example, func(r rune) bool { return strings.ContainsRune(` ?",.;()*`, r) }) {
			exists := m.Unique(word).Exists()
			found = found || exists
			if len(word) == 22 && strings.ContainsAny(word, "0123456789") && !exists {
				t.Errorf("the example of %s names %s, which the sample building does not have", s.Subtype, word)
			}
		}
		switch s.Subtype.Category() {
		case mcq.BLN, mcq.EXS, mcq.TYP, mcq.MAT:
			if !found {
				t.Errorf("the example of %s names nothing in the sample building: %s", s.Subtype, s.Example)
			}
		}
	}
}
