import { execFile } from "node:child_process";

/** The program that every server here runs for a call. Resolves to its output. With `ECHO=none` no program is started. */
export const echo = () =>
  process.env.ECHO === "none"
    ? Promise.resolve("done")
    : new Promise((resolve, reject) => {
        execFile("/bin/echo", ["done"], (error, stdout) => (error ? reject(error) : resolve(stdout)));
      });
