import { expect, test } from "vitest";
import type { ChangeEntry } from "../../contract/changes";
import { withoutHidden } from "./seen-changes";

const hiddenId = "fHiddenAAAA";
const shownId = "fShownAAAAA";
const ids = new Set([hiddenId]);
const hidden = { ids, parts: ids, isHidden: (id: string) => id === hiddenId };

function seen(entry: Pick<ChangeEntry, "kind" | "before" | "after"> & { id?: string }) {
  const whole = { id: "item", ...entry } as ChangeEntry;
  return withoutHidden([whole], hidden).map(({ before, after }) => ({ before, after }));
}

test("cells of hidden fields are left out, and entries about them alone", () => {
  const values = (value: number) => ({ [hiddenId]: value, [shownId]: value });
  expect(seen({ kind: "record", before: values(1), after: values(2) })).toEqual([
    { before: { [shownId]: 1 }, after: { [shownId]: 2 } },
  ]);
  expect(seen({ kind: "record", before: { [hiddenId]: 1 }, after: { [hiddenId]: 2 } })).toEqual([]);
  expect(seen({ kind: "record", before: null, after: { [hiddenId]: 1 } })).toEqual([
    { before: null, after: {} },
  ]);
  const texts = { before: { [shownId]: "a" }, after: { [shownId]: `not about {${hiddenId}}` } };
  expect(seen({ kind: "record", ...texts })).toEqual([texts]);
});

test("entries about hidden fields, and about fields that have read them, are left out", () => {
  expect(seen({ kind: "field", id: hiddenId, before: null, after: { name: "Hidden" } })).toEqual([]);
  const formula = (text: string) => ({ template: { formula: text } });
  expect(
    seen({ kind: "field", id: shownId, before: formula(`{${hiddenId}} + 1`), after: formula("1") }),
  ).toEqual([]);
  const renamed = { before: { name: "A" }, after: { name: "B" } };
  expect(seen({ kind: "field", id: shownId, ...renamed })).toEqual([renamed]);
});

test("views keep what they say about other fields", () => {
  const config = (id: string) => ({
    filter: {
      and: [
        { field: id, equals: 1 },
        { field: shownId, equals: 2 },
      ],
    },
    sorts: [{ fieldId: id, direction: "asc" }],
    hiddenFieldIds: [id, shownId],
    fieldWidths: { [id]: 100, [shownId]: 200 },
  });
  expect(seen({ kind: "view", before: null, after: config(hiddenId) })).toEqual([
    {
      before: null,
      after: {
        filter: { and: [{ field: shownId, equals: 2 }] },
        sorts: [],
        hiddenFieldIds: [shownId],
        fieldWidths: { [shownId]: 200 },
      },
    },
  ]);
  const only = { before: { filter: null }, after: { filter: { field: hiddenId, equals: 1 } } };
  expect(JSON.stringify(seen({ kind: "view", ...only }))).not.toContain(hiddenId);
  expect(
    seen({
      kind: "table",
      before: { fieldOrder: [hiddenId, shownId] },
      after: { fieldOrder: [shownId, hiddenId] },
    }),
  ).toEqual([]);
});

test("nothing changes if nothing is hidden", () => {
  const changes = [
    { kind: "record", id: "r", before: null, after: { [hiddenId]: 1 } } as unknown as ChangeEntry,
  ];
  const nothing = new Set<string>();
  expect(withoutHidden(changes, { ids: nothing, parts: nothing, isHidden: () => false })).toBe(changes);
});

test("views of others are left out, also for those who may read every field", () => {
  const [own, foreign] = ["vOwn", "vForeign"].map(
    (id) => ({ kind: "view", id, before: null, after: { name: "Mine" } }) as unknown as ChangeEntry,
  );
  const changes = [own, foreign] as ChangeEntry[];
  const parts = new Set(["vForeign"]);
  expect(withoutHidden(changes, { ids: new Set(), parts, isHidden: () => false })).toEqual([own]);
});
