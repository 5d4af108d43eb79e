"""Says which tools a server offers: python list_tools.py COMMAND ARGUMENT..."""

import asyncio
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main():
    server = StdioServerParameters(command=sys.argv[1], args=sys.argv[2:])
    async with stdio_client(server, errlog=open("/dev/null", "w")) as streams, ClientSession(*streams) as session:
        await session.initialize()
        tools = (await session.list_tools()).tools
        print(len(tools), "tools:", *sorted(t.name for t in tools))


try:
    asyncio.run(asyncio.wait_for(main(), 120))
except Exception:
    sys.exit("it does not start: run the command by hand to see why: " + " ".join(sys.argv[1:]))
