import { expect, it } from "vitest";
import { newImageFiles } from "../../src/compiler/scaffold.js";
import { compiled } from "../kit/compiled.js";

const tool = (name: string, more = "") => `name: ${name}\ndescription: Look at ${name}.\nkind: read\ncommand: [wc]\n${more}`;

async function packageOf(settings: object, specs: Readonly<Record<string, string>> = { "a.yaml": tool("a") }) {
  const target = { name: "@you/notes-mcp", version: "1.2.0", ...settings };
  const { files, model, diagnostics } = await compiled({
    "toolgen.yaml": `version: 1\nserver: notes\ntargets: { package: ${JSON.stringify(target)} }\nrisk: { banned: { decision: deny } }\n`,
    ...specs,
  });
  const textOf = (path: string) => files.find((file) => file.path === `package/${path}`)?.text;
  const jsonOf = (path: string) => JSON.parse(textOf(path) ?? "null");
  const packed = files.filter(({ path }) => path.startsWith("package/")).map(({ path }) => path.slice("package/".length));
  const paths = packed.filter((path) => !["package.json", "mcp-registry.json"].includes(path));
  const image = newImageFiles(model).find(({ path }) => path === "Dockerfile")?.text ?? "";
  return { textOf, jsonOf, paths, image, codes: diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code) };
}

it("makes a package whose command is the server, and an entry in the registry that the package proves", async () => {
  const specs = { "a.yaml": tool("a", "secrets: { TOKEN: The token. }\n"), "b.yaml": tool("banned") };
  const settings = { mcpName: "io.github.you/notes", license: "MIT", repository: "https://github.com/you/notes", description: "Notes." };
  const { jsonOf, textOf, paths } = await packageOf(settings, specs);
  const [manifest, entry] = [jsonOf("package.json"), jsonOf("mcp-registry.json")];
  expect(manifest).toMatchObject({ bin: { "notes-mcp": "generated/mcp/server.cjs" } });
  expect(manifest.files).toEqual(paths.map((path) => `/${path}`).sort());
  expect(manifest.files).toContain("/generated/mcp/server.cjs");
  expect(entry).toMatchObject({
    name: manifest.mcpName,
    version: manifest.version,
    packages: [{ registryType: "npm", identifier: manifest.name, version: manifest.version, transport: { type: "stdio" } }],
  });
  expect(entry.packages[0].environmentVariables).toEqual([{ name: "TOKEN", description: "The token.", isRequired: true, isSecret: true }]);
  // The server gives clients this version.
  expect(jsonOf("generated/mcp/server.json").version).toBe("1.2.0");
  expect(textOf("README.md")).toContain("claude mcp add notes -- npx -y @you/notes-mcp@1.2.0\n");
  expect(textOf("README.md")).not.toContain("banned");
});

it("has no entry without a name in the registry, and no description that the registry refuses without being told one", async () => {
  expect((await packageOf({})).textOf("mcp-registry.json")).toBeUndefined();
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`${i}.yaml`, tool(`a_long_name_of_a_tool_${i}`)]));
  expect((await packageOf({ mcpName: "com.example/notes" }, many)).jsonOf("mcp-registry.json").description).toBe("12 tools of notes.");
});

it.each([
  { name: "Notes" },
  { name: "@you/" },
  { name: "../notes" },
  { mcpName: "notes" },
  { mcpName: "io.github.you/a/b" },
  { mcpName: "notes/a" },
  { version: "^1.2.0" },
  { version: "latest" },
  { repository: "git@github.com:you/notes" },
])("refuses what npm or the registry would: %j", async (settings) => {
  expect((await packageOf(settings)).codes).toEqual(["bad-value"]);
});

it.each([
  ["https://github.com/you/notes", "github"],
  ["https://gitlab.com/you/notes", "gitlab"],
  ["https://git.example.com/you/notes", undefined],
  ["https://github.com.example.com/you/notes", undefined],
])("names the source of %s in the registry only if it is one: %s", async (repository, source) => {
  const { jsonOf } = await packageOf({ mcpName: "io.github.you/notes", repository });
  expect(jsonOf("mcp-registry.json").repository).toEqual(source && { url: repository, source });
  expect(jsonOf("package.json").repository.url).toBe(`git+${repository}`);
});

it("labels an image with the name in the registry, which believes it by that", async () => {
  expect((await packageOf({ mcpName: "io.github.you/notes" })).image).toContain(
    '\nLABEL io.modelcontextprotocol.server.name="io.github.you/notes"\n',
  );
  expect((await packageOf({})).image).not.toContain("LABEL");
});
