/**
 * Storage kinds of values. SQL that compares, sorts and finds values depends on the kind, never on the field type.
 * Values are JSON in the record's `data` unless noted; empty ones (`isEmpty`) are not stored.
 */
export const storageKinds = {
  text: { canBeUnique: true, holds: (stored: unknown) => typeof stored === "string" },
  number: {
    canBeUnique: true,
    holds: (stored: unknown) => typeof stored === "number" && Number.isFinite(stored),
  },
  boolean: { holds: (stored: unknown) => typeof stored === "boolean" },
  /** `YYYY-MM-DD`, so that dates compare as text. */
  date: {
    canBeUnique: true,
    holds: (stored: unknown) => typeof stored === "string" && /^\d{4}-\d{2}-\d{2}$/.test(stored),
  },
  /** `YYYY-MM-DDTHH:MM:SS.mmmZ`, so that moments compare as text. */
  timestamp: {
    canBeUnique: true,
    holds: (stored: unknown) =>
      typeof stored === "string" && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(stored),
  },
  /** An option's `value`, so that renaming a label changes no record. */
  option: { holds: isOptionId },
  /** A list of options' `value`s. */
  options: {
    holds: (stored: unknown) => Array.isArray(stored) && stored.every(isOptionId),
  },
  /** A list of ids of people. */
  people: { holds: isListOfTexts },
  /** A list of attachment objects. */
  files: { holds: (stored: unknown) => Array.isArray(stored) },
  /** Rows of `Link`, shared by both tables; nothing in `data`. */
  links: { holds: isListOfTexts },
  /** Not stored: read from the linked records through a link field. */
  lookup: { holds: (stored: unknown) => Array.isArray(stored) },
  /** Not stored: a list of single values that a formula or rollup computes. */
  list: { holds: (stored: unknown) => Array.isArray(stored) },
} as const satisfies { readonly [kind: string]: KindOfStorage };

interface KindOfStorage {
  /** True if values are single and compare exactly, so that a field can refuse the same one twice. */
  readonly canBeUnique?: true;
  holds(stored: unknown): boolean;
}

export type StorageKind = keyof typeof storageKinds;

/** Kinds that records can be matched by: single values that compare exactly. */
export const matchableKinds: readonly StorageKind[] = ["text", "number", "date", "option"];

function isListOfTexts(stored: unknown): boolean {
  return Array.isArray(stored) && stored.every((id) => typeof id === "string");
}

function isOptionId(stored: unknown): boolean {
  return typeof stored === "string" && /^[1-9A-HJ-NP-Za-km-z]{4}$/.test(stored);
}
