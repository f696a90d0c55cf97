import { Client as Client2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as Stdio2 } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Stdio1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { patience } from "../eventually.js";

const self = { name: "toolgen-test", version: "1.0.0" };

interface Command {
  readonly args: readonly string[];
  readonly cwd: string;
}

const started = ({ args, cwd }: Command) => ({ command: process.execPath, args: [...args], cwd, stderr: "pipe" as const });

/** The clients of both SDKs, with all their methods. */
export const sdkClients = {
  "SDK 1": async (command: Command) => {
    const client = new Client1(self);
    await client.connect(new Stdio1(started(command)), patience);
    return client;
  },
  "SDK 2 as in 2025": async (command: Command) => {
    const client = new Client2(self, { versionNegotiation: { mode: "legacy" } });
    await client.connect(new Stdio2(started(command)), patience);
    return client;
  },
  "SDK 2 as of 2026-07-28": async (command: Command) => {
    const client = new Client2(self, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
    await client.connect(new Stdio2(started(command)), patience);
    return client;
  },
} as const;

export type SdkClientName = keyof typeof sdkClients;
export const sdkClientNames = Object.keys(sdkClients) as readonly SdkClientName[];
