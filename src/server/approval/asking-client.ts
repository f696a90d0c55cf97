import {
  CLIENT_CAPABILITIES_META_KEY,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  inputRequired,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { describeApprovalScope } from "../../call/approvals.js";
import { isJsonObject } from "../../contract/json-value.js";
import { answerTimeMs } from "../../contract/time-limit.js";
import type { ServedCall } from "../call/served-call.js";
import { revisionOf } from "../protocol-result.js";
import type { ServerOptions } from "../server-options.js";
import { type ElicitationQuestion, elicitationForm, readElicitationAnswer } from "../state/elicitation-question.js";
import { isLate, type QuestionStates } from "../state/question-states.js";
import type { ServerState } from "../state/server-state.js";
import type { AskForParameters } from "./complete-arguments.js";
import { formForRevision, type ParametersQuestion, readParameters } from "./parameters-question.js";

/** Asks the user of a client: whether a call may run, and for parameters that it lacks. */
interface AskClient {
  readonly ask: ServedCall<InputRequiredResult>["ask"];
  readonly askForParameters: AskForParameters<InputRequiredResult>;
}

const formOf = ({ tool, risk, message, isPlan }: ElicitationQuestion, change: readonly string[]): ElicitRequestFormParams => ({
  mode: "form",
  message: message(change),
  requestedSchema: elicitationForm(isPlan ? undefined : describeApprovalScope(tool, risk.scope)),
});

const parametersForm = ({ message, form }: Pick<ParametersQuestion, "message" | "form">): ElicitRequestFormParams => ({
  mode: "form",
  message,
  // The build prints what the protocol's type of it takes (`formProperty`).
  requestedSchema: form as unknown as ElicitRequestFormParams["requestedSchema"],
});

type McpRequest = ServerContext["mcpReq"];

interface AskingNow extends Pick<McpRequest, "send" | "signal"> {
  /** The revision of the client. */
  readonly revision: string;
}

/** Sends the question and waits for the answer. */
function askNow({ send, signal, revision }: AskingNow, timeout: number): AskClient {
  const elicit = async (params: ElicitRequestFormParams): Promise<unknown> => {
    const since = Date.now();
    const result = await send({ method: "elicitation/create", params }, { timeout, signal });
    // A timer stops while a computer sleeps.
    if (isLate(since, timeout)) throw new Error("it came too late");
    return result;
  };
  return {
    ask: async (question, change) => ({
      answer: readElicitationAnswer(await elicit(formOf(question, await change()))),
      files: question.files,
    }),
    askForParameters: async ({ message, names, form: newest }) => {
      const form = formForRevision(newest, revision);
      return form && readParameters(await elicit(parametersForm({ message, form })), names);
    },
  };
}

/** The names of the answers that the client sends. */
const keys = { approval: "consent", parameters: "parameters" } as const;

/**
 * Returns the question as the call's result. The client sends the call again, with the answer and the signed
 * question. An answer to another question is ignored. What the user has entered is a part of the next question's state,
 * because the client sends the call each time as the model wrote it.
 */
async function askLater(context: ServerContext, questions: QuestionStates): Promise<AskClient> {
  const { requestState, inputResponses } = context.mcpReq;
  const opened = await questions.open(requestState(), context);
  let entered = opened?.entered;
  return {
    ask: async (question, change, isChanged) => {
      const answer = inputResponses?.[keys.approval];
      if (opened?.digest === question.digest && answer !== undefined)
        return { answer: readElicitationAnswer(answer), files: opened.files, ...(opened.isAgain && { isAgain: true }) };
      const isOther = isChanged || (question.isPlan === true && answer !== undefined && opened !== undefined);
      if (isOther && opened?.isAgain) return { answer: "other-plan", files: opened.files };
      const isAgain = isOther || opened?.isAgain;
      const inputRequests = { [keys.approval]: inputRequired.elicit(formOf(question, await change())) };
      const { digest, files } = question;
      return {
        later: inputRequired({
          inputRequests,
          requestState: await questions.seal({ digest, files, entered, isAgain: isAgain || undefined }, context),
        }),
      };
    },
    askForParameters: async (question) => {
      const { digest, names } = question;
      if (entered?.digest === digest) return { kind: "given", values: entered.values };
      const response = inputResponses?.[keys.parameters];
      if (opened?.digest === digest && response !== undefined) {
        const answer = readParameters(response, names);
        if (answer.kind === "given") entered = { digest, values: answer.values };
        return answer;
      }
      const inputRequests = { [keys.parameters]: inputRequired.elicit(parametersForm(question)) };
      return { later: inputRequired({ inputRequests, requestState: await questions.seal({ digest, files: new Map() }, context) }) };
    },
  };
}

interface Asking {
  readonly server: Server;
  readonly era: "legacy" | "modern";
  readonly options: ServerOptions;
  readonly state: ServerState;
  /** Aborted when no answer is needed any more. */
  readonly signal: AbortSignal;
}

/** Returns true if the client of a request can show forms. */
export function canElicit({ mcpReq }: ServerContext, { server, era }: Pick<Asking, "server" | "era">): boolean {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
  return hasForms(era === "modern" ? envelope[CLIENT_CAPABILITIES_META_KEY] : server.getClientCapabilities());
}

/** Returns how the user of a request's client is asked: at once, or by the result of the request. */
export async function askingClient(context: ServerContext, { server, era, options, state, signal }: Asking): Promise<AskClient> {
  if (era === "modern") return askLater(context, state.questions);
  const { send } = context.mcpReq;
  const revision = revisionOf(server.getNegotiatedProtocolVersion());
  return askNow({ send, signal, revision }, options.answerMs ?? answerTimeMs);
}

/** A client that names no mode supports forms, which was the only mode at first. */
function hasForms(capabilities: unknown): boolean {
  const elicitation = isJsonObject(capabilities) ? capabilities.elicitation : undefined;
  return isJsonObject(elicitation) && (isJsonObject(elicitation.form) || elicitation.url === undefined);
}
