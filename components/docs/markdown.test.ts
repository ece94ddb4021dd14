import { expect, test } from "vitest";
import { parseBlocks, parseInline } from "./markdown";

test("text is told into its blocks", () => {
  const text = [
    "First line",
    "and on.",
    "",
    "## Head",
    "- one",
    "  and on",
    "- two",
    "",
    "```sh",
    "# no heading",
    "```",
    "| a | b |",
    "|---|---|",
    "| `x\\|y` | z |",
  ].join("\n");
  expect(parseBlocks(text)).toEqual([
    { kind: "paragraph", text: "First line and on." },
    { kind: "heading", level: 2, text: "Head" },
    { kind: "list", items: ["one and on", "two"] },
    { kind: "code", text: "# no heading" },
    { kind: "table", head: ["a", "b"], rows: [["`x|y`", "z"]] },
  ]);
});

test("a block that is not closed ends with the text", () => {
  expect(parseBlocks("```\na")).toEqual([{ kind: "code", text: "a" }]);
  expect(parseBlocks("")).toEqual([]);
});

test("lines are told into their pieces", () => {
  expect(parseInline("A `b*` **c** [d](/e) f")).toEqual([
    { kind: "text", text: "A " },
    { kind: "code", text: "b*" },
    { kind: "text", text: " " },
    { kind: "strong", text: "c" },
    { kind: "text", text: " " },
    { kind: "link", text: "d", href: "/e" },
    { kind: "text", text: " f" },
  ]);
});
