import { ToolError } from "toolgen/runtime";

/** Does something with a path. Where its permissions forbid that, the advice says so in the place of a stack of calls. */
export function unlessForbidden<T>(path: string, action: () => T, does = "opened"): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "EACCES" || error.code === "EPERM"))
      throw new ToolError(`'${path}' can't be ${does}: its permissions, or those of its folder, forbid it. Ask the user to change them.`);
    throw error;
  }
}
