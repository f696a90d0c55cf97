import { relative, resolve } from "node:path";
import { nodeHost } from "../../node-host.js";
import { decodeUtf8 } from "../project/read-utf8.js";
import type { PlannedFile } from "./planned-file.js";

export interface ExistingFile {
  /** `undefined` for bytes that aren't UTF-8. */
  readonly text: string | undefined;
}

export interface ProjectFolders {
  /** An existing file, `undefined` if there is none. */
  read(path: string, from: Pick<PlannedFile, "isRepositorys">): Promise<ExistingFile | undefined>;
  write(file: PlannedFile): Promise<void>;
  /** The path of a file, relative to the project's root. */
  shown(file: PlannedFile): string;
}

/**
 * The folders that a new project writes to: the project's, and the repository's, where CI services look for their jobs.
 */
export function openProjectFolders({
  projectDir,
  repositoryRoot = projectDir,
}: {
  readonly projectDir: string;
  readonly repositoryRoot: string | undefined;
}): ProjectFolders {
  const [project, repository] = [nodeHost(projectDir), nodeHost(repositoryRoot)];
  const hostOf = ({ isRepositorys }: Pick<PlannedFile, "isRepositorys">) => (isRepositorys ? repository : project);
  return {
    read: async (path, from) => {
      const bytes = await hostOf(from).read(path);
      return bytes === undefined ? undefined : { text: decodeUtf8(bytes) };
    },
    write: async (file) => {
      if (file.text !== undefined) await hostOf(file).write({ path: file.path, text: file.text, executable: false });
    },
    shown: ({ path, isRepositorys }) => (isRepositorys ? relative(projectDir, resolve(repositoryRoot, path)) : path),
  };
}
