import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/** Proposed content that the user wants to change. */
export interface ContentToEdit {
  /** Absolute; the editor gets a copy with the same name, so that it detects the language. */
  readonly filePath: string;
  readonly content: string;
  /** Aborting stops waiting for the editor. */
  readonly signal: AbortSignal;
  /** Where `VISUAL` and `EDITOR` are looked up; by default the process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * Opens the user's editor (`VISUAL`, otherwise `EDITOR`, as in POSIX) on a copy of the content in this terminal, and
 * returns the content when the editor exits. The editor's command is the user's own and may have arguments, so a shell
 * parses it; the file is passed as a separate word. Rejects if no editor is set, if it fails, and with the signal's
 * reason.
 */
export async function openEditor({ filePath, content, signal, env = process.env }: ContentToEdit): Promise<string> {
  const editor = env.VISUAL || env.EDITOR;
  if (!editor) throw new Error("No editor is set. Set VISUAL or EDITOR, for example to 'vim' or 'code --wait'.");
  signal.throwIfAborted();
  const folder = mkdtempSync(join(tmpdir(), "toolgen-edit-"));
  try {
    const copy = join(folder, basename(filePath));
    writeFileSync(copy, content, { mode: 0o600 });
    await ended(editor, copy, { signal, env });
    return readFileSync(copy, "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function ended(editor: string, file: string, { signal, env }: Required<Pick<ContentToEdit, "signal" | "env">>): Promise<void> {
  const child = spawn("/bin/sh", ["-c", `${editor} "$@"`, "editor", file], { stdio: "inherit", signal, env: { ...env } });
  return new Promise((resolve, reject) => {
    child.once("error", (error) => reject(signal.aborted ? signal.reason : error));
    child.once("close", (code, endedBy) => {
      if (code === 0) resolve();
      else reject(new Error(`The editor '${editor}' ended with ${endedBy ?? `exit code ${code}`}: the content is left as it was.`));
    });
  });
}
