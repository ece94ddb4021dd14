import { expect, it, vi } from "vitest";
import { type PageState, pageCommandList, runOnPage } from "./page-commands";

it("is for the whole table", () => {
  const names = ["Undo", "Redo", "Search all rows", "All commands", "All keys"];
  expect(pageCommandList.map(({ name }) => name)).toEqual(names);
});

it("does what is for the whole table, and leaves the rest", () => {
  const show = vi.fn();
  const page = { services: { show } } as unknown as PageState;
  expect(runOnPage({ do: "keys" }, page)).toBe(true);
  expect(runOnPage({ do: "clear" }, page)).toBe(false);
  expect(show.mock.calls).toEqual([[{ is: "keys" }]]);
});
