import { expect, test } from "vitest";
import { baseCreate } from "@/lib/contract/bases";
import { ApiError } from "@/lib/contract/errors";
import { problemsIn, problemsOf } from "./problems";

test("problemsIn lists the contract's messages by path, capitalized", () => {
  expect(problemsIn(baseCreate, { name: "" })).toEqual({ name: "Cannot be empty" });
  expect(problemsIn(baseCreate, { name: "Fine" })).toEqual({});
});

test("problemsOf shows the first message of each input", () => {
  const details = [
    { path: "name", message: "is taken" },
    { path: "name", message: "is too long" },
  ];
  expect(problemsOf(new ApiError("CONFLICT", "name is taken", details))).toEqual({ name: "Is taken" });
});

test("problemsOf assigns errors without a path to the whole form", () => {
  expect(problemsOf(new ApiError("RATE_LIMITED", "Wait a moment"))).toEqual({ "": "Wait a moment" });
  expect(problemsOf(new ApiError("UNAUTHORIZED", "An API key is required."))[""]).toMatch(
    /^You are signed out/,
  );
  expect(problemsOf(new TypeError("x is undefined"))[""]).toMatch(/^Something went wrong in this page/);
});
