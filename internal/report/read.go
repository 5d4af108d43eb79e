package report

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/ifcmcq/ifcmcq/internal/run"
	"github.com/ifcmcq/ifcmcq/score"
)

// Find returns the run folders that paths name. A folder that is none itself but
// holds some, one or two levels down, stands for all of these, in order of name.
func Find(paths []string) ([]string, error) {
	var out []string
	seen := map[string]bool{}
	for _, path := range paths {
		dirs, err := findRuns(path, 2)
		if err != nil {
			return nil, err
		}
		if len(dirs) == 0 {
			return nil, fmt.Errorf("%s is no run folder and holds none, there is no %s in it: ifcmcq eval makes one", path, run.ResultsFile)
		}
		for _, dir := range dirs {
			if dir = filepath.Clean(dir); !seen[dir] {
				seen[dir] = true
				out = append(out, dir)
			}
		}
	}
	return out, nil
}

func findRuns(dir string, depth int) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("no run: %w", err)
	}
	var sub []string
	for _, e := range entries {
		switch {
		case e.Name() == run.ConfigFile || e.Name() == run.ResultsFile:
			return []string{dir}, nil
		case e.IsDir() && !strings.HasPrefix(e.Name(), "."):
			sub = append(sub, filepath.Join(dir, e.Name()))
		}
	}
	if depth == 0 {
		return nil, nil
	}
	var out []string
	for _, s := range sub {
		found, err := findRuns(s, depth-1)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

// folder is a run folder: what a model with an agent made of a benchmark. Results
// of outside programs may come without a description; theirs stays empty.
type folder struct {
	dir    string
	config run.Config
	plans  []run.Selection
}

func openFolder(dir string) (folder, error) {
	f := folder{dir: dir}
	var err error
	f.config, err = run.ReadConfig(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return f, err
	}
	f.plans, err = run.Plans(dir)
	return f, err
}

// maxEpochs bounds what a damaged line can make of the number of planned answers.
const maxEpochs = 10_000

// results yields the results of a run, checked as far as grading rests on them.
// Outside programs may leave out the outcome, which is found anew anyway, and the
// epoch, which is then 1.
func (f folder) results() iter.Seq2[score.Result, error] {
	return func(yield func(score.Result, error) bool) {
		for r, err := range run.Results(f.dir) {
			if err == nil {
				switch r.Outcome {
				case score.Correct, score.Incorrect, score.Unparsed, score.NoAnswer:
				case "": // not graded yet
				default:
					err = fmt.Errorf("%s: the outcome of %s is %q, not correct, incorrect, unparsed or no_answer",
						filepath.Join(f.dir, run.ResultsFile), r.Item, r.Outcome)
				}
			}
			if err == nil && (r.Epoch < 0 || r.Epoch > maxEpochs) {
				err = fmt.Errorf("%s: the epoch of %s is %d", filepath.Join(f.dir, run.ResultsFile), r.Item, r.Epoch)
			}
			r.Epoch = max(1, r.Epoch)
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// failures counts the infrastructure failures that a run logged, by kind. They are
// no answers, and most items were asked again.
func (f folder) failures() (map[string]int, error) {
	kinds := map[string]int{}
	for e, err := range run.Failures(f.dir) {
		if err != nil {
			return nil, err
		}
		kinds[e.Kind]++
	}
	return kinds, nil
}

// benchmarkPath returns where the benchmark of a run is.
func (f folder) benchmarkPath() (string, error) {
	path := f.config.Benchmark.Path
	if path == "" {
		return "", fmt.Errorf("%s does not say which benchmark it was made of: give it with --benchmark", f.dir)
	}
	candidates := []string{path}
	if !filepath.IsAbs(path) {
		// A path is as it was typed; the run may have been moved together with its
		// benchmark.
		candidates = append(candidates, filepath.Join(f.dir, path))
	}
	for _, c := range candidates {
		if _, err := os.Stat(c); err == nil {
			return c, nil
		}
	}
	return "", fmt.Errorf("the benchmark of %s is no longer at %s: say where it is with --benchmark", f.dir, path)
}
