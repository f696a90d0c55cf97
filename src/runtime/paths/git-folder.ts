/**
 * Returns true if a file system may treat a name as `.git`: in any case, with invisible characters (HFS+), as `git~1`,
 * with trailing dots, spaces or a stream (NTFS). Git refuses the same names in a repository (core.protectHFS,
 * core.protectNTFS in git-config(1)).
 */
export const isGitFolder = (name: string): boolean => /^(?:\.git|git~1)[. ]*(?::.*)?$/.test(foldName(name));

/**
 * Normalizes a path as a file system does that ignores case, composition and invisible characters. On other file
 * systems, this refuses slightly more.
 */
export function foldName(path: string): string {
  return path
    .replaceAll(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, "")
    .normalize("NFC")
    .toLowerCase();
}
