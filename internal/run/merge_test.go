package run

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ifcmcq/ifcmcq/internal/agent"
	"github.com/ifcmcq/ifcmcq/score"
)

// TestShardsMerge: shards made apart and merged are the whole run.
func TestShardsMerge(t *testing.T) {
	t.Parallel()
	items := someItems(90)
	root := t.TempDir()
	make := func(dir string, sel Selection, a agent.Agent) {
		t.Helper()
		picked, err := sel.Pick(items)
		if err != nil {
			t.Fatal(err)
		}
		job := openJob(t, dir, items, a)
		if err := job.Store.Plan(sel); err != nil {
			t.Fatal(err)
		}
		if _, err := Execute(t.Context(), []*Job{job}, Options{Items: picked, Epochs: 2, MaxConnections: 5, Now: stopped}); err != nil {
			t.Fatal(err)
		}
		job.Store.Close()
	}
	make(filepath.Join(root, "whole"), Selection{Epochs: 2}, right(0.01))
	var dirs []string
	for _, s := range []string{"1/3", "2/3", "3/3"} {
		dir := filepath.Join(root, "set", "shard"+s[:1])
		make(dir, Selection{Epochs: 2, Shard: s}, right(0.01))
		dirs = append(dirs, dir)
	}
	merged := filepath.Join(root, "merged")
	m, err := MergeSets(t.Context(), dirs, merged)
	if err != nil {
		t.Fatal(err)
	}
	if want := []Merged{{Dir: merged, Runs: 3, Results: 180}}; !cmp.Equal(m, want) {
		t.Errorf("%+v, want %+v", m, want)
	}
	want, got := allResults(t, filepath.Join(root, "whole")), allResults(t, merged)
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(score.Result{}, "Trace")); diff != "" {
		t.Error(diff)
	}
	for u, r := range got {
		if tr, err := ReadTrace(merged, r.Trace); err != nil || unitName(tr.Item, tr.Epoch) != u {
			t.Fatalf("trace of %s: %v, %v", u, tr, err)
		}
	}
	plans, err := Plans(merged)
	if err != nil || len(plans) != 3 {
		t.Errorf("%d plans, %v", len(plans), err)
	}
	wanted, err := Planned(plans, items)
	if err != nil || len(wanted) != 2 || len(wanted[0]) != 90 || len(wanted[1]) != 90 {
		t.Errorf("%d epochs planned: %v", len(wanted), err)
	}

	// What two runs have is taken once, and a merged run can go on.
	again := filepath.Join(root, "again")
	if m, err = MergeSets(t.Context(), []string{merged, dirs[0]}, again); err != nil || m[0].Results != 180 || m[0].Twice == 0 {
		t.Errorf("%+v, %v", m, err)
	}
	job := openJob(t, again, items, answerFunc(func(context.Context, agent.Question) (agent.Answer, error) {
		t.Error("an item is asked again")
		return agent.Answer{}, nil
	}))
	if sum, err := Execute(t.Context(), []*Job{job}, Options{Items: items, Epochs: 2}); err != nil || sum.Left() != 0 {
		t.Errorf("%+v, %v", sum, err)
	}

	// A set gives a set.
	set := filepath.Join(root, "newset")
	if m, err = MergeSets(t.Context(), []string{filepath.Join(root, "set")}, set); err != nil || len(m) != 1 || m[0].Dir != filepath.Join(set, "tool__openai_m") {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestMergeRefuses(t *testing.T) {
	t.Parallel()
	items := someItems(3)
	root := t.TempDir()
	one, two := filepath.Join(root, "one"), filepath.Join(root, "two")
	openJob(t, one, items, nil)
	c := someConfig()
	c.Settings.MaxSteps = 3
	s, err := OpenStore(two, c, newIndexOf(t, items))
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	full := filepath.Join(root, "full")
	if err := os.MkdirAll(filepath.Join(full, "x"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		dirs []string
		to   string
		err  string
	}{
		{[]string{one, two}, "new", "max-steps is 8 there, and 3"},
		{[]string{one}, "full", "is not empty"},
		{[]string{full}, "new", "is no run"},
		{[]string{filepath.Join(root, "nowhere")}, "new", "no such file"},
	} {
		if _, err := MergeSets(t.Context(), c.dirs, filepath.Join(root, c.to)); err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("merge %v to %s: error %v, want one with %q", c.dirs, c.to, err, c.err)
		}
	}
}

func TestFolderName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ agent, model, shard, want string }{
		{"tool", "openai/gpt-5-mini", "", "tool__openai_gpt-5-mini"},
		{"oracle", "", "", "oracle"},
		{"code", "openai-api/x/y:z", "2/4", "code__openai-api_x_y_z__shard-2-of-4"},
	} {
		shard, err := ParseShard(c.shard)
		if err != nil {
			t.Fatal(err)
		}
		if got := FolderName(Config{Agent: c.agent, Model: c.model}, shard); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
