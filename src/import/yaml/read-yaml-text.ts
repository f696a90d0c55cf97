import { LineCounter, parseDocument } from "yaml";
import { readPlainYaml } from "../../source/yaml/read-plain-yaml.js";

/** Reads YAML as plain data; `undefined` if it is invalid, or has more aliases than a person would write. */
export const readYamlText = (text: string): unknown => readPlainYaml(text, { maxAliases: 1000 });

/** Returns the line and the reason of the first mistake in YAML, behind a colon; nothing if there is none. */
export function findYamlMistake(text: string): string {
  const lines = new LineCounter();
  const [mistake] = parseDocument(text, { lineCounter: lines, logLevel: "silent", prettyErrors: false }).errors;
  if (mistake === undefined) return "";
  const { line, col } = lines.linePos(mistake.pos[0]);
  return `: line ${line}, column ${col}: ${mistake.message.split("\n")[0]?.replace(/\.$/, "")}`;
}
