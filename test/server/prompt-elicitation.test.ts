import { beforeAll, expect, it } from "vitest";
import { projectOf } from "../kit/project.js";
import { toolgen } from "../kit/toolgen.js";
import { connectSdk, type SdkClientName, sdkClientNames } from "./connect.js";
import { servedOverHttp } from "./http/connect-http.js";

const specs = `prompt: review-change
description: Review the current change.
schema:
  properties:
    focus: { type: string, title: Focus, description: What to look at most., minLength: 3 }
    depth: { type: string, enum: [quick, full] }
    most: { type: integer, minimum: 1 }
  required: [focus, depth, most]
elicit: { focus: {}, most: { suggest: 5 } }
text: "Review it ({{depth}}). Look most at {{focus}}. At most {{most}} remarks."
`;

let folder: string;
beforeAll(() => {
  folder = projectOf({ "tools.d/all.yaml": specs });
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0, stderr: "" });
});

const name = "review-change";
const given = { depth: "quick" };
const rendered = {
  messages: [{ role: "user", content: { type: "text", text: "Review it (quick). Look most at tests. At most 2 remarks." } }],
};

async function asking(client: SdkClientName, answer: object, url?: string) {
  const requests: object[] = [];
  const connected = await connectSdk(client, {
    ...(url === undefined ? { cwd: folder } : { url }),
    answer: ({ message, requestedSchema }) => {
      requests.push({ message, requestedSchema });
      return answer;
    },
  });
  return {
    get: (args: Record<string, string>) => connected.getPrompt({ name, arguments: args }),
    list: () => connected.listPrompts(),
    requests,
  };
}

it.each(sdkClientNames)("asks the user of %s for arguments that are missing, and renders the prompt with them", async (client) => {
  const { get, list, requests } = await asking(client, { action: "accept", content: { focus: "tests", most: 2 } });
  expect(await get(given)).toMatchObject(rendered);
  expect(requests).toEqual([
    {
      message: 'review-change: enter focus, most.\nThe arguments so far: {"depth":"quick"}',
      requestedSchema: {
        type: "object",
        properties: {
          focus: { type: "string", title: "Focus", description: "What to look at most.", minLength: 3 },
          most: expect.objectContaining({ type: "integer", minimum: 1 }),
        },
        required: ["focus", "most"],
      },
    },
  ]);
  const args = (await list()).prompts[0]?.arguments;
  expect(args?.map(({ name, required }) => [name, required === true])).toEqual([
    ["focus", false],
    ["depth", true],
    ["most", false],
  ]);
});

it.each([
  ["SDK 1", true],
  ["SDK 2 as in 2025", true],
  ["SDK 2 as of 2026-07-28", false],
] as const)("asks over HTTP, too (%s, with sessions: %s)", async (client, hasSessions) => {
  const { url } = await servedOverHttp(folder, { hasSessions });
  const { get, requests } = await asking(client, { action: "accept", content: { focus: "tests", most: 2 } }, url);
  expect(await get(given)).toMatchObject(rendered);
  expect(requests).toHaveLength(1);
});

it.each(sdkClientNames)("asks nothing of the user of %s if all arguments are given, or others are wrong", async (client) => {
  const { get, requests } = await asking(client, { action: "decline" });
  expect(await get({ ...given, focus: "tests", most: "2" })).toMatchObject(rendered);
  await expect(get({ depth: "deep", focus: "tests" })).rejects.toThrow("deep");
  await expect(get({ focus: "tests" })).rejects.toThrow("depth");
  expect(requests).toEqual([]);
});

it.each(sdkClientNames)("refuses a prompt whose arguments the user of %s doesn't give, or gives wrong", async (client) => {
  for (const [answer, message] of [
    [{ action: "decline" }, "The user was asked for focus, most of 'review-change', and declined."],
    [{ action: "cancel" }, "gave no answer"],
    [{ action: "accept", content: { focus: "no", most: 2 } }, "focus"],
    [{ action: "accept", content: { focus: "tests" } }, "could not be understood"],
  ] as const) {
    const { get } = await asking(client, answer);
    await expect(get(given)).rejects.toThrow(message);
  }
});

it.each(sdkClientNames)("says to %s what is missing if it can't ask", async (client) => {
  const connected = await connectSdk(client, { cwd: folder });
  await expect(connected.getPrompt({ name, arguments: given })).rejects.toThrow("focus");
});
