import { describe, expect, test } from "vitest";
import { url } from "./url";

describe("text is parsed as a URL", () => {
  test.each([
    ["example.com", "https://example.com"],
    [" example.com/a?b=1.5#c ", "https://example.com/a?b=1.5#c"],
    ["bücher.de", "https://bücher.de"],
    ["192.168.0.1/a", "https://192.168.0.1/a"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["mailto:ada@example.com", "mailto:ada@example.com"],
  ])("%s", (text, address) => {
    expect(url.fromText(text, {})).toBe(address);
  });

  test.each([
    "12.5",
    "0.1",
    "29.2.2024",
    "ada@example.com",
    "1.2.3.4.5",
    "a, b",
    "e.g. this",
    "https:example.com",
  ])("but not %s", (text) => {
    expect(url.fromText(text, {})).toBeUndefined();
  });
});
