import { CheckField } from "@/components/ui/check-field";
import { type Choice, SelectField } from "@/components/ui/select-field";
import type { FileImport, ImportReading } from "@/lib/contract/import-resource";

interface ReadingSettingsProps {
  readonly found: FileImport;
  readonly onChange: (reading: ImportReading) => void;
}

/** The settings by which the file is read, those of its format. */
export function ReadingSettings({ found, onChange }: ReadingSettingsProps) {
  const { format, sheets, sheet, hasHeader, delimiter, encoding } = found;
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2 empty:hidden">
      {sheets && sheets.length > 1 && (
        <SelectField
          label="Sheet"
          value={sheet ?? ""}
          choices={sheets.map((name) => ({ value: name, label: name }))}
          onChange={(next) => onChange({ sheet: next })}
          className="w-40"
        />
      )}
      {format === "csv" && (
        <SelectField
          label="Separator"
          value={delimiter ?? ""}
          choices={delimiters}
          onChange={(next) => onChange({ delimiter: next as NonNullable<ImportReading["delimiter"]> })}
          className="w-32"
        />
      )}
      {encoding !== null && (format === "csv" || encoding !== "utf-8") && (
        <SelectField
          label="Encoding"
          value={encoding}
          choices={encodingChoices(encoding)}
          onChange={(next) => onChange({ encoding: next })}
          className="w-44"
        />
      )}
      {hasOpenDays(found) && (
        <SelectField
          label="Order of dates"
          value={found.dayFirst === null ? "" : String(found.dayFirst)}
          placeholder="Choose the order"
          choices={dayOrders}
          onChange={(next) => onChange({ dayFirst: next === "true" })}
          className="w-44"
        />
      )}
      {(format === "csv" || format === "xlsx") && (
        <CheckField
          label="First row has the names"
          value={hasHeader ?? false}
          onChange={(next) => onChange({ hasHeader: next })}
        />
      )}
    </div>
  );
}

/** True if the order of day and month is not clear from the file, or has been chosen. */
function hasOpenDays({ dayFirst, columns }: FileImport): boolean {
  return dayFirst !== null || (columns ?? []).some(({ notation }) => notation.isDayOrderOpen);
}

const delimiters: readonly Choice[] = [
  { value: ",", label: "Comma" },
  { value: ";", label: "Semicolon" },
  { value: "\t", label: "Tab" },
  { value: "|", label: "Vertical bar" },
];

const dayOrders: readonly Choice[] = [
  { value: "true", label: "Day first", description: "31/12/2026" },
  { value: "false", label: "Month first", description: "12/31/2026" },
];

/** WHATWG names of common encodings. The server takes any other as well. */
const encodings: readonly Choice[] = [
  { value: "utf-8", label: "UTF-8" },
  { value: "windows-1252", label: "Western (Windows)" },
  { value: "windows-1250", label: "Central European" },
  { value: "windows-1251", label: "Cyrillic" },
  { value: "windows-1253", label: "Greek" },
  { value: "windows-1254", label: "Turkish" },
  { value: "shift_jis", label: "Japanese (Shift JIS)" },
  { value: "euc-kr", label: "Korean (EUC-KR)" },
  { value: "gb18030", label: "Chinese (GB 18030)" },
  { value: "big5", label: "Chinese (Big5)" },
  { value: "macintosh", label: "Western (Mac)" },
  { value: "utf-16le", label: "UTF-16 LE" },
  { value: "utf-16be", label: "UTF-16 BE" },
];

function encodingChoices(current: string): readonly Choice[] {
  const isListed = encodings.some(({ value }) => value === current);
  return isListed ? encodings : [{ value: current, label: current }, ...encodings];
}
