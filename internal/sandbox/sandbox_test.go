package sandbox_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ifcmcq/ifcmcq/internal/sandbox"
	"github.com/ifcmcq/ifcmcq/sample"
)

// house writes the sample building to a file of the test's own.
func house(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a house, once.ifc")
	if err := os.WriteFile(path, sample.House(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// open opens a sandbox on a file, or skips the test where none can be had. Where
// the variable IFCMCQ_NEED_SANDBOX is set, none to be had is a failure.
func open(t testing.TB, o sandbox.Options) sandbox.Sandbox {
	t.Helper()
	if o.Model == "" {
		o.Model = house(t)
	}
	s, err := sandbox.Open(t.Context(), o)
	if err != nil {
		if os.Getenv("IFCMCQ_NEED_SANDBOX") != "" {
			t.Fatal(err)
		}
		t.Skipf("no sandbox to be had: %v", err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func run(t testing.TB, s sandbox.Sandbox, code string) sandbox.Result {
	t.Helper()
	r, err := s.Run(t.Context(), code)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestAttacks is the conformance suite, for the backend that this machine has.
func TestAttacks(t *testing.T) {
	t.Parallel()
	model, limits := house(t), sandbox.AttackLimits()
	s := open(t, sandbox.Options{Model: model, Limits: limits, Parallel: 1})
	for _, a := range sandbox.Attacks() {
		t.Run(a.Name, func(t *testing.T) {
			o, err := a.Try(t.Context(), s, model, limits)
			if err != nil {
				t.Fatal(err)
			}
			if !o.Contained || !o.NextWorks {
				t.Errorf("%+v", o)
			}
			t.Logf("%v: %s", o.Duration.Round(time.Millisecond), o.What)
		})
	}
}

// TestCalls says what calls come to.
func TestCalls(t *testing.T) {
	t.Parallel()
	s := open(t, sandbox.Options{Parallel: 1})
	for _, c := range []struct {
		name, code string
		want       string // the output; * stands for anything
		failed     bool
	}{
		{"print", "print(1)\nprint(2)", "1\n2\n", false},
		{"the last expression is shown", "x = 2\nx + 1", "3\n", false},
		{"None is not", "None", "", false},
		{"nothing", "", "", false},
		{"the model is open", "print(model.schema, len(model.by_type('IfcProject')))", "IFC4 1\n", false},
		{"common modules", "import ifcopenshell.util.element as e\ncallable(e.get_psets)", "True\n", false},
		{"state does not carry over", "kept = 1", "", false},
		{"it did not", "kept", "*NameError: name 'kept' is not defined\n", true},
		{"the model may be changed", "model.remove(model.by_type('IfcWall')[0])\nlen(model.by_type('IfcProject'))", "1\n", false},
		{"an exception", "def f(n):\n    return 1 / n\nprint('so far')\nf(0)", "*ZeroDivisionError: division by zero\n", true},
		{"output before it is kept", "print('so far')\n1/0", "so far\nTraceback (most recent call last):\n  File \"<code>\", line 2, in <module>*ZeroDivisionError: division by zero\n", true},
		{"bad syntax", "x = [", "*SyntaxError: '[' was never closed\n", true},
		{"bad encoding", "print('\\ud800')", "\\ud800\n", false},
		{"bytes that are no text", "import os\nos.write(1, b'\\xff')\nNone", "\ufffd", false},
		{"exit 0", "import sys\nsys.exit()", "", false},
		{"exit 3", "import sys\nsys.exit(3)", "", true},
		{"exit with words", "raise SystemExit('enough')", "enough\n", true},
		{"recursion", "def f(): return f()\nf()", "*RecursionError: maximum recursion depth exceeded\n", true},
		{"standard error", "import sys\nprint('oh', file=sys.stderr)", "oh\n", false},
		{"standard input is empty", "input()", "*EOFError: EOF when reading a line\n", true},
		{"a process", "import subprocess\nsubprocess.run(['echo', 'hi']).returncode", "hi\n0\n", false},
		{"a thread", "import threading\nt = threading.Thread(target=print, args=('t',))\nt.start(); t.join()", "t\n", false},
		{"files", "open('x', 'w').write('abc')", "3\n", false},
		{"are gone", "import os\nos.listdir()", "[]\n", false},
		{"deep folders", "import os\nfor i in range(800):\n    os.mkdir('d'); os.chdir('d')\nos.chmod('..', 0)", "", false},
		{"are gone too", "import os\nos.listdir()", "[]\n", false},
		{"a crash", "import ctypes\nctypes.string_at(0)", "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := run(t, s, c.code)
			begin, end, cut := strings.Cut(c.want, "*")
			if cut && !(strings.HasPrefix(r.Output, begin) && strings.HasSuffix(r.Output, end)) || !cut && r.Output != c.want {
				t.Errorf("output %q, want %q", r.Output, c.want)
			}
			if r.Failed != c.failed {
				t.Errorf("failed is %v: %+v", r.Failed, r)
			}
		})
	}
}

// TestKeptApart holds calls to leaving their server and later calls alone.
func TestKeptApart(t *testing.T) {
	t.Parallel()
	l := sandbox.AttackLimits()
	s := open(t, sandbox.Options{Parallel: 1, Limits: l})
	for _, c := range []struct{ name, code string }{
		{"end the server", "import os, signal\nfor p in (os.getppid(), 1, -1, -os.getppid(), -os.getpgid(os.getppid())):\n    try: os.kill(p, 9)\n    except OSError: pass"},
		{"halt the server", "import os, signal\nos.kill(os.getppid(), signal.SIGSTOP)"},
		{"lame the server", "import os, resource\nresource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (0, 0))"},
		{"talk like the server", "import os\nfor n in range(3, 100):\n    try: os.write(n, b'{}\\n')\n    except OSError: pass\nfor n in range(100):\n    try: open(f'/proc/{os.getppid()}/fd/{n}', 'wb').write(b'{}\\n')\n    except OSError: pass"},
		{"read the server's memory", "import os\nopen(f'/proc/{os.getppid()}/mem', 'rb+')"},
		{"stay behind", "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        import ctypes\n        ctypes.CDLL(None).prctl(15, b'ifcmcq-bomb', 0, 0, 0)\n        time.sleep(60)"},
		{"fill the scratch folder", "import os\nfor i in range(64):\n    with open(str(i), 'wb') as f: f.write(b'x' * (8 << 20))"},
		{"one huge file", "with open('x', 'wb') as f:\n    while True: f.write(b'x' * (1 << 20))"},
		{"many files", "for i in range(2000): open(str(i), 'w').close()"},
		{"hide output", "import os\nos.close(1); os.close(2)\nwhile True: pass"},
		{"memory in children", "import os, time\nfor i in range(8):\n    if os.fork() == 0:\n        x = bytearray(b'\\1') * (200 << 20)\n        time.sleep(60)\ntime.sleep(60)"},
		{"become somebody", "import os\nos.setuid(0)\nopen('/etc/shadow').read()"},
		{"new user namespace", "import ctypes\nassert ctypes.CDLL(None).unshare(0x10000000) != 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := run(t, s, c.code)
			t.Logf("%v, stop %q, output %q", r.Duration.Round(time.Millisecond), string(r.Stop), r.Output)
			if r.Duration > l.Wall+11*time.Second {
				t.Errorf("it took %v", r.Duration)
			}
			if got := run(t, s, sandbox.NextCall); got.Output != sandbox.NextOutput {
				t.Errorf("the next call: %+v", got)
			}
		})
	}
	if r := run(t, s, "import ctypes\nctypes.CDLL(None).unshare(0x10000000)"); r.Output != "-1\n" {
		t.Errorf("a new user namespace could be made: %+v", r)
	}
}

// TestLimits holds results to saying what ended a call.
func TestLimits(t *testing.T) {
	t.Parallel()
	l := sandbox.Limits{Wall: 700 * time.Millisecond, Output: 1000, Scratch: 1 << 20, Memory: 300 << 20, Processes: 8}
	s := open(t, sandbox.Options{Parallel: 1, Limits: l})
	if r := run(t, s, "print('x' * 600)\nprint('y' * 600)"); len(r.Output) != 1000 || !r.Truncated || r.Bytes != 1202 || r.Failed {
		t.Errorf("long output: %+v", r)
	}
	if r := run(t, s, "while True: pass"); r.Stop != sandbox.StopTime || !r.Failed {
		t.Errorf("endless loop: %+v", r)
	}
	if r := run(t, s, "open('x', 'wb').write(b'x' * (2 << 20))"); !r.Failed {
		t.Errorf("large file: %+v", r)
	}
	if r := run(t, s, "b'x' * (1 << 30)"); !strings.HasSuffix(r.Output, "MemoryError\n") {
		t.Errorf("memory: %+v", r)
	}
}

// TestCancel holds a cancelled call to return soon, and the sandbox to go on.
func TestCancel(t *testing.T) {
	t.Parallel()
	s := open(t, sandbox.Options{Parallel: 1})
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() {
		time.Sleep(50 * time.Millisecond)
		cancel()
	})
	if _, err := s.Run(ctx, "while True: pass"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	wg.Wait()
	if r := run(t, s, "1 + 1"); r.Output != "2\n" {
		t.Errorf("after it: %+v", r)
	}
}

// TestSideBySide holds calls on several interpreters apart.
func TestSideBySide(t *testing.T) {
	t.Parallel()
	s := open(t, sandbox.Options{Parallel: 2})
	var wg sync.WaitGroup
	for range 12 {
		wg.Go(func() {
			r, err := s.Run(t.Context(), "import os\nopen('mine', 'x').write('1')\nlen(os.listdir())")
			if err != nil || r.Output != "1\n" {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
	wg.Wait()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if _, err := s.Run(t.Context(), "1"); err == nil {
		t.Error("a closed sandbox ran code")
	}
}

// TestNone runs without anything that keeps code in: limits hold all the same.
func TestNone(t *testing.T) {
	t.Parallel()
	l := sandbox.AttackLimits()
	s := open(t, sandbox.Options{Backend: sandbox.None, Parallel: 1, Limits: l})
	if r := run(t, s, "open('x', 'w').write('1')\nlen(model.by_type('IfcProject'))"); r.Output != "1\n" {
		t.Errorf("%+v", r)
	}
	if r := run(t, s, "while True: pass"); r.Stop != sandbox.StopTime {
		t.Errorf("%+v", r)
	}
	if r := run(t, s, sandbox.NextCall); r.Output != sandbox.NextOutput {
		t.Errorf("%+v", r)
	}
}

func TestOpenErrors(t *testing.T) {
	t.Parallel()
	model := house(t)
	broken := filepath.Join(t.TempDir(), "broken.ifc")
	if err := os.WriteFile(broken, []byte("no model"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		o    sandbox.Options
		want string
	}{
		{"no file", sandbox.Options{Model: "nothing.ifc", Backend: sandbox.None}, "nothing.ifc: no such file"},
		{"a folder", sandbox.Options{Model: t.TempDir(), Backend: sandbox.None}, "is no regular file"},
		{"no backend", sandbox.Options{Model: model, Backend: "jail"}, `no sandbox is called "jail"`},
		{"no Python", sandbox.Options{Model: model, Backend: sandbox.None, Python: "/no/python"}, "no Python: "},
		{"no Python at all", sandbox.Options{Model: model, Backend: sandbox.None, Python: "/bin/true"}, "/bin/true does not work as Python"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s, err := sandbox.Open(t.Context(), c.o)
			if err == nil {
				s.Close()
				t.Fatal("no error")
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %q, want %q", err, c.want)
			}
		})
	}
	t.Run("no model", func(t *testing.T) {
		t.Parallel()
		open(t, sandbox.Options{Parallel: 1}) // or skip
		_, err := sandbox.Open(t.Context(), sandbox.Options{Model: broken})
		if err == nil || !strings.Contains(err.Error(), "the model cannot be opened") {
			t.Errorf("error %v", err)
		}
	})
}

// TestFind is not parallel: it changes the path.
func TestFind(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := sandbox.Open(t.Context(), sandbox.Options{Model: house(t)}); !errors.Is(err, sandbox.ErrNoBackend) {
		t.Errorf("error %v without any backend", err)
	}
	for _, b := range []sandbox.Backend{sandbox.Bwrap, sandbox.Docker, sandbox.Podman} {
		_, err := sandbox.Open(t.Context(), sandbox.Options{Model: house(t), Backend: b})
		if err == nil || !strings.Contains(err.Error(), string(b)+" is not on the path") {
			t.Errorf("error %v without %s", err, b)
		}
	}
}

func TestParseBackend(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"auto", "bwrap", "docker", "podman", "none", "Docker"} {
		if b, err := sandbox.ParseBackend(s); err != nil || string(b) != strings.ToLower(s) {
			t.Errorf("%s: %v, %v", s, b, err)
		}
	}
	if _, err := sandbox.ParseBackend("jail"); err == nil {
		t.Error("a jail was taken")
	}
}

// BenchmarkCall is a call on a model that is open.
func BenchmarkCall(b *testing.B) {
	s := open(b, sandbox.Options{Parallel: 1, Model: os.Getenv("IFCMCQ_BENCH_MODEL")})
	for b.Loop() {
		if r := run(b, s, "len(model.by_type('IfcWall'))"); r.Failed {
			b.Fatalf("%+v", r)
		}
	}
}

// BenchmarkCold is what a call would take if it had to start an interpreter and
// open the model.
func BenchmarkCold(b *testing.B) {
	model := os.Getenv("IFCMCQ_BENCH_MODEL")
	if model == "" {
		model = house(b)
	}
	for b.Loop() {
		s := open(b, sandbox.Options{Parallel: 1, Model: model})
		if r := run(b, s, "len(model.by_type('IfcWall'))"); r.Failed {
			b.Fatalf("%+v", r)
		}
		s.Close()
	}
}
