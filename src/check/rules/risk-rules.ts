import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { askedValues, type PlacedValue } from "../../model/place-class.js";
import { type Condition, principalName, type RiskLevel } from "../../runtime/contract/risk.js";
import { deepEqual } from "../../runtime/json/deep-equal.js";
import { isJsonObject, type JsonObject } from "../../runtime/json/json-value.js";
import { conditionHolds } from "../../runtime/policy/decide-risk.js";
import { closest } from "../../runtime/text/closest.js";
import type { ToolContext } from "../context.js";
import { conditions, declaredRisk, highest } from "../lower/lower-risk.js";
import type { CheckedSchema } from "../schema/checked-schema.js";
import { parameterNames } from "../schema/types.js";
import { type PossibleValues, possibleValues } from "../values/possible-values.js";
import { checkConditionSchema } from "./condition-schema.js";

/**
 * The data that rules are checked against. `schema` may have only names, if the tool's own is wrong and `checked` is
 * missing.
 */
interface Known {
  readonly schema: JsonObject;
  readonly checked: CheckedSchema | undefined;
  readonly leastRisk: RiskLevel;
  readonly values: readonly PlacedValue[];
}

/**
 * Each rule of `risk` must test existing parameters for possible values, and decide something that no earlier one does.
 */
export function checkRiskRules(tool: ToolContext, known: Known): readonly Diagnostic[] {
  const rules = declaredRisk(tool.spec).rules ?? [];
  const wrong = rules.flatMap(({ when = {} }, i) => checkWhen(tool, { when, path: ["risk", "rules", i, "when"], ...known }));
  if (wrong.length > 0 || known.checked === undefined) return wrong;
  const possible = possibleValues(tool, withPrincipal(known.checked.schema));
  return [...rules.flatMap((_, i) => [...unreachable(tool, i, possible), ...tooLow(tool, i, known)])];
}

/** The caller is a text, or absent where callers aren't known. */
const withPrincipal = ({ properties, ...schema }: JsonObject): JsonObject => ({
  ...schema,
  properties: { ...(isJsonObject(properties) ? properties : {}), [principalName]: { type: "string" } },
});

interface When extends Known {
  readonly when: JsonObject;
  readonly path: readonly (string | number)[];
}

function checkWhen(tool: ToolContext, { when, path, schema, checked }: When): readonly Diagnostic[] {
  const names = parameterNames(schema);
  return conditions(when).flatMap((one) => {
    const { param } = one;
    if (param !== principalName && !names.includes(param)) {
      const didYouMean = closest(param, names);
      return [diagnostic("unknown-parameter", tool.at([...path, param], "key"), { name: param }, { didYouMean })];
    }
    const malformed = "fits" in one ? checkConditionSchema(tool, [...path, param], one) : [];
    if (malformed.length > 0 || checked === undefined) return malformed;
    return impossible(tool, {
      condition: one,
      path: [...path, param],
      possible: possibleValues(tool, withPrincipal(checked.schema))(param),
    });
  });
}

interface Asked {
  readonly condition: Condition;
  readonly path: readonly (string | number)[];
  readonly possible: PossibleValues;
}

function impossible(tool: ToolContext, { condition, path, possible }: Asked): readonly Diagnostic[] {
  const { param } = condition;
  if ("fits" in condition) {
    if (possible.mayFit(condition.fits)) return [];
    return [diagnostic("impossible-condition", tool.at(path), { param, wanted: "like this", because: "its schema admits no such value" })];
  }
  const isList = isJsonList(tool, path, condition);
  return condition.is.flatMap((value, i) => {
    const because = possible.whyNot(value);
    if (because === undefined) return [];
    const shownValue = value === null ? "absent" : JSON.stringify(value);
    return [diagnostic("impossible-condition", tool.at(isList ? [...path, i] : path), { param, wanted: shownValue, because })];
  });
}

/** Returns true if the spec writes a list of values, and not a single value. Then each has a position. */
function isJsonList({ spec }: ToolContext, path: readonly (string | number)[], { param }: Condition): boolean {
  return Array.isArray(declaredRisk(spec).rules?.[Number(path[2])]?.when?.[param]);
}

function unreachable(tool: ToolContext, at: number, possible: (param: string) => PossibleValues): readonly Diagnostic[] {
  const rules = (declaredRisk(tool.spec).rules ?? []).map(({ when = {} }) => conditions(when));
  const later = rules[at] ?? [];
  const earlier = rules.slice(0, at).findIndex((one) => one.every((condition) => follows(condition, later, possible)));
  if (earlier === -1) return [];
  return [diagnostic("unreachable-rule", tool.at(["risk", "rules", at]), { earlier: `rule ${earlier + 1}` })];
}

/** Returns true if a condition holds whenever all of some others do. */
function follows(condition: Condition, from: readonly Condition[], possible: (param: string) => PossibleValues): boolean {
  const known = from.find(({ param }) => param === condition.param);
  if (known !== undefined && "fits" in known && "fits" in condition && deepEqual(known.fits, condition.fits)) return true;
  const values = known !== undefined && "is" in known ? known.is : possible(condition.param).all;
  return values?.every((value) => (known !== undefined && !conditionHolds(known, value)) || conditionHolds(condition, value)) ?? false;
}

const tooLowHelp = "Leave `level` out of the rule, or make the argument harmless: an enum, a pattern, an option before it.";

function tooLow(tool: ToolContext, at: number, { leastRisk, values }: Known): readonly Diagnostic[] {
  const level = declaredRisk(tool.spec).rules?.[at]?.level;
  if (level === undefined || highest(level, leastRisk) === level) return [];
  return [
    diagnostic(
      "level-too-low",
      tool.at(["risk", "rules", at, "level"]),
      { level: leastRisk, because: reasonFor(tool, askedValues(values)) },
      { help: `${tooLowHelp} In toolgen.yaml, \`risk: { ${String(tool.spec.name)}: ${level} }\` is the project's own decision.` },
    ),
  ];
}

function reasonFor({ spec }: ToolContext, [asked]: readonly PlacedValue[]): string {
  const languages = [...new Set(Object.values(spec.code ?? {}))].join(", ");
  if (languages !== "") return `an argument is a program (${languages}), or can pass any option`;
  return asked === undefined
    ? "an argument can pass any option"
    : `a call asks about '${asked.param ?? "its arguments"}' in ${asked.where}`;
}
