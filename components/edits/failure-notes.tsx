import type { Edits } from "./edits";

/** Why cells did not take what was typed: for readers, to whom each such cell points. */
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
