import { isJsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import type { NamelessChange } from "../change.js";
import type { ChangeCode } from "../change-kinds.js";
import { ownMember } from "../own-member.js";
import { compareClaims } from "./compare-claims.js";
import { compareDecision } from "./compare-decision.js";
import { compareExplicitConfirmation } from "./compare-explicit-confirmation.js";
import { compareLimit } from "./compare-limit.js";
import { compareOutcome } from "./compare-outcome.js";
import { comparePathForm } from "./compare-path-form.js";
import { compareSecret } from "./compare-secret.js";
import { type DetailRule, isPresent, nameIn } from "./detail-rule.js";

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
export const detailRule = (key: string): DetailRule => ownMember(rules, key) ?? ownMember(rulesOfMaps, mapOf(key)) ?? otherSetting;

/** `data --status; operands read*` */
const rowText = (row: JsonValue) =>
  Object.entries(isJsonObject(row) ? row : {})
    .map(([name, values]) => [name, values].flat().join(" "))
    .join("; ");

const mapOf = (key: string) => (key.includes(".") ? key.slice(0, key.indexOf(".")) : "");
