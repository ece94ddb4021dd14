import { expect, test } from "vitest";
import { questionProblem, settingProblem } from "./problems";

test("a setting is checked as the API checks it", () => {
  expect(settingProblem("redirectUrl", "https://example.com/thanks")).toBeUndefined();
  expect(settingProblem("redirectUrl", "example.com")).toBe(
    "Takes an address that begins with http:// or https://",
  );
  expect(settingProblem("title", "a".repeat(201))).toBe("Takes at most 200 characters");
  expect(settingProblem("limit", 0)).toBeDefined();
  expect(settingProblem("limit", 3)).toBeUndefined();
});

test("so is a setting of a question", () => {
  expect(questionProblem("label", "Your name")).toBeUndefined();
  expect(questionProblem("label", "a".repeat(501))).toBe("Takes at most 500 characters");
});
