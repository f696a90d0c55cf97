import { expect, it } from "vitest";
import { compiled } from "../kit/compiled.js";

const config = "version: 1\nserver: notes\ntargets: { gemini-extension: {}, mcpb: {} }\n";
const tool = "name: t\ndescription: d\nkind: read\ncommand: [wc]\n";
const resources = `resource: motto
uri: notes://motto
description: "The\\nmotto."
text: Count first.
---
resource: words
uriTemplate: notes://words/{text}
description: Words of the service.
schema: { properties: { text: { type: string } }, required: [text] }
secrets: { WORDS_TOKEN: The key to the words, OTHER_TOKEN: { description: Another key, optional: true } }
requires: { psql: ">=14" }
command: [printf, "%s", "{{text}}"]
`;

it("names resources, their programs and their secrets in a bundle's README and settings", async () => {
  const { files, diagnostics } = await compiled({ "toolgen.yaml": config, "t.yaml": tool, "r.yaml": resources });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const text = (path: string) => files.find((file) => file.path === path)?.text ?? "";
  for (const bundle of ["gemini-extension", "mcpb"]) {
    const readme = text(`${bundle}/README.md`);
    expect(readme).toContain("## Resources\n\n- `notes://motto`: The motto.\n- `notes://words/{text}`: Words of the service.\n\n## Tools");
    expect(readme).toContain("- Environment variables: `OTHER_TOKEN` (optional), `WORDS_TOKEN`.");
    expect(readme).toContain("`psql` >=14");
  }
  const mcpb = JSON.parse(text("mcpb/manifest.json"));
  expect(mcpb.user_config.WORDS_TOKEN).toMatchObject({ description: "The key to the words", sensitive: true, required: true });
  expect(mcpb.server.mcp_config.env).toMatchObject({ WORDS_TOKEN: "${user_config.WORDS_TOKEN}" });
  const extension = JSON.parse(text("gemini-extension/gemini-extension.json"));
  expect(extension.settings).toMatchObject([{ envVar: "OTHER_TOKEN" }, { envVar: "WORDS_TOKEN", sensitive: true }]);
});

it("names what the commands need that complete arguments, and takes their scripts along", async () => {
  const prompt = `prompt: review
description: Review a branch.
schema: { properties: { branch: { type: string } } }
text: Review {{branch}}.
complete: { branch: { command: [sh, "{{@specDir}}/branches.sh"], secrets: { HOST_TOKEN: The key }, requires: { git: ">=2" } } }
`;
  const { files, diagnostics } = await compiled({
    "toolgen.yaml": config,
    "t.yaml": tool,
    "p.yaml": prompt,
    "branches.sh": "git branch\n",
  });
  expect(diagnostics).toEqual([]);
  const readme = files.find(({ path }) => path === "mcpb/README.md")?.text;
  expect(readme).toContain("- Environment variables: `HOST_TOKEN`.");
  expect(readme).toContain("`git` >=2");
  expect(files.map(({ path }) => path)).toContain("mcpb/tools.d/branches.sh");
});

it("has no section of resources without any", async () => {
  const { files } = await compiled({ "toolgen.yaml": config, "t.yaml": tool });
  expect(files.find(({ path }) => path === "mcpb/README.md")?.text).not.toContain("Resources");
});
