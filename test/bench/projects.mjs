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
  return (size) => {
    if (!known.has(size)) known.set(size, create(size));
    return known.get(size);
  };

  async function create(size) {
    onBuild(`building a project of ${size}`);
    const dir = join(folder, `project-${size}`);
    const project = {
      dir,
      size,
      toolsFile: join(dir, "tools.json"),
      callInput: join(dir, "call.json"),
      schemas: join(dir, "schemas"),
      openapi: join(dir, "openapi.json"),
    };
    for (const path of [join(dir, "tools.d"), project.schemas]) mkdirSync(path, { recursive: true });
    const specs = Array.from({ length: size }, (_, index) => toolSpec(index));
    for (const [index, spec] of specs.entries()) {
      writeFileSync(specFile(project, index), stringify(spec));
      writeFileSync(join(project.schemas, `${spec.name}.json`), JSON.stringify({ title: spec.name, ...schemaOf(index) }, null, 2));
    }
    writeFileSync(
      project.toolsFile,
      JSON.stringify(specs.map(({ name, description, schema }) => ({ name, description, inputSchema: schema }))),
    );
    writeFileSync(project.openapi, JSON.stringify(openApiOf(specs)));
    writeFileSync(project.callInput, JSON.stringify(sampleCall));
    writeFileSync(join(dir, "notes.txt"), "TODO\n");
    await run(process.execPath, [toolgen, "build"], { cwd: dir });
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
  const spec = toolSpec(index);
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
