import { expect, it } from "vitest";
import { type ServerLogOptions, serverLog } from "../../../src/server/log.js";
import { logSettings, readLogOptions } from "../../../src/server/server-options.js";

function logging(options: Pick<ServerLogOptions, "format" | "level">) {
  const written: string[] = [];
  return { log: serverLog({ ...options, write: (text) => void written.push(text) }), written };
}

it("writes a record as a JSON object on one line", () => {
  const { log, written } = logging({ format: "json", level: "info" });
  log("tools/call", { level: "info", tool: "git_log", ms: 12, absent: undefined });
  expect(written).toHaveLength(1);
  expect(written[0]?.endsWith("}\n")).toBe(true);
  const { time, ...rest } = JSON.parse(written[0] ?? "");
  expect(new Date(time).toISOString()).toBe(time);
  expect(rest).toEqual({ level: "info", message: "tools/call", tool: "git_log", ms: 12 });
});

it("writes a record as text, with its fields after the message", () => {
  const { log, written } = logging({ format: "text", level: "info" });
  log("tools/call", { level: "info", tool: "git_log", request: "an id", ms: 12 });
  log("first\nsecond");
  expect(written).toEqual(['toolgen mcp: tools/call tool=git_log request="an id" ms=12\n', "toolgen mcp: first\ntoolgen mcp: second\n"]);
});

it("leaves out what is less important than its level, and takes what has none for a warning", () => {
  const { log, written } = logging({ format: "text", level: "warn" });
  log("a", { level: "info" });
  log("b", { level: "debug" });
  log("c");
  log("d", { level: "error" });
  expect(written).toEqual(["toolgen mcp: c\n", "toolgen mcp: d\n"]);
});

const hostile = 'x\n{"level":"error","message":"forged"}\r\u001b]0;title\u0007\u009b2J\u202e\u2028\u{e0041}"';

it("lets no text begin a line, forge a record or control a terminal, in messages and fields", () => {
  for (const format of ["json", "text"] as const) {
    const { log, written } = logging({ format, level: "debug" });
    log(hostile, { request: hostile });
    const lines = written.join("").split("\n").slice(0, -1);
    for (const line of lines) {
      expect(line).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u);
      expect(line.startsWith(format === "json" ? '{"time":' : "toolgen mcp: ")).toBe(true);
    }
    if (format === "json") {
      expect(lines).toHaveLength(1);
      expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "warn", message: hostile, request: hostile });
    }
  }
});

it("is JSON for a service, and text for people", () => {
  expect(logSettings({}, { isHttp: true, isTerminal: false })).toEqual({ format: "json", level: "info" });
  expect(logSettings({}, { isHttp: true, isTerminal: true })).toEqual({ format: "text", level: "info" });
  expect(logSettings({}, { isHttp: false, isTerminal: false })).toEqual({ format: "text", level: "warn" });
  const chosen = readLogOptions({ logFormat: "text", logLevel: "debug" });
  expect(logSettings(chosen, { isHttp: true, isTerminal: false })).toEqual({ format: "text", level: "debug" });
});

it("refuses other words", () => {
  expect(() => readLogOptions({ logFormat: "xml" })).toThrow("--log-format is 'xml'. Write text, json.");
  expect(() => readLogOptions({ logLevel: "loud" })).toThrow("--log-level is 'loud'. Write error, warn, info, debug.");
});
