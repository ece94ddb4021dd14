import { expect, test } from "vitest";
import type { OpenApi } from "@/lib/api/openapi/types";
import { narrowed } from "./narrowed";

const ok = (ref: string) => ({ $ref: `#/components/schemas/${ref}` });
const document: OpenApi = {
  openapi: "3.1.0",
  info: { title: "T", version: "1", description: "" },
  servers: [],
  security: [],
  tags: [
    { name: "Deals", description: "" },
    { name: "Others", description: "" },
  ],
  paths: {
    "/deals": {
      get: {
        operationId: "listDeals",
        summary: "",
        tags: ["Deals"],
        responses: {
          200: { description: "", content: { "application/json": { schema: ok("DealPage") } } },
          404: { $ref: "#/components/responses/NotFound" },
        },
      },
      post: { operationId: "createDeal", summary: "", tags: ["Deals"], responses: {} },
    },
    "/others": { get: { operationId: "listOthers", summary: "", tags: ["Others"], responses: {} } },
  },
  components: {
    schemas: {
      DealPage: { type: "array", items: ok("Deal") },
      // A schema may refer to itself.
      Deal: { type: "object", properties: { parent: ok("Deal") } },
      Error: { type: "object" },
      Other: { type: "object" },
    },
    responses: {
      NotFound: { description: "", content: { "application/json": { schema: ok("Error") } } },
      Conflict: { description: "" },
    },
    headers: { Unused: { description: "", schema: {} } },
    securitySchemes: { key: {} },
  },
};

test("keeps one operation and all components that it refers to", () => {
  const only = narrowed(document, { path: "/deals", method: "get" });
  expect(Object.keys(only.paths)).toEqual(["/deals"]);
  expect(Object.keys(only.paths["/deals"] ?? {})).toEqual(["get"]);
  expect(Object.keys(only.components.schemas)).toEqual(["DealPage", "Deal", "Error"]);
  expect(Object.keys(only.components.responses)).toEqual(["NotFound"]);
  expect(only.components.headers).toEqual({});
  expect(only.components.securitySchemes).toEqual({ key: {} });
  expect(only.tags.map(({ name }) => name)).toEqual(["Deals"]);
});

test("has no paths for an unknown operation", () => {
  expect(narrowed(document, { path: "/deals", method: "delete" }).paths).toEqual({});
});
