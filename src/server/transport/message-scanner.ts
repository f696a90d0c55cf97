/** An id of a request in JSON-RPC. */
export type RequestId = string | number;

const quote = 0x22;
const backslash = 0x5c;
const openingBrace = 0x7b;
const openingBracket = 0x5b;
const closingBrace = 0x7d;
const closingBracket = 0x5d;
const colon = 0x3a;
const comma = 0x2c;
const space = 0x20;
/** The longest key or id that is read, in bytes. */
const maxHeldBytes = 256;

/**
 * Finds the parts that an answer needs in the text of a JSON-RPC message that isn't parsed, because it is too long or
 * not JSON. It takes the text in parts, reads each byte once, and holds a few of them. Only the message's own keys
 * count, not those of its params.
 */
export class MessageScanner {
  /** The message's id, once it has been read. */
  id: RequestId | undefined;
  /** `request`: it has a method. `response`: it has a result or an error. */
  kind: "request" | "response" | undefined;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #isObject: boolean | undefined;
  #key: string | undefined;
  #held = "";

  /** Returns true if the text begins as an object, or is still empty. */
  get mayBeMessage(): boolean {
    return this.#isObject !== false;
  }

  push(part: Uint8Array): void {
    for (const byte of part) this.#take(byte);
  }

  #take(byte: number): void {
    if (this.#isInString) {
      this.#hold(byte);
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === backslash) this.#isEscaped = true;
      else if (byte === quote) this.#isInString = false;
      return;
    }
    if (byte <= space) return;
    this.#isObject ??= byte === openingBrace;
    if (byte === openingBrace || byte === openingBracket) this.#depth++;
    else if (byte === closingBrace || byte === closingBracket) this.#close();
    else if (byte === colon && this.#depth === 1) this.#endKey();
    else if (byte === comma && this.#depth === 1) this.#endValue();
    else {
      this.#isInString = byte === quote;
      this.#hold(byte);
    }
  }

  /** Holds the beginning of a key or of a value of the message. */
  #hold(byte: number): void {
    if (this.#depth === 1 && this.#held.length < maxHeldBytes) this.#held += String.fromCharCode(byte);
  }

  #close(): void {
    if (this.#depth === 1) this.#endValue();
    this.#depth--;
  }

  #endKey(): void {
    this.#key = this.#held;
    this.#held = "";
    if (this.#key === '"method"') this.kind ??= "request";
    if (this.#key === '"result"' || this.#key === '"error"') this.kind ??= "response";
  }

  #endValue(): void {
    if (this.#isObject && this.#key === '"id"') this.id ??= readId(this.#held);
    this.#key = undefined;
    this.#held = "";
  }
}

/** Reads an id from its JSON, a character of `json` for each byte. */
function readId(json: string): RequestId | undefined {
  try {
    const id: unknown = JSON.parse(Buffer.from(json, "latin1").toString());
    return typeof id === "string" || typeof id === "number" ? id : undefined;
  } catch {
    return undefined;
  }
}
