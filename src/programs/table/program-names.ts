/** The prefix of a program that is beside its spec. */
export const specFolderPrefix = "{{@specDir}}/";

/**
 * The names under which a row may stand for a program, the most exact first. GNU's programs have a `g` before theirs
 * elsewhere.
 */
export function programNames(program: string): readonly string[] {
  if (program.startsWith(specFolderPrefix)) return [];
  const base = basename(program);
  const name = base.replace(/\.(?:exe|cmd|bat|com)$/i, "");
  const names = [base, name, name.replace(/-?[0-9.]+$/, ""), name === base ? name : name.toLowerCase()];
  return [...new Set([...names, ...names.filter((one) => /^g[a-z]{2,}$/.test(one)).map((one) => one.slice(1))])];
}

/** Returns true if a list has a name. A listed name that ends in `*` stands for all that begin like it. */
export const listsName = (list: readonly string[], name: string): boolean =>
  list.some((one) => (one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : name === one));

/** The name of a program without its folder. */
export const basename = (program: string): string => program.slice(Math.max(program.lastIndexOf("/"), program.lastIndexOf("\\")) + 1);
