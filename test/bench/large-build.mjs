import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sizeOnDisk } from "../../scripts/installed-size.mjs";
import { exit, start } from "./children.mjs";
import { forgetBuild, toolgen } from "./projects.mjs";
import { atMost } from "./targets.mjs";

/** A cold build of a project so large that its memory counts: the peak of it, and the disk space of its caches. */
export async function benchLargeBuild({ project, onRun }) {
  const { dir, size } = project;
  const specs = `cold, ${size.toLocaleString("en-US")} specs`;
  onRun(`${size}: toolgen build, cold, once`);
  forgetBuild(project);
  const child = start(process.execPath, [toolgen, "build"], { cwd: dir, stdio: "ignore" });
  let peak;
  const looking = setInterval(() => {
    peak = peakMemory(child.pid) ?? peak;
  }, 50);
  const status = await exit(child);
  clearInterval(looking);
  if (status !== 0) throw new Error(`A build of ${size} specs ended with ${status}.`);
  const [caches, outputs] = [".toolgen", "generated"].map((name) => sizeOnDisk(join(dir, name)));
  return [
    ...(peak === undefined ? [] : [atMost(`${specs}, memory at most`, 800, peak, "MB")]),
    atMost(`${specs}, \`.toolgen\` × \`generated\` on disk`, 0.5, caches / outputs),
  ];
}

/** The most memory that a running process has had, in MB; undefined where the system doesn't tell. */
function peakMemory(pid) {
  try {
    const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kilobytes === undefined ? undefined : (Number(kilobytes) * 1024) / 1e6;
  } catch {
    return undefined;
  }
}
