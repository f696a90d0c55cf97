import { spawn } from "node:child_process";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const prism = fileURLToPath(new URL("node_modules/@stoplight/prism-cli/dist/index.js", import.meta.url));

/** Starts Prism on loopback, which answers as a document says and refuses requests that it doesn't allow. */
export async function startMock(document: string): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, [prism, "mock", document, "--port", String(port), "--host", "127.0.0.1", "--errors"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await new Promise<void>((resolve, reject) => {
    let printed = "";
    const read = (chunk: Buffer) => {
      if (printed.includes("Prism is listening")) return;
      printed += chunk;
      if (printed.includes("Prism is listening")) resolve();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => reject(new Error(`the mock has ended: ${printed.slice(-2000)}`)));
  });
  return `http://127.0.0.1:${port}`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
