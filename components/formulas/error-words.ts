import type { ErrorCode } from "@/lib/formulas";

interface ErrorWords {
  /** The text in a cell. */
  readonly shown: string;
  /** The reason, as a sentence. */
  readonly reason: string;
}

/** Error values as cells show them. */
export const errorWords: { readonly [Code in ErrorCode]: ErrorWords } = {
  DIV0: { shown: "#DIV/0!", reason: "The formula divides by zero or by an empty cell." },
  TYPE: { shown: "#TYPE!", reason: "A value has the wrong type, such as a text that is not a number." },
  NUM: { shown: "#NUM!", reason: "A number is too large or not possible, such as the root of -1." },
  NA: { shown: "#N/A", reason: "Nothing was found, or no condition was true." },
  REF: {
    shown: "#REF!",
    reason: "A field that this cell is computed from was deleted. Restore it from the trash.",
  },
};
