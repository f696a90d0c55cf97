import { existsSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { run } from "./children.mjs";
import { sampleCall, schemaOf, toolName, toolSpec } from "./specs.mjs";

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
