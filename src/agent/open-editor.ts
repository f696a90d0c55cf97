import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { execa } from "execa";

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
    await runEditor(editor, copy, { signal, env });
    return readFileSync(copy, "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runEditor(editor: string, file: string, { signal, env }: Required<Pick<ContentToEdit, "signal" | "env">>): Promise<void> {
  const args = ["-c", `${editor} "$@"`, "editor", file];
  const options = { stdio: "inherit", cancelSignal: signal, env, extendEnv: false, cleanup: false, reject: false } as const;
  const result = await execa("/bin/sh", args, options);
  if (!result.failed) return;
  if (result.isCanceled) throw signal.reason;
  const end = result.signal ?? (result.exitCode === undefined ? result.shortMessage : `exit code ${result.exitCode}`);
  throw new Error(`The editor '${editor}' ended with ${end}: the content is left as it was.`);
}
