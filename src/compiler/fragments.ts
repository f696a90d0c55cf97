import { type Diagnostic, pathAndLine, type Result, type SourceFile } from "../contract/diagnostic.js";
import { diagnostic } from "../contract/diagnostic-codes.js";
import { isJsonObject } from "../contract/json-value.js";
import { closest } from "../contract/names.js";
import { type ListNode, type MapEntry, type MapNode, nodeAt, type SpecDocument, type SpecNode, toValue } from "../contract/spec-node.js";
import { expandShortForms, isNull, pruneFragment } from "./check/prune-fragment.js";
import { mayDefineFragment, mayUseLibrary } from "./source/known-texts.js";
import { parse } from "./source.js";

/** Fragments by their names in `extends`: the project's own, and toolgen's as `std/…`. */
export type Fragments = ReadonlyMap<string, SpecDocument>;

const kindsOfDocument = ["name", "fragment", "resource", "prompt"] as const;

/** The first of `name`, `fragment`, `resource` and `prompt` decides the kind of a document. */
export function kindOf({ root }: SpecDocument): MapEntry | undefined {
  return root.kind === "map" ? root.entries.find((entry) => kindsOfDocument.some((kind) => kind === entry.key)) : undefined;
}

/**
 * Collects the fragments of spec files, and those of `library` with `std/` before their names. Of two with one name the
 * first counts, and the second is reported. Only files that contain the word are parsed for this; their other mistakes
 * are reported when they are checked.
 */
export function gatherFragments(sources: readonly SourceFile[], library: readonly SourceFile[]): Result<Fragments> {
  const fragments = new Map<string, SpecDocument>();
  const diagnostics: Diagnostic[] = [];
  const extended = sources.some(mayUseLibrary) ? library : [];
  for (const { source, prefix } of [
    ...sources.map((source) => ({ source, prefix: "" })),
    ...extended.map((source) => ({ source, prefix: "std/" })),
  ]) {
    for (const document of mayDefineFragment(source) ? parse(source)[0] : []) {
      const value = kindOf(document)?.key === "fragment" ? nodeAt(document.root, ["fragment"]) : undefined;
      if (value?.kind !== "scalar") continue;
      const name = prefix + value.text;
      const first = fragments.get(name);
      if (first === undefined) fragments.set(name, document);
      else diagnostics.push(diagnostic("duplicate-fragment", value.span, { name, first: pathAndLine(first.root.span) }));
    }
  }
  return [fragments, diagnostics];
}

/** Reads fragments from their files, if parsed documents could not be passed on. */
export function restoreFragments(
  stored: readonly { readonly name: string; readonly file: SourceFile; readonly index: number }[],
): Fragments {
  return new Map(
    stored.flatMap(({ name, file, index }) => {
      const document = parse(file)[0].find((one) => one.index === index);
      return document === undefined ? [] : [[name, document] as const];
    }),
  );
}

/** Merges fragments under a tool document, left to right. Values from a fragment keep their positions in it. */
export function applyFragments(document: SpecDocument, fragments: Fragments): Result<SpecDocument> {
  const named = nodeAt(document.root, ["extends"]);
  if (document.root.kind !== "map" || named?.kind !== "list") return [document, []];
  const diagnostics: Diagnostic[] = [];
  const layers = named.items.flatMap((item): readonly MapNode[] => {
    if (item.kind !== "scalar") return [];
    const root = fragments.get(item.text)?.root;
    if (root?.kind === "map") return [expandShortForms(withoutKey(root, "fragment"))];
    diagnostics.push(
      diagnostic("unknown-fragment", item.span, { name: item.text }, { didYouMean: closest(item.text, [...fragments.keys()]) }),
    );
    return [];
  });
  const tool = expandShortForms(withoutKey(document.root, "extends"));
  const whole = [...layers, tool].reduce((lower, upper) => mergeMaps(lower, upper));
  const schema = schemaOf(whole);
  const root = [...layers.map((layer) => pruneFragment(layer, schema)), tool].reduce((lower, upper) => mergeMaps(lower, upper));
  return [{ ...document, root }, diagnostics];
}

function withoutKey(root: MapNode, key: string): MapNode {
  return { ...root, entries: root.entries.filter((entry) => entry.key !== key) };
}

function schemaOf(root: SpecNode) {
  const node = nodeAt(root, ["schema"]);
  const value = node === undefined ? {} : toValue(node);
  return isJsonObject(value) ? value : {};
}

/**
 * Merges one layer over another: maps merge, `null` removes a key, lists of names are concatenated, everything else is
 * replaced. Every value keeps its position. The upper layer's keys come first.
 */
function mergeMaps(lower: MapNode, upper: MapNode, path: readonly string[] = []): MapNode {
  const merged = upper.entries.flatMap((entry): readonly MapEntry[] => {
    const below = lower.entries.find((other) => other.key === entry.key);
    if (below === undefined) return [entry];
    return isNull(entry.value) ? [] : [{ ...entry, value: layValue(below.value, entry.value, [...path, entry.key]) }];
  });
  const added = lower.entries.filter((entry) => !upper.entries.some((other) => other.key === entry.key));
  return { ...upper, entries: [...merged, ...added] };
}

function layValue(lower: SpecNode, upper: SpecNode, path: readonly string[]): SpecNode {
  if (lower.kind === "map" && upper.kind === "map") return mergeMaps(lower, upper, path);
  return lower.kind === "list" && upper.kind === "list" && isListOfNames(path) ? joined(lower, upper) : upper;
}

function isListOfNames(path: readonly string[]): boolean {
  const [first, second] = path;
  if (first === "aliases" || first === "weakAliases") return path.length === 2;
  if (first === "env") return second === "pass" && path.length === 2;
  if (first === "toolsets" || first === "scopes" || first === "ignore") return path.length === 1;
  return first === "schema" && path.at(-1) === "required";
}

function joined(lower: ListNode, upper: ListNode): ListNode {
  const names = new Set(upper.items.map(nameOf));
  return { ...upper, items: [...lower.items.filter((item) => !names.has(nameOf(item))), ...upper.items] };
}

/** A name, or the names that a condition of `ignore` is about. */
const nameOf = (node: SpecNode): string =>
  node.kind === "scalar" ? node.text : node.kind === "map" ? node.entries.map(({ key }) => key).join(", ") : "";
