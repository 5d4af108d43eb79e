#!/usr/bin/env bash
# Scores public MCP servers for IFC on a benchmark, beside the 17 tools of ifcmcq:
#   run.sh BENCH MODEL.ifc... -- EVAL-FLAGS
#   run.sh --check MODEL.ifc       only starts each server and lists its tools
# such as
#   run.sh bench house.ifc -- --model openai/gpt-5-mini --limit 20
# SERVERS chooses among ifcopenshell-mcp, ifc-mcp and ifc-console (default the first
# two), IFCMCQ the program, LOG_DIR where the runs go.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export MCP_VENV=${MCP_VENV:-$here/.venv}
ifcmcq=${IFCMCQ:-ifcmcq}
logs=${LOG_DIR:-logs/mcp-servers}
read -ra servers <<<"${SERVERS:-ifcopenshell-mcp ifc-mcp}"

usage() { sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 2; }
[ $# -ge 2 ] || usage

if [ ! -x "$MCP_VENV/bin/ifc-mcp" ]; then
	python3 -m venv "$MCP_VENV"
	"$MCP_VENV/bin/pip" install -q ifcopenshell-mcp==0.9.0 ifc-mcp==0.2.11 ifc-console==0.1.4
fi

if [ "$1" = --check ]; then
	[ -n "${SERVERS:-}" ] || servers+=(ifc-console)
	for s in "${servers[@]}"; do
		printf '%s: ' "$s"
		"$MCP_VENV/bin/python" "$here/list_tools.py" env "MCP_VENV=$MCP_VENV" "UNBOXED=${UNBOXED:-}" bash "$here/server.sh" "$s" "$2"
	done
	exit
fi

bench=$1
shift
files=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do files+=(--ifc "$1"); shift; done
[ $# -gt 1 ] && [ ${#files[@]} -gt 0 ] || usage
shift

# Each server is a system of its own, so each has a set of its own; the 17 tools are
# what they are compared with.
config=$(mktemp)
trap 'rm -f "$config"' EXIT
for s in "${servers[@]}"; do
	"$MCP_VENV/bin/python" - "$s" "$here/server.sh" "$MCP_VENV" "${UNBOXED:-}" >"$config" <<-'PY'
		import json, sys
		name, start, venv, unboxed = sys.argv[1:]
		print(json.dumps({"mcpServers": {name: {"command": "bash", "args": [start, name, "{file}"], "env": {"MCP_VENV": venv, "UNBOXED": unboxed}}}}))
	PY
	"$ifcmcq" eval "$bench" "${files[@]}" --agent mcp --mcp-config "$config" --log-dir "$logs" --set "$s" "$@"
done
"$ifcmcq" eval "$bench" "${files[@]}" --agent tool --log-dir "$logs" --set ifcmcq "$@"
"$ifcmcq" compare "$logs"/*/*/
