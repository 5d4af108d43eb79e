// Command ifcmcq makes multiple-choice benchmarks of building models and
// evaluates language models on them.
package main

import (
	"os"

	"github.com/ifcmcq/ifcmcq/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:])) }
