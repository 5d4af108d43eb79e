package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Requirements are the packages of the environment that code runs in.
func Requirements() []string { return []string{"ifcopenshell==0.8.5", "numpy"} }

// PythonVariable is the environment variable that names the interpreter.
const PythonVariable = "IFCMCQ_PYTHON"

// Python is an interpreter that has IfcOpenShell.
type Python struct {
	Path         string   // as it is to be started: of a virtual environment its link
	Version      string   // of Python
	IfcOpenShell string   // its version
	Folders      []string // that it reads from
}

// Folder returns where [Setup] makes the virtual environment: below the user's
// cache folder (XDG_CACHE_HOME on Linux).
func Folder() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no cache folder: %w", err)
	}
	return filepath.Join(cache, "ifcmcq", "venv"), nil
}

func interpreterIn(venv string) string {
	if runtime.GOOS == "windows" {
		return filepath.Join(venv, "Scripts", "python.exe")
	}
	return filepath.Join(venv, "bin", "python")
}

// ErrNoPython is that no interpreter with IfcOpenShell was found.
var ErrNoPython = errors.New("no Python with IfcOpenShell (hint: 'ifcmcq sandbox setup' makes one, or set " + PythonVariable + ")")

// FindPython returns the interpreter at path, or, without one, that of the
// variable IFCMCQ_PYTHON, or that of [Setup].
func FindPython(ctx context.Context, path string) (Python, error) {
	if path == "" {
		path = os.Getenv(PythonVariable)
	}
	if path == "" {
		venv, err := Folder()
		if err != nil {
			return Python{}, err
		}
		path = interpreterIn(venv)
		if _, err := os.Stat(path); err != nil {
			return Python{}, ErrNoPython
		}
	}
	return look(ctx, path)
}

// ask finds what an interpreter reads from. IfcOpenShell is looked for, not
// imported, which takes a second.
const ask = `
import importlib.metadata as m, json, os, sys, sysconfig
try: v = m.version("ifcopenshell")
except m.PackageNotFoundError: v = ""
folders = {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix, os.path.dirname(os.path.realpath(sys.executable))}
folders |= {p for p in sys.path if os.path.isdir(p)}
lib = sysconfig.get_config_var("LIBDIR")
if lib and os.path.isdir(lib): folders.add(lib)
print(json.dumps({"Version": ".".join(map(str, sys.version_info[:3])), "IfcOpenShell": v, "Folders": sorted(os.path.abspath(f) for f in folders)}))
`

func look(ctx context.Context, path string) (Python, error) {
	path, err := exec.LookPath(path)
	if err != nil {
		return Python{}, fmt.Errorf("no Python: %w", err)
	}
	if path, err = filepath.Abs(path); err != nil {
		return Python{}, err
	}
	cmd := exec.CommandContext(ctx, path, "-I", "-c", ask)
	cmd.Env = environment(os.TempDir())
	out, err := cmd.Output()
	if err != nil {
		if ctx.Err() != nil {
			return Python{}, ctx.Err()
		}
		return Python{}, fmt.Errorf("%s does not work as Python: %w", path, err)
	}
	p := Python{}
	if err := json.Unmarshal(out, &p); err != nil {
		return Python{}, fmt.Errorf("%s does not work as Python: %w", path, err)
	}
	p.Path = path
	if p.IfcOpenShell == "" {
		return Python{}, fmt.Errorf("%s has no IfcOpenShell (hint: 'ifcmcq sandbox setup' makes an environment that has)", path)
	}
	return p, nil
}

// Setup makes a virtual environment in folder with the [Requirements], by the
// interpreter base; what pip says goes to w. It does nothing if all is there.
func Setup(ctx context.Context, base, folder string, w io.Writer) (Python, error) {
	path := interpreterIn(folder)
	if p, err := look(ctx, path); err == nil && "ifcopenshell=="+p.IfcOpenShell == Requirements()[0] {
		return p, nil
	}
	base, err := exec.LookPath(base)
	if err != nil {
		return Python{}, fmt.Errorf("no Python to begin with: %w (hint: install Python 3.10 or later, or name one with --python)", err)
	}
	for _, args := range [][]string{
		{base, "-m", "venv", folder},
		append([]string{path, "-m", "pip", "install", "--disable-pip-version-check"}, Requirements()...),
	} {
		cmd := exec.CommandContext(ctx, args[0], args[1:]...)
		cmd.Stdout, cmd.Stderr = w, w
		if err := cmd.Run(); err != nil {
			if ctx.Err() != nil {
				return Python{}, ctx.Err()
			}
			return Python{}, fmt.Errorf("%s: %w", strings.Join(args[:3], " "), err)
		}
	}
	return look(ctx, path)
}
