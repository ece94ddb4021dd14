import { expect, it } from "vitest";
import type { Conflict } from "@/components/edits/edits";
import { makeColumns } from "./columns-fixture";
import { failedText } from "./failed-text";

const id = "0198c5a0-7b1e-7c3d-9a4f-2b6c8d0e1f23";
const columns = makeColumns(
  "number",
  "checkbox",
  ["linked_record", { tableId: "tAbcdefghij" }],
  "attachments",
  "person",
);

function shown(type: string, draft: string, conflict?: Conflict): string | undefined {
  const column = columns.find(({ field }) => field.type === type);
  if (!column) throw new Error(`No column of type ${type}`);
  return failedText(column, { reason: "Not saved", draft, ...(conflict && { conflict }) });
}

it("a failed text is shown as it was typed", () => {
  expect(shown("number", "a lot")).toBe("a lot");
  expect(shown("linked_record", `${id}, Nobody`)).toBe("Nobody");
  expect(shown("person", `${id}, Nobody`)).toBe("Nobody");
});

it("a failure without a text that was typed shows none", () => {
  const [number] = columns;
  expect(number && failedText(number, undefined)).toBeUndefined();
  expect(shown("number", "")).toBeUndefined();
  expect(shown("checkbox", "true")).toBeUndefined();
  expect(shown("linked_record", id)).toBeUndefined();
  expect(shown("attachments", "[]")).toBeUndefined();
});

it("a conflict shows the other person's value", () => {
  const cell = { recordId: "r1", fieldId: "f0" };
  const record = { id: "r1", data: { f0: 8 } } as unknown as Conflict["record"];
  expect(shown("number", "7", { mine: { ...cell, value: 7, draft: "7" }, record })).toBeUndefined();
});
