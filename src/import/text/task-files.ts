import { isJsonObject } from "../../contract/json-value.js";
import type { Entry } from "../imported-tool.js";

/** In the order in which GNU make looks for them. */
export const makefileNames = ["GNUmakefile", "makefile", "Makefile"] as const;

interface Target {
  readonly name: string;
  readonly comment: string | undefined;
  /** The lines of its recipe. */
  readonly lines: string[];
  /** Its prerequisites. */
  readonly needs: string;
}

/**
 * Returns the command that a recipe runs if it is all that it does, without the signs that print or ignore something.
 */
export function onlyLine(lines: readonly string[], needs = ""): string | undefined {
  const commands = lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
  return commands.length === 1 && needs.trim() === "" ? commands[0]?.replace(/^[@+-]+\s*/, "") : undefined;
}

/** The commands of a task; `?` stands for one that isn't a text. */
function taskLines({ cmd, cmds }: { readonly cmd?: unknown; readonly cmds?: unknown }): readonly string[] {
  const all: readonly unknown[] = cmd !== undefined ? [cmd] : Array.isArray(cmds) ? cmds : [cmds];
  return all.map((one) => (typeof one === "string" ? one : isJsonObject(one) && typeof one.cmd === "string" ? one.cmd : "?"));
}

/**
 * The targets of a Makefile that are commands rather than files: those of `.PHONY`, and those with a comment for
 * `make help`. In a Makefile without such marks, all targets whose names look like words are commands.
 */
export function makeTargets(text: string, file: string): readonly Entry[] {
  const { targets, phony } = read(text);
  const marked = (target: Target) => phony.has(target.name) || target.comment !== undefined;
  const chosen = targets.some(marked) ? targets.filter(marked) : targets.filter(({ name }) => /^\p{L}[\p{L}\w-]*$/u.test(name));
  return chosen
    .filter(({ name }) => name !== "help")
    .map(({ name, comment, lines, needs }): Entry => {
      return {
        prefix: "make",
        file,
        entry: name,
        description: describe(`make ${name}`, { comment }),
        kind: "execute",
        ...(isHarmless(name) ? { risk: "moderate" } : {}),
        ...(isLasting(name) ? { isBackground: true } : {}),
        command: ["make", name],
        onlyLine: onlyLine(lines, needs),
      };
    });
}

/** Returns the names of all targets that a command line can have, also of those that are files. */
export const makeTargetNames = (text: string): readonly string[] =>
  read(text)
    .targets.map(({ name }) => name)
    .filter((name) => !name.startsWith("."));

/** Patterns, variables, options and assignments aren't names: make would parse `a=b` as a variable. */
const isTargetName = (name: string) => /^[\p{L}\p{N}_][\p{L}\p{N}_.@/+-]{0,99}$/u.test(name);

/** Lines of recipes, `define` blocks, assignments and conditions aren't rules. */
function read(text: string): { readonly targets: readonly Target[]; readonly phony: ReadonlySet<string> } {
  const targets = new Map<string, Target>();
  const phony = new Set<string>();
  let comment: string | undefined;
  let isDefining = false;
  let current: readonly Target[] = [];
  for (const line of text
    .replaceAll("\r\n", "\n")
    .replaceAll(/\\\n[ \t]*/g, " ")
    .split("\n")) {
    if (/^ *(?:override +)?define\b/.test(line)) isDefining = true;
    const rule = isDefining || line.startsWith("\t") ? undefined : ruleOf(line);
    if (/^ *endef\b/.test(line)) isDefining = false;
    if (line.startsWith("\t")) for (const { lines } of current) lines.push(line);
    if (rule !== undefined) current = [];
    for (const name of rule?.names ?? []) {
      if (name === ".PHONY") for (const one of rule?.after ?? []) phony.add(one);
      const ownComment = rule?.comment ?? comment;
      if (!isTargetName(name)) continue;
      const before = targets.get(name);
      const lines = [...(before?.lines ?? []), ...(rule?.inline ?? [])];
      const needs = [before?.needs ?? "", ...(rule?.after ?? [])].join(" ");
      const target = { name, comment: before?.comment ?? ownComment, lines, needs };
      targets.set(name, target);
      current = [...current, target];
    }
    // A comment with two signs above a rule is for `make help`.
    comment = /^##+\s*(?:[\w.-]+:\s*)?(\S.*)$/.exec(line)?.[1];
  }
  return { targets: [...targets.values()], phony };
}

function ruleOf(line: string) {
  const [, before = "", after = ""] = /^([^\s:=#][^:=#]*?)\s*::?(?![:=])(.*)$/.exec(line) ?? [];
  const [prerequisites = "", ...comments] = after.split(/##+/);
  const isVariable = /^\s*(?:(?:export|override|private)\s+)*[\w.-]+\s*(?:[:+?!]|::|:::)?=/.test(prerequisites);
  if (before === "" || isVariable) return undefined;
  const comment = comments.join("##").trim();
  const inline = /;(.*)$/.exec(prerequisites)?.[1];
  const needed = prerequisites.replace(/#.*$/, "").replace(/;.*$/, "");
  return {
    names: words(before),
    after: words(needed),
    inline: inline === undefined ? [] : [inline],
    comment: comment === "" ? undefined : comment,
  };
}

const words = (text: string) => text.split(/\s+/).filter((word) => word !== "");

/** In the order in which Task looks for them. */
export const taskfileNames = [
  "Taskfile.yml",
  "taskfile.yml",
  "Taskfile.yaml",
  "taskfile.yaml",
  "Taskfile.dist.yml",
  "taskfile.dist.yml",
  "Taskfile.dist.yaml",
  "taskfile.dist.yaml",
] as const;

/** The tasks of a Taskfile that can be run without variables. `document` is the file's YAML as plain data. */
export function taskfileTasks(document: unknown, file: string): readonly Entry[] {
  const tasks = isJsonObject(document) && isJsonObject(document.tasks) ? document.tasks : {};
  return Object.entries(tasks)
    .filter(([name, task]) => isTaskName(name) && isPublic(task))
    .map(([name, task]): Entry => {
      const comment = isJsonObject(task) && typeof task.desc === "string" ? task.desc : undefined;
      return {
        prefix: "task",
        file,
        entry: name,
        description: describe(`task ${name}`, { comment }),
        kind: "execute",
        ...(isHarmless(name) ? { risk: "moderate" } : {}),
        ...(isLasting(name) ? { isBackground: true } : {}),
        command: ["task", name],
        onlyLine: isJsonObject(task)
          ? onlyLine(taskLines(task), task.deps === undefined ? "" : "deps")
          : onlyLine(taskLines({ cmds: task })),
      };
    });
}

/** Wildcards, options and assignments aren't names: Task would parse `a=b` as a variable. */
const isTaskName = (name: string) => /^[\p{L}\p{N}_][\p{L}\p{N}_:./+@-]{0,99}$/u.test(name);

/** Task asks for confirmation before such a task, and would wait for an answer. */
const isPublic = (task: unknown) =>
  !isJsonObject(task) || (task.internal !== true && task.requires === undefined && task.prompt === undefined);

/**
 * Names in other tools' files are untrusted. A control character would garble the output for users, and templates can't
 * express a backslash before two braces.
 */
export const isUsable = (name: string): boolean => name !== "" && name.length <= 100 && !/[\p{C}\u2028\u2029]|\\\{\{/u.test(name);

/** A comment or a command as one line of at most 200 characters. */
function entryLine(text: string): string {
  const line = text
    .replaceAll(/[\p{C}\p{Z}\s]+/gu, " ")
    .trim()
    .replaceAll(/[`]/g, "'");
  return line.length <= 200 ? line : `${line.slice(0, 199).trimEnd()}…`;
}

/** Describes a tool by the comment of the file's author, if there is one, and by the command that it runs. */
export function describe(run: string, { comment, script }: { readonly comment?: string | undefined; readonly script?: string }): string {
  const sentence = comment === undefined ? "" : entryLine(comment);
  const runs = `\`${entryLine(run)}\``;
  if (sentence !== "") return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${/[.!?…]$/.test(sentence) ? "" : "."} Runs ${runs}.`;
  return script === undefined || entryLine(script) === "" ? `Run ${runs}.` : `Run ${runs}, which is \`${entryLine(script)}\`.`;
}

/** Programs with these names serve until they are ended. */
export const isLasting = (name: string): boolean =>
  /(?:^|[:_.-])(?:dev|start|serve|server|watch|preview|storybook)(?:$|[:_.-])/i.test(name);

/**
 * Returns true for commands that only check, compile or test: they are moderate. Any other command of a project stays
 * dangerous, the default of `execute`.
 */
export const isHarmless = (name: string): boolean =>
  /^(?:test|tests|spec|check|checks|lint|typecheck|types|tsc|build|compile|format|fmt|bench|coverage|verify|validate|docs?)(?:$|[:_.-])/i.test(
    name,
  ) && !/deploy|publish|release|push|clean|reset|drop|prod|fix|update/i.test(name);
