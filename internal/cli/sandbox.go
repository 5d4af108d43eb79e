package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/ifcmcq/ifcmcq/internal/sandbox"
	"github.com/ifcmcq/ifcmcq/sample"
)

// sandboxFlags choose a sandbox; the same flags wherever code is run.
type sandboxFlags struct {
	backend string
	python  string
	image   string
}

func (f *sandboxFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.backend, "sandbox", string(sandbox.Auto), "what keeps code in: auto, bwrap, docker, podman, or none (nothing does)")
	cmd.Flags().StringVar(&f.python, "python", "", "Python that has IfcOpenShell (default: $"+sandbox.PythonVariable+", or that of 'sandbox setup')")
	cmd.Flags().StringVar(&f.image, "image", sandbox.DefaultImage, "image for docker and podman")
}

// options returns what the flags say. Auto is settled, so that it can be told.
func (f sandboxFlags) options() (sandbox.Options, error) {
	b, err := sandbox.ParseBackend(f.backend)
	if err != nil {
		return sandbox.Options{}, usageError{fmt.Errorf("--sandbox: %w", err)}
	}
	if b == sandbox.Auto {
		if b, err = sandbox.Find(); err != nil {
			return sandbox.Options{}, err
		}
	}
	return sandbox.Options{Backend: b, Python: f.python, Image: f.image}, nil
}

func newSandbox(c console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sandbox",
		Short: "Set up and try what keeps the code of a model in",
		Long: `Language models that answer by code (eval --agent code) run Python with IfcOpenShell
in a sandbox: no network, no environment, a read-only file system but for a small
scratch folder, and limits on time, memory, processes and output.` + exitText,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newSandboxSetup(c), newSandboxTest(c))
	for _, sub := range cmd.Commands() {
		asUsage(sub)
	}
	return cmd
}

type sandboxSetupOptions struct {
	backend string
	base    string
	image   string
}

func newSandboxSetup(c console) *cobra.Command {
	var o sandboxSetupOptions
	cmd := &cobra.Command{
		Use:   "setup",
		Short: "Make the Python environment that code runs in",
		Long: `Make a virtual environment with IfcOpenShell below the user's cache folder, by pip,
and print its interpreter. With --sandbox docker or podman, build the image instead.
What is there already is left as it is.` + exitText,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runSandboxSetup(cmd.Context(), c, o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.backend, "sandbox", string(sandbox.Auto), "docker or podman: build the image")
	f.StringVar(&o.base, "python", "python3", "Python that the environment is made by")
	f.StringVar(&o.image, "image", sandbox.DefaultImage, "name of the image")
	return cmd
}

func runSandboxSetup(ctx context.Context, c console, o sandboxSetupOptions) error {
	b, err := sandbox.ParseBackend(o.backend)
	if err != nil {
		return usageError{fmt.Errorf("--sandbox: %w", err)}
	}
	if b == sandbox.Docker || b == sandbox.Podman {
		if err := sandbox.Build(ctx, b, o.image, c.err); err != nil {
			return err
		}
		fmt.Fprintln(c.out, o.image)
		return nil
	}
	folder, err := sandbox.Folder()
	if err != nil {
		return err
	}
	p, err := sandbox.Setup(ctx, o.base, folder, c.err)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.err, "Python %s with IfcOpenShell %s\n", p.Version, p.IfcOpenShell)
	fmt.Fprintln(c.out, p.Path)
	return nil
}

type sandboxTestOptions struct {
	sandboxFlags
	json bool
}

func newSandboxTest(c console) *cobra.Command {
	var o sandboxTestOptions
	cmd := &cobra.Command{
		Use:   "test",
		Short: "Attack the sandbox on this machine, and see whether it holds",
		Long: `Run eight attacks in the sandbox: each must be contained, and the next call must
work. All are bounded by themselves, so that a sandbox that leaks does no harm: at
most 2,000 processes, 4 GiB of memory, and a listener of the test's own on 127.0.0.1.
Then compare a call on an open model with one that has to open it.` + exitText,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runSandboxTest(cmd.Context(), c, o) },
	}
	o.add(cmd)
	cmd.Flags().BoolVar(&o.json, "json", false, "print one JSON object an attack")
	return cmd
}

func runSandboxTest(ctx context.Context, c console, o sandboxTestOptions) error {
	options, err := o.options()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "ifcmcq-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil { // a container's user reads the model too
		return err
	}
	// The suite tries to change the model: it gets one of its own.
	options.Model = filepath.Join(dir, sample.Name)
	if err := os.WriteFile(options.Model, sample.House(), 0o644); err != nil {
		return err
	}
	options.Limits, options.Parallel = sandbox.AttackLimits(), 1
	began := time.Now()
	s, err := sandbox.Open(ctx, options)
	if err != nil {
		return err
	}
	defer s.Close()
	opened := time.Since(began)

	t := newTable(c.out, "attack", "seconds", "contained", "next call", "what happened")
	t.wordsFrom(3)
	attacks, failed := sandbox.Attacks(), 0
	for _, a := range attacks {
		out, err := a.Try(ctx, s, options.Model, options.Limits)
		if err != nil {
			return err
		}
		if !out.Contained || !out.NextWorks {
			failed++
		}
		if o.json {
			if err := json.NewEncoder(c.out).Encode(out); err != nil {
				return err
			}
			continue
		}
		t.row(out.Attack, fmt.Sprintf("%.1f", out.Duration.Seconds()), word(out.Contained, "yes", "NO"), word(out.NextWorks, "works", "FAILS"), out.What)
	}
	if !o.json {
		t.write()
		if err := callTime(ctx, c, s, opened); err != nil {
			return err
		}
		fmt.Fprintf(c.out, "%s: %d of %d attacks contained\n", options.Backend, len(attacks)-failed, len(attacks))
	}
	switch {
	case failed == 0:
		return nil
	case options.Backend == sandbox.None:
		return itemsError{fmt.Errorf("%d of %d attacks were not contained: none keeps nothing in (hint: install bubblewrap)", failed, len(attacks))}
	}
	return itemsError{fmt.Errorf("%d of %d attacks were not contained: do not run a model's code here", failed, len(attacks))}
}

func word(b bool, yes, no string) string {
	if b {
		return yes
	}
	return no
}

// callTime says how long a call takes on the open model.
func callTime(ctx context.Context, c console, s sandbox.Sandbox, opened time.Duration) error {
	const calls = 10
	began := time.Now()
	for range calls {
		r, err := s.Run(ctx, "len(model.by_type('IfcElement'))")
		if err != nil {
			return err
		}
		if r.Failed {
			return errors.New("a plain call failed: " + r.Output)
		}
	}
	fmt.Fprintf(c.out, "start with the model %.2f s, then %.0f ms a call\n", opened.Seconds(), float64(time.Since(began).Milliseconds())/calls)
	return nil
}
