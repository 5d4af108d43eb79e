package run

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/ifcmcq/ifcmcq/internal/agent"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/score"
)

// someItems makes n items of two building models; the key of each is A.
func someItems(n int) []mcq.Item {
	subtypes := mcq.Subtypes()
	items := make([]mcq.Item, n)
	for i := range items {
		s := subtypes[i%len(subtypes)]
		items[i] = mcq.Item{
			ID: fmt.Sprintf("house/%s/%d", s, i), Category: s.Category(), Group: s.Group(), Subtype: s, Type: s.Type(),
			Question: fmt.Sprintf("question %d?", i),
			Options:  []mcq.Option{{Key: "A", Text: "yes"}, {Key: "B", Text: "no"}, {Key: "C", Text: "perhaps"}},
			Answer:   []string{"A"},
			Source:   mcq.Source{File: "house.ifc", SHA256: "aa"},
		}
		if i >= n/2 {
			items[i].Source = mcq.Source{File: "hall.ifc", SHA256: "bb"}
		}
	}
	return items
}

func newIndexOf(t testing.TB, items []mcq.Item) *Index {
	t.Helper()
	x, err := NewIndex(items)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func someConfig() Config {
	seed := int64(7)
	return Config{
		Benchmark: Benchmark{SHA256: "0123456789abcdef", Path: "bench"}, Agent: "tool", Model: "openai/m",
		PromptsSHA256: "p", ToolsSHA256: "t", Settings: Settings{Seed: &seed, MaxSteps: 8, Protocol: "text"},
	}
}

// openJob opens a run folder for a fake agent.
func openJob(t testing.TB, dir string, items []mcq.Item, a agent.Agent) *Job {
	t.Helper()
	s, err := OpenStore(dir, someConfig(), newIndexOf(t, items))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return &Job{Store: s, Lane: "openai/m", Open: func(context.Context, mcq.Source) (agent.Agent, error) { return a, nil }}
}

// answerFunc is an agent that does as it is told.
type answerFunc func(ctx context.Context, q agent.Question) (agent.Answer, error)

func (f answerFunc) Answer(ctx context.Context, q agent.Question) (agent.Answer, error) {
	return f(ctx, q)
}
func (answerFunc) Close() error { return nil }

// right answers everything with A and says what it costs.
func right(cost float64) answerFunc {
	return func(_ context.Context, q agent.Question) (agent.Answer, error) {
		return agent.Answer{
			Keys: []string{"A"}, Replied: true, Stop: score.Answered, Steps: 1, Calls: score.Calls{Chat: 1},
			Usage: score.Usage{Input: 100, Output: 10}, CostUSD: &cost, Trace: json.RawMessage(`["` + q.ID + `"]`),
		}, nil
	}
}

// asking is an agent that asks a server over HTTP, as one with a language model
// does. The server's reply is the answer's letter.
type asking struct {
	client *http.Client
	url    string
}

func (a asking) Answer(ctx context.Context, q agent.Question) (agent.Answer, error) {
	body, err := json.Marshal(map[string]any{"id": q.ID, "epoch": q.Epoch})
	if err != nil {
		return agent.Answer{}, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.url, bytes.NewReader(body))
	if err != nil {
		return agent.Answer{}, err
	}
	resp, err := a.client.Do(req)
	if err != nil {
		return agent.Answer{}, err
	}
	defer resp.Body.Close()
	reply, err := io.ReadAll(resp.Body)
	if err != nil {
		return agent.Answer{}, err
	}
	if resp.StatusCode != http.StatusOK {
		return agent.Answer{}, errors.New(resp.Status)
	}
	trace, err := json.Marshal([]string{string(body), string(reply)})
	if err != nil {
		return agent.Answer{}, err
	}
	return agent.Answer{
		Keys: []string{string(reply)}, Replied: true, Stop: score.Answered, Steps: 1,
		Calls: score.Calls{Chat: 1}, Usage: score.Usage{Input: len(body), Output: 1}, Trace: trace,
	}, nil
}

func (asking) Close() error { return nil }

func clientFor(connections int) *http.Client {
	return &http.Client{Transport: &http.Transport{MaxIdleConns: connections, MaxIdleConnsPerHost: connections}}
}

// stopped is a clock that does not move.
func stopped() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }

// allResults reads the results of a run folder, by item and epoch; one that is
// there twice is an error.
func allResults(t testing.TB, dir string) map[string]score.Result {
	t.Helper()
	out := map[string]score.Result{}
	for r, err := range Results(dir) {
		if err != nil {
			t.Fatal(err)
		}
		out[unitName(r.Item, r.Epoch)] = r
	}
	return out
}

func unitName(item string, epoch int) string { return fmt.Sprintf("%s#%d", item, epoch) }

func openerOf(a agent.Agent) func(context.Context, mcq.Source) (agent.Agent, error) {
	return func(context.Context, mcq.Source) (agent.Agent, error) { return a, nil }
}

// tick is a moment in which others may run.
func tick() <-chan time.Time { return time.After(time.Millisecond) }
