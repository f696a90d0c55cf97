import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic, Span } from "../../diagnostics/diagnostic.js";
import type { JsonObject } from "../../runtime/json.js";
import { closest } from "../../runtime/repair/closest.js";
import type { NodePath } from "../../source/tree.js";
import type { ToolContext } from "../context.js";
import { parseSelector, typesOf, variantsAt } from "../schema/types.js";
import { declared } from "./dash.js";

/** Every key that names parameters must name ones that exist: `paths`, `code`, `allowLeadingDash`, `mutuallyExclusive`, `locations`. */
export function checkSelectors(tool: ToolContext, schema: JsonObject): readonly Diagnostic[] {
  const { spec } = tool;
  const keyed = (["paths", "code"] as const).flatMap((key) =>
    Object.keys(spec[key] ?? {}).map((name) => ({ name, at: tool.at([key, name], "key"), stringOnly: true })),
  );
  const listed = (path: NodePath, names: readonly string[]) =>
    names.map((name, i) => ({ name, at: tool.at([...path, i]), stringOnly: false }));
  const places = (spec.locations ?? []).flatMap((location, i) => [
    { name: location.path, at: tool.at(["locations", i, "path"]), stringOnly: false },
    ...(location.line === undefined ? [] : [{ name: location.line, at: tool.at(["locations", i, "line"]), stringOnly: false }]),
  ]);
  const exclusive = (spec.mutuallyExclusive ?? []).flatMap((group, i) => listed(["mutuallyExclusive", i], group));
  return [...keyed, ...listed(["allowLeadingDash"], spec.allowLeadingDash ?? []), ...exclusive, ...places].flatMap((one) =>
    check(one, schema),
  );
}

function check(one: { readonly name: string; readonly at: Span; readonly stringOnly: boolean }, schema: JsonObject): readonly Diagnostic[] {
  const found = variantsAt(schema, parseSelector(one.name));
  if (found.length === 0)
    return [diagnostic("unknown-parameter", one.at, { name: one.name }, { didYouMean: closest(one.name, declared(schema)) })];
  if (!one.stringOnly) return [];
  const values = found.flatMap((variant) =>
    typesOf(variant).includes("array") ? variantsAt({ $defs: schema.$defs ?? {}, ...variant }, ["[]"]) : [variant],
  );
  return values.some((variant) => typesOf(variant).includes("string")) ? [] : [diagnostic("not-a-string", one.at, { name: one.name })];
}

/** A root that a path is bound to must be declared in toolgen.yaml. */
export function checkRoots(tool: ToolContext): readonly Diagnostic[] {
  const known = ["workspace", "any", ...Object.keys(tool.project.roots)];
  return Object.entries(tool.spec.paths ?? {}).flatMap(([name, rule]) => {
    if (typeof rule === "string" || rule.root === undefined || known.includes(rule.root)) return [];
    return [
      diagnostic(
        "unknown-root",
        tool.at(["paths", name, "root"]),
        { root: rule.root, accepted: known.join(", ") },
        { didYouMean: closest(rule.root, known) },
      ),
    ];
  });
}
