package agent

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ifcmcq/ifcmcq/internal/cues"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/sample"
)

func question(t mcq.Type, texts ...string) Question {
	q := Question{ID: "house/x", Type: t, Stem: "Which storey is the red wall on?", Epoch: 1}
	for i, s := range texts {
		q.Options = append(q.Options, Option{mcq.OptionKey(i), s})
	}
	return q
}

func TestFirstTakesTheFirstOption(t *testing.T) {
	t.Parallel()
	a, err := NewChance("first", 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, typ := range mcq.Types() {
		got, err := a.Answer(t.Context(), question(typ, "x", "y", "z"))
		if err != nil || !slices.Equal(got.Keys, []string{"A"}) || !got.Replied || got.Calls.Tool != 0 {
			t.Errorf("%s: %+v %v", typ, got, err)
		}
	}
}

func TestRandomDrawsEverySetAlike(t *testing.T) {
	t.Parallel()
	a, err := NewChance("random", 7, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		q    Question
		sets int // that may be drawn
	}{
		{question(mcq.Single, "a", "b", "c", "d"), 4},
		{question(mcq.Boolean, "Yes", "No"), 2},
		{question(mcq.Multi, "a", "b", "c"), 6},
		{question(mcq.Multi, "a", "b", "c", "d"), 14},
	} {
		const n = 6000
		counts := map[string]int{}
		for epoch := range n {
			c.q.Epoch = epoch
			got, err := a.Answer(t.Context(), c.q)
			if err != nil {
				t.Fatal(err)
			}
			counts[fmt.Sprint(got.Keys)]++
		}
		if len(counts) != c.sets {
			t.Errorf("%s of %d: %v", c.q.Type, len(c.q.Options), counts)
		}
		want := float64(n) / float64(c.sets)
		for set, k := range counts {
			if math.Abs(float64(k)-want) > 5*math.Sqrt(want) {
				t.Errorf("%s of %d: %s was drawn %d times of %d, not about %.0f", c.q.Type, len(c.q.Options), set, k, n, want)
			}
		}
	}
}

func TestWhatIsDrawnHangsOnSeedItemAndEpoch(t *testing.T) {
	t.Parallel()
	draw := func(seed int64, id string, epoch int) string {
		a, err := NewChance("random", seed, nil)
		if err != nil {
			t.Fatal(err)
		}
		q := question(mcq.Multi, "a", "b", "c", "d", "e", "f", "g", "h")
		q.ID, q.Epoch = id, epoch
		got, err := a.Answer(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(got.Keys)
	}
	same := map[string]bool{}
	for range 3 {
		same[draw(1, "x", 1)] = true
	}
	if len(same) != 1 {
		t.Errorf("the same draw gave %v", same)
	}
	differ := map[string]bool{draw(1, "x", 1): true, draw(2, "x", 1): true, draw(1, "y", 1): true, draw(1, "x", 2): true}
	if len(differ) < 3 { // two of four sets out of 254 may be equal by chance
		t.Errorf("draws are alike: %v", differ)
	}
	if got := draw(10, "house/x", 1); got != pinned {
		t.Errorf("the draws have changed: %s", got)
	}
}

// pinned is a draw as it was made once: results of random must not change from
// version to version.
const pinned = "[A B C]"

func TestCueAgentsGoByTheirRule(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		agent string
		q     Question
		want  []string
	}{
		{"cue-longest", question(mcq.Single, "a", "abc", "ab"), []string{"B"}},
		{"cue-shortest", question(mcq.Single, "aaa", "abc", "ab"), []string{"C"}},
		{"cue-like-stem", question(mcq.Single, "blue", "green", "red wall"), []string{"C"}},
		{"cue-middle-number", question(mcq.Single, "10 m", "30 m", "20 m"), []string{"C"}},
		{"cue-longest", question(mcq.Multi, "a", "abcdefgh", "abcdefghi", "ab"), []string{"B", "C"}},
	} {
		a, err := NewChance(c.agent, 1, &cues.Texts{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := a.Answer(t.Context(), c.q)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, got.Keys); diff != "" {
			t.Errorf("%s: %v: %s", c.agent, c.q.Options, diff)
		}
	}
}

// Over many draws each agent is right as often as its rule is measured to be.
func TestCueAgentsDoAsMeasured(t *testing.T) {
	t.Parallel()
	items := itemsOf(t, house(t), sample.Name, 20)
	texts := cues.ReadTexts(items)
	measured := map[string]cues.Measured{}
	for _, m := range cues.Measure(items) {
		measured[m.Rule] = m
	}
	for _, name := range ChanceNames()[2:] {
		a, err := NewChance(name, 3, texts)
		if err != nil {
			t.Fatal(err)
		}
		var chance float64
		for _, it := range items {
			chance += cues.Chance(it)
		}
		all := measured[name[len(CuePrefix):]].All
		want := (chance + all.Right - all.Expected) / float64(len(items))
		const epochs = 20
		right := 0
		for epoch := range epochs {
			for i := range items {
				q := ask(&items[i])
				q.Item, q.Epoch = nil, epoch
				got, err := a.Answer(t.Context(), q)
				if err != nil {
					t.Fatal(err)
				}
				if slices.Equal(got.Keys, items[i].Answer) {
					right++
				}
			}
		}
		n := float64(epochs * len(items))
		if got := float64(right) / n; math.Abs(got-want) > 4*0.5/math.Sqrt(n) {
			t.Errorf("%s is right in %.4f, measured %.4f", name, got, want)
		}
	}
}

func TestNoAgentOfThatName(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "cue-", "cue-first", "second"} {
		if a, err := NewChance(name, 1, &cues.Texts{}); err == nil {
			t.Errorf("%q: %v", name, a)
		}
	}
	if _, err := NewChance("cue-longest", 1, nil); err == nil {
		t.Error("a cue agent without texts")
	}
}
