import { expect, test } from "vitest";
import { parseBlocks, parseInline } from "@/components/docs/markdown";
import { errorWords } from "@/components/formulas/error-words";
import { findFunction, functions, parse } from "@/lib/formulas";
import { documentedGroups } from "./documented-functions";
import { findFunctions } from "./find-functions";
import { language } from "./language";

const groups = documentedGroups();
const namesIn = (some: typeof groups) => some.flatMap((group) => group.functions.map(({ name }) => name));

test("the reference has every function once", () => {
  expect(namesIn(groups).toSorted()).toEqual(functions.map(({ name }) => name).toSorted());
});

test("a search finds functions by name, alias and help", () => {
  expect(namesIn(findFunctions(groups, "roundup"))).toEqual(["ROUNDUP"]);
  expect(namesIn(findFunctions(groups, "avg"))).toContain("AVERAGE");
  expect(namesIn(findFunctions(groups, " half  ZERO "))).toContain("ROUND");
  expect(findFunctions(groups, "no such thing")).toEqual([]);
});

test("formulas and functions in the text exist, and so does each error", () => {
  const texts = language.map(({ text }) => text);
  const codes = texts.flatMap((text) =>
    parseBlocks(text).flatMap((block) => {
      const parts =
        block.kind === "list"
          ? block.items
          : block.kind === "table"
            ? block.rows.flat()
            : "text" in block
              ? [block.text]
              : [];
      return parts.flatMap((part) =>
        parseInline(part).flatMap((piece) => (piece.kind === "code" ? [piece.text] : [])),
      );
    }),
  );
  const formulas = codes.filter((code) => /^[{"\w(-].*[\w})"%]$/s.test(code) && !/^[a-z]+$/.test(code));
  expect(formulas.length).toBeGreaterThan(20);
  expect(formulas.filter((formula) => parse(formula).problem !== undefined)).toEqual([]);
  const named = texts.join(" ").match(/\b[A-Z]{2,}(?:_[A-Z]+)*\b/g) ?? [];
  expect(
    [...new Set(named)].filter((name) => !findFunction(name) && !/^(UTC|TRUE|FALSE)$/.test(name)),
  ).toEqual(["DIV", "TYPE", "NUM", "REF"]);
  for (const { shown } of Object.values(errorWords)) expect(codes).toContain(shown);
});
