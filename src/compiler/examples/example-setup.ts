import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PreparedCall } from "../../contract/call.js";
import type { NotStarted } from "../../contract/call-result.js";
import { isArray, isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import type { RiskLevel } from "../../contract/risk.js";
import type { ExampleProblem } from "../example-result.js";
import type { ExampleModel } from "../tool-model.js";

/** Expectations that need the program to run. All others are about the call and start nothing. */
const aboutResult = ["contains", "notContains", "matches", "equals", "json", "display", "files", "exitCode"] as const;

/** Returns true if an example can be judged only by running the tool. */
export function needsRun({ expect }: ExampleModel): boolean {
  return aboutResult.some((key) => expect[key] !== undefined);
}

/** The `given` of an example, read from the spec's plain values. */
export interface ExampleSetup {
  readonly bin: Readonly<Record<string, Fake>>;
  readonly files: Readonly<Record<string, string>>;
  /** With `secrets`, which a call gets in its environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly platform: string | undefined;
  /** The response to the tool's request. No request is ever sent. */
  readonly http: GivenAnswer | undefined;
  /** The answer of the tool's MCP server. No server is ever started. */
  readonly mcp: JsonObject | undefined;
}

/** A response to a request. */
export interface GivenAnswer {
  readonly status: number;
  /** A text unchanged, any other value as JSON. */
  readonly body: string;
}

/** A program that prints the given text and exits. */
interface Fake {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number;
}

export function readSetup({ given }: ExampleModel): ExampleSetup {
  const { bin, platform } = given;
  return {
    bin: Object.fromEntries(Object.entries(isJsonObject(bin) ? bin : {}).map(([name, fake]) => [name, readFake(fake)])),
    files: texts(given.files),
    env: { ...texts(given.env), ...texts(given.secrets) },
    platform: typeof platform === "string" ? platform : undefined,
    http: isJsonObject(given.http) ? readAnswer(given.http) : undefined,
    mcp: isJsonObject(given.mcp) ? given.mcp : undefined,
  };
}

function readAnswer({ status, body = "" }: JsonObject): GivenAnswer {
  return { status: typeof status === "number" ? status : 200, body: typeof body === "string" ? body : JSON.stringify(body) };
}

function readFake(fake: unknown): Fake {
  const { stdout, stderr, exit } = isJsonObject(fake) ? fake : {};
  return {
    stdout: typeof stdout === "string" ? stdout : "",
    stderr: typeof stderr === "string" ? stderr : "",
    exit: typeof exit === "number" ? exit : 0,
  };
}

/** A map of texts; the spec's shape guarantees that there is nothing else in it. */
export function texts(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(isJsonObject(value) ? value : {}).map(([key, text]) => [key, String(text)]));
}

/** The folders and files of one run by their names in examples, such as `workspace` and `temp.body`; absolute. */
interface ExampleFolders {
  readonly workspace: string;
  readonly specDir: string;
  readonly [name: string]: string;
}

/** The temporary folder and files of a call, by their placeholders. */
export function ownFolders({ temporary }: Pick<PreparedCall, "temporary">): Readonly<Record<string, string>> {
  if (temporary === undefined) return {};
  const files = temporary.files.map(({ name, path }) => [`temp.${name}`, path] as const);
  return { tempDir: temporary.path, ...Object.fromEntries(files) };
}

const placeholder = /\{\{@([\w.]+)\}\}/g;

/**
 * Replaces the placeholders in an example's expectations. Other braces stay. In a regular expression, a folder is
 * escaped.
 */
export function fillPlaceholders(expect: JsonObject, folders: ExampleFolders): JsonObject {
  const filled = mapValues(expect, (text) => text.replaceAll(placeholder, (whole, name: string) => pathOf(folders, name) ?? whole));
  return typeof expect.matches === "string" ? { ...filled, matches: fillPattern(expect.matches, folders) } : filled;
}

function fillPattern(pattern: string, folders: ExampleFolders): string {
  return pattern.replaceAll(
    placeholder,
    (whole, name: string) => pathOf(folders, name)?.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&") ?? whole,
  );
}

const pathOf = (folders: ExampleFolders, name: string) => (Object.hasOwn(folders, name) ? folders[name] : undefined);

/** A problem with folders as the author would write them, so that the report doesn't change from run to run. */
export function unfill(problem: ExampleProblem, folders: ExampleFolders): ExampleProblem {
  // The root of the file system is in every path; a file is replaced before its folder.
  const named = Object.entries(folders)
    .filter(([, path]) => path !== "/")
    .sort(([, a], [, b]) => b.length - a.length);
  const show = (text: string) => named.reduce((shown, [name, path]) => shown.replaceAll(path, `{{@${name}}}`), text);
  return problem.kind === "differs"
    ? { ...problem, expected: mapTexts(problem.expected, show), got: mapTexts(problem.got, show) }
    : { ...problem, message: show(problem.message), got: problem.got === undefined ? undefined : show(problem.got) };
}

/** Maps every text inside a value; keys stay. */
function mapTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === "string") return change(value);
  return isJsonObject(value) ? mapValues(value, change) : isArray(value) ? value.map((element) => mapTexts(element, change)) : value;
}

function mapValues(value: JsonObject, change: (text: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, change)]));
}

/**
 * Writes a program that prints the given text, byte for byte, reads nothing and exits with its exit code. `printf` is
 * the shell's own.
 */
export function writeFake(folder: string, { name, fake }: { readonly name: string; readonly fake: Fake }): void {
  const lines = ["#!/bin/sh", ...printing(fake.stdout, ""), ...printing(fake.stderr, " >&2"), `exit ${fake.exit}`];
  writeFileSync(join(folder, name), `${lines.join("\n")}\n`, { mode: 0o755, flag: "wx" });
}

function printing(text: string, where: string): readonly string[] {
  return text === "" ? [] : [`printf %s '${text.replaceAll("'", `'\\''`)}'${where}`];
}

/** Why a call is not run. `skip`: this machine lacks something. `fail`: it would fail on every machine. */
export interface Obstacle {
  readonly kind: "skip" | "fail";
  readonly reason: string;
}

export interface AboutToRun {
  readonly call: PreparedCall;
  /** Where the call's program was found, or why it wasn't. */
  readonly found: string | NotStarted;
  /** The folder of the fakes, and their names. */
  readonly bin: string;
  readonly fakes: readonly string[];
  readonly risk: RiskLevel;
}

/**
 * Returns the obstacle to running an example's call, if there is one. A fake may always run, a real program only if the
 * call isn't dangerous. Checks the file that would start.
 */
export function findObstacle({ call: { program, handler }, found, bin, fakes, risk }: AboutToRun): Obstacle | undefined {
  if (typeof found === "string" && found === `${bin}/${program}`) return undefined;
  if (fakes.includes(program)) {
    return {
      kind: "fail",
      reason: `the fake ${program} would not run: the tool sets its own PATH, or programs may not run below $TMPDIR`,
    };
  }
  if (risk === "dangerous") {
    const way = handler
      ? "and a handler can't be replaced: expect `params`"
      : program.includes("/")
        ? "and a program with a path can't be replaced: expect `argv`"
        : `give it a fake: \`given: { bin: { ${program}: … } }\``;
    return { kind: "fail", reason: `the call is dangerous, so its program is never run for an example; ${way}` };
  }
  if (typeof found === "string" || found.kind !== "notFound") return undefined;
  // A program of the project itself must exist.
  return program.includes("/") ? undefined : { kind: "skip", reason: `${program} is not installed: it is not on PATH` };
}
