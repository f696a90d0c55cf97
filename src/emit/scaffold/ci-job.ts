import type { Assets, OutputFile } from "../output-file.js";
import { render } from "../print/template.js";

export const ciHosts = ["github", "gitlab"] as const;

export interface CiJob {
  readonly host: (typeof ciHosts)[number];
  /** The project's folder from the repository's root; `.` where they are the same. */
  readonly directory: string;
  readonly packages: CiPackages | undefined;
  /** The command that starts toolgen. */
  readonly toolgen: string;
}

/** How a job gets the project's packages. */
export interface CiPackages {
  readonly manager: "npm" | "pnpm" | "yarn";
  /** Beside the project's package.json; `undefined` where there is none. */
  readonly lockfile: string | undefined;
}

/** A job that fails where the generated files are stale or an example doesn't hold. Its path counts from the repository's root. */
export function ciJob(job: CiJob, assets: Assets): OutputFile {
  const { packages, toolgen } = job;
  const commands = [...(packages === undefined ? [] : [installOf(packages)]), `${toolgen} build --check`, `${toolgen} test --strict`];
  return job.host === "github" ? githubJob(job, commands, assets) : gitlabJob(job, commands, assets);
}

function githubJob({ directory, packages }: CiJob, commands: readonly string[], assets: Assets): OutputFile {
  const isRoot = directory === ".";
  const values = {
    defaults: isRoot ? "" : lines(4, ["defaults:", "  run:", `    working-directory: ${JSON.stringify(directory)}`]),
    corepack: packages === undefined || packages.manager === "npm" ? "" : lines(6, ["- run: corepack enable"]),
    cache: packages?.lockfile === undefined ? "" : lines(10, cacheOf(packages, isRoot ? "" : `${directory}/`)),
    steps: lines(
      6,
      commands.map((command) => `- run: ${command}`),
    ),
  };
  return { path: ".github/workflows/toolgen.yml", text: render(assets, "init/github.yml.hbs", values), executable: false };
}

function gitlabJob({ directory, packages }: CiJob, commands: readonly string[], assets: Assets): OutputFile {
  const before = [
    ...(packages === undefined || packages.manager === "npm" ? [] : ["corepack enable"]),
    ...(directory === "." ? [] : [`cd ${shellWord(directory)}`]),
  ];
  const steps = lines(
    4,
    [...before, ...commands].map((command) => `- ${JSON.stringify(command)}`),
  );
  return { path: ".gitlab-ci.yml", text: render(assets, "init/gitlab.yml.hbs", { steps }), executable: false };
}

const installOf = ({ manager, lockfile }: CiPackages) =>
  lockfile === undefined
    ? `${manager} install`
    : { npm: "npm ci", pnpm: "pnpm install --frozen-lockfile", yarn: "yarn install --immutable" }[manager];

/** Without a path, setup-node looks for the lockfile at the repository's root. */
const cacheOf = ({ manager, lockfile }: CiPackages, folder: string) => [
  `cache: ${manager}`,
  ...(folder === "" ? [] : [`cache-dependency-path: ${JSON.stringify(`${folder}${lockfile}`)}`]),
];

const lines = (indent: number, texts: readonly string[]) => texts.map((text) => `${" ".repeat(indent)}${text}\n`).join("");

const shellWord = (word: string) => (/^[A-Za-z0-9_./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
