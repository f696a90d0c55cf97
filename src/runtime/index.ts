/** What a program that embeds compiled tools imports as `toolgen/runtime`. */

export { callTool } from "./call/call-tool.js";
export { callToolAsync } from "./call/call-tool-async.js";
export { describeCall } from "./call/describe-call.js";
export { type CallContext, type PreparedCall, prepare } from "./call/prepare.js";
export type { CompiledTool, Kind, Risk, RiskLevel, ToolDefinition, ValidationError, Validator } from "./definition.js";
export type { NotStarted, RunOutcome, Streams } from "./exec/outcome.js";
export { run } from "./exec/run.js";
export { type AsyncRunOptions, runAsync } from "./exec/run-async.js";
export type { JsonObject, JsonValue } from "./json.js";
export { shape } from "./output/shape.js";
export type { ToolOutcome } from "./output/tool-outcome.js";
export { type Refusal, renderRefusal } from "./refusal.js";
export { type Repaired, repair } from "./repair/repair.js";
