// Package cli is the command line: one file a command, each with an options
// struct, its flags and a run function that does the work.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/spf13/cobra"
)

// Exit codes, the same for every command.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitItems       = 3 // finished, but with items in error or a threshold missed
	exitInterrupted = 130
)

const exitText = `

EXIT STATUS
  0 done · 1 failed · 2 wrong usage · 3 finished, with items in error · 130 interrupted`

// console is where a command reads and writes: results to out, all else to err.
type console struct {
	out, err io.Writer
}

// usageError is an error that the usage of a command brings about.
type usageError struct{ error }

// itemsError ends a command that did its work and found items in error.
type itemsError struct{ error }

// Main runs the program and returns its exit code.
func Main(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	c := console{out: os.Stdout, err: os.Stderr}
	root := newRoot(c)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	code := exitCode(ctx, err)
	if err != nil {
		fmt.Fprintf(c.err, "ifcmcq: %v\n", err)
		if code == exitUsage {
			fmt.Fprintln(c.err, "Run 'ifcmcq help' for usage.")
		}
	}
	return code
}

func exitCode(ctx context.Context, err error) int {
	var usage usageError
	var items itemsError
	switch {
	case err == nil:
		return exitDone
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.As(err, &usage):
		return exitUsage
	case errors.As(err, &items):
		return exitItems
	}
	return exitFailed
}

func newRoot(c console) *cobra.Command {
	root := &cobra.Command{
		Use:   "ifcmcq",
		Short: "Multiple-choice benchmarks from building models, with proven answers",
		Long: `ifcmcq turns a building model (IFC2X3, IFC4 or IFC4X3; .ifc, .ifczip or gzip)
into a multiple-choice benchmark. Every answer is found twice, along two
separate paths; what does not agree is left out.

  ifcmcq demo                        the whole way on a built-in model
  ifcmcq inspect house.ifc           what a file holds
  ifcmcq generate house.ifc -o bench make a benchmark
  ifcmcq eval bench --agent tool …   ask a language model, then report` + exitText,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cmd.Help()
		},
	}
	root.SetOut(c.out)
	root.SetErr(c.err)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.AddCommand(
		newInspect(c), newGenerate(c), newVerify(c), newCheck(c), newShow(c), newSample(c),
		newExplain(c), newDemo(c), newEval(c), newMerge(c), newVersion(c),
		newTools(c), newMCP(c), newSandbox(c),
		newGrade(c), newReport(c), newCompare(c),
	)
	for _, cmd := range root.Commands() {
		asUsage(cmd)
	}
	return root
}

// asUsage makes wrong arguments of a command a usage error.
func asUsage(cmd *cobra.Command) {
	check := cmd.Args
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if check == nil {
			return nil
		}
		if err := check(cmd, args); err != nil {
			return usageError{fmt.Errorf("%s: %w", cmd.CommandPath(), err)}
		}
		return nil
	}
}
