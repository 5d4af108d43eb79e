package run

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"pgregory.net/rapid"

	"github.com/ifcmcq/ifcmcq/score"
)

func itoa(n int) string { return fmt.Sprint(n) }

func someRecord(t testing.TB, x *Index, item string, epoch int) record {
	t.Helper()
	p, err := newPacker(1)
	if err != nil {
		t.Fatal(err)
	}
	frame, err := p.frame(Trace{Item: item, Epoch: epoch, Trace: []byte(`"` + item + `"`)})
	if err != nil {
		t.Fatal(err)
	}
	return record{score.Result{Item: item, ItemSHA: x.shas[x.at[item]], Epoch: epoch, Outcome: score.Correct, Answer: []string{"A"}}, frame}
}

// TestResume puts what may be left behind into a run folder and opens it again.
func TestResume(t *testing.T) {
	t.Parallel()
	items := someItems(10)
	x := newIndexOf(t, items)
	for _, c := range []struct {
		name    string
		results func(text string) string // of three lines
		traces  func(text string) string
		done    int // of the three
		torn    bool
		err     string
	}{
		{name: "whole", done: 3},
		{name: "empty", results: func(string) string { return "" }, done: 0},
		{name: "torn", results: func(s string) string { return s[:len(s)-20] }, done: 2, torn: true},
		{name: "newline missing", results: func(s string) string { return s[:len(s)-1] }, done: 2, torn: true},
		{name: "one byte begun", results: func(s string) string { return s + "{" }, done: 3, torn: true},
		{name: "zeros behind", results: func(s string) string { return s + "\x00\x00\x00" }, done: 3, torn: true},
		{name: "blank line", results: func(s string) string { return strings.Replace(s, "\n", "\n\n", 1) }, done: 3},
		{name: "twice", results: func(s string) string { return s + s[:strings.Index(s, "\n")+1] }, done: 3},
		{name: "torn trace behind", traces: func(s string) string { return s + s[:10] }, done: 3},
		{name: "garbage behind traces", traces: func(s string) string { return s + "garbage" }, done: 3},
		{name: "traces taken away", traces: func(string) string { return "" }, done: 3},
		{name: "damaged in the middle", results: func(s string) string { return strings.Replace(s, `"item"`, `"it`, 1) }, err: "line 1"},
		{name: "unknown item", results: func(s string) string { return strings.Replace(s, items[1].ID, "other", 1) }, err: "line 2: the benchmark has no item other"},
		{name: "other words", results: func(s string) string { return strings.Replace(s, x.shas[0], "0000", 1) }, err: "was asked in other words"},
		{name: "epoch 0", results: func(s string) string { return strings.Replace(s, `"epoch":1`, `"epoch":0`, 1) }, err: "epoch 0"},
		{name: "absurd epoch", results: func(s string) string { return strings.Replace(s, `"epoch":1`, `"epoch":1000000000`, 1) }, err: "epoch 1000000000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			s, err := OpenStore(dir, someConfig(), x)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.write([]record{someRecord(t, x, items[0].ID, 1), someRecord(t, x, items[1].ID, 1)}); err != nil {
				t.Fatal(err)
			}
			if err := s.write([]record{someRecord(t, x, items[2].ID, 1)}); err != nil {
				t.Fatal(err)
			}
			s.Close()
			change(t, filepath.Join(dir, ResultsFile), c.results)
			change(t, filepath.Join(dir, TracesFile), c.traces)

			s, err = OpenStore(dir, someConfig(), x)
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Fatalf("error %v, want one with %q", err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			done := 0
			for _, it := range items {
				if s.Done(it.ID, 1) {
					done++
				}
				if s.Done(it.ID, 2) {
					t.Errorf("%s is done in epoch 2", it.ID)
				}
			}
			if done != c.done || s.Tally.Results != c.done || s.Torn != c.torn {
				t.Errorf("%d done, tally %d, torn %t; want %d, %t", done, s.Tally.Results, s.Torn, c.done, c.torn)
			}
			// What is added now can be read, with what was there.
			if err := s.write([]record{someRecord(t, x, items[5].ID, 1)}); err != nil {
				t.Fatal(err)
			}
			got := allResults(t, dir)
			if len(got) != c.done+1 {
				t.Errorf("%d results, want %d", len(got), c.done+1)
			}
			for _, r := range got {
				if tr, err := ReadTrace(dir, r.Trace); c.name != "traces taken away" && (err != nil || tr.Item != r.Item) {
					t.Errorf("trace of %s is of %q: %v", r.Item, tr.Item, err)
				}
			}
		})
	}
}

func change(t *testing.T, name string, f func(string) string) {
	t.Helper()
	if f == nil {
		return
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(f(string(text))), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	x := newIndexOf(t, someItems(3))
	dir := t.TempDir()
	s, err := OpenStore(dir, someConfig(), x)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenStore(dir, someConfig(), x); !errors.Is(err, errLocked) {
		t.Errorf("a second store at the same time: error %v", err)
	}
	s.Close()
	for _, c := range []struct {
		name   string
		change func(*Config)
		want   string // "" for accepted
	}{
		{"the same", func(*Config) {}, ""},
		{"another day, place, version", func(c *Config) {
			c.Created, c.Benchmark.Path, c.Server, c.Versions = stopped(), "elsewhere", "http://x", map[string]string{"ifcmcq": "9"}
		}, ""},
		{"benchmark", func(c *Config) { c.Benchmark.SHA256 = "ffff" }, "benchmark is 0123456789abcdef there, and ffff is asked for"},
		{"agent", func(c *Config) { c.Agent = "code" }, "agent is tool there, and code is asked for"},
		{"model", func(c *Config) { c.Model = "openai/n" }, "model is openai/m there, and openai/n"},
		{"prompts", func(c *Config) { c.PromptsSHA256 = "q" }, "prompts is p there, and q"},
		{"tools", func(c *Config) { c.ToolsSHA256 = "u" }, "tools is t there, and u"},
		{"steps", func(c *Config) { c.Settings.MaxSteps = 9 }, "max-steps is 8 there, and 9"},
		{"a new setting", func(c *Config) { c.Settings.MaxTokens = 100 }, "max-tokens is not set there, and 100"},
		{"two", func(c *Config) { c.Settings.Protocol, c.Settings.Seed = "native", nil }, "protocol is text there, and native is asked for; seed is 7 there, and none"},
	} {
		asked := someConfig()
		c.change(&asked)
		s, err := OpenStore(dir, asked, x)
		var mismatch *MismatchError
		switch {
		case c.want == "":
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
				continue
			}
			s.Close()
		case !errors.As(err, &mismatch) || !strings.Contains(err.Error(), c.want):
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
	}
	orphan := t.TempDir()
	if err := os.WriteFile(filepath.Join(orphan, ResultsFile), []byte("{}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenStore(orphan, someConfig(), x); err == nil || !strings.Contains(err.Error(), "whose results are they") {
		t.Errorf("results without run.json: error %v", err)
	}
}

// fullDisk is a file on a disk that has room for so many more bytes.
type fullDisk struct {
	*os.File
	room int
}

func (f *fullDisk) Write(b []byte) (int, error) {
	n := min(len(b), f.room)
	f.room -= n
	if _, err := f.File.Write(b[:n]); err != nil {
		return 0, err
	}
	if n < len(b) {
		return n, &os.PathError{Op: "write", Path: f.Name(), Err: syscall.ENOSPC}
	}
	return n, nil
}

// openFull opens files of which that called name gets room for so many bytes.
func openFull(name string, room int) storeOptions {
	return storeOptions{open: func(path string) (file, error) {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
		if err != nil || filepath.Base(path) != name {
			return f, err
		}
		return &fullDisk{f, room}, nil
	}}
}

// TestDiskFull: whatever number of bytes a disk takes before it is full, what was
// said to be done is done, and the run goes on when there is room again.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	items := someItems(12)
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			rt.Fatal(err)
		}
		x := newIndexOf(t, items)
		name := rapid.SampledFrom([]string{ResultsFile, TracesFile}).Draw(rt, "file")
		s, err := openStore(dir, someConfig(), x, openFull(name, rapid.IntRange(0, 4000).Draw(rt, "room")))
		if err != nil {
			rt.Fatal(err)
		}
		job := &Job{Store: s, Lane: "m", Open: openerOf(right(0))}
		safe := map[string]bool{}
		_, err = Execute(t.Context(), []*Job{job}, Options{Items: items, MaxConnections: 3, Observe: func(e Event) {
			safe[unitName(e.Result.Item, e.Result.Epoch)] = true
		}})
		if len(safe) < len(items) && !errors.Is(err, syscall.ENOSPC) {
			rt.Fatalf("%d of %d safe, error %v", len(safe), len(items), err)
		}
		s.Close()

		s, err = OpenStore(dir, someConfig(), x)
		if err != nil {
			rt.Fatal(err)
		}
		defer s.Close()
		for _, it := range items {
			if safe[unitName(it.ID, 1)] && !s.Done(it.ID, 1) {
				rt.Fatalf("%s was said to be done", it.ID)
			}
		}
		if _, err = Execute(t.Context(), []*Job{{Store: s, Lane: "m", Open: openerOf(right(0))}}, Options{Items: items, MaxConnections: 3}); err != nil {
			rt.Fatal(err)
		}
		if got := allResults(t, dir); len(got) != len(items) {
			rt.Fatalf("%d results, want %d", len(got), len(items))
		}
	})
}

// FuzzResume opens folders with any results at all: the outcome is an error or a
// store to which can be added.
func FuzzResume(f *testing.F) {
	items := someItems(4)
	x := newIndexOf(f, items)
	f.Add([]byte(""), []byte(""))
	f.Add([]byte("{}\n"), []byte("\x28\xb5\x2f\xfd"))
	f.Add([]byte(`{"item":"`+items[0].ID+`","item_sha":"`+x.shas[0]+`","epoch":1,"trace":3}`+"\n"), []byte("abc\x28\xb5\x2f\xfd\x04\x00\x01\x00\x00"))
	f.Fuzz(func(t *testing.T, results, traces []byte) {
		dir := t.TempDir()
		s, err := OpenStore(dir, someConfig(), x)
		if err != nil {
			t.Fatal(err)
		}
		s.Close()
		for name, text := range map[string][]byte{ResultsFile: results, TracesFile: traces, PlanFile: results, ErrorsFile: results} {
			if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		s, err = OpenStore(dir, someConfig(), x)
		if err != nil {
			return
		}
		defer s.Close()
		before := len(allResults(t, dir))
		r := someRecord(t, x, items[3].ID, 2)
		was := s.Done(items[3].ID, 2)
		if err := s.write([]record{r}); err != nil {
			t.Fatal(err)
		}
		if after := len(allResults(t, dir)); !was && after != before+1 {
			t.Errorf("%d results after one was added to %d", after, before)
		}
	})
}
