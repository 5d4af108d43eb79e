package bench

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/internal/damage"
	"github.com/ifcmcq/ifcmcq/sample"
	"github.com/ifcmcq/ifcmcq/step"
)

// TestDamaged makes items of models whose records are broken at random: it comes to an
// end, and generator and verifier never find two answers. What the verifier cannot tell
// is left out.
func TestDamaged(t *testing.T) {
	t.Parallel()
	made := 0
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 0))
		m, err := ifc.Read(damage.Model(sample.House(), r, 1+r.IntN(30)), step.Options{})
		if err != nil {
			continue
		}
		p, err := FromModel(context.Background(), m, sample.Name, Options{Seed: int64(seed), Cap: 8})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		made += len(p.Items)
		for _, c := range p.Source.Categories {
			for _, x := range c.Rejected {
				if x.Error == "" {
					t.Errorf("seed %d: %s: key %v, verifier %s", seed, x.ID, x.Key, x.Found)
				}
			}
		}
	}
	if made < 5000 {
		t.Errorf("%d items: hardly any file was read", made)
	}
}
