import { StringDecoder } from "node:string_decoder";

/** How often somebody is told of new output at most, in milliseconds. */
const everyMs = 100;

export interface LiveOutput {
  /** Takes what a program has printed. */
  readonly add: (bytes: Uint8Array) => void;
  /** Tells of what hasn't been told yet, and no more after that. */
  readonly end: () => void;
}

/**
 * Tells somebody of output while it comes: at once, then ten times a second at most, each time the whole of it so far, of which only the end is kept once it
 * is longer than `mostBytes`. Characters that fall across two reads stay whole.
 */
export function liveOutput(update: (text: string) => void, mostBytes: number): LiveOutput {
  const decoder = new StringDecoder("utf8");
  let text = "";
  let told = "";
  let timer: NodeJS.Timeout | undefined;
  const tell = () => {
    timer = undefined;
    if (text === told) return;
    told = text;
    update(text);
    timer = setTimeout(tell, everyMs);
  };
  return {
    add: (bytes) => {
      text = endOf(text + decoder.write(Buffer.from(bytes)), mostBytes);
      if (timer === undefined) tell();
    },
    end: () => {
      clearTimeout(timer);
      tell();
      clearTimeout(timer);
    },
  };
}

/** From the beginning of a line where there is one; a text of n bytes has n code units at most. */
function endOf(text: string, mostBytes: number): string {
  if (text.length <= mostBytes) return text;
  const end = text.slice(-mostBytes);
  const line = end.indexOf("\n");
  return line === -1 || line === end.length - 1 ? end : end.slice(line + 1);
}
