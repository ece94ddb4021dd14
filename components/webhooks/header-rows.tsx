import { Plus, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import type { DraftPartProps } from "./draft-part";
import type { HeaderDraft } from "./webhook-draft";

interface HeaderRowsProps extends DraftPartProps {
  /** The names of the headers that the webhook has. */
  readonly headerNames: readonly string[];
}

/** Edits the further headers of deliveries. Existing values are not shown, so they are kept or all replaced. */
export function HeaderRows({ draft: { headers }, edit, error, headerNames }: HeaderRowsProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const newest = useRef<number | null>(null);
  const rows = headers ?? [];
  const setRows = (next: readonly HeaderDraft[]) => edit({ headers: next });
  const lastKey = rows.at(-1)?.key ?? null;
  // Focuses an added row.
  useEffect(() => {
    if (lastKey !== newest.current) return;
    newest.current = null;
    group.current?.querySelector<HTMLElement>("li:last-child input")?.focus();
  }, [lastKey]);

  function add() {
    newest.current = (lastKey ?? 0) + 1;
    setRows([...rows, { key: newest.current, name: "", value: "" }]);
  }

  const change = (key: number, to: Partial<HeaderDraft>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...to } : row)));
  return (
    <fieldset ref={group} className="flex min-w-0 flex-col gap-2">
      <legend className="pb-1 font-medium text-dense text-muted">Headers</legend>
      {headerNames.length > 0 && (
        <SelectField
          label="Existing headers"
          hideLabel
          value={headers === null ? "keep" : "replace"}
          choices={[
            { value: "keep", label: `Keep ${headerNames.join(", ")}` },
            { value: "replace", label: "Replace all" },
          ]}
          onChange={(value) => edit({ headers: value === "keep" ? null : rowsOf(headerNames) })}
        />
      )}
      {headers !== null && (
        <>
          {rows.length === 0 && (
            <p className="text-muted">
              None besides those of each delivery. Add one that the receiver asks for, such as Authorization.
            </p>
          )}
          <ul className="flex flex-col gap-2 empty:hidden">
            {rows.map(({ key, name, value }) => (
              <li key={key} className="flex gap-1.5">
                <TextField
                  label="Header name"
                  hideLabel
                  placeholder="Name"
                  value={name}
                  onChange={(next) => change(key, { name: next })}
                  spellCheck={false}
                  aria-invalid={error !== undefined || undefined}
                  className="flex-1"
                />
                <TextField
                  label={`Value of ${name || "the header"}`}
                  hideLabel
                  placeholder="Value"
                  value={value}
                  onChange={(next) => change(key, { value: next })}
                  spellCheck={false}
                  className="flex-1"
                />
                <IconButton
                  icon={X}
                  label={`Remove ${name || "the header"}`}
                  onClick={() => setRows(rows.filter((row) => row.key !== key))}
                />
              </li>
            ))}
          </ul>
          <Button look="quiet" className="-ms-3 self-start" onClick={add}>
            <Plus aria-hidden className="size-4" />
            Add header
          </Button>
        </>
      )}
      {error !== undefined && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Rows with the names of headers, whose values are to be entered anew. */
function rowsOf(names: readonly string[]): HeaderDraft[] {
  return names.map((name, key) => ({ key, name, value: "" }));
}
