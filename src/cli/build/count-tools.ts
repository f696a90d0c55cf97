import { readFileSync } from "node:fs";
import type { Model } from "../../compiler/model.js";
import type { OutputFile, PrintPart } from "../../compiler/output-file.js";
import { countShown, createTokenizer, type Showing, showings, shownText, shownTools, type Tokenizer } from "../../compiler/showings.js";
import type { Surface, ToolSurface } from "../../compiler/surface-lock.js";
import type { ToolModel } from "../../compiler/tool-model.js";
import { packageRoot } from "../command.js";

/** A tool with its tokens in each showing that contains it. */
export interface ToolTokens {
  readonly name: string;
  readonly tokens: Readonly<Record<string, number>>;
}

/** Counts every tool in every showing; the most expensive tools come first. */
export function countTools(model: Model): readonly ToolTokens[] {
  const held = showings.map((showing) => ({ showing, names: new Set(shownTools(model, showing).map(({ name }) => name)) }));
  const counted = model.tools.map((tool): ToolTokens => {
    const own = held.filter(({ names }) => names.has(tool.name));
    return { name: tool.name, tokens: Object.fromEntries(own.map(({ showing }) => [showing.name, count(tool, showing)])) };
  });
  const most = ({ tokens }: ToolTokens) => Math.max(0, ...Object.values(tokens));
  return counted.toSorted((a, b) => most(b) - most(a) || (a.name < b.name ? -1 : 1));
}

/** A skill with the tokens of what clients show of it at first, of the rest of `SKILL.md`, and of its references. */
export interface SkillTokens {
  readonly name: string;
  readonly prompt: number;
  readonly body: number;
  readonly references: number;
}

/** Counts the skills among the files of a build. */
export function countSkills(files: readonly OutputFile[]): readonly SkillTokens[] {
  const count = (text: string) => openTokenizer().count(text);
  return files.flatMap(({ path, text }) => {
    const [, name = ""] = /^skills\/([^/]+)\/SKILL\.md$/.exec(path) ?? [];
    if (name === "") return [];
    const [, description = ""] = /^description: (.*)$/m.exec(text) ?? [];
    const [, , body = ""] = text.split(/^---$/m);
    const references = files.filter((file) => file.path.startsWith(`skills/${name}/references/`)).map((file) => count(file.text));
    return [
      {
        name,
        prompt: count(`${name}: ${String(JSON.parse(description))}`),
        body: count(body),
        references: references.reduce((a, b) => a + b, 0),
      },
    ];
  });
}

/** The tokens of all tools in one showing. */
export const totalTokens = (tools: readonly ToolTokens[], { name }: Showing): number =>
  tools.reduce((sum, { tokens }) => sum + (tokens[name] ?? 0), 0);

/**
 * Counts the tools and their tokens as most clients show them. A tool that hasn't changed since the last build isn't
 * counted again.
 */
export function countCatalogue(model: Model, part: PrintPart): { readonly tools: number; readonly tokens: number } {
  const [showing] = showings;
  if (showing === undefined) return { tools: 0, tokens: 0 };
  const tools = shownTools(model, showing);
  return {
    tools: tools.length,
    tokens: tools.reduce((sum, tool) => sum + countShown(tool, showing, { part, count: (text) => openTokenizer().count(text) }), 0),
  };
}

const count = (tool: ToolModel, showing: Showing) => openTokenizer().count(shownText(tool, showing));

let opened: Tokenizer | undefined;

/** The tokenizer of this package, read when something is counted. */
export function openTokenizer(): Tokenizer {
  opened ??= createTokenizer(readFileSync(new URL("dist/assets/o200k-base.bin", packageRoot)));
  return opened;
}

/** The tokens of the names, descriptions and schemas of all tools, before and after. */
export interface TokenChange {
  readonly before: number;
  readonly after: number;
}

/** Counts the tools of two surfaces. A tool that is the same in both is counted once. */
export function countTokens(before: Surface, after: Surface): TokenChange {
  const tokenizer = openTokenizer();
  const counted = new Map<string, number>();
  const count = (text: string) => {
    const tokens = counted.get(text) ?? tokenizer.count(text);
    counted.set(text, tokens);
    return tokens;
  };
  // A client describes its own tools itself.
  const shownTools = ({ tools }: Surface) => Object.entries(tools).filter(([, { details }]) => details?.host === undefined);
  const sum = (surface: Surface) => shownTools(surface).reduce((all, [name, tool]) => all + count(shown(name, tool)), 0);
  return { before: sum(before), after: sum(after) };
}

const shown = (name: string, { description, parameters }: ToolSurface) => JSON.stringify({ name, description, parameters });
