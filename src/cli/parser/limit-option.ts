import { InvalidArgumentError, Option } from "commander";
import type { ProjectLimits } from "../project/project-limits.js";

/** `--limit files=20000 --limit time=20m` */
export const limitOption = (): Option =>
  new Option(
    "--limit <name=value>",
    "limit how much of a project is read: files=10000, bytes=64MiB and time=5m by default; may be repeated",
  ).argParser(addLimit);

const units: Readonly<Record<keyof ProjectLimits, Readonly<Record<string, number>>>> = {
  files: { "": 1 },
  bytes: { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, KiB: 2 ** 10, MiB: 2 ** 20 },
  time: { ms: 1, s: 1000, m: 60_000, h: 3_600_000 },
};

function addLimit(text: string, before: Partial<ProjectLimits> = {}): Partial<ProjectLimits> {
  const [, name = "", amount = "", unit = ""] = /^([a-z]+)=([0-9]{1,12})([A-Za-z]*)$/.exec(text) ?? [];
  const value = Number(amount) * (Object.hasOwn(units, name) ? (units[name as keyof ProjectLimits][unit] ?? 0) : 0);
  // A timer of Node's can't wait longer.
  if (value === 0 || (name === "time" && value >= 2 ** 31))
    throw new InvalidArgumentError("It takes a limit and its value, such as files=20000, bytes=128MB or time=20m.");
  return { ...before, [name]: value };
}
