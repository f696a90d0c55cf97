import { diagnostic } from "../diagnostics/codes.js";
import type { ToolRule } from "./tool-rule.js";

/** Words with which a text says when something is done. */
const whenWords = /\buse[sd]?\b|\bwhen(?:ever)?\b|\bbefore\b|\bafter\b|\bonce\b|\bif (?:you|the|a|an|there|it)\b/i;

/** Words with which a text says what something is not for, or names another tool: `use search_text`. */
const limitWords =
  /\b(?:not|never|only|instead|except|without|unless|no|cannot)\b|n't\b|\brather than\b|\b(?:use|with|by|see) [a-z]+_[a-z_]+\b/i;

/** The description must say when to use the tool, and when not. */
export const checkDescription: ToolRule = ({ tool: { name, description }, at }) => [
  ...(whenWords.test(description) ? [] : [diagnostic("description-without-use", at(["description"]), { tool: name })]),
  ...(limitWords.test(description) ? [] : [diagnostic("description-without-limits", at(["description"]), { tool: name })]),
];
