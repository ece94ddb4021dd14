import type { Range } from "@/components/listing/range";
import type { Field } from "@/lib/contract/fields";

/** Records of a listing that follow each other and have a value in common. */
export interface Group {
  /** The same for as long as there are records of these values. */
  readonly id: string;
  /** How many groups it is within. */
  readonly level: number;
  /** What its records have in common: the value of this field. */
  readonly field: Field;
  readonly value: unknown;
  readonly rows: Range;
}

/** Groups of one level, as they were counted. */
export interface CountedLevel {
  /** By what, the outermost first. */
  readonly fields: readonly Field[];
  readonly groups: readonly CountedGroup[];
}

interface CountedGroup {
  /** Values by field id. */
  readonly key: { readonly [fieldId: string]: unknown };
  readonly count: number;
}

/** In the order of their rows, the outer before the inner: records are listed in the order of their groups. */
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

/** The groups that a row is in, the outermost first. */
export function groupsAround(groups: readonly Group[], row: number): Group[] {
  return groups.filter(({ rows }) => row >= rows.first && row < rows.end);
}
