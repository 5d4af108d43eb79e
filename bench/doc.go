// Package bench takes building models through index, generation, verification
// and check to a benchmark folder: items.jsonl and manifest.json. The same files,
// version and seed give the same items, byte for byte, whatever the number of
// workers and the order of the files.
package bench
