"""Serves ifcopenshell-mcp with one model open, and without what changes models.

    python ifcopenshell_mcp.py FILE

As it comes, this server begins without a model: an agent would spend its first
step on loading one, from a path that it would have to be told. Its editing tools
would change the model under the questions that follow.
"""

import sys

import ifcmcp.server
from ifcmcp.core import IfcSession

READING = {
    "ifc_summary", "ifc_tree", "ifc_info", "ifc_select", "ifc_relations", "ifc_clash", "ifc_contexts",
    "ifc_materials", "ifc_validate", "ifc_schedule", "ifc_cost", "ifc_schema",
}


class OpenSession(IfcSession):
    def __init__(self):
        super().__init__()
        self.ifc_load(sys.argv[1])


ifcmcp.server.IfcSession = OpenSession
server = ifcmcp.server.build_server()
for tool in list(server._tool_manager.list_tools()):
    if tool.name not in READING:
        server.remove_tool(tool.name)
# The instructions that come with it speak of loading and saving.
server._mcp_server.instructions = "Queries one IFC building model, which is open."
server.run(transport="stdio")
