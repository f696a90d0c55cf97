import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { maxConnections } from "../../../src/server/http/serve-http.js";
import { builtProject } from "../../kit/project.js";
import { asClient, callOf } from "./send.js";
import { type ServerProcess, startServerProcess } from "./server-process.js";

let project: string;
beforeAll(() => {
  project = builtProject({ "tools.d/echo.yaml": "name: echo\ndescription: d\nkind: read\ncommand: [echo, hello]\n" });
});

/** A client's connection, which stays open after each answer. */
interface Connection {
  readonly socket: Socket;
  /** Sends a request and resolves to what the server sends next; "" if it closes the connection. */
  ask(request: string): Promise<string>;
}

function open({ port }: ServerProcess): Connection {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  onTestFinished(() => void socket.destroy());
  const ask = (request: string) =>
    new Promise<string>((resolve) => {
      const done = (said: Buffer | boolean) => {
        socket.off("data", done).off("close", done);
        resolve(typeof said === "boolean" ? "" : said.toString());
      };
      socket.on("data", done).on("close", done).write(request);
    });
  return { socket, ask };
}

const health = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
const call = (() => {
  const body = callOf("echo", {});
  const headers = Object.entries({ host: "localhost", ...asClient, "content-length": body.length });
  return `POST /mcp HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`;
})();

/** The most files that a process here may have open, which Node takes by itself. */
const maxFiles = (): number => Number(/^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1]);

it.skipIf(process.platform !== "linux" || maxFiles() < 2 * maxConnections)(
  "closes a connection beyond its limit, goes on with the others, and takes new ones once some have closed",
  async () => {
    const server = await startServerProcess(project);
    const opened: Connection[] = [];
    const isOpen = ({ socket }: Connection) => !socket.destroyed;
    // A few hundred at a time, which its queue of new connections holds.
    while (opened.filter(isOpen).length < maxConnections) {
      const missing = Math.min(256, maxConnections - opened.filter(isOpen).length);
      const more = Array.from({ length: missing }, () => open(server));
      const answers = await Promise.all(more.map(({ ask }) => ask(health)));
      expect(answers.filter((answer) => !answer.startsWith("HTTP/1.1 200"))).toEqual([]);
      opened.push(...more);
    }
    expect(await Promise.all([1, 2, 3].map(() => open(server).ask(health)))).toEqual(["", "", ""]);
    const [first, ...others] = opened.filter(isOpen).reverse();
    expect(await first?.ask(call)).toContain("hello");
    for (const { socket } of others.slice(0, 10)) socket.destroy();
    let accepted: Connection | undefined;
    const retry = async () => {
      const one = open(server);
      if ((await one.ask(health)) !== "") accepted = one;
    };
    await retry();
    for (let attempt = 0; accepted === undefined && attempt < 500; attempt++) await retry();
    expect(await accepted?.ask(call)).toContain("hello");
    expect(await first?.ask(call)).toContain("hello");
  },
);
