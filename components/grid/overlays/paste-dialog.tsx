import { useRef, useState } from "react";
import type { CreationCount } from "@/components/edits/record-creation";
import type { OverlayProps } from "@/components/open-table/overlays/overlay-props";
import { counted } from "@/components/tasks/counted";
import { Button } from "@/components/ui/button";
import { CheckField } from "@/components/ui/check-field";
import { Dialog } from "@/components/ui/dialog";
import {
  type Conversion,
  factsInWords,
  type UnconvertedCell,
  writesSomething,
} from "../clipboard/paste-plan";
import type { PasteAnswer, PasteOffer } from "../overlay";

interface PasteDialogProps extends OverlayProps, PasteOffer {
  readonly onAnswer: PasteAnswer;
}

/** Previews a paste, or reports that nothing would be pasted. */
export function PasteDialog({ facts: without, creation, onAnswer, finalFocus }: PasteDialogProps) {
  const wanted = useRef<HTMLButtonElement>(null);
  const [createsLinked, setCreatesLinked] = useState(true);
  const facts = creation && createsLinked ? creation.facts : without;
  const canPaste = writesSomething(facts);
  const { examples, unconverted, unreadable, columnsLeftOut } = facts;
  return (
    <Dialog
      open
      onClose={() => onAnswer(false)}
      title={canPaste ? "Paste" : "Nothing to paste"}
      initialFocus={() => wanted.current}
      finalFocus={finalFocus}
    >
      <div className="flex min-h-0 flex-col gap-2 p-4">
        <p className="font-medium tabular-nums">{factsInWords(facts)}</p>
        {columnsLeftOut > 0 && (
          <p className="text-muted">Columns that would go past the last field of the view are left out.</p>
        )}
        {creation && (
          <CheckField
            label={creationInWords(creation.counts)}
            value={createsLinked}
            onChange={setCreatesLinked}
          />
        )}
        {examples.length > 0 && <Examples examples={examples} />}
        {unconverted.length > 0 && <Unconverted cells={unconverted} count={unreadable} />}
        {canPaste && unreadable > 0 && (
          <p className="text-muted">Cells that can't be converted stay unchanged (new records: empty).</p>
        )}
        <div className="mt-2 flex justify-end gap-2">
          {canPaste ? (
            <>
              <Button onClick={() => onAnswer(false)}>Cancel</Button>
              <Button ref={wanted} look="primary" onClick={() => onAnswer(true, createsLinked)}>
                Paste
              </Button>
            </>
          ) : (
            <Button ref={wanted} look="primary" onClick={() => onAnswer(false)}>
              Close
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** "Create 12 records in “Directors”" */
function creationInWords(counts: readonly CreationCount[]): string {
  const parts = counts.map(({ table, count }) => `${counted(count, "record")} in “${table}”`);
  return `Create ${new Intl.ListFormat("en").format(parts)}`;
}

function Examples({ examples }: { examples: readonly Conversion[] }) {
  return (
    <section aria-label="Examples" className={boxLook}>
      <ul>
        {examples.map(({ field, text, shown }) => (
          <li key={field} className="flex gap-2 py-0.5">
            <span dir="auto" className={nameLook}>
              {field}
            </span>
            <span dir="auto" className="min-w-0 flex-1 truncate" title={`${short(text)} → ${short(shown)}`}>
              {short(text)} → {short(shown)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Lists some cells that cannot be converted, and the number of others. */
function Unconverted({ cells, count }: { cells: readonly UnconvertedCell[]; count: number }) {
  return (
    <section aria-label="Can't be converted" className={boxLook}>
      <ul>
        {cells.map(({ field, row, text }) => (
          <li key={`${row} ${field}`} className="flex gap-2 py-0.5">
            <span dir="auto" className={nameLook}>
              Row {row.toLocaleString("en")}, {field}
            </span>
            <span dir="auto" className="min-w-0 flex-1 truncate text-danger" title={short(text)}>
              {short(text)}
            </span>
          </li>
        ))}
        {count > cells.length && (
          <li className="py-0.5 text-muted">and {(count - cells.length).toLocaleString("en")} more</li>
        )}
      </ul>
    </section>
  );
}

/** Shortens a text for display. */
function short(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200).toWellFormed()}…` : text;
}

const boxLook = "max-h-32 min-h-12 overflow-y-auto rounded-md bg-background px-2 py-1 text-xs leading-5";
const nameLook = "w-32 shrink-0 truncate text-muted";
