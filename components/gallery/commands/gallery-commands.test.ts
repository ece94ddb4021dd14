import { expect, it } from "vitest";
import { commandGroups } from "@/components/commands/command-list";
import { galleryList } from "@/components/commands/gallery-list";
import { galleryKeys, pageKeys } from "@/components/commands/keys";
import { isForGallery } from "./gallery-commands";

it("a gallery runs every command of its list, and those of the page", () => {
  const commands = [...galleryList.map(({ command }) => command), ...Object.values(pageKeys)];
  expect(commands.filter((command) => !isForGallery(command))).toEqual([]);
  expect(isForGallery({ do: "move-to" })).toBe(false);
});

it("its commands have keys and names of their own, in known groups", () => {
  const chords = galleryList.flatMap(({ keys }) => keys);
  expect(Object.keys(galleryKeys)).toHaveLength(chords.length);
  expect(Object.keys(galleryKeys).filter((chord) => chord in pageKeys)).toEqual([]);
  expect(new Set(galleryList.map(({ name }) => name)).size).toBe(galleryList.length);
  expect(galleryList.filter(({ group }) => !commandGroups.includes(group))).toEqual([]);
});
