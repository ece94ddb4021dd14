import type { Command } from "@/components/commands/command";
import {
  editingKeys,
  groupHeaderKeys,
  type Keys,
  selectingKeys,
  typingKeys,
  wholeKeys,
} from "@/components/commands/keys";
import { type Cursor, wholeReachOf } from "../cursor/cursor";

const keysIn: { readonly [State in Cursor["state"]]: Keys } = {
  idle: selectingKeys,
  selecting: selectingKeys,
  "group-header": groupHeaderKeys,
  editing: editingKeys,
};

/** The command of a key in the cursor's state. */
export function commandOf(chord: string, cursor: Cursor): Command | undefined {
  const reach = cursor.state === "selecting" ? wholeReachOf(cursor) : undefined;
  const ofWhole = reach && wholeKeys[reach][chord];
  if (ofWhole) return ofWhole;
  const keys = cursor.state === "editing" && cursor.isTyped ? typingKeys : keysIn[cursor.state];
  return keys[chord];
}

/** True if the key has a command anywhere in the grid, or in the cursor's state. */
export function isKnown(chord: string, cursor: Cursor): boolean {
  const isAnywhere = [...Object.values(keysIn), typingKeys].some((keys) => Object.hasOwn(keys, chord));
  return isAnywhere || commandOf(chord, cursor) !== undefined;
}
