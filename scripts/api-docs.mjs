// What docs/compiler-api.md and docs/runtime-api.md list: each export of the package, from the declarations that it
// ships, with the first sentence of its docstring.
import { join } from "node:path";
import { Node, Project } from "ts-morph";
import { root } from "./run.mjs";

const compiler = {
  compiling:
    "compile CompileOptions Compilation nodeHost readAssets Assets OutputFile Model ProjectModel FeatureName ToolModel BundledPackage ExampleModel",
  writing: "planWrites PlanInput WritePlan applyPlan findStaleOutputs",
  diagnostics: "formatDiagnostics formatDiagnosticsAsJson diagnosticToJson Diagnostic Result Severity Span SourceFile KnownText",
  hosts: "Host KnownFile HostError DirectoryEntry FileToWrite",
  schemas: "specSchema configSchema",
};

const runtime = {
  calls:
    "executeFunctionCall FunctionCallOptions FunctionCallOutcome FunctionCall RequestedFunctionCall FunctionResponse ToolLookUp FoundTool CallbackWarning",
  registry:
    "ToolRegistry ToolRegistryOptions RegistryLimits RegistrationOptions DiscoveryResult RefreshResult RegistryProblem RegisteredTool FoundRegisteredTool DiscoveredTool DiscoveredMCPTool McpServerSettings ElicitationHandler ElicitationRequest ElicitationResult ElicitationForm ElicitationValue",
  providers:
    "geminiTools anthropicTools openAiTools openAiResponsesTools GeminiTool AnthropicTool ObjectSchema OpenAiTool OpenAiResponsesTool repairToolCall ToolCallRepair ProviderToolCall RefusedToolCall",
  frameworks:
    "aiSdkTools openAiAgentsTools langChainTools mastraTools FrameworkTools FrameworkToolOptions FrameworkToolOutput AiSdkTool OpenAiAgentsTool LangChainCall MastraTool",
  loop: "runAgenticLoop AgenticLoopOptions AgenticLoopTools AgenticLoopLimits AgenticLoopResult AgenticLoopState AgenticLoopUsage AgenticLoopCall AgenticLoopCallResult AgenticLoopEvent RequestedCall ConfirmableCall LanguageModel ModelMessage InputMessage",
  tools:
    "BaseDeclarativeTool BaseToolInvocation DeclarativeTool ToolBuilder ToolInvocation AnyDeclarativeTool AnyToolInvocation ToolInfo HandWrittenTool isTool Kind ToolLocation ExecuteOptions FunctionDeclaration WithDefaults createValidator Validator ValidationError hasCycleInSchema",
  generated:
    "normalizeArguments NormalizedArguments toolSchema ToolSchema ToolSchemaResult ToolSchemaIssue ToolSchemaTarget GeneratedToolClass ToolClasses defineTool DefinedTool ToolDefinition ToolDeclaration LocationRule CompiledTool CheckedTool CommandInvocation ToolEnvironment checkEnvironment callTool callToolAsync CallContext PreparedCall CallResult DoneCall UnfinishedCall RefusedCall DeniedCall FailedCall Denial FailureReason Media callResultText RunOutcome NotStarted Streams",
  results:
    "ToolResult TypedResult FailedResult ToolResultDisplay ToolResultError ToolErrorType ToolDisplay FileDiff DiffStat ContentPart PartUnion PartListUnion contentText InvalidParamsError ToolDeniedError Refusal Problem PathReason problemText",
  confirmation:
    "ConfirmationRequest ConfirmationAnswer ToolCallConfirmationDetails ToolConfirmationOutcome ToolConfirmationPayload ToolEditConfirmationDetails ToolEditConfirmationPayload ToolExecuteConfirmationDetails ToolMcpConfirmationDetails ToolInfoConfirmationDetails ToolAskUserConfirmationDetails ToolAskUserConfirmationPayload AskUserQuestion ToolExitPlanModeConfirmationDetails ToolExitPlanModeConfirmationPayload ToolSandboxExpansionConfirmationDetails PolicyUpdateOptions ForcedToolDecision",
  risk: "Risk RiskLevel ToolRisk ToolMetadata defaultMetadata CallRisk DecidedRisk ApprovalScope",
  handlers:
    "Handler HandlerContext ToolError guardedFetch GuardedFetchOptions GuardedResponse FetchError guardCommand GuardedCommand GuardedShell guardAnswer GuardAnswer GuardRules extractors",
  json: "JsonObject JsonValue",
};

/**
 * The groups of both pages: a row for each function, class and value, and the names of the types. Fails where a page
 * and its module differ, or an export has no docstring.
 */
export function apiRows() {
  const project = new Project({
    compilerOptions: { module: 199, moduleResolution: 99, skipLibCheck: true },
    skipAddingFilesFromTsConfig: true,
  });
  return { compiler: rowsOf(project, "dist/index.d.ts", compiler), runtime: rowsOf(project, "dist/runtime/index.d.ts", runtime) };
}

/** The groups of tasks, and one of the types that only the others refer to (`src/types.ts`, `src/runtime/types.ts`). */
function rowsOf(project, file, tasks) {
  const exported = project.addSourceFileAtPath(join(root, file)).getExportedDeclarations();
  const parts = [
    ...project
      .addSourceFileAtPath(join(root, file.replace("index", "types")))
      .getExportedDeclarations()
      .keys(),
  ].sort();
  const groups = { ...tasks, parts: parts.join(" ") };
  const listed = Object.values(groups).flatMap((names) => names.split(" "));
  const wrong = [
    ...listed.filter((name) => !exported.has(name)).map((name) => `${name} isn't exported`),
    ...[...exported.keys()].filter((name) => !listed.includes(name)).map((name) => `${name} is in no group of scripts/api-docs.mjs`),
    ...listed.filter((name, i) => listed.indexOf(name) !== i).map((name) => `${name} is listed twice`),
    ...forgottenTypes(exported).map((name) => `${name} is in a public signature and not exported`),
  ];
  if (wrong.length > 0) throw new Error(`${file}: ${wrong.join("; ")}.`);
  return Object.fromEntries(
    Object.entries(groups).map(([group, names]) => {
      const all = names.split(" ").map((name) => rowOf(name, exported.get(name) ?? []));
      const [types, rows] = ["type", "code"].map((kind) => all.filter((row) => (row.kind === "type") === (kind === "type")));
      return [group, { rows, types: types.map(({ name }) => `\`${name}\``).join(", ") }];
    }),
  );
}

/** The types of toolgen that exports refer to and that no program can name. */
function forgottenTypes(exported) {
  const known = new Set([...exported.values()].flat());
  const found = new Set();
  for (const declaration of known)
    declaration.forEachDescendant((node) => {
      if (!Node.isTypeReference(node) && !Node.isExpressionWithTypeArguments(node)) return;
      const name = Node.isTypeReference(node) ? node.getTypeName() : node.getExpression();
      const symbol = name.getSymbol()?.getAliasedSymbol() ?? name.getSymbol();
      const own = (symbol?.getDeclarations() ?? []).filter((one) => !Node.isTypeParameterDeclaration(one));
      const isOurs = own.some((one) => one.getSourceFile().getFilePath().startsWith(join(root, "dist")));
      if (isOurs && !own.some((one) => known.has(one))) found.add(symbol.getName());
    });
  return [...found].sort();
}

function rowOf(name, declarations) {
  const docs = declarations.flatMap((one) => (Node.isVariableDeclaration(one) ? one.getVariableStatement() : one)?.getJsDocs?.() ?? []);
  const text = docs[0]?.getDescription().replaceAll(/\s+/g, " ").trim();
  if (!text) throw new Error(`${name} is exported and has no docstring.`);
  const [sentence] = /^.*?\.(?= |$)/.exec(text) ?? [text];
  return { name: `${name}${parametersOf(declarations)}`, kind: kindOf(declarations), text: sentence.replaceAll("|", "\\|") };
}

/** The parameters of a function, as a reader would name those that it takes apart. */
function parametersOf(declarations) {
  const [declaration] = declarations.filter((one) => Node.isFunctionDeclaration(one));
  if (declaration === undefined) return "";
  const names = declaration.getParameters().map((parameter) => {
    const isOptional = parameter.isOptional() || parameter.hasInitializer();
    const type = parameter.getTypeNode()?.getText() ?? "";
    const byType = type.endsWith("Options") || !/^\w+$/.test(type) ? "options" : type.charAt(0).toLowerCase() + type.slice(1);
    const name = Node.isIdentifier(parameter.getNameNode()) ? parameter.getName() : byType;
    return `${name}${isOptional ? "?" : ""}`;
  });
  return `(${names.join(", ")})`;
}

function kindOf(declarations) {
  if (declarations.some((one) => Node.isFunctionDeclaration(one))) return "function";
  if (declarations.some((one) => Node.isClassDeclaration(one))) return "class";
  return declarations.some((one) => Node.isVariableDeclaration(one)) ? "value" : "type";
}
