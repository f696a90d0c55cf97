import { deepEqual, isArray, isJsonObject, type JsonValue } from "../../contract/json-value.js";
import { decisions } from "../../contract/risk.js";
import type { ChangeCode, NamelessChange } from "../../contract/surface-change.js";
import { compareLists } from "./compare-access.js";
import { type Details, ownMember } from "./surface.js";

/** A setting whose value isn't the same any more. `undefined`: the spec has none. */
interface ChangedDetail {
  readonly key: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** Returns what the change of a setting means. */
type DetailRule = (changed: ChangedDetail) => readonly NamelessChange[];

const isPresent = (value: JsonValue | undefined): boolean => value !== undefined && value !== false;

/** The name in a map: `p` in `paths.p`; for any other key, the key. */
const nameIn = (key: string): string => (key.includes(".") ? key.slice(key.indexOf(".") + 1) : key);

/** The commands in which the author calls a parameter data. */
const compareClaims: DetailRule = ({ key, before, after }) =>
  compareLists({
    before: textsIn(before),
    after: textsIn(after),
    removed: "data-unclaimed",
    added: "data-claimed",
    at: nameIn(key),
  });

const textsIn = (value: JsonValue | undefined): readonly string[] => (isArray(value) ? value.map(String) : []);

/** The decisions without a setting. */
const byDefault: Readonly<Record<string, string>> = { safe: "allow", moderate: "ask", dangerous: "ask" };

/** `confirm` of `toolgen.yaml`. A decision that is less strict is riskier, and so is more that runs unattended. */
const compareDecision: DetailRule = ({ key, before, after }) => {
  const name = nameIn(key);
  // Without a setting, only some calls are refused if no user can be asked.
  const words: readonly (JsonValue | undefined)[] = name === "unattended" ? ["allow", undefined, "deny"] : decisions;
  const strictness = (value: JsonValue | undefined) => words.indexOf(value ?? byDefault[name]);
  return [{ code: strictness(after) < strictness(before) ? "risk-settings-changed" : "setting-changed" }];
};

/**
 * Compares whether the spec itself requires the confirmation, for the level or for each rule. Then no call runs if no
 * user can be asked.
 */
const compareExplicitConfirmation: DetailRule = ({ before, after }) => {
  const [old, now] = [flagsOf(before), flagsOf(after)];
  const isLooser = old.some((flag, i) => flag === true && now[i] !== true);
  return [{ code: isLooser ? "unattended-allowed" : "unattended-refused" }];
};

const flagsOf = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : []);

/** A limit that fell makes calls fail, or cuts their results earlier. */
const compareLimit =
  (unit: string): DetailRule =>
  ({ key, before, after }) => {
    if (typeof before !== "number" || typeof after !== "number") return key.startsWith("background.") ? [] : [{ code: "setting-changed" }];
    return [{ code: after < before ? "limit-lowered" : "limit-raised", before: `${before} ${unit}`, after: `${after} ${unit}` }];
  };

/** `exitCodes` and `statusCodes`: a code that was a result may be a failure now. */
const compareOutcome: DetailRule = ({ key, before, after }) => {
  const [was, is] = [isResult(key, before), isResult(key, after)];
  if (was === is) return [{ code: "setting-changed" }];
  return [{ code: is ? "outcome-accepted" : "outcome-refused", at: key }];
};

/** Without an entry, 0 and 2xx are results. */
function isResult(key: string, meaning: JsonValue | undefined): boolean {
  return isJsonObject(meaning) ? meaning.failure !== true : /^(?:exitCodes\.0|statusCodes\.2..)$/.test(key);
}

/** The type of a path, and whether it must exist. A path that is new or gone is reported with its access. */
const comparePathForm: DetailRule = ({ key, before, after }) => {
  if (!isJsonObject(before) || !isJsonObject(after)) return [];
  const at = nameIn(key);
  const type = { keyword: "paths.type", before: before.type, after: after.type };
  const mustExist = { keyword: "paths.mustExist", before: before.mustExist, after: after.mustExist };
  const changes: NamelessChange[] = [];
  if (before.type !== after.type) changes.push({ code: after.type === "any" ? "values-widened" : "values-narrowed", at, ...type });
  if (before.mustExist !== after.mustExist)
    changes.push({ code: after.mustExist === true ? "values-narrowed" : "values-widened", at, ...mustExist });
  return changes;
};

/** A secret that must be set. That the variable is passed on is reported with the access. */
const compareSecret: DetailRule = ({ key, before, after }) => {
  const [was, is] = [isNeeded(before), isNeeded(after)];
  if (is && !was) return [{ code: "variable-required", after: nameIn(key) }];
  return after === undefined || before === undefined ? [] : [{ code: "setting-changed" }];
};

const isNeeded = (secret: JsonValue | undefined) => isJsonObject(secret) && secret.optional !== true;

/** Reports one kind if the setting has a value now, and another one if it has none any more or another one. */
const presence =
  (added: ChangeCode, removed: ChangeCode): DetailRule =>
  ({ key, after }) => [{ code: isPresent(after) ? added : removed, at: nameIn(key) }];

const changed =
  (code: ChangeCode): DetailRule =>
  ({ key, before, after }): readonly NamelessChange[] => [{ code, at: nameIn(key), before, after }];

/** Reports a kind without the values, which are hashes. */
const named =
  (code: ChangeCode): DetailRule =>
  () => [{ code }];

/** Reports the setting alone: its change has no effect that can be told. */
const otherSetting = named("setting-changed");

/** The rules of single keys. */
const rules: Readonly<Record<string, DetailRule>> = {
  timeout: compareLimit("ms"),
  "background.maxAge": compareLimit("ms"),
  "output.maxLines": compareLimit("lines"),
  "output.maxBytes": compareLimit("bytes"),
  "limits.request": compareLimit("bytes"),
  background: changed("result-form-changed"),
  "output.format": changed("result-form-changed"),
  "output.mimeType": changed("result-form-changed"),
  "output.select": changed("result-form-changed"),
  "output.headers": changed("result-form-changed"),
  "output.file": ({ before, after }) => [{ code: "result-form-changed", before: before && "a file", after: after && "a file" }],
  "output.schema": ({ before, after }) => [{ code: "result-form-changed", before: before && "a schema", after: after && "a schema" }],
  plan: ({ after }) => [{ code: after === undefined ? "plan-removed" : "plan-changed" }],
  "output.preview": presence("preview-added", "setting-changed"),
  "risk.denied": presence("calls-denied", "calls-allowed"),
  "risk.explicitConfirmation": compareExplicitConfirmation,
  "risk.settings": named("risk-settings-changed"),
  content: named("content-changed"),
  audit: ({ after }) => [{ code: after === true ? "setting-changed" : "audit-removed" }],
  server: changed("client-name-changed"),
  output: changed("client-name-changed"),
};

/** The rules of keys in a map, by the map. */
const rulesOfMaps: Readonly<Record<string, DetailRule>> = {
  data: compareClaims,
  allowLeadingDash: presence("dash-allowed", "dash-refused"),
  confirm: compareDecision,
  elicit: ({ key, before, after }) => {
    if (before !== undefined && after !== undefined) return [{ code: "setting-changed" }];
    return [{ code: after === undefined ? "elicitation-removed" : "elicitation-added", at: nameIn(key) }];
  },
  exitCodes: compareOutcome,
  statusCodes: compareOutcome,
  paths: comparePathForm,
  platforms: ({ key, after }) => {
    const name = nameIn(key);
    return [after === false ? { code: "platform-removed", before: name } : { code: "platform-added", after: name }];
  },
  programs: ({ key, before, after }) => [
    after === undefined
      ? { code: "program-undescribed", at: nameIn(key), before }
      : { code: "program-described", at: nameIn(key), after: rowText(after) },
  ],
  // A root that is new or gone does nothing by itself: paths that are bound to it are reported.
  roots: ({ key, before, after }) => {
    if (before === undefined || after === undefined) return [{ code: "setting-changed" }];
    return [{ code: "root-moved", at: nameIn(key), before, after }];
  },
  secrets: compareSecret,
  // A file that is built or not is `true`; other options of a target are values.
  targets: ({ key, before }) => [before === true ? { code: "output-removed", before: key } : { code: "setting-changed" }],
};

/** Returns the rule by which a setting is compared. */
const detailRule = (key: string): DetailRule => ownMember(rules, key) ?? ownMember(rulesOfMaps, mapOf(key)) ?? otherSetting;

/** `data --status; operands read*` */
const rowText = (row: JsonValue) =>
  Object.entries(isJsonObject(row) ? row : {})
    .map(([name, values]) => [name, values].flat().join(" "))
    .join("; ");

const mapOf = (key: string) => (key.includes(".") ? key.slice(0, key.indexOf(".")) : "");

/** Compares settings by their keys. An older lock has none, and then nothing is compared. */
export function compareDetails(before: Details | undefined, after: Details | undefined): readonly NamelessChange[] {
  if (before === undefined || after === undefined) return [];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return keys.flatMap((key): readonly NamelessChange[] => {
    const [old, now] = [ownMember(before, key), ownMember(after, key)];
    if (deepEqual(old, now)) return [];
    return detailRule(key)({ key, before: old, after: now }).map((change) => ({ ...change, keyword: change.keyword ?? key }));
  });
}
