import { agentClients } from "../../clients/agent-clients.js";
import { firstToolName } from "../../compiler/scaffold.js";
import { printable } from "../../contract/display-text.js";
import type { Proposal } from "../../import/imported-tool.js";
import type { Choices, PlannedFile } from "./plan-files.js";

/** The outcome of `toolgen init`, or of its dry run. */
export interface Outcome {
  readonly files: readonly PlannedFile[];
  readonly choices: Choices;
  /** Tools that could still be made from the project's commands. */
  readonly others: readonly Proposal[];
  /** The entries that were found but aren't proposed, with the reasons. */
  readonly notes: readonly string[];
  /** The command that a user types for `toolgen` here. */
  readonly command: string;
  readonly isDry: boolean;
  /** The command that adds toolgen to the project's packages, if it is missing from them. */
  readonly install: string | undefined;
}

type PathOf = (file: PlannedFile) => string;

const signs = { create: "+", update: "~", keep: "=" } as const;

/** The files, one a line, and below an unchanged one what its owner could add. */
export function describePlan(files: readonly PlannedFile[], pathOf: PathOf): string {
  const width = Math.max(...files.map((file) => pathOf(file).length));
  return files
    .map((file) => {
      const line = `  ${signs[file.action]} ${pathOf(file).padEnd(width)}  ${printable(file.note)}\n`;
      return file.action === "keep" && file.text !== undefined ? `${line}${file.text.replaceAll(/^(?=.)/gm, "      ")}` : line;
    })
    .join("");
}

/** Returns the user's message after the files. It ends with the next three commands, and what to type in a client. */
export function outcomeText(outcome: Outcome): string {
  const { others, notes, command, isDry, install } = outcome;
  const names = others.map(({ name }) => name);
  const named = names.length <= 12 ? names.join(", ") : `${names.slice(0, 12).join(", ")} and ${names.length - 12} more`;
  return [
    isDry ? "\nNothing was written: this was a dry run.\n" : "",
    names.length === 0 ? "" : `\nFound, and not written: ${named}.\nAdd them with '${command} init --tools NAME,NAME' or --all.\n`,
    notes.length === 0 ? "" : `\n${notes.map((note) => `${printable(note)}\n`).join("")}`,
    install === undefined ? "" : `\nAdd toolgen to the project's packages: ${install}\n`,
    `\nNext:\n${nextCommands(outcome)
      .map((line) => `  ${line}\n`)
      .join("")}`,
    `\n${inClient(outcome)}\n`,
  ].join("");
}

/** The last step: what to type in a client. */
function inClient(outcome: Outcome): string {
  const { choices, command } = outcome;
  const client = agentClients.find(({ id }) => id === choices.clients[0]);
  if (client === undefined) return `To use the tools in Claude Code: ${command} install claude. '${command} clients' lists other clients.`;
  const [chosen] = choices.tools;
  const asked = isNew(outcome)
    ? "How many lines does toolgen.yaml have?"
    : chosen === undefined
      ? "Which tools of this project do you have?"
      : `Use the tool ${chosen.name}.`;
  return `Then start ${client.label} in this folder, and type: ${asked}`;
}

const isNew = ({ files }: Outcome) => files.some(({ path, action }) => action === "create" && path.endsWith("/count-lines.yaml"));

/** The result as data: the shape is documented in docs/init.md. */
export function outcomeFacts(outcome: Outcome, pathOf: PathOf): object {
  const { files, choices, others, notes, isDry } = outcome;
  const tool = ({ name, file, entry, description, command }: Proposal) => ({
    name,
    file,
    entry,
    description,
    command: command.map((word) => (typeof word === "string" ? word : `{{${word.parameter}}}`)),
  });
  return {
    dryRun: isDry,
    files: files.map((file) => ({
      path: pathOf(file),
      action: file.action,
      note: file.note,
      ...(file.action === "keep" && file.text !== undefined ? { toAdd: file.text } : {}),
    })),
    tools: choices.tools.map(tool),
    proposals: others.map(tool),
    notes,
    next: nextCommands(outcome),
  };
}

function nextCommands(outcome: Outcome): readonly string[] {
  const { choices, command } = outcome;
  const [chosen] = choices.tools.filter(({ services }) => services === undefined);
  const call = isNew(outcome)
    ? `${command} call ${firstToolName} '{"files": ["toolgen.yaml"]}'`
    : chosen === undefined
      ? `${command} list`
      : `${command} explain ${chosen.name}`;
  return [`${command} build`, `${command} test`, call];
}
