import files from "node:fs";
import { type Exited, maxStreamBytes, type Streams } from "../../contract/call-result.js";

/** The handler's output of this process, which doesn't reach the outputs of the call. */
export interface CapturedOutput {
  readonly add: (stream: "stdout" | "stderr", data: string | Uint8Array) => void;
  /** Adds the printed result. `text` is what it means if it is a text in MCP's format. */
  readonly addResult: (printed: string | Uint8Array, text: string | undefined) => void;
  readonly streams: () => Streams;
  /** The same, but with the text of the result instead of its JSON, unless something else was printed too. */
  readonly resultStreams: () => Pick<Exited, "isText"> & Streams;
  /** From now on, writing is writing again. */
  readonly restore: () => void;
}

type Write = (...values: unknown[]) => unknown;
type BytesOf = (data: unknown, more: readonly unknown[]) => Buffer;
const partWriters = ["write", "writeSync", "writev", "writevSync"] as const;
const fileWriters = ["writeFile", "writeFileSync", "appendFile", "appendFileSync"] as const;
const closers = ["close", "closeSync"] as const;
const names = [...partWriters, ...fileWriters, ...closers] as const;
// A handler may replace functions of its process, but not these.
const { concat, from } = Buffer;

/** Captures all that is printed from now on: by streams, by the console, and by descriptors. */
export function captureOutput(onFlood: () => void): CapturedOutput {
  const chunks = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  const sizes = { stdout: 0, stderr: 0 };
  const add: CapturedOutput["add"] = (stream, data) => {
    if (sizes[stream] > maxStreamBytes) return;
    const bytes = from(data as Uint8Array);
    chunks[stream].push(bytes);
    sizes[stream] += bytes.length;
    if (sizes[stream] > maxStreamBytes) onFlood();
  };
  let resultText: Buffer | undefined;
  const streams = () => ({ stdout: concat(chunks.stdout), stderr: concat(chunks.stderr) });
  const original = Object.fromEntries(names.map((name) => [name, files[name]]));
  for (const name of partWriters) Object.assign(files, { [name]: capturing(files[name] as Write, bytesOf, add) });
  for (const name of fileWriters) Object.assign(files, { [name]: capturing(files[name] as Write, fileBytes, add) });
  for (const name of closers) Object.assign(files, { [name]: unlessOutput(files[name] as Write) });
  replaceStreams(add);
  return {
    add,
    addResult: (printed, text) => {
      add("stdout", printed);
      resultText = text === undefined ? undefined : from(text);
    },
    streams,
    resultStreams: () =>
      resultText === undefined || chunks.stdout.length > 1 ? streams() : { ...streams(), stdout: resultText, isText: true },
    restore: () => void Object.assign(files, original),
  };
}

/** Both become standard error: only a result may be on standard output. The stream is made when it is first used. */
function replaceStreams(add: CapturedOutput["add"]): void {
  let stream: object | undefined;
  const get = () => {
    if (stream !== undefined) return stream;
    const { Writable } = process.getBuiltinModule("node:stream");
    const write = (chunk: Uint8Array, _encoding: unknown, done: () => void) => {
      add("stderr", chunk);
      done();
    };
    stream = Object.assign(new Writable({ write }), { fd: 2 });
    return stream;
  };
  for (const name of ["stdout", "stderr"]) Object.defineProperty(process, name, { get, configurable: true });
  // Node prints its warnings by this.
  Object.assign(process, { _rawDebug: (text: unknown) => add("stderr", `${text}\n`) });
}

/** A function of `node:fs` that writes, but to the outputs only into what is captured. */
function capturing(write: Write, bytesOf: BytesOf, add: CapturedOutput["add"]): Write {
  return function captured(this: unknown, ...values: unknown[]) {
    const [fd, data, ...more] = values;
    if (fd !== 1 && fd !== 2) return Reflect.apply(write, this, values);
    const bytes = bytesOf(data, more);
    add(fd === 1 ? "stdout" : "stderr", bytes);
    const done = more.at(-1);
    if (typeof done === "function") process.nextTick(done, null, bytes.length, data);
    return bytesOf === fileBytes ? undefined : bytes.length;
  };
}

/** A function of `node:fs` that closes, but not the outputs, which are those of the call. */
function unlessOutput(close: Write): Write {
  return function closing(this: unknown, ...values: unknown[]) {
    if (values[0] === 1 || values[0] === 2) throw new Error("a handler that closes its outputs needs 'warm: false'");
    return Reflect.apply(close, this, values);
  };
}

/** The bytes that a call of such a function writes: of a list, a text, or a part of a buffer. */
const bytesOf: BytesOf = (data, [second, third]) => {
  if (Array.isArray(data)) return concat(data.map((one: NodeJS.ArrayBufferView) => viewOf(one)));
  if (typeof data === "string") return from(data, typeof third === "string" ? (third as BufferEncoding) : "utf8");
  const part: unknown = typeof second === "object" && second !== null ? second : { offset: second, length: third };
  const { offset, length } = part as { readonly offset?: unknown; readonly length?: unknown };
  const start = typeof offset === "number" ? offset : 0;
  return viewOf(data as NodeJS.ArrayBufferView).subarray(start, typeof length === "number" ? start + length : undefined);
};

/** The bytes that a call of a function that writes a whole file writes. */
const fileBytes: BytesOf = (data, [options]) => {
  const encoding: unknown = typeof options === "object" && options !== null ? (options as { encoding?: unknown }).encoding : options;
  return bytesOf(data, [undefined, encoding]);
};

const viewOf = ({ buffer, byteOffset, byteLength }: NodeJS.ArrayBufferView) => from(buffer, byteOffset, byteLength);
