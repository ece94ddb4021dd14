import { describe, expect, it } from "vitest";
import { allSteps } from "./cursor";
import { chordOf, editingKeys, selectingKeys } from "./keys";

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

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
  ])("%j is %s", (pressed, chord) => {
    expect(chordOf({ ...plain, ...pressed })).toBe(chord);
  });
});

describe("the keys of a selected cell", () => {
  it("are all chords as `chordOf` writes them", () => {
    for (const chord of [...Object.keys(selectingKeys), ...Object.keys(editingKeys)]) {
      const parts = chord.split("+");
      const key = parts.at(-1) === "Space" ? " " : (parts.at(-1) as string);
      const pressed = {
        key,
        ctrlKey: parts.includes("Mod"),
        metaKey: false,
        altKey: parts.includes("Alt"),
        shiftKey: parts.includes("Shift"),
      };
      expect(chordOf(pressed)).toBe(chord);
    }
  });

  it("reach every step", () => {
    const steps = Object.values(selectingKeys).flatMap((command) =>
      command.do === "move" ? [command.step] : [],
    );
    expect(new Set(steps)).toEqual(new Set(allSteps));
  });

  it("leave every character alone, which replaces the value", () => {
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

describe("the keys of an open editor", () => {
  it("are few: all others are the editor's own", () => {
    expect(editingKeys).toEqual({
      Enter: { do: "commit", step: "down" },
      "Shift+Enter": { do: "commit", step: "up" },
      "Mod+Enter": { do: "commit" },
      Tab: { do: "commit", step: "next" },
      "Shift+Tab": { do: "commit", step: "previous" },
      Escape: { do: "escape" },
    });
  });
});
