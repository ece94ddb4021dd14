import { Info } from "lucide-react";
import type { FileImport } from "@/lib/contract/import-resource";

/** Remarks on the file, such as the number of formulas. */
export function Notes({ notes }: Pick<FileImport, "notes">) {
  if (notes.length === 0) return null;
  return (
    <ul aria-label="Notes on the file" className="flex flex-col gap-1 rounded-md bg-accent-soft px-3 py-2">
      {notes.map(({ code, message }) => (
        <li key={code} className="flex items-start gap-2">
          <Info aria-hidden className="mt-0.5 size-3.5 shrink-0 text-accent" strokeWidth={1.75} />
          {message}
        </li>
      ))}
    </ul>
  );
}
