import { join } from "node:path/posix";
import type { JsonObject } from "../runtime/json/json-value.js";
import type { Installation } from "./client.js";
import type { EntriesPiece, KeyPath } from "./settings/piece.js";

/** A command that starts the server, without a shell. */
export interface StartCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * Finds the project's root from the client's working directory, and runs the server there. It is a program for
 * `node -e`, because a committed file can't contain an absolute path, and clients start servers in their own working
 * directory.
 */
export const launcher =
  'const{dirname,join}=require("path"),{existsSync}=require("fs"),{argv,cwd,chdir,exit}=process,file=argv[1];let root=cwd();' +
  "while(!existsSync(join(root,file))&&root!==dirname(root))root=dirname(root);" +
  'if(!existsSync(join(root,file))){console.error(file+" is missing here and above: run npx toolgen build");exit(1)}' +
  'chdir(root);argv[1]=join(root,file);require("module").runMain()';

/** The server's file, relative to the project's root. */
export const serverFile = ({ output }: Pick<Installation, "output">): string => `${output}/mcp/server.cjs`;

/** The argument that leaves confirmation to the client. */
export const clientAsks = "--client-asks";

/** Starts the server from the project's root or any folder below it. */
export function startInProject(installation: Installation, ...flags: readonly string[]): StartCommand {
  return { command: "node", args: ["-e", launcher, serverFile(installation), ...flags] };
}

/** Starts the server in the client's working directory, by its absolute path. */
export function startAnywhere(installation: Installation, ...flags: readonly string[]): StartCommand {
  return { command: "node", args: [absoluteServer(installation), ...flags] };
}

/**
 * The same for a window that has neither a shell's PATH nor a working directory: by Node's absolute path, in the
 * project's root.
 */
export function startInWindow(installation: Installation, ...flags: readonly string[]): StartCommand {
  const { machine, projectDir } = installation;
  return { command: machine.node, args: [absoluteServer(installation), "--workspace", projectDir, ...flags] };
}

/** Starts the server in a window whose settings have a variable for the opened folder. */
export function startInFolder(installation: Installation, variable: string): StartCommand {
  return { command: "node", args: [`${variable}/${serverFile(installation)}`, "--workspace", variable] };
}

const absoluteServer = (installation: Installation) => join(installation.projectDir, serverFile(installation));

/** The server's entry in a settings file. An entry of the same name that starts another server isn't replaced. */
export function serverEntry(installation: Installation, path: KeyPath, entry: JsonObject): EntriesPiece {
  const text = JSON.stringify(entry);
  const absolute = absoluteServer(installation);
  const mark = text.includes(JSON.stringify(absolute).slice(1, -1)) ? absolute : serverFile(installation);
  return { kind: "entries", path, entries: [[installation.server, entry]], mark };
}
