import { expect, test } from "vitest";
import { loggedPath } from "./report-request";

test.each([
  [
    "/api/v1/bases/67ef4d500c50cce9/tables/Deals/records?search=secret",
    "/api/v1/bases/67ef4d500c50cce9/tables/Deals/records",
  ],
  ["/api/v1/attachments/0123456789abcdef0123456789abcdef/salaries.pdf", "/api/v1/attachments/…"],
  ["/login?next=%2F#code", "/login"],
  ["?x", ""],
  [`/${"x".repeat(9_000)}`, `/${"x".repeat(499)}`],
])("%j is logged as %j", (url, logged) => {
  expect(loggedPath(url)).toBe(logged);
});
