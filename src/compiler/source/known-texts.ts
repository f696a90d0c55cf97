import type { KnownText, SourceFile } from "../../contract/diagnostic.js";
import type { Host } from "../../contract/host.js";
import { cacheFolder, writeQuietly } from "../build-stamp.js";

/** The facts that earlier builds noted of the texts of specs. */
export interface KnownTexts {
  /** Returns what is known of the file at a path, if it has the mark (`Host.marks`) that it had then. */
  find(path: string, mark: string | undefined): KnownText | undefined;
  /** Notes for this build the hash of a text. One that may define fragments is read by every build. */
  note(source: SourceFile, hash: string): void;
  /** Saves what was noted of the files with these marks. */
  save(marks: ReadonlyMap<string, string>): Promise<void>;
}

const file = `${cacheFolder}/sources`;
const end = "end";
const fields = 4;

/** Opens the record in the project's cache folder. `build` identifies the compiler. */
export async function openKnownTexts(host: Host, build: string): Promise<KnownTexts> {
  const bytes = await host.read(file).catch(() => undefined);
  const [compiler, ...words] = bytes === undefined ? [] : new TextDecoder().decode(bytes).split("\0");
  const known = new Map<string, KnownText & { readonly mark: string }>();
  // An incomplete record is another compiler's, or a killed build's.
  for (let i = 0; compiler === build && words.at(-1) === end && i + fields < words.length; i += fields) {
    const [path = "", mark = "", hash = "", usesLibrary] = words.slice(i, i + fields);
    known.set(path, { mark, hash, usesLibrary: usesLibrary === "1" });
  }
  const noted = new Map<string, KnownText>();
  return {
    find: (path, mark) => {
      const found = known.get(path);
      return found !== undefined && found.mark === mark ? { hash: found.hash, usesLibrary: found.usesLibrary } : undefined;
    },
    note: (source, hash) => {
      // If it has been written since its mark was seen, nothing is known of the text with that mark.
      if (source.known !== undefined) source.known.hash === hash && noted.set(source.path, source.known);
      else if (!mayDefineFragment(source)) noted.set(source.path, { hash, usesLibrary: mayUseLibrary(source) });
    },
    save: async (marks) => {
      const lines = [...noted].flatMap(([path, { hash, usesLibrary }]) => {
        const mark = marks.get(path);
        return mark === undefined ? [] : [path, mark, hash, usesLibrary ? "1" : ""];
      });
      await writeQuietly(host, file, [build, ...lines, end].join("\0"));
    },
  };
}

/** Returns true if a spec may define a fragment: only the texts of such files are parsed for that. */
export const mayDefineFragment = (source: SourceFile): boolean => source.known === undefined && source.text.includes("fragment");

/** Returns true if a spec may extend a fragment that comes with toolgen. */
export const mayUseLibrary = (source: SourceFile): boolean => source.known?.usesLibrary ?? source.text.includes("std/");
