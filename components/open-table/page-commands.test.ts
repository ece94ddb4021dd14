import { expect, it, vi } from "vitest";
import { type Edits, failed, made, noEdits } from "@/components/edits/edits";
import { type PageState, pageCommandList, runOnPage } from "./page-commands";

it("is for the whole table", () => {
  const names = [
    "Save",
    "Import a file",
    ...["CSV", "Excel (XLSX)", "TSV", "JSON", "NDJSON"].map((format) => `Export as ${format}`),
    "Print",
    "Undo",
    "Redo",
    "Search all records",
    "Find and replace",
    "Show all commands",
    "Show keyboard shortcuts",
  ];
  expect(pageCommandList.map(({ name }) => name)).toEqual(names);
});

it("runs commands for the whole table, and no others", () => {
  const show = vi.fn();
  const page = { services: { show } } as unknown as PageState;
  expect(runOnPage({ do: "keys" }, page)).toBe(true);
  expect(runOnPage({ do: "clear" }, page)).toBe(false);
  expect(show.mock.calls).toEqual([[{ is: "keys" }]]);
});

it("reports unsaved changes: while the server is unreachable, and in marked cells", () => {
  const notify = vi.fn();
  const save = (edits: Partial<Edits>) => {
    const page = { services: { notify, may: () => true }, store: { get: () => ({ ...noEdits, ...edits }) } };
    runOnPage({ do: "save" }, page as unknown as PageState);
    return notify.mock.lastCall?.[0].title;
  };
  expect(save({})).toMatch(/^All changes are saved automatically$/);
  const edit = { recordId: "r", fieldId: "f", value: "a", draft: "a" };
  const { writes } = made(noEdits, { id: 1, key: "k", edits: [edit] });
  expect(save({ writes, isUnreachable: true })).toMatch(/1 change is not saved yet/);
  const failure = { reason: "takes a number", draft: "a" };
  expect(save(failed(noEdits, edit, failure))).toMatch(/except in 1 marked cell$/);
});
