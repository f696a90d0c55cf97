import type { Environment } from "../definition.js";
import { type Refusal, refuse } from "../refusal.js";
import { tooLongBytes } from "./argument.js";
import type { Scope } from "./scope.js";
import { buildText } from "./text.js";

type Variables = Readonly<Record<string, string | undefined>>;

/** What every program gets (SPEC §6); a `*` at the end stands for anything. */
const base = ["PATH", "HOME", "USER", "LANG", "LC_*", "TZ", "TMPDIR"];
const windows = ["SystemRoot", "windir", "ComSpec", "PATHEXT", "TEMP", "TMP", "USERPROFILE", "APPDATA", "LOCALAPPDATA"];

/** Where variables come from, and whose rules for their names hold. */
export interface Surroundings {
  readonly env: Variables;
  readonly platform: NodeJS.Platform;
}

/** The whole environment of a program: the base set, what the definition passes on, what it sets. Nothing else of ours reaches it. */
export function buildEnvironment(
  { pass, set }: Environment,
  scope: Scope,
  { env, platform }: Surroundings,
): { readonly ok: true; readonly env: Record<string, string> } | Refusal {
  const windowsNames = platform === "win32";
  const wanted = [...base, ...(windowsNames ? windows : []), ...pass];
  const passed = Object.entries(env).filter(([name]) => wanted.some((pattern) => matches(name, pattern, windowsNames)));
  const problems: string[] = [];
  const own = Object.entries(set).flatMap(([name, text]): readonly (readonly [string, string])[] => {
    const built = buildText(text, scope);
    if (!built.ok) problems.push(...built.problems.map((problem) => `In the environment variable ${name}: ${problem}`));
    if (!built.ok || built.text === undefined) return [];
    const unfit = unfitness(name, built.text);
    if (unfit !== undefined) problems.push(`The environment variable ${name} ${unfit}`);
    return [[name, built.text]];
  });
  if (problems.length > 0) return refuse(problems);
  const given = [...passed, ...own].filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ok: true, env: Object.fromEntries(given) };
}

function matches(name: string, pattern: string, ignoreCase: boolean): boolean {
  const [has, wants] = ignoreCase ? [name.toUpperCase(), pattern.toUpperCase()] : [name, pattern];
  return wants.endsWith("*") ? has.startsWith(wants.slice(0, -1)) : has === wants;
}

function unfitness(name: string, value: string): string | undefined {
  if (value.includes("\0")) return "would hold a NUL character, which none can. Leave it out of the arguments.";
  const bytes = Buffer.byteLength(value) + Buffer.byteLength(name) + 1;
  return bytes >= tooLongBytes ? `would be ${bytes} bytes long, and the most is ${tooLongBytes - 1}. Give shorter arguments.` : undefined;
}
