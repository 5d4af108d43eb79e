package cues

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/ifcmcq/ifcmcq/mcq"
)

func single(source, question, answer string, texts ...string) mcq.Item {
	it := mcq.Item{Category: mcq.PRP, Subtype: mcq.PropertyValue, Type: mcq.Single, Question: question, Answer: []string{answer}}
	it.Source.SHA256 = source
	for i, s := range texts {
		it.Options = append(it.Options, mcq.Option{Key: mcq.OptionKey(i), Text: s, Value: s})
	}
	return it
}

// What each rule answers is what a person would say by the same light.
func TestRules(t *testing.T) {
	t.Parallel()
	named := single("a", "What is the finish of the oak door?", "A", "painted oak", "raw oak", "steel, 2 mm", "glass")
	numbered := single("a", "How long?", "A", "4 m", "12.25 m", "3.5 m", "7 m", "8.75 m")
	elsewhere := single("b", "What else?", "A", "glass", "glass pane")
	texts := ReadTexts([]mcq.Item{named, numbered, elsewhere})
	for _, c := range []struct {
		rule string
		item mcq.Item
		want string // option texts, or nothing where the rule has no opinion
	}{
		{"first", named, "[painted oak]"},
		{"longest", named, "[painted oak steel, 2 mm]"},
		{"shortest", named, "[glass]"},
		{"odd-one-out", numbered, "[4 m 7 m]"},
		{"like-stem", named, "[painted oak raw oak]"},
		{"shared-words", named, "[painted oak raw oak]"},
		{"middle-number", numbered, "[7 m]"},
		{"smallest-number", numbered, "[3.5 m]"},
		{"largest-number", numbered, "[12.25 m]"},
		{"roundest-number", numbered, "[4 m 7 m]"},
		{"middle-number", named, ""},
		{"most-frequent", named, "[glass]"},
		{"rarest", named, "[painted oak raw oak steel, 2 mm]"},
	} {
		at := slices.IndexFunc(Rules(), func(r Rule) bool { return r.Name == c.rule })
		if at < 0 {
			t.Fatalf("no rule %s", c.rule)
		}
		got := ""
		if s := Rules()[at].Score(c.item, texts); s != nil {
			var chosen []string
			for _, i := range Choices(c.item.Type, s) {
				chosen = append(chosen, c.item.Options[i].Text)
			}
			got = fmt.Sprint(chosen)
		}
		if got != c.want {
			t.Errorf("%s of %v: %s, want %s", c.rule, c.item.Options, got, c.want)
		}
	}
}

// A benchmark whose keys carry a word that no wrong option has is found out by naive
// Bayes, and one whose keys are drawn evenly is not.
func TestBayesFindsWhatGivesAway(t *testing.T) {
	t.Parallel()
	var leaky, even []mcq.Item
	for i := range 40 {
		source := fmt.Sprint(i % 2)
		leaky = append(leaky, single(source, "Which?", "B", fmt.Sprintf("plain %d", i), fmt.Sprintf("right %d", i), fmt.Sprintf("plain %d", i+100), fmt.Sprintf("plain %d", i+200)))
		even = append(even, single(source, "Which?", mcq.OptionKey(i/2%4), "oak", "ash", "elm", "fir"))
	}
	for _, c := range []struct {
		name     string
		items    []mcq.Item
		accuracy float64
	}{{"leaky", leaky, 1}, {"even", even, 0.25}} {
		all := Measure(c.items)
		bayes := all[len(all)-1]
		if bayes.Rule != BayesName || math.Abs(bayes.All.Accuracy()-c.accuracy) > 1e-9 || bayes.All.Items != 40 {
			t.Errorf("%s: %s is right in %g of %d, want %g", c.name, bayes.Rule, bayes.All.Accuracy(), bayes.All.Items, c.accuracy)
		}
		if got := bayes.All.Chance(); got != 0.25 {
			t.Errorf("%s: chance %g", c.name, got)
		}
	}
}

func TestChanceOfSeveral(t *testing.T) {
	t.Parallel()
	it := single("a", "Which?", "A", "x", "y", "z")
	it.Type = mcq.Multi
	if got := Chance(it); got != 1.0/6 {
		t.Errorf("%g, want 1/6: of eight sets neither the empty one nor all", got)
	}
}
