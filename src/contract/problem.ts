import type { GuardKind } from "./definition.js";
import type { JsonObject, JsonValue, Steps } from "./json-value.js";

/**
 * A reason for which a call is refused, as a code and its facts. `call/problem-text.ts` renders it. A `path` leads
 * into the arguments; a `name` is a parameter as templates name it, such as `file` or `edits.0.old`.
 */
export type Problem = ArgumentProblem | ShapeProblem | PathProblem | TemplateProblem | RequestProblem | NeedProblem | AuthorsProblem;

/** Arguments that aren't what the schema says. */
export type ArgumentProblem =
  /** `given` isn't a JSON object; `parameter` is the first one that the tool has. */
  | { readonly code: "not-an-object"; readonly given: JsonValue | undefined; readonly parameter: string | undefined }
  /** A whole number whose digits the tool can't get. */
  | { readonly code: "long-number"; readonly digits: string }
  /** A number that was parsed as infinity. */
  | { readonly code: "infinite-number"; readonly path: Steps }
  /** `most` levels are accepted; without it, memory ran out while counting them. */
  | { readonly code: "too-deep"; readonly most?: number }
  /** A key that nothing declares. `accepted` are all parameters, in the first such problem of a refusal. */
  | { readonly code: "unknown"; readonly path: Steps; readonly suggestion?: Steps | undefined; readonly accepted?: readonly string[] }
  /** `wasNull`, `wasEmpty`: `null` or an empty text was given. `because`: it is only required beside this one. */
  | {
      readonly code: "missing";
      readonly path: Steps;
      readonly wasNull?: boolean;
      readonly wasEmpty?: boolean;
      readonly because?: Steps;
    }
  /** `expected` are phrases that follow "must"; `isJson`: a text that should have been JSON. */
  | {
      readonly code: "not-accepted";
      readonly path: Steps;
      readonly expected: readonly string[];
      readonly given: JsonValue | undefined;
      readonly isJson: boolean;
    }
  /** A text that holds markup of the call: the tag, and the absent parameter that it begins. */
  | { readonly code: "markup"; readonly path: Steps; readonly tag: string; readonly parameter?: string }
  /** A key of a map whose name the schema refuses. */
  | { readonly code: "bad-key"; readonly path: Steps; readonly expected: readonly string[] }
  /** The number of problems that are left out. */
  | { readonly code: "more"; readonly count: number }
  /** The user was asked for these parameters, and the problems are those of a call with the answer. */
  | { readonly code: "elicited"; readonly names: readonly string[] }
  /** The call that was probably meant. */
  | { readonly code: "suggested-call"; readonly call: JsonObject };

/** A value and its path. */
export interface GivenValue {
  readonly path: Steps;
  readonly value: JsonValue;
}

/** Arguments that contradict each other, or ask for what the tool can't do. */
export type ShapeProblem =
  /**
   * Two values for one parameter. `kind`: under two names; under two spellings of one name; inside elements that share
   * it.
   */
  | {
      readonly code: "conflict";
      readonly path: Steps;
      readonly one: GivenValue;
      readonly other: GivenValue;
      readonly kind: "names" | "spellings" | "elements";
    }
  /** Several of `names`, which exclude each other. */
  | { readonly code: "exclusive"; readonly given: readonly GivenValue[]; readonly names: readonly string[] }
  /** A value of an ignored parameter that would change the tool's effect. `accepted` are the values that don't. */
  | { readonly code: "impossible"; readonly path: Steps; readonly value: JsonValue; readonly accepted: readonly JsonValue[] }
  | { readonly code: "not-a-line"; readonly path: Steps; readonly given: JsonValue | undefined; readonly which: "first" | "last" }
  | { readonly code: "not-a-range"; readonly path: Steps; readonly given: JsonValue | undefined }
  | { readonly code: "not-blocks"; readonly path: Steps; readonly instead: string }
  /** Two different lines for the start or the end of a range. */
  | {
      readonly code: "range-conflict";
      readonly which: "start" | "end";
      readonly one: GivenValue;
      readonly other: GivenValue;
    }
  /** The end of a range without its start. */
  | { readonly code: "range-without-start"; readonly path: Steps; readonly start: string }
  | { readonly code: "range-reversed"; readonly end: GivenValue; readonly start: GivenValue }
  /** A count that contradicts the end of a range; `count` is that of the range, if it has an end. */
  | {
      readonly code: "range-count";
      readonly given: GivenValue;
      readonly end: Steps;
      readonly count: number | undefined;
      readonly instead: readonly [start: string, count: string];
    };

/** A path that a call must not use. */
export type PathProblem =
  | { readonly code: "bad-path"; readonly path: Steps; readonly value: JsonValue; readonly reason: PathReason }
  /** The working directory, or a file, from these parameters or from the spec alone. */
  | { readonly code: "bad-folder" | "bad-file"; readonly names: readonly string[]; readonly value: string; readonly reason: PathReason };

/** The reason why a path isn't accepted. */
export type PathReason =
  | { readonly code: "not-text" | "empty" | "bad-character" | "too-long" | "through-proc" }
  /** `near`: the name in the same folder that was probably meant. */
  | { readonly code: "missing"; readonly near?: string }
  /** A path below a file. */
  | { readonly code: "below-file"; readonly file: string }
  /** `what`: a phrase for the notation of a path that names another place. `literal`: its spelling as a name here. */
  | { readonly code: "foreign"; readonly what: string; readonly literal?: string }
  | { readonly code: "directory" | "not-a-file" | "not-a-directory" }
  /** `reason` says why links can't be followed. */
  | { readonly code: "unusable-root"; readonly root: PathRoot; readonly reason: string }
  | { readonly code: "unusable"; readonly reason: string }
  | { readonly code: "outside"; readonly real: string; readonly root: PathRoot }
  /** `as`: a phrase for the kind of file, to follow "it is". */
  | { readonly code: "protected"; readonly as: string };

/** The folder that a path must stay in: its name in the spec, and its absolute path. */
export interface PathRoot {
  readonly name: string;
  readonly dir: string;
}

/** Values that a command line, a text or a variable can't hold. */
export type TemplateProblem =
  | { readonly code: "unpaired-surrogate"; readonly name: string }
  | { readonly code: "nul"; readonly name: string }
  | { readonly code: "leading-dash"; readonly name: string; readonly value: string }
  | { readonly code: "guarded-value"; readonly name: string; readonly value: string; readonly kind: GuardKind; readonly where: string }
  /** An argument of `bytes`, most of which come from the value of `name`. */
  | { readonly code: "long-argument"; readonly name: string | undefined; readonly bytes: number; readonly most: number }
  | { readonly code: "variable"; readonly variable: string; readonly problem: Problem }
  | { readonly code: "nul-in-variable"; readonly variable: string }
  | { readonly code: "long-variable"; readonly variable: string; readonly bytes: number; readonly most: number };

/** Values that a request can't hold. */
export type RequestProblem =
  | { readonly code: "empty-in-url"; readonly name: string; readonly isMissing: boolean }
  | { readonly code: "step-in-url"; readonly name: string }
  /** The address that the arguments form isn't one of the tool's. */
  | { readonly code: "foreign-url"; readonly url: string }
  | { readonly code: "header-character"; readonly name: string };

/** Something that the tool needs and the user has to provide. */
export type NeedProblem =
  | { readonly code: "missing-secret"; readonly secret: string; readonly description: string; readonly reason?: string }
  | { readonly code: "secret-character"; readonly secret: string }
  | { readonly code: "no-user-ids" }
  /** The spec says that the tool doesn't run here, but on these systems. */
  | { readonly code: "absent-platform"; readonly platform: string; readonly others: readonly string[] };

/** A sentence from outside the runtime: of a class's `validateToolParamValues`, or of a parser. */
export interface AuthorsProblem {
  readonly code: "message";
  readonly message: string;
}

/**
 * Why a call is refused. A model can correct `invalidArguments`; everything else is the user's to change, and the same
 * call fails in the same way until they do.
 */
export type PreparationCode = "invalidArguments" | UnmetNeed;

/** A missing requirement of the tool: a secret, a secret that can be sent, a folder, a supported platform. */
export type UnmetNeed = "missingSecret" | "invalidSecret" | "unusableFolder" | "unsupportedPlatform";

/**
 * A call that was not run. The code says who can act on its problems: the model that must correct its call, or the
 * user.
 */
export interface Refusal {
  readonly ok: false;
  readonly code: PreparationCode;
  readonly problems: readonly Problem[];
}
