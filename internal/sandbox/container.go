package sandbox

import (
	"context"
	"crypto/rand"
	_ "embed"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// DefaultImage is the name of the image that [Build] makes.
const DefaultImage = "ifcmcq-sandbox:0.8.5"

//go:embed Dockerfile
var dockerfile string

// Build makes the image of the docker and podman backends.
func Build(ctx context.Context, b Backend, image string, w io.Writer) error {
	cmd := exec.CommandContext(ctx, string(b), "build", "-t", image, "-")
	cmd.Stdin = strings.NewReader(dockerfile)
	cmd.Stdout, cmd.Stderr = w, w
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("%s build: %w", b, err)
	}
	return nil
}

// newContainer runs interpreters by the command line of docker or podman.
func newContainer(o Options) (starter, error) {
	path, err := exec.LookPath(string(o.Backend))
	if err != nil {
		return nil, fmt.Errorf("sandbox: %s is not on the path", o.Backend)
	}
	return func(ctx context.Context) (*exec.Cmd, func(), error) {
		name := "ifcmcq-" + strings.ToLower(rand.Text()[:12])
		cmd := exec.CommandContext(ctx, path, containerArguments(o, name)...)
		// The client ends at a kill, the container does not.
		remove := func() { _ = exec.Command(path, "rm", "-f", name).Run() }
		return cmd, remove, nil
	}, nil
}

// containerScratch is the folder that code in a container may write to.
const containerScratch = "/tmp"

func containerArguments(o Options, name string) []string {
	l := o.Limits
	model := "/model/" + filepath.Base(o.Model)
	args := []string{
		"run", "--rm", "-i", "--name", name,
		"--network", "none", "--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges",
		"--user", "65534:65534", "--ipc", "private", "--hostname", "sandbox", "--workdir", containerScratch,
		"--tmpfs", fmt.Sprintf("%s:rw,nosuid,nodev,mode=1777,size=%d", containerScratch, l.Scratch), "--shm-size", "64k",
		// The server and its threads, the call, and room to end them.
		"--pids-limit", strconv.Itoa(l.Processes + 16),
		// A comma in a path would end it in --mount; a colon does in --volume.
		"--mount", mountOption(o.Model, model),
	}
	for _, v := range environment(containerScratch) {
		args = append(args, "--env", v)
	}
	args = append(args, "--entrypoint", "python3", o.Image)
	return append(args, setup{Model: model, Scratch: containerScratch, Alone: true}.python(l)...)
}

// mountOption is a read-only bind mount in the notation of --mount, whose fields
// are those of a line of CSV.
func mountOption(source, target string) string {
	quote := func(s string) string {
		if strings.ContainsAny(s, `",`) {
			return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
		}
		return s
	}
	return "type=bind," + quote("source="+source) + "," + quote("target="+target) + ",readonly"
}
