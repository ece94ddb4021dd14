/** Limits of a formula. Length is in UTF-16 units. */
export const formulaLimits = {
  length: 10_000,
  /** Nested calls, parentheses and chained formulas. Operators do not count. */
  depth: 64,
  /** Literals, references, operators and calls, with all referenced formulas in their place. */
  nodes: 2_000,
  /** Characters of a text result. */
  text: 100_000,
  /** Characters of a regular expression. */
  pattern: 500,
  /** UTF-16 units of a format of dates or numbers. */
  format: 200,
} as const;
