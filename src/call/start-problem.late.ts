import { isUtf8 } from "node:buffer";
import { accessSync, constants, statSync } from "node:fs";
import { resolve } from "node:path";
import type { PreparedCall } from "../contract/call.js";
import type { NotStarted } from "../contract/call-result.js";
import type { Platform, ToolDefinition } from "../contract/definition.js";
import { findSyntaxError } from "../contract/json-text.js";
import type { Refusal } from "../contract/problem.js";
import { maxInputBytes, type StdinInput } from "../contract/stdio.js";
import { candidatePaths, type ProgramQuery } from "./build-command.js";
import { refuse } from "./refusal.late.js";

/**
 * Returns the reason why a program was not found, as opposed to one that isn't executable, and to a missing working
 * directory.
 */
export function notFound({ program, cwd, path }: ProgramQuery): NotStarted {
  return (
    folderProblem(program, cwd) ?? (program.includes("/") ? wrongPath(program, resolve(cwd, program)) : notOnPath({ program, cwd, path }))
  );
}

/** Returns why the guard, or a program that was found, could not be started. */
export function spawnError({ program, cwd }: Pick<PreparedCall, "program" | "cwd">, code: string | undefined): NotStarted {
  if (code === "E2BIG") {
    return { kind: "tooLong", message: `The arguments of ${program} are longer than this system allows. Pass less in one call.` };
  }
  return folderProblem(program, cwd) ?? unstartable(program, code);
}

function unstartable(program: string, code: string | undefined): NotStarted {
  if (code === "ENOENT") return { kind: "unavailable", message: "/bin/sh is missing; toolgen needs it to guard what it starts." };
  return { kind: "unstartable", message: `${program} could not be started: ${code ?? "unknown error"}.` };
}

function notOnPath(query: ProgramQuery): NotStarted {
  const blocked = candidatePaths(query).find((path) => stateOf(path) === "notExecutable");
  return blocked === undefined
    ? { kind: "notFound", message: `The program ${query.program} was not found on PATH. Is it installed, and is its folder on PATH?` }
    : { kind: "notExecutable", message: `The program ${query.program} was found as ${blocked}, which is not executable.` };
}

function wrongPath(program: string, path: string): NotStarted {
  switch (stateOf(path)) {
    case "missing":
      return { kind: "notFound", message: `The program ${program} does not exist.` };
    case "noFile":
      return { kind: "notExecutable", message: `${program} is a directory or special file, not an executable.` };
    case "notExecutable":
      return { kind: "notExecutable", message: `The file ${program} is not executable. Is its executable bit set?` };
  }
}

function stateOf(path: string): "missing" | "noFile" | "notExecutable" {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return "missing";
    if (!stats.isFile()) return "noFile";
    accessSync(path, constants.X_OK);
    // It was created after the look-up.
    return "missing";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EACCES" ? "notExecutable" : "missing";
  }
}

function folderProblem(program: string, cwd: string): NotStarted | undefined {
  if (isFolder(cwd)) return undefined;
  return { kind: "unstartable", message: `The working directory of ${program} does not exist or is not a directory: ${cwd}` };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

const expectedInput = "Pass the parameters as one JSON object on standard input.";

/** Explains to the client why standard input has no parameters: it was not read, or isn't JSON. */
export function inputProblem(input: StdinInput): string {
  return `${problemOf(input)} ${expectedInput}`;
}

function problemOf(input: StdinInput): string {
  switch (input.kind) {
    case "terminal":
      return "Standard input is a terminal.";
    case "overlong":
      return `Standard input contains more than ${maxInputBytes / 1024 / 1024} MiB.`;
    case "unreadable":
      return `Standard input could not be read (${input.code}).`;
    case "read":
      return isUtf8(input.bytes) ? mistakeText(input.bytes.toString("utf8").replace(/^\uFEFF/, "")) : "Standard input is not UTF-8 text.";
  }
}

function mistakeText(json: string): string {
  const mistake = findSyntaxError(json);
  if (mistake === undefined) return "Standard input is not valid JSON.";
  const before = json.slice(0, mistake.offset);
  const line = before.split("\n").length;
  const column = mistake.offset - before.lastIndexOf("\n");
  const found = json.codePointAt(mistake.offset);
  const what = found === undefined ? "the text ends" : `there is ${JSON.stringify(String.fromCodePoint(found))}`;
  return `Standard input is not valid JSON: at line ${line}, column ${column} ${what} where ${mistake.expected} is expected.`;
}

const words: Readonly<Record<Platform, string>> = { linux: "Linux", darwin: "macOS", win32: "Windows" };

/** Refuses a call of a tool that doesn't run on this platform, which no other arguments can change. */
export function absentPlatform({ platforms }: ToolDefinition, platform: NodeJS.Platform): Refusal {
  const others = Object.entries(words).flatMap(([key, word]) => (platforms?.[key as Platform] === false ? [] : [word]));
  return refuse([{ code: "absent-platform", platform: words[platform as Platform] ?? platform, others }], "unsupportedPlatform");
}

/**
 * Returns the message for a file of `generated/` that no build wrote like this: the build was interrupted, or the file
 * was edited, merged or partly deleted.
 */
export function corruptOutputMessage(what: string): string {
  return `${what}: generated/ is incomplete or damaged. Run 'toolgen build' to regenerate it.`;
}

/** The message of a program of an output that was built without one of `features` in toolgen.yaml. */
export function missingFeature(name: string): string {
  const advice = `To write it, add ${name} to 'features' in toolgen.yaml, and run 'toolgen build'.`;
  return `generated/ has no ${name}.cjs. ${advice}${name === "proxy" ? "" : " 'toolgen mcp' has it as it is."}`;
}
