package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ifcmcq/ifcmcq/bench"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/step"
	"github.com/ifcmcq/ifcmcq/verify"
)

type verifyOptions struct {
	ifc     []string
	lenient bool
}

func newVerify(c console) *cobra.Command {
	var o verifyOptions
	cmd := &cobra.Command{
		Use:   "verify BENCH --ifc PATH...",
		Short: "Find every answer of a benchmark again and compare it with its key",
		Long: `Find every answer of a benchmark again, from the item's fact and the file alone,
and compare it with the key. The files are looked for by their sha256 at or below
the paths given, whatever they are called.` + exitText,
		Example: `  ifcmcq verify bench --ifc models/`,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			// --ifc takes what the shell makes of a pattern.
			o.ifc = append(o.ifc, args[1:]...)
			return runVerify(cmd.Context(), c, args[0], o)
		},
	}
	cmd.Flags().StringArrayVar(&o.ifc, "ifc", nil, "file, or folder to look in; may be repeated")
	cmd.Flags().BoolVar(&o.lenient, "lenient", false, "read what is there of a truncated file")
	return cmd
}

func runVerify(ctx context.Context, c console, dir string, o verifyOptions) error {
	if len(o.ifc) == 0 {
		return usageError{errors.New("verify: --ifc is required: where are the files?")}
	}
	b, err := bench.Read(dir)
	if err != nil {
		return err
	}
	wanted := map[string][]mcq.Item{}
	for _, it := range b.Items {
		wanted[it.Source.SHA256] = append(wanted[it.Source.SHA256], it)
	}
	paths, err := findBySum(wanted, o.ifc)
	if err != nil {
		return err
	}
	var missing, wrong, unjudged int
	var sums []string
	for sum := range wanted {
		sums = append(sums, sum)
	}
	slices.SortFunc(sums, func(a, b string) int {
		return strings.Compare(wanted[a][0].Source.File+a, wanted[b][0].Source.File+b)
	})
	for _, sum := range sums {
		items := wanted[sum]
		path, ok := paths[sum]
		if !ok {
			missing += len(items)
			fmt.Fprintf(c.err, "ifcmcq: no file with sha256 %s (%s, %d items) at the paths given\n", sum, items[0].Source.File, len(items))
			continue
		}
		w, u, err := verifyItems(ctx, c.out, path, items, o)
		if err != nil {
			return err
		}
		wrong, unjudged = wrong+w, unjudged+u
	}
	agree := len(b.Items) - missing - wrong - unjudged
	fmt.Fprintf(c.out, "%d of %d items agree", agree, len(b.Items))
	for _, x := range []struct {
		n    int
		what string
	}{{wrong, "differ"}, {unjudged, "cannot be judged"}, {missing, "have no file"}} {
		if x.n > 0 {
			fmt.Fprintf(c.out, ", %d %s", x.n, x.what)
		}
	}
	fmt.Fprintln(c.out)
	if agree < len(b.Items) {
		return itemsError{fmt.Errorf("%d of %d items are not confirmed", len(b.Items)-agree, len(b.Items))}
	}
	return nil
}

func verifyItems(ctx context.Context, w io.Writer, path string, items []mcq.Item, o verifyOptions) (wrong, unjudged int, err error) {
	m, err := ifc.Open(path, step.Options{Lenient: o.lenient})
	if err != nil {
		return 0, 0, err
	}
	defer m.Close()
	v := verify.New(m)
	for _, it := range items {
		if err := ctx.Err(); err != nil {
			return wrong, unjudged, err
		}
		if _, err := v.Answer(verify.Ask(it)); errors.Is(err, verify.ErrUnsupported) {
			unjudged++
			fmt.Fprintf(w, "%s: %v\n", it.ID, err)
			continue
		}
		if r := bench.Disagreement(v, it); r != nil {
			wrong++
			fmt.Fprintln(w, r)
		}
	}
	return wrong, unjudged, nil
}

// findBySum looks for files by their sha256, in the order of the paths, and
// stops when all are found.
func findBySum(wanted map[string][]mcq.Item, paths []string) (map[string]string, error) {
	found := map[string]string{}
	errDone := errors.New("done")
	for _, root := range paths {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			sum, err := sumOf(path)
			if err != nil {
				return err
			}
			if _, ok := wanted[sum]; ok && found[sum] == "" {
				found[sum] = path
			}
			if len(found) == len(wanted) {
				return errDone
			}
			return nil
		})
		if errors.Is(err, errDone) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

func sumOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
