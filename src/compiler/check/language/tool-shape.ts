import type { ToolKind } from "../../../contract/definition.js";
import { riskLevels } from "../../../contract/risk.js";
import { codeLanguages, codeLanguagesByRisk } from "../../../programs/code-languages.js";
import { hostNames } from "../../tool-model.js";
import {
  backgroundShape,
  commandShape,
  envShape,
  expectedMcpShape,
  expectedRequestShape,
  givenHttpShape,
  givenMcpShape,
  guardShape,
  httpShape,
  mcpShape,
  planShape,
  platformsShape,
  requiresShape,
  sandboxShape,
  shellShape,
  statusCodesShape,
} from "./execution-shapes.js";
import { lintShape, listingFields, repairShapeFields } from "./field-shapes.js";
import {
  boolean,
  choice,
  either,
  type Fields,
  integer,
  json,
  jsonObject,
  list,
  map,
  optional,
  record,
  required,
  type Shape,
  text,
} from "./shape.js";

export const kinds: readonly ToolKind[] = ["read", "edit", "delete", "move", "search", "execute", "think", "fetch", "other"];

const template = text();
const names = list(text("word"));
const texts = list(text());
const access = choice(["read", "write", "readWrite"]);
const riskLevel = choice(riskLevels, { code: "unknown-risk" });

const pathShape = record({
  access: optional(access, "Whether the tool reads or writes what the path names."),
  root: optional(text(), "A root from toolgen.yaml that the path may not leave, or 'any'. Default: workspace."),
  type: optional(choice(["file", "directory", "any"]), "What an existing path must be. Default: any."),
  mustExist: optional(boolean, "Whether the path must exist already. Default: false."),
});

const secretShape = record({
  description: optional(text(), "What it is."),
  optional: optional(boolean, "Whether the tool also runs without it. Default: false."),
});

const riskRuleShape = record({
  when: required(
    jsonObject,
    "Conditions on the checked arguments: parameters, each with a value, a list of values, or a JSON Schema; null means absent.",
  ),
  level: optional(riskLevel, "How much harm such a call can do."),
  requiresConfirmation: optional(boolean, "Whether the user is asked before such a call."),
  impact: optional(template, "What such a call does: a text template."),
});

const riskShape = record({
  level: optional(riskLevel, "How much harm a call can do. Default: by kind."),
  requiresConfirmation: optional(boolean, "Whether the user is asked before a call. Default: false for safe, true for the others."),
  impact: optional(template, "What a call does, for the user who is asked: a text template."),
  category: optional(text(), "A label that user interfaces group tools by."),
  rules: optional(list(riskRuleShape), "Levels that depend on the arguments; the first rule that matches applies."),
});

const format = choice(["text", "markdown", "json", "jsonl", "image", "audio", "mcp"]);

const outputShape = record({
  format: optional(format, "What the program prints. Default: text."),
  stderr: optional(choice(["onError", "merge", "ignore"]), "What happens to standard error. Default: onError."),
  maxLines: optional(integer(1), "How many lines the model gets at most. Default: 2000."),
  maxBytes: optional(text("size"), "How many bytes of UTF-8 the model gets at most. Default: 50kB."),
  keep: optional(choice(["head", "tail", "both"]), "Which part is kept when the output is cut. Default: head."),
  file: optional(template, "The file that the result is read from, not standard output: a text template, such as '{{@tempDir}}/page.png'."),
  mimeType: optional(text("someText"), "The media type of an image or audio result."),
  select: optional(text("jsonPointer"), "A JSON Pointer to the part of the result to return."),
  schema: optional(jsonObject, "JSON Schema of the result, or of that part; properties that it doesn't declare are dropped."),
  headers: optional(
    list(text("headerName"), 1),
    "Headers of the response to show after its body, such as `Link`, `Location` or `X-Total-Count`. Only with `http`.",
  ),
  display: optional(
    template,
    "What people see of the result: a Markdown text template over the parameters and {{@output}}, or `diff`: how the files in `paths` that may be written have changed.",
  ),
  preview: optional(
    boolean,
    "Whether the command may be run on copies of these files to show, before it is confirmed, what it would change. For commands that do nothing else.",
  ),
});

const fakeProgram = record({
  stdout: optional(text(), "What the fake program prints on standard output."),
  stderr: optional(text(), "What the fake program prints on standard error."),
  exit: optional(text("exitCode"), "The fake program's exit code. Default: 0."),
});

const exampleShape = record({
  name: optional(text(), "What the example shows."),
  prompt: optional(
    either({ scalar: text("someText"), list: list(text("someText"), 1) }),
    "What a user would say for a model to make this call, once or in several ways: `toolgen eval` tries it.",
  ),
  chooses: optional(text(), "Instead of a call: the tool that a model should choose for `prompt`, or `none` if it shouldn't call any."),
  given: optional(
    record({
      bin: optional(map(fakeProgram), "Fake programs put first on PATH, by name."),
      files: optional(map(text()), "Files of the workspace, by path."),
      env: optional(map(text(), "environmentName"), "Environment variables."),
      secrets: optional(map(text()), "Secrets, by name."),
      platform: optional(choice(["linux", "macos", "windows"]), "The platform the example is for."),
      http: optional(givenHttpShape, "The answer to the request. No request is ever sent for an example."),
      mcp: optional(givenMcpShape, "The answer of the MCP server. No server is ever started for an example."),
    }),
    "The world in which the example runs.",
  ),
  params: optional(jsonObject, "The arguments as a model would send them, aliases included."),
  expect: optional(
    record({
      params: optional(jsonObject, "The arguments after repair; in objects, only the keys given here are compared."),
      argv: optional(texts, "The program and its arguments."),
      cwd: optional(text(), "The working directory."),
      stdin: optional(text(), "What the program reads."),
      request: optional(expectedRequestShape, "The HTTP request: method, url, headers, body."),
      mcp: optional(expectedMcpShape, "The call of the MCP server: server, tool, arguments."),
      risk: optional(riskLevel, "The risk level of this call."),
      requiresConfirmation: optional(boolean, "Whether this call is confirmed."),
      impact: optional(text(), "The impact text."),
      summary: optional(text(), "The summary text."),
      error: optional(text(), "The call is refused, and the message contains this text."),
      contains: optional(either({ scalar: text(), list: texts }), "The result contains this text, or all of these."),
      notContains: optional(either({ scalar: text(), list: texts }), "The result doesn't contain this text, or any of these."),
      matches: optional(text(), "The result matches this regular expression."),
      equals: optional(text(), "The result is this."),
      json: optional(json, "The result is this JSON value."),
      display: optional(text(), "The text that users see contains this."),
      files: optional(map(text()), "Files after the call, by path."),
      exitCode: optional(text("exitCode"), "The program's exit code."),
    }),
    "What the call and its result must be.",
  ),
});

/** All keys of a tool. */
export const toolFields = {
  $schema: optional(text(), "Where an editor finds the JSON Schema of this language."),
  name: required(text("toolName"), "The tool's name: letters, digits and '_', at most 48, unique in the project."),
  displayName: optional(text("someText"), "The name that people see. Default: made from the name."),
  description: required(text("someText"), "What the tool is for, written for the model that chooses it."),
  kind: required(choice(kinds, { code: "unknown-kind" }), "The category that clients decide permissions by."),
  nameAliases: optional(names, "Wrong names by which models call the tool."),
  toolsets: optional(names, "Labels by which targets select tools."),
  scopes: optional(
    list(text("scope")),
    "OAuth scopes that a caller's token must have, all of them, where the tool is served over HTTP with authentication.",
  ),
  extends: optional(names, "Fragments to build on, merged from left to right, and then the tool over them. `std/…` come with toolgen."),
  schema: optional(jsonObject, "JSON Schema 2020-12 of the arguments, an object schema. Default: no parameters."),
  ...repairShapeFields,
  mutuallyExclusive: optional(list(list(text(), 2)), "Groups of parameters. A call may give at most one parameter of each group."),
  elicit: optional(
    either({
      list: names,
      map: map(record({ suggest: optional(json, "The value that the form begins with. The user can change it.") }), "word"),
    }),
    "Required parameters that an MCP client's user is asked for if a model leaves them out: texts, numbers, booleans, one or several choices. A list, or a map that also says what the form suggests.",
  ),
  paths: optional(map(either({ scalar: access, map: pathShape })), "Parameters that are paths, and whether the tool reads or writes them."),
  code: optional(
    map(choice(codeLanguages, { code: "unknown-language" })),
    `Parameters whose value is a program, and its language, which decides the tool's least risk. ${codeLanguagesByRisk}.`,
  ),
  data: optional(
    names,
    "Parameters that the program only looks at, in the place where the command has them. Without it, a value in a place that isn't known is asked about.",
  ),
  allowLeadingDash: optional(names, "Parameters that may begin an argument with '-'."),
  risk: optional(either({ scalar: riskLevel, map: riskShape }), "How much harm a call can do. Default: by kind."),
  annotations: optional(
    record({
      readOnlyHint: optional(
        boolean,
        "MCP: the tool changes nothing. True has no effect on a tool that is dangerous or requires confirmation.",
      ),
      destructiveHint: optional(boolean, "MCP: the tool may destroy something."),
      idempotentHint: optional(boolean, "MCP: calling it twice does what calling it once does."),
      openWorldHint: optional(boolean, "MCP: the tool reaches beyond this machine."),
    }),
    "MCP hints that replace those derived from kind and risk.",
  ),
  ...listingFields,
  command: optional(commandShape, "The command line that runs the tool: a list of items, or one string that is split at spaces."),
  shell: optional(shellShape, "A constant script that runs the tool: for sh, or `{ bash: … }`."),
  handler: optional(text(), "The function that runs the tool, as `./file.ts#export`. It is called with the arguments and a context."),
  external: optional(
    list(text("packageName"), 1),
    "Packages that the handler loads from the project's `node_modules`, in place of its bundle: those with native add-ons, or with files beside their code.",
  ),
  warm: optional(
    boolean,
    "Whether calls of the handler share a process: with each other in programs that run many calls, or with `call`. With `mcp`, whether these programs keep the server for later calls. Default: true; a sandbox always has its own.",
  ),
  http: optional(httpShape, "An HTTP request that runs the tool."),
  mcp: optional(mcpShape, "A tool of an MCP server that runs the tool."),
  host: optional(choice(hostNames), "The client whose own tool this is: toolgen repairs and checks its arguments, and the client runs it."),
  cwd: optional(template, "The working directory: a text template. Default: the workspace."),
  stdin: optional(template, "What the program reads: a text template. Default: nothing."),
  env: optional(envShape, "Environment variables besides the base set."),
  secrets: optional(
    either({ list: list(text("environmentName")), map: map(either({ scalar: text(), map: secretShape }), "environmentName") }),
    "Environment variables that must be set before the tool starts, and that are redacted in results: a list of names, or a description for each name.",
  ),
  tempFiles: optional(
    map(
      either({
        scalar: template,
        map: record({
          text: required(template, "What is in the file: a text template."),
          suffix: optional(text("fileSuffix"), "How the file's name ends: `.json`."),
        }),
      }),
      "tempFileName",
    ),
    "Files that are written for a call and removed after it: {{@temp.name}} is the path. If the text is absent, no file is written.",
  ),
  timeout: optional(text("duration"), "How long a call may take before its processes are stopped. Default: 60s."),
  background: optional(
    backgroundShape,
    "The program keeps running after the call, once for each workspace. The tools NAME_output and NAME_stop are added.",
  ),
  plan: optional(
    planShape,
    "A command that prints what the call would do. The user sees it before each call. It runs again before the call, which asks again if that has changed. It can't write.",
  ),
  sandbox: optional(sandboxShape, "What the program may write, read and reach. The call fails if no sandbox is available."),
  platforms: optional(platformsShape, "What differs by operating system."),
  requires: optional(
    requiresShape,
    "Programs that must be installed, and their versions: checked by `toolgen doctor`, never by a build or a call.",
  ),
  exitCodes: optional(
    map(
      either({
        scalar: text("someText"),
        map: record({ error: required(text("someText"), "Advice for the model when the tool fails with this code.") }),
      }),
      "exitCode",
    ),
    "What exit codes mean: a text makes the code a result, {error: …} a failure with advice.",
  ),
  statusCodes: optional(
    statusCodesShape,
    "What HTTP status codes mean: a text makes the status a result, {error: …} a failure with advice. Default: 2xx is success.",
  ),
  output: optional(either({ scalar: format, map: outputShape }), "What the model gets of the program's output."),
  summary: optional(template, "What a call will do, in a line: a text template. Default: the command."),
  locations: optional(
    list(
      record({
        path: required(text(), "The parameter that names the file."),
        line: optional(text(), "The parameter that names the line."),
      }),
    ),
    "Parameters that tell a client where a call works. Default: every parameter in paths.",
  ),
  guard: optional(
    guardShape,
    "The parameter that holds a shell command: filters at its end (`| tail`) don't hide what a slow command printed, or that it failed.",
  ),
  examples: optional(list(exampleShape), "Calls that document and test the tool."),
  lint: optional(lintShape, "Rules of `toolgen lint` that are off for this tool, such as `unbounded-result: off`."),
};

/** A tool document. */
export const toolShape = record(toolFields);

const nothingRequired = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, { ...field, required: false }]));

const { name: _name, examples: _examples, extends: _extends, lint: _lint, ...shared } = toolFields;

/** A fragment: any key of a tool except its name, its examples, `lint` and `extends`. Nothing is required. */
export const fragmentShape: Shape = record({
  $schema: optional(text(), "Where an editor finds the JSON Schema of this language."),
  fragment: required(text("fragmentName"), "The fragment's name, by which tools extend it."),
  ...nothingRequired(shared),
});
