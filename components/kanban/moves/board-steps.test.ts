import { describe, expect, it } from "vitest";
import { carryFrom, firstPlace, headerRow, type StackShape, stepFrom } from "./board-steps";

const shape = (id: string, count: number, isCollapsed = false): StackShape => ({
  id,
  count,
  isCollapsed,
  hasNew: true,
});
const stacks = [shape("none", 0), shape("open", 10), shape("won", 3), shape("lost", 40, true)];
const at = (stackId: string, row: number) => ({ stackId, row });

describe("the focus", () => {
  it("starts at the first card, or at a header if there is none", () => {
    expect(firstPlace(stacks)).toEqual(at("open", 0));
    expect(firstPlace([shape("none", 0), shape("lost", 4, true)])).toEqual(at("none", headerRow));
    expect(firstPlace([])).toBeUndefined();
  });

  it("goes over cards from the header to the button below them", () => {
    expect(stepFrom(stacks, at("open", 0), "down")).toEqual(at("open", 1));
    expect(stepFrom(stacks, at("open", 0), "up")).toEqual(at("open", headerRow));
    expect(stepFrom(stacks, at("open", headerRow), "up")).toEqual(at("open", headerRow));
    expect(stepFrom(stacks, at("open", 9), "down")).toEqual(at("open", 10));
    expect(stepFrom(stacks, at("open", 10), "down")).toEqual(at("open", 10));
    expect(stepFrom(stacks, at("open", 4), "bottom")).toEqual(at("open", 9));
    expect(stepFrom(stacks, at("open", 4), "top")).toEqual(at("open", 0));
    expect(stepFrom(stacks, at("open", 8), "page-down")).toEqual(at("open", 9));
    expect(stepFrom(stacks, at("open", 8), "page-up")).toEqual(at("open", 2));
    expect(stepFrom(stacks, at("none", headerRow), "bottom")).toEqual(at("none", headerRow));
  });

  it("goes to the nearest card of the next stack, or to the header of one that shows none", () => {
    expect(stepFrom(stacks, at("open", 7), "right")).toEqual(at("won", 2));
    expect(stepFrom(stacks, at("won", 2), "right")).toEqual(at("lost", headerRow));
    expect(stepFrom(stacks, at("open", 7), "left")).toEqual(at("none", headerRow));
    expect(stepFrom(stacks, at("open", headerRow), "right")).toEqual(at("won", headerRow));
    expect(stepFrom(stacks, at("open", 10), "right")).toEqual(at("won", 2));
    expect(stepFrom(stacks, at("none", headerRow), "left")).toEqual(at("none", headerRow));
  });

  it("returns to the board if its stack is gone", () => {
    expect(stepFrom(stacks, at("gone", 3), "down")).toEqual(at("open", 0));
  });
});

describe("carried cards", () => {
  const manual = { stacks, isManual: true };
  const sorted = { stacks, isManual: false };

  it("go to every place of a stack, the last one included", () => {
    expect(carryFrom(manual, at("won", 2), "down")).toEqual(at("won", 3));
    expect(carryFrom(manual, at("won", 3), "down")).toBeUndefined();
    expect(carryFrom(manual, at("won", 0), "up")).toBeUndefined();
    expect(carryFrom(manual, at("won", 3), "top")).toEqual(at("won", 0));
    expect(carryFrom(manual, at("won", 0), "bottom")).toEqual(at("won", 3));
    expect(carryFrom(manual, at("won", 3), "bottom")).toBeUndefined();
  });

  it("go to other stacks, empty and collapsed ones included", () => {
    expect(carryFrom(manual, at("open", 7), "right")).toEqual(at("won", 3));
    expect(carryFrom(manual, at("open", 7), "left")).toEqual(at("none", 0));
    expect(carryFrom(manual, at("won", 3), "right")).toEqual(at("lost", 3));
    expect(carryFrom(manual, at("none", 0), "left")).toBeUndefined();
  });

  it("only change their stack where the view is sorted", () => {
    expect(carryFrom(sorted, at("won", 1), "down")).toBeUndefined();
    expect(carryFrom(sorted, at("won", 1), "top")).toBeUndefined();
    expect(carryFrom(sorted, at("won", 1), "left")).toEqual(at("open", 1));
  });
});
