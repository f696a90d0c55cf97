import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { type MapEntry, nodeAt, type SpecDocument, type SpecNode } from "../../source/spec-node.js";
import { schemaNames } from "../language/suggest-key.js";

/**
 * Reports a tool in the form of OpenAI's or Gemini's API, or a list of such tools, and shows how the first of them
 * begins as a spec.
 */
export function checkForeignSpec({ root }: SpecDocument): readonly Diagnostic[] {
  if (root.kind !== "map") return [];
  const found = foreignForm(root.entries);
  if (found === undefined) return [];
  const { entry, form, declaration } = found;
  return [
    diagnostic(
      "foreign-spec",
      entry.keySpan,
      { form },
      { help: `Write each tool as a document, with \`---\` between two in a file:\n${skeleton(declaration).join("\n")}` },
    ),
  ];
}

interface Foreign {
  readonly entry: MapEntry;
  readonly form: string;
  readonly declaration: SpecNode | undefined;
}

function foreignForm(entries: readonly MapEntry[]): Foreign | undefined {
  const of = (key: string) => entries.find((entry) => entry.key === key);
  const [type, inner, list] = [of("type"), of("function"), of("functionDeclarations") ?? of("function_declarations")];
  if (type?.value.kind === "scalar" && type.value.text === "function")
    return {
      entry: type,
      form: "a tool as OpenAI's API declares it",
      declaration: inner?.value ?? { kind: "map", entries, span: type.keySpan },
    };
  if (list !== undefined) return { entry: list, form: "a list of tools as Gemini's API declares them", declaration: firstOf(list.value) };
  const tools = of("name") === undefined && of("fragment") === undefined ? of("tools") : undefined;
  if (tools?.value.kind !== "list") return undefined;
  const first = firstOf(tools.value);
  const inside = first?.kind === "map" ? nodeAt(first, ["function"]) : undefined;
  return {
    entry: tools,
    form: "a list of tools",
    declaration: inside ?? first,
  };
}

const firstOf = (node: SpecNode) => (node.kind === "list" ? node.items[0] : node);

function skeleton(declaration: SpecNode | undefined): readonly string[] {
  const at = (...path: string[]) => (declaration === undefined ? undefined : nodeAt(declaration, path));
  const name = at("name");
  const properties = schemaNames.map((key) => at(key, "properties")).find((node) => node !== undefined);
  const parameters = properties?.kind === "map" ? properties.entries.map(({ key }) => key) : [];
  const items = ["program", ...parameters.map((parameter) => `"{{${parameter}}}"`)];
  return [
    `name: ${name?.kind === "scalar" && name.text !== "" ? name.text : "count_lines"}`,
    "description: …",
    "kind: read            # what it does at worst",
    ...(parameters.length === 0
      ? []
      : [`schema: { properties: { ${parameters.map((p) => `${p}: …`).join(", ")} } }   # the JSON Schema as it is`]),
    `command: [${items.join(", ")}]`,
  ];
}
