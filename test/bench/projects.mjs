import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { installArguments, lockfileStamp } from "../../scripts/lockfile-stamp.mjs";
import { run } from "./measure.mjs";

/** Tools as projects have them: one to a file, five to nine parameters, aliases and paths. The same number gives the same tool everywhere. */

const verbs = ["search", "list", "show", "count", "compare", "export", "render", "inspect", "format", "summarise"];
const nouns = ["files", "commits", "tables", "logs", "images", "services", "reports", "packages", "tickets", "pages", "metrics"];

/** The name of the tool number `index`. */
export const toolName = (index) => `${verbs[index % verbs.length]}_${nouns[index % nouns.length]}_${String(index).padStart(4, "0")}`;

/** A call of any of the tools as a model would send it: with an alias for the path and a number as text. */
export const sampleCall = { file: "notes.txt", pattern: "TODO", limit: "20", labels: ["a", "b"] };

/** The command that a call with `sampleCall` runs, for the floor. */
export const sampleCommand = ["/bin/echo", "--limit=20", "--label=a", "--label=b", "--pattern=TODO", "--", "notes.txt"];

export function toolSpec(index) {
  const name = toolName(index);
  const [verb, noun] = name.split("_");
  return {
    name,
    description:
      `${verb[0].toUpperCase()}${verb.slice(1)} ${noun} below a file or folder of the workspace. Use it when the question names ${noun}, ` +
      `and before changing any. It returns one line for each of the ${noun} found, at most as many as the limit allows, newest first.`,
    kind: "read",
    schema: schemaOf(index),
    aliases: { path: ["file", "file_path", "target"], limit: ["max_results", "count"], labels: ["tags"] },
    paths: { path: "read" },
    command: [
      "/bin/echo",
      "--limit={{limit}}",
      "{{#if recursive}}--recursive{{/if}}",
      "{{#each labels}}--label={{this}}{{/each}}",
      "--pattern={{pattern}}",
      ...extras(index).map(({ key }) => `--${key}={{${key}}}`),
      ["--", "{{path}}"],
    ],
    exitCodes: { 1: `No ${noun} match.` },
    timeout: `${20 + (index % 5) * 10}s`,
  };
}

/**
 * A heavy spec, as teams with large APIs have them: about twenty parameters on three levels, definitions that they refer to, patterns,
 * a condition, examples and a schema of the result.
 */
export function heavySpec(index) {
  const light = toolSpec(index);
  const filter = {
    type: "object",
    description: "Only what all of these hold for.",
    properties: Object.fromEntries(
      ["owner", "team", "region", "stage", "service", "release"].map((key, at) => [
        key,
        { type: "string", pattern: `^[a-z][a-z0-9-]{0,${30 + ((index + at) % 9)}}$`, description: `The ${key} of it.` },
      ]),
    ),
    additionalProperties: false,
  };
  const switches = ["verbose", "archived", "drafts", "exact", "quiet"];
  const range = {
    type: "object",
    description: "From and to, both included.",
    properties: { from: { type: "string", format: "date-time" }, to: { type: "string", format: "date-time" } },
    required: ["from"],
    additionalProperties: false,
  };
  const schema = {
    ...light.schema,
    $defs: { filter, range, order: { enum: ["newest", "oldest", "largest", `by-${index % 5}`] } },
    properties: {
      ...light.schema.properties,
      filter: { $ref: "#/$defs/filter" },
      created: { $ref: "#/$defs/range" },
      changed: { $ref: "#/$defs/range" },
      order: { $ref: "#/$defs/order" },
      fields: {
        type: "array",
        maxItems: 20,
        description: "What is written of each, and how.",
        items: {
          type: "object",
          properties: {
            name: { type: "string", pattern: "^[a-z_]{1,40}$", description: "The field." },
            width: { type: "integer", minimum: 1, maximum: 200, default: 20, description: "Columns that it takes." },
            as: { enum: ["text", "number", "date"], default: "text", description: "How it is written." },
          },
          required: ["name"],
          additionalProperties: false,
        },
      },
      ...Object.fromEntries(switches.map((key) => [key, { type: "boolean", default: false, description: `Whether ${key} ones count.` }])),
    },
    if: { properties: { exact: { const: true } }, required: ["exact"] },
    then: { required: ["pattern"] },
  };
  const params = { path: "notes.txt", pattern: "TODO", filter: { owner: "ann" }, created: { from: "2026-01-01T00:00:00Z" } };
  return {
    ...light,
    description: `${light.description} ${light.description}`,
    schema,
    command: [
      ...light.command.slice(0, -1),
      "{{#if filter.owner}}--owner={{filter.owner}}{{/if}}",
      "{{#if created.from}}--from={{created.from}}{{/if}}",
      "{{#if changed.from}}--changed={{changed.from}}{{/if}}",
      "{{#if order}}--order={{order}}{{/if}}",
      "{{#each fields}}--field={{this.name}}:{{this.width}}{{/each}}",
      ...switches.map((key) => `{{#if ${key}}}--${key}{{/if}}`),
      light.command.at(-1),
    ],
    examples: [{ params }, { params: { path: "notes.txt", limit: 5 } }],
  };
}

/** Varies by number: between five and nine properties, of which some are nested. */
function schemaOf(index) {
  return {
    type: "object",
    properties: {
      path: { type: "string", minLength: 1, description: "File or folder to look at, relative to the workspace." },
      pattern: { type: "string", minLength: 1, maxLength: 200, description: "Text that a line must contain to be shown." },
      limit: { type: "integer", minimum: 1, maximum: 1000 + (index % 7) * 100, default: 50, description: "The most lines to return." },
      recursive: { type: "boolean", default: false, description: "Also look into the folders below." },
      labels: { type: "array", items: { type: "string", pattern: "^[a-z][a-z0-9-]*$" }, maxItems: 10, description: "Only these labels." },
      ...Object.fromEntries(extras(index).map(({ key, schema }) => [key, schema])),
    },
    required: ["path"],
    additionalProperties: false,
  };
}

function extras(index) {
  const all = [
    { key: "format", schema: { type: "string", enum: ["text", "json", "table"], description: "How the lines are written." } },
    { key: "since", schema: { type: "string", format: "date", description: "Nothing older than this day." } },
    { key: "threshold", schema: { type: "number", minimum: 0, maximum: 1, description: "Leave out what scores lower than this." } },
    { key: "author", schema: { type: "string", pattern: "^[A-Za-z][A-Za-z .]*$", description: "Only what this person wrote." } },
  ];
  return all.filter((_, bit) => ((index + 1) >> bit) & 1);
}

export const toolgen = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** Projects of any size below one folder, each written and built once. */
export function projectsIn(folder, { onBuild }) {
  const known = new Map();
  /** `isHeavy`: of heavy specs. `isBuilt`: false for a project whose first build is measured. */
  return (size, { isHeavy = false, isBuilt = true } = {}) => {
    const name = `project-${isHeavy ? "heavy-" : ""}${size}`;
    if (!known.has(name)) known.set(name, create(name, { size, isHeavy, isBuilt }));
    return known.get(name);
  };

  async function create(name, { size, isHeavy, isBuilt }) {
    onBuild(`making a project of ${size}`);
    const dir = join(folder, name);
    const spec = isHeavy ? heavySpec : toolSpec;
    const project = {
      dir,
      size,
      spec,
      toolsFile: join(dir, "tools.json"),
      callInput: join(dir, "call.json"),
      schemas: join(dir, "schemas"),
      openapi: join(dir, "openapi.json"),
    };
    for (const path of [join(dir, "tools.d"), project.schemas]) mkdirSync(path, { recursive: true });
    const specs = Array.from({ length: size }, (_, index) => spec(index));
    for (const [index, each] of specs.entries()) {
      writeFileSync(specFile(project, index), stringify(each));
      writeFileSync(join(project.schemas, `${each.name}.json`), JSON.stringify({ title: each.name, ...each.schema }, null, 2));
    }
    writeFileSync(
      project.toolsFile,
      JSON.stringify(specs.map(({ name, description, schema }) => ({ name, description, inputSchema: schema }))),
    );
    writeFileSync(project.openapi, JSON.stringify(openApiOf(specs)));
    writeFileSync(project.callInput, JSON.stringify(sampleCall));
    writeFileSync(join(dir, "notes.txt"), "TODO\n");
    if (isBuilt) await run(process.execPath, [toolgen, "build"], { cwd: dir });
    return project;
  }
}

/** Takes away what builds made, so that the next starts from nothing. */
export function forgetBuild({ dir }) {
  for (const name of ["generated", ".toolgen"]) moveAway(join(dir, name));
}

/**
 * Moves a folder out of the way until the bench ends. After thousands of files were deleted, ext4 takes up to twenty
 * times as long to create each, because it reuses none of their inodes for some seconds.
 */
export function moveAway(folder) {
  if (existsSync(folder)) renameSync(folder, `${mkdtempSync(`${folder}-old-`)}/old`);
}

/** Changes one spec in the middle, each time to something else. */
export function changeOne(project) {
  const index = Math.floor(project.size / 2);
  project.changes = (project.changes ?? 0) + 1;
  const spec = project.spec(index);
  writeFileSync(specFile(project, index), stringify({ ...spec, description: `${spec.description} Version ${project.changes}.` }));
}

const specFile = ({ dir }, index) => join(dir, "tools.d", `${toolName(index).replaceAll("_", "-")}.yaml`);

function openApiOf(specs) {
  const paths = specs.map(({ name, description, schema }) => {
    const body = { required: true, content: { "application/json": { schema } } };
    const responses = { 200: { description: "Done.", content: { "text/plain": { schema: { type: "string" } } } } };
    return [`/${name}`, { post: { operationId: name, description, requestBody: body, responses } }];
  });
  return { openapi: "3.1.0", info: { title: "tools", version: "1.0.0" }, paths: Object.fromEntries(paths) };
}

export const peersFolder = fileURLToPath(new URL("peers", import.meta.url));

/** Where tests keep the real core of Gemini CLI. */
export const coreFolder = fileURLToPath(new URL("../clients/gemini-cli-core", import.meta.url));

/** Where tests keep real OpenAPI documents. */
export const documentsFolder = fileURLToPath(new URL("../clients/openapi", import.meta.url));

/** Installs what toolgen is compared with, once for each content of the lockfile. */
export async function installPeers(onRun, folder = peersFolder) {
  const stamp = lockfileStamp(folder);
  if (stamp.isInstalled) return;
  onRun("installing the programs to compare with");
  await run("npm", installArguments, { cwd: folder, env: process.env });
  stamp.write();
}

/** The installed versions of the named packages, as text. */
export const peerVersions = (names, folder = peersFolder) =>
  names.map((name) => `${name} ${JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version}`).join(", ");
