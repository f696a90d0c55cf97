import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { OutputFile } from "../../../src/compiler/output-file.js";
import { applyPlan, planWrites, type WritePlan } from "../../../src/compiler/write-plan.js";
import type { Diagnostic } from "../../../src/contract/diagnostic.js";
import type { Host } from "../../../src/contract/host.js";
import { nodeHost } from "../../../src/contract/node-host.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

export const COMPILER = "1.0.0";

/** A real project in a folder of its own. */
export function project() {
  const root = temporaryFolder("write");
  const host = nodeHost(root);
  return {
    root,
    host,
    /** Every file of the project: its text, and `*` before its path if it is a program. */
    files: () => contents(root),
    put(path: string, text: string) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    text: (path: string) => readFileSync(join(root, path), "utf8"),
    build: (outputs: Outputs, options?: BuildOptions) => build(host, outputs, options),
  };
}

/** Outputs by path; a path that begins with `*` is that of a program. */
export type Outputs = Readonly<Record<string, string>>;

export const outputFiles = (outputs: Outputs): readonly OutputFile[] =>
  Object.entries(outputs).map(([path, text]) => ({ path: path.replace(/^\*/, ""), text, executable: path.startsWith("*") }));

interface BuildOptions {
  readonly compiler?: string;
  readonly output?: string;
  readonly untouched?: { has(path: string): boolean };
}

/** A build as the command line does it: nothing is applied when the plan has errors. */
export async function build(
  host: Host,
  outputs: Outputs,
  options: BuildOptions = {},
): Promise<{ plan: WritePlan; problems: readonly Diagnostic[] }> {
  const { compiler = COMPILER, output = "generated", ...more } = options;
  const [planned, diagnostics] = await planWrites(host, { output, files: outputFiles(outputs), compiler, ...more });
  if (diagnostics.length > 0) return { plan: planned, problems: diagnostics };
  const [, problems] = await applyPlan(host, planned);
  return { plan: planned, problems };
}

function contents(root: string): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const full = join(entry.parentPath, entry.name);
    const star = (statSync(full).mode & 0o100) !== 0 ? "*" : "";
    files[star + full.slice(root.length + 1)] = readFileSync(full, "utf8");
  }
  return files;
}
