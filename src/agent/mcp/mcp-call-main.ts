import { guardHandler, runHandler } from "../../call/handler.js";
import { parseExactly } from "../../contract/exact-json.late.js";
import { callServer } from "./call-server.js";

// The entry of generated/bin/mcp-call.cjs: a handler that calls a tool of an MCP server. It is loaded by a bundle for
// each server, so that a process which serves many calls keeps one server.

guardHandler(__filename);
void runHandler(callServer, { secrets: [], format: "text", isKept: true, parse: parseExactly });
