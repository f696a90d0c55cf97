import { asSentence, shortenText } from "../shorten-text.js";
import { visibleText } from "../visible-text.js";
import { pagingSentence } from "./describe-paging.js";
import { nonEmptyText } from "./follow-reference.js";
import type { Operation } from "./operation.js";
import type { ToolParameter } from "./tool-parameter.js";

/** The longest description of a tool. Every model reads it before every answer. */
const most = 600;

/** Returns a tool's description: the operation's summary and description, and how to get more of a list. */
export function describeOperation(
  { body, item, method, path, isDeprecated }: Operation,
  parameters: readonly ToolParameter[],
): { readonly text: string; readonly isGuess: boolean } {
  const summary = shortenText(nonEmptyText(body.summary) ?? nonEmptyText(item.summary) ?? "", 200);
  const description = shortenText(nonEmptyText(body.description) ?? nonEmptyText(item.description) ?? "", most);
  const isRepeated = plain(description).startsWith(plain(summary));
  const isGuess = summary === "" && description === "";
  const own = isGuess
    ? `Sends ${method} ${visibleText(path)}.`
    : [...(isRepeated ? [] : [asSentence(summary)]), description].filter((part) => part !== "").join("\n");
  const paging = method === "GET" ? pagingSentence(parameters.map(({ name }) => name)) : undefined;
  const sentences = [...(isDeprecated ? ["Deprecated."] : []), asSentence(own), ...(paging === undefined ? [] : [paging])];
  return { text: sentences.join(own.includes("\n") ? "\n" : " "), isGuess };
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
