import { expect, test } from "vitest";
import type { OpenApi, OperationObject } from "@/lib/api/openapi/types";
import { addressOf, type Call, callOf, problemOf } from "./call";

const operation: OperationObject = {
  operationId: "x",
  summary: "X",
  tags: [],
  parameters: [
    { name: "tableId", in: "path", required: true, schema: {}, example: "tExample" },
    { name: "recordId", in: "path", required: true, schema: {}, example: "made-up" },
    {
      name: "limit",
      in: "query",
      required: false,
      content: { "application/json": { schema: {}, example: 5 } },
    },
    { name: "search", in: "query", required: false, schema: {} },
  ],
  requestBody: { required: true, content: { "application/json": { schema: {}, example: { a: 1 } } } },
  responses: {},
};

const entry = { path: "/{tableId}/{recordId}", method: "post", operation, document: {} as OpenApi };

test("a call starts with the documented example for the picked database and table", () => {
  expect(callOf(entry, { tableId: "tPicked" })).toEqual({
    method: "POST",
    path: "/{tableId}/{recordId}",
    params: { tableId: "tPicked", recordId: "made-up" },
    query: { limit: "5", search: "" },
    body: '{\n  "a": 1\n}',
  });
});

test("the body names the picked record too", () => {
  const body = { recordIds: ["019c3a5e-7d2b-7c41-9a6f-2f8e1d0b4c33"] };
  const about = {
    ...entry,
    operation: {
      ...operation,
      requestBody: { required: true, content: { "application/json": { schema: {}, example: body } } },
    },
  };
  expect(callOf(about, { recordId: "real" }).body).toBe('{\n  "recordIds": [\n    "real"\n  ]\n}');
});

test("a URL is encoded and omits empty parameters", () => {
  const call = callOf(entry, { tableId: "Q&A / 🎉" });
  expect(addressOf(call)).toBe("/Q%26A%20%2F%20%F0%9F%8E%89/made-up?limit=5");
});

test("missing and malformed inputs are reported before sending", () => {
  const call: Call = callOf(entry, {});
  expect(problemOf(call)).toBeUndefined();
  expect(problemOf({ ...call, params: { ...call.params, recordId: "" } })).toBe("recordId is required");
  expect(problemOf({ ...call, body: "{" })).toMatch(/^The body is not JSON: /);
  expect(problemOf({ ...call, body: " " })).toBeUndefined();
});
