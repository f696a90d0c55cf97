import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { userSettingsFile } from "../../runtime/policy/user-settings-file.js";
import { UsageError } from "../usage-error.js";

type Environment = Readonly<Record<string, string | undefined>>;

const keyForm = /^[0-9a-f]{64}\n?$/;
const purpose = "It signs the runs that --save writes, so that --resume can refuse those that were changed.";

/** The key that signs this user's saved runs, in the folder of their settings. It is created on first use. */
export function stateKey(env: Environment): string {
  const file = keyFile(env);
  return readKey(file) ?? makeKey(file);
}

/** The same for a run that was saved before, so a key must exist. */
export function stateKeyOf(savedRun: string, env: Environment): string {
  const file = keyFile(env);
  const key = readKey(file);
  if (key !== undefined) return key;
  throw new UsageError(
    `${savedRun} can't be resumed: there is no ${file}, which signs saved runs.`,
    "Only the user who saved a run can resume it.",
  );
}

function keyFile(env: Environment): string {
  const settings = userSettingsFile(env);
  if (settings === undefined)
    throw new UsageError("Neither HOME nor XDG_CONFIG_HOME is set, so there is no folder for the key of saved runs.", purpose);
  return join(dirname(settings), "state.key");
}

function readKey(file: string): string | undefined {
  let text: string;
  try {
    if ((statSync(file).mode & 0o077) !== 0)
      throw new UsageError(`${file} is accessible to other users, who could change your saved runs.`, `Run: chmod 600 ${file}`);
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new UsageError(`${file} can't be read: ${messageOf(error)}`, purpose);
  }
  if (!keyForm.test(text))
    throw new UsageError(
      `${file} is not a key of toolgen's.`,
      `${purpose} Without the file, a new key is made, and earlier runs can't be resumed.`,
    );
  return text.trim();
}

/** Linked into place when it is complete. If two processes create one, both use the first. */
function makeKey(file: string): string {
  const temporary = `${file}.${process.pid}-${randomBytes(4).toString("hex")}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(temporary, `${randomBytes(32).toString("hex")}\n`, { flag: "wx", mode: 0o600 });
    try {
      linkSync(temporary, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  } catch (error) {
    throw new UsageError(`${file} can't be written: ${messageOf(error)}`, purpose);
  } finally {
    rmSync(temporary, { force: true });
  }
  const key = readKey(file);
  if (key === undefined) throw new UsageError(`${file} was removed at once.`, purpose);
  return key;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
