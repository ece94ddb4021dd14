import { expect, it } from "vitest";
import { hrefOf } from "./href-of";

it.each([
  ["https://example.com/a", "https://example.com/a"],
  ["HTTP://example.com", "HTTP://example.com"],
  ["mailto:ada@example.com", "mailto:ada@example.com"],
  ["tel:+15551234", "tel:+15551234"],
  ["ada@example.com", "mailto:ada@example.com"],
  ["javascript:alert(1)", "mailto:javascript:alert(1)"],
])("%s leads to %s", (text, href) => {
  expect(hrefOf(text)).toBe(href);
});
