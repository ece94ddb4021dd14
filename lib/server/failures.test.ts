import { expect, test } from "vitest";
import { ApiError } from "../contract/errors";
import { toApiError } from "./failures";

test("an ApiError is unchanged", () => {
  const error = new ApiError("NOT_FOUND", "There is nothing");
  expect(toApiError(error)).toBe(error);
});

test.each([
  ["a name that is taken", { code: "23505" }, "CONFLICT"],
  ["the same, reported by Prisma", { code: "P2002" }, "CONFLICT"],
  [
    "the same, within Prisma",
    { meta: { driverAdapterError: { cause: { originalCode: "23505" } } } },
    "CONFLICT",
  ],
  ["nobody there", Object.assign(new Error(), { code: "ECONNREFUSED" }), "UNAVAILABLE"],
  ["no socket there", Object.assign(new Error(), { code: "ENOENT", syscall: "connect" }), "UNAVAILABLE"],
  ["no file there", Object.assign(new Error(), { code: "ENOENT", syscall: "open" }), "INTERNAL_SERVER_ERROR"],
  ["a connection that ends", new Error("Connection terminated unexpectedly"), "UNAVAILABLE"],
  ["no free connection", new Error("timeout exceeded when trying to connect"), "UNAVAILABLE"],
  ["any trouble with the connection", { code: "08P01" }, "UNAVAILABLE"],
  ["a server that shuts down", { code: "57P01" }, "UNAVAILABLE"],
  ["a disk that is full", { code: "53100" }, "UNAVAILABLE"],
  ["the same, for a file of ours", Object.assign(new Error(), { code: "ENOSPC" }), "UNAVAILABLE"],
  ["a statement that takes too long", { code: "57014" }, "UNAVAILABLE"],
  ["the same, as a cause", new Error("x", { cause: { code: "57014" } }), "UNAVAILABLE"],
  ["a value beyond what PostgreSQL can hold", { code: "54000" }, "BAD_REQUEST"],
  ["a defect", new TypeError("x is not a function"), "INTERNAL_SERVER_ERROR"],
  ["a mistake in SQL", { code: "42601" }, "INTERNAL_SERVER_ERROR"],
  ["a string", "thrown", "INTERNAL_SERVER_ERROR"],
  ["undefined", undefined, "INTERNAL_SERVER_ERROR"],
  ["null", null, "INTERNAL_SERVER_ERROR"],
])("%s", (_, thrown, code) => {
  const error = toApiError(thrown);
  expect(error.code).toBe(code);
  expect(error.headers).toEqual(code === "UNAVAILABLE" ? { "Retry-After": "1" } : {});
  expect(error.message).not.toMatch(/function|SQL|timeout exceeded|terminated/);
});

test("a cancelled statement differs from an unavailable database", () => {
  expect(toApiError({ code: "57014" }).message).toMatch(
    /^The query exceeded the limit of 10 seconds to read or 30 to write/,
  );
  expect(toApiError({ code: "57P01" }).message).toMatch(/^The database is too busy or cannot be reached/);
});

test("circular causes terminate", () => {
  const error = new Error("round");
  error.cause = error;
  expect(toApiError(error).code).toBe("INTERNAL_SERVER_ERROR");
});
