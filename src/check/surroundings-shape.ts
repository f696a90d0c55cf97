import type { PlatformName } from "../model/tool.js";
import type { StopSignal } from "../runtime/definition.js";
import { boolean, choice, either, later, list, map, never, optional, record, type Shape, text } from "./shape/shape.js";

const stopSignals: readonly StopSignal[] = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGKILL"];

// Keys of a tool that may also stand below `platforms` (SPEC §6), and what `decode` makes of them.

export const commandShape: Shape = either({ scalar: text(), list: list(either({ scalar: text(), list: list(text(), 1) }), 1) });

export const shellShape: Shape = either({
  scalar: text("someText"),
  map: record({
    sh: optional(text("someText"), "A script for sh."),
    bash: optional(text("someText"), "A script for bash."),
    pwsh: later("A script for PowerShell."),
  }),
});

export const envShape: Shape = either({
  list: list(text("environmentPattern")),
  map: record({
    pass: optional(list(text("environmentPattern")), "Variables that are passed on if set."),
    set: optional(map(text(), "environmentName"), "Variables that are set: text templates."),
  }),
});

export const requiresShape: Shape = map(
  either({
    scalar: text("versionRange"),
    map: record({
      range: optional(text("versionRange"), "The versions that will do, as npm writes ranges. Default: any."),
      args: optional(list(text(), 1), "Arguments by which the program tells its version. Default: --version."),
      install: optional(text("someText"), "How to install it: a URL or a command, for people and models to read."),
    }),
  }),
  "programName",
);

const platformShape: Shape = either({
  scalar: never,
  map: record({
    program: optional(text(), "The first word of the command, in the place of the tool's."),
    command: optional(commandShape, "The command, in the place of the tool's."),
    shell: optional(shellShape, "The script, in the place of the tool's."),
    env: optional(envShape, "The environment, in the place of the tool's."),
    requires: optional(requiresShape, "The programs that must be installed, in the place of the tool's."),
  }),
});

export const platformsShape: Shape = record({
  linux: optional(platformShape, "What differs on Linux; `false`: the tool doesn't run there."),
  macos: optional(platformShape, "What differs on macOS; `false`: the tool doesn't run there."),
  windows: optional(platformShape, "What differs on Windows; `false`: the tool doesn't run there."),
});

export const backgroundShape: Shape = either({
  scalar: boolean,
  map: record({
    readyWhen: optional(
      text("regularExpression"),
      "What is printed when the program is ready. Default: it is ready once it has lived for a second.",
    ),
    maxAge: optional(text("duration"), "How long it may run before it is ended. Default: 8h."),
    stopSignal: optional(choice(stopSignals), "The signal by which it is ended; SIGKILL follows five seconds later. Default: SIGTERM."),
  }),
});

export interface BackgroundSpec {
  readonly readyWhen?: string;
  readonly maxAge?: number;
  readonly stopSignal?: StopSignal;
}

export const sandboxShape: Shape = record({
  write: optional(
    choice(["none", "paths", "workspace"]),
    "What may be written: what the parameters in `paths` name, or the workspace too. Default: none.",
  ),
  read: optional(
    choice(["paths", "workspace", "any"]),
    "What may be read besides the system's programs and libraries. Default: workspace.",
  ),
  network: optional(boolean, "Whether the network may be reached, this machine's own included. Default: false."),
});

export interface SandboxSpec {
  readonly write?: "none" | "paths" | "workspace";
  readonly read?: "paths" | "workspace" | "any";
  readonly network?: boolean;
}

export type CommandSpec = string | readonly (string | readonly string[])[];
/** A script for sh, or one by the shell that reads it. */
export type ShellSpec = string | { readonly sh?: string; readonly bash?: string };
export type EnvSpec = readonly string[] | { readonly pass?: readonly string[]; readonly set?: Readonly<Record<string, string>> };
export type RequiresSpec = Readonly<Record<string, string | RequirementSpec>>;

export interface RequirementSpec {
  readonly range?: string;
  readonly args?: readonly string[];
  readonly install?: string;
}

/** What a platform's entry may replace; the tool itself has the same keys but `program`. */
export interface PlatformSpec {
  readonly program?: string;
  readonly command?: CommandSpec;
  readonly shell?: ShellSpec;
  readonly env?: EnvSpec;
  readonly requires?: RequiresSpec;
}

export type PlatformsSpec = Readonly<Partial<Record<PlatformName, PlatformSpec | false>>>;
