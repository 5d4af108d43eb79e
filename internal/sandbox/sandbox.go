// Package sandbox runs Python that a language model wrote, against a building
// model, where it can do no harm.
//
// A [Sandbox] holds one file. It keeps a warm interpreter that has the file open
// as the variable model, and forks a child for each call: opening the file is what
// a call would else mostly wait for. A child sees the model as it was opened;
// nothing that it does carries over to the next.
//
// # What holds a call
//
// Each call is held three times over. The backend ([Bwrap], [Docker], [Podman])
// takes away the network, the environment, the file system but for what Python
// needs (read-only) and a small scratch folder, and all rights. The server inside
// it (server.py) sets the child's limits, denies it system calls that would outlive
// it, watches what all its processes together take, and ends every one of them when
// the call is over. The program outside waits a little longer than a call may take,
// then ends the whole sandbox; the next call gets a new one. [Attacks] are what
// this is tried with.
//
// # As root
//
// The kernel does not count the processes of the user root, nor of users that are
// root outside of their user namespace. Run by root, the bwrap backend therefore
// makes no user namespace: the server stays root without rights but to become
// somebody else, and each call runs as a user id of its own.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// Sandbox runs code against one building model. It is safe for concurrent use.
type Sandbox interface {
	// Run runs code in a fresh child of an interpreter that has the model open as
	// the variable model. What the code does wrong is in the result; an error is a
	// failure of the sandbox itself, or of ctx.
	Run(ctx context.Context, code string) (Result, error)
	// Close ends all interpreters.
	Close() error
}

// Result is what a call came to.
type Result struct {
	Output    string // standard output and error as one, its beginning, then the end of a traceback
	Truncated bool   // Output is not all: Bytes is more than was kept
	Bytes     int64  // printed in all
	Failed    bool   // an exception, a non-zero exit status, or Stop
	Stop      Stop   // the limit that ended the call, if one did
	Duration  time.Duration
}

// Stop is what ended a call before its time.
type Stop string

const (
	StopNone      Stop = ""
	StopTime      Stop = "time"
	StopMemory    Stop = "memory"
	StopProcesses Stop = "processes"
	StopOutput    Stop = "output"
	StopScratch   Stop = "scratch"
	StopLost      Stop = "lost" // the sandbox ended under it; the next call gets a new one
)

// String says it in a sentence for whoever wrote the code.
func (s Stop) String() string {
	switch s {
	case StopNone:
		return ""
	case StopTime:
		return "stopped: the time limit was reached"
	case StopMemory:
		return "stopped: the memory limit was reached"
	case StopProcesses:
		return "stopped: too many processes"
	case StopOutput:
		return "stopped: far too much output"
	case StopScratch:
		return "stopped: too much was written to files"
	case StopLost:
		return "stopped: the interpreter was lost"
	}
	return "stopped by " + string(s)
}

// Limits hold for one call.
type Limits struct {
	Wall      time.Duration
	CPU       time.Duration // of each process
	Memory    int64         // bytes beyond what the interpreter with the open model takes
	Processes int
	Output    int64 // bytes of output that are kept
	Scratch   int64 // bytes of files
}

// DefaultLimits are ample for looking something up in a model.
func DefaultLimits() Limits {
	return Limits{
		Wall: 30 * time.Second, CPU: 30 * time.Second,
		Memory: 2 << 30, Processes: 32, Output: 64 << 10, Scratch: 64 << 20,
	}
}

// flood is how often the kept output a call may print before it is stopped.
const flood = 256

// Backend names what keeps the code in.
type Backend string

const (
	Auto   Backend = "auto" // the first of bwrap, docker and podman that is there
	Bwrap  Backend = "bwrap"
	Docker Backend = "docker"
	Podman Backend = "podman"
	None   Backend = "none" // nothing does: limits only
)

// ParseBackend returns the backend called s.
func ParseBackend(s string) (Backend, error) {
	switch b := Backend(strings.ToLower(s)); b {
	case Auto, Bwrap, Docker, Podman, None:
		return b, nil
	}
	return "", fmt.Errorf("no sandbox is called %q: it is auto, bwrap, docker, podman or none", s)
}

// Options say what to run and how.
type Options struct {
	Model   string // the file
	Backend Backend
	// Python is the interpreter, with IfcOpenShell; empty for what [FindPython]
	// finds. Docker and podman have their own.
	Python string
	Image  string // of docker and podman; empty for [DefaultImage]
	Limits Limits // zero fields are those of [DefaultLimits]
	// Parallel is how many interpreters may have the model open at once, so many
	// calls run side by side; 0 for the number of processors, at most 4. They are
	// started when they are needed.
	Parallel int
	// Open is how long opening the model may take; 0 for ten minutes.
	Open time.Duration
}

func (o Options) withDefaults() Options {
	d := DefaultLimits()
	if o.Limits.Wall <= 0 {
		o.Limits.Wall = d.Wall
	}
	if o.Limits.CPU <= 0 {
		o.Limits.CPU = d.CPU
	}
	if o.Limits.Memory <= 0 {
		o.Limits.Memory = d.Memory
	}
	if o.Limits.Processes <= 0 {
		o.Limits.Processes = d.Processes
	}
	if o.Limits.Output <= 0 {
		o.Limits.Output = d.Output
	}
	if o.Limits.Scratch <= 0 {
		o.Limits.Scratch = d.Scratch
	}
	if o.Parallel <= 0 {
		o.Parallel = min(runtime.NumCPU(), 4)
	}
	if o.Open <= 0 {
		o.Open = 10 * time.Minute
	}
	if o.Image == "" {
		o.Image = DefaultImage
	}
	if o.Backend == "" {
		o.Backend = Auto
	}
	return o
}

// ErrNoBackend is that no program is there that could keep code in.
var ErrNoBackend = errors.New("no sandbox: none of bwrap, docker, podman is on the path (hint: install bubblewrap, or accept the risk with the sandbox none)")

// Find returns the backend that Auto stands for on this machine.
func Find() (Backend, error) {
	if runtime.GOOS == "linux" {
		if _, err := exec.LookPath("bwrap"); err == nil {
			return Bwrap, nil
		}
	}
	for _, b := range []Backend{Docker, Podman} {
		if _, err := exec.LookPath(string(b)); err == nil {
			return b, nil
		}
	}
	return "", ErrNoBackend
}

// Open starts a sandbox that holds a model, and waits until it is open.
func Open(ctx context.Context, o Options) (Sandbox, error) {
	o = o.withDefaults()
	if o.Backend == Auto {
		b, err := Find()
		if err != nil {
			return nil, err
		}
		o.Backend = b
	}
	model, err := filepath.Abs(o.Model)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(model); err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	} else if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("sandbox: %s is no regular file", o.Model)
	}
	// What is mounted must be the file itself.
	if o.Model, err = filepath.EvalSymlinks(model); err != nil {
		return nil, err
	}
	start, err := starterFor(ctx, o)
	if err != nil {
		return nil, err
	}
	p := newPool(o, start)
	w, err := p.take(ctx)
	if err != nil {
		return nil, errors.Join(err, p.Close())
	}
	p.give(w)
	return p, nil
}

// starterFor returns what makes the command of an interpreter.
func starterFor(ctx context.Context, o Options) (starter, error) {
	switch o.Backend {
	case Bwrap:
		return newBwrap(ctx, o)
	case Docker, Podman:
		return newContainer(o)
	case None:
		return newDirect(ctx, o)
	}
	return nil, fmt.Errorf("no sandbox is called %q", o.Backend)
}
