import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import type { Starter } from "../../emit/scaffold/copy-starter.js";
import { closest } from "../../runtime/text/closest.js";
import { firstSentence } from "../../runtime/text/first-sentence.js";
import { exitCode } from "../exit-code.js";
import type { Terminal } from "../io/terminal.js";
import { packageRoot } from "../package-root.js";
import { UsageError } from "../usage-error.js";
import { table } from "./list.js";

/** `dist/assets/starters.json.br`: a tool's modules are paths of `modules`. */
interface Starters {
  readonly tools: Readonly<Record<string, Packed>>;
  readonly modules: Readonly<Record<string, string>>;
}

interface Packed {
  readonly kind: string;
  readonly risk: string;
  readonly description: string;
  readonly spec: string;
  readonly entry?: string;
  readonly modules: readonly string[];
}

/** `toolgen new --list`: lists the tools that come with toolgen, one a line. */
export function listStarters({ json }: { readonly json?: true }, terminal: Terminal): number {
  const rows = rowsOf(read());
  terminal.out(json ? `${JSON.stringify(rows, null, 2)}\n` : table(rows, ["name", "kind", "risk"]));
  return exitCode.done;
}

/** A tool that comes with toolgen, by its name with or without `std/`. */
export function findStarter(asked: string): Starter {
  const starters = read();
  const name = asked.startsWith("std/") ? asked : `std/${asked}`;
  const packed = Object.hasOwn(starters.tools, name) ? starters.tools[name] : undefined;
  if (packed === undefined) throw unknown(asked, closest(name, Object.keys(starters.tools)), starters);
  const modules = Object.fromEntries(packed.modules.map((path) => [path, starters.modules[path] ?? ""]));
  return { name: name.replace("std/", ""), spec: packed.spec, entry: packed.entry, modules };
}

const read = (): Starters =>
  JSON.parse(brotliDecompressSync(readFileSync(new URL("dist/assets/starters.json.br", packageRoot))).toString("utf8"));

const rowsOf = ({ tools }: Starters) =>
  Object.entries(tools).map(([name, { kind, risk, description }]) => ({ name, kind, risk, description: firstSentence(description) }));

function unknown(asked: string, near: string | undefined, starters: Starters): UsageError {
  const didYouMean = near === undefined ? "" : ` Did you mean '${near}'?`;
  const lines = table(rowsOf(starters), ["name", "kind", "risk"]).trimEnd();
  return new UsageError(`No tool named '${asked}' comes with toolgen.${didYouMean}`, `There are:\n${lines}`);
}
