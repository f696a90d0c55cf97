import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** The program of an official server. */
export const programOf = (name: string): string =>
  fileURLToPath(new URL(`node_modules/@modelcontextprotocol/${name}/dist/index.js`, import.meta.url));

export const everything = programOf("server-everything");

/** Loaded before a server that would listen on all addresses of the machine: it listens on the loopback alone, and says on which port. */
const onLoopback = `data:text/javascript,${encodeURIComponent(`
import { Server } from "node:net";
const { listen } = Server.prototype;
Server.prototype.listen = function (port, ...rest) {
  this.once("listening", () => console.error(\`port=\${this.address().port}\`));
  return listen.call(this, Number(port), "127.0.0.1", rest.find((value) => typeof value === "function"));
};
`)}`;

/** Starts server-everything on HTTP and answers its address. */
export async function listening(transport: "streamableHttp" | "sse"): Promise<string> {
  const child = spawn(process.execPath, ["--import", onLoopback, everything, transport], {
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const port = await new Promise<string>((resolve, reject) => {
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      said += chunk;
      const [, found] = /port=(\d+)/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", () => reject(new Error(`the server has ended: ${said}`)));
  });
  return `http://127.0.0.1:${port}/${transport === "sse" ? "sse" : "mcp"}`;
}
