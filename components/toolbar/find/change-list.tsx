import { isBlank } from "@/components/listing/is-blank";
import { fieldTypeOf } from "@/lib/field-types";
import type { CellChange } from "./find-changes";

interface ChangeListProps {
  readonly changes: readonly CellChange[];
  /** Changes that their field does not accept. */
  readonly refused: readonly CellChange[];
}

const maxShown = 50;

/** The first changes of a replacement, those that cannot be made before the others. */
export function ChangeList({ changes, refused }: ChangeListProps) {
  const shown = [...refused.slice(0, maxShown / 2), ...changes].slice(0, maxShown);
  const others = changes.length + refused.length - shown.length;
  if (shown.length === 0) return null;
  return (
    <section
      aria-label="Preview"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: lets keys scroll it
      tabIndex={0}
      className="max-h-72 min-h-24 overflow-y-auto rounded-md bg-background px-2 py-1 text-xs leading-5"
    >
      <ul>
        {shown.map((change) => (
          <Change key={`${change.recordId} ${change.field.id}`} change={change} />
        ))}
      </ul>
      {others > 0 && <p className="py-0.5 text-muted">and {others.toLocaleString("en")} more</p>}
    </section>
  );
}

function Change({ change }: { change: CellChange }) {
  const { field, before, text } = change;
  const isRefused = !("value" in change);
  const shown = isBlank(before) ? "" : short(fieldTypeOf(field).toText(before, field.template));
  return (
    <li className="flex flex-wrap gap-x-2 py-0.5">
      <span dir="auto" className="w-28 shrink-0 truncate text-muted">
        {field.name}
      </span>
      <span className="min-w-0 flex-1 break-words">
        <del dir="auto" className="text-muted">
          {shown}
        </del>{" "}
        →{" "}
        <ins dir="auto" className={isRefused ? "text-danger no-underline" : "no-underline"}>
          {text === "" ? "(empty)" : short(text)}
        </ins>
        {isRefused && <span className="text-danger"> can't be converted</span>}
      </span>
    </li>
  );
}

function short(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120).toWellFormed()}…` : text;
}
