import { expect, it } from "vitest";
import { compiled } from "../../../kit/compiled.js";

const script = (more: string) => `name: count
description: Count words.
kind: read
schema: { properties: { file: { type: string } }, required: [file] }
paths: { file: ${more} }
command: [sh, "{{@specDir}}/count.sh", "{{file}}"]
`;
const plain = "name: plain\ndescription: Print the date.\nkind: think\ncommand: [date]\n";
const denied = "name: banned\ndescription: Print the date.\nkind: think\ncommand: [date]\n";

/** The diagnostics of a project with bundles, and the paths of the files in one of them. */
async function bundles(config: string, files: Readonly<Record<string, string>>) {
  const { diagnostics, files: written } = await compiled({ "toolgen.yaml": `version: 1\n${config}`, "plain.yaml": plain, ...files });
  const inside = (name: string) => written.flatMap(({ path }) => (path.startsWith(`${name}/`) ? [path.slice(name.length + 1)] : []));
  return { codes: diagnostics.map(({ code, line, message }) => ({ code, line, message })), inside, written };
}

it("copies the scripts of a bundle's tools, and the files that it names", async () => {
  const { codes, inside, written } = await bundles(
    "targets: { mcpb: { files: [tools.d/words.txt] }, claude-plugin: { exclude: [count] } }\n",
    {
      "count.yaml": script("read"),
      "count.sh": "wc -w\n",
      "words.txt": "a\n",
    },
  );
  expect(codes).toEqual([]);
  expect(inside("mcpb")).toEqual(
    expect.arrayContaining(["manifest.json", "tools.d/count.sh", "tools.d/words.txt", "generated/mcp/server.cjs"]),
  );
  expect(inside("claude-plugin").filter((path) => path.startsWith("tools.d/"))).toEqual([]);
  expect(inside("claude-plugin").filter((path) => path.startsWith("generated/bin/tools/"))).toEqual(["generated/bin/tools/plain.cjs"]);
  const module = (path: string) => written.find((file) => file.path === path)?.text;
  expect(module("mcpb/generated/bin/tools/count.cjs"), "the same text as in the project").toBe(module("bin/tools/count.cjs"));
});

it("leaves out of bundles what the project denies", async () => {
  const { inside, written } = await bundles("risk: { banned: { decision: deny } }\ntargets: { gemini-extension: {} }\n", {
    "banned.yaml": denied,
  });
  expect(inside("gemini-extension").join()).not.toContain("banned");
  expect(written.find(({ path }) => path === "gemini-extension/README.md")?.text).not.toContain("banned");
});

it("puts into an extension the denials that depend on arguments", async () => {
  const deploy =
    "name: deploy\ndescription: Deploy.\nkind: execute\nschema: { properties: { to: { enum: [test, live] } }, required: [to] }\ncommand: [echo, '{{to}}']\n";
  const config = "risk: { deploy: { when: { to: live }, decision: deny } }\ntargets: { gemini-extension: {} }\n";
  const { written } = await bundles(config, { "deploy.yaml": deploy });
  const policy = written.find(({ path }) => path === "gemini-extension/policies/denials.toml")?.text;
  expect(policy).toMatch(/mcpName = "toolgen"\ntoolName = "deploy"\nargsPattern = .*live.*\n.*\ndecision = "deny"/);
});

it("refuses files that are missing, that aren't text, or that would replace a bundle's own", async () => {
  const { codes } = await bundles("targets:\n  mcpb:\n    files:\n      - nothing.txt\n      - manifest.json\n      - generated/x.txt\n", {
    "count.yaml": script("read"),
    "count.sh": "wc -w\n",
  });
  expect(codes.map(({ code, line }) => [code, line])).toEqual([5, 6, 7].map((line) => ["bundle-file-refused", line]));
  expect(codes[1]?.message).toContain("the bundle has a file of its own there");
});

it.each(["/etc/passwd", "../x", "./x", "a/../../x", "a/", "*.sh", ""])("doesn't take %j for a file of the project", async (path) => {
  const { codes } = await bundles(`targets: { mcpb: { files: [${JSON.stringify(path)}] } }\n`, {});
  expect(codes.map(({ code }) => code)).toEqual(["bad-value"]);
});

it("warns of tools that are bound to a folder of the project", async () => {
  const { codes } = await bundles("roots: { data: data }\ntargets: { mcpb: {}, claude-plugin: { exclude: [count] } }\n", {
    "count.yaml": script("{ access: read, root: data }"),
    "count.sh": "wc -w\n",
  });
  expect(codes).toEqual([
    { code: "bundle-without-root", line: 1, message: "In the target 'mcpb', the tool 'count' has no folder 'data'." },
  ]);
});

it.each([
  ["command: tools.d/notes.mjs", "", ["tools.d/notes.mjs"]],
  ["command: tools.d/notes.mjs", "files: [tools.d/notes.mjs]", []],
  ["command: node, args: [notes.mjs, /opt/other.mjs], cwd: tools.d", "", ["tools.d/notes.mjs"]],
  ["command: npx, args: [-y, notes-mcp@1.0.0]", "", []],
  ["command: /usr/bin/notes", "", []],
  ["url: https://notes.example.com/mcp", "", []],
])("warns once of an MCP server that is a file of the project: %s, %s", async (entry, target, expected) => {
  const tool = (name: string) => `name: ${name}\ndescription: Find notes.\nkind: read\nmcp: { server: notes, tool: find }\n`;
  const { codes } = await bundles(`mcpServers: { notes: { ${entry} } }\ntargets: { mcpb: { ${target} } }\n`, {
    "find.yaml": [tool("find"), tool("find_more")].join("---\n"),
    "notes.mjs": "// a server\n",
  });
  const message = (file: string) => `In the target 'mcpb', the MCP server 'notes' lacks '${file}', which is a part of the project.`;
  expect(codes).toEqual(expected.map((file) => ({ code: "bundle-without-server", line: 1, message: message(file) })));
});

it("is built only where toolgen.yaml names it", async () => {
  const { written } = await bundles("", {});
  const folders = new Set(written.map(({ path }) => path.split("/")[0]));
  for (const name of ["claude-plugin", "gemini-extension", "mcpb", "opencode", "providers"]) expect(folders).not.toContain(name);
});

it("refuses to publish files that hold secrets, by their names and by what is in them", async () => {
  const files = {
    ".env": "A=1\n",
    "config/.ENV.production": "A=1\n",
    ".env.example": "A=\n",
    "environment.sh": "A=1\n",
    ".ssh/id_ed25519": "x\n",
    ".ssh/id_ed25519.pub": "x\n",
    "server.pem": "-----BEGIN EC PRIVATE KEY-----\nx\n",
    "ca.pem": "-----BEGIN CERTIFICATE-----\nx\n",
    ".npmrc": "//registry.example/:_authToken=npm_x\n",
    "web/.npmrc": "//registry.example/:_authToken=${NPM_TOKEN}\n",
    ".aws/credentials": "x\n",
  };
  const { diagnostics } = await compiled({
    "toolgen.yaml": `version: 1\ntargets:\n  mcpb: { files: ${JSON.stringify(Object.keys(files).map((path) => `tools.d/${path}`))} }\n`,
    "plain.yaml": plain,
    ...files,
  });
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual(
    [
      ["files of this name hold secrets", ".env", "config/.ENV.production", ".ssh/id_ed25519"],
      ["it holds a private key", "server.pem"],
      ["it holds a token", ".npmrc"],
      ["files of this name hold secrets", ".aws/credentials"],
    ].flatMap(([reason, ...paths]) =>
      paths.map((path) => `bundle-secret 'tools.d/${path}' must not be published in the target 'mcpb': ${reason}.`),
    ),
  );
});

it("says of a folder that it is one", async () => {
  const { codes } = await bundles("targets: { mcpb: { files: [tools.d/docs] } }\n", { "docs/a.md": "a\n" });
  expect(codes.map(({ message }) => message)).toEqual([
    "'tools.d/docs' can't be copied into the target 'mcpb': it is a folder; list its files instead.",
  ]);
});
