import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));

interface Zip {
  on(event: "entry", listener: (entry: { readonly fileName: string }) => void): void;
  on(event: "end", listener: () => void): void;
  readEntry(): void;
  openReadStream(entry: object, done: (error: unknown, stream: NodeJS.ReadableStream) => void): void;
}

/** The files of the packed extension, by name. */
async function unpacked(file: string): Promise<ReadonlyMap<string, string>> {
  const yauzl = createRequire(import.meta.url)("yauzl") as {
    open(path: string, options: object, done: (error: unknown, zip: Zip) => void): void;
  };
  const zip = await new Promise<Zip>((resolve, reject) =>
    yauzl.open(file, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened))),
  );
  const files = new Map<string, string>();
  return new Promise((resolve) => {
    zip.on("end", () => resolve(files));
    zip.on("entry", (entry) =>
      zip.openReadStream(entry, (_error, stream) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          files.set(entry.fileName, Buffer.concat(chunks).toString());
          zip.readEntry();
        });
      }),
    );
    zip.readEntry();
  });
}

let files: ReadonlyMap<string, string>;
beforeAll(async () => {
  const vsix = join(temporaryFolder(), "toolgen.vsix");
  execFileSync(process.execPath, [join(root, "scripts/vscode-extension.mjs"), vsix], { stdio: "pipe" });
  files = await unpacked(vsix);
});

it("packs the extension, its manifest, its page and the licences, and nothing else", () => {
  expect([...files.keys()].sort()).toEqual([
    "[Content_Types].xml",
    "extension.vsixmanifest",
    "extension/LICENCES.txt",
    "extension/LICENSE.txt",
    "extension/extension.js",
    "extension/package.json",
    "extension/readme.md",
  ]);
  expect(files.get("extension/LICENCES.txt")).toContain("vscode-languageclient");
});

it("is not loaded in workspaces that aren't trusted, and has the version of toolgen", () => {
  const manifest = JSON.parse(files.get("extension/package.json") ?? "");
  expect(manifest.capabilities.untrustedWorkspaces.supported).toBe(false);
  expect(manifest.version).toBe(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version);
});

it("needs no package at run time but VS Code and Node's own modules", () => {
  const required = [...(files.get("extension/extension.js") ?? "").matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name ?? "");
  const builtin = (name: string) => name === "vscode" || createRequire(import.meta.url).resolve.paths(name) === null;
  expect(required).toContain("vscode");
  expect(required.filter((name) => !builtin(name))).toEqual([]);
});
