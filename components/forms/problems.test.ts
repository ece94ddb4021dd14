import { expect, test } from "vitest";
import { baseCreate } from "@/lib/contract/bases";
import { ApiError } from "@/lib/contract/errors";
import { problemsIn, problemsOf } from "./problems";

test("what the contract has against an input, by path, the first word with a capital", () => {
  expect(problemsIn(baseCreate, { name: "" })).toEqual({ name: "Cannot be empty" });
  expect(problemsIn(baseCreate, { name: "Fine" })).toEqual({});
});

test("of several messages for one input the first is told", () => {
  const details = [
    { path: "name", message: "is taken" },
    { path: "name", message: "is too long" },
  ];
  expect(problemsOf(new ApiError("CONFLICT", "name is taken", details))).toEqual({ name: "Is taken" });
});

test("what names no input stands against the form", () => {
  expect(problemsOf(new ApiError("RATE_LIMITED", "Wait a moment"))).toEqual({ "": "Wait a moment" });
  expect(problemsOf(new ApiError("UNAUTHORIZED", "An API key is needed"))[""]).toMatch(/^You are signed out/);
  expect(problemsOf(new TypeError("x is undefined"))[""]).toMatch(/^Something went wrong in this page/);
});
