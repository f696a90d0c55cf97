import { accessSync, constants, statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import type { CallContext, PreparedCall } from "../contract/call.js";
import type { Command, Environment, GuardRules, Item, ToolDefinition } from "../contract/definition.js";
import type { JsonObject } from "../contract/json-value.js";
import type { Problem, Refusal } from "../contract/problem.js";
import type { TextTemplate } from "../contract/text-template.js";
import {
  buildText,
  type EvaluationContext,
  hasLoneSurrogate,
  maxArgumentBytes,
  type PlaceholderScope,
  partsOf,
  scopedBodies,
  type TextPart,
} from "./build-text.js";
import { argumentProblems } from "./command/prepare-call.late.js";
import { refuse } from "./refusal.late.js";

/** Builds the arguments of a call, without the program, or returns every reason why they can't be passed. */
export function buildArgv(command: Command, scope: PlaceholderScope): { readonly ok: true; readonly args: readonly string[] } | Refusal {
  const problems: Problem[] = [];
  const context: EvaluationContext = { scope, iteration: undefined, absenceSpreads: true, problems };
  const args = command.items.flatMap((item) => argumentsOf(item, context));
  return problems.length > 0 ? refuse(problems) : { ok: true, args };
}

/** Expands an item: a single argument, or nothing if a value in it is absent. */
function argumentsOf(item: Item, context: EvaluationContext): readonly string[] {
  switch (item.kind) {
    case "word": {
      const parts = partsOf(item.text, context);
      return parts === undefined ? [] : [buildArgument(parts, context.problems)];
    }
    case "stretch":
      return scopedBodies(item.block, context).flatMap((run) => bodyOf(run.body, run.context));
    case "group": {
      const yields = yieldsOf(item.items, context);
      return yields.some(({ args }) => args.length === 0) ? [] : keep(yields, context);
    }
  }
}

/**
 * An absent value in one of a body's own items empties the body (rule 2); spreads inside it handle their own absences.
 */
function bodyOf(body: readonly Item[], context: EvaluationContext): readonly string[] {
  const yields = yieldsOf(body, context);
  return yields.some(({ item, args }) => item.kind === "word" && args.length === 0) ? [] : keep(yields, context);
}

interface Yield {
  readonly item: Item;
  readonly args: readonly string[];
  readonly problems: readonly Problem[];
}

/** Problems are held back until the items are certain to stay: a dropped argument has none. */
function yieldsOf(items: readonly Item[], context: EvaluationContext): readonly Yield[] {
  return items.map((item) => {
    const problems: Problem[] = [];
    return { item, args: argumentsOf(item, { ...context, problems }), problems };
  });
}

function keep(yields: readonly Yield[], context: EvaluationContext): readonly string[] {
  for (const { problems } of yields) for (const problem of problems) context.problems.push(problem);
  return yields.flatMap(({ args }) => args);
}

/** Builds one argument from its parts; its problems are added to `problems`. */
function buildArgument(parts: readonly TextPart[], problems: Problem[]): string {
  const argument = parts.map((part) => part.text).join("");
  const dashes = argument.startsWith("-") && parts.find((part) => part.text !== "")?.from?.mayDash === false;
  // In UTF-8 a UTF-16 code unit takes three bytes at most.
  if (dashes || argument.length * 3 >= maxArgumentBytes || parts.some(isUnfit)) problems.push(...argumentProblems(argument, parts));
  return argument;
}

function isUnfit({ text, from }: TextPart): boolean {
  return from !== undefined && (text.includes("\0") || hasLoneSurrogate(text));
}

type Variables = Readonly<Record<string, string | undefined>>;

/** The variables that every program gets, without `LC_*`. */
export const baseVariables = ["PATH", "HOME", "USER", "LANG", "TZ", "TMPDIR"];
/** A `*` at the end matches any rest. */
const base = [...baseVariables, "LC_*"];
const windows = ["SystemRoot", "windir", "ComSpec", "PATHEXT", "TEMP", "TMP", "USERPROFILE", "APPDATA", "LOCALAPPDATA"];

/** The source of variables, and the platform whose naming rules apply. */
interface ProcessEnvironment {
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

/**
 * How a program is looked up: its name or path, the folder that relative paths are relative to, and PATH as the program
 * will see it.
 */
export interface ProgramQuery {
  readonly program: string;
  readonly cwd: string;
  readonly path: string | undefined;
}

/**
 * Finds a program as a shell would: a name with `/` is a path, any other is looked up on PATH, where an empty entry is
 * the call's folder. Returns its absolute path. Done before the start, to distinguish a missing program from one that
 * exits with 127.
 */
export function resolveProgram(query: ProgramQuery): string | undefined {
  return candidatePaths(query).find(isProgram);
}

/** The candidates, in the order of the search. */
export function candidatePaths({ program, cwd, path = "/usr/bin:/bin" }: ProgramQuery): readonly string[] {
  if (isAbsolute(program)) return [program];
  return program.includes("/") ? [resolve(cwd, program)] : path.split(":").map((entry) => resolve(cwd, entry, program));
}

function isProgram(path: string): boolean {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns how a handler is started: by the Node that runs this, whatever is on PATH, in a process of its own. Its stack
 * traces name the lines of the TypeScript that it was bundled from, relative to the folder in the last argument.
 * Electron's own program is a Node only with a variable.
 */
export function handlerStart(
  { project }: Pick<ToolDefinition, "project">,
  handler: string,
  { projectDir, env }: Pick<CallContext, "projectDir"> & Pick<PreparedCall, "env">,
): Pick<PreparedCall, "program" | "args" | "env" | "handler"> {
  const bundle = bundleOf(project, handler, { projectDir });
  const asNode = process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: "1" };
  return { program: process.execPath, args: [bundle, projectDir], env: { ...env, ...asNode }, handler: true };
}

/** A handler's bundle: one of the outputs, or an absolute path if a compiler keeps its outputs in memory. */
export function bundleOf(
  { output }: Pick<ToolDefinition["project"], "output">,
  handler: string,
  { projectDir }: Pick<CallContext, "projectDir">,
): string {
  return resolve(projectDir, output, "bin/handlers", handler);
}

/**
 * Returns false if a command can't end in one of these filters: none of their names follows a pipe. It is called before
 * the parser of shell commands is loaded, which costs more than reading most commands.
 */
export function mayEndInFilter(command: string, extractors: readonly string[]): boolean {
  const pipe = command.indexOf("|");
  if (pipe === -1) return false;
  const rest = command.slice(pipe);
  // A name may be quoted (`\head`), and only the parser reads `$'…'` and `$"…"`.
  const words = /["'\\]/.test(rest) ? rest.replaceAll(/\\\n|["'\\]/g, "") : rest;
  return rest.includes("$'") || rest.includes('$"') || words.split(/[^\w.-]+/).some((word) => extractors.includes(word));
}

/** A call without a command, or without one that could end in a filter, has nothing to guard. */
export function guardOf(rules: GuardRules, params: JsonObject): Pick<PreparedCall, "guard"> {
  const command = params[rules.param];
  return typeof command === "string" && mayEndInFilter(command, rules.extractors) ? { guard: { rules, command } } : {};
}

/** Renders a template that a tool may lack. */
export function optionalText(text: TextTemplate | undefined, scope: PlaceholderScope) {
  return text === undefined ? ({ ok: true, text: undefined } as const) : buildText(text, scope);
}

/** The values that a call's templates may name. A class: V8 makes an object literal with a getter many times slower. */
export class CallScope implements PlaceholderScope {
  readonly params: JsonObject;
  readonly order: PlaceholderScope["order"];
  readonly workspace: string;
  readonly #folders: readonly [projectDir: string, specDir: string];

  constructor({ params: order, specDir }: ToolDefinition, params: JsonObject, { workspace, projectDir }: CallContext) {
    this.params = params;
    this.order = order;
    this.workspace = workspace;
    this.#folders = [projectDir, specDir];
  }

  get specDir(): string {
    return resolve(...this.#folders);
  }
}
