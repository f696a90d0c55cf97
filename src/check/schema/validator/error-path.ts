import { pointerStep } from "../../../runtime/json/pointer-step.js";
import { codeText } from "./code-text.js";

/** The path of a value in the arguments, as code: texts and the variables of loops in turn. */
export interface ErrorPath {
  /** Complete code, with an operator behind it if a text follows. */
  readonly code: string;
  /** The text at the end, which the next step may continue. */
  readonly text: string | undefined;
}

export const rootPath: ErrorPath = { code: "", text: "" };

/** The path of a property. */
export function propertyPath({ code, text }: ErrorPath, name: string): ErrorPath {
  const step = `/${pointerStep(name)}`;
  return text === undefined ? { code: `${code}+`, text: step } : { code, text: text + step };
}

/** The path of an element, by the variable that has its index. */
export function elementPath({ code, text }: ErrorPath, index: string): ErrorPath {
  return { code: `${code}${text === undefined ? "+" : ""}${codeText(`${text ?? ""}/`)} + ${index}`, text: undefined };
}

/** The member of an error that holds the path. */
export function pathMember({ code, text }: ErrorPath): string {
  if (code === "" && text === "") return "instancePath";
  return `instancePath:instancePath+${code}${text === undefined ? "" : codeText(text)}`;
}
