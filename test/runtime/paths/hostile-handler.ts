import { cpSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { ToolModule } from "../../../src/runtime/lookup/tool-module.js";
import { type DefinedTool, defineTool } from "../../../src/runtime/tool/define-tool.js";
import { projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";
import type { Way } from "./hostile-ways.js";
import type { HostileWorld } from "./hostile-world.js";

const spec = `kind: edit
schema: { properties: { path: { type: string, description: Where. } }, required: [path] }
paths: { path: readWrite }
handler: ./take.mjs#take
`;

/** Reads the file, then writes it; what can't be done is left. */
const source = `import { readFileSync, writeFileSync } from "node:fs";
const tried = (what) => { try { return what(); } catch { return ""; } };
export const take = ({ path }) => {
  const text = tried(() => readFileSync(path, "utf8"));
  tried(() => writeFileSync(path, "written"));
  return text;
};
`;

export const handlerWay: Way = {
  name: "is read and written by a handler",
  writes: true,
  root: "workspace",
  params: (path) => ({ path }),
  spec,
};

/** The tool of that way, as a build makes it; its handler's bundle lies where the project in this world would have it. */
export function handlerTool({ roots }: HostileWorld): DefinedTool {
  const project = projectOf({ "tools.d/take.yaml": `name: take\ndescription: Take a path.\n${spec}`, "tools.d/take.mjs": source });
  const { status, stderr } = toolgen(project, ["build"]);
  if (status !== 0) throw new Error(stderr);
  const bin = "generated/bin";
  cpSync(join(project, bin, "handlers"), join(roots.workspace, bin, "handlers"), { recursive: true });
  const { definition, validate } = createRequire(import.meta.url)(join(project, bin, "tools/take.cjs")) as ToolModule;
  const schema = { type: "object" };
  const locations = [{ path: ["path"], line: undefined }];
  return { ...defineTool(definition, schema, { format: 2, displayName: "Take", description: "Take a path.", locations }), validate };
}
