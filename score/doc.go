// Package score grades the answers of a run and says what the grades are worth:
// answer parsing, exact-set grading, intervals, paired comparisons. It knows items
// and results, not the models and agents that made them.
package score
