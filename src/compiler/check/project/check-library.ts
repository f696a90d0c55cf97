import type { Diagnostic, Result, Span } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import type { JsonObject } from "../../../contract/json-value.js";
import { closest } from "../../../contract/names.js";
import { locate, type SpecDocument } from "../../../contract/spec-node.js";
import type { LibraryEntry } from "../language/config-shape.js";
import type { SandboxSpec } from "../language/execution-shapes.js";

interface Library {
  /** The names in the project's settings, right or wrong. */
  readonly named: readonly LibraryEntry[];
  /** The existing tools. */
  readonly known: readonly string[];
}

/** A tool in `library`, and the sandbox that the project sets for it. */
interface Named {
  readonly name: string;
  readonly sandbox: SandboxSpec | undefined;
}

/** The existing tools in `library`, without duplicates. */
export function checkLibrary(document: SpecDocument, { named, known }: Library): Result<readonly Named[]> {
  const entries = named.flatMap((entry, i) => namedBy(entry).map((one) => ({ ...one, i })));
  const closed = entries.filter(({ name, sandbox }) => sandbox !== undefined && sandbox.write !== "workspace" && writers.has(name));
  const unknown = entries.flatMap(({ name, i }): readonly Diagnostic[] =>
    known.includes(name)
      ? []
      : [
          diagnostic(
            "unknown-library-tool",
            locate(document.root, ["library", i]),
            { name },
            { didYouMean: closest(name.startsWith("std/") ? name : `std/${name}`, known) },
          ),
        ],
  );
  const narrow = closed.map(({ name, sandbox, i }) => {
    const path = ["library", i, name, "sandbox", ...(sandbox?.write === undefined ? [] : ["write"])];
    return diagnostic("sandbox-without-folders", locate(document.root, path), { name });
  });
  const first = entries.filter(({ name }, at) => known.includes(name) && entries.findIndex((other) => other.name === name) === at);
  // Problems of such a sandbox have been reported.
  const tools = first.map((entry) => ({ name: entry.name, sandbox: closed.includes(entry) ? undefined : entry.sandbox }));
  return [tools, [...unknown, ...narrow]];
}

/** They replace, rename or create files: `write: paths` opens files, but not their folders. */
const writers = new Set(["write_file", "replace", "save_memory", "delete_file", "move_file"].map((name) => `std/${name}`));

function namedBy(entry: LibraryEntry): readonly Named[] {
  if (typeof entry === "string") return [{ name: entry, sandbox: undefined }];
  return Object.entries(entry).map(([name, settings]) => ({ name, sandbox: settings?.sandbox }));
}

/** The sandboxes of these tools as JSON, by name. */
export function sandboxesOf(tools: readonly Named[]): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(tools.flatMap(({ name, sandbox }) => (sandbox === undefined ? [] : [[name, { ...sandbox }] as const])));
}

/** The position of a tool's name in `library`. */
export function librarySpan({ root }: SpecDocument, name: string): Span {
  const list = root.kind === "map" ? root.entries.find(({ key }) => key === "library")?.value : undefined;
  const items = list?.kind === "list" ? list.items : [];
  for (const item of items) {
    if (item.kind === "scalar" && item.text === name) return item.span;
    const key = item.kind === "map" ? item.entries.find((entry) => entry.key === name) : undefined;
    if (key !== undefined) return key.keySpan;
  }
  return root.span;
}
