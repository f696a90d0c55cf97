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
 * Returns a file that depends on one tool. It is printed when its text is needed. If its hash is cached and equals that
 * of the file on disk, it never is.
 */
export function fileOfTool({ path, tool, part, print }: FileOfTool): OutputFile {
  let printed: string | undefined;
  const text = () => (printed ??= print());
  const sha256 = part(tool, `sha256:${path}`, () => createHash("sha256").update(text()).digest("hex"));
  return {
    path,
    executable: false,
    sha256,
    get text() {
      return text();
    },
  };
}
