package sandbox

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// pairs returns what stands after each of the options called name.
func pairs(args []string, name string) []string {
	var out []string
	for i, a := range args {
		if a == "--" {
			break
		}
		if a == name && i+1 < len(args) {
			out = append(out, args[i+1])
		}
	}
	return out
}

func TestContainerArguments(t *testing.T) {
	t.Parallel()
	o := Options{Model: "/my models/a,b:c.ifc", Backend: Docker}.withDefaults()
	args := containerArguments(o, "ifcmcq-x")
	for _, c := range []struct{ option, want string }{
		{"--network", "none"}, {"--cap-drop", "ALL"}, {"--security-opt", "no-new-privileges"},
		{"--user", "65534:65534"}, {"--pids-limit", "48"}, {"--name", "ifcmcq-x"},
		{"--tmpfs", "/tmp:rw,nosuid,nodev,mode=1777,size=67108864"},
		{"--mount", `type=bind,"source=/my models/a,b:c.ifc","target=/model/a,b:c.ifc",readonly`},
		{"--entrypoint", "python3"},
	} {
		if got := pairs(args, c.option); !slices.Contains(got, c.want) {
			t.Errorf("%s is %q, want %q", c.option, got, c.want)
		}
	}
	if !slices.Contains(args, "--read-only") {
		t.Error("the file system can be written to")
	}
	for _, v := range pairs(args, "--env") {
		if !slices.Contains(environment(containerScratch), v) {
			t.Errorf("the environment has %s", v)
		}
	}
}

func TestBwrapArguments(t *testing.T) {
	t.Parallel()
	for _, root := range []bool{false, true} {
		b := bwrap{
			python: Python{Path: "/home/u/.cache/ifcmcq/venv/bin/python", Folders: []string{"/home/u/.cache/ifcmcq/venv", "/home/u/.cache/ifcmcq/venv/lib", "/usr", "/usr/lib/python3.11"}},
			option: Options{Model: "/my models/house.ifc"}.withDefaults(),
			knows:  func(string) bool { return true }, root: root,
		}
		args := b.arguments("/model/house.ifc")
		for _, must := range []string{"--unshare-net", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--new-session", "--die-with-parent"} {
			if !slices.Contains(args, must) {
				t.Errorf("%s is missing", must)
			}
		}
		if slices.Contains(args, "--unshare-user") == root {
			t.Errorf("root is %v: %q", root, args)
		}
		if got := pairs(args, "--cap-drop"); !slices.Equal(got, []string{"ALL"}) {
			t.Errorf("rights dropped: %q", got)
		}
		// The only thing that can be written to is the scratch folder.
		if got := pairs(args, "--tmpfs"); !slices.Equal(got, []string{scratch}) {
			t.Errorf("scratch folders %q", got)
		}
		for _, never := range []string{"--bind", "--bind-try", "--dev-bind", "--share-net"} {
			if slices.Contains(args, never) {
				t.Errorf("%s in %q", never, args)
			}
		}
		if got := pairs(args, "--remount-ro"); !slices.Equal(got, []string{"/dev", "/"}) {
			t.Errorf("made read-only in the end: %q", got)
		}
		if got := pairs(args, "--ro-bind"); !slices.Equal(got, []string{"/home/u/.cache/ifcmcq/venv", "/my models/house.ifc"}) {
			t.Errorf("mounted: %q", got)
		}
	}
}

// TestPythonBelowTmp holds the scratch folder free of an interpreter that is
// mounted below /tmp.
func TestPythonBelowTmp(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		python string
		link   bool
	}{{"/opt/venv", true}, {"/tmp/venv", false}, {"/tmpfiles/venv", true}} {
		b := bwrap{python: Python{Folders: []string{c.python}}, option: Options{Model: "/m.ifc"}.withDefaults(), knows: func(string) bool { return false }}
		args := b.arguments("/model/m.ifc")
		if got := strings.Contains(strings.Join(args, " "), "--symlink "+scratch+" /tmp "); got != c.link {
			t.Errorf("%s: /tmp is a link: %v", c.python, got)
		}
	}
}

func TestOutermost(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ folders, mounted, want []string }{
		{[]string{"/usr", "/usr/lib/python3"}, []string{"/usr"}, nil},
		{[]string{"/usrlocal"}, []string{"/usr"}, []string{"/usrlocal"}},
		{[]string{"/b/c", "/a", "/b", "/a/x"}, nil, []string{"/a", "/b"}},
		{[]string{"/", "/a"}, nil, []string{"/a"}}, // never the whole system
	} {
		if d := cmp.Diff(c.want, outermost(c.folders, c.mounted)); d != "" {
			t.Errorf("%q within %q: %s", c.folders, c.mounted, d)
		}
	}
}

// TestOutermostCovers holds for any folders: each is below a mounted one, and no
// mounted one is below another.
func TestOutermostCovers(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		folder := rapid.Custom(func(t *rapid.T) string {
			return "/" + strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "ab"}), 1, 4).Draw(t, "parts"), "/")
		})
		folders := rapid.SliceOf(folder).Draw(t, "folders")
		out := outermost(folders, nil)
		under := func(f, dir string) bool {
			r, err := filepath.Rel(dir, f)
			return err == nil && !strings.HasPrefix(r, "..")
		}
		for _, f := range folders {
			if !slices.ContainsFunc(out, func(dir string) bool { return under(f, dir) }) {
				t.Fatalf("%s is below none of %q", f, out)
			}
		}
		for i, a := range out {
			for j, b := range out {
				if i != j && under(a, b) {
					t.Fatalf("%s is below %s", a, b)
				}
			}
		}
	})
}

func TestUserID(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		pid, n := rapid.IntRange(1, 1<<22-1).Draw(t, "pid"), rapid.IntRange(1, 255).Draw(t, "worker")
		id := userID(pid, n)
		if id < 1<<30 || id >= 1<<31 {
			t.Fatalf("%d is out of the range that nobody has", id)
		}
		if id == userID(pid, n-1) || id == userID(pid-1, n) {
			t.Fatalf("%d is used twice", id)
		}
	})
}

// TestFilter holds the filter of system calls to what it lets pass, by running it.
func TestFilter(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not on the path")
	}
	const run = `
import importlib.util, json, struct, sys
m = type(sys)("server")
exec(compile(sys.argv[1].rsplit("\nmain()\n", 1)[0], "server", "exec"), m.__dict__)
def verdict(machine, number, argument):
    data = struct.pack("=IIQ6Q", number, m.ARCHES[machine][0], 0, argument & (1 << 64) - 1, 0, 0, 0, 0, 0)
    code = list(struct.iter_unpack("=HBBI", m.seccomp_program(machine, 2)))
    pc = a = 0
    while True:
        op, jt, jf, k = code[pc]
        pc += 1
        if op == 0x20: a = struct.unpack_from("=I", data, k)[0]
        elif op == 0x06: return k
        else: pc += jt if {0x15: a == k, 0x45: a & k != 0, 0x35: a >= k}[op] else jf
calls = json.loads(sys.argv[2])
print(json.dumps([verdict(*c) for c in calls]))
`
	const allow, eperm, enosys = 0x7fff0000, 0x00050001, 0x00050026
	x, arm := "x86_64", "aarch64"
	cases := []struct {
		what    string
		machine string
		number  int
		arg     int64
		want    uint32
	}{
		{"read", x, 0, 0, allow}, {"read", arm, 63, 0, allow},
		{"openat", x, 257, 0, allow}, {"openat", arm, 56, 0, allow},
		{"fork by clone", x, 56, 0x1200011, allow}, {"fork by clone", arm, 220, 0x1200011, allow},
		{"clone into a user namespace", x, 56, 0x10000011, eperm}, {"clone into a user namespace", arm, 220, 0x10000011, eperm},
		{"clone3", x, 435, 0, enosys}, {"clone3", arm, 435, 0, enosys},
		{"unshare", x, 272, 0, eperm}, {"unshare", arm, 97, 0, eperm},
		{"ptrace", x, 101, 0, eperm}, {"shmget", x, 29, 0, eperm}, {"shmget", arm, 194, 0, eperm},
		{"kill the server", x, 62, 2, eperm}, {"kill the server", arm, 129, 2, eperm},
		{"kill its group", x, 62, -2, eperm}, {"kill all", x, 62, -1, eperm}, {"kill the first", x, 62, 1, eperm},
		{"kill a child", x, 62, 7, allow}, {"kill the own group", x, 62, 0, allow}, {"kill a child", arm, 129, 7, allow},
		{"tgkill oneself", x, 234, 7, allow}, {"tgkill the server", x, 234, 2, eperm},
		{"limit oneself", x, 302, 0, allow}, {"limit the server", x, 302, 2, eperm}, {"limit the server", arm, 261, 2, eperm},
		{"exit_group", x, 231, 0, allow}, {"an x32 call", x, 0x40000000, 0, enosys},
	}
	var calls [][]any
	for _, c := range cases {
		calls = append(calls, []any{c.machine, c.number, c.arg})
	}
	arg, err := json.Marshal(calls)
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(python, "-c", run, server, string(arg)).Output()
	if err != nil {
		t.Fatalf("%v: %s", err, err.(*exec.ExitError).Stderr)
	}
	var got []uint32
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		if got[i] != c.want {
			t.Errorf("%s on %s: %#x, want %#x", c.what, c.machine, got[i], c.want)
		}
	}
}

func TestTail(t *testing.T) {
	t.Parallel()
	w := &tail{limit: 10}
	if got := w.orElse("silence"); got != "silence" {
		t.Errorf("got %q", got)
	}
	for _, s := range []string{"first\n", "bwrap: ", "no way\n"} {
		if _, err := w.Write([]byte(s)); err != nil {
			t.Fatal(err)
		}
	}
	if got := w.orElse(""); got != "p: no way" {
		t.Errorf("got %q", got)
	}
}

func TestStops(t *testing.T) {
	t.Parallel()
	for _, s := range []Stop{StopTime, StopMemory, StopProcesses, StopOutput, StopScratch, StopLost, "signal 9"} {
		if !strings.HasPrefix(s.String(), "stopped") {
			t.Errorf("%q says %q", string(s), s)
		}
	}
}
