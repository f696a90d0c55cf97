import domino from "@mixmark-io/domino";
import { expect, it } from "vitest";
import { openTokenizer } from "../../../../src/cli/build/count-tools.js";
import { compile } from "../../../../src/compiler/compile.js";
import { tokenEncoding } from "../../../../src/compiler/showings.js";
import { assets, compiled } from "../../../kit/compiled.js";
import { memoryHost } from "../../../kit/memory-host.js";
import { hostileSpec } from "./hostile-specs.js";

const config = "version: 1\ntargets: { docs: {} }\n";
const tool = (name: string, more = "") => `name: ${name}\ndescription: Says ${name}.\nkind: read\nrisk: safe\ncommand: [echo]\n${more}`;

async function catalogue(files: Readonly<Record<string, string>>) {
  const built = await compiled({ "toolgen.yaml": config, ...files }, ["docs"]);
  expect(built.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return Object.fromEntries(built.files.map(({ path, text }) => [path, text]));
}

/** Parses a page; the function returns its elements by selector. */
function parsed(html: string | undefined) {
  const page = domino.createDocument(html ?? "", true);
  return (selector: string) => Array.from(page.querySelectorAll(selector));
}

const pageOf = async (spec: string) => (await catalogue({ "tool.yaml": spec }))["docs/index.html"] ?? "";

it("is built only where toolgen.yaml names it", async () => {
  expect((await compiled({ "a.yaml": tool("a") }, ["docs"])).files).toEqual([]);
  expect(Object.keys(await catalogue({ "a.yaml": tool("a"), "b.yaml": tool("b") }))).toEqual([
    "docs/README.md",
    "docs/index.html",
    "docs/tools/a.md",
    "docs/tools/b.md",
  ]);
});

it("leaves out what the target excludes, and says who is shown what other targets exclude", async () => {
  const files = await catalogue({
    "toolgen.yaml": "version: 1\ntargets: { docs: { exclude: [b] }, mcp: { exclude: [a] } }\n",
    "a.yaml": tool("a"),
    "b.yaml": tool("b"),
  });
  expect(Object.keys(files)).not.toContain("docs/tools/b.md");
  const [article] = parsed(files["docs/index.html"])("article");
  expect(article?.getAttribute("data-client")).toBe("gemini");
});

it("gives the same bytes for the same input", async () => {
  const files = { "a.yaml": tool("a"), "hostile.yaml": hostileSpec };
  expect(await catalogue(files)).toEqual(await catalogue(files));
});

it("prints a tool again only if its spec has changed", async () => {
  const parts = new Map<string, string>();
  const printed: string[] = [];
  const build = (files: Readonly<Record<string, string>>) =>
    compile(memoryHost({ "toolgen.yaml": config, ...files }), assets, {
      targets: ["docs"],
      part: (model, what, print) => {
        const key = `${model.source.file.text} ${what}`;
        if (!parts.has(key)) printed.push(`${model.name} ${what}`);
        const text = parts.get(key) ?? print();
        parts.set(key, text);
        return text;
      },
    });
  await build({ "tools.d/a.yaml": tool("a"), "tools.d/b.yaml": tool("b") });
  printed.length = 0;
  const [{ files }] = await build({ "tools.d/a.yaml": tool("a"), "tools.d/b.yaml": tool("b", "toolsets: [x]\n") });
  expect(new Set(printed.map((line) => line.split(" ")[0]))).toEqual(new Set(["b"]));
  expect(files.find(({ path }) => path === "docs/index.html")?.text).toContain("Says a.");
});

it("names the parameters with their other names, types, defaults and limits, and the properties of properties", async () => {
  const page = await pageOf(
    tool(
      "edit",
      `schema:
  type: object
  required: [edits]
  properties:
    edits: { type: array, minItems: 1, items: { $ref: "#/$defs/edit" } }
    mode: { enum: [a, b], default: a }
    size: { type: [integer, "null"], minimum: 2 }
    either: { anyOf: [{ type: string }, { type: boolean }] }
  $defs: { edit: { type: object, required: [old], properties: { old: { type: string, description: Gone. } } } }
aliases: { mode: [how], "edits[].old": [before] }
`,
    ),
  );
  const elements = parsed(page);
  const [terms, facts] = [elements("article dt"), elements("article dd")];
  expect(terms.map(({ textContent }, index) => `${textContent} — ${facts[index]?.textContent?.trim()}`)).toEqual([
    "edits object[] required — At least 1 element.",
    "edits[].old string required — Gone. Other names: before.",
    'mode "a" | "b" — Other names: how. Default: "a".',
    "size integer | null — At least 2.",
    "either string | boolean — ",
  ]);
});

it("counts tokens with the encoding that it names", () => {
  expect(openTokenizer().encoding).toBe(tokenEncoding);
});

it("runs nothing of a spec: every text stays text, and the policy admits the page's own script alone", async () => {
  const page = await pageOf(hostileSpec);
  const elements = parsed(page);
  expect(elements("script, style, img, svg, iframe, object, u, article article")).toHaveLength(2);
  expect(elements("[onerror], [onload], [src], [style]")).toEqual([]);
  expect(elements("a").map((link) => link.getAttribute("href"))).toEqual(["#tools", "#tool-hostile"]);
  expect(elements("meta[http-equiv]")[0]?.getAttribute("content")).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; script-src 'sha256-[\w+/=]{44}'; base-uri 'none'; form-action 'none'$/,
  );
  expect(page).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u200b\u202a-\u202e\u2066-\u2069]/);
  expect(elements(".about")[0]?.textContent).toContain("</script><script>window.attacked=1</script>");
});
