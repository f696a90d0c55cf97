import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import {
  type AnyDeclarativeTool,
  BaseDeclarativeTool,
  BaseToolInvocation,
  type ConfirmationRequest,
  defaultMetadata,
  executeFunctionCall,
  Kind,
  type ToolMetadata,
  ToolRegistry,
  type ToolResult,
} from "../../../src/runtime/index.js";
import { toolOf } from "../../agent/tool/defined.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const signal = new AbortController().signal;

/** The tools of seed 003's table. */
const table: Readonly<Record<string, { readonly kind: Kind; readonly metadata: ToolMetadata }>> = {
  web_search: { kind: Kind.Search, metadata: { riskLevel: "safe", requiresConfirmation: false } },
  read_file: { kind: Kind.Read, metadata: { riskLevel: "safe", requiresConfirmation: false } },
  write_file: { kind: Kind.Edit, metadata: { riskLevel: "moderate", requiresConfirmation: true } },
  run_command: { kind: Kind.Execute, metadata: { riskLevel: "dangerous", requiresConfirmation: true } },
  delete_file: { kind: Kind.Delete, metadata: { riskLevel: "dangerous", requiresConfirmation: true } },
};

class Ping extends BaseDeclarativeTool<object, ToolResult> {
  constructor(risk: { readonly level: "safe" | "moderate"; readonly requiresConfirmation: boolean }) {
    super({
      name: "ping",
      displayName: "Ping",
      description: "Answers.",
      kind: Kind.Other,
      risk,
      parameterSchema: { type: "object" },
      isOutputMarkdown: false,
      canUpdateOutput: false,
      definition: { params: [], aliases: [], ignore: [], mutuallyExclusive: [], defaults: {} },
      validate: () => true,
    });
  }

  protected override createInvocation(params: object) {
    return new Pinging(params);
  }
}

class Pinging extends BaseToolInvocation<object, ToolResult> {
  override getDescription(): string {
    return "ping";
  }

  override async execute(): Promise<ToolResult> {
    return { llmContent: "pong", returnDisplay: "pong" };
  }
}

const safe = { level: "safe", requiresConfirmation: false } as const;

it("ToolMetadata interface with riskLevel and requiresConfirmation: said at registration, told by get()", () => {
  const registry = new ToolRegistry();
  const metadata: ToolMetadata = { riskLevel: "dangerous", requiresConfirmation: true, impactDescription: "Pings.", category: "net" };
  registry.registerTool(new Ping(safe), { metadata, aliases: ["echo"] });
  expect(registry.get("ping")?.metadata).toEqual(metadata);
  expect(registry.get("echo")).toEqual({ tool: registry.getTool("ping"), metadata });
  expect(registry.get("nothing")).toBeUndefined();
});

it.each(Object.entries(table))(
  "Default risk levels assigned to all builtin tools: %s is as in the table",
  async (name, { kind, metadata }) => {
    expect(defaultMetadata(kind)).toEqual(metadata);
    const tool = await toolOf(`name: ${name}\ndescription: d\nkind: ${kind}\ncommand: [wc]\n`, temporaryFolder());
    expect(tool.metadata).toEqual(metadata);
  },
);

it("Default risk levels assigned to all builtin tools: every tool of the standard library has metadata", () => {
  const registry = new ToolRegistry();
  registry.registerGenerated(fileURLToPath(new URL("../../../generated", import.meta.url)));
  const levels = registry.getAllToolNames().map((name) => registry.get(name)?.metadata);
  expect(levels.length).toBeGreaterThan(5);
  for (const metadata of levels) {
    expect(["safe", "moderate", "dangerous"]).toContain(metadata?.riskLevel);
    expect(metadata?.requiresConfirmation).toBe(metadata?.riskLevel !== "safe");
  }
});

it("tells the impact and the category of a spec, and the most that its rules allow", async () => {
  const tool = await toolOf(
    `name: t
description: d
kind: read
schema: { properties: { all: { type: boolean } } }
risk: { impact: "Reads {{all}}.", category: files, rules: [{ when: { all: true }, level: dangerous }] }
command: [wc, "{{#if all}}--all{{/if}}"]
`,
    temporaryFolder(),
  );
  expect(tool.metadata).toEqual({
    riskLevel: "dangerous",
    requiresConfirmation: true,
    impactDescription: "Reads ‹all›.",
    category: "files",
  });
});

it("MCP tools default to requiresConfirmation: true, and so do tools that a command declares", async () => {
  const workspace = temporaryFolder();
  mkdirSync(workspace, { recursive: true });
  const program = fileURLToPath(new URL("../../agent/registry/programs/mcp-server.mjs", import.meta.url));
  await using registry = new ToolRegistry({
    environment: { workspace },
    mcpServers: { hand: { command: process.execPath, args: [program, "good", "-"] } },
    toolDiscoveryCommand: `printf '[{"name":"told","description":"d"}]'`,
    toolCallCommand: "true",
  });
  const { problems } = await registry.discoverAllTools();
  expect(problems).toEqual([]);
  const moderate = { riskLevel: "moderate", requiresConfirmation: true };
  expect(registry.get("echo")?.metadata).toEqual(moderate);
  expect(registry.get("told")?.metadata).toEqual(moderate);
});

it("tools without metadata behave as before: they are asked about when their own calls say so", async () => {
  const called: string[] = [];
  const foreign = {
    name: "foreign",
    build: (params: object) => new Pinging(params),
    silentBuild: (params: object) => new Pinging(params),
  } as unknown as AnyDeclarativeTool;
  const registry = new ToolRegistry();
  registry.registerTool(foreign);
  expect(registry.get("foreign")?.metadata).toBeUndefined();
  const onStart = () => called.push("foreign");
  const { status } = await executeFunctionCall({ name: "foreign", args: {} }, { registry, signal, onStart });
  expect([status, called]).toEqual(["success", ["foreign"]]);
});

it("asks, or doesn't, as registration says where the tool says otherwise", async () => {
  const asked: ConfirmationRequest[] = [];
  const confirm = async (request: ConfirmationRequest) => {
    asked.push(request);
    return "proceed_once" as const;
  };
  const registry = new ToolRegistry();
  registry.registerTool(new Ping(safe), { metadata: { riskLevel: "moderate", requiresConfirmation: true } });
  const call = { name: "ping", args: {} };
  expect((await executeFunctionCall(call, { registry, signal, confirm })).status).toBe("success");
  expect(asked.map(({ metadata }) => metadata)).toEqual([{ riskLevel: "moderate", requiresConfirmation: true }]);
  expect((await executeFunctionCall(call, { registry, signal })).status).toBe("error");

  const trusting = new ToolRegistry();
  trusting.registerTool(await toolOf("name: run\ndescription: d\nkind: execute\ncommand: [echo, hello]\n", temporaryFolder()), {
    metadata: { riskLevel: "safe", requiresConfirmation: false },
  });
  expect((await executeFunctionCall({ name: "run", args: {} }, { registry: trusting, signal })).status).toBe("success");
});

it.each<[string, ToolMetadata | undefined]>([
  ["the tool", undefined],
  ["the tool and its registration", { riskLevel: "dangerous", requiresConfirmation: true }],
])("asks where %s says so, though the calls say nothing of it", async (_, metadata) => {
  const registry = new ToolRegistry();
  registry.registerTool(new Ping({ level: "moderate", requiresConfirmation: true }), metadata && { metadata });
  const call = { name: "ping", args: {} };
  expect((await executeFunctionCall(call, { registry, signal })).functionResponse.response).toEqual({
    error:
      "ping was not run: it must be confirmed, and there is no one to ask here. Only the user can change this. Do not try to achieve the same result another way.",
  });
  expect(await executeFunctionCall(call, { registry, signal, confirm: async () => "proceed_always" })).toMatchObject({ status: "success" });
  expect((await executeFunctionCall(call, { registry, signal })).status).toBe("success");
});

it('Denied tools send "denied by user" message back to LLM', async () => {
  const registry = new ToolRegistry();
  registry.registerTool(new Ping({ level: "moderate", requiresConfirmation: true }), {
    metadata: { riskLevel: "dangerous", requiresConfirmation: true },
  });
  const { functionResponse } = await executeFunctionCall({ name: "ping", args: {} }, { registry, signal, confirm: async () => "cancel" });
  expect(JSON.stringify(functionResponse)).toContain("Tool execution denied by user.");
});

it("describes the impact of a tool without braces, and without what calls alone decide", async () => {
  const described = async (impact: string) => {
    const spec = `name: t\ndescription: d\nkind: edit\nrisk: { impact: ${JSON.stringify(impact)} }\nschema: { properties: { a: { type: string }, b: { type: array, items: { type: string } } } }\ncommand: [echo, "{{a}}", "{{join b ' '}}"]\n`;
    return (await toolOf(spec, temporaryFolder())).metadata.impactDescription;
  };
  expect(await described("Writes {{a}} and {{join b ', '}} in {{@workspace}}.")).toBe("Writes ‹a› and ‹b› in ‹workspace›.");
  expect(await described("Writes it.")).toBe("Writes it.");
  expect(await described("Writes {{a}}{{#if b}}, and others{{/if}}.")).toBeUndefined();
});
