import { sValidator } from "@hono/standard-validator";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { initTRPC } from "@trpc/server";
import { Hono } from "hono";
import { expect, it } from "vitest";
import { completed } from "../../../src/agent/tool/base-declarative-tool.js";
import { Kind, type ToolSchema, toolSchema } from "../../../src/runtime/index.js";

interface WeatherParams {
  city: string;
  days?: number;
}
type WeatherArgs = WeatherParams & { readonly days: number };

const parameterSchema = {
  type: "object",
  properties: { city: { type: "string", minLength: 2 }, days: { type: "integer", default: 1 } },
  required: ["city"],
  additionalProperties: false,
};
const tool = { name: "weather", displayName: "Weather", description: "Returns the weather.", kind: Kind.Fetch, parameterSchema };
/** As the module of a generated tool has it. */
const weatherSchema: ToolSchema<WeatherParams, WeatherArgs> = toolSchema(completed({ ...tool, aliases: { city: ["town"] } }));

/** It is what the specification's own types ask for. */
const specified: StandardSchemaV1<WeatherParams, WeatherArgs> & StandardJSONSchemaV1<WeatherParams, WeatherArgs> = weatherSchema;

it("validates requests of Hono, with repairs and defaults, and with issues that have paths", async () => {
  const app = new Hono().post("/weather", sValidator("json", weatherSchema), (context) => {
    const { city, days }: WeatherArgs = context.req.valid("json");
    return context.json({ city, days });
  });
  const post = (body: object) =>
    app.request("/weather", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  expect(await (await post({ town: "Oslo" })).json()).toEqual({ city: "Oslo", days: 1 });
  const refused = await post({ city: "O" });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ error: [{ path: ["city"], message: expect.stringContaining("at least 2 characters") }] });
});

it("is the input of a procedure of tRPC, with its types", async () => {
  const { procedure, router, createCallerFactory } = initTRPC.create();
  const weather = procedure.input(weatherSchema).query(({ input }) => {
    const { days }: WeatherArgs = input;
    return `${input.city} ${days}`;
  });
  const caller = createCallerFactory(router({ weather }))({});
  expect(await caller.weather({ city: "Oslo" })).toBe("Oslo 1");
  await expect(caller.weather({ city: "O" })).rejects.toThrow("at least 2 characters");
  // @ts-expect-error A city is a text.
  await expect(caller.weather({ city: {} })).rejects.toThrow();
});

it("has the JSON Schema of what a caller may give, and of what a call gets", () => {
  const { jsonSchema } = specified["~standard"];
  expect(jsonSchema.input({ target: "draft-2020-12" })).toEqual(parameterSchema);
  expect(jsonSchema.output({ target: "draft-07" })).toEqual({ ...parameterSchema, required: ["city", "days"] });
  expect(() => jsonSchema.input({ target: "openapi-3.0" })).toThrow("not in openapi-3.0");
});
