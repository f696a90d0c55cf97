import type { OutputFile } from "../output-file.js";
import { renderTemplate } from "../print/render-template.js";

export const ciHosts = ["github", "gitlab"] as const;

export interface CiJob {
  readonly host: (typeof ciHosts)[number];
  /** The project's folder, relative to the repository's root; `.` if they are the same. */
  readonly directory: string;
  readonly packages: CiPackages | undefined;
  /** The command that starts toolgen. */
  readonly toolgen: string;
}

/** How a job installs the project's packages. */
export interface CiPackages {
  readonly manager: "npm" | "pnpm" | "yarn";
  /** `undefined` if there is none. */
  readonly lockfile: string | undefined;
  /** The folder with the lockfile, in which packages are installed, relative to the repository's root. */
  readonly folder: string;
}

/**
 * A job that fails if the generated files are stale or an example fails. Its path is relative to the repository's root.
 */
export function ciJob(job: CiJob): OutputFile {
  const commands = [`${job.toolgen} build --check`, `${job.toolgen} test --strict`];
  return job.host === "github" ? githubJob(job, commands) : gitlabJob(job, commands);
}

function githubJob({ directory, packages }: CiJob, commands: readonly string[]): OutputFile {
  const isRoot = directory === ".";
  const values = {
    defaults: isRoot ? "" : lines(4, ["defaults:", "  run:", `    working-directory: ${JSON.stringify(directory)}`]),
    corepack: packages === undefined || packages.manager === "npm" ? "" : lines(6, ["- run: corepack enable"]),
    cache: packages?.lockfile === undefined ? "" : lines(10, cacheOf(packages)),
    steps: lines(6, [
      ...(packages === undefined ? [] : installStep(packages, directory)),
      ...commands.map((command) => `- run: ${command}`),
    ]),
  };
  return { path: ".github/workflows/toolgen.yml", text: renderTemplate("init/github.yml.hbs", values), executable: false };
}

function gitlabJob({ directory, packages }: CiJob, commands: readonly string[]): OutputFile {
  const isWorkspaces = packages !== undefined && packages.folder !== directory;
  const install = packages === undefined ? [] : [installOf(packages)];
  const before = [
    ...(packages === undefined || packages.manager === "npm" ? [] : ["corepack enable"]),
    ...(isWorkspaces ? (packages.folder === "." ? install : [`(cd ${shellWord(packages.folder)} && ${install.join("")})`]) : []),
    ...(directory === "." ? [] : [`cd ${shellWord(directory)}`]),
    ...(isWorkspaces ? [] : install),
  ];
  const steps = lines(
    4,
    [...before, ...commands].map((command) => `- ${JSON.stringify(command)}`),
  );
  return { path: ".gitlab-ci.yml", text: renderTemplate("init/gitlab.yml.hbs", { steps }), executable: false };
}

const installOf = ({ manager, lockfile }: CiPackages) =>
  lockfile === undefined
    ? `${manager} install`
    : { npm: "npm ci", pnpm: "pnpm install --frozen-lockfile", yarn: "yarn install --immutable" }[manager];

/** A step runs in the project's folder by default; packages of a workspace are installed at its root. */
const installStep = (packages: CiPackages, directory: string) => [
  `- run: ${installOf(packages)}`,
  ...(packages.folder === directory ? [] : [`  working-directory: ${JSON.stringify(packages.folder)}`]),
];

/** Without a path, setup-node looks for the lockfile at the repository's root. */
const cacheOf = ({ manager, lockfile, folder }: CiPackages) => [
  `cache: ${manager}`,
  ...(folder === "." ? [] : [`cache-dependency-path: ${JSON.stringify(`${folder}/${lockfile}`)}`]),
];

const lines = (indent: number, texts: readonly string[]) => texts.map((text) => `${" ".repeat(indent)}${text}\n`).join("");

const shellWord = (word: string) => (/^[A-Za-z0-9_./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
