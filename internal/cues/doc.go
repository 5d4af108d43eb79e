// Package cues measures what can be guessed of a benchmark by those who have not
// seen the building models: rules that look at nothing but the text of an item,
// and a naive Bayes classifier of option texts that has learnt from other files.
// Where one of them does better than chance, the options give something away.
package cues
