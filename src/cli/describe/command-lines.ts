import { unreachable } from "../../diagnostics/invariant.js";
import type { Command, Item, ToolDefinition } from "../../runtime/contract/definition.js";
import type { TextPiece, TextTemplate } from "../../runtime/contract/text-template.js";
import { describeRef, describeTest, describeText } from "./describe-text.js";

/**
 * A command as lines for users, one argument a line, blocks indented. `alwaysGiven` are the parameters that are
 * required or have a default; for the others, the text says that the argument is dropped if they are absent.
 */
function describeCommand(command: Command, alwaysGiven: ReadonlySet<string>): readonly string[] {
  const program = command.specDir ? `{{@specDir}}/${command.program}` : command.program;
  return [program, ...describeItems(command.items, alwaysGiven)];
}

/** The lines of a definition's command; none for a tool that makes a request. */
export function commandLines({ command }: Pick<ToolDefinition, "command">, alwaysGiven: ReadonlySet<string>): readonly string[] {
  return command === undefined ? [] : describeCommand(command, alwaysGiven);
}

function describeItems(items: readonly Item[], alwaysGiven: ReadonlySet<string>): readonly string[] {
  return items.flatMap((item) => describeItem(item, alwaysGiven));
}

function describeItem(item: Item, alwaysGiven: ReadonlySet<string>): readonly string[] {
  switch (item.kind) {
    case "word":
      return describeLines(item.text, alwaysGiven);
    case "group": {
      const words = item.items.map((inner) =>
        inner.kind === "word" ? describeWord(inner.text) : describeItem(inner, alwaysGiven).join("; "),
      );
      const lacking = item.items.flatMap((inner) => (inner.kind === "word" ? mayLack(inner.text, alwaysGiven) : []));
      return [`${words.join(" ")}${absence(lacking, "all left out")}`];
    }
    case "stretch":
      return describeStretch(item.block, alwaysGiven);
    default:
      return unreachable(item);
  }
}

/** An argument with several lines, such as a script, unchanged. */
function describeLines(text: TextTemplate, alwaysGiven: ReadonlySet<string>): readonly string[] {
  const [only] = text;
  if (typeof only === "string" && text.length === 1 && only.includes("\n"))
    return only
      .trimEnd()
      .split("\n")
      .map((line) => `| ${line}`);
  const [inner, what] = isOrEmpty(only) ? [only.block.otherwise, "empty"] : [text, "left out"];
  return [`${describeWord(text)}${absence(mayLack(inner, alwaysGiven), what)}`];
}

/** A block without a condition keeps an argument if a value in it is absent. */
function isOrEmpty(piece: TextPiece | undefined): piece is {
  readonly kind: "block";
  readonly block: { readonly kind: "if"; readonly branches: readonly []; readonly otherwise: TextTemplate };
} {
  return (
    typeof piece === "object" &&
    piece.kind === "block" &&
    piece.block.kind === "if" &&
    piece.block.branches.length === 0 &&
    piece.block.otherwise !== undefined
  );
}

function describeStretch(block: Extract<Item, { readonly kind: "stretch" }>["block"], alwaysGiven: ReadonlySet<string>): readonly string[] {
  const body = (items: readonly Item[], given = alwaysGiven) => describeItems(items, given).map((line) => `  ${line}`);
  const otherwise = block.otherwise === undefined ? [] : ["otherwise:", ...body(block.otherwise)];
  if (block.kind === "each") return [`for each of ${describeRef(block.ref)}:`, ...body(block.body), ...otherwise];
  const branches = block.branches.flatMap(({ test, body: items }, i) => [
    `${i === 0 ? "if" : "else if"} ${describeTest(test)}:`,
    ...body(items, test.negated ? alwaysGiven : new Set([...alwaysGiven, describeRef(test.ref)])),
  ]);
  return [...branches, ...otherwise];
}

/** Quoted if a reader could take it for two arguments. */
function describeWord(text: TextTemplate): string {
  const word = describeText(text);
  return word === "" || /[\s'"]/.test(word.replaceAll(/\{\{.*?\}\}/g, "")) ? `'${word}'` : word;
}

function mayLack(text: TextTemplate, alwaysGiven: ReadonlySet<string>): readonly string[] {
  return text.flatMap((piece) => {
    if (typeof piece === "string" || piece.kind === "block" || piece.ref.from !== "param") return [];
    const [name = ""] = piece.ref.path;
    return alwaysGiven.has(name) && piece.ref.path.length === 1 && piece.kind !== "join" ? [] : [describeRef(piece.ref)];
  });
}

function absence(names: readonly string[], what: string): string {
  return names.length === 0 ? "" : `   (${what} without ${[...new Set(names)].join(" or ")})`;
}
