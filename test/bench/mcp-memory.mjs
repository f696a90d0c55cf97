import { join } from "node:path";
import { atOnce, callAtOnce } from "./handlers.mjs";
import { modern, openHttpSession } from "./mcp-http-session.mjs";
import { openSession } from "./mcp-session.mjs";
import { peersFolder } from "./peers.mjs";
import { atMost } from "./targets.mjs";

/** Makes many calls that start no program, 32 at once, and measures a server's memory after a quarter of them and after all. */
export async function measureMemory({ dir, toolsFile, calls, onRun }) {
  const server = { args: [join(dir, "generated/mcp/server.cjs")], cwd: dir, seconds: 600 };
  const overHttp = { ...server, sockets: atOnce };
  const sdk = (file) => ({ args: [join(peersFolder, file), toolsFile], cwd: dir, seconds: 600, sockets: atOnce, more: { ECHO: "none" } });
  const cases = [
    { what: "toolgen, over standard streams", open: () => openSession(server), isOurs: true },
    { what: "toolgen, over HTTP, a client of 2025", open: () => openHttpSession(overHttp), isOurs: true },
    { what: "toolgen, over HTTP, a client of 2026-07-28", open: () => openHttpSession({ ...overHttp, revision: modern }), isOurs: true },
    { what: "SDK v1, Server, over standard streams", open: () => openSession(sdk("sdk-low-level.mjs")) },
    { what: "SDK v1, Server, over HTTP, a client of 2025", open: () => openHttpSession(sdk("sdk-http.mjs")) },
  ];
  const rows = [];
  for (const { what, open, isOurs = false } of cases) {
    onRun(`${calls} calls of ${what}`);
    const session = await open();
    await callAtOnce(session, "kept", calls / 4);
    const quarterMb = await session.residentMb();
    await callAtOnce(session, "kept", (calls * 3) / 4);
    const mb = await session.residentMb();
    await session.close();
    rows.push({ what, calls, quarterMb, mb, isOurs });
  }
  const targets = rows
    .filter(({ isOurs, mb }) => isOurs && mb !== undefined)
    .map(({ what, quarterMb, mb }) => atMost(`resident after all calls, × after a quarter of them: ${what}`, 1.2, mb / quarterMb));
  return { memory: rows.map(({ isOurs: _, ...row }) => row), targets };
}
