import { expect, it } from "vitest";
import { makeColumns } from "./columns-fixture";
import { linkOf } from "./open-link";

it.each<[type: string, value: unknown, link: string | undefined]>([
  ["url", "https://example.com/a", "https://example.com/a"],
  ["email", "ada@example.com", "mailto:ada@example.com"],
  [
    "attachments",
    [{ url: "http://localhost/a.txt" }, { url: "http://localhost/b.txt" }],
    "http://localhost/a.txt",
  ],
  ["attachments", [], undefined],
  ["url", null, undefined],
  ["single_line_text", "https://example.com", undefined],
])("a %s cell with the value %j links to %s", (type, value, link) => {
  const [column] = makeColumns(type);
  expect(column && linkOf({ column, recordId: "r", value, failure: undefined } as never)).toBe(link);
});

it("a missing cell has no link", () => {
  expect(linkOf(undefined)).toBe(undefined);
});
