package sandbox

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
)

// bwrap runs interpreters by bubblewrap.
type bwrap struct {
	path   string
	python Python
	option Options
	knows  func(option string) bool
	root   bool          // see the package comment
	users  *atomic.Int32 // interpreters started: each has a user id of its own, if root
}

func newBwrap(ctx context.Context, o Options) (starter, error) {
	path, err := exec.LookPath("bwrap")
	if err != nil {
		return nil, fmt.Errorf("sandbox: bwrap is not on the path (hint: install the package bubblewrap)")
	}
	p, err := FindPython(ctx, o.Python)
	if err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	help, err := exec.CommandContext(ctx, path, "--help").CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("sandbox: bwrap does not work: %w", err)
	}
	b := bwrap{
		path: path, python: p, option: o, root: isRoot(), users: new(atomic.Int32),
		knows: func(option string) bool { return strings.Contains(string(help), option+" ") },
	}
	return b.start, nil
}

// isRoot reports whether this is root outside of any user namespace. Root within
// one (a rootless container) is a user like others to the kernel.
func isRoot() bool {
	if os.Geteuid() != 0 {
		return false
	}
	m, err := os.ReadFile("/proc/self/uid_map")
	return err != nil || slices.Equal(strings.Fields(string(m)), []string{"0", "0", "4294967295"})
}

func (b bwrap) start(ctx context.Context) (*exec.Cmd, func(), error) {
	model := "/model/" + filepath.Base(b.option.Model)
	s := setup{Model: model, Scratch: scratch, Alone: true}
	if b.root {
		s.User = userID(os.Getpid(), int(b.users.Add(1)))
	}
	args := append(b.arguments(model), b.python.Path)
	cmd := exec.CommandContext(ctx, b.path, append(args, s.python(b.option.Limits)...)...)
	// Also what starts the sandbox shows its environment inside, as process 1.
	cmd.Env = environment(scratch)
	cmd.Dir = "/"
	return cmd, func() {}, nil
}

// scratch is the folder that code may write to, emptied after each call. It is not
// /tmp, because an interpreter may be mounted below that.
const scratch = "/box"

// userID returns a user id that nobody has: processes are counted by user, so each
// interpreter needs its own. Above 2³⁰ are neither accounts nor, by default, the
// ranges of containers.
func userID(pid, worker int) int { return 1<<30 | pid&0x3fffff<<8 | worker&0xff }

// arguments returns those of bwrap that come before the program's.
func (b bwrap) arguments(model string) []string {
	args := []string{"--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try", "--hostname", "sandbox", "--new-session", "--die-with-parent", "--cap-drop", "ALL"}
	if b.root {
		for _, c := range []string{"CAP_SETUID", "CAP_SETGID", "CAP_KILL"} {
			args = append(args, "--cap-add", c)
		}
	} else {
		args = append(args, "--unshare-user")
		if b.knows("--disable-userns") {
			args = append(args, "--disable-userns")
		}
	}
	args = append(args, "--dev", "/dev", "--proc", "/proc")
	var mounted []string
	for _, dir := range []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/ld.so.cache", "/etc/localtime", "/etc/alternatives"} {
		target, err := os.Readlink(dir)
		switch {
		case err == nil && !strings.HasPrefix(dir, "/etc"):
			args = append(args, "--symlink", target, dir)
		default:
			args = append(args, "--ro-bind-try", dir, dir)
			mounted = append(mounted, dir)
		}
	}
	size := []string{}
	if b.knows("--size") {
		size = []string{"--size", strconv.FormatInt(b.option.Limits.Scratch, 10)}
	}
	if b.knows("--perms") {
		size = append(size, "--perms", "1777")
	}
	args = append(append(args, size...), "--tmpfs", scratch)
	folders := outermost(b.python.Folders, mounted)
	if !slices.ContainsFunc(folders, func(f string) bool { return f == "/tmp" || strings.HasPrefix(f, "/tmp/") }) {
		args = append(args, "--symlink", scratch, "/tmp")
	}
	for _, dir := range folders {
		args = append(args, b.parents(dir)...)
		args = append(args, "--ro-bind", dir, dir)
	}
	args = append(args, b.parents(model)...)
	args = append(args, "--ro-bind", b.option.Model, model, "--remount-ro", "/dev", "--remount-ro", "/")
	return append(args, "--chdir", scratch, "--")
}

// parents makes the folders above a path. Those that bwrap makes on its own may
// be closed to users other than the server's.
func (b bwrap) parents(path string) []string {
	var args []string
	for dir := filepath.Dir(path); dir != "/"; dir = filepath.Dir(dir) {
		one := []string{"--dir", dir}
		if b.knows("--perms") {
			one = append([]string{"--perms", "0755"}, one...)
		}
		args = append(one, args...)
	}
	return args
}

// outermost returns those folders that are in no other and not mounted yet.
func outermost(folders, mounted []string) []string {
	var out []string
	for _, f := range slices.Sorted(slices.Values(folders)) {
		within := func(dir string) bool { return f == dir || strings.HasPrefix(f, strings.TrimSuffix(dir, "/")+"/") }
		if f == "/" || slices.ContainsFunc(mounted, within) || slices.ContainsFunc(out, within) {
			continue
		}
		out = append(out, f)
	}
	return out
}
