import { statSync } from "node:fs";
import { basename, extname, join } from "node:path";
import type { HandlerContext } from "toolgen/runtime";
import type { ReadManyFilesArgs } from "../generated/tools/read-many-files.js";
import { globMatcher } from "./files/glob-matcher.js";
import { type ExcludedIn, excludedIn } from "./files/ignore-rules.js";
import { kindOfFile, mediaOf } from "./files/kind-of-file.js";
import { missingPlaces } from "./files/missing-places.js";
import { readLines } from "./files/read-lines.js";
import { walk } from "./files/walk.js";
import { globsMatch } from "./packages/picomatch.js";

const hardlyRead = ["**/{.vscode,.idea,dist,build,coverage,__pycache__}/**", "**/*.{pyc,pyo}", "**/{.DS_Store,.env}"];
/** The limit of a call's result, beyond which it would be truncated. */
const mostBytes = 45_000;
/** The total size of images and sounds in a result. Clients hardly accept more at once. */
const mostMediaBytes = 20 * 1024 * 1024;
/** How many omitted files are named. After as many had no room, no more are tried. */
const mostNamed = 50;

/** The result has the format of Gemini CLI's tool of this name, with what is missing at the end. */
export async function readManyFiles(args: ReadManyFilesArgs, { cwd, signal }: HandlerContext) {
  const { include, file_filtering_options: options } = args;
  const { paths, missing } = await chosen(args, {
    cwd,
    signal,
    excludedIn: excludedIn(cwd, { git: options?.respect_git_ignore ?? true, gemini: options?.respect_gemini_ignore ?? true }),
  });
  const texts: string[] = [];
  const media: { readonly type: string; readonly mimeType: string; readonly data: string }[] = [];
  const left: string[] = [];
  const skipped: string[] = [];
  let [room, mediaRoom] = [mostBytes, mostMediaBytes];
  for (const path of paths) {
    const full = join(cwd, path);
    const kind = kindOrNone(full);
    if (kind === undefined) skipped.push(`${path} (can't be read)`);
    else if (kind.is === "media" && isAskedFor(path, include)) {
      const size = sizeOf(full);
      if (size > mediaRoom) left.push(path);
      else {
        mediaRoom -= size;
        media.push(...mediaOf(full, kind).content);
      }
    } else if (kind.is === "media") skipped.push(`${path} (name it or its ending to get it)`);
    else if (kind.is === "binary") skipped.push(`${path} (binary)`);
    else if (left.length >= mostNamed) left.push(path);
    else {
      const read = await readLines(full, { encoding: kind.encoding, whole: kind.whole, from: 1, to: undefined, signal });
      const isCut = read.lines.length < read.total || read.cut > 0;
      const warning = isCut
        ? "[WARNING: This file was truncated. To view the full content, use the 'read_file' tool on this specific file.]\n\n"
        : "";
      const text = `--- ${full} ---\n\n${warning}${read.lines.join("\n")}${read.endsWithNewline && !isCut ? "\n" : ""}\n\n`;
      const bytes = Buffer.byteLength(text);
      if (bytes > room && texts.length > 0) left.push(path);
      else {
        room -= bytes;
        texts.push(text);
      }
    }
  }
  const notes = [
    ...(missing.length > 0 ? [`[${missing.join(" ")}]`] : []),
    ...noted("There was no room for these files, read them with read_file", left),
    ...noted("Not shown", skipped),
  ];
  if (texts.length + media.length === 0) return ["No files matching the criteria were found or all were skipped.", ...notes].join("\n");
  const text = [`${texts.join("")}\n--- End of content ---`, ...notes].join("\n");
  return { content: [{ type: "text", text }, ...media] };
}

interface Choosing extends Pick<HandlerContext, "cwd" | "signal"> {
  readonly excludedIn: ExcludedIn;
}

/** The requested files, in the order of their paths, and the requested paths that don't exist. */
async function chosen({ include, exclude, recursive, useDefaultExcludes }: ReadManyFilesArgs, { cwd, signal, excludedIn }: Choosing) {
  const included = { nocase: true, inFolders: recursive ? "**" : "*" } as const;
  const wanted = globMatcher(include, cwd, included);
  // Files outside of the workspace are left out.
  const unwanted = globMatcher(exclude, cwd, { nocase: true, inFolders: "**", dropsOutside: true });
  const isHardlyRead = useDefaultExcludes ? globsMatch(hardlyRead, { nocase: true }) : () => false;
  const matches = (path: string) => wanted.matches(path) && !isHardlyRead(path) && !unwanted.matches(path);
  const paths = [
    ...(await walk(cwd, { cwd, excludedIn, matches, mayHold: wanted.mayHold, entersAll: !useDefaultExcludes, signal })),
  ].sort();
  const matchers = include.map((glob) => globMatcher(glob, cwd, included));
  const inVain = include.filter((_, i) => !paths.some((path) => matchers[i]?.matches(path))).slice(0, mostNamed);
  return { paths, missing: inVain.flatMap((glob) => missingPlaces(glob, cwd)) };
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
/** An unreadable file doesn't affect the others. */
function kindOrNone(path: string): ReturnType<typeof kindOfFile> {
  try {
    return kindOfFile(path);
  } catch {
    return undefined;
  }
}

/** Returns true if a call names a file or its suffix. */
function isAskedFor(path: string, include: readonly string[]): boolean {
  const ending = extname(path).toLowerCase();
  return include.some((glob) => glob.toLowerCase().includes(ending) || glob.includes(basename(path, extname(path))));
}

/** A list in brackets, with as many entries as are useful. */
function noted(what: string, paths: readonly string[]): readonly string[] {
  const more = paths.length - mostNamed;
  return paths.length === 0 ? [] : [`[${what}: ${paths.slice(0, mostNamed).join(", ")}${more > 0 ? ` and ${more} more` : ""}.]`];
}
