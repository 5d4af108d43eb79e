package sandbox

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
)

// newDirect runs interpreters as they are: with limits, an empty environment and a
// folder of their own to start in, but nothing that keeps code from files and
// network.
func newDirect(ctx context.Context, o Options) (starter, error) {
	if runtime.GOOS != "linux" {
		return nil, fmt.Errorf("sandbox: none needs Linux, whose /proc the limits are watched by (hint: use docker or podman)")
	}
	p, err := FindPython(ctx, o.Python)
	if err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	return func(ctx context.Context) (*exec.Cmd, func(), error) {
		dir, err := os.MkdirTemp("", "ifcmcq-scratch-")
		if err != nil {
			return nil, nil, fmt.Errorf("sandbox: %w", err)
		}
		s := setup{Model: o.Model, Scratch: dir}
		cmd := exec.CommandContext(ctx, p.Path, s.python(o.Limits)...)
		cmd.Env = environment(dir)
		cmd.Dir = dir
		return cmd, func() { os.RemoveAll(dir) }, nil
	}, nil
}
