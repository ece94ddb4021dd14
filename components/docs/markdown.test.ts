import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeMarkdown, markdown } from "@/lib/contract/markdown";
import { parseBlocks, parseInline } from "./markdown";

test("text is split into blocks", () => {
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

test("an unclosed block ends with the text", () => {
  expect(parseBlocks("```\na")).toEqual([{ kind: "code", text: "a" }]);
  expect(parseBlocks("")).toEqual([]);
});

test("lines are split into pieces", () => {
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

test("an escaped name is plain text anywhere", () => {
  const signs = fc.constantFrom(..."[]()`*\\!<>|#-/:. \nax", "https://evil.example", "**", "](");
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: signs }), fc.string({ unit: "binary" })), (name) => {
      const plain = `Fields: "${name.replace(/\s+/g, " ")}".`;
      expect(parseBlocks(markdown`Fields: "${name}".`)).toEqual([
        { kind: "paragraph", text: `Fields: "${escapeMarkdown(name)}".` },
      ]);
      expect(parseInline(markdown`Fields: "${name}".`)).toEqual([{ kind: "text", text: plain }]);
    }),
    { numRuns: 500 },
  );
});

test.each([
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "http://own.invalid/x",
  "HTTP:own.invalid",
])("%s does not become a link", (href) => {
  expect(parseInline(`[sign in](${href})`).filter(({ kind }) => kind === "link")).toEqual([]);
});
