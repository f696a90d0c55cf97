import { createHash } from "node:crypto";
import type { ToolModel } from "../model/tool.js";
import type { OutputFile, PrintPart } from "./output-file.js";

export interface FileOfTool {
  readonly path: string;
  readonly tool: ToolModel;
  readonly part: PrintPart;
  readonly print: () => string;
}

/**
 * Returns a file that depends on one tool. It is printed each time that its text is needed, because the texts of
 * thousands of tools would take hundreds of megabytes. If its hash is cached and equals that of the file on disk, it
 * never is.
 */
export function fileOfTool({ path, tool, part, print }: FileOfTool): OutputFile {
  const hashPart = (hash: () => string) => part(tool, `sha256:${path}`, hash);
  const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
  let printed: string | undefined;
  return {
    path,
    executable: false,
    get sha256() {
      return printed ?? hashPart(() => hashOf(print()));
    },
    get text() {
      const text = print();
      const hash = printed ?? hashOf(text);
      printed = hash;
      // The next build finds it there.
      hashPart(() => hash);
      return text;
    },
  };
}
