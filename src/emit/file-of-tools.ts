import type { OutputFile } from "./output-file.js";

/**
 * Returns a file that depends on several tools. It is printed each time that its text is needed, because that of
 * thousands of tools has many megabytes.
 */
export function fileOfTools(path: string, print: () => string): OutputFile {
  return {
    path,
    executable: false,
    shared: true,
    get text() {
      return print();
    },
  };
}
