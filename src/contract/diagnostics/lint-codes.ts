import { msg } from "../diagnostic.js";

const tool = (description: string, more: string) => `name: show_log\ndescription: ${description}\nkind: read\n${more}`;
const good = "Show the last commits. Use it to see what changed. It does not show files.";

/** Findings of `toolgen lint`: what may make a model choose or call a tool wrongly. Nothing is broken. */
export const lintCodes = {
  "description-without-use": {
    severity: "note",
    message: msg`The description of '${"tool"}' doesn't say when to use it.`,
    help: "Add a sentence that begins with 'Use it when' or 'Use it to', and name the task.",
    explanation:
      "A model chooses by the description alone. Anthropic calls detailed descriptions the most important factor by far, and asks that they say when a tool should be used (https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools).",
    example: tool("Show the last commits. It is not for files.", "command: [git, log]\noutput: { maxLines: 50 }\n"),
  },
  "description-without-limits": {
    severity: "note",
    message: msg`The description of '${"tool"}' doesn't say when not to use it.`,
    help: "Say what it is not for, or which tool is better for what ('to search in files use search_text').",
    explanation:
      "Tools with neighbouring purposes are confused unless each names its limits. Anthropic asks that descriptions say when a tool shouldn't be used (https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools), and OpenAI that developers describe when, and when not, to use each function (https://developers.openai.com/api/docs/guides/function-calling).",
    example: tool("Show the last commits. Use it to see what changed.", "command: [git, log]\noutput: { maxLines: 50 }\n"),
  },
  "undescribed-parameter": {
    severity: "note",
    message: msg`The parameter '${"parameter"}' has no description.`,
    help: "Add a `description` to it in `schema`: what it means, its form, and an example if the form isn't usual.",
    explanation:
      "A model fills in a parameter by its name, type and description. Anthropic asks that descriptions say what each parameter means and how it affects the tool (https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools).",
    example: tool(
      good,
      'schema: { properties: { max: { type: integer, minimum: 1 } } }\ncommand: [git, log, "-n{{max}}"]\noutput: { maxLines: 50 }\n',
    ),
  },
  "unexplained-value": {
    severity: "note",
    message: msg`The description of '${"parameter"}' doesn't say what its value '${"value"}' means.`,
    help: "Name each short value with its meaning in the description ('A: added files'), or use words as values.",
    explanation:
      "A model can only guess what a code such as A or M stands for. OpenAI asks that descriptions say explicitly what each parameter is for and which form it has (https://developers.openai.com/api/docs/guides/function-calling), and Anthropic found that models handle words better than codes (https://www.anthropic.com/engineering/writing-tools-for-agents).",
    example: tool(
      good,
      'schema: { properties: { state: { type: string, enum: [A, M], description: Which changes. } } }\ncommand: [git, log, "--diff-filter={{state}}"]\noutput: { maxLines: 50 }\n',
    ),
  },
  "similar-tools": {
    severity: "note",
    message: msg`'${"tool"}' and '${"other"}' have names of the same meaning, and '${"target"}' holds both.`,
    help: "Make one tool of them, rename one after what only it does, or leave one out of the target.",
    explanation:
      "Names such as get_user and fetch_user differ in words and not in meaning, so a model guesses. Anthropic found that overlapping tools distract agents, and asks for a clear, distinct purpose of each (https://www.anthropic.com/engineering/writing-tools-for-agents).",
    example: `${tool(good, "command: [git, log]\noutput: { maxLines: 50 }\n")}---\n${tool(good, "command: [git, log]\noutput: { maxLines: 50 }\n").replace("show_log", "get_logs").replace("Show the", "List the")}`,
  },
  "same-description": {
    severity: "note",
    message: msg`The descriptions of '${"tool"}' and '${"other"}' begin with the same sentence, and '${"target"}' holds both.`,
    help: "Begin each description with what only this tool does.",
    explanation:
      "A model that reads the same sentence twice chooses by the names alone. Anthropic asks for a clear, distinct purpose of each tool (https://www.anthropic.com/engineering/writing-tools-for-agents).",
    example: `${tool(good, "command: [git, log]\noutput: { maxLines: 50 }\n")}---\n${tool(good, "command: [git, log]\noutput: { maxLines: 50 }\n").replace("show_log", "graph_branches")}`,
  },
  "unbounded-result": {
    severity: "note",
    message: msg`A result of '${"tool"}' may have ${"bytes"} bytes, and no parameter asks for less.`,
    help: "Set `output.maxLines` or `output.maxBytes` to what a model needs, select a part with `output.select`, or add a parameter such as `max` or `page`.",
    explanation:
      "A long result fills the model's context. Anthropic recommends pagination, ranges, filters or truncation with sensible defaults for results that can be long (https://www.anthropic.com/engineering/writing-tools-for-agents). The defaults of `output` are a protection, and seldom what a tool needs.",
    example: tool(good, "command: [git, log]\n"),
  },
  "too-many-tools": {
    severity: "note",
    message: msg`The target '${"target"}' holds ${"count"} tools; models choose best among fewer than ${"limit"}.`,
    help: "Choose tools for the target with `include` and `exclude`, or offer fewer at a time: `toolgen mcp --toolsets`, `--search`.",
    explanation:
      "OpenAI advises to aim for fewer than 20 functions at the start of a turn (https://developers.openai.com/api/docs/guides/function-calling), and Google to keep the active set to at most 10 to 20 (https://ai.google.dev/gemini-api/docs/function-calling).",
    example: "a target with 20 tools or more",
  },
  "client-tool-limit": {
    severity: "note",
    message: msg`The MCP server has ${"count"} tools, and ${"client"} takes at most ${"most"} of all servers together.`,
    help: "Choose tools with `include` and `exclude` of the target, or offer fewer at a time: `toolgen mcp --toolsets`, `--search`.",
    explanation:
      "VS Code's requests have at most 128 tools (https://code.visualstudio.com/docs/copilot/chat/chat-tools), and older versions of Cursor passed on the first 40 (https://docs.cursor.com/context/model-context-protocol). Tools beyond that can't be chosen, or the request is refused.",
    example: "a server with more than 40 tools",
  },
} as const;
