package run

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/score"
)

func parseResult(line []byte) (score.Result, error) {
	var r score.Result
	if err := json.Unmarshal(line, &r); err != nil {
		return r, err
	}
	if r.Item == "" {
		return r, errors.New("no result")
	}
	return r, nil
}

// regular reports whether name is a file that can be read again from its start.
func regular(name string) bool {
	fi, err := os.Stat(name)
	return err == nil && fi.Mode().IsRegular()
}

// eachLine calls f with every line that is not blank, its number, the offset after
// it and whether it is the last. Lines end with their newline, but perhaps the last.
func eachLine(name string, f func(n int, line []byte, after int64, last bool) error) error {
	r, err := os.Open(name)
	if err != nil {
		return err
	}
	defer r.Close()
	b := bufio.NewReaderSize(r, 64<<10)
	var at int64
	var long []byte
	for n := 1; ; n++ {
		line, err := b.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			long = long[:0]
			for errors.Is(err, bufio.ErrBufferFull) {
				long = append(long, line...)
				line, err = b.ReadSlice('\n')
			}
			long = append(long, line...)
			line = long
		}
		if err != nil && err != io.EOF {
			return fmt.Errorf("%s: %w", name, err)
		}
		at += int64(len(line))
		last := err == io.EOF
		if !last {
			if len(bytes.TrimSpace(line)) == 0 {
				continue
			}
			// What follows decides whether a whole line is the last one. line points
			// into the buffer, which Peek may move.
			line = bytes.Clone(line)
			_, peek := b.Peek(1)
			last = peek == io.EOF
		}
		if len(line) > 0 {
			if err := f(n, line, at, last); err != nil {
				return err
			}
		}
		if last {
			return nil
		}
	}
}

// Results reads the results of a run folder one after the other, each item and
// epoch once, a torn last line left out.
func Results(dir string) iter.Seq2[score.Result, error] {
	return func(yield func(score.Result, error) bool) {
		name := filepath.Join(dir, ResultsFile)
		errStop := errors.New("stop")
		type unit struct {
			item  string
			epoch int
		}
		seen := map[unit]bool{}
		err := eachLine(name, func(n int, line []byte, _ int64, last bool) error {
			r, err := parseResult(line)
			switch {
			case err != nil && last:
				return nil
			case err != nil:
				return fmt.Errorf("%s: line %d: %w", name, n, err)
			}
			if u := (unit{r.Item, r.Epoch}); seen[u] {
				return nil
			} else {
				seen[u] = true
			}
			if !yield(r, nil) {
				return errStop
			}
			return nil
		})
		switch {
		case err == nil || errors.Is(err, errStop):
		case errors.Is(err, fs.ErrNotExist) && regular(filepath.Join(dir, ConfigFile)):
		default:
			yield(score.Result{}, err)
		}
	}
}

// Plans reads what was asked for of a run: none if that was not noted.
func Plans(dir string) ([]Selection, error) {
	name := filepath.Join(dir, PlanFile)
	var out []Selection
	err := eachLine(name, func(n int, line []byte, _ int64, last bool) error {
		var sel Selection
		if err := json.Unmarshal(line, &sel); err != nil {
			if last {
				return nil
			}
			return fmt.Errorf("%s: line %d: %w", name, n, err)
		}
		out = append(out, sel)
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return out, err
}

// Planned returns for each epoch, from 1, the ids that some selection of a run's
// plan asks for, out of the items of its benchmark.
func Planned(plans []Selection, items []mcq.Item) ([]map[string]bool, error) {
	var out []map[string]bool
	for _, sel := range plans {
		picked, err := sel.Pick(items)
		if err != nil {
			return nil, err
		}
		for e := range sel.Epochs {
			if e == len(out) {
				out = append(out, map[string]bool{})
			}
			for _, it := range picked {
				out[e][it.ID] = true
			}
		}
	}
	return out, nil
}

// Failures reads the failures of a run folder.
func Failures(dir string) iter.Seq2[Failure, error] {
	return func(yield func(Failure, error) bool) {
		errStop := errors.New("stop")
		name := filepath.Join(dir, ErrorsFile)
		err := eachLine(name, func(n int, line []byte, _ int64, last bool) error {
			var f Failure
			if err := json.Unmarshal(line, &f); err != nil {
				return nil // torn by a kill, and something put behind it
			}
			if !yield(f, nil) {
				return errStop
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStop) && !errors.Is(err, fs.ErrNotExist) {
			yield(Failure{}, err)
		}
	}
}
