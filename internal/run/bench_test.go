package run

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/ifcmcq/ifcmcq/bench"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/internal/agent"
	"github.com/ifcmcq/ifcmcq/internal/llm"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/sample"
	"github.com/ifcmcq/ifcmcq/step"
	"github.com/ifcmcq/ifcmcq/tools"
)

// BenchmarkOracle asks the oracle 5,000 items through the tools, with every result
// flushed to the disk.
func BenchmarkOracle(b *testing.B) {
	const n = 5000
	m, err := ifc.Read(sample.House(), step.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer m.Close()
	part, err := bench.FromModel(b.Context(), m, sample.Name, bench.Options{Seed: bench.DefaultSeed, Cap: 10_000})
	if err != nil {
		b.Fatal(err)
	}
	var items []mcq.Item
	for i := 0; len(items) < n; i++ { // the sample has fewer: ask them again under other names
		for _, it := range part.Items[:min(len(part.Items), n-len(items))] {
			it.ID = fmt.Sprintf("%s/%d", it.ID, i)
			items = append(items, it)
		}
	}
	oracle := agent.NewOracle(tools.New(m), time.Now)
	for b.Loop() {
		job := openJob(b, filepath.Join(b.TempDir(), fmt.Sprint(b.N)), items, oracle)
		sum, err := Execute(b.Context(), []*Job{job}, Options{Items: items, MaxConnections: 10, Now: time.Now})
		if err != nil || sum.Left() != 0 {
			b.Fatal(sum, err)
		}
		if c := sum.Jobs[0].Tally.Correct; c != n {
			b.Fatalf("%d of %d right", c, n)
		}
		job.Store.Close()
	}
	b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "items/s")
}

// BenchmarkLatency asks a local server that takes 50 ms for a reply over 64
// connections: ideal are 1,280 items a second. Bare is the same number of requests
// without any run, which is what machine and HTTP allow; store is a run with an agent
// that sends nothing but such a request; loop is one with the client and the loop that
// language models are asked with.
func BenchmarkLatency(b *testing.B) {
	const n, connections, latency = 6400, 64, 50 * time.Millisecond
	items := someItems(n)
	report := func(b *testing.B) {
		rate := n * float64(b.N) / b.Elapsed().Seconds()
		b.ReportMetric(rate, "items/s")
		b.ReportMetric(100*rate/(connections/latency.Seconds()), "%ideal")
	}
	execute := func(b *testing.B, a agent.Agent) {
		job := openJob(b, filepath.Join(b.TempDir(), fmt.Sprint(b.N)), items, a)
		sum, err := Execute(b.Context(), []*Job{job}, Options{Items: items, MaxConnections: connections})
		if err != nil || sum.Left() != 0 {
			b.Fatal(sum, err)
		}
		job.Store.Close()
	}
	plain := httptest.NewServer(&scripted{latency: latency})
	defer plain.Close()
	b.Run("bare", func(b *testing.B) {
		for b.Loop() {
			a := asking{clientFor(connections), plain.URL}
			var g errgroup.Group
			for i := range connections {
				g.Go(func() error {
					for j := i; j < n; j += connections {
						if _, err := a.Answer(b.Context(), agent.Question{ID: items[j].ID}); err != nil {
							return err
						}
					}
					return nil
				})
			}
			if err := g.Wait(); err != nil {
				b.Fatal(err)
			}
		}
		report(b)
	})
	b.Run("store", func(b *testing.B) {
		for b.Loop() {
			execute(b, asking{clientFor(connections), plain.URL})
		}
		report(b)
	})
	b.Run("loop", func(b *testing.B) {
		chats := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			time.Sleep(latency)
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, `{"id":"x","object":"chat.completion","model":"m","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"ANSWER: A"}}],"usage":{"prompt_tokens":300,"completion_tokens":4,"total_tokens":304}}`)
		}))
		defer chats.Close()
		e, err := llm.Resolve("openai/m", llm.Flags{BaseURL: chats.URL + "/v1", APIKey: "k"}, func(string) string { return "" })
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			chat := llm.New(e, llm.Options{MaxConnections: connections})
			execute(b, agent.New(chat, agent.None(), agent.Options{}))
			chat.Close()
		}
		report(b)
	})
}

// BenchmarkMemory makes a run of a hundred thousand items and reports what the heap
// holds in the middle of it beyond the items themselves.
func BenchmarkMemory(b *testing.B) {
	const n = 100_000
	items := someItems(n)
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	var more uint64
	for b.Loop() {
		job := openJob(b, filepath.Join(b.TempDir(), fmt.Sprint(b.N)), items, right(0))
		before, seen := heap(), 0
		_, err := Execute(context.Background(), []*Job{job}, Options{Items: items, MaxConnections: 10, Observe: func(Event) {
			if seen++; seen == n*9/10 {
				more = heap() - min(before, heap())
			}
		}})
		if err != nil {
			b.Fatal(err)
		}
		job.Store.Close()
	}
	b.ReportMetric(float64(more)/1e6, "MB-heap")
	b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "items/s")
}
