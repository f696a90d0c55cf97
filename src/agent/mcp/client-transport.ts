import type { ChildProcess } from "node:child_process";
import { resolve } from "node:path";
import { buildEnvironment } from "../../call/build-command.js";
import { type ProcessGroup, type Startable, startGuarded } from "../../call/run-program.js";
import { firstOutput, lastOutput } from "../../contract/display-text.js";
import { parseExactly, withExactNumbers } from "../../contract/exact-json.late.js";
import type { McpServerSettings } from "../mcp-connection.js";
import { contextOf, type ToolEnvironment } from "../tool/tool-invocation.js";

const newline = 0x0a;
/** The longest message, and the most of other output, that is read. */
const mostBytes = 10 * 1024 * 1024;
const keptOfStderr = 4000;
/** How long a server may take to exit after its input is closed, and then after SIGTERM. */
const leaveMs = 1000;
const graceMs = 2000;
const pipesMs = 500;

/**
 * The MCP transport over a program's standard input and output. Unlike the SDK's own, it starts the program in a
 * guarded process group, which is ended with everything that the server has started, and it explains a failing server.
 */
export class ClientTransport<Message> {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: Message) => void;
  readonly #startable: Startable;
  #child: ChildProcess | undefined;
  #group: ProcessGroup | undefined;
  #gone: Promise<void> = Promise.resolve();
  #unread: Buffer[] = [];
  #unreadBytes = 0;
  #junk: { readonly start: string; bytes: number } | undefined;
  #stderr = "";
  #ending: string | undefined;

  constructor(startable: Startable) {
    this.#startable = startable;
  }

  /** Returns sentences about the state of a failed server; empty if nothing is known. */
  get diagnosis(): string {
    const stderr = lastOutput(this.#stderr);
    return [
      this.#ending,
      this.#junk && `It printed something that is not a protocol message: ${this.#junk.start}.`,
      stderr && `It said: ${stderr}`,
    ]
      .filter((sentence) => sentence !== undefined)
      .join(" ");
  }

  async start(): Promise<void> {
    const started = await startGuarded(this.#startable, "pipe");
    if (started.kind !== "started") {
      this.#ending = started.message;
      throw new Error(started.message);
    }
    const { child, group } = started;
    this.#child = child;
    this.#group = group;
    child.stdin?.on("error", () => {});
    child.stdout?.on("data", (chunk: Buffer) => this.#read(chunk));
    child.stderr?.on("data", (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString()).slice(-keptOfStderr);
    });
    this.#gone = new Promise((resolve) => {
      const over = () => {
        resolve();
        this.onclose?.();
      };
      child.once("close", over);
      child.once("exit", (code, signal) => {
        this.#ending ??= signal === null ? `It exited with ${code}.` : `It was ended by ${signal}.`;
        // Everything that it started is ended too. Now only a process that left the group can hold the pipes open.
        group.kill();
        setTimeout(() => {
          child.stdout?.destroy();
          child.stderr?.destroy();
        }, pipesMs).unref();
      });
    });
  }

  async send(message: Message): Promise<void> {
    if (this.#child?.stdin?.writable !== true) throw new Error("The server is gone.");
    this.#child.stdin.write(`${withExactNumbers(JSON.stringify(message))}\n`);
  }

  /** Lets the server exit by itself; then ends it. Resolves when it is gone. */
  async close(): Promise<void> {
    const { stdin } = this.#child ?? {};
    if (this.#child?.exitCode !== null || this.#child.signalCode !== null) return this.#gone;
    stdin?.end();
    if (await this.#goneWithin(leaveMs)) return;
    this.#group?.end(graceMs);
    await this.#gone;
  }

  async #goneWithin(milliseconds: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), milliseconds);
    });
    const gone = await Promise.race([this.#gone.then(() => true), late]);
    clearTimeout(timer);
    return gone;
  }

  #read(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf(newline); end !== -1; end = rest.indexOf(newline)) {
      const line = Buffer.concat([...this.#unread, rest.subarray(0, end)]).toString();
      this.#unread = [];
      this.#unreadBytes = 0;
      rest = rest.subarray(end + 1);
      if (line.trim() !== "") this.#take(line);
    }
    if (rest.length > 0) this.#unread.push(rest);
    this.#unreadBytes += rest.length;
    if (this.#unreadBytes > mostBytes) this.#fail("It sent a line of more than 10 MiB.");
  }

  #take(line: string): void {
    const message = parsed(line);
    if (message !== undefined) {
      if (this.#junk !== undefined) this.#junk.bytes = 0;
      this.onmessage?.(message as Message);
      return;
    }
    this.#junk ??= { start: firstOutput(line), bytes: 0 };
    this.#junk.bytes += line.length;
    if (this.#junk.bytes > mostBytes) this.#fail("It printed more than 10 MiB.");
  }

  #fail(reason: string): void {
    this.#ending ??= reason;
    this.#unread = [];
    this.#unreadBytes = 0;
    this.#child?.stdout?.removeAllListeners("data").destroy();
    this.#group?.kill();
  }
}

/** A message, as far as the transport can recognize one. */
function parsed(line: string): object | undefined {
  try {
    const message: unknown = line.includes('"structuredContent"') ? parseExactly(line) : JSON.parse(line);
    return typeof message === "object" && message !== null && "jsonrpc" in message ? message : undefined;
  } catch {
    return undefined;
  }
}

/** Variables besides those that every program gets. */
const pass = ["LOGNAME", "SHELL", "TERM"];

/**
 * Returns the program of a server. It gets the variables that every program needs and those of its settings, because
 * servers are programs of other authors.
 */
export function serverProgram(
  program: string,
  { settings, environment }: { readonly settings: McpServerSettings; readonly environment: ToolEnvironment },
): Startable {
  const { workspace, env } = contextOf(environment);
  const scope = { params: {}, order: [], specDir: workspace, workspace };
  const built = buildEnvironment({ pass, set: {} }, scope, { env, platform: process.platform });
  return {
    program,
    args: settings.args ?? [],
    cwd: resolve(workspace, settings.cwd ?? "."),
    env: { ...(built.ok ? built.env : {}), ...settings.env },
  };
}
