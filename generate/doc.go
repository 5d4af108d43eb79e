// Package generate makes the candidates of a benchmark: one file a category,
// one [Subtype] value a subtype, which holds its documentation and its source of
// drafts.
//
// # Options that give nothing away
//
// Whoever has not seen the file should do no better than chance. So wherever a
// population of values can be had, a set of options is drawn from it first and
// each member of the set is as likely to be the key as any other: length, rank,
// frequency and wording then tell nothing. [pick] does this. Where the file is
// too poor, numbers are filled in around the key so that its rank is uniform
// ([around]); what can be done no better is left out and counted.
//
// # Spread
//
// Drafts come in turn from the subtypes of a category, within a subtype from the
// element classes, within a class from its fields; see [turns]. Everything is
// drawn from one generator a category, seeded by run seed, file and category:
// the same drafts in the same order, whatever else is going on.
package generate
