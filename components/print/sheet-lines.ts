import type { Field } from "@/lib/contract/fields";
import type { Record } from "@/lib/contract/records";

/** A value that consecutive records have in common. */
export interface GroupValue {
  readonly field: Field;
  readonly value: unknown;
  /** The text in place of the value, such as a day in place of its times. */
  readonly text?: string;
}

/** A record with the groups around it, outermost first. */
export interface PlacedRecord {
  readonly record: Record;
  readonly path: readonly GroupValue[];
}

/** The heading of a group. */
export interface GroupLine extends GroupValue {
  readonly is: "group";
  readonly level: number;
  /** The number of records; undefined if not all of them are printed. */
  readonly count: number | undefined;
}

export type SheetLine = GroupLine | { readonly is: "record"; readonly record: Record };

/** Puts a heading before the first record of each group. With `isCut`, records are missing after the last one. */
export function linesOf(placed: readonly PlacedRecord[], isCut: boolean): SheetLine[] {
  const lines: SheetLine[] = [];
  const open: { readonly group: GroupLine; readonly at: number; readonly first: number }[] = [];
  let before: readonly GroupValue[] = [];
  function closeFrom(level: number, end: number | undefined): void {
    for (const { group, at, first } of open.splice(level)) {
      lines[at] = { ...group, count: end === undefined ? undefined : end - first };
    }
  }
  placed.forEach(({ record, path }, row) => {
    const same = sameLevels(path, before);
    closeFrom(same, row);
    for (const [level, value] of path.entries()) {
      if (level < same) continue;
      const group: GroupLine = { is: "group", ...value, level, count: undefined };
      open.push({ group, at: lines.push(group) - 1, first: row });
    }
    lines.push({ is: "record", record });
    before = path;
  });
  closeFrom(0, isCut ? undefined : placed.length);
  return lines;
}

/** The number of outer groups that two records share. */
function sameLevels(one: readonly GroupValue[], other: readonly GroupValue[]): number {
  const differing = one.findIndex((group, level) => {
    const beside = other[level];
    return !beside || keyOf(group) !== keyOf(beside);
  });
  return differing === -1 ? one.length : differing;
}

function keyOf({ text, value }: GroupValue): string {
  return text ?? JSON.stringify(value ?? null);
}
