import type { ToolCallRepairFunction, ToolSet } from "ai";
import type { ToolCallRepair } from "../../../src/runtime/index.js";

/** The hook is what the SDK's own type asks for. */
export const hook = (repair: ToolCallRepair): ToolCallRepairFunction<ToolSet> => repair;
