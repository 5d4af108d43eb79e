package agent

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ifcmcq/ifcmcq/internal/cues"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/score"
)

// CuePrefix stands before a rule's name in the name of its agent.
const CuePrefix = "cue-"

// ChanceNames returns the agents that NewChance makes: first, random, and one for
// each rule of package cues that is not first itself.
func ChanceNames() []string {
	out := []string{"first", "random"}
	for _, r := range cues.Rules() {
		if r.Name != "first" {
			out = append(out, CuePrefix+r.Name)
		}
	}
	return out
}

// NewChance makes an agent that looks at nothing but a question's text:
//
//	first   the first option
//	random  any option; of a multi item any set of options but none and all
//	cue-X   what rule X of package cues goes by; ties, and questions that the rule
//	        has no opinion on, are drawn
//
// What is drawn depends on seed, the item's id and the epoch alone. Texts are those
// of the whole benchmark; only cue agents need them.
func NewChance(name string, seed int64, texts *cues.Texts) (Agent, error) {
	switch name {
	case "first":
		return chance{pick: func(Question, *rand.Rand) []int { return []int{0} }}, nil
	case "random":
		return chance{seed, drawAny}, nil
	}
	for _, r := range cues.Rules() {
		if r.Name != "first" && CuePrefix+r.Name == name {
			if texts == nil {
				return nil, fmt.Errorf("agent %s needs the texts of the benchmark", name)
			}
			return chance{seed, func(q Question, r2 *rand.Rand) []int { return byRule(r, texts, q, r2) }}, nil
		}
	}
	return nil, fmt.Errorf("there is no agent %s that goes by chance: there are %s", name, strings.Join(ChanceNames(), ", "))
}

type chance struct {
	seed int64
	pick func(Question, *rand.Rand) []int // positions of options
}

func (chance) Close() error { return nil }

// Answer picks options. It takes no time worth measuring.
func (c chance) Answer(ctx context.Context, q Question) (Answer, error) {
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	if len(q.Options) == 0 {
		return Answer{}, fmt.Errorf("item %s has no options", q.ID)
	}
	a := Answer{Replied: true, Stop: score.Answered, Steps: 1}
	for _, i := range c.pick(q, source(c.seed, q)) {
		a.Keys = append(a.Keys, q.Options[i].Key)
	}
	slices.Sort(a.Keys)
	var err error
	a.Trace, err = json.Marshal(struct {
		Keys []string `json:"answer"`
	}{a.Keys})
	return a, err
}

// source is a generator of its own for each asking of an item, so that neither
// the order of the items nor what else is asked changes an answer.
func source(seed int64, q Question) *rand.Rand {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\x00%s\x00%d", seed, q.ID, q.Epoch))
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum[:8]), binary.LittleEndian.Uint64(sum[8:16])))
}

// drawAny draws an option, of a multi item a set.
func drawAny(q Question, r *rand.Rand) []int {
	n := len(q.Options)
	if q.Type != mcq.Multi || n < 2 {
		return []int{r.IntN(n)}
	}
	set := 1 + r.Uint64N(1<<n-2) // one bit an option, neither none nor all
	var out []int
	for i := range n {
		if set>>i&1 == 1 {
			out = append(out, i)
		}
	}
	return out
}

// byRule answers as the rule does when it is measured.
func byRule(rule cues.Rule, texts *cues.Texts, q Question, r *rand.Rand) []int {
	it := mcq.Item{ID: q.ID, Type: q.Type, Question: q.Stem}
	for _, o := range q.Options {
		it.Options = append(it.Options, mcq.Option{Key: o.Key, Text: o.Text})
	}
	scores := rule.Score(it, texts)
	if scores == nil {
		return drawAny(q, r)
	}
	at := cues.Choices(q.Type, scores)
	switch {
	case at == nil:
		return drawAny(q, r)
	case q.Type != mcq.Multi:
		return []int{at[r.IntN(len(at))]}
	}
	return at
}
