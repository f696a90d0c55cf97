import type { CommandWord, Proposal } from "./proposal.js";
import { printYaml } from "./read-yaml.js";

/**
 * Prints a proposal as a spec. The YAML printer quotes names and comments, and braces are escaped, so all of it stays
 * text.
 */
export function printSpec(proposal: Proposal, { schemaLine }: { readonly schemaLine: string }): string {
  const { name, description, kind, risk, services, command, isBackground } = proposal;
  const spec = {
    name,
    description,
    kind,
    ...(risk === undefined ? {} : { risk }),
    ...(services === undefined ? {} : { schema: { properties: { service: serviceSchema(services) } } }),
    command: command.map(templateOf),
    ...(isBackground ? { background: true } : kind === "execute" ? { timeout: "10m", output: { stderr: "merge", keep: "tail" } } : {}),
    examples: [{ name: "the command", params: paramsOf(proposal), expect: { argv: command.map((word) => argumentOf(word, services)) } }],
  };
  return `${schemaLine}\n${printYaml(spec, { inline: ["output", "expect", "params", "service"] })}`;
}

const serviceSchema = (services: readonly string[]) => ({
  type: "string",
  enum: services,
  description: "Only this service; without it, all of them.",
});

const paramsOf = ({ services }: Proposal) => (services === undefined ? {} : { service: services[0] });

/** Braces of a word would be parsed as a placeholder. */
const templateOf = (word: CommandWord) => (typeof word === "string" ? word.replaceAll("{{", "\\{{") : `{{${word.parameter}}}`);

const argumentOf = (word: CommandWord, services: readonly string[] | undefined) => (typeof word === "string" ? word : services?.[0]);
