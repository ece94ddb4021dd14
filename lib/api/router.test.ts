import { expect, test } from "vitest";
import type { Operation } from "./operation";
import { createRouter } from "./router";

const addresses = [
  "GET /things",
  "POST /things",
  "PATCH /things/{thingId}",
  "POST /things/list",
  "GET /things/{thingId}/parts/{partId}",
  "POST /things/{thingId}/parts/bulk",
];

const find = createRouter(
  addresses.map((address) => {
    const [method, path] = address.split(" ");
    return { method, path, id: address } as unknown as Operation;
  }),
);

test.each<[path: string, methods: string[], params: object]>([
  ["/things", ["GET", "POST"], {}],
  ["/things/x", ["PATCH"], { thingId: "x" }],
  ["/things/list", ["POST"], {}],
  ["/things/List", ["PATCH"], { thingId: "List" }],
  ["/things/a/parts/b", ["GET"], { thingId: "a", partId: "b" }],
  ["/things/a/parts/bulk", ["POST"], { thingId: "a" }],
  ["/things/list/parts/b", ["GET"], { thingId: "list", partId: "b" }],
  ["/things/a%2Fb", ["PATCH"], { thingId: "a/b" }],
  ["/things/100%25", ["PATCH"], { thingId: "100%" }],
  ["/things/%252F", ["PATCH"], { thingId: "%2F" }],
  ["/things/a+b", ["PATCH"], { thingId: "a+b" }],
  ["/things/%20", ["PATCH"], { thingId: " " }],
  ["/things/%22%27%F0%9F%99%82", ["PATCH"], { thingId: "\"'🙂" }],
  ["/things/{thingId}", ["PATCH"], { thingId: "{thingId}" }],
  // Only an unescaped segment is literal: a thing may be named `list`.
  ["/things/lis%74", ["PATCH"], { thingId: "list" }],
])("%s is found", (path, methods, params) => {
  const found = find(path);
  expect([...(found?.methods.keys() ?? [])]).toEqual(methods);
  expect(found?.params).toEqual(params);
});

test.each([
  "",
  "/",
  "/thing",
  "/things/",
  "//things",
  "/things/x/",
  "/things//parts/b",
  "/things/x/parts",
  "/THINGS",
])("%j is not found", (path) => {
  expect(find(path)).toBeUndefined();
});

test.each(["/things/%", "/things/%4", "/things/%zz", "/things/%ff", "/things/%ED%A0%80"])(
  "%s is not percent-encoded UTF-8",
  (path) => {
    const segment = JSON.stringify(path.slice("/things/".length));
    expect(() => find(path)).toThrow(`${segment} in the path is not percent-encoded UTF-8`);
  },
);

test.each(["/things/%00", "/things/a%00b/parts/c"])(
  "%s contains a character that no name or id may contain",
  (path) => {
    expect(() => find(path)).toThrow(expect.objectContaining({ code: "BAD_REQUEST" }));
  },
);
