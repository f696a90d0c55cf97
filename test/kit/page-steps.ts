import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

/** A file that a page asks its reader to save, or a command that it shows with its output. */
export type Step =
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  | { readonly kind: "command"; readonly command: string; readonly output: string };

/**
 * The steps of a page, in order. A block behind a line that ends in a file's name and a colon is that file. In a block
 * of the language `console`, each line that begins with `$ ` is a command, and the lines behind it are its output.
 */
export function stepsOf(page: string): readonly Step[] {
  return blocksOf(page).flatMap(({ language, lines, before }): readonly Step[] => {
    if (language === "console") return commandsOf(lines);
    const path = /`([^`\s]+\.\w+)`:$/.exec(before)?.[1];
    return path === undefined ? [] : [{ kind: "file", path, text: `${lines.join("\n")}\n` }];
  });
}

/** The page with other outputs in the place of those that it shows. */
export function withOutputs(page: string, outputs: readonly string[]): string {
  const remaining = [...outputs];
  return page.replaceAll(/(^```console\n)([\s\S]*?)(^```$)/gm, (_, opening: string, body: string, closing: string) => {
    const steps = commandsOf(body.split("\n").slice(0, -1));
    const texts = steps.map(({ command }) => {
      const output = remaining.shift() ?? "";
      return `$ ${command}\n${output === "" ? "" : `${output}\n`}`;
    });
    return `${opening}${texts.join("")}${closing}`;
  });
}

/** Does a step in a folder, with programs from some folders before all others, and returns what a terminal would show. */
export function take(step: Step, folder: string, programs: readonly string[]): string {
  const { stdout } = started(step, folder, programs);
  return stdout;
}

/** The same, with the exit code of a command. `HOME` is where a command finds the user's settings. */
export function started(step: Step, folder: string, programs: readonly string[], HOME = process.env.HOME) {
  if (step.kind === "file") {
    mkdirSync(dirname(join(folder, step.path)), { recursive: true });
    writeFileSync(join(folder, step.path), step.text);
    return { status: 0, stdout: "" };
  }
  const who = {
    GIT_AUTHOR_NAME: "Ann",
    GIT_AUTHOR_EMAIL: "ann@example.org",
    GIT_COMMITTER_NAME: "Ann",
    GIT_COMMITTER_EMAIL: "ann@example.org",
  };
  const env = { ...process.env, ...who, HOME, PATH: [...programs, process.env.PATH].join(delimiter), NO_COLOR: "1", LC_ALL: "C" };
  const { stdout, status, error } = spawnSync("sh", ["-c", `{ ${step.command}\n} 2>&1`], { cwd: folder, env, encoding: "utf8" });
  if (error) throw error;
  return { status, stdout: stdout.trimEnd() };
}

/** An output without what differs from run to run: the folder's own name, times, and the file of a full output. */
export const comparable = (output: string, folder: string) =>
  output
    .replaceAll(folder, "/home/me/notes")
    .replaceAll(/\S+\/guard-\w+\.txt/g, "/tmp/guard.txt")
    .replaceAll(/\b[\d.]+ m?s\b/g, "0.5 s")
    .trimEnd();

export interface Block {
  readonly language: string;
  readonly lines: readonly string[];
  /** The last line of text before it. */
  readonly before: string;
}

/** The blocks of a page, those of list items too, each without its indentation. */
export function blocksOf(page: string): readonly Block[] {
  const fences = /(?:^(.+)\n\n?)?^( *)```(\w*)\n([\s\S]*?)^\2```$/gm;
  return [...page.matchAll(fences)].map(([, before = "", indent = "", language = "", body = ""]) => ({
    language,
    lines: body
      .split("\n")
      .slice(0, -1)
      .map((line) => line.slice(indent.length)),
    before,
  }));
}

export function commandsOf(lines: readonly string[]): readonly (Step & { kind: "command" })[] {
  const starts = lines.flatMap((line, index) => (line.startsWith("$ ") ? [index] : []));
  return starts.map((start, i) => ({
    kind: "command",
    command: (lines[start] ?? "").slice(2),
    output: lines.slice(start + 1, starts[i + 1]).join("\n"),
  }));
}
