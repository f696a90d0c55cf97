import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { eventually } from "../../kit/eventually.js";
import { projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";
import { asClient, callOf, freePort, send } from "../../server/http/send.js";

// The image that `toolgen new image` describes, built by buildah on an image with this machine's Node, and run by
// bubblewrap: as its user, as process 1, and with files that can't be written.

/** The programs of the image on which a project's image is built, beside Node. An image of a registry has these, too. */
const programs = ["sh", "env", "id", "printf", "sleep", "setpriv"];

/** The user `node`, as in the images of a registry. */
const nodeUser = 1000;

/** An image as the program that runs it finds it. */
interface BuiltImage {
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
class ImageBuilder {
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
function imagesUnavailable(): string | undefined {
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

const secret = "only-of-the-project";
const unavailable = imagesUnavailable();
const itRuns = it.skipIf(unavailable !== undefined);

let image: BuiltImage;
beforeAll(() => {
  if (unavailable !== undefined) return;
  const project = projectOf({
    "toolgen.yaml": "version: 1\nserver: shop\n",
    ".env": `PASSWORD=${secret}\n`,
    tokens: secret,
    "tools.d/who.yaml": "name: who\ndescription: d\nkind: read\nshell: id -u; echo $PPID; (echo > /project/generated/x) 2>&1; env\n",
    "tools.d/wait.yaml":
      "name: wait\ndescription: d\nkind: read\nshell: echo > /run/shared/started; until [ -e /run/shared/go ]; do sleep 0.05; done; echo done\n",
  });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0 });
  expect(toolgen(project, ["new", "image"])).toMatchObject({ status: 0 });
  const builder = new ImageBuilder(temporaryFolder());
  builder.makeBase(/^FROM (\S+)$/m.exec(readFileSync(join(project, "Dockerfile"), "utf8"))?.[1] ?? "");
  image = builder.build(project, "shop");
});

interface Container {
  readonly child: ChildProcess;
  /** The server's process as this machine sees it. */
  readonly pid: number;
  readonly url: string;
  /** The folder `/run/shared` of the container. */
  readonly shared: string;
}

/** Starts the image's command, on loopback and on a free port, with a file of tokens that has the one of `alice`. */
async function startContainer({ root, config: { Cmd, Env, WorkingDir } }: BuiltImage): Promise<Container> {
  const shared = temporaryFolder();
  chmodSync(shared, 0o777);
  const tokens = join(temporaryFolder(), "tokens");
  writeFileSync(tokens, `alice sha256:${createHash("sha256").update("alice's").digest("hex")}\n`);
  const port = await freePort();
  const files = ["--ro-bind", root, "/", "--proc", "/proc", "--dev", "/dev", "--perms", "1777", "--tmpfs", "/tmp", "--tmpfs", "/run"];
  const mounts = ["--perms", "0755", "--dir", "/run/secrets", "--ro-bind", tokens, "/run/secrets/tokens", "--bind", shared, "/run/shared"];
  const rights = ["CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"].flatMap((right) => ["--cap-add", right]);
  const user = ["setpriv", `--reuid=${nodeUser}`, `--regid=${nodeUser}`, "--clear-groups", "--inh-caps=-all", "--bounding-set=-all"];
  const child = spawn(
    "bwrap",
    [
      ...files,
      ...mounts,
      "--unshare-pid",
      "--as-pid-1",
      "--die-with-parent",
      ...rights,
      "--chdir",
      WorkingDir,
      ...user,
      "--",
      ...Cmd.map((arg) => arg.replace("0.0.0.0:8848", `127.0.0.1:${port}`)),
    ],
    {
      stdio: ["ignore", "ignore", "pipe"],
      env: Object.fromEntries(Env.map((pair) => pair.split(/=(.*)/s, 2))),
    },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = text(child.stderr);
  const listens = new Promise<void>((resolve) => child.stderr.on("data", (chunk) => String(chunk).includes("listens on") && resolve()));
  await Promise.race([listens, said.then((all) => Promise.reject(new Error(all)))]);
  const pid = Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8"));
  return { child, pid, url: `http://127.0.0.1:${port}/mcp`, shared };
}

const headers = { ...asClient, authorization: "Bearer alice's" };

itRuns("serves from its image as its user, as process 1, with files that it can't write, until SIGTERM", async () => {
  const { child, pid, url, shared } = await startContainer(image);
  expect(await send(url, { headers: asClient, body: callOf("who", {}) })).toMatchObject({ status: 401 });
  const who = await send(url, { headers, body: callOf("who", {}) });
  const [user, parent, refused] = JSON.parse(who.body.replace(/^[\s\S]*data: /, "")).result.content[0].text.split("\n");
  expect([user, parent]).toEqual([String(nodeUser), "1"]);
  expect(refused).toMatch(/cannot create .*Read-only/);
  expect(readFileSync(`/proc/${pid}/status`, "utf8")).toMatch(new RegExp(`^Uid:\t${nodeUser}\t${nodeUser}[\\s\\S]*^CapBnd:\t0+$`, "m"));
  const running = send(url, { headers, body: callOf("wait", {}) });
  expect(await eventually(() => existsSync(join(shared, "started")))).toBe(true);
  const ended = once(child, "close");
  process.kill(pid, "SIGTERM");
  const ready = async () => (await send(url.replace(/mcp$/, "readyz"), { method: "GET" })).status;
  while ((await ready()) !== 503);
  expect(await send(url, { headers, body: callOf("who", {}) })).toMatchObject({ status: 503 });
  writeFileSync(join(shared, "go"), "");
  expect(await running).toMatchObject({ status: 200, body: expect.stringContaining("done") });
  expect(await ended).toEqual([0, null]);
});

itRuns("has a health check that passes while the server answers, and fails without it", async () => {
  const { url } = await startContainer(image);
  const [kind, ...command] = image.config.Healthcheck.Test;
  expect(kind).toBe("CMD");
  const check = (address: string) => {
    const [program = "", ...args] = command.map((arg) => arg.replace("http://127.0.0.1:8848", address));
    return execFileSync("chroot", [image.root, program, ...args]);
  };
  const here = new URL(url).origin;
  expect(() => check(here)).not.toThrow();
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  expect(() => check(nowhere)).toThrow();
});

itRuns("has none of the project's other files", () => {
  const found = execFileSync("sh", ["-c", 'grep -rl "$1" "$2" || true', "sh", secret, image.root], { encoding: "utf8" });
  expect(found).toBe("");
  expect(existsSync(join(image.root, "project/generated/mcp/server.cjs"))).toBe(true);
  expect(existsSync(join(image.root, "project/tools.d"))).toBe(false);
});
