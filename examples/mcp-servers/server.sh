#!/usr/bin/env bash
# Starts one of the servers on standard input and output, with a building model:
#   server.sh NAME FILE
# It can read the file and what Python needs; it has no network, no home folder and
# nothing to write to but a folder in memory, because some of these servers save
# files or run code for whoever asks. Without bwrap it is not started, unless
# UNBOXED=1 says that it may have all that you may.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
name=$1 file=$(realpath "$2")
venv=${MCP_VENV:-$here/.venv}

case $name in
ifcopenshell-mcp)
	run=("$venv/bin/python" "$here/ifcopenshell_mcp.py" "$file") ;;
ifc-mcp)
	run=("$venv/bin/ifc-mcp" serve --quiet "$file") ;;
ifc-console)
	run=("$venv/bin/ifc-console" serve --stdio --mode ask --file "$file") ;;
*)
	echo "no server is called $name: ifcopenshell-mcp, ifc-mcp, ifc-console" >&2
	exit 2 ;;
esac

if command -v bwrap >/dev/null; then
	base=$("$venv/bin/python" -c 'import sys; print(sys.base_prefix)')
	home=$(realpath "${HOME:-/root}")
	run=(bwrap --ro-bind / / --dev /dev --proc /proc --tmpfs /tmp --tmpfs "$home"
		--ro-bind "$base" "$base" --ro-bind "$venv" "$venv" --ro-bind "$here" "$here" --ro-bind "$file" "$file"
		--unshare-all --new-session --die-with-parent --cap-drop ALL
		--clearenv --setenv HOME "$home" --setenv PATH /usr/bin:/bin --setenv LANG C.UTF-8 --chdir /tmp -- "${run[@]}")
elif [ "${UNBOXED:-}" != 1 ]; then
	echo "bwrap is not on the path: install bubblewrap, or set UNBOXED=1 to trust the server" >&2
	exit 1
fi

# ifc-console greets on standard output before it speaks the protocol.
if [ "$name" = ifc-console ]; then
	"${run[@]}" | grep --line-buffered '^{'
else
	exec "${run[@]}"
fi
