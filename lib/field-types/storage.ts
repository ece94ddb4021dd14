/**
 * How values lie in the record's JSON. What SQL does with a value (compare, sort, find) depends on these
 * few kinds, never on the field type.
 */
export const storageKinds = {
  text: { holds: (stored: unknown) => typeof stored === "string" },
  number: { holds: (stored: unknown) => typeof stored === "number" && Number.isFinite(stored) },
  boolean: { holds: (stored: unknown) => typeof stored === "boolean" },
  /** `YYYY-MM-DD`, so that dates compare as text. */
  date: { holds: (stored: unknown) => typeof stored === "string" && /^\d{4}-\d{2}-\d{2}$/.test(stored) },
  /** An option's `value`: renaming its label touches no record. */
  option: {
    holds: (stored: unknown) => typeof stored === "string" && /^[1-9A-HJ-NP-Za-km-z]{4}$/.test(stored),
  },
} as const;

export type StorageKind = keyof typeof storageKinds;
