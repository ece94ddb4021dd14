import type { Edits } from "./edits";

/** The reasons of all failures, hidden, for cells to reference by `aria-describedby`. */
export function FailureNotes({ edits }: { edits: Edits }) {
  return (
    <div hidden>
      {[...edits.records].flatMap(([recordId, { failures }]) =>
        Object.entries(failures).map(([fieldId, { reason }]) => (
          <p key={failureId(recordId, fieldId)} id={failureId(recordId, fieldId)}>
            {reason}
          </p>
        )),
      )}
    </div>
  );
}

export function failureId(recordId: string, fieldId: string): string {
  return `failure-${recordId}-${fieldId}`;
}
