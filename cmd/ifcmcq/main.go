// Command ifcmcq makes multiple-choice benchmarks of building models and
// evaluates language models on them.
package main

import (
	"os"
	"runtime"
	"runtime/debug"

	"github.com/ifcmcq/ifcmcq/internal/cli"
)

// collectAt is how much the heap may grow, in percent, before it is collected:
// a model is read once and held to the end, so that collecting early frees
// little.
const collectAt = 400

// reserve is how much memory is counted as part of the heap and never touched, so
// that it costs none: the heap is not collected before it has grown by several
// times as much, which most models never do.
const reserve = 16 << 20

func main() {
	debug.SetGCPercent(collectAt)
	untouched := make([]byte, reserve)
	code := cli.Main(os.Args[1:])
	runtime.KeepAlive(untouched)
	os.Exit(code)
}
