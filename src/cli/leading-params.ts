import type { Block, Command, Item, Piece, Ref, Text } from "../runtime/definition.js";

/**
 * The parameters with whose value an argument of the command can begin, so that a leading dash in them would matter. `--author={{x}}`
 * begins with the author's text (SPEC §5). Elements of an `each` count for the parameter that is gone through.
 */
export function leadingParams(command: Command): ReadonlySet<string> {
  return new Set(ofItems(command.items, undefined));
}

function ofItems(items: readonly Item[], each: string | undefined): readonly string[] {
  return items.flatMap((item): readonly string[] => {
    if (item.kind === "word") return ofText(item.text, each);
    if (item.kind === "group") return ofItems(item.items, each);
    return bodies(item.block).flatMap((body) => ofItems(body, paramOf(item.block) ?? each));
  });
}

/** A text's first piece, and those after it as long as everything before may be empty. */
function ofText(text: Text, each: string | undefined): readonly string[] {
  const end = text.findIndex((piece) => typeof piece === "string" && piece !== "");
  return (end === -1 ? text : text.slice(0, end)).flatMap((piece) => ofPiece(piece, each));
}

function ofPiece(piece: Piece, each: string | undefined): readonly string[] {
  if (typeof piece === "string") return [];
  if (piece.kind === "block") return bodies(piece.block).flatMap((body) => ofText(body, paramOf(piece.block) ?? each));
  return [nameOf(piece.ref) ?? each].filter((name) => name !== undefined);
}

function bodies<Body>(block: Block<Body>): readonly Body[] {
  const own = block.kind === "each" ? [block.body] : block.branches.map((branch) => branch.body);
  return block.otherwise === undefined ? own : [...own, block.otherwise];
}

const paramOf = (block: Block<unknown>) => (block.kind === "each" ? nameOf(block.ref) : undefined);
const nameOf = (ref: Ref) => (ref.from === "param" ? ref.path[0] : undefined);
