import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The programs of the image on which a project's image is built, beside Node. An image of a registry has these, too. */
const programs = ["sh", "env", "id", "printf", "sleep", "setpriv"];

/** The user `node`, as in the images of a registry. */
export const nodeUser = 1000;

/** An image as the program that runs it finds it. */
export interface BuiltImage {
  /** The folder that has its files. */
  readonly root: string;
  readonly config: ImageConfig;
}

interface ImageConfig {
  readonly User: string;
  readonly WorkingDir: string;
  readonly Cmd: readonly string[];
  readonly Env: readonly string[];
  readonly Healthcheck: { readonly Test: readonly string[] };
}

/** Builds images by buildah, which needs neither a daemon nor a registry. All that it stores is in one folder. */
export class ImageBuilder {
  readonly #storage: readonly string[];

  constructor(folder: string) {
    this.#storage = ["--root", join(folder, "storage"), "--runroot", join(folder, "run"), "--storage-driver", "vfs"];
  }

  /** Makes an image with this machine's Node, which stands for one of a registry. */
  makeBase(name: string): void {
    const container = this.#run("from", "scratch");
    const root = this.#run("mount", container);
    for (const folder of ["etc", "tmp", "proc", "dev", "run"]) mkdirSync(join(root, folder), { recursive: true });
    for (const program of programs) addProgram(root, pathOf(program), `/usr/bin/${program}`);
    addProgram(root, process.execPath, "/usr/local/bin/node");
    mkdirSync(join(root, "bin"));
    addProgram(root, pathOf("sh"), "/bin/sh");
    writeFileSync(join(root, "etc/passwd"), `root:x:0:0::/:/bin/sh\nnode:x:${nodeUser}:${nodeUser}::/:/bin/sh\n`);
    writeFileSync(join(root, "etc/group"), `root:x:0:\nnode:x:${nodeUser}:\n`);
    this.#run("umount", container);
    this.#run("config", "--env", "PATH=/usr/local/bin:/usr/bin:/bin", container);
    this.#run("commit", "--quiet", "--rm", container, name);
  }

  /** Builds the Dockerfile of a folder. */
  build(folder: string, name: string): BuiltImage {
    // The format of OCI has no health checks.
    this.#run("build", "--quiet", "--pull-never", "--isolation", "chroot", "--format", "docker", "--tag", name, folder);
    const image = JSON.parse(this.#run("inspect", "--type", "image", name));
    return { root: this.#run("mount", this.#run("from", "--pull-never", name)), config: image.Docker.config };
  }

  #run(command: string, ...args: readonly string[]): string {
    return execFileSync("buildah", [command, ...this.#storage, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
  }
}

/** Returns why no image can be built and run here; `undefined` if it can. */
export function imagesUnavailable(): string | undefined {
  if (process.platform !== "linux") return "images are built on Linux alone";
  if (process.getuid?.() !== 0) return "buildah needs root";
  const missing = ["buildah", "bwrap", ...programs].filter((program) => pathOf(program) === "");
  return missing.length === 0 ? undefined : `${missing.join(", ")} isn't installed`;
}

/** Not the shell's own programs. */
const pathOf = (program: string): string =>
  (process.env.PATH ?? "")
    .split(":")
    .map((folder) => join(folder, program))
    .find(existsSync) ?? "";

/** Copies a program and the libraries that it loads, by the paths at which it looks for them. */
function addProgram(root: string, from: string, to: string): void {
  const { stdout } = spawnSync("ldd", [from], { encoding: "utf8" });
  const libraries = [...stdout.matchAll(/(\/\S+) \(0x/g)].map(([, path = ""]) => path);
  for (const [source, target] of [[from, to], ...libraries.map((path) => [path, path] as const)] as const) {
    mkdirSync(dirname(join(root, target)), { recursive: true });
    copyFileSync(realpathSync(source), join(root, target));
  }
}
