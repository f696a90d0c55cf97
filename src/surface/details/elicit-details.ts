import type { ToolDefinition } from "../../runtime/contract/definition.js";
import type { Details } from "../surface.js";
import { presentMembers } from "./present-members.js";

/**
 * The parameters that users are asked for, with what the form suggests. The rest of a field follows from the schema.
 */
export const elicitDetails = ({ elicit = {} }: Pick<ToolDefinition, "elicit">): Details =>
  presentMembers("elicit.", Object.fromEntries(Object.entries(elicit).map(([name, field]) => [name, field.default ?? null])));
