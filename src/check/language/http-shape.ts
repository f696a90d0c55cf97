import { choice, type Decoded, either, json, list, map, optional, record, required, text } from "./shape.js";

// The key `http` of a tool, and its decoded type.

export const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

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
  body: optional(
    record({
      json: optional(json, "JSON with templates in its texts. A text that is one placeholder keeps its value's type."),
      form: optional(map(text()), "The fields of a form, URL-encoded: text templates."),
      text: optional(text(), "A text template. `content-type` is text/plain unless `headers` says otherwise."),
    }),
    "What is sent: one of json, form and text.",
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
