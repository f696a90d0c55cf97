import type { JsonValue } from "../json-value.js";

/** The documents that a surface has. */
export type SurfaceDocument = "tool" | "prompt" | "resource" | "server tool" | "project";

/** One change of a document: its kind and the facts. */
export interface SurfaceChange extends ChangeFacts {
  readonly code: ChangeCode;
  readonly document: SurfaceDocument;
  readonly name: string;
}

/** The parameter, a keyword of its schema, and the value before and after. */
interface ChangeFacts {
  readonly at?: string;
  readonly keyword?: string;
  readonly before?: JsonValue | undefined;
  readonly after?: JsonValue | undefined;
}

/** A change of a document that isn't named yet. */
export type NamelessChange = Omit<SurfaceChange, "document" | "name">;

/** The effect of a change: on calls that worked, on what a call may do, or on neither. */
export type Effect = "breaking" | "riskier" | "compatible";

/** A kind of change. `text` is the sentence in a report, and `ofCompletion` that about a command that completes. */
export interface ChangeKind {
  readonly effect: Effect;
  readonly text: string;
  readonly ofCompletion?: string;
}

/** The effects, the worst first. */
export const effects: readonly Effect[] = ["breaking", "riskier", "compatible"];

/**
 * Every kind of change that `toolgen diff` reports. `{at}` is a parameter, `{keyword}` one of its schema's, `{before}`
 * and `{after}` are values. A level of risk that falls is riskier, because clients then ask less about the same calls.
 */
export const changeKinds = {
  "tool-removed": { effect: "breaking", text: "The tool is gone." },
  "tool-name-removed": { effect: "breaking", text: "The name '{before}' no longer stands for the tool." },
  "target-removed": { effect: "breaking", text: "The tool is no longer built for {before}." },
  "toolset-removed": { effect: "breaking", text: "The tool left the toolset '{before}'." },
  "scope-added": { effect: "breaking", text: "Callers need the scope '{after}'." },
  "parameter-removed": { effect: "breaking", text: "The parameter {at} is gone, and no alias replaces it." },
  "required-parameter-added": { effect: "breaking", text: "The new parameter {at} is required." },
  "parameter-required": { effect: "breaking", text: "The parameter {at} is required." },
  "values-narrowed": { effect: "breaking", text: "{at} accepts fewer values ({keyword}: {before} → {after})." },
  "alias-removed": { effect: "breaking", text: "The name '{before}' no longer stands for {at}." },
  "exclusion-added": { effect: "breaking", text: "At most one of {after} may be given." },
  "repair-removed": { effect: "breaking", text: "Calls that need '{before}' for {at} are refused." },
  "result-removed": { effect: "breaking", text: "The result has no structure any more." },
  "result-property-removed": { effect: "breaking", text: "The result lost {at}." },
  "result-property-optional": { effect: "breaking", text: "{at} may be absent from the result." },
  "result-widened": { effect: "breaking", text: "{at} of the result may have other values ({keyword}: {before} → {after})." },
  "prompt-removed": { effect: "breaking", text: "The prompt is gone." },
  "resource-removed": { effect: "breaking", text: "The resource is gone." },
  "uri-changed": { effect: "breaking", text: "The URI {before} became {after}." },
  "type-changed": { effect: "breaking", text: "The media type {before} became {after}." },
  "server-tool-removed": { effect: "breaking", text: "The server no longer lists the tool." },
  "calls-denied": { effect: "breaking", text: "Every call is denied." },
  "unattended-refused": { effect: "breaking", text: "More calls are refused if no user can be asked." },
  "dash-refused": { effect: "breaking", text: "The value of {at} may no longer begin with '-'." },
  "elicitation-removed": { effect: "breaking", text: "Users are no longer asked for {at} if it is missing." },
  "variable-required": { effect: "breaking", text: "Calls need the variable '{after}' of the environment." },
  "limit-lowered": { effect: "breaking", text: "The limit '{keyword}' fell from {before} to {after}." },
  "outcome-refused": { effect: "breaking", text: "{at} is a failure." },
  "result-form-changed": { effect: "breaking", text: "The result has another form ({keyword}: {before} → {after})." },
  "platform-removed": { effect: "breaking", text: "The tool no longer runs on {before}." },
  "output-removed": { effect: "breaking", text: "'{before}' is no longer built." },
  "client-name-changed": { effect: "breaking", text: "'{keyword}' changed from {before} to {after}, and settings of clients may name it." },

  "level-raised": { effect: "riskier", text: "The level of risk rose from {before} to {after}." },
  "level-lowered": { effect: "riskier", text: "The level of risk fell from {before} to {after}, so clients may ask less." },
  "confirmation-removed": { effect: "riskier", text: "No call is confirmed any more." },
  "risk-rules-changed": { effect: "riskier", text: "The rules that decide the risk of a call changed." },
  "hint-relaxed": { effect: "riskier", text: "The hint {keyword} changed from {before} to {after}, so clients may ask less." },
  "server-hint-riskier": {
    effect: "riskier",
    text: "The server's hint {keyword} changed from {before} to {after}, so the tool may do more.",
  },
  "server-declaration-lost": {
    effect: "riskier",
    text: "Calls are no longer held to what the server declared of the tool: no import record beside the specs has it.",
  },
  "risk-settings-changed": { effect: "riskier", text: "The project's settings that decide about calls changed ({keyword})." },
  "calls-allowed": { effect: "riskier", text: "Calls are no longer denied." },
  "unattended-allowed": { effect: "riskier", text: "More calls run if no user can be asked." },
  "plan-removed": { effect: "riskier", text: "Calls no longer show a plan before they are confirmed." },
  "plan-changed": { effect: "riskier", text: "The command of the plan is new or another one. It runs before a call is confirmed." },
  "preview-added": { effect: "riskier", text: "The command runs on copies of files before a call is confirmed." },
  "audit-removed": { effect: "riskier", text: "Calls are no longer logged." },
  "data-claimed": {
    effect: "riskier",
    text: "The author calls {at} plain data in `{after}`, so calls don't ask about it there.",
  },
  "program-described": { effect: "riskier", text: "toolgen.yaml says what {at} does with its arguments: {after}." },
  "dash-allowed": { effect: "riskier", text: "The value of {at} may begin with '-', as options do." },
  "root-moved": { effect: "riskier", text: "The root {at} is the folder {after}, not {before}." },
  "kind-riskier": { effect: "riskier", text: "The kind {before} became {after}." },
  "scope-removed": { effect: "riskier", text: "Callers no longer need the scope '{before}'." },
  "write-added": { effect: "riskier", text: "Calls may write the path in {at}." },
  "root-widened": { effect: "riskier", text: "The path in {at} may be below {after}, not only below {before}." },
  "request-added": { effect: "riskier", text: "Calls send {after}." },
  "private-host-added": { effect: "riskier", text: "Requests may reach {after} in a private network." },
  "program-added": { effect: "riskier", text: "Calls start '{after}'.", ofCompletion: "The command in {at} starts '{after}'." },
  "variable-added": {
    effect: "riskier",
    text: "The variable '{after}' is passed on from the environment.",
    ofCompletion: "The command in {at} gets the variable '{after}' of the environment.",
  },
  "completion-added": { effect: "riskier", text: "The new command in {at} starts '{after}'." },
  "sandbox-removed": {
    effect: "riskier",
    text: "Calls no longer run in a sandbox.",
    ofCompletion: "The command in {at} no longer runs in a sandbox.",
  },
  "sandbox-widened": {
    effect: "riskier",
    text: "The sandbox allows more ({keyword}: {before} → {after}).",
    ofCompletion: "The sandbox of {at} allows more ({keyword}: {before} → {after}).",
  },

  "tool-added": { effect: "compatible", text: "The tool is new." },
  "tool-renamed": { effect: "compatible", text: "The tool is named '{after}', and its old name still works." },
  "tool-name-added": { effect: "compatible", text: "The name '{after}' also stands for the tool." },
  "target-added": { effect: "compatible", text: "The tool is also built for {after}." },
  "toolset-added": { effect: "compatible", text: "The tool joined the toolset '{after}'." },
  "parameter-added": { effect: "compatible", text: "The optional parameter {at} is new." },
  "parameter-renamed": { effect: "compatible", text: "The parameter {at} is named '{after}', and its old name still works." },
  "parameter-optional": { effect: "compatible", text: "The parameter {at} is optional." },
  "values-widened": { effect: "compatible", text: "{at} accepts more values ({keyword}: {before} → {after})." },
  "default-changed": { effect: "compatible", text: "The default of {at} changed from {before} to {after}." },
  "alias-added": { effect: "compatible", text: "The name '{after}' also stands for {at}." },
  "repair-added": { effect: "compatible", text: "Calls that need '{after}' for {at} are accepted." },
  "exclusion-removed": { effect: "compatible", text: "{before} may be given together." },
  "data-unclaimed": { effect: "compatible", text: "The author no longer calls {at} plain data in `{before}`." },
  "program-undescribed": { effect: "compatible", text: "toolgen.yaml no longer says what {at} does with its arguments." },
  "description-changed": { effect: "compatible", text: "The description changed." },
  "title-changed": { effect: "compatible", text: "The title '{before}' became '{after}'." },
  "parameter-described": { effect: "compatible", text: "The description of {at} changed." },
  "kind-changed": { effect: "compatible", text: "The kind {before} became {after}." },
  "hint-tightened": { effect: "compatible", text: "The hint {keyword} changed from {before} to {after}." },
  "server-hint-safer": { effect: "compatible", text: "The server's hint {keyword} changed from {before} to {after}." },
  "server-tool-added": { effect: "compatible", text: "What the server declares of the tool is recorded." },
  "confirmation-added": { effect: "compatible", text: "Calls are confirmed." },
  "completion-removed": { effect: "compatible", text: "The command in {at} is gone, which completed a parameter." },
  "execution-changed": {
    effect: "compatible",
    text: "What a call executes changed: its command, script, request or handler.",
    ofCompletion: "The command in {at} changed.",
  },
  "access-removed": {
    effect: "compatible",
    text: "Calls no longer have access to {before}.",
    ofCompletion: "The command in {at} no longer has access to {before}.",
  },
  "read-added": { effect: "compatible", text: "Calls may read the path in {at}.", ofCompletion: "The command may read the path in {at}." },
  "root-narrowed": { effect: "compatible", text: "The path in {at} must be below {after}." },
  "sandbox-added": { effect: "compatible", text: "Calls run in a sandbox.", ofCompletion: "The command in {at} runs in a sandbox." },
  "sandbox-narrowed": {
    effect: "compatible",
    text: "The sandbox allows less ({keyword}: {before} → {after}).",
    ofCompletion: "The sandbox of {at} allows less ({keyword}: {before} → {after}).",
  },
  "result-added": { effect: "compatible", text: "The result has a structure." },
  "result-property-added": { effect: "compatible", text: "The result has a new property {at}." },
  "result-changed": { effect: "compatible", text: "{at} of the result is described more narrowly." },
  "elicitation-added": { effect: "compatible", text: "Users are asked for {at} if it is missing." },
  "limit-raised": { effect: "compatible", text: "The limit '{keyword}' rose from {before} to {after}." },
  "outcome-accepted": { effect: "compatible", text: "{at} is a result." },
  "platform-added": { effect: "compatible", text: "The tool also runs on {after}." },
  "content-changed": { effect: "compatible", text: "What the document says changed." },
  "setting-changed": { effect: "compatible", text: "The setting '{keyword}' changed." },
  "prompt-added": { effect: "compatible", text: "The prompt is new." },
  "resource-added": { effect: "compatible", text: "The resource is new." },
} as const satisfies Record<string, ChangeKind>;

export type ChangeCode = keyof typeof changeKinds;
