// The tables of docs/portability.md, from what toolgen knows of clients and APIs.

import { importModule } from "./compiled-modules.mjs";

const { dialects } = await importModule("emit/portability/dialects.js");

/** The keywords whose treatment differs between clients. */
const groups = [
  ["`minimum`, `maxLength`, `maxItems` and other bounds", ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"]],
  ["`pattern`", ["pattern"]],
  ["`format`", ["format"]],
  ["`default`", ["default"]],
  ["`not`", ["not"]],
  ["`if`", ["if"]],
  ["`prefixItems`", ["prefixItems"]],
  ["`patternProperties`", ["patternProperties"]],
  ["`propertyNames`, `dependentRequired`, `contains`", ["propertyNames", "dependentRequired", "contains"]],
  ["`oneOf`", ["oneOf"]],
];

export function portabilityTables() {
  return { clients: dialects.map(({ id, label, source }) => ({ id, label, source })), ids: dialects.map(({ id }) => id), rows: rows() };
}

function rows() {
  const named = groups.map(([label, keywords]) => ({ label, cells: dialects.map((dialect) => cell(dialect, keywords)) }));
  const atRoot = dialects.map(({ rootTreatment }) => shown(rootTreatment?.("anyOf") ?? "kept"));
  return [...named, { label: "`anyOf`, `oneOf`, `allOf` of the arguments as a whole", cells: atRoot }];
}

function cell({ treatment, rewrites, formats }, keywords) {
  const treatments = [...new Set(keywords.map(treatment))];
  const [only] = treatments;
  if (treatments.length > 1) return treatments.includes("dropped") ? "some lost" : "some in words";
  if (only === "kept" && keywords.includes("format") && formats !== undefined) return "some in words";
  if (only === "kept" && keywords.includes("oneOf") && rewrites.includes("one-as-any")) return "looser";
  return shown(only);
}

const shown = (treatment) => ({ kept: "✓", described: "in words", dropped: "lost" })[treatment];
