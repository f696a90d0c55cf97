import type { NodePath } from "../../source/spec-node.js";
import type { ToolSpec } from "../language/tool-spec.js";

/** A temporary file of the spec, with the position of its text. */
export interface TempFileSource {
  readonly name: string;
  readonly suffix: string;
  readonly path: NodePath;
}

/** The files of `tempFiles`, short form or long. */
export function tempFileTexts({ tempFiles }: ToolSpec): readonly TempFileSource[] {
  return Object.entries(tempFiles ?? {}).map(([name, file]) =>
    typeof file === "string"
      ? { name, suffix: "", path: ["tempFiles", name] }
      : { name, suffix: file.suffix ?? "", path: ["tempFiles", name, "text"] },
  );
}
