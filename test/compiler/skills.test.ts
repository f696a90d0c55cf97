import { skillEntry } from "@modelcontextprotocol/server/ext/skills";
import fc from "fast-check";
import { expect, it } from "vitest";
import { anyCharacter } from "../kit/any-character.js";
import { compiled } from "../kit/compiled.js";
import { repeat } from "../kit/repeat.js";

const tool = (name: string, more = "") => `name: ${name}\ndescription: Look at ${name}. Slowly.\nkind: read\ncommand: [wc]\n${more}`;

/** The files of each skill by their paths in it, by the skill's name. */
async function skillsOf(settings: object, specs: Readonly<Record<string, string>>, config = "") {
  const project = `version: 1\nserver: Notes\ntargets: { skills: ${JSON.stringify(settings)} }\n${config}`;
  const { files, diagnostics } = await compiled({ "toolgen.yaml": project, ...specs });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const skills: Record<string, Record<string, string>> = {};
  for (const { path, text } of files) {
    const [, name = "", file = ""] = /^skills\/([^/]+)\/(.+)$/.exec(path) ?? [];
    if (name !== "") skills[name] = { ...skills[name], [file]: text };
  }
  const index: unknown = JSON.parse(files.find(({ path }) => path === "mcp/skills.json")?.text ?? "");
  return { skills, index };
}

const text = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 300 }).filter((drawn) => /\S/.test(drawn));
const toolset = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,20}$/);

it("writes skills that meet the rules of the specification, with the frontmatter that the server lists", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(toolset, { maxLength: 3, selector: (name) => name.toLowerCase().replaceAll("_", "") }),
      text,
      text,
      async (toolsets, about, description) => {
        const specs = toolsets.map((name, i) => [`${i}.yaml`, tool(`t${i}`, `toolsets: [${name}]\n`)]);
        const settings = { version: "1.2.0", description, toolsets: Object.fromEntries(toolsets.slice(0, 1).map((name) => [name, about])) };
        const other = `name: other\ndescription: ${JSON.stringify(description)}\nkind: read\ncommand: [wc]\n`;
        const { skills, index } = await skillsOf(settings, { ...Object.fromEntries(specs), "o.yaml": other });
        const entries = await Promise.all(Object.entries(skills).map(([name, files]) => skillEntry(name, files)));
        expect(entries.length).toBe(toolsets.length + 1);
        expect(new Set(entries.map(({ frontmatter }) => frontmatter))).toEqual(new Set(index as readonly object[]));
      },
    ),
    { numRuns: repeat({ usual: 20, soak: 300 }) },
  );
});

it("makes a skill for each toolset and one for the rest, or one for the project", async () => {
  const specs = { "a.yaml": tool("a", "toolsets: [in_git]\n"), "b.yaml": tool("b", "toolsets: [in_git, web]\n"), "c.yaml": tool("c") };
  const { skills } = await skillsOf({ toolsets: { web: "Use it for pages." } }, specs);
  expect(Object.fromEntries(Object.entries(skills).map(([name, files]) => [name, Object.keys(files).sort()]))).toEqual({
    notes: ["SKILL.md", "references/c.md"],
    "notes-in-git": ["SKILL.md", "references/a.md", "references/b.md"],
    "notes-web": ["SKILL.md", "references/b.md"],
  });
  expect(skills["notes-web"]?.["SKILL.md"]).toContain('description: "Use it for pages."');
  expect(skills["notes-in-git"]?.["SKILL.md"]).toContain("toolset in_git of Notes: a (Look at a); b (Look at b).");
  const whole = await skillsOf({ each: "project", exclude: ["c"] }, specs);
  expect(Object.entries(whole.skills).map(([name, files]) => [name, Object.keys(files).length])).toEqual([["notes", 3]]);
});

it("keeps a long description within the limit, at the end of a tool", async () => {
  const specs = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`${i}.yaml`, tool(`tool_number_${i}`)]));
  const { index } = await skillsOf({}, specs);
  const [{ description } = { description: "" }] = index as readonly { readonly description: string }[];
  expect(description.length).toBeLessThanOrEqual(1024);
  expect(description).toMatch(/\(Look at tool_number_\d+\); and \d+ more\.$/);
});

it("says nothing of tools that the project denies, or that only some callers have documents of", async () => {
  const prompt = (name: string, more = "") => `prompt: ${name}\ndescription: d\ntext: The words of ${name}.\n${more}`;
  const specs = {
    "a.yaml": tool("kept"),
    "b.yaml": tool("banned"),
    "p.yaml": prompt("greet"),
    "s.yaml": prompt("inner", "scopes: [staff]\n"),
  };
  const { skills } = await skillsOf({ commands: true }, specs, "risk: { banned: { decision: deny } }\n");
  const all = JSON.stringify(skills);
  expect(all).toContain("The words of greet.");
  expect(all).toContain("kept");
  expect(all).not.toMatch(/banned|inner/);
});

it("names a command only for a tool whose calls never ask, and a rule for that command alone", async () => {
  const specs = {
    "a.yaml": tool("reads"),
    "b.yaml": tool("changes").replace("kind: read", "kind: edit"),
    "c.yaml": tool("sometimes", "schema: { properties: { q: { type: string } } }\n"),
    "d.yaml": tool("writes", "risk: safe\nschema: { properties: { file: { type: string } } }\npaths: { file: write }\n").replace(
      "[wc]",
      "[wc, '{{file}}']",
    ),
  };
  const config = "risk: { sometimes: { when: { q: x }, decision: ask } }\n";
  const commandsIn = async (settings: object) => {
    const { skills } = await skillsOf(settings, specs, config);
    return [...(skills.notes?.["SKILL.md"] ?? "").matchAll(/Bash\(([^)]*)\)/g)].map(([, rule]) => rule);
  };
  expect(await commandsIn({ commands: true })).toEqual(["generated/bin/call reads"]);
  expect(await commandsIn({})).toEqual([]);
});

it("gives the reference of a tool its parameters and the examples that aren't refused", async () => {
  const spec = [
    "name: count\ndescription: Count | words.\nkind: read",
    "schema: { properties: { text: { type: string, maxLength: 9, description: 'One|two.' }, n: { type: integer, default: 2 } }, required: [text] }",
    "command: [echo, '{{text}}', '{{n}}']",
    "examples:\n  - { name: usual, params: { text: hi } }\n  - { name: too long, params: { text: 0123456789 }, expect: { error: longer } }\n",
  ].join("\n");
  const { skills } = await skillsOf({}, { "t.yaml": spec });
  const reference = skills.notes?.["references/count.md"];
  expect(reference).toContain("| `text` | `string` | yes |  | One\\|two. At most 9 characters. |");
  expect(reference).toContain("| `n` | `integer` |  | `2` |");
  expect(reference).toContain('```json\n{"text":"hi"}\n```');
  expect(reference).not.toContain("0123456789");
});

/** Texts with what Claude Code runs and replaces in a skill, whole and in parts. */
const lively = fc
  .array(fc.constantFrom("!", "`", "```", "$", "ARGUMENTS", "$1", "${HOME}", "!`id`", "```!\nid\n```", " ", "\n", "|", "---", "x. "), {
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => parts.join(""))
  .filter((drawn) => /\S/.test(drawn));

it("has no text of a spec that Claude Code would run or replace when it uses a skill", async () => {
  await fc.assert(
    fc.asyncProperty(lively, lively, async (one, other) => {
      const a = JSON.stringify(one);
      const b = JSON.stringify(other);
      const schema = `schema: { properties: { filter: { type: string, description: ${b}, default: ${a} } } }\n`;
      const examples = `examples: [{ name: ${a}, params: { filter: ${b} } }]\n`;
      const specs = {
        "t.yaml": `name: t\ndescription: ${a}\nkind: read\ncommand: [echo, "{{filter}}"]\n${schema}${examples}`,
        "p.yaml": `prompt: p\ndescription: ${b}\n${schema}text: ${a}\n`,
        "r.yaml": `resource: r\nuri: "notes://a!"\ndescription: ${b}\ntext: r\n`,
      };
      const { skills, index } = await skillsOf({ description: one }, specs, `instructions: ${b}\n`);
      const files = skills.notes ?? {};
      for (const file of Object.values(files)) expect(file).not.toMatch(/!`|`!|\$(?:[A-Z\d]|\{)/);
      expect(files["references/t.md"]).toContain("| `filter` |");
      const [, example = ""] = /^`+json\n(.*)$/m.exec(files["references/t.md"] ?? "") ?? [];
      expect(JSON.parse(example)).toEqual({ filter: other });
      expect([(await skillEntry("notes", files)).frontmatter]).toEqual(index);
    }),
    { numRuns: repeat({ usual: 40, soak: 1000 }) },
  );
});
