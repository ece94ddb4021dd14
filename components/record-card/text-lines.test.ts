import { expect, it } from "vitest";
import { textLines } from "./text-lines";

it("a text takes as many lines as its words fill", () => {
  expect(textLines("", 240)).toBe(1);
  expect(textLines("Acme", 240)).toBe(1);
  expect(textLines("Renew the contract with Acme and send the new price list", 240)).toBe(2);
  expect(textLines("Acme Corporation of America", 60)).toBe(4);
});

it("a word longer than a line is broken", () => {
  expect(textLines("https://example.com/a/very/long/address/without/any/break/at/all", 120)).toBeGreaterThan(
    3,
  );
  expect(textLines("東京都千代田区丸の内一丁目の長い名前の会社", 120)).toBe(3);
});
