import { expect, test } from "vitest";
import { field } from "./import-fixture";
import { isMatchable, matchFields } from "./match-fields";

test("equal names come before similar ones, and each field takes one column", () => {
  const fields = [field("Name"), field("E-Mail"), field("Email"), field("Ort")];
  expect(matchFields(["email", "Email", " Name ", "NAME", "Street"], fields)).toEqual([
    "id-E-Mail",
    "id-Email",
    "id-Name",
    null,
    null,
  ]);
});

test("computed fields take no column, and names of signs match nothing but themselves", () => {
  const fields = [field("No", "autonumber"), field("#"), field("Größe")];
  expect(matchFields(["No", "?", "#", "GRÖSSE", "größe"], fields)).toEqual([
    null,
    null,
    "id-#",
    null,
    "id-Größe",
  ]);
});

test("records are matched by single values that compare exactly", () => {
  expect(
    ["single_line_text", "number", "date", "checkbox", "attachments"].map((type) =>
      isMatchable(field("A", type)),
    ),
  ).toEqual([true, true, true, false, false]);
});
