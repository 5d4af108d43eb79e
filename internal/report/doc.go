// Package report says what came of runs: accuracy by group, category, subtype,
// question type and source model, with intervals, coverage and chance beside it;
// calls, tokens, cost and latency; comparisons of systems on the items they share.
// It reads run folders and benchmarks, asks no model, and changes nothing on disk.
package report
