import { expect, it } from "vitest";
import { boardList } from "@/components/commands/board-list";
import { commandGroups } from "@/components/commands/command-list";
import { boardKeys, pageKeys } from "@/components/commands/keys";
import { isForBoard } from "./board-commands";

it("a board runs every command of its list, and those of the page", () => {
  const commands = [...boardList.map(({ command }) => command), ...Object.values(pageKeys)];
  expect(commands.filter((command) => !isForBoard(command))).toEqual([]);
  expect(isForBoard({ do: "paste", as: "table" })).toBe(false);
});

it("its commands have keys and names of their own, in known groups", () => {
  const chords = boardList.flatMap(({ keys }) => keys);
  expect(new Set(chords).size).toBe(chords.length);
  expect(Object.keys(boardKeys)).toHaveLength(chords.length);
  expect(Object.keys(boardKeys).filter((chord) => chord in pageKeys)).toEqual([]);
  expect(new Set(boardList.map(({ name }) => name)).size).toBe(boardList.length);
  expect(boardList.filter(({ group }) => !commandGroups.includes(group))).toEqual([]);
});
