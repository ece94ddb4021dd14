import { expect, test } from "vitest";
import { freeSubjects, likeliestGroup } from "./orders";
import type { Subject } from "./subjects";

const subjects = ["a", "b", "c"].map((id): Subject => ({ id, name: id, kind: "text", type: "text" }));

test("each field is used at most once", () => {
  const orders = [
    { fieldId: "a", direction: "asc" as const },
    { fieldId: "c", direction: "desc" as const },
  ];
  expect(freeSubjects(subjects, orders).map(({ id }) => id)).toEqual(["b"]);
  expect(freeSubjects(subjects, orders, "c").map(({ id }) => id)).toEqual(["b", "c"]);
  expect(freeSubjects(subjects, []).map(({ id }) => id)).toEqual(["a", "b", "c"]);
});

test("a new group prefers a field whose values records share", () => {
  const stage: Subject = { id: "stage", name: "Stage", kind: "option", type: "single_select" };
  expect(likeliestGroup([...subjects, stage])).toBe(stage);
  expect(likeliestGroup(subjects)).toBe(subjects[0]);
  expect(likeliestGroup([])).toBeUndefined();
});
