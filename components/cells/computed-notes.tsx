import { errorWords } from "@/components/formulas/error-words";
import type { Record } from "@/lib/contract/records";
import { isDerived } from "@/lib/field-types";
import type { ErrorCode } from "@/lib/formulas";
import type { GridColumn } from "./columns";

/** The reasons why cells cannot be edited or show errors, hidden, for cells to reference by `aria-describedby`. */
export function ComputedNotes() {
  return (
    <div hidden>
      {Object.entries(notes).map(([name, text]) => (
        <p key={name} id={`computed-${name}`}>
          {text}
        </p>
      ))}
    </div>
  );
}

const notes: { readonly [name: string]: string } = {
  derived: "Computed from other fields, so it can't be edited. Press Enter to see how.",
  automatic: "Set automatically, so it can't be edited.",
  ...Object.fromEntries(Object.entries(errorWords).map(([code, { reason }]) => [code, reason])),
};

/** The id of the note about a cell; undefined for cells that can be edited. */
export function computedNoteId(
  { field, fieldType }: Pick<GridColumn, "field" | "fieldType">,
  error: ErrorCode | undefined,
): string | undefined {
  if (error) return `computed-${error}`;
  if (!fieldType.isComputed) return undefined;
  return isDerived(field) ? "computed-derived" : "computed-automatic";
}

/** The error of a computed cell; undefined for most. */
export function errorOf(record: Record, fieldId: string): ErrorCode | undefined {
  return record.errors?.[fieldId];
}
