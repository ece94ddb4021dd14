import { beforeEach, expect, it, vi } from "vitest";
import { commandList } from "@/components/commands/command-list";
import { commandEntries } from "./command-entries";

beforeEach(() => void vi.stubGlobal("navigator", { platform: "Linux" }));

it("lists commands except those that move the cursor and select, which only a query finds", () => {
  const entries = commandEntries(commandList, () => {});
  const ofKey = new Set(["Move", "Select"]);
  for (const { heading = "", isHidden, label } of entries) {
    expect([label, isHidden]).toEqual([label, ofKey.has(heading)]);
  }
  expect(entries.map(({ label }) => label)).toContain("Move up one cell");
  expect(entries.map(({ label }) => label)).not.toContain("Show all commands");
});

it("finds the shortcuts as the menu of help has them", () => {
  const [entry] = commandEntries(commandList, () => {}).filter(({ detail }) => detail === "Help");
  expect(entry?.label).toBe("Show keyboard shortcuts");
});
