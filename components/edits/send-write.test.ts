import { expect, it } from "vitest";
import { ApiError } from "@/lib/contract/errors";
import { blamedEdits } from "./send-write";

const edit = (recordId: string, fieldId: string) => ({ recordId, fieldId, value: "x", draft: "x" });
const edits = [edit("r1", "f1"), edit("r2", "f1"), edit("r2", "f2")];

function blamedBy(path: string, of = edits) {
  const error = new ApiError("BAD_REQUEST", "No", [{ path, message: "is wrong" }]);
  return [...blamedEdits(error, { id: 1, key: "k", edits: of })].map(([{ recordId, fieldId }, reason]) => [
    `${recordId}.${fieldId}`,
    reason,
  ]);
}

it.each([
  ["records[0].f1", ["r1.f1"]],
  ["records[1].f2", ["r2.f2"]],
  ["records[1].f2[3]", ["r2.f2"]],
  // Errors of the record itself, such as an unknown id.
  ["records[1].recordId", ["r2.f1", "r2.f2"]],
  ["records[1]", ["r2.f1", "r2.f2"]],
  ["records[9].f1", []],
  ["body", []],
])("%s blames %j", (path, blamed) => {
  expect(blamedBy(path)).toEqual(blamed.map((name) => [name, "is wrong"]));
});

it("the path of a PATCH's record names its field", () => {
  expect(blamedBy("record.f1", edits.slice(0, 1))).toEqual([["r1.f1", "is wrong"]]);
  expect(blamedBy("record", edits.slice(0, 1))).toEqual([]);
});

it("an error from outside the API names no edits", () => {
  expect(blamedEdits(new Error("No"), { id: 1, key: "k", edits }).size).toBe(0);
});
