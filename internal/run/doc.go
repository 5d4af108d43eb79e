// Package run makes runs: it plans which items are to be asked of which agents and
// models, schedules them over bounded connections, and keeps what comes of it in
// run folders that survive any interruption.
//
// # Run folder
//
// One agent with one model over one benchmark is a run. Its folder holds
//
//	run.json          what the run is: benchmark, agent, model, prompts, settings.
//	                  Written once; a run that differs is refused.
//	plan.jsonl        what was asked for, one [Selection] a line.
//	results.jsonl     one [score.Result] a line, flushed to disk before it counts.
//	traces.jsonl.zst  whole conversations, one zstd frame an item.
//	errors.jsonl      failures of infrastructure: they are no answers, and the
//	                  items they befell are asked again.
//	notes.jsonl       what a server made different, such as a refused parameter.
//
// The folders of several agents and models over one benchmark lie side by side in a
// set. Nothing in them is ever rewritten, so a process may be killed at any moment:
// at the worst the last line of a file is torn, and is dropped when the run goes on.
package run
