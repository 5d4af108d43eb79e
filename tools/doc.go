// Package tools holds the seventeen read-only questions that somebody may put to
// one building model: what it holds, which entities there are, what they are, what
// they are made of, where they are. A language model, an MCP client and the
// command line all ask through the same table, see [Set.List].
//
// # Answers
//
// A call takes a JSON object and returns an [Envelope]:
//
//	{"ok":true,"data":{…}}
//	{"ok":false,"error":{"message":"…","hint":"…"}}
//
// An answer may be cut off by whoever reads it, so what is counted or added up
// stands before what is listed. Lists come in pages: they carry total, returned,
// truncated, limit and offset, and a call takes limit and offset. Members always
// stand in the same order, and the same call gives the same bytes.
//
// # Entities
//
// An entity is told as {"guid","class","name"}; one without a GlobalId has its
// instance number ("#12") in place of it, and both are taken as argument. A class
// means its subclasses too. Where several entities carry one GlobalId, none of
// them goes by it.
//
// # Values
//
// Values are those of the file: nothing is converted but where a member says SI
// (m, m², m³). null is what the file leaves unset; what an entity does not have at
// all is not listed. A LOGICAL that is neither true nor false is "UNKNOWN".
package tools
