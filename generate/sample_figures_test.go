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

// On the sample building every subtype of counts and figures has items, the
// verifier agrees with all of them, and worked examples that name an entity name
// one that is there.
func TestSampleFigures(t *testing.T) {
	t.Parallel()
	m, err := ifc.Read(sample.House(), step.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	ix, v := index.New(semantics.New(m)), verify.New(m)
	src := mcq.Source{File: sample.Name, SHA256: m.SHA256(), Schema: m.Schema().Name()}
	for _, c := range []mcq.Category{mcq.CNT, mcq.QTY, mcq.AGG, mcq.CMP} {
		made := map[mcq.Subtype]int{}
		out, err := generate.Category(t.Context(), ix, src, c, 1, 40, func(it mcq.Item) bool {
			made[it.Subtype]++
			verdict, err := v.Answer(verify.Ask(it))
			if err != nil || !slices.Equal(verdict.Right, it.Answer) {
				t.Errorf("%s: key %v, verifier %v, %v", it.Question, it.Answer, verdict.Right, err)
			}
			return true
		})
		if err != nil || out.Accepted != 40 {
			t.Errorf("%s: %d items, %v", c, out.Accepted, err)
		}
		for _, s := range c.Subtypes() {
			if made[s] < 5 {
				t.Errorf("%d items of %s", made[s], s)
			}
		}
	}
	for _, s := range generate.All() {
		switch s.Subtype.Category() {
		case mcq.CNT, mcq.QTY, mcq.AGG, mcq.CMP:
		default:
			continue
		}
		for _, word := range strings.FieldsFunc(s.Example, func(r rune) bool { return strings.ContainsRune(` ?",.;()*`, r) }) {
			if len(word) == 22 && strings.ContainsAny(word, "0123456789") && !m.Unique(word).Exists() {
				t.Errorf("the example of %s names %s, which the sample building does not have", s.Subtype, word)
			}
		}
	}
}
