import { confirm, multiselect, text } from "@clack/prompts";
import { printable } from "../../contract/display-text.js";
import { askTyped } from "../io/typed-input.js";

/** A value that can be chosen, and a few words about it. */
export interface AskedChoice {
  readonly value: string;
  readonly hint: string;
}

/** Asks on the terminal for a yes; no is the default. */
export const askYes = (message: string): Promise<boolean> => askTyped((streams) => confirm({ ...streams, message, initialValue: false }));

/** Asks on the terminal for the address of an API. */
export const askAddress = (message: string): Promise<string> =>
  askTyped(
    (streams) =>
      text({
        ...streams,
        message,
        placeholder: "https://api.example.com/v1",
        validate: (given = "") => (/^https?:\/\//i.test(given) && URL.canParse(given) ? undefined : "Type an address with https://."),
      }),
    { isText: true },
  );

/** Asks on the terminal for one or more values. */
export const askMany = (question: string, choices: readonly AskedChoice[]): Promise<readonly string[]> =>
  askTyped((streams) =>
    multiselect({
      ...streams,
      message: `${question} (Space selects, Enter goes on)`,
      options: choices.map(({ value, hint }) => ({ value, label: printable(value), hint: printable(hint) })),
      required: true,
      maxItems: 15,
    }),
  );
