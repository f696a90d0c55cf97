import { diagnostic } from "../../diagnostics/codes.js";
import { type Diagnostic, pathAndLine, type Result, type SourceFile } from "../../diagnostics/diagnostic.js";
import { isJsonObject } from "../../runtime/json/json-value.js";
import { closest } from "../../runtime/text/closest.js";
import { parse } from "../../source/parse.js";
import { type MapEntry, type MapNode, nodeAt, type SpecDocument, type SpecNode, toValue } from "../../source/spec-node.js";
import { expandShortForms } from "./expand.js";
import { mergeMaps } from "./merge-maps.js";
import { pruneFragment } from "./prune.js";

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
  const extended = sources.some(({ text }) => text.includes("std/")) ? library : [];
  for (const { source, prefix } of [
    ...sources.map((source) => ({ source, prefix: "" })),
    ...extended.map((source) => ({ source, prefix: "std/" })),
  ]) {
    for (const document of source.text.includes("fragment") ? parse(source)[0] : []) {
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
