import { execFile } from "node:child_process";

/** What every server here runs for a call. Resolves to what it printed. */
export const echo = () =>
  new Promise((resolve, reject) => {
    execFile("/bin/echo", ["done"], (error, stdout) => (error ? reject(error) : resolve(stdout)));
  });
