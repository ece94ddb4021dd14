import { expect, test } from "vitest";
import { isMarkup } from "./markup";

test.each([
  ["<!doctype html>"],
  [" \n\t<HTML lang=en>"],
  ["<!-- a comment --><svg xmlns='http://www.w3.org/2000/svg'>"],
  ['<?xml version="1.0"?><!DOCTYPE svg PUBLIC "x"><svg/>'],
  ["<foo><script>alert(1)</script>"],
])("%j may run in a browser", (text) => {
  for (const mark of ["", "\ufeff"]) expect(isMarkup(Buffer.from(`${mark}${text}`))).toBe(true);
  expect(isMarkup(Buffer.from(`\ufeff${text}`, "utf16le"))).toBe(true);
});

test.each([[""], ["a < b"], ["<ada@example.com> wrote"], ["Use <html> for pages"], ["<?xml?><order/>"]])(
  "%j may not",
  (text) => {
    expect(isMarkup(Buffer.from(text))).toBe(false);
  },
);
