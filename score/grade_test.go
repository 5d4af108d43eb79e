package score_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/ifcmcq/ifcmcq/score"
)

func TestGrade(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name        string
		key, answer []string
		replied     bool
		want        score.Outcome
	}{
		{"right", []string{"B"}, []string{"B"}, true, score.Correct},
		{"right set", []string{"A", "C"}, []string{"A", "C"}, true, score.Correct},
		{"right set in another order", []string{"A", "C"}, []string{"C", "A"}, true, score.Correct},
		{"an option named twice", []string{"A", "C"}, []string{"A", "C", "A"}, true, score.Correct},
		{"wrong", []string{"B"}, []string{"A"}, true, score.Incorrect},
		{"one too few", []string{"A", "C"}, []string{"A"}, true, score.Incorrect},
		{"one too many", []string{"A"}, []string{"A", "C"}, true, score.Incorrect},
		{"a reply that names none", []string{"A"}, nil, true, score.Unparsed},
		{"no reply", []string{"A"}, nil, false, score.NoAnswer},
	} {
		if got := score.Grade(tt.key, tt.answer, tt.replied); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestRegrade(t *testing.T) {
	t.Parallel()
	key := []string{"B"}
	for _, tt := range []struct {
		answer []string
		stored score.Outcome
		want   score.Outcome
	}{
		{[]string{"B"}, score.Incorrect, score.Correct},
		{[]string{"A"}, score.Correct, score.Incorrect},
		{[]string{"B"}, "", score.Correct},
		{nil, score.Unparsed, score.Unparsed},
		{nil, score.NoAnswer, score.NoAnswer},
		{nil, "", score.NoAnswer},
	} {
		if got := score.Regrade(key, score.Result{Answer: tt.answer, Outcome: tt.stored}); got != tt.want {
			t.Errorf("%v, stored as %q: %s, want %s", tt.answer, tt.stored, got, tt.want)
		}
	}
}

func TestRegradeKeepsWhatGradeSays(t *testing.T) {
	t.Parallel()
	letters := rapid.SliceOfDistinct(rapid.SampledFrom([]string{"A", "B", "C", "D"}), rapid.ID[string])
	rapid.Check(t, func(t *rapid.T) {
		key, answer := letters.Draw(t, "key"), letters.Draw(t, "answer")
		o := score.Grade(key, answer, rapid.Bool().Draw(t, "replied"))
		if got := score.Regrade(key, score.Result{Answer: answer, Outcome: o}); got != o {
			t.Fatalf("%s became %s", o, got)
		}
	})
}
