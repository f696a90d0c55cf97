/** Returns true if `process.cwd()` failed because the folder was deleted. */
export const isLostFolder = (error: unknown): boolean => error instanceof Error && "syscall" in error && error.syscall === "uv_cwd";
