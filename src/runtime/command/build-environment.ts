import type { Environment } from "../contract/definition.js";
import type { Problem } from "../contract/problem.js";
import type { Refusal } from "../contract/refusal.js";
import { refuse } from "../refusal/refusal.late.js";
import { buildText } from "./build-text.js";
import { maxArgumentBytes } from "./max-argument-bytes.js";
import type { PlaceholderScope } from "./placeholder-scope.js";

type Variables = Readonly<Record<string, string | undefined>>;

/** The variables that every program gets, without `LC_*`. */
export const baseVariables = ["PATH", "HOME", "USER", "LANG", "TZ", "TMPDIR"];
/** A `*` at the end matches any rest. */
const base = [...baseVariables, "LC_*"];
const windows = ["SystemRoot", "windir", "ComSpec", "PATHEXT", "TEMP", "TMP", "USERPROFILE", "APPDATA", "LOCALAPPDATA"];

/** The source of variables, and the platform whose naming rules apply. */
export interface ProcessEnvironment {
  readonly env: Variables;
  readonly platform: NodeJS.Platform;
}

/**
 * Builds the whole environment of a program: the base set, the variables that the definition passes on, and those that
 * it sets. Nothing else reaches the program.
 */
export function buildEnvironment(
  { pass, set }: Environment,
  scope: PlaceholderScope,
  { env, platform }: ProcessEnvironment,
): { readonly ok: true; readonly env: Record<string, string> } | Refusal {
  const isWanted = platform === "win32" ? ignoringCase([...base, ...windows, ...pass]) : matchesName([...base, ...pass]);
  // Each access to `process.env` is a system call, so only the needed variables are read. The engine optimises a loop
  // over all names for longer than it runs.
  const variables: Variable[] = [];
  for (const name of namesIn(env).filter(isWanted)) {
    const value = env[name];
    if (value !== undefined) variables.push([name, value]);
  }
  const own = Object.keys(set).length === 0 ? none : ownVariables(set, scope);
  if (!own.ok) return own;
  variables.push(...own.variables);
  return { ok: true, env: Object.fromEntries(variables) };
}

/** `Object.keys` looks at each variable of `process.env` again, to know if it is enumerable, as all of them are. */
const namesIn = (env: Variables) => (env === process.env ? Object.getOwnPropertyNames(env) : Object.keys(env));

type Variable = readonly [name: string, value: string];

const none = { ok: true, variables: [] } as const;

function ownVariables(
  set: Environment["set"],
  scope: PlaceholderScope,
): { readonly ok: true; readonly variables: readonly Variable[] } | Refusal {
  const problems: Problem[] = [];
  const variables = Object.entries(set).flatMap(([name, text]): readonly Variable[] => {
    const built = buildText(text, scope);
    if (!built.ok) problems.push(...built.problems.map((problem): Problem => ({ code: "variable", variable: name, problem })));
    if (!built.ok || built.text === undefined) return [];
    const unfit = unfitness(name, built.text);
    if (unfit !== undefined) problems.push(unfit);
    return [[name, built.text]];
  });
  return problems.length > 0 ? refuse(problems) : { ok: true, variables };
}

type NameTest = (name: string) => boolean;

/** Returns a predicate for names that match one of these patterns. */
export function matchesName(patterns: readonly string[]): NameTest {
  const names = new Set(patterns);
  const beginnings = patterns.filter((pattern) => pattern.endsWith("*")).map((pattern) => pattern.slice(0, -1));
  return (name) => names.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
}

function ignoringCase(patterns: readonly string[]): NameTest {
  const isWanted = matchesName(patterns.map((pattern) => pattern.toUpperCase()));
  return (name) => isWanted(name.toUpperCase());
}

function unfitness(name: string, value: string): Problem | undefined {
  if (value.includes("\0")) return { code: "nul-in-variable", variable: name };
  const bytes = Buffer.byteLength(value) + Buffer.byteLength(name) + 1;
  return bytes >= maxArgumentBytes ? { code: "long-variable", variable: name, bytes, most: maxArgumentBytes - 1 } : undefined;
}
