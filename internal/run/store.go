package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/score"
)

var errLocked = errors.New("another process is at work in it")

// file is what a store needs of an append-only file.
type file interface {
	io.Writer
	Sync() error
	Close() error
}

// Index numbers the items of a benchmark, so that what is done of a run takes a bit
// an item.
type Index struct {
	at   map[string]int
	shas []string
}

// NewIndex returns the index of all items of a benchmark. An id that occurs twice
// is an error.
func NewIndex(items []mcq.Item) (*Index, error) {
	x := &Index{at: make(map[string]int, len(items)), shas: make([]string, len(items))}
	for i, it := range items {
		if j, twice := x.at[it.ID]; twice {
			return nil, fmt.Errorf("items %d and %d have the same id %s: ifcmcq check shows what is wrong", j+1, i+1, it.ID)
		}
		x.at[it.ID] = i
		x.shas[i] = score.ItemSHA(it)
	}
	return x, nil
}

// Store is a run folder that is being added to, by one process at a time. Its
// methods are safe for concurrent use.
type Store struct {
	Dir    string
	Config Config
	Tally  Tally // of the results that were there when the store was opened
	Torn   bool  // a torn last line was dropped

	index *Index
	done  [][]uint64 // by epoch from 1, a bit an item
	lock  *os.File

	results, traces file
	traceEnd        int64 // where the next frame goes

	mu     sync.Mutex // errors
	errors file
}

// storeOptions let tests put files of their own in place.
type storeOptions struct {
	open func(name string) (file, error) // opens for appending
}

// OpenStore opens the run folder dir for a run as c describes it, and makes it if
// need be. If another run is there the error is a [*MismatchError].
func OpenStore(dir string, c Config, x *Index) (*Store, error) {
	return openStore(dir, c, x, storeOptions{open: func(name string) (file, error) {
		return os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	}})
}

func openStore(dir string, c Config, x *Index, o storeOptions) (_ *Store, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	s := &Store{Dir: dir, index: x}
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	s.lock, err = lock(filepath.Join(dir, lockFile))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	s.Config, err = ReadConfig(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Lstat(filepath.Join(dir, ResultsFile)); err == nil && regular(filepath.Join(dir, ResultsFile)) {
			return nil, fmt.Errorf("%s holds %s and no %s: whose results are they?", dir, ResultsFile, ConfigFile)
		}
		if err := writeConfig(dir, c); err != nil {
			return nil, err
		}
		s.Config = c
	case err != nil:
		return nil, err
	default:
		if d := s.Config.Differences(c); len(d) > 0 {
			return nil, &MismatchError{Dir: dir, Differences: d}
		}
	}
	if err := s.scan(); err != nil {
		return nil, err
	}
	for _, name := range []string{PlanFile, ErrorsFile, NotesFile} {
		if err := cutTorn(filepath.Join(dir, name)); err != nil {
			return nil, err
		}
	}
	for _, f := range []struct {
		name string
		to   *file
	}{{ResultsFile, &s.results}, {TracesFile, &s.traces}, {ErrorsFile, &s.errors}} {
		if *f.to, err = o.open(filepath.Join(dir, f.name)); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Close ends the work in the folder.
func (s *Store) Close() error {
	var errs []error
	for _, f := range []file{s.results, s.traces, s.errors} {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	if s.lock != nil {
		errs = append(errs, unlock(s.lock))
	}
	return errors.Join(errs...)
}

// Plan notes what was asked for, if it was not asked for before.
func (s *Store) Plan(sel Selection) error {
	before, err := Plans(s.Dir)
	if err != nil {
		return err
	}
	text, err := json.Marshal(sel)
	if err != nil {
		return err
	}
	for _, b := range before {
		if t, err := json.Marshal(b); err == nil && bytes.Equal(t, text) {
			return nil
		}
	}
	return s.addLine(PlanFile, text)
}

// Note is a line of notes.jsonl: something about a run that readers of its results
// must know, such as a parameter that the server refused.
type Note struct {
	Text string    `json:"note"`
	Time time.Time `json:"time"`
}

// Note adds a note to the run.
func (s *Store) Note(n Note) error {
	text, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return s.addLine(NotesFile, text)
}

// addLine adds to a file that is added to now and then only.
func (s *Store) addLine(name string, text []byte) error {
	f, err := os.OpenFile(filepath.Join(s.Dir, name), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(append(text, '\n'))
	return errors.Join(err, f.Close())
}

// Done reports whether the item with this id has a result.
func (s *Store) Done(id string, epoch int) bool {
	i, ok := s.index.at[id]
	return ok && s.isDone(i, epoch)
}

func (s *Store) isDone(i, epoch int) bool {
	return epoch <= len(s.done) && s.done[epoch-1][i/64]&(1<<(i%64)) != 0
}

func (s *Store) setDone(i, epoch int) {
	for epoch > len(s.done) {
		s.done = append(s.done, make([]uint64, (len(s.index.shas)+63)/64))
	}
	s.done[epoch-1][i/64] |= 1 << (i % 64)
}

// scan reads what is there: which items are done, and where files end that a kill
// may have torn.
func (s *Store) scan() error {
	name := filepath.Join(s.Dir, ResultsFile)
	if !regular(name) {
		return nil
	}
	end, lastTrace := int64(0), int64(-1)
	err := eachLine(name, func(n int, line []byte, after int64, last bool) error {
		r, err := parseResult(line)
		if err == nil && line[len(line)-1] != '\n' {
			err = io.ErrUnexpectedEOF // whole by chance, but nothing can be put behind it
		}
		if err != nil {
			if last {
				s.Torn = true
				return nil
			}
			return fmt.Errorf("%s: line %d: %w", name, n, err)
		}
		i, ok := s.index.at[r.Item]
		switch {
		case !ok:
			return fmt.Errorf("%s: line %d: the benchmark has no item %s", name, n, r.Item)
		case r.ItemSHA != s.index.shas[i]:
			return fmt.Errorf("%s: line %d: item %s was asked in other words than the benchmark has now", name, n, r.Item)
		case r.Epoch < 1 || r.Epoch > maxEpochs:
			return fmt.Errorf("%s: line %d: epoch %d", name, n, r.Epoch)
		}
		if !s.isDone(i, r.Epoch) {
			s.setDone(i, r.Epoch)
			s.Tally.add(r)
		}
		lastTrace = max(lastTrace, r.Trace)
		end = after
		return nil
	})
	if err != nil {
		return err
	}
	if s.Torn {
		if err := os.Truncate(name, end); err != nil {
			return err
		}
	}
	s.traceEnd, err = cutTraces(filepath.Join(s.Dir, TracesFile), lastTrace)
	return err
}

// cutTorn cuts off what stands behind the last newline of a file, if it is there.
func cutTorn(name string) error {
	if !regular(name) {
		return nil
	}
	end := int64(0)
	err := eachLine(name, func(_ int, line []byte, after int64, _ bool) error {
		if line[len(line)-1] == '\n' {
			end = after
		}
		return nil
	})
	if err != nil {
		return err
	}
	return os.Truncate(name, end)
}

// maxEpochs bounds what a damaged line can make of the table of what is done.
const maxEpochs = 10_000

// record is a result on its way to the disk.
type record struct {
	result score.Result
	frame  []byte // of the trace, nil if none is kept
}

// write puts records on the disk: traces before the results that point to them, so
// that a result on the disk has its trace, and both flushed. Only one goroutine at
// a time may call it.
func (s *Store) write(records []record) error {
	var frames, lines bytes.Buffer
	for i := range records {
		r := &records[i]
		r.result.Trace = -1
		if r.frame != nil {
			r.result.Trace = s.traceEnd + int64(frames.Len())
			frames.Write(r.frame)
		}
		line, err := json.Marshal(r.result)
		if err != nil {
			return err
		}
		lines.Write(line)
		lines.WriteByte('\n')
	}
	if frames.Len() > 0 {
		if err := appendTo(s.traces, frames.Bytes()); err != nil {
			return err
		}
		s.traceEnd += int64(frames.Len())
	}
	return appendTo(s.results, lines.Bytes())
}

func appendTo(f file, b []byte) error {
	if _, err := f.Write(b); err != nil {
		return err
	}
	return f.Sync()
}

// Failure is a line of errors.jsonl: a failure of infrastructure that befell an
// item. It says nothing about model or agent, and the item is asked again.
type Failure struct {
	Item  string    `json:"item"`
	Epoch int       `json:"epoch"`
	Kind  string    `json:"kind"` // auth, network, time-out, …
	Error string    `json:"error"`
	Time  time.Time `json:"time"`
}

func (s *Store) fail(f Failure) error {
	line, err := json.Marshal(f)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err = s.errors.Write(append(line, '\n'))
	return err
}

// Progressed reports how much of what is wanted is done in a run folder, without
// touching it: nothing if there is no such folder. If another run is there the error
// is a [*MismatchError].
func Progressed(dir string, c Config, x *Index, items []mcq.Item, epochs int) (done int, t Tally, err error) {
	there, err := ReadConfig(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, Tally{}, nil
	}
	if err != nil {
		return 0, Tally{}, err
	}
	if d := there.Differences(c); len(d) > 0 {
		return 0, Tally{}, &MismatchError{Dir: dir, Differences: d}
	}
	s := Store{Dir: dir, index: x}
	for r, err := range Results(dir) {
		if err != nil {
			return 0, Tally{}, err
		}
		if i, ok := x.at[r.Item]; ok && r.Epoch >= 1 && r.Epoch <= maxEpochs {
			s.setDone(i, r.Epoch)
			s.Tally.add(r)
		}
	}
	for _, it := range items {
		for e := 1; e <= epochs; e++ {
			if s.Done(it.ID, e) {
				done++
			}
		}
	}
	return done, s.Tally, nil
}
