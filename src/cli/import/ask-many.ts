import { confirm, isCancel, multiselect, text } from "@clack/prompts";
import { printable } from "../../contract/display-text.js";
import { askTyped } from "../io/typed-input.js";

/** A value that can be chosen, and a few words about it. */
export interface AskedChoice {
  readonly value: string;
  readonly hint: string;
}

/** Asks on the terminal for a yes; no is the default. */
export async function askYes(message: string): Promise<boolean> {
  const answer = await askTyped((streams) => confirm({ ...streams, message, initialValue: false }));
  return !isCancel(answer) && answer;
}

/** Asks on the terminal for the address of an API; `undefined` if the user cancels. */
export async function askAddress(message: string): Promise<string | undefined> {
  const answer = await askTyped(
    (streams) =>
      text({
        ...streams,
        message,
        placeholder: "https://api.example.com/v1",
        validate: (given = "") => (/^https?:\/\//i.test(given) && URL.canParse(given) ? undefined : "Type an address with https://."),
      }),
    { isText: true },
  );
  return isCancel(answer) ? undefined : answer;
}

/** Asks on the terminal for one or more values; `undefined` if the user cancels. */
export async function askMany(question: string, choices: readonly AskedChoice[]): Promise<readonly string[] | undefined> {
  const answer = await askTyped((streams) =>
    multiselect({
      ...streams,
      message: `${question} (Space selects, Enter goes on)`,
      options: choices.map(({ value, hint }) => ({ value, label: printable(value), hint: printable(hint) })),
      required: true,
      maxItems: 15,
    }),
  );
  return isCancel(answer) ? undefined : answer;
}
