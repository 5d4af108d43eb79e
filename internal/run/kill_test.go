package run

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ifcmcq/ifcmcq/internal/agent"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/score"
)

// TestMain runs the test binary as a program that makes a run, when the kill test
// starts it so.
func TestMain(m *testing.M) {
	if url := os.Getenv("IFCMCQ_TEST_SERVER"); url != "" {
		if err := killable(url, os.Getenv("IFCMCQ_TEST_DIR")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	flag.Parse()
	os.Exit(m.Run())
}

const killItems, killEpochs = 750, 2

// killable makes or finishes a run against a server.
func killable(url, dir string) error {
	items := someItems(killItems)
	x, err := NewIndex(items)
	if err != nil {
		return err
	}
	s, err := OpenStore(dir, someConfig(), x)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.Plan(Selection{Epochs: killEpochs}); err != nil {
		return err
	}
	a := asking{clientFor(8), url}
	job := &Job{Store: s, Lane: "m", Open: func(context.Context, mcq.Source) (agent.Agent, error) { return a, nil }}
	sum, err := Execute(context.Background(), []*Job{job}, Options{Items: items, Epochs: killEpochs, MaxConnections: 8})
	if err == nil && sum.Left() > 0 {
		err = fmt.Errorf("%d results are missing", sum.Left())
	}
	return err
}

// scripted is a server whose answer depends on the item only. It counts requests
// for items that were finished before.
type scripted struct {
	latency time.Duration

	mu       sync.Mutex
	requests int
	finished map[string]bool
	repeated []string
}

func newScripted() *scripted {
	s := &scripted{}
	s.reset()
	return s
}

func (s *scripted) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests, s.finished = 0, map[string]bool{}
}

func (s *scripted) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests
}

func (s *scripted) finish(units []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, u := range units {
		s.finished[u] = true
	}
}

func (s *scripted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var q struct {
		ID    string
		Epoch int
	}
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	u := unitName(q.ID, q.Epoch)
	s.mu.Lock()
	s.requests++
	if s.finished[u] {
		s.repeated = append(s.repeated, u)
	}
	s.mu.Unlock()
	time.Sleep(s.latency)
	h := fnv.New32a()
	h.Write([]byte(u))
	fmt.Fprint(w, string(rune('A'+h.Sum32()%3)))
}

// TestKilled kills runs at random moments, over and over, and lets them go on.
// Whatever has a result on the disk is never asked again, and in the end all is
// there once, as if nothing had happened.
func TestKilled(t *testing.T) {
	t.Parallel()
	kills := 200
	if testing.Short() {
		kills = 25
	}
	self, err := os.Executable()
	if err != nil {
		t.Skip("the test binary does not know where it is: ", err)
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))

	unbroken := filepath.Join(t.TempDir(), "unbroken")
	server := newScripted()
	ts := httptest.NewServer(server)
	defer ts.Close()
	if err := killable(ts.URL, unbroken); err != nil {
		t.Fatal(err)
	}
	want := allResults(t, unbroken)

	killed, runs, requests := 0, 0, 0
	for last := false; !last; runs++ {
		dir := filepath.Join(t.TempDir(), "run")
		server.reset()
		for ended := false; !ended; {
			// Moments are drawn by progress, not by the clock: a kill comes when so many
			// more requests have come in. When there were enough, the run may end.
			last = killed == kills
			after := random.IntN(40)
			if last {
				after = 1 << 30
			}
			ended = runUntil(t, self, ts.URL, dir, server, server.count()+after, time.Duration(random.IntN(2000))*time.Microsecond)
			if !ended {
				killed++
			}
			// Nobody writes now: what stands there whole is finished for good.
			server.finish(wholeLines(t, filepath.Join(dir, ResultsFile)))
		}
		requests += server.count()
		compareRuns(t, dir, want)
		server.mu.Lock()
		if n := len(server.repeated); n > 0 {
			t.Errorf("%d requests for finished items, such as %s", n, server.repeated[0])
		}
		server.mu.Unlock()
	}
	t.Logf("%d kills in %d runs, %d requests for %d results", killed, runs, requests, runs*killItems*killEpochs)
}

// runUntil makes or finishes a run in a process of its own, which is killed a moment
// after the server has had so many requests. It reports whether the run ended before.
func runUntil(t *testing.T, self, url, dir string, server *scripted, requests int, moment time.Duration) (ended bool) {
	t.Helper()
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), "IFCMCQ_TEST_SERVER="+url, "IFCMCQ_TEST_DIR="+dir)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	over := make(chan error, 1)
	var wait sync.WaitGroup
	defer wait.Wait()
	wait.Go(func() { over <- cmd.Wait() })
	for server.count() < requests {
		select {
		case err := <-over:
			if err != nil {
				t.Fatalf("the run failed by itself: %v", err)
			}
			return true
		case <-time.After(200 * time.Microsecond):
		}
	}
	time.Sleep(moment)
	cmd.Process.Kill()
	return <-over == nil
}

// compareRuns finds what differs between a run folder and the results of a run that
// nobody disturbed.
func compareRuns(t *testing.T, dir string, want map[string]score.Result) {
	t.Helper()
	got := allResults(t, dir)
	if lines := wholeLines(t, filepath.Join(dir, ResultsFile)); len(lines) != len(want) {
		t.Errorf("%d lines for %d items and epochs", len(lines), len(want))
	}
	same := cmpopts.IgnoreFields(score.Result{}, "Trace", "Started", "Finished", "LatencyMS")
	if diff := cmp.Diff(want, got, same); diff != "" {
		t.Errorf("results differ from those of an unbroken run (-want +got):\n%s", diff)
	}
	for u, r := range got {
		tr, err := ReadTrace(dir, r.Trace)
		if err != nil {
			t.Fatal(err)
		}
		if unitName(tr.Item, tr.Epoch) != u {
			t.Fatalf("the trace of %s is that of %s", u, unitName(tr.Item, tr.Epoch))
		}
	}
}

// wholeLines reads the lines of a results file that end with a newline, not by way
// of the store.
func wholeLines(t testing.TB, name string) (units []string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); {
		var r struct {
			Item  string
			Epoch int
		}
		if err := json.Unmarshal(s.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		units = append(units, unitName(r.Item, r.Epoch))
	}
	return units
}
