package score

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/ifcmcq/ifcmcq/mcq"
)

// ItemSHA returns the sha256, in hex, of an item as it is shown to whoever
// answers: the question, then key and text of each option, every one of them in
// UTF-8 and ended by a zero byte. Results are compared, resumed and merged only
// where it agrees, whatever became of keys, values and facts.
func ItemSHA(it mcq.Item) string {
	var b []byte
	b = append(append(b, it.Question...), 0)
	for _, o := range it.Options {
		b = append(append(b, o.Key...), 0)
		b = append(append(b, o.Text...), 0)
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
