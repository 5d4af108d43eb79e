// Command damage writes a building model with some of its records broken, to see
// what becomes of such a file. The same seed breaks the same records.
//
//	go run ./internal/damage/cmd -seed 1 -edits 5 house.ifc damaged.ifc
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"

	"github.com/ifcmcq/ifcmcq/internal/damage"
)

func main() {
	seed := flag.Uint64("seed", 1, "what the edits are drawn from")
	edits := flag.Int("edits", 5, "how many edits")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: damage [-seed N] [-edits N] IN OUT")
		os.Exit(2)
	}
	data, err := os.ReadFile(flag.Arg(0))
	if err == nil {
		err = os.WriteFile(flag.Arg(1), damage.Model(data, rand.New(rand.NewPCG(*seed, 0)), *edits), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "damage:", err)
		os.Exit(1)
	}
}
