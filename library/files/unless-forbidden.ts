import { ToolError } from "toolgen/runtime";

/** Does something with a path. If the file system refuses that, the advice says so instead of a stack trace. */
export function unlessForbidden<T>(path: string, action: () => T, does = "opened"): T {
  try {
    return action();
  } catch (error) {
    const why = error instanceof Error && "code" in error ? reasons[String(error.code)] : undefined;
    if (why === undefined) throw error;
    throw new ToolError(`'${path}' can't be ${does}: ${why}`);
  }
}

const fileInPath = "one of its folders is a file. Choose another path.";
const permissions = "its permissions, or those of its folder, forbid it. Ask the user to change them.";

const reasons: Readonly<Record<string, string>> = {
  EACCES: permissions,
  EPERM: permissions,
  EROFS: "the file system is read-only there. Ask the user to make it writable, or work elsewhere.",
  ENOTDIR: fileInPath,
  // Of creating a folder.
  EEXIST: fileInPath,
  ENAMETOOLONG: "its name is too long.",
  ENOSPC: "no space is left on the disk. Tell the user.",
  EDQUOT: "the disk quota is used up. Tell the user.",
  EBUSY: "the system is using it, as a place where something is mounted for instance. Ask the user to free it.",
};
