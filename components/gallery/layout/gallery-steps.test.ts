import { describe, expect, it } from "vitest";
import type { Step } from "@/components/commands/command";
import { movedFrom, stepFrom, within } from "./gallery-steps";

/** Ten cards in four columns, and the button after them: lines of 4, 4 and 3. */
const shape = { columns: 4, count: 10, hasNew: true, page: 2 };
const visitor = { ...shape, hasNew: false };

describe("steps", () => {
  it.each<[row: number, step: Step, to: number]>([
    [0, "left", 0],
    [3, "right", 4],
    [4, "left", 3],
    [9, "right", 10],
    [10, "right", 10],
    [1, "down", 5],
    [6, "down", 10],
    [7, "down", 10],
    [9, "down", 9],
    [5, "up", 1],
    [2, "up", 2],
    [6, "first-field", 4],
    [5, "last-field", 7],
    [8, "last-field", 10],
    [6, "first-cell", 0],
    [1, "last-cell", 9],
    [1, "page-down", 9],
    [3, "page-down", 9],
    [9, "page-up", 1],
    [6, "page-up", 2],
  ])("from %i by %s is %i", (row, step, to) => {
    expect(stepFrom(shape, row, step)).toBe(to);
  });

  it("end at the last card where there is no button", () => {
    expect(stepFrom(visitor, 9, "right")).toBe(9);
    expect(stepFrom(visitor, 7, "down")).toBe(9);
    expect(stepFrom({ ...visitor, count: 0 }, 0, "last-cell")).toBe(0);
  });

  it("that only a grid has are none", () => {
    expect(stepFrom(shape, 0, "next")).toBeUndefined();
  });

  it("lead to places that exist, wherever they begin", () => {
    const steps: Step[] = [
      "left",
      "right",
      "up",
      "down",
      "first-field",
      "last-field",
      "page-up",
      "page-down",
    ];
    for (let count = 0; count < 12; count++) {
      for (let row = 0; row <= count; row++) {
        for (const step of steps) {
          const to = stepFrom({ ...shape, count }, row, step);
          expect(to).toBe(within({ ...shape, count }, to ?? -1));
        }
      }
    }
  });
});

describe("moves", () => {
  it("go by one card or one line, within the cards", () => {
    expect(movedFrom({ columns: 4, count: 9 }, 5, "left")).toBe(4);
    expect(movedFrom({ columns: 4, count: 9 }, 5, "right")).toBe(6);
    expect(movedFrom({ columns: 4, count: 9 }, 5, "up")).toBe(1);
    expect(movedFrom({ columns: 4, count: 9 }, 5, "down")).toBe(9);
    expect(movedFrom({ columns: 4, count: 9 }, 6, "down")).toBe(9);
    expect(movedFrom({ columns: 4, count: 9 }, 8, "down")).toBeUndefined();
    expect(movedFrom({ columns: 4, count: 9 }, 0, "left")).toBeUndefined();
    expect(movedFrom({ columns: 4, count: 9 }, 9, "right")).toBeUndefined();
  });
});
