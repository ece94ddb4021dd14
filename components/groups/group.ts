import type { Range } from "@/components/listing/range";
import type { Field } from "@/lib/contract/fields";

/** Consecutive records of a listing with a value in common. */
export interface Group {
  /** Derived from the values, so it stays the same as long as the group exists. */
  readonly id: string;
  /** The nesting depth, from 0. */
  readonly level: number;
  /** The field whose value its records have in common. */
  readonly field: Field;
  readonly value: unknown;
  readonly rows: Range;
}

/** The groups of one level, with their record counts. */
export interface CountedLevel {
  /** The fields that the level is grouped by, outermost first. */
  readonly fields: readonly Field[];
  readonly groups: readonly CountedGroup[];
}

interface CountedGroup {
  /** Values by field id. */
  readonly key: { readonly [fieldId: string]: unknown };
  readonly count: number;
}

/** Returns groups in row order, outer before inner. Records are listed in the same order. */
export function groupsOf(levels: readonly CountedLevel[]): Group[] {
  const groups = levels.flatMap(({ fields, groups: counted }, level) => {
    const field = fields.at(-1);
    if (!field) return [];
    let first = 0;
    return counted.map(({ key, count }): Group => {
      const rows = { first, end: first + count };
      first = rows.end;
      return { id: groupId(fields, key), level, field, value: key[field.id], rows };
    });
  });
  return groups.toSorted((one, other) => one.rows.first - other.rows.first || one.level - other.level);
}

export function groupId(fields: readonly Field[], key: CountedGroup["key"]): string {
  return JSON.stringify(fields.map(({ id }) => [id, key[id] ?? null]));
}

/** The groups that contain a row, outermost first. */
export function groupsAround(groups: readonly Group[], row: number): Group[] {
  return groups.filter(({ rows }) => row >= rows.first && row < rows.end);
}
