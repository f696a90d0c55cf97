import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";

/** A file of this user to which other users have more access than its content allows. */
export class ExposedFile extends Error {}

/** The rights of the group and of others that are too many, by what they may do. */
const excessive = { nothing: 0o077, read: 0o022 } as const;

/**
 * Reads a file, unless other users may do more than it allows: nothing to a secret, only read a list of those who may
 * call. As with ssh's keys, this holds for a file of this user. The access to another user's file, such as a mounted
 * secret of a container, isn't this user's to change. Throws an `ExposedFile`, or what the system says.
 */
export function readProtectedFile(path: string, others: keyof typeof excessive): Buffer {
  const file = openSync(path, "r");
  try {
    const { uid, mode } = fstatSync(file);
    // Windows has no such modes, and no user ids.
    if (uid === process.getuid?.() && (mode & excessive[others]) !== 0)
      throw new ExposedFile(
        others === "nothing"
          ? `other users can read or change ${path}, which holds a secret. Run: chmod go= ${path}`
          : `other users can change ${path}, and so let in whom they want. Run: chmod go-w ${path}`,
      );
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}
