import { execFile } from "node:child_process";

/** The program that every server here runs for a call. Resolves to its output. */
export const echo = () =>
  new Promise((resolve, reject) => {
    execFile("/bin/echo", ["done"], (error, stdout) => (error ? reject(error) : resolve(stdout)));
  });
