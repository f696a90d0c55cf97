import { InternalError } from "../../diagnostics/invariant.js";

/**
 * Words that stand for texts while json-schema-to-typescript prints types. It escapes little of what a spec may hold, and makes names of its own of
 * what it is given, so it sees marks alone: each is one identifier that it leaves as it is, and becomes what our own printers print.
 */
export interface Marks {
  /** The mark of a text in code, or of the lines of a comment. */
  mark(text: string): string;
  /** Printed code with its marks replaced. A comment becomes as many lines as its text has. */
  restore(code: string): string;
}

export function createMarks(): Marks {
  const texts = new Map<string, string>();
  const textOf = (mark: string) => {
    const text = texts.get(mark);
    if (text === undefined) throw new InternalError(`${mark} was printed and stands for nothing`);
    return text;
  };
  return {
    mark: (text) => {
      const mark = `M${String(texts.size).padStart(7, "0")}`;
      texts.set(mark, text);
      return mark;
    },
    // In one pass, for what a mark stands for may look like one.
    restore: (code) =>
      code.replace(comment, (found, indent: string | undefined, commented: string | undefined) => {
        if (commented === undefined) return textOf(found);
        const lines = textOf(commented).split("\n");
        if (lines.length === 1) return `${indent}/** ${lines[0]} */`;
        return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`].join("\n");
      }),
  };
}

/** A comment that is one mark, or a mark in code. */
const comment = /^( *)\/\*\*\n *\* (M\d+)\n *\*\/$|\bM\d{7,}\b/gm;
