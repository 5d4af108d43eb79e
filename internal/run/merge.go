package run

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/ifcmcq/ifcmcq/score"
)

// Folders returns the run folders that paths name: a run folder itself, or those
// that lie in a set.
func Folders(paths []string) ([]string, error) {
	var out []string
	for _, p := range paths {
		if _, err := os.Stat(filepath.Join(p, ConfigFile)); err == nil {
			out = append(out, p)
			continue
		}
		entries, err := os.ReadDir(p)
		if err != nil {
			return nil, err
		}
		n := len(out)
		for _, e := range entries {
			dir := filepath.Join(p, e.Name())
			if _, err := os.Stat(filepath.Join(dir, ConfigFile)); err == nil {
				out = append(out, dir)
			}
		}
		if len(out) == n {
			return nil, fmt.Errorf("%s is no run: neither it nor a folder in it has %s", p, ConfigFile)
		}
	}
	return out, nil
}

// Merged says what became of runs that were merged.
type Merged struct {
	Dir     string `json:"dir"`
	Runs    int    `json:"runs"`
	Results int    `json:"results"`
	Twice   int    `json:"twice"` // results left out because an earlier run had one of the same item and epoch
}

// Merge puts runs of the same benchmark, agent, model and settings together in the
// new run folder dir: shards, or parts that were made in several places. What two
// of them have is taken from the first.
func Merge(ctx context.Context, dirs []string, dir string) (Merged, error) {
	m := Merged{Dir: dir, Runs: len(dirs)}
	if len(dirs) == 0 {
		return m, errors.New("no runs to merge")
	}
	first, err := ReadConfig(dirs[0])
	if err != nil {
		return m, err
	}
	for _, d := range dirs[1:] {
		c, err := ReadConfig(d)
		if err != nil {
			return m, err
		}
		if diff := first.Differences(c); len(diff) > 0 {
			return m, fmt.Errorf("%s and %s are different runs: %s", dirs[0], d, diff[0])
		}
	}
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return m, fmt.Errorf("%s is not empty: name a new folder", dir)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return m, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return m, err
	}
	first.Merged = len(dirs)
	if err := mergeInto(ctx, dirs, dir, &m); err != nil {
		return m, err
	}
	// Last: a folder without it is no run, so a merge that was broken off is seen.
	return m, writeConfig(dir, first)
}

func mergeInto(ctx context.Context, dirs []string, dir string, m *Merged) (err error) {
	var files []*os.File
	defer func() {
		for _, f := range files {
			err = errors.Join(err, f.Sync(), f.Close())
		}
	}()
	create := func(name string) (*bufio.Writer, error) {
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		files = append(files, f)
		return bufio.NewWriterSize(f, 1<<16), nil
	}
	results, err := create(ResultsFile)
	if err != nil {
		return err
	}
	traces, err := create(TracesFile)
	if err != nil {
		return err
	}
	at := int64(0)
	type unit struct {
		item  string
		epoch int
	}
	seen := map[unit]string{} // the item's sha
	for _, d := range dirs {
		tr, err := openTraces(d)
		if err != nil {
			return err
		}
		for r, err := range Results(d) {
			if err == nil {
				err = ctx.Err()
			}
			u := unit{r.Item, r.Epoch}
			sha, twice := seen[u]
			switch {
			case err != nil:
			case twice && sha != r.ItemSHA:
				err = fmt.Errorf("%s: item %s was asked in other words than in a run before", d, r.Item)
			case twice:
				m.Twice++
				continue
			default:
				seen[u] = r.ItemSHA
				err = copyResult(results, traces, tr, r, &at)
				m.Results++
			}
			if err != nil {
				tr.Close()
				return err
			}
		}
		tr.Close()
	}
	if err := errors.Join(results.Flush(), traces.Flush()); err != nil {
		return err
	}
	for _, name := range []string{PlanFile, NotesFile, ErrorsFile} {
		w, err := create(name)
		if err != nil {
			return err
		}
		var lines []string // of the plan, of which many runs have the same
		for _, d := range dirs {
			err := eachLine(filepath.Join(d, name), func(_ int, line []byte, _ int64, _ bool) error {
				switch {
				case !json.Valid(line): // torn by a kill
					return nil
				case name == PlanFile && slices.Contains(lines, string(line)):
					return nil
				case name == PlanFile:
					lines = append(lines, string(line))
				}
				_, err := fmt.Fprintf(w, "%s\n", bytes.TrimSpace(line))
				return err
			})
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// openTraces opens the traces of a run; one that keeps none has an empty file.
func openTraces(dir string) (*os.File, error) {
	f, err := os.Open(filepath.Join(dir, TracesFile))
	if errors.Is(err, fs.ErrNotExist) {
		return os.Open(os.DevNull)
	}
	return f, err
}

// copyResult copies a result and its trace, packed as it is.
func copyResult(results, traces io.Writer, from io.ReaderAt, r score.Result, at *int64) error {
	if r.Trace >= 0 {
		end, err := frameEnd(from, r.Trace)
		if err != nil {
			r.Trace = -1 // somebody took the traces away
		} else {
			n, err := io.Copy(traces, io.NewSectionReader(from, r.Trace, end-r.Trace))
			if err != nil {
				return err
			}
			r.Trace, *at = *at, *at+n
		}
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = results.Write(append(line, '\n'))
	return err
}

// MergeSets merges every run of several folders, those of the same agent and model
// together. Runs that lie in a set go into a set: dir gets a folder for each. If all
// paths are run folders of one run, dir is its folder.
func MergeSets(ctx context.Context, paths []string, dir string) ([]Merged, error) {
	dirs, err := Folders(paths)
	if err != nil {
		return nil, err
	}
	if slices.Equal(dirs, paths) {
		m, err := Merge(ctx, dirs, dir)
		return []Merged{m}, err
	}
	var names []string
	groups := map[string][]string{}
	for _, d := range dirs {
		c, err := ReadConfig(d)
		if err != nil {
			return nil, err
		}
		n := c.Name()
		if groups[n] == nil {
			names = append(names, n)
		}
		groups[n] = append(groups[n], d)
	}
	var out []Merged
	for _, n := range names {
		m, err := Merge(ctx, groups[n], filepath.Join(dir, n))
		if err != nil {
			return out, err
		}
		out = append(out, m)
	}
	return out, nil
}
