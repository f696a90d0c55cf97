import { basename, dirname, join } from "node:path/posix";
import type { Diagnostic } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import { closest } from "../../../contract/names.js";
import { locateText, type NodePath, type ScalarNode } from "../../../contract/spec-node.js";
import type { FileFacts } from "../../source/read-files.js";
import type { ScriptModel, ToolModel } from "../../tool-model.js";
import type { CommandSpec } from "../language/execution-shapes.js";
import type { ToolContext } from "../language/tool-context.js";

/** Programs whose first argument, unless it is an option, is the file that they run. */
const interpreter =
  /^(?:.*\/)?(?:ba|da|z|k|a|fi)?sh$|^(?:.*\/)?(?:node|bun|tsx|ts-node|perl|ruby|php|lua|Rscript|python(?:\d(?:\.\d+)?)?)$/;

const inSpecDir = /^\{\{@specDir\}\}\/([^{}\\\0]+)$/;

/** A text of a command, and its offset in its scalar. */
interface Word {
  readonly text: string;
  readonly scalar: ScalarNode;
  readonly start: number;
}

/**
 * The files that the commands of a tool start, on any platform: `{{@specDir}}/…` as the program, or as the script of an
 * interpreter.
 */
export function scriptsOf(tool: ToolContext): Pick<ToolModel, "scripts"> {
  const { command, platforms = {} } = tool.spec;
  const ofPlatforms = Object.entries(platforms).flatMap(([name, platform]): readonly ScriptModel[] => {
    if (platform === false || platform === undefined) return [];
    const program = tool.scalar(["platforms", name, "program"]);
    const own = program === undefined ? [] : [{ text: program.text, scalar: program, start: 0 }];
    const scripts = [...inWords(tool, own), ...inWords(tool, wordsOf(tool, platform.command, ["platforms", name, "command"]))];
    // Windows has no such permission, and finds a program without its .exe or .cmd.
    return name === "windows" ? scripts.filter(({ file }) => /\.\w+$/.test(file)).map((one) => ({ ...one, isProgram: false })) : scripts;
  });
  const scripts = [...inWords(tool, wordsOf(tool, command, ["command"])), ...ofPlatforms];
  return scripts.length === 0 ? {} : { scripts };
}

/**
 * Returns the first two words of a command. In a string they end at a space, and quotes around a word aren't part of
 * it.
 */
function wordsOf(tool: ToolContext, command: CommandSpec | undefined, path: NodePath): readonly Word[] {
  if (typeof command !== "string") {
    const scalars = [0, 1].flatMap((i) => tool.scalar([...path, i]) ?? []);
    return scalars.map((scalar) => ({ text: scalar.text, scalar, start: 0 }));
  }
  const scalar = tool.scalar(path);
  if (scalar === undefined) return [];
  const found = [...scalar.text.matchAll(/(["']?)([^\s"']+)\1(?=\s|$)/g)].slice(0, 2);
  return found.map(({ 1: quote = "", 2: text = "", index }) => ({ text, scalar, start: index + quote.length }));
}

function inWords(tool: ToolContext, [program, argument]: readonly Word[]): readonly ScriptModel[] {
  if (program === undefined) return [];
  if (!interpreter.test(program.text)) return scriptAt(tool, program, true);
  return argument === undefined ? [] : scriptAt(tool, argument, false);
}

function scriptAt(tool: ToolContext, { text, scalar, start }: Word, isProgram: boolean): readonly ScriptModel[] {
  const path = inSpecDir.exec(text)?.[1];
  if (path === undefined) return [];
  const file = join(dirname(tool.document.file.path), path);
  // Files outside of the project may differ from machine to machine.
  return file.startsWith("../") ? [] : [{ file, isProgram, span: locateText(scalar, start, start + text.length) }];
}

/** The files that tools start, without duplicates. */
export const scriptFiles = (tools: readonly ToolModel[]): readonly string[] => [
  ...new Set(tools.flatMap(({ scripts = [] }) => scripts.map(({ file }) => file))),
];

/** Reports files that tools start and that are missing or can't be started. */
export function checkScripts(tools: readonly ToolModel[], facts: ReadonlyMap<string, FileFacts>): readonly Diagnostic[] {
  return tools.flatMap(({ scripts = [] }) =>
    scripts.flatMap(({ file, isProgram, span }) => {
      const fact = facts.get(file);
      if (fact?.kind === "missing") {
        const didYouMean = closest(
          basename(file),
          fact.others.map((other) => basename(other)),
        );
        return [diagnostic("program-missing", span, { file }, { didYouMean })];
      }
      if (fact?.kind !== "file" || fact.executable || !isProgram) return [];
      const help = `Run \`chmod +x ${file}\`, and \`git update-index --chmod=+x ${file}\` where Git doesn't keep modes.`;
      return [diagnostic("program-not-executable", span, { file }, { help })];
    }),
  );
}
