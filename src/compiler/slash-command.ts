import { tomlString } from "./emit/print/literal.js";
import { inertText } from "./emit/print/markup-text.js";
import type { BundleName, Model, PromptModel } from "./model.js";
import type { OutputFile } from "./output-file.js";

/** A prompt as a file of a client's bundle, relative to the bundle, and the command that people type. */
export interface SlashCommand {
  readonly path: string;
  readonly text: string;
  readonly typed: string;
}

/**
 * Returns a prompt in the form of a client's own commands; `undefined` if that form can't express it. Then the bundle's
 * server has the prompt, which clients show as a command too. A client's form is a text with a place for what the user
 * typed: no second argument, no default, no condition. It also runs parts of the text as shell commands and reads files
 * that it names, and has no escape for them, so a text that looks like one is left to the server.
 */
export function slashCommand(bundle: BundleName, prompt: PromptModel, model: Pick<Model, "project">): SlashCommand | undefined {
  const printed = printCommand(bundle, prompt, model);
  return typeof printed === "string" ? undefined : printed;
}

/** Returns the reason for which a prompt isn't a command of the client's own, as a clause; `undefined` if it is one. */
export function slashCommandObstacle(bundle: BundleName, prompt: PromptModel, model: Pick<Model, "project">): string | undefined {
  const printed = printCommand(bundle, prompt, model);
  return typeof printed === "string" ? printed : undefined;
}

/** A command, or the reason for which there is none. */
function printCommand(bundle: BundleName, prompt: PromptModel, { project }: Pick<Model, "project">): SlashCommand | string {
  const { name, description } = prompt.tool;
  if (bundle === "claude-plugin") {
    const body = bodyOf(prompt, "$ARGUMENTS");
    if (typeof body === "string") return body;
    // Claude Code inserts what the user typed before it looks for commands to run, so an argument could have some.
    if (prompt.arguments.length > 0) return "Claude Code would run commands in what the user types";
    if (!isPlainForClaude(body)) return "Claude Code would replace or run a part of its text, or read a file that it names";
    // JSON is YAML.
    const head = ["---", `description: ${JSON.stringify(description)}`, "---"];
    return { path: `commands/${name}.md`, text: [...head, body.text, ""].join("\n"), typed: `/${project.server}:${name}` };
  }
  if (bundle === "gemini-extension") {
    const body = bodyOf(prompt, "{{args}}");
    if (typeof body === "string") return body;
    if (!isPlainForGemini(body)) return "Gemini CLI would replace or run a part of its text, or read a file that it names";
    const text = `description = ${tomlString(description)}\nprompt = ${tomlString(body.text)}\n`;
    return { path: `commands/${name}.toml`, text, typed: `/${name}` };
  }
  return "its client has no such files";
}

/** The commands of a bundle, as files relative to the output folder. */
export function slashCommandFiles(bundle: BundleName, model: Model): readonly OutputFile[] {
  return model.prompts.flatMap((prompt) => {
    const command = slashCommand(bundle, prompt, model);
    return command === undefined ? [] : [{ path: `${bundle}/${command.path}`, text: command.text, executable: false }];
  });
}

interface Body {
  readonly text: string;
  /** The author's own parts of it. */
  readonly literals: readonly string[];
}

/** Returns the text of a prompt with this placeholder for its only argument, or the reason for which there is none. */
function bodyOf({ arguments: all, messages, tool }: PromptModel, placeholder: string): Body | string {
  const [message, ...more] = messages;
  if (message === undefined || more.length > 0) return "it has several messages";
  if (message.role !== "user") return "its message isn't the user's";
  if ("media" in message) return message.media.type === "image" ? "its message is an image" : "its message is a sound";
  if ("resource" in message) return "its message is a resource";
  if (all.length > 1) return "it has several arguments";
  const limited = all.find(({ name }) => !isAnyText(tool.schema.properties, name));
  if (limited !== undefined) return `its argument ${limited.name} can't be any text, or has a default`;
  const parts: string[] = [];
  const literals: string[] = [];
  for (const piece of message.text) {
    if (typeof piece === "string") literals.push(piece);
    else if (piece.kind !== "value") return "its text has a condition, a loop or a list";
    else if (piece.ref.from !== "param") return "its text has a value that isn't an argument";
    parts.push(typeof piece === "string" ? piece : placeholder);
  }
  return { text: parts.join("").trim(), literals };
}

/** True for an argument that can be any text: a client's own command checks nothing. */
function isAnyText(properties: unknown, name: string): boolean {
  const property: unknown =
    typeof properties === "object" && properties !== null ? Object.entries(properties).find(([key]) => key === name)?.[1] : undefined;
  if (typeof property !== "object" || property === null || !("type" in property) || property.type !== "string") return false;
  return Object.keys(property).every((key) => ["type", "title", "description"].includes(key));
}

/** Claude Code also reads files behind `@`. */
const isPlainForClaude = ({ text }: Body) => inertText(text) === text && !text.includes("@");

/** Gemini CLI runs what stands in `!{…}`, reads the file in `@{…}`, and knows one placeholder. */
const isPlainForGemini = ({ text, literals }: Body) => !/[!@]\{/.test(text) && literals.every((literal) => !literal.includes("{{args}}"));
