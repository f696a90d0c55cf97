import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const server = fileURLToPath(new URL("../../generated/mcp/server.cjs", import.meta.url));

it("prints its options and how to start it, and ends", () => {
  const text = execFileSync(process.execPath, [server, "--help"], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  expect(text).toMatch(/^Usage: server\.cjs \[options\]\n/);
  expect(text).toContain("  --http [host:port]         serve over HTTP at /mcp (default: 127.0.0.1:8848)\n");
  expect(text.split("\n").filter((line) => line.length > 120)).toEqual([]);
});
