import type { SourceFile } from "./diagnostics/diagnostic.js";
import type { Assets } from "./emit/output-file.js";

// The content that comes with toolgen: tools, which a project selects by naming them in `library`, and fragments, which
// specs extend. All names begin with `std/`.

const fragments = "library/fragments/";
const tools = /^library\/(\w+)\.yaml$/;

/** The existing tools: `std/read_file`. */
export function libraryNames(assets: Assets): readonly string[] {
  return Object.keys(assets).flatMap((name) => (tools.test(name) ? [name.replace(tools, "std/$1")] : []));
}

/**
 * A tool's spec. Its path is the name in `library`, which no file of a project has. A project may set a sandbox for it.
 */
export function librarySource(name: string, assets: Assets, sandbox?: object): SourceFile {
  const text = assets[asset(name, "yaml")] ?? "";
  return { path: name, text: sandbox === undefined ? text : `${text.trimEnd()}\nsandbox: ${JSON.stringify(sandbox)}\n` };
}

/** The bundle of a tool's handler, made when toolgen was built. It has the same bytes in every project. */
export function libraryBundle(name: string, assets: Assets): string | undefined {
  return assets[asset(name, "cjs")];
}

/** The fragments: `library/fragments/*.yaml`. */
export function libraryFragments(assets: Assets): readonly SourceFile[] {
  const names = Object.keys(assets).filter((name) => name.startsWith(fragments));
  return names.map((name) => ({ path: name.replace(fragments, "std/"), text: assets[name] ?? "" }));
}

const asset = (name: string, ending: string) => `${name.replace(/^std/, "library")}.${ending}`;
