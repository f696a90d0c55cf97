import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Approvals } from "../../call/approvals.js";
import { otherFormat } from "../../call/tool-index.js";
import type { CompiledTool } from "../../contract/definition.js";
import { ConcurrencyLimit } from "../state/concurrency-limit.js";
import { overrideBash } from "./override-bash.js";
import { overrideTool } from "./override-tool.js";
import type { Pi, PiApi, PiTool } from "./pi-api.js";
import { type ListedTool, projectTool } from "./project-tool.js";

export interface ExtensionSetup {
  /** The module of pi's package, by whichever of its names. */
  readonly pi: Pi;
  /** The folder of the extension. */
  readonly folder: string;
}

/** The content of `pi.json`, the file beside the extension. */
interface PiFile {
  readonly format: number;
  readonly overrides: readonly string[];
  readonly excluded: readonly string[];
}

const format = 1;

/**
 * Makes the extension, which pi calls at its start: it registers the project's tools, and those of pi's own that
 * `overrides` names.
 */
export function extension({ pi, folder }: ExtensionSetup): (api: PiApi) => void {
  const read = <T>(name: string): T => JSON.parse(readFileSync(join(folder, name), "utf8")) as T;
  const { format: written, overrides, excluded } = read<PiFile>("pi.json");
  if (written !== format) throw new Error(otherFormat("The extension", written));
  const session = {
    bin: join(folder, "..", "bin"),
    excluded: new Set(excluded),
    approvals: new Approvals(),
    limit: new ConcurrencyLimit(),
  };
  const override = (name: string): PiTool => {
    const tool = require(join(folder, "overrides", `${name}.cjs`)) as CompiledTool;
    return name === "bash" ? overrideBash(pi, tool) : overrideTool(pi, tool);
  };
  return (api) => {
    for (const tool of read<readonly ListedTool[]>("tools.json")) api.registerTool(projectTool(tool, session));
    for (const name of overrides) api.registerTool(override(name));
  };
}
