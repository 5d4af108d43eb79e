package sandbox

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
)

//go:embed server.py
var server string

// grace is how much longer than the limit a call is waited for from outside.
const grace = 10 * time.Second

// starter makes the command that runs an interpreter: its server talks on
// standard input and output. cleanup is called when the command has ended.
type starter func(ctx context.Context) (cmd *exec.Cmd, cleanup func(), err error)

// setup is what the server is told on its command line.
type setup struct {
	Model   string      `json:"model"`   // its path as the server sees it
	Scratch string      `json:"scratch"` // a folder that is emptied after each call
	Alone   bool        `json:"alone"`   // processes and scratch folder are of this sandbox alone
	User    int         `json:"user"`    // that calls run as; 0 for the server's own
	Limits  setupLimits `json:"limits"`
}

type setupLimits struct {
	Wall      float64 `json:"wall"`
	CPU       float64 `json:"cpu"`
	Memory    int64   `json:"memory"`
	Processes int     `json:"processes"`
	Output    int64   `json:"output"`
	Flood     int64   `json:"flood"`
	Scratch   int64   `json:"scratch"`
}

// python returns the arguments of an interpreter that runs the server.
func (s setup) python(l Limits) []string {
	s.Limits = setupLimits{
		Wall: l.Wall.Seconds(), CPU: l.CPU.Seconds(), Memory: l.Memory, Processes: l.Processes,
		Output: l.Output, Flood: l.Output * flood, Scratch: l.Scratch,
	}
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // it holds nothing that JSON cannot
	}
	return []string{"-I", "-c", server, string(b)}
}

// environment is all that an interpreter sees of one. Numerical libraries that
// start threads of their own would be lost in a fork.
func environment(home string) []string {
	return []string{
		"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + home, "TMPDIR=" + home, "LANG=C.UTF-8",
		"OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1",
	}
}

// worker is one interpreter with the model open. It is used by one call at a time.
type worker struct {
	cmd     *exec.Cmd
	cleanup func()
	in      io.WriteCloser
	lines   chan []byte // what the server says, closed when it ends
	readers sync.WaitGroup
	stderr  *tail
	wall    time.Duration
	spent   bool // of no further use
	once    sync.Once
}

type ready struct {
	Ready bool   `json:"ready"`
	Error string `json:"error"`
}

type reply struct {
	Output    string  `json:"output"`
	Truncated bool    `json:"truncated"`
	Bytes     int64   `json:"bytes"`
	Failed    bool    `json:"failed"`
	Stop      Stop    `json:"stop"`
	Seconds   float64 `json:"seconds"`
	Last      bool    `json:"last"`
}

// startWorker starts an interpreter and waits until the model is open.
func startWorker(ctx context.Context, o Options, start starter) (*worker, error) {
	// The interpreter outlives the call that it was started for: ctx ends the wait
	// for it only.
	cmd, cleanup, err := start(context.WithoutCancel(ctx))
	if err != nil {
		return nil, err
	}
	w := &worker{cmd: cmd, cleanup: cleanup, lines: make(chan []byte, 1), stderr: &tail{limit: 2048}, wall: o.Limits.Wall}
	cmd.Stderr = w.stderr
	cmd.WaitDelay = time.Second
	if w.in, err = cmd.StdinPipe(); err != nil {
		cleanup()
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		cleanup()
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		cleanup()
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	w.readers.Go(func() {
		defer close(w.lines)
		r := bufio.NewReader(out)
		for {
			line, err := r.ReadBytes('\n')
			if err != nil {
				return
			}
			w.lines <- line
		}
	})
	var r ready
	if err := w.receive(ctx, o.Open, &r); err != nil {
		w.stop()
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, errSlow):
			return nil, fmt.Errorf("sandbox: the model was not open after %v", o.Open)
		}
		return nil, fmt.Errorf("sandbox: %s does not start: %s%s", o.Backend, w.stderr.orElse(err.Error()), hint(o.Backend))
	}
	if !r.Ready {
		w.stop()
		return nil, fmt.Errorf("sandbox: the model cannot be opened: %s", r.Error)
	}
	return w, nil
}

// hint says what most likely keeps a backend from starting.
func hint(b Backend) string {
	switch b {
	case Bwrap:
		return " (hint: it needs user namespaces, which some systems keep from it and containers do unless privileged; 'bwrap --unshare-user --ro-bind / / true' tells)"
	case Docker, Podman:
		return fmt.Sprintf(" (hint: is it running, and was the image built? 'ifcmcq sandbox setup --sandbox %s')", b)
	}
	return ""
}

var (
	errSlow = errors.New("no reply in time")
	errGone = errors.New("it ended")
)

// receive waits for what the server says next.
func (w *worker) receive(ctx context.Context, limit time.Duration, v any) error {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case line, ok := <-w.lines:
		if !ok {
			return errGone
		}
		if err := json.Unmarshal(line, v); err != nil {
			return fmt.Errorf("a reply that is none: %w", err)
		}
		return nil
	case <-timer.C:
		return errSlow
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (w *worker) run(ctx context.Context, code string) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	request, err := json.Marshal(map[string]string{"code": code})
	if err != nil {
		return Result{}, err
	}
	began := time.Now()
	if _, err := w.in.Write(append(request, '\n')); err != nil {
		w.spent = true
		return Result{}, fmt.Errorf("sandbox: the interpreter has ended: %s", w.stderr.orElse(err.Error()))
	}
	var r reply
	if err := w.receive(ctx, w.wall+grace, &r); err != nil {
		w.spent = true
		if ctx.Err() != nil {
			return Result{}, ctx.Err()
		}
		// The code got at its server, or the machine ended it. That is the call's
		// doing: the next one has a new interpreter.
		return Result{Failed: true, Stop: StopLost, Duration: time.Since(began)}, nil
	}
	w.spent = r.Last
	return Result{
		Output: r.Output, Truncated: r.Truncated, Bytes: r.Bytes, Failed: r.Failed, Stop: r.Stop,
		Duration: time.Duration(r.Seconds * float64(time.Second)),
	}, nil
}

// stop ends the interpreter and all that it runs, and waits for it.
func (w *worker) stop() {
	w.once.Do(func() {
		w.in.Close()
		// An idle server ends when its input does; bwrap and with it the process
		// namespace end at the kill at the latest.
		timer := time.AfterFunc(200*time.Millisecond, func() { w.cmd.Process.Kill() })
		for range w.lines {
		}
		w.readers.Wait()
		w.cmd.Wait()
		timer.Stop()
		w.cleanup()
	})
}

// tail keeps the end of what is written to it.
type tail struct {
	mu    sync.Mutex
	limit int
	text  []byte
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if over := len(t.text) - t.limit; over > 0 {
		t.text = t.text[over:]
	}
	return len(b), nil
}

// orElse returns the last line, or other if nothing was written.
func (t *tail) orElse(other string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.TrimSpace(string(t.text))
	if text == "" {
		return other
	}
	return text[strings.LastIndexByte(text, '\n')+1:]
}
