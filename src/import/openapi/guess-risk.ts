import type { JsonValue } from "../../runtime/json/json-value.js";
import { wordsIn } from "../words-in.js";
import { nonEmptyText } from "./follow-reference.js";
import type { Operation } from "./operation.js";

/** The effect of an operation, as far as its method and its words say. */
export interface GuessedRisk {
  readonly kind: "read" | "other" | "delete";
  /** The level that the kind has by itself, or that `risk` raises. */
  readonly level: "safe" | "moderate" | "dangerous";
  readonly comment: string;
}

/** Words for what can't be undone, and for what acts on others: in their base form. */
const destructive =
  /^(?:delete|destroy|remove|erase|purge|wipe|drop|truncate|prune|terminate|kill|revoke|ban|kick|evict|expel|uninstall|deactivate|disable|deprovision|decommission|detach|shutdown|poweroff|cancel|void|reset|rollback|revert|overwrite|unlink|unpublish|discard|flush|clear|nuke|suspend|expire|invalidate|del)$/;
const acting =
  /^(?:restart|reboot|start|stop|send|resend|publish|deploy|release|transfer|pay|payout|charge|withdraw|refund|execute|exec|run|invoke|trigger|launch|dispatch|broadcast|notify|rotate|regenerate|migrate|failover|promote|approve|reject|merge|lock|unlock|enable|activate|create|update|insert|add|set|save|write|upload|import|register|subscribe|unsubscribe|confirm|accept|logout|signout)$/;
/** Those of them that make a request riskier that changes something anyway. */
const reaching =
  /^(?:restart|reboot|stop|send|resend|broadcast|publish|deploy|transfer|pay|payout|charge|withdraw|refund|execute|exec|failover|migrate|rotate|regenerate)$/;
const reading =
  /^(?:get|list|read|find|search|fetch|show|retrieve|return|describe|query|count|check|is|has|view|lookup|download|export|head|browse|preview|display|index|all|obtain|poll|validate|verify|test|ping|watch|history|status)$/;

/** `Deletes`, `sends`. */
const baseForm = (word: string) =>
  /(?:sh|ch|ss|x)es$/.test(word) ? word.slice(0, -2) : word.length > 3 ? word.replace(/(?<!s)s$/, "") : word;

/**
 * Guesses kind and risk from the method, and raises them by the words of the path, the operation's id and its summary.
 * No word lowers them: who asks once too often loses less than who doesn't ask.
 */
export function guessRisk(operation: Operation): GuessedRisk {
  const { method } = operation;
  const byMethod = `guessed from the method ${method}`;
  if (method === "DELETE") return { kind: "delete", level: "dangerous", comment: byMethod };
  const isReading = method === "GET" || method === "HEAD" || method === "OPTIONS";
  const { word, isDestructive } = raisingWord(operation, isReading) ?? {};
  if (word === undefined)
    return isReading ? { kind: "read", level: "safe", comment: byMethod } : { kind: "other", level: "moderate", comment: byMethod };
  const comment = `${byMethod} and the word '${word}'`;
  if (isDestructive) return { kind: "delete", level: "dangerous", comment };
  return { kind: "other", level: isReading ? "moderate" : "dangerous", comment };
}

function raisingWord(operation: Operation, isReading: boolean): { readonly word: string; readonly isDestructive: boolean } | undefined {
  const verbs = isReading ? leadingVerbs(operation) : allVerbs(operation);
  const word = verbs.find((one) => destructive.test(one)) ?? verbs.find((one) => (isReading ? acting : reaching).test(one));
  return word === undefined ? undefined : { word, isDestructive: destructive.test(word) };
}

interface Words {
  readonly id: readonly string[];
  readonly summary: readonly string[];
  /** The last segment of the path without a variable, if it is one verb: `/things/{id}/delete`, `/users.delete`. */
  readonly step: string | undefined;
}

function wordsOf({ id = "", body, path }: Operation): Words {
  const segments = path.split("/").filter((segment) => segment !== "" && !segment.includes("{"));
  const last = wordsIn(segments.at(-1) ?? "");
  const first = last[0] ?? "";
  const verb =
    last.length > 0 && last.length <= 3 ? [first, last.at(-1) ?? ""].find((one) => destructive.test(one) || acting.test(one)) : undefined;
  const summary = nonEmptyText(body.summary) ?? nonEmptyText(body.description) ?? "";
  return { id: wordsIn(id).map(baseForm), summary: wordsIn(summary.slice(0, 80)).slice(0, 4).map(baseForm), step: verb };
}

/** The verbs of the id and the summary decide about a request that reads by its method. Without any, the path does. */
function leadingVerbs(operation: Operation): readonly string[] {
  const { id, summary, step } = wordsOf(operation);
  const verbs = [id.find(isVerb), summary.find(isVerb)].filter((verb) => verb !== undefined);
  if (verbs.some((verb) => destructive.test(verb) || acting.test(verb))) return verbs;
  return verbs.length > 0 || step === undefined ? [] : [step];
}

const isVerb = (word: string) => reading.test(word) || destructive.test(word) || acting.test(word);

function allVerbs(operation: Operation): readonly string[] {
  const { id, summary, step } = wordsOf(operation);
  return [...(step === undefined ? [] : [step]), ...id, ...summary.slice(0, 2)];
}

/** The keys of a spec for a guess. */
export const riskKeys = ({ kind, level }: GuessedRisk): Readonly<Record<string, JsonValue>> =>
  kind === "other" && level === "dangerous" ? { kind, risk: level } : { kind };
