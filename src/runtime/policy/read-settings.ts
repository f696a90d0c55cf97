import type { Condition, RiskLevel } from "../contract/risk.js";
import {
  type Decision,
  decisions,
  type Override,
  type RiskSettings,
  riskLevels,
  type Unattended,
  unattendedWords,
} from "../contract/risk-settings.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json-value.js";
import { isArray } from "../json/selector.js";
import { conditionProblems, didYouMean } from "./condition-problems.js";
import type { SettingsProblem } from "./settings-problem.js";

/** The values of `confirm` and `risk` in a settings file. */
export interface Settings {
  readonly confirm: NonNullable<RiskSettings["confirm"]>;
  /** The value of `confirm.unattended`. */
  readonly unattended?: Unattended;
  /** By target: a tool's name, `toolset:NAME`, `server:NAME`, or `*`. */
  readonly overrides: Readonly<Record<string, readonly Override[]>>;
}

type Path = SettingsProblem["path"];

/** Where settings come from. */
interface SettingsSource {
  /** The file's name in explanations. */
  readonly file: string;
  /** True if the file may also name MCP servers. */
  readonly isUsers?: boolean;
}

/**
 * Reads `confirm` and `risk`, which have the same form in `toolgen.yaml` and in a user's file. Reports every problem.
 */
export function readSettings(
  value: JsonObject,
  { file, isUsers = false }: SettingsSource,
): { readonly settings: Settings; readonly problems: readonly SettingsProblem[] } {
  const problems: SettingsProblem[] = [];
  const wrong = (path: Path, message: string, isKey = false) => void problems.push({ path, message, isKey });
  const word = <T extends string>(given: JsonValue | undefined, accepted: readonly T[], path: Path): T | undefined => {
    const found = accepted.find((one) => one === given);
    if (given !== undefined && found === undefined)
      wrong(path, `${JSON.stringify(given)} is not one of ${accepted.join(", ")}.${didYouMean(String(given), accepted)}`);
    return found;
  };
  const known = (map: JsonObject, accepted: readonly string[], path: Path) => {
    for (const key of Object.keys(map).filter((one) => !accepted.includes(one)))
      wrong([...path, key], `There is no key '${key}' here; there are ${accepted.join(", ")}.${didYouMean(key, accepted)}`, true);
  };
  const mapAt = (given: JsonValue | undefined, path: Path): JsonObject => {
    if (given !== undefined && !isJsonObject(given)) wrong(path, "Expected a map.");
    return isJsonObject(given) ? given : {};
  };

  const readConfirm = (given: JsonObject): Settings["confirm"] => {
    known(given, [...riskLevels, "unattended"], ["confirm"]);
    const entries = riskLevels.flatMap((level): readonly (readonly [RiskLevel, Decision])[] => {
      const choice = word(given[level], ["never", "ask", "deny"] as const, ["confirm", level]);
      return choice === undefined ? [] : [[level, choice === "never" ? "allow" : choice]];
    });
    return Object.fromEntries(entries);
  };

  const readOverride = (given: JsonValue, path: Path, from: string): Override => {
    if (typeof given === "string") return { when: [], from, ...optional("level", word(given, riskLevels, path)) };
    const map = mapAt(given, path);
    known(map, ["when", "upTo", "level", "requiresConfirmation", "decision", ...(isUsers ? ["declared"] : [])], path);
    const level = word(map.level, riskLevels, [...path, "level"]);
    const confirmation = map.requiresConfirmation;
    if (confirmation !== undefined && typeof confirmation !== "boolean")
      wrong([...path, "requiresConfirmation"], "Expected true or false.");
    if (confirmation !== undefined && map.decision !== undefined)
      wrong([...path, "decision"], "Write `decision` or `requiresConfirmation`, not both.", true);
    const byConfirmation = typeof confirmation !== "boolean" ? undefined : confirmation ? "ask" : "allow";
    const decision = word(map.decision, decisions, [...path, "decision"]) ?? byConfirmation;
    const when = Object.entries(mapAt(map.when, [...path, "when"])).map(([param, wanted]): Condition => {
      for (const problem of conditionProblems(wanted, [...path, "when", param])) problems.push(problem);
      return isJsonObject(wanted) ? { param, fits: wanted } : { param, is: isArray(wanted) ? wanted : [wanted] };
    });
    const upTo = word(map.upTo, riskLevels, [...path, "upTo"]);
    if (map.declared !== undefined && typeof map.declared !== "string") wrong([...path, "declared"], "Expected a text.");
    const declared = typeof map.declared === "string" ? map.declared : undefined;
    const only = { ...optional("upTo", upTo), ...optional("declared", declared) };
    return { when, from, ...only, ...optional("level", level), ...optional("decision", decision) };
  };

  const overrides = Object.entries(mapAt(value.risk, ["risk"])).map(([target, given]) => {
    const from = `${file}: risk.${target}`;
    const list = isArray(given)
      ? given.map((one, i) => readOverride(one, ["risk", target, i], `${from}.${i}`))
      : [readOverride(given, ["risk", target], from)];
    return [target, list] as const;
  });
  const confirm = mapAt(value.confirm, ["confirm"]);
  const unattended = optional("unattended", word(confirm.unattended, unattendedWords, ["confirm", "unattended"]));
  return { settings: { confirm: readConfirm(confirm), ...unattended, overrides: Object.fromEntries(overrides) }, problems };
}

/** The names by which settings can select a tool. */
export interface Subject {
  readonly name: string;
  /** Its aliases, which rank after its own name. */
  readonly otherNames?: readonly string[];
  readonly toolsets?: readonly string[] | undefined;
  /** The alias of its MCP server. */
  readonly server?: string;
  /** The hash of its declaration, if it is an MCP server's tool. */
  readonly declared?: string;
}

/**
 * Returns the settings for one tool. Those by its name precede those by its toolsets or its server, and these precede
 * those for all tools.
 */
export function riskSettingsFor(
  { confirm, unattended, overrides }: Settings,
  { name, otherNames = [], toolsets = [], server, declared }: Subject,
): RiskSettings {
  const labels = [...toolsets.map((toolset) => `toolset:${toolset}`), ...(server === undefined ? [] : [`server:${server}`])];
  const targets = new Set([name, ...otherNames, ...labels, "*"]);
  const all = [...targets].flatMap((target) => (Object.hasOwn(overrides, target) ? (overrides[target] ?? []) : []));
  const own = all.filter((one) => one.declared === undefined || one.declared === declared);
  return {
    ...(Object.keys(confirm).length === 0 ? {} : { confirm }),
    ...optional("unattended", unattended),
    ...(own.length === 0 ? {} : { overrides: own }),
    ...optional("hasLapsed", declared !== undefined && own.length < all.length ? true : undefined),
  };
}

const optional = <K extends string, T>(key: K, value: T | undefined): { readonly [P in K]?: T } =>
  (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: T };
