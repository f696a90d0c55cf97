import { StringDecoder } from "node:string_decoder";
import { blotText, formsOf } from "./blot.js";

/** How often somebody is told of new output at most, in milliseconds. */
const everyMs = 100;

export interface LiveOutput {
  /** Takes what a program has printed. */
  readonly add: (bytes: Uint8Array) => void;
  /** Tells of what hasn't been told yet, and no more after that. */
  readonly end: () => void;
}

/** How much of an output is told, and what of it nobody may be told. */
export interface LiveLimits {
  readonly mostBytes: number;
  readonly secrets?: readonly string[];
}

/**
 * Tells somebody of output while it comes: at once, then ten times a second at most, each time the whole of it so far, of which only the end is kept once it
 * is longer than `mostBytes`. Characters that fall across two reads stay whole, and secrets that do are not told by halves.
 */
export function liveOutput(update: (text: string) => void, { mostBytes, secrets = [] }: LiveLimits): LiveOutput {
  const decoder = new StringDecoder("utf8");
  const forms = formsOf(secrets);
  let text = "";
  let held = "";
  let told = "";
  let timer: NodeJS.Timeout | undefined;
  const tell = () => {
    timer = undefined;
    if (text === told) return;
    told = text;
    update(text);
    timer = setTimeout(tell, everyMs);
  };
  const take = (added: string, isLast: boolean) => {
    const plain = blotText(held + added, secrets);
    const begun = isLast ? 0 : longestBeginning(plain, forms);
    held = plain.slice(plain.length - begun);
    text = endOf(text + plain.slice(0, plain.length - begun), mostBytes);
  };
  return {
    add: (bytes) => {
      take(decoder.write(Buffer.from(bytes)), false);
      if (timer === undefined) tell();
    },
    end: () => {
      clearTimeout(timer);
      take(decoder.end(), true);
      tell();
      clearTimeout(timer);
    },
  };
}

/** How many characters at the end of a text may be the beginning of a secret. */
function longestBeginning(text: string, forms: readonly string[]): number {
  const lengths = forms.map((form) => {
    let length = Math.min(form.length - 1, text.length);
    while (length > 0 && !text.endsWith(form.slice(0, length))) length--;
    return length;
  });
  return Math.max(0, ...lengths);
}

/** From the beginning of a line where there is one; a text of n bytes has n code units at most. */
function endOf(text: string, mostBytes: number): string {
  if (text.length <= mostBytes) return text;
  const end = text.slice(-mostBytes);
  const line = end.indexOf("\n");
  return line === -1 || line === end.length - 1 ? end : end.slice(line + 1);
}
