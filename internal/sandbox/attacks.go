package sandbox

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Attack is code that tries to get out of a sandbox or to exhaust the machine.
// All are bounded by themselves, so that a sandbox that leaks does no harm: at
// most 2,000 processes, 4 GiB of memory, a connection to a listener of the suite's
// own on 127.0.0.1, files of the suite's own.
type Attack struct {
	Name string
	What string // it tries, in a few words
	// arm prepares the machine and returns the code and what judges its result.
	arm func(t *target) (code string, judge func(Result) error, err error)
}

// Outcome is what an attack came to.
type Outcome struct {
	Attack    string        `json:"attack"`
	Contained bool          `json:"contained"`
	NextWorks bool          `json:"next_works"`
	What      string        `json:"what"` // happened
	Duration  time.Duration `json:"-"`
}

// AttackLimits are limits under which the suite is done soon.
func AttackLimits() Limits {
	l := DefaultLimits()
	l.Wall, l.CPU, l.Memory = 4*time.Second, 4*time.Second, 512<<20
	return l
}

// target is what the attacks aim at.
type target struct {
	dir    string // of the suite, outside of the sandbox
	model  string // the file that the sandbox holds, of the suite too
	limits Limits
	undo   []func()
}

// Attacks returns the conformance suite.
func Attacks() []Attack {
	return []Attack{
		{"fork bomb", "2,000 processes that each start more", forkBomb},
		{"network", "connect to a listener on 127.0.0.1", network},
		{"write outside", "change files and the model", writeOutside},
		{"environment", "read the variables of any process", environmentAttack},
		{"symlink out", "read and write through links", symlinkOut},
		{"endless output", "print for ever", endlessOutput},
		{"endless loop", "compute for ever, deaf to signals", endlessLoop},
		{"memory hog", "take 4 GiB", memoryHog},
	}
}

// Try runs an attack against a sandbox that holds model, a file that may be lost,
// under the given limits. An error means that it could not be tried.
func (a Attack) Try(ctx context.Context, s Sandbox, model string, l Limits) (Outcome, error) {
	out := Outcome{Attack: a.Name}
	dir, err := os.MkdirTemp("", "ifcmcq-attack-")
	if err != nil {
		return out, err
	}
	defer os.RemoveAll(dir)
	t := &target{dir: dir, model: model, limits: l}
	defer func() {
		for _, f := range t.undo {
			f()
		}
	}()
	code, judge, err := a.arm(t)
	if err != nil {
		return out, fmt.Errorf("%s: %w", a.Name, err)
	}
	r, err := s.Run(ctx, code)
	if err != nil {
		return out, fmt.Errorf("%s: %w", a.Name, err)
	}
	out.Duration = r.Duration
	verdict := judge(r)
	out.Contained = verdict == nil
	out.What = happened(r)
	if verdict != nil {
		out.What = verdict.Error()
	}
	next, err := s.Run(ctx, nextCall)
	if err != nil {
		return out, fmt.Errorf("after %s: %w", a.Name, err)
	}
	out.NextWorks = !next.Failed && next.Output == nextOutput
	if !out.NextWorks {
		out.What += "; then: " + lastLine(next.Output+next.Stop.String())
	}
	return out, nil
}

// nextCall looks whether the model is there and nothing of the call before is: no
// process of the fork bomb, no file.
const nextCall = `
import os, tempfile
left = []
for pid in os.listdir("/proc"):
    if pid.isdigit():
        try:
            if open(f"/proc/{pid}/comm").read().strip() == "ifcmcq-bomb": left.append(pid)
        except OSError: pass
print(len(model.by_type("IfcProject")), len(left), len(os.listdir(tempfile.gettempdir())))
`

const nextOutput = "1 0 0\n"

func happened(r Result) string {
	if r.Stop != StopNone {
		return r.Stop.String()
	}
	if s := lastLine(r.Output); s != "" {
		return s
	}
	return "nothing"
}

func lastLine(s string) string {
	s = strings.TrimSpace(s)
	s = s[strings.LastIndexByte(s, '\n')+1:]
	if len(s) > 100 {
		s = strings.ToValidUTF8(s[:100], "") + "…"
	}
	return s
}

// forkBomb lets every process start others as long as there are tokens, of which
// there are 2,000.
func forkBomb(t *target) (string, func(Result) error, error) {
	code := `
import ctypes, os, signal, time
tokens, fill = os.pipe()
os.write(fill, b"." * 2000); os.close(fill)
count, tell = os.pipe()
first = os.getpid()
while os.read(tokens, 1):
    try:
        if os.fork() == 0:
            ctypes.CDLL(None).prctl(15, b"ifcmcq-bomb", 0, 0, 0)
            os.write(tell, b".")
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            os.setsid()
    except OSError:
        pass
if os.getpid() != first:
    time.sleep(60)
    os._exit(0)
time.sleep(0.5)
os.set_blocking(count, False)
os.write(tell, b".")
print(len(os.read(count, 10000)) - 1, "of 2000 processes were started")
`
	return code, func(r Result) error {
		n, counted := leadingInt(r.Output)
		if r.Stop == StopNone && (!counted || n > t.limits.Processes+64) {
			return errors.New(lastLine(r.Output))
		}
		return nil
	}, nil
}

func leadingInt(s string) (int, bool) {
	word, _, _ := strings.Cut(strings.TrimSpace(s), " ")
	n, err := strconv.Atoi(word)
	return n, err == nil
}

func network(t *target) (string, func(Result) error, error) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	var accepted atomic.Int32
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			accepted.Add(1)
			c.Close()
		}
	})
	t.undo = append(t.undo, func() { l.Close(); wg.Wait() })
	code := fmt.Sprintf(`
import socket
try:
    socket.create_connection(("127.0.0.1", %d), timeout=2).close()
    print("connected")
except OSError as e:
    print("no connection:", e)
`, l.Addr().(*net.TCPAddr).Port)
	return code, func(r Result) error {
		if accepted.Load() > 0 || strings.HasPrefix(r.Output, "connected") {
			return errors.New("the listener was reached")
		}
		return nil
	}, nil
}

func writeOutside(t *target) (string, func(Result) error, error) {
	mark := "ifcmcq-canary-" + rand.Text()[:10]
	canary := filepath.Join(t.dir, "canary")
	if err := os.WriteFile(canary, []byte("sings"), 0o666); err != nil {
		return "", nil, err
	}
	before, err := os.ReadFile(t.model)
	if err != nil {
		return "", nil, err
	}
	strays := []string{filepath.Join(t.dir, mark)}
	for _, dir := range []string{"/", "/etc", "/usr", "/usr/lib", "/var/tmp", "/run", "/dev/shm"} {
		strays = append(strays, filepath.Join(dir, mark))
	}
	t.undo = append(t.undo, func() {
		for _, s := range strays {
			os.Remove(s)
		}
	})
	code := fmt.Sprintf(`
import glob, os
wrote = []
for path in %s:
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "a") as f: f.write("\n")
        wrote.append(path)
    except OSError: pass
for path in glob.glob("/model/*") + [%q]:
    try:
        os.chmod(path, 0o666)
    except OSError: pass
    try:
        with open(path, "a") as f: f.write("\n")
        wrote.append(path)
    except OSError: pass
print("all refused" if not wrote else "files written, none outside")
`, pythonList(append([]string{canary}, strays...)), t.model)
	return code, func(Result) error {
		if b, err := os.ReadFile(canary); err != nil || string(b) != "sings" {
			return errors.New("a file outside was changed")
		}
		if b, err := os.ReadFile(t.model); err != nil || !bytes.Equal(b, before) {
			return errors.New("the model was changed")
		}
		for _, s := range strays {
			if _, err := os.Lstat(s); err == nil {
				return fmt.Errorf("a file was made in %s", filepath.Dir(s))
			}
		}
		return nil
	}, nil
}

func pythonList(s []string) string {
	quoted := make([]string, len(s))
	for i := range s {
		quoted[i] = strconv.Quote(s[i])
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// environmentAttack prints names only: values may be secrets.
func environmentAttack(*target) (string, func(Result) error, error) {
	code := `
import os
names = set(os.environ)
for pid in os.listdir("/proc"):
    try:
        with open(f"/proc/{pid}/environ", "rb") as f:
            names |= {v.split(b"=")[0].decode("latin-1") for v in f.read().split(b"\0") if b"=" in v}
    except OSError: pass
print(*sorted(names))
`
	return code, func(r Result) error {
		if r.Failed {
			return nil
		}
		// What a sandbox sets itself may be called as something outside is.
		ours := map[string]bool{"HOSTNAME": true, "PWD": true, "LC_CTYPE": true, "TERM": true, "container": true}
		for _, v := range environment("") {
			name, _, _ := strings.Cut(v, "=")
			ours[name] = true
		}
		outside := map[string]bool{}
		for _, v := range os.Environ() {
			name, _, _ := strings.Cut(v, "=")
			outside[name] = !ours[name]
		}
		for _, name := range strings.Fields(r.Output) {
			if outside[name] {
				return fmt.Errorf("the variable %s was seen", name)
			}
		}
		return nil
	}, nil
}

func symlinkOut(t *target) (string, func(Result) error, error) {
	secret := rand.Text()
	file := filepath.Join(t.dir, "secret")
	if err := os.WriteFile(file, []byte(secret), 0o666); err != nil {
		return "", nil, err
	}
	code := fmt.Sprintf(`
import os, tempfile
path, here = %q, tempfile.gettempdir()
tries = [path, "/proc/1/root" + path, "/proc/self/root" + path, "/proc/1/cwd/../../../.." + path, here + "/../../.." + path]
for i, p in enumerate(list(tries)):
    link = f"{here}/link{i}"
    os.symlink(p, link)
    tries.append(link)
try:
    os.link(path, here + "/hard")
    tries.append(here + "/hard")
except OSError: pass
for p in tries:
    try:
        with open(p) as f: print(f.read())
    except OSError: pass
    try:
        with open(p, "r+") as f: f.write("taken")
    except OSError: pass
print("no link led out")
`, file)
	return code, func(r Result) error {
		if strings.Contains(r.Output, secret) {
			return errors.New("a file outside was read")
		}
		if b, err := os.ReadFile(file); err != nil || string(b) != secret {
			return errors.New("a file outside was changed")
		}
		return nil
	}, nil
}

func endlessOutput(t *target) (string, func(Result) error, error) {
	code := "line = 'x' * 999\nwhile True: print(line)\n"
	return code, func(r Result) error {
		if int64(len(r.Output)) > t.limits.Output+1024 || !r.Truncated {
			return fmt.Errorf("%d bytes were kept", len(r.Output))
		}
		return inTime(r, t.limits)
	}, nil
}

func endlessLoop(t *target) (string, func(Result) error, error) {
	code := `
import signal, threading
for s in range(1, 65):
    try: signal.signal(s, signal.SIG_IGN)
    except (OSError, ValueError): pass
def spin():
    while True: pass
for _ in range(2): threading.Thread(target=spin, daemon=True).start()
spin()
`
	return code, func(r Result) error { return inTime(r, t.limits) }, nil
}

// inTime says whether an endless call was ended, and not long after its limit.
func inTime(r Result, l Limits) error {
	if r.Stop == StopNone {
		return errors.New("it came to an end by itself")
	}
	if r.Duration > l.Wall+5*time.Second {
		return fmt.Errorf("it was stopped after %v only", r.Duration.Round(time.Second))
	}
	return nil
}

func memoryHog(t *target) (string, func(Result) error, error) {
	code := `
held = []
try:
    for i in range(64):
        held.append(bytearray(b"\1") * (64 << 20))
        if i % 4 == 3: print(len(held) * 64, "MiB were taken", flush=True)
    print(len(held) * 64, "MiB were taken, without an end")
except MemoryError:
    print(len(held) * 64, "MiB were taken, then refused")
`
	return code, func(r Result) error {
		if strings.Contains(r.Output, "without an end") {
			return errors.New(lastLine(r.Output))
		}
		return nil
	}, nil
}
