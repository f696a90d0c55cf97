import type { ToolDefinition } from "../contract/definition.js";
import { isArray, isJsonObject, type JsonObject, type JsonValue } from "../contract/json-value.js";
import { closest } from "../contract/names.js";
import {
  type Condition,
  type Decision,
  decisions,
  type Override,
  type RiskLevel,
  type RiskSettings,
  riskLevels,
  type Unattended,
  unattendedWords,
} from "../contract/risk.js";
import { conditionProblems, didYouMean, type SettingsProblem } from "./policy/condition-problems.js";

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

/** The parsed `--risk` arguments, or the problem and the correct form. */
type RiskArguments =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly message: string; readonly hint: string };

const words: readonly string[] = [...riskLevels, ...decisions];

/** Reads `push=deny`, `toolset:git=safe`: settings for this run, which override those of files. */
export function readRiskArguments(given: readonly string[]): RiskArguments {
  const nameless = given.find((text) => text.lastIndexOf("=") < 1);
  if (nameless !== undefined) {
    const word = closest(nameless.slice(nameless.lastIndexOf("=") + 1), words) ?? "deny";
    return { ok: false, message: `--risk ${nameless} names no tool and word.`, hint: `Write it as --risk git_push=${word}.` };
  }
  const pairs = given.map((text) => [text.slice(0, text.lastIndexOf("=")), text.slice(text.lastIndexOf("=") + 1)] as const);
  const wrong = pairs.map(([, word]) => word).find((word) => !words.includes(word));
  if (wrong !== undefined) {
    const message = `--risk: ${JSON.stringify(wrong)} is not one of ${words.join(", ")}.${didYouMean(wrong, words)}`;
    return { ok: false, message, hint: "Write it as --risk git_push=deny, or with a level, as --risk git_push=safe." };
  }
  const risk = Object.fromEntries(
    pairs.map(([target, word]) => [target, decisions.some((one) => one === word) ? { decision: word } : word]),
  );
  return { ok: true, settings: readSettings({ risk }, { file: "the command line" }).settings };
}

/** The targets of settings that exist here. Targets of an absent kind are unknown and aren't reported. */
export interface Here {
  /** The names by which settings select tools. */
  readonly tools?: readonly string[];
  /** The aliases of a tool, and its own name. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** The names of resources, which settings deny or ask about as they do for tools. */
  readonly resources?: () => readonly string[];
  /**
   * Labels without `toolset:`. Read only if settings name a toolset, because it can require loading the tools' modules.
   */
  readonly toolsets?: () => readonly string[];
  /** The aliases of MCP servers. */
  readonly servers?: readonly string[];
}

/**
 * Returns a sentence, which begins with `speaks`, for each target of settings that doesn't exist here: a misspelt name
 * has no effect. The user's file is also for other projects, so it isn't a mistake there.
 */
export function unknownTargets({ overrides }: Settings, here: Here, speaks = "--risk speaks"): readonly string[] {
  const targets = Object.keys(overrides).filter((target) => target !== "*");
  const toolsets = targets.some(isToolset) ? here.toolsets?.().map((label) => `toolset:${label}`) : undefined;
  const servers = here.servers?.map((alias) => `server:${alias}`);
  return targets.flatMap((target) => {
    const [kind, known] = isToolset(target)
      ? (["toolset", toolsets] as const)
      : target.startsWith("server:")
        ? (["server", servers] as const)
        : (["tool", here.tools] as const);
    if (known === undefined || known.includes(target)) return [];
    const resources = kind === "tool" ? (here.resources?.() ?? []) : [];
    if (resources.includes(target)) return [];
    const meant = kind === "tool" ? nearestTool(target, [...known, ...resources], here.aliases) : closest(target, known);
    return [`${speaks} of '${target}', which is not a ${kind} here.${meant === undefined ? "" : ` Did you mean '${meant}'?`}`];
  });
}

const isToolset = (target: string) => target.startsWith("toolset:");

function nearestTool(target: string, known: readonly string[], aliases: Here["aliases"] = {}): string | undefined {
  const suggestion = closest(target, [...known, ...Object.keys(aliases)]);
  return suggestion === undefined || known.includes(suggestion) ? suggestion : aliases[suggestion];
}

const levelRules = {
  kind: "kind",
  risk: "risk",
  value: "raised, because of what a value can be in its place",
} as const;

/**
 * Returns the rule that decided on a call or a tool, in one line: the setting (`from`), or the spec's
 * `tools.d/x.yaml: risk.rules.0` or `: risk`. If the spec declares no risk, it is what decided instead, such as
 * `: kind`.
 */
export function ruleText(
  { risk, spec = "its spec" }: Pick<ToolDefinition, "risk" | "spec">,
  { from, rule }: { readonly from?: string | undefined; readonly rule?: number | undefined },
): string {
  if (from !== undefined && !from.startsWith("risk.rules.")) return from;
  if (from !== undefined) return `${spec}: ${from}`;
  if (rule !== undefined) return `${spec}: risk.rules.${rule}`;
  return `${spec}: ${levelRules[risk.levelFrom ?? "kind"]}`;
}
