import type { ExampleModel } from "../model/tool.js";
import { isJsonObject, type JsonObject } from "../runtime/json/json-value.js";

/** Expectations that need the program to run. All others are about the call and start nothing. */
const aboutResult = ["contains", "notContains", "matches", "equals", "json", "display", "files", "exitCode"] as const;

/** Returns true if an example can be judged only by running the tool. */
export function needsRun({ expect }: ExampleModel): boolean {
  return aboutResult.some((key) => expect[key] !== undefined);
}

/** The `given` of an example, read from the spec's plain values. */
export interface ExampleSetup {
  readonly bin: Readonly<Record<string, Fake>>;
  readonly files: Readonly<Record<string, string>>;
  /** With `secrets`, which a call gets in its environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly platform: string | undefined;
  /** The response to the tool's request. No request is ever sent. */
  readonly http: GivenAnswer | undefined;
  /** The answer of the tool's MCP server. No server is ever started. */
  readonly mcp: JsonObject | undefined;
}

/** A response to a request. */
export interface GivenAnswer {
  readonly status: number;
  /** A text unchanged, any other value as JSON. */
  readonly body: string;
}

/** A program that prints the given text and exits. */
export interface Fake {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number;
}

export function readSetup({ given }: ExampleModel): ExampleSetup {
  const { bin, platform } = given;
  return {
    bin: Object.fromEntries(Object.entries(isJsonObject(bin) ? bin : {}).map(([name, fake]) => [name, readFake(fake)])),
    files: texts(given.files),
    env: { ...texts(given.env), ...texts(given.secrets) },
    platform: typeof platform === "string" ? platform : undefined,
    http: isJsonObject(given.http) ? readAnswer(given.http) : undefined,
    mcp: isJsonObject(given.mcp) ? given.mcp : undefined,
  };
}

function readAnswer({ status, body = "" }: JsonObject): GivenAnswer {
  return { status: typeof status === "number" ? status : 200, body: typeof body === "string" ? body : JSON.stringify(body) };
}

function readFake(fake: unknown): Fake {
  const { stdout, stderr, exit } = isJsonObject(fake) ? fake : {};
  return {
    stdout: typeof stdout === "string" ? stdout : "",
    stderr: typeof stderr === "string" ? stderr : "",
    exit: typeof exit === "number" ? exit : 0,
  };
}

/** A map of texts; the spec's shape guarantees that there is nothing else in it. */
export function texts(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(isJsonObject(value) ? value : {}).map(([key, text]) => [key, String(text)]));
}
