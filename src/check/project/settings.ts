import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic, Result } from "../../diagnostics/diagnostic.js";
import { runnableTools } from "../../model/runnable-tools.js";
import type { Model } from "../../model/tool.js";
import { principalName } from "../../runtime/contract/risk.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { readSettings, type Settings } from "../../runtime/policy/read-settings.js";
import { closest } from "../../runtime/text/closest.js";
import { locate, type NodePath, type SpecDocument } from "../../source/spec-node.js";
import { slowPatterns } from "../rules/condition-schema.js";
import { subschemas } from "../schema/subschemas.js";

/** Checks `confirm` and `risk` of `toolgen.yaml`, which a user's settings file has too. */
export function checkSettings(document: SpecDocument, spec: JsonObject): Result<Settings> {
  const { settings, problems } = readSettings(spec, { file: "toolgen.yaml" });
  const diagnostics = problems.map(({ path, message, isKey }) =>
    diagnostic("bad-setting", locate(document.root, path, isKey ? "key" : "value"), { problem: message }),
  );
  return [settings, [...diagnostics, ...slowConditions(document, spec)]];
}

/** The same rule as in `risk.rules`: patterns that decide calls must be fast. */
function slowConditions(document: SpecDocument, { risk }: JsonObject): readonly Diagnostic[] {
  return entriesOf(risk).flatMap(([target, given]) => {
    const list = Array.isArray(given) ? given.map((one, i) => ({ one, steps: [target, i] })) : [{ one: given, steps: [target] }];
    return list.flatMap(({ one, steps }) =>
      entriesOf(isJsonObject(one) ? one.when : undefined).flatMap(([param, wanted]) => {
        const at = (path: NodePath, part?: "key" | "value") => locate(document.root, ["risk", ...steps, "when", param, ...path], part);
        return isJsonObject(wanted) ? subschemas(wanted).flatMap((subschema) => slowPatterns(subschema, at)) : [];
      }),
    );
  });
}

const entriesOf = (value: JsonValue | undefined) => (isJsonObject(value) ? Object.entries(value) : []);

/** A project can turn the audit log on, and nothing else about it (docs/audit.md). */
export function checkAudit(document: SpecDocument, audit: boolean | JsonObject | undefined): readonly Diagnostic[] {
  if (audit === undefined || audit === true) return [];
  const problem =
    audit === false
      ? "A project can turn the audit log on, not off. Leave `audit` out."
      : "A project can only say `audit: true`. Where the log is, how large it gets, and whether it has arguments, is for the user's own settings.";
  return [diagnostic("bad-setting", locate(document.root, ["audit"]), { problem })];
}

/** Settings for an unknown tool or resource, or for a parameter that the tool lacks, have no effect. */
export function checkSettingsMatch([document]: readonly SpecDocument[], model: Model): readonly Diagnostic[] {
  if (document === undefined) return [];
  const { project, hosted } = model;
  const all = [...runnableTools(model), ...hosted];
  const selectable = [...all.map(({ name }) => name), ...all.flatMap(({ toolsets }) => toolsets.map((name) => `toolset:${name}`)), "*"];
  return Object.entries(project.riskSettings.overrides).flatMap(([target, overrides]) => {
    if (!selectable.includes(target)) {
      const isServer = target.startsWith("server:");
      const what = isServer
        ? `'${target}' speaks of an MCP server of a program's registry, and only a user's own settings are asked there`
        : `There is no tool, resource or toolset '${target}'`;
      const values = { what };
      return [
        diagnostic("unmatched-setting", locate(document.root, ["risk", target], "key"), values, {
          didYouMean: closest(target, selectable),
        }),
      ];
    }
    const params = all.find(({ name }) => name === target)?.definition.params;
    return overrides.flatMap(({ when }, i) =>
      when.flatMap(({ param }) => {
        if (params === undefined || param === principalName || params.includes(param)) return [];
        const values = { what: `'${target}' has no parameter '${param}'` };
        const at = locate(document.root, ["risk", target, ...(overrides.length > 1 ? [i] : []), "when", param], "key");
        return [diagnostic("unmatched-setting", at, values, { didYouMean: closest(param, params) })];
      }),
    );
  });
}
