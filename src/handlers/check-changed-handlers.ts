import { createHash } from "node:crypto";
import { diagnostic } from "../diagnostics/codes.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { ModuleCache } from "../emit/output-file.js";
import { printToolTypes } from "../emit/typescript/print-tool-types.js";
import { argsType } from "../emit/typescript/tool-file.js";
import { toolNames } from "../emit/typescript/tool-names.js";
import type { Host, ModuleAccess } from "../host.js";
import type { HandledTool } from "./handled-tool.js";
import type { SignatureRequest } from "./signature.js";

export interface ChangedHandlerOptions {
  readonly host: Host;
  readonly modules: ModuleAccess;
  readonly recall: ModuleCache;
  /** The project's real place, and its output folder. */
  readonly folder: string;
  readonly output: string;
}

/**
 * Compares the types of handlers with their specs', except for those that matched before and whose spec and files are
 * unchanged: loading the type checker takes most of a second.
 */
export async function checkChangedHandlers(
  tools: readonly HandledTool[],
  { host, modules, recall, folder, output }: ChangedHandlerOptions,
): Promise<readonly Diagnostic[]> {
  const remembered = await Promise.all(tools.map(async (tool) => ({ tool, fits: await isAsItWas(recall.get(madeOf(tool)), host) })));
  const unknown = remembered.filter(({ fits }) => !fits).map(({ tool }) => tool);
  if (unknown.length === 0) return [];
  const [{ checkSignatures }, types] = await Promise.all([import("./signature.js"), printToolTypes(unknown)]);
  const requests = unknown.map((tool, i) => requestOf(tool, { types: types[i] ?? "", output }));
  const results = untilTooDeep(() => checkSignatures(requests, { folder, modules }));
  if (results === undefined) return unknown.map(({ handler }) => diagnostic("handler-too-deep", handler.span, { file: handler.file }));
  for (const [i, [files, problems]] of results.entries()) {
    const tool = unknown[i];
    if (tool !== undefined && problems.length === 0)
      recall.set(madeOf(tool), JSON.stringify(await marksOf([...files, "tsconfig.json"], host)));
  }
  return results.flatMap(([, problems]) => problems);
}

/** TypeScript recurses over the code and over chains of imports. */
function untilTooDeep<T>(check: () => T): T | undefined {
  try {
    return check();
  } catch (error) {
    if (error instanceof RangeError && /call stack/.test(error.message)) return undefined;
    throw error;
  }
}

const madeOf = ({ name, schema, handler, definition }: HandledTool) =>
  `handler\0${JSON.stringify([name, schema, definition.defaults, handler.file, handler.exportName, Object.keys(definition.secrets ?? {})])}`;

function requestOf(tool: HandledTool, { types, output }: { readonly types: string; readonly output: string }): SignatureRequest {
  const names = toolNames(tool.name);
  const text = ['import type { WithDefaults } from "toolgen/runtime";', types, argsType(tool, names)].join("\n\n");
  const module = { path: `${output}/${names.path}`, text, argsType: names.argsType };
  return { handler: tool.handler, module, secrets: Object.keys(tool.definition.secrets ?? {}) };
}

type Marks = readonly (readonly [path: string, hash: string])[];

const marksOf = (paths: readonly string[], host: Host): Promise<Marks> =>
  Promise.all(
    paths.map(async (path) => {
      const bytes = await host.read(path).catch(() => undefined);
      return [path, bytes === undefined ? "" : createHash("sha256").update(bytes).digest("base64url")] as const;
    }),
  );

/** Returns true if the files that a handler was checked with haven't changed. */
async function isAsItWas(kept: string | undefined, host: Host): Promise<boolean> {
  if (kept === undefined) return false;
  const marks = JSON.parse(kept) as Marks;
  const now = await marksOf(
    marks.map(([path]) => path),
    host,
  );
  return marks.every(([, hash], i) => hash === now[i]?.[1]);
}
