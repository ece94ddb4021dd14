import { expect, test } from "vitest";
import { changeDraft, emptyDraft, type TableDraft, type TableDraftAction } from "./table-draft";
import { primaryProblem, problemsInDraft, stillWrong } from "./table-problems";

test("a new draft only needs a name", () => {
  expect(problemsInDraft(emptyDraft)).toEqual({ name: "Cannot be empty" });
});

test("errors are listed by the path of their input", () => {
  const draft = after({ do: "rename", name: "x".repeat(256) }, { do: "add" }, { do: "add" });
  expect(problemsInDraft(draft)).toEqual({
    name: "Takes at most 255 characters",
    "fields[1].name": "Cannot be empty",
    "fields[2].name": "Cannot be empty",
  });
});

test("errors in a template are listed by path too", () => {
  const template = { options: [{ label: "", color: "red" }] };
  const draft = after(
    { do: "rename", name: "T" },
    { do: "change", key: 0, to: { type: "single_select", template } },
  );
  expect(problemsInDraft(draft)).toEqual({
    "fields[0].template.options[0].label": "Cannot be empty",
  });
});

test("of two fields with one name, the second has the error", () => {
  const draft = after(
    { do: "rename", name: "T" },
    { do: "add" },
    { do: "change", key: 1, to: { name: "Name" } },
  );
  expect(Object.keys(problemsInDraft(draft))).toEqual(["fields[1].name"]);
});

test("fixed errors disappear, and new ones wait for the next attempt", () => {
  const shown = problemsInDraft(after({ do: "add" }));
  expect(Object.keys(shown)).toEqual(["name", "fields[1].name"]);
  const named = after({ do: "add" }, { do: "rename", name: "T" }, { do: "add" });
  expect(stillWrong(shown, named)).toEqual({ "fields[1].name": "Cannot be empty" });
});

test("errors from the server disappear with the next change", () => {
  expect(stillWrong({ name: "Is taken" }, after({ do: "rename", name: "Other" }))).toEqual({});
});

test("a type that cannot be primary is reported as soon as its field is first", () => {
  const checkbox = after({ do: "add" }, { do: "change", key: 1, to: { type: "checkbox" } });
  expect(primaryProblem(checkbox)).toEqual({});
  const top = changeDraft(checkbox, { do: "move", key: 1, by: -1 });
  expect(primaryProblem(top)["fields[0].type"]).toMatch(/^Checkbox can't be primary/);
});

function after(...actions: TableDraftAction[]): TableDraft {
  return actions.reduce(changeDraft, emptyDraft);
}
