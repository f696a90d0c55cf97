import type { TestExpression } from "unbash";
import { noteRefusal } from "./note-refusal.js";
import { type Facts, readWord } from "./read-word.js";

/** In `[[ … ]]` bash evaluates operands as arithmetic, and looks up variables by names that may hold code. */
export function readTestExpression(node: TestExpression, facts: Facts): void {
  switch (node.type) {
    case "TestLogical":
      for (const operand of node.operands) readTestExpression(operand, facts);
      return;
    case "TestNot":
      readTestExpression(node.operand, facts);
      return;
    case "TestGroup":
      readTestExpression(node.expression, facts);
      return;
    case "TestUnary":
      if (node.operator === "-v" || node.operator === "-R") noteRefusal("a name", node.operand, facts);
      readWord(node.operand, facts);
      return;
    case "TestBinary":
      if (node.operator === "=~") noteRefusal("a pattern", node.right, facts);
      else if (!["=", "==", "!=", "<", ">", "-nt", "-ot", "-ef"].includes(node.operator))
        noteRefusal("a comparison that calculates", node, facts);
      readWord(node.left, facts);
      readWord(node.right, facts);
  }
}
