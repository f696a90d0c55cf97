import { parseArgs } from "node:util";
import type { Settings } from "../runtime/policy/read-settings.js";
import { readRiskArguments } from "../runtime/policy/risk-arguments.js";

/** The arguments of a server. */
export interface ServerArguments {
  /** Settings for as long as it runs, which override those of files. */
  readonly risk?: Settings;
  /** True if the client asks its user before each call. */
  readonly clientAsks: boolean;
  /** The folder that calls work in; `undefined`: the server's working directory. */
  readonly workspace?: string;
}

/** Reads `--risk TOOL=WORD`, `--client-asks` and `--workspace DIR`. Throws a one-line message for invalid ones. */
export function readServerArguments(args: readonly string[]): ServerArguments {
  const { values } = parseArgs({
    args: [...args],
    options: { risk: { type: "string", multiple: true }, "client-asks": { type: "boolean" }, workspace: { type: "string" } },
  });
  const said = { clientAsks: values["client-asks"] === true, ...(values.workspace !== undefined && { workspace: values.workspace }) };
  if (values.risk === undefined) return said;
  const read = readRiskArguments(values.risk);
  if (!read.ok) throw new Error(`${read.message} ${read.hint}`);
  return { risk: read.settings, ...said };
}
