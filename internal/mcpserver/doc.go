// Package mcpserver serves the tools over one building model by the Model Context
// Protocol, over standard input and output or over HTTP.
package mcpserver
