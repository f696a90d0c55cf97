import { type GuardedResponse, guardedFetch, ToolError } from "toolgen/runtime";

export interface JsonRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Returns the advice for a response that isn't successful or isn't JSON. */
  readonly advice: (status: number) => string;
}

/** JSON of a server that the user has configured: it may be on this machine. */
export async function askJson({ url, headers, signal, advice }: JsonRequest): Promise<Json> {
  const options = { headers: { ...headers, accept: "application/json" }, signal, timeoutMs: 20_000, allowPrivate: [url.hostname] };
  const response = await guardedFetch(url.href, options);
  const value = parsed(response);
  if (response.status >= 300 || value === undefined)
    throw new ToolError(`${url.host} answered ${response.status}. ${advice(response.status)}`);
  return value;
}

/** A value in a server's JSON, of which any part may be missing. */
export class Json {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  at(key: string): Json {
    const value = this.#value;
    return new Json(typeof value === "object" && value !== null && !Array.isArray(value) ? Reflect.get(value, key) : undefined);
  }

  get list(): readonly Json[] {
    return Array.isArray(this.#value) ? this.#value.map((value) => new Json(value)) : [];
  }

  get text(): string {
    return typeof this.#value === "string" ? this.#value : "";
  }
}

function parsed({ body }: GuardedResponse): Json | undefined {
  try {
    return new Json(JSON.parse(body.toString()));
  } catch {
    return undefined;
  }
}
