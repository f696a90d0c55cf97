import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { git } from "../../kit/git.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const packages = fileURLToPath(new URL("node_modules/", import.meta.url));
const yarn = join(packages, "@yarnpkg/cli-dist/bin/yarn.js");

interface Manager {
  readonly name: string;
  /** The program that it is, if it isn't installed for all platforms. */
  readonly program?: string;
  readonly install: readonly string[];
  /** Installs in a clone, as CI does. */
  readonly again: readonly string[];
  /** Starts a program of a package. */
  readonly run: readonly string[];
  readonly hasFolders: boolean;
}

const pnpm = join(packages, "@pnpm/exe.linux-x64/pnpm");
const bun = join(packages, "@oven/bun-linux-x64/bin/bun");

const managers: readonly Manager[] = [
  { name: "npm", install: ["npm", "install"], again: ["npm", "ci"], run: ["npx"], hasFolders: true },
  {
    name: "pnpm",
    program: pnpm,
    install: [pnpm, "install", "--no-frozen-lockfile", "--ignore-scripts"],
    again: [pnpm, "install", "--frozen-lockfile", "--ignore-scripts"],
    run: [pnpm],
    hasFolders: true,
  },
  {
    name: "yarn",
    install: [process.execPath, yarn, "install"],
    again: [process.execPath, yarn, "install", "--immutable"],
    run: [process.execPath, yarn],
    hasFolders: false,
  },
  { name: "bun", program: bun, install: [bun, "install"], again: [bun, "install", "--frozen-lockfile"], run: [bun, "x"], hasFolders: true },
];

const spec = `name: shout
description: Shouts a text. Use it for headings.
kind: read
risk: safe
schema: { properties: { text: { type: string, description: The text. } }, required: [text] }
handler: ./shout.ts#shout
`;

let archives: string;
let yarnEnvironment: NodeJS.ProcessEnv;
beforeAll(() => {
  yarnEnvironment = yarnSettings();
  archives = temporaryFolder();
  const dep = temporaryFolder("dep");
  writeFileSync(join(dep, "package.json"), '{ "name": "dep", "version": "1.0.0", "main": "index.js", "types": "index.d.ts" }');
  writeFileSync(join(dep, "index.js"), 'exports.shout = (text) => text.toUpperCase() + "!";\n');
  writeFileSync(join(dep, "index.d.ts"), "export function shout(text: string): string;\n");
  const pack = ["pack", "--ignore-scripts", "--pack-destination", archives];
  for (const folder of [dep, root]) execFileSync("npm", pack, { cwd: folder, stdio: "ignore" });
}, 120_000);

const ofNpm = (key: string) => execFileSync("npm", ["config", "get", key], { encoding: "utf8" }).trim();

/** Yarn doesn't read npm's settings: the registry, and whose certificates it trusts there. */
function yarnSettings(): NodeJS.ProcessEnv {
  const [registry, authorities] = [ofNpm("registry"), ofNpm("cafile")];
  return {
    YARN_ENABLE_TELEMETRY: "0",
    YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
    YARN_ENABLE_GLOBAL_CACHE: "true",
    YARN_NPM_REGISTRY_SERVER: registry.replace(/\/$/, ""),
    ...(existsSync(authorities) && { YARN_HTTPS_CA_FILE_PATH: authorities }),
  };
}

function run(folder: string, [program = "", ...args]: readonly string[], input = "") {
  const env = {
    ...process.env,
    // A package manager that finds itself in a run of npm does what that one would.
    ...Object.fromEntries(Object.keys(process.env).flatMap((name) => (/^npm_/i.test(name) ? [[name, undefined]] : []))),
    ...yarnEnvironment,
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, env, input, encoding: "utf8" });
  return { status, text: `${stdout}${stderr}` };
}

const succeeds = ({ status, text }: ReturnType<typeof run>) => expect(status, text).toBe(0);

/** The paths to which the first lines of specs and settings lead, of those that aren't there. */
const missingSchemas = (folder: string) =>
  ["toolgen.yaml", "tools.d/extra.yaml"].flatMap((file) => {
    const [, path = ""] = /\$schema=(.*)$/m.exec(readFileSync(join(folder, file), "utf8")) ?? [];
    return existsSync(join(folder, dirname(file), path)) ? [] : [path];
  });

it.each(managers.filter(({ program }) => program === undefined || existsSync(program)))(
  "$name installs toolgen, whose handlers import a package, and a clone has all that it needs",
  ({ name, install, again, run: start, hasFolders }) => {
    const folder = temporaryFolder();
    cpSync(archives, join(folder, "archives"), { recursive: true });
    const toolgenArchive = readdirSync(archives).find((file) => file.startsWith("toolgen-"));
    const dependencies = { dep: "file:archives/dep-1.0.0.tgz", toolgen: `file:archives/${toolgenArchive}` };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "project", private: true, dependencies }));
    // Yarn takes a folder with its lockfile for a project of its own.
    if (name === "yarn") writeFileSync(join(folder, "yarn.lock"), "");
    git(folder, "init", "--quiet", "--initial-branch=main");
    succeeds(run(folder, install));
    succeeds(run(folder, [...start, "toolgen", "init", "--yes"]));
    succeeds(run(folder, [...start, "toolgen", "new", "command", "extra"]));
    writeFileSync(join(folder, "tools.d/shout.yaml"), spec);
    writeFileSync(
      join(folder, "tools.d/shout.ts"),
      'import { shout as loud } from "dep";\nexport const shout = ({ text }: { text: string }): string => loud(text);\n',
    );
    expect(run(folder, [...start, "toolgen", "build"])).toMatchObject({ status: 0, text: expect.stringContaining("toolgen budget") });
    expect(run(folder, ["generated/bin/call", "shout"], '{"text":"hi"}')).toEqual({ status: 0, text: "HI!" });
    expect(missingSchemas(folder)).toEqual([]);
    writeFileSync(join(folder, ".gitignore"), ".toolgen/\nnode_modules/\n.yarn/\n.pnp.*\n");
    git(folder, "add", "--all");
    git(folder, "commit", "--quiet", "--message=first");

    const clone = join(temporaryFolder("clone"), "other-name");
    git(folder, "clone", "--quiet", folder, clone);
    succeeds(run(clone, again));
    if (hasFolders) expect(missingSchemas(clone)).toEqual([]);
    succeeds(run(clone, [...start, "toolgen", "build", "--check"]));
    // The same by a toolgen that isn't one of the project's packages.
    expect(toolgen(clone, ["build", "--check"])).toMatchObject({ status: 0 });
    expect(toolgen(clone, ["build"])).toMatchObject({ status: 0 });
    expect(missingSchemas(clone)).toEqual([]);
    expect(readFileSync(join(clone, "generated/bin/handlers/shout.cjs"), "utf8")).not.toMatch(/\.zip|\.\.\//);
  },
  300_000,
);
