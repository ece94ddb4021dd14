import { describe, expect, it } from "vitest";
import {
  type Cursor,
  edit,
  idle,
  moveCaretIntoText,
  point,
  selectRange,
} from "@/components/grid/cursor/cursor";
import { allSteps } from "@/components/grid/cursor/steps";
import { commandOf, isKnown } from "@/components/grid/input/keys-at-cursor";
import { chordOf, pressOf } from "./chords";
import type { Reach } from "./command";
import { commandGroups, commandList, editingList, groupHeaderList, wholeList } from "./command-list";
import { gestures } from "./gestures";
import { keyLabel } from "./key-label";
import { editingKeys, groupHeaderKeys, pageKeys, selectingKeys } from "./keys";

const plain = { code: "", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe("chordOf", () => {
  it.each([
    [{ key: "ArrowDown" }, "ArrowDown"],
    [{ key: "End", ctrlKey: true }, "Mod+End"],
    [{ key: "End", metaKey: true }, "Mod+End"],
    [{ key: "PageUp", altKey: true }, "Alt+PageUp"],
    [{ key: "ArrowDown", shiftKey: true, ctrlKey: true, altKey: true }, "Mod+Alt+Shift+ArrowDown"],
    [{ key: " " }, "Space"],
    [{ key: "A", shiftKey: true }, "Shift+a"],
    [{ key: ";", ctrlKey: true }, "Mod+;"],
    [{ key: ":", ctrlKey: true, shiftKey: true }, "Mod+Shift+;"],
    [{ key: "+", ctrlKey: true, shiftKey: true }, "Mod+Shift+="],
    [{ key: "?", ctrlKey: true, shiftKey: true }, "Mod+Shift+/"],
    [{ key: "?", shiftKey: true }, "Shift+?"],
    [{ key: "Z", ctrlKey: true, shiftKey: true }, "Mod+Shift+z"],
    // Keyboards of other scripts.
    [{ key: "я", code: "KeyZ", ctrlKey: true }, "Mod+z"],
    [{ key: "Я", code: "KeyZ", ctrlKey: true, shiftKey: true }, "Mod+Shift+z"],
    [{ key: "ζ", code: "KeyZ", metaKey: true }, "Mod+z"],
    [{ key: "ז", code: "KeyZ", ctrlKey: true }, "Mod+z"],
    [{ key: "لا", code: "KeyB", ctrlKey: true }, "Mod+b"],
    [{ key: "ж", code: "Semicolon", ctrlKey: true }, "Mod+;"],
    [{ key: "Ж", code: "Semicolon", ctrlKey: true, shiftKey: true }, "Mod+Shift+;"],
    [{ key: "я", code: "KeyZ" }, "я"],
    // Letters in other positions, and signs of a German keyboard.
    [{ key: "z", code: "KeyY", ctrlKey: true }, "Mod+z"],
    [{ key: "Enter", code: "Enter", ctrlKey: true }, "Mod+Enter"],
    [{ key: ";", code: "Comma", ctrlKey: true, shiftKey: true }, "Mod+;"],
    [{ key: ":", code: "Period", ctrlKey: true, shiftKey: true }, "Mod+Shift+;"],
    [{ key: "–", code: "Minus", metaKey: true, altKey: true }, "Mod+Alt+-"],
    [{ key: "≠", code: "Equal", metaKey: true, altKey: true }, "Mod+Alt+="],
    // Types a backslash on a German keyboard, where AltGr is Ctrl and Alt.
    [{ key: "\\", code: "Minus", ctrlKey: true, altKey: true }, "Mod+Alt+\\"],
    // On a Mac, ⌘ suppresses the effect of Shift on the character.
    [{ key: ";", code: "Semicolon", metaKey: true, shiftKey: true }, "Mod+Shift+;"],
  ])("%j is %s", (pressed, chord) => {
    expect(chordOf({ ...plain, ...pressed })).toBe(chord);
  });
});

describe("the keys of a selected cell", () => {
  it("are all in the form that `chordOf` returns", () => {
    for (const chord of [...Object.keys(selectingKeys), ...Object.keys(editingKeys)]) {
      expect(chordOf({ ...pressOf(chord), code: "" })).toBe(chord);
    }
  });

  it("reach every step", () => {
    const stepsOf = (name: "move" | "extend") =>
      Object.values(selectingKeys).flatMap((command) => (command.do === name ? [command.step] : []));
    expect(new Set(stepsOf("move"))).toEqual(new Set(allSteps));
    const bySize = allSteps.filter((step) => step !== "next" && step !== "previous");
    expect(new Set(stepsOf("extend"))).toEqual(new Set(bySize));
  });

  it("leave out characters, which replace the value", () => {
    for (const key of "aZ09-=.,/é日") {
      expect(selectingKeys[chordOf({ ...plain, key })]).toBeUndefined();
      expect(selectingKeys[chordOf({ ...plain, key, shiftKey: true })]).toBeUndefined();
    }
  });

  it("leave Alt+arrows to the browser", () => {
    expect(selectingKeys["Alt+ArrowLeft"]).toBeUndefined();
    expect(selectingKeys["Alt+ArrowRight"]).toBeUndefined();
  });
});

/** The table in grid.md. */
const promised: [chord: string, command: object][] = [
  ["Shift+ArrowDown", { do: "extend", step: "down" }],
  ["Mod+Shift+ArrowDown", { do: "extend", step: "bottom" }],
  ["Shift+Home", { do: "extend", step: "first-field" }],
  ["Mod+Shift+End", { do: "extend", step: "last-cell" }],
  ["Alt+Shift+PageDown", { do: "extend", step: "page-right" }],
  ["Mod+a", { do: "expand-selection", reach: "all" }],
  ["Shift+Space", { do: "expand-selection", reach: "rows" }],
  ["Mod+Space", { do: "expand-selection", reach: "fields" }],
  ["F2", { do: "edit" }],
  ["Space", { do: "space" }],
  ["Mod+;", { do: "today" }],
  ["Mod+Shift+;", { do: "now" }],
  ["Delete", { do: "clear" }],
  ["Mod+d", { do: "fill", along: "rows" }],
  ["Mod+r", { do: "fill", along: "columns" }],
  ["Mod+Enter", { do: "fill-selection" }],
  ["Mod+z", { do: "undo" }],
  ["Mod+Shift+z", { do: "redo" }],
  ["Mod+y", { do: "redo" }],
  ["Shift+Enter", { do: "insert", where: "below" }],
  ["Mod+Alt+=", { do: "insert", where: "above" }],
  ["Mod+Alt+ArrowUp", { do: "move-rows", way: "up" }],
  ["Mod+Alt+-", { do: "delete" }],
  ["Mod+Alt+0", { do: "hide-fields" }],
  ["Mod+Shift+d", { do: "duplicate" }],
  ["Mod+k", { do: "commands" }],
  ["Mod+/", { do: "keys" }],
  ["Shift+F10", { do: "menu" }],
  ["ContextMenu", { do: "menu" }],
  ["Mod+Backspace", { do: "reveal" }],
];

it.each(promised)("%s runs %j", (chord, command) => {
  expect(selectingKeys[chord]).toEqual(command);
});

describe("the keys that zoom the page", () => {
  const opened = { held: [""] } as const;
  const bounds = { rows: 9, columns: 4, hiddenRows: [], headers: [], pageRows: 3, pageColumns: 2 };
  const zooming = ["Mod+-", "Mod+Shift+-", "Mod+=", "Mod+Shift+=", "Mod+0"];
  const at = { row: 2, column: 1 };
  const select = (reach: Reach) => selectRange({ anchor: at, focus: at, reach }, bounds);

  it.each([
    ["nothing is selected", idle],
    ["a cell is selected", select("cells")],
    ["everything is selected", select("all")],
    [
      "a whole row and a cell are selected",
      point(select("rows"), { position: at, reach: "cells", how: "add" }, bounds),
    ],
    ["an editor is open", edit(select("rows"), { recordId: "r", fieldId: "f", draft: "", opened })],
    ["a group header has the focus", { state: "group-header", groupId: "g", at, isLeaving: false } as const],
  ])("are the browser's where %s", (_, cursor) => {
    for (const chord of zooming) {
      expect(commandOf(chord, cursor)).toBeUndefined();
      expect(isKnown(chord, cursor)).toBe(false);
      expect(pageKeys[chord]).toBeUndefined();
    }
  });

  it("edit whole rows and fields, as in other spreadsheets", () => {
    const askedOf = (reach: Reach) => zooming.map((chord) => commandOf(chord, select(reach)));
    const insert = { do: "insert", where: "above" };
    expect(askedOf("rows")).toEqual([{ do: "delete" }, undefined, undefined, insert, undefined]);
    const [remove, hide] = [{ do: "delete-fields" }, { do: "hide-fields" }];
    expect(askedOf("fields")).toEqual([remove, undefined, undefined, undefined, hide]);
    expect(commandOf("F2", select("rows"))).toEqual({ do: "edit" });
  });
});

describe("the list of commands", () => {
  it("has unique names and unique keys", () => {
    const names = commandList.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const chords = commandList.flatMap(({ keys }) => keys.map((chord) => chord.replace("Ctrl", "Mod")));
    expect(new Set(chords).size).toBe(chords.length);
    expect(new Set(commandList.map(({ group }) => group))).toEqual(new Set(commandGroups));
  });

  it("leaves copy, cut, paste and find to the browser's events", () => {
    for (const chord of ["Mod+c", "Mod+x", "Mod+v", "Mod+Shift+v", "Mod+f"]) {
      expect(selectingKeys[chord]).toBeUndefined();
    }
  });

  it("has few commands that work on the whole page", () => {
    expect(Object.values(pageKeys).map((command) => command.do)).toEqual(
      expect.arrayContaining(["undo", "redo", "commands", "keys"]),
    );
    expect(pageKeys.Delete).toBeUndefined();
  });
});

describe("a key's label", () => {
  it.each([
    ["Mod+Shift+Z", "Ctrl+Shift+Z", "⌘⇧Z"],
    ["Ctrl+Space", "Ctrl+Space", "⌃Space"],
    ["Mod+ArrowUp", "Ctrl+↑", "⌘↑"],
    ["Escape", "Esc", "Esc"],
    ["Mod+-", "Ctrl+−", "⌘−"],
  ])("%s is %s, on a Mac %s", (chord, plainly, onMac) => {
    expect(keyLabel(chord, false)).toBe(plainly);
    expect(keyLabel(chord, true)).toBe(onMac);
  });

  it("exists for every key in the shortcut list", () => {
    for (const { keys } of [...commandList, ...wholeList, ...editingList, ...groupHeaderList, ...gestures]) {
      for (const chord of keys) expect(keyLabel(chord, false)).not.toMatch(/Arrow|undefined/);
    }
  });
});

describe("the keys on a group header", () => {
  it("collapse, expand, move and find, but do nothing to cells", () => {
    expect(groupHeaderKeys.Enter).toEqual({ do: "toggle-group" });
    expect(groupHeaderKeys.Space).toEqual({ do: "toggle-group" });
    expect(groupHeaderKeys.ArrowLeft).toEqual({ do: "leave-group" });
    expect(groupHeaderKeys.ArrowRight).toEqual({ do: "enter-group" });
    expect(groupHeaderKeys.ArrowDown).toEqual({ do: "move", step: "down" });
    expect(groupHeaderKeys.Escape).toEqual({ do: "escape" });
    for (const chord of [
      "F2",
      "Delete",
      "Backspace",
      "Shift+Enter",
      "Mod+Alt+-",
      "Mod+d",
      "Mod+;",
      "Shift+F10",
    ]) {
      expect(selectingKeys[chord]).toBeDefined();
      expect(groupHeaderKeys[chord]).toBeUndefined();
    }
  });
});

describe("arrows", () => {
  const editing = { state: "editing", recordId: "r", fieldId: "f", draft: "a" } as Extract<
    Cursor,
    { state: "editing" }
  >;

  it("leave an editor opened by typing, until F2 moves the caret into the text", () => {
    const typed = { ...editing, isTyped: true };
    expect(commandOf("ArrowDown", typed)).toEqual({ do: "commit-and-move", step: "down" });
    expect(commandOf("F2", typed)).toEqual({ do: "go-into-text" });
    expect(commandOf("Enter", typed)).toEqual({ do: "commit", step: "down" });
    expect(commandOf("ArrowDown", moveCaretIntoText(typed))).toBeUndefined();
    expect(commandOf("ArrowDown", editing)).toBeUndefined();
    expect(commandOf("ArrowDown", idle)).toEqual({ do: "move", step: "down" });
  });
});

describe("the keys of an open editor", () => {
  it("are few, because all others belong to the editor", () => {
    expect(editingKeys).toEqual({
      Enter: { do: "commit", step: "down" },
      "Shift+Enter": { do: "commit", step: "up" },
      "Mod+s": { do: "save" },
      "Mod+p": { do: "print" },
      "Mod+Enter": { do: "fill-selection" },
      Tab: { do: "commit", step: "next" },
      "Shift+Tab": { do: "commit", step: "previous" },
      Escape: { do: "escape" },
    });
  });
});
