import { combine } from "../check/check.js";
import type { SourceContext, SourceResult } from "../check/check-source.js";
import { kindOf } from "../check/fragments/apply-fragments.js";
import { checkConfig } from "../check/project/config.js";
import { checkSettingsMatch } from "../check/project/settings.js";
import type { Span } from "../diagnostics/diagnostic.js";
import { parse } from "../source/parse.js";
import { placesOf, repeatsAt } from "../source/places-of.js";
import { nodeAt, type SpecDocument } from "../source/spec-node.js";

/** The ranges in toolgen.yaml that a rename changes too, or why it can't. */
export type SettingsRename = { readonly spans: readonly Span[] } | { readonly reason: string };

/**
 * Conditions of `risk` in toolgen.yaml on a tool's parameter. One for several tools can't be renamed for one of them,
 * and one on the new name would begin to hold.
 */
export function conditionsInSettings(
  document: SpecDocument,
  { name, to }: { readonly name: string; readonly to: string },
  config: SpecDocument | undefined,
): SettingsRename {
  const kind = kindOf(document);
  if (config === undefined || (kind?.key === "prompt" && nodeAt(document.root, ["complete"]) === undefined)) return { spans: [] };
  // Prompts have names of their own, and a tool may have the same one.
  const own = kind?.key === "name" && kind.value.kind === "scalar" ? kind.value.text : undefined;
  const conditions = conditionsOf(config);
  const isShared = ({ target }: Condition) => target === "*" || target.startsWith("toolset:");
  const shared = conditions.find((one) => one.param === name && isShared(one));
  if (shared !== undefined)
    return { reason: `\`risk\` of toolgen.yaml has a condition on '${name}' for '${shared.target}', which other tools share.` };
  const woken = conditions.find((one) => one.param === to && (isShared(one) || one.target === own));
  if (woken !== undefined)
    return { reason: `\`risk\` of toolgen.yaml has a condition on '${to}' for '${woken.target}', which would begin to hold.` };
  const spans = conditions.filter(({ param, target }) => param === name && target === own).map(({ keySpan }) => keySpan);
  if (!spans.every(({ file, start, end }) => file.text.slice(start, end) === name))
    return { reason: `toolgen.yaml names '${name}' in quotes or with escapes. Write it plainly there first.` };
  const places = placesOf(config.root);
  if (spans.some(({ start }) => repeatsAt(places, start) > spans.filter((one) => one.start === start).length))
    return { reason: `A YAML alias in toolgen.yaml repeats the condition on '${name}' for something else. Write it out there first.` };
  return { spans: [...new Map(spans.map((span) => [span.start, span])).values()] };
}

interface Condition {
  readonly target: string;
  readonly param: string;
  readonly keySpan: Span;
}

function conditionsOf({ root }: SpecDocument): readonly Condition[] {
  const risk = nodeAt(root, ["risk"]);
  if (risk?.kind !== "map") return [];
  return risk.entries.flatMap(({ key: target, value }) =>
    (value.kind === "list" ? value.items : [value]).flatMap((one) => {
      const when = nodeAt(one, ["when"]);
      return when?.kind === "map" ? when.entries.map(({ key: param, keySpan }) => ({ target, param, keySpan })) : [];
    }),
  );
}

/** Returns the messages about settings in toolgen.yaml that match nothing in the tools of a file. */
export function unmatchedSettings(
  result: SourceResult,
  { path, text }: { readonly path: string; readonly text: string },
  { project }: SourceContext,
): readonly string[] {
  const documents = parse({ path, text })[0];
  const [{ riskSettings }] = checkConfig(documents, []);
  const [model] = combine([result], { ...project, riskSettings });
  return checkSettingsMatch(documents, model).map(({ message }) => message);
}
