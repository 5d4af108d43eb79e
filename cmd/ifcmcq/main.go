// Command ifcmcq makes multiple-choice benchmarks of building models and
// evaluates language models on them.
package main

import (
	"os"
	"runtime/debug"

	"github.com/ifcmcq/ifcmcq/internal/cli"
)

// collectAt is how much the heap may grow, in percent, before it is collected:
// a model is read once and held to the end, so that collecting early frees
// little.
const collectAt = 400

func main() {
	debug.SetGCPercent(collectAt)
	os.Exit(cli.Main(os.Args[1:]))
}
