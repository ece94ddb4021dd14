import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeMarkdown, markdown } from "@/lib/contract/markdown";
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

test("a name is plain text wherever it stands", () => {
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
])("%s is not linked to", (href) => {
  expect(parseInline(`[sign in](${href})`).filter(({ kind }) => kind === "link")).toEqual([]);
});
