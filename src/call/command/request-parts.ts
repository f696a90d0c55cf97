import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import type { Problem, Refusal } from "../../contract/problem.js";
import type { JsonTemplate } from "../../contract/request.js";
import type { TextTemplate } from "../../contract/text-template.js";
import {
  buildText,
  type EvaluationContext,
  hasLoneSurrogate,
  joinedParts,
  loneSurrogate,
  lookUp,
  type PlaceholderScope,
  partsOf,
  placeholderName,
  scopedBodies,
} from "../build-text.js";
import { refuse } from "../refusal.late.js";

/**
 * Builds a URL from its values, each encoded for its position: in the path a value stays within its segment and can't
 * be `..`, in the query it stays within its entry. Everything before the path is the author's own text.
 */
export function buildUrl(template: TextTemplate, scope: PlaceholderScope): { readonly ok: true; readonly url: string } | Refusal {
  const problems: Problem[] = [];
  const pieces = piecesOf(template, { scope, iteration: undefined, absenceSpreads: true, problems });
  const values: PositionedValue[] = [];
  let url = "";
  for (const { text, name } of pieces) {
    const position = urlPart(url);
    if (name === undefined) url += text ?? "";
    else if (text === undefined || (text === "" && position !== "query")) {
      if (position !== "query") problems.push({ code: "empty-in-url", name, isMissing: text === undefined });
    } else if (hasLoneSurrogate(text)) problems.push(loneSurrogate(name));
    else {
      if (position === "path" && hasSteps(text)) problems.push(stepProblem(name));
      const encoded = position === "origin" ? text : encodeURIComponent(text);
      values.push({ name, start: url.length, end: url.length + encoded.length });
      url += encoded;
    }
  }
  problems.push(...stepsIn(url, values));
  if (problems.length > 0) return refuse(problems);
  const origin = /^[^/?#]*\/\/[^/?#]*/.exec(url)?.[0] ?? "";
  if (!URL.canParse(url) || !URL.canParse(origin) || new URL(origin).origin !== new URL(url).origin)
    return refuse([{ code: "foreign-url", url }]);
  return { ok: true, url: new URL(url).href };
}

/** A part of a URL: the author's text, or a value with its name, whose text is `undefined` if it is absent. */
interface UrlPiece {
  readonly text: string | undefined;
  readonly name: string | undefined;
}

interface PositionedValue {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

function piecesOf(template: TextTemplate, context: EvaluationContext): readonly UrlPiece[] {
  return template.flatMap((piece): readonly UrlPiece[] => {
    if (typeof piece === "string") return [{ text: piece, name: undefined }];
    if (piece.kind === "block") return scopedBodies(piece.block, context).flatMap((run) => piecesOf(run.body, run.context));
    const joined = joinedParts(piece, context);
    if (joined !== undefined && joined.length > 0)
      return joined.map(({ text, from }) => (from === undefined ? { text, name: undefined } : { text, name: from.name }));
    const parts = partsOf([piece], context);
    return [{ text: parts?.map(({ text }) => text).join(""), name: placeholderName(piece.ref, context) }];
  });
}

/** The position of the text that follows this beginning of a URL. */
function urlPart(url: string): "origin" | "path" | "query" {
  if (!/^[^/?#]*\/\/[^/?#]*[/?#]/.test(url)) return "origin";
  return url.includes("?") ? "query" : "path";
}

const isStep = (segment: string) => /^(?:\.|%2e){1,2}$/i.test(segment);

/** A server that decodes `%2F` before it resolves `..` would leave the path. */
const hasSteps = (value: string) => value.split(/[/\\]/).some(isStep);

/** Values that form a `.` or `..` segment together with the adjacent text. */
function stepsIn(url: string, values: readonly PositionedValue[]): readonly Problem[] {
  const [beginning = ""] = /^[^/?#]*\/\/[^/?#]*/.exec(url) ?? [];
  const path = url.slice(beginning.length).split("?")[0] ?? "";
  let at = beginning.length;
  return path.split("/").flatMap((segment) => {
    const [start, end] = [at, at + segment.length];
    at = end + 1;
    return isStep(segment) ? values.filter((value) => value.start < end && value.end > start).map(({ name }) => stepProblem(name)) : [];
  });
}

const stepProblem = (name: string): Problem => ({ code: "step-in-url", name });

const memberOf = (value: JsonValue | undefined, key: string): JsonValue | undefined =>
  isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

type ObjectTemplate = Extract<JsonTemplate, { readonly kind: "object" }>;

/** The entries of the map that is added to an object. None replaces one of the object's own. */
function restEntries(
  { entries, rest }: ObjectTemplate,
  scope: PlaceholderScope,
  problems: Problem[],
): readonly (readonly [string, JsonValue])[] {
  const added = rest === undefined ? undefined : lookUp(rest, { scope, iteration: undefined, absenceSpreads: false, problems });
  if (rest === undefined || !isJsonObject(added)) return [];
  const taken = entries.map(([name]) => name);
  problems.push(...takenKeys(Object.keys(added), { taken, name: rest.from === "param" ? rest.path : [] }));
  return Object.entries(added);
}

/** Problems for keys of a map that stand for themselves in the request already. */
export const takenKeys = (
  keys: readonly string[],
  { taken, name }: { readonly taken: readonly string[]; readonly name: readonly string[] },
): readonly Problem[] =>
  keys
    .filter((key) => taken.includes(key))
    .map((key) => ({ code: "bad-key", path: [...name, key], expected: ["not be one that the request has otherwise"] }));

/** Builds JSON whose texts are templates; `undefined` if it is absent. Adds to `problems` why it can't be built. */
export function buildJson(template: JsonTemplate, scope: PlaceholderScope, problems: Problem[]): JsonValue | undefined {
  switch (template.kind) {
    case "constant":
      return template.value;
    case "value": {
      const { ref } = template;
      // In JSON, null isn't absent: `{"assignee": null}` removes the assignee.
      const given = ref.from === "param" ? ref.path.reduce<JsonValue | undefined>(memberOf, scope.params) : undefined;
      return given === null ? null : lookUp(ref, { scope, iteration: undefined, absenceSpreads: false, problems });
    }
    case "text": {
      const built = buildText(template.text, scope);
      if (!built.ok) problems.push(...built.problems);
      return built.ok ? built.text : undefined;
    }
    case "list":
      return template.items.map((item) => buildJson(item, scope, problems)).filter((item) => item !== undefined);
    case "object": {
      const entries = template.entries.map(([name, value]) => [name, buildJson(value, scope, problems)] as const);
      const own = entries.filter(([, value]) => value !== undefined);
      return Object.fromEntries([...own, ...restEntries(template, scope, problems)]) as JsonObject;
    }
  }
}
