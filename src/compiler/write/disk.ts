import type { DirectoryEntry, Host } from "../../contract/host.js";
import { foldersOf, nameOf, parentOf } from "../output-file.js";

/** The output folder before a build writes. Every folder in it is listed at most once. */
export class Disk {
  readonly #host: Host;
  readonly #output: string;
  // Promises, because thousands of paths in a folder are looked up at once.
  readonly #folders = new Map<string, Promise<Folder | undefined>>();

  constructor(host: Host, output: string) {
    this.#host = host;
    this.#output = output;
  }

  /** The path of an output, relative to the project's root. */
  full(path: string): string {
    return path === "" ? this.#output : `${this.#output}/${path}`;
  }

  /** Returns the type of a path, with symbolic links followed. `other` may be a broken link. */
  async type(path: string): Promise<DirectoryEntry["type"] | undefined> {
    return (await this.#folder(parentOf(path)))?.get(nameOf(path));
  }

  /** The text of a file, if it exists. */
  async text(path: string): Promise<string | undefined> {
    if ((await this.type(path)) !== "file") return undefined;
    const bytes = await this.#host.read(this.full(path));
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  }

  /** The bytes of a file, if it exists. */
  async bytes(path: string): Promise<Buffer | undefined> {
    const bytes = await this.#host.read(this.full(path));
    return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  async isExecutable(path: string): Promise<boolean> {
    return (await this.#host.stat(this.full(path)))?.executable === true;
  }

  /** Returns the nearest file at the path of the output folder, or of a folder that the path needs. */
  async blockedBy(path: string): Promise<string | undefined> {
    for (const folder of foldersOf(path)) {
      if ((await this.#folder(folder)) === undefined && (await this.#host.stat(this.full(folder))) !== undefined) return folder;
    }
    return undefined;
  }

  /** The first symbolic link among the folders of a path, from the project's root. */
  async linkAbove(path: string): Promise<string | undefined> {
    const folder = parentOf(path);
    return folder === "" || (await this.type(folder)) !== undefined ? this.#host.linkOn(this.full(folder)) : this.linkAbove(folder);
  }

  #folder(path: string): Promise<Folder | undefined> {
    const known = this.#folders.get(path) ?? this.#list(path);
    this.#folders.set(path, known);
    return known;
  }

  async #list(path: string): Promise<Folder | undefined> {
    // A manifest may name many files in missing folders.
    const isThere = path === "" || (await this.type(path)) !== undefined;
    const entries = isThere ? await this.#host.list(this.full(path)) : undefined;
    return entries && new Map(entries.map(({ name, type }) => [name, type]));
  }
}

/** The types of a folder's entries, by their names. */
type Folder = ReadonlyMap<string, DirectoryEntry["type"]>;
