import { extractors } from "../../../call/filter-options.js";
import type { StopSignal } from "../../../contract/definition.js";
import {
  boolean,
  choice,
  type Decoded,
  either,
  json,
  jsonObject,
  later,
  list,
  map,
  never,
  optional,
  record,
  required,
  text,
} from "./shape.js";

const stopSignals: readonly StopSignal[] = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGKILL"];

// Keys of a tool that are also allowed below `platforms`, and their decoded types.

export const commandShape = either({ scalar: text(), list: list(either({ scalar: text(), list: list(text(), 1) }), 1) });

export const shellShape = either({
  scalar: text("someText"),
  map: record({
    sh: optional(text("someText"), "A script for sh."),
    bash: optional(text("someText"), "A script for bash."),
    pwsh: later("A script for PowerShell."),
  }),
});

export const envShape = either({
  list: list(text("environmentPattern")),
  map: record({
    pass: optional(list(text("environmentPattern")), "Variables that are passed on if set."),
    set: optional(map(text(), "environmentName"), "Variables that are set: text templates."),
  }),
});

/** A command line alone, or what says more. */
export const planShape = either({
  scalar: text(),
  list: list(either({ scalar: text(), list: list(text(), 1) }), 1),
  map: record({
    command: optional(commandShape, "The command line that prints the plan."),
    shell: optional(shellShape, "A constant script that prints the plan: for sh, or `{ bash: … }`."),
    exitCodes: optional(map(text("someText"), "exitCode"), "Exit codes other than 0 with which the plan is one, each with its meaning."),
    timeout: optional(text("duration"), "How long it may take. Default: 120s."),
  }),
});

export const requiresShape = map(
  either({
    scalar: text("versionRange"),
    map: record({
      range: optional(text("versionRange"), "The accepted versions, as npm writes ranges. Default: any."),
      args: optional(list(text(), 1), "Arguments that make the program print its version. Default: --version."),
      install: optional(text("someText"), "How to install it: a URL or a command, for people and models to read."),
    }),
  }),
  "programName",
);

const platformShape = either({
  scalar: never,
  map: record({
    program: optional(text(), "Replaces the first word of the tool's command."),
    command: optional(commandShape, "Replaces the tool's command."),
    shell: optional(shellShape, "Replaces the tool's script."),
    env: optional(envShape, "Replaces the tool's environment."),
    requires: optional(requiresShape, "Replaces the tool's list of programs that must be installed."),
  }),
});

export const platformsShape = record({
  linux: optional(platformShape, "What differs on Linux; `false`: the tool doesn't run there."),
  macos: optional(platformShape, "What differs on macOS; `false`: the tool doesn't run there."),
  windows: optional(platformShape, "What differs on Windows; `false`: the tool doesn't run there."),
});

export const backgroundShape = either({
  scalar: boolean,
  map: record({
    readyWhen: optional(
      text("regularExpression"),
      "A regular expression for the line that the program prints when it is ready. Default: the program is ready after one second.",
    ),
    maxAge: optional(text("duration"), "How long it may run before toolgen stops it. Default: 8h."),
    stopSignal: optional(choice(stopSignals), "The signal that stops it; SIGKILL follows after five seconds. Default: SIGTERM."),
  }),
});

export type BackgroundSpec = Exclude<Decoded<typeof backgroundShape>, boolean>;

export const guardShape = either({
  scalar: text(),
  map: record({
    param: required(text(), "The parameter that holds the command."),
    slow: optional(
      text("duration"),
      "How long a command may take before it counts as slow, so that the model gets all of its output. Default: 10s.",
    ),
    extractors: optional(list(choice(extractors), 1), "The programs that count as filters. Default: all that toolgen knows."),
  }),
});

export type GuardSpec = Decoded<typeof guardShape>;

export const sandboxShape = record({
  write: optional(
    choice(["none", "paths", "workspace"]),
    "What the program may write: nothing, the files that parameters in `paths` name, or also the workspace. Default: none.",
  ),
  read: optional(
    choice(["paths", "workspace", "any"]),
    "What the program may read besides the system's programs and libraries. Default: workspace.",
  ),
  network: optional(boolean, "Whether the program may use the network, including this machine's own addresses. Default: false."),
});

export type SandboxSpec = Decoded<typeof sandboxShape>;
export type CommandSpec = Decoded<typeof commandShape>;
export type EnvSpec = Decoded<typeof envShape>;
export type RequiresSpec = Decoded<typeof requiresShape>;
/** The keys that a platform's entry can override; the tool itself has the same keys except `program`. */
export type PlatformSpec = Exclude<Decoded<typeof platformShape>, false>;

// The key `http` of a tool, and its decoded type.

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

export const httpShape = record({
  method: optional(choice(methods), "The request's method. Default: GET."),
  url: required(
    text("someText"),
    "The address: a text template whose values are encoded for their position. Before the path, only literal text or an enum is allowed.",
  ),
  query: optional(map(text()), "Entries that are added to the query: text templates. An entry whose text is absent is omitted."),
  headers: optional(
    map(text(), "headerName"),
    "Headers: text templates. An entry whose text is absent is omitted. Secrets are allowed here.",
  ),
  cookies: optional(map(text()), "Cookies: text templates. An entry whose text is absent is omitted. Secrets are allowed here."),
  body: optional(
    record({
      json: optional(json, "JSON with templates in its texts. A text that is one placeholder keeps its value's type."),
      form: optional(map(text()), "The fields of a form, URL-encoded: text templates."),
      multipart: optional(
        map(
          either({
            scalar: text(),
            map: record({
              text: optional(text(), "A text template."),
              file: optional(text(), "A parameter in `paths`: the file that is sent, or a list of them."),
              type: optional(text("mediaType"), "The media type of the part."),
            }),
          }),
        ),
        "The parts of a body of the type multipart/form-data: text templates, or files.",
      ),
      text: optional(text(), "A text template. `content-type` is text/plain unless `headers` says otherwise."),
      file: optional(text(), "A parameter in `paths`: the file whose content is the body."),
    }),
    "What is sent: one of json, form, multipart, text and file.",
  ),
  allowPrivate: optional(
    list(text("hostOrRange"), 1),
    "Hosts that may be on this machine or in its networks: names, addresses, and ranges such as 10.1.0.0/16. Other hosts there are refused.",
  ),
});

/** The meanings of status codes, like `exitCodes`. */
export const statusCodesShape = map(
  either({
    scalar: text("someText"),
    map: record({ error: required(text("someText"), "Advice for the model when the answer has this status.") }),
  }),
  "statusCode",
);

/** The response to a request, in an example. */
export const givenHttpShape = record({
  status: optional(text("statusCode"), "The status of the answer. Default: 200."),
  headers: optional(map(text(), "headerName"), "Headers of the answer. They don't affect the result."),
  body: optional(json, "The body of the answer: a text as it is, anything else as JSON."),
});

/** The expected request, in an example; its headers are only those of the spec. */
export const expectedRequestShape = record({
  method: optional(choice(methods), "The method."),
  url: optional(text(), "The whole address, the query included."),
  headers: optional(map(text()), "The headers that the spec gives it, in lower case."),
  body: optional(json, "The body: JSON as a value, anything else as text."),
});

export type HttpSpec = Partial<Decoded<typeof httpShape>>;

// The key `mcp` of a tool, `mcpServers` of toolgen.yaml, and their decoded types.

export const mcpShape = record({
  server: required(text("mcpServerName"), "The server's name in `mcpServers` of toolgen.yaml."),
  tool: required(text("someText"), "The tool's name, as the server lists it."),
  arguments: optional(
    jsonObject,
    "What the server's tool gets: JSON with templates in its texts. A text that is one placeholder keeps its value's type. Default: the checked arguments.",
  ),
});

export const mcpServersShape = map(
  record({
    command: optional(
      text("someText"),
      "A program that speaks MCP over standard input and output: a name on PATH, or a path from the project's root.",
    ),
    args: optional(list(text()), "The program's arguments, literally. Secrets aren't allowed here, because other users see arguments."),
    cwd: optional(text("folderInProject"), "The folder that the program runs in, from the project's root. Default: the workspace."),
    pass: optional(list(text("environmentPattern")), "Environment variables passed on to the program, besides the base set."),
    env: optional(map(text(), "environmentName"), "Environment variables set for the program: texts in which secrets are allowed."),
    url: optional(text("someText"), "The address of a server that speaks HTTP."),
    type: optional(choice(["http", "sse"]), "The transport of `url`. Default: HTTP, and server-sent events if the server refuses that."),
    headers: optional(map(text(), "headerName"), "Headers of each request: texts in which secrets are allowed."),
    secrets: optional(
      map(text(), "environmentName"),
      "Environment variables that must be set, each with its description. They reach the server only where `env` or `headers` name them.",
    ),
  }),
  "mcpServerName",
);

/** The server's answer, in an example. */
export const givenMcpShape = record({
  content: optional(json, "The content: a list of blocks, as MCP defines them."),
  structuredContent: optional(json, "The result as data."),
  isError: optional(boolean, "Whether the call failed."),
});

/** The call of the server, in an example. */
export const expectedMcpShape = record({
  server: optional(text(), "The server's name."),
  tool: optional(text(), "The tool's name."),
  arguments: optional(jsonObject, "What the server's tool gets."),
});

export type McpServersSpec = Decoded<typeof mcpServersShape>;
