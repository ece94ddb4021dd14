import { Combobox } from "@base-ui/react/combobox";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import {
  foundRecordsQuery,
  type NamedRecord,
  unnamed,
  useRecordNames,
} from "@/components/listing/record-names";
import { useDatabaseId } from "@/components/open-table/open-table";
import { controlLook } from "@/components/ui/control";
import { usePortalPlace } from "@/components/ui/use-portal-place";
import type { TablePlace } from "@/lib/contract/places";
import type { Subject } from "../subjects";
import type { OperandEditorProps } from "./operand";

/** Finds a record of the linked table by name. */
export function RecordOperand({ subject, operand, onChange }: OperandEditorProps) {
  const place = useLinkedPlace(subject);
  const [search, setSearch] = useState<string>();
  const { found, isFetching } = useFoundRecords(place, search);
  const names = useRecordNames(place, operand === undefined ? [] : [String(operand)]);
  const chosen: NamedRecord | null =
    operand === undefined ? null : { id: String(operand), name: names[0] ?? "" };

  return (
    <Combobox.Root
      items={found}
      filter={null}
      value={chosen}
      onValueChange={(record, details) => {
        setSearch(undefined);
        // Esc closes the panel and keeps the value.
        if (details.reason === "escape-key") details.allowPropagation();
        else onChange(record?.id);
      }}
      inputValue={search ?? (chosen ? chosen.name || unnamed : "")}
      onInputValueChange={(text, details) => {
        if (details.reason === "input-change") setSearch(text);
        else if (details.reason !== "item-press") setSearch(undefined);
      }}
      itemToStringLabel={labelOf}
      isItemEqualToValue={isSame}
    >
      <Combobox.Input aria-label="Value" placeholder="Choose a record" className={controlLook} />
      <Found isFetching={isFetching} />
    </Combobox.Root>
  );
}

/** Finds records of the linked table by name, one after another. */
export function RecordsOperand({ subject, operand, onChange }: OperandEditorProps) {
  const [search, setSearch] = useState("");
  const { found, isFetching } = useFoundRecords(useLinkedPlace(subject), search);
  const ids = Array.isArray(operand) ? operand.map(String) : [];

  return (
    <Combobox.Root
      multiple
      items={found}
      filter={null}
      value={ids.map((id): NamedRecord => ({ id, name: "" }))}
      onValueChange={(records, details) => {
        if (details.reason === "escape-key") details.allowPropagation();
        else onChange(records.map(({ id }) => id));
      }}
      inputValue={search}
      onInputValueChange={(text, details) => {
        if (details.reason !== "item-press") setSearch(text);
      }}
      itemToStringLabel={labelOf}
      isItemEqualToValue={isSame}
    >
      <Combobox.Input aria-label="Value" placeholder="Choose records" className={controlLook} />
      <Found isFetching={isFetching} />
    </Combobox.Root>
  );
}

function useFoundRecords(place: TablePlace, search = "") {
  const queryClient = useQueryClient();
  const { data: found = [], isFetching } = useQuery({
    ...foundRecordsQuery(queryClient, place, search.trim()),
    placeholderData: keepPreviousData,
  });
  return { found, isFetching };
}

/** The records that were found, as items of a combobox. */
function Found({ isFetching }: { isFetching: boolean }) {
  return (
    <Combobox.Portal container={usePortalPlace()}>
      <Combobox.Positioner className="z-50" sideOffset={4}>
        <Combobox.Popup className="max-h-64 w-(--anchor-width) overflow-y-auto rounded-lg bg-raised p-1 shadow-raised outline-none">
          <Combobox.Empty className="px-2 py-1.5 text-muted empty:hidden">
            {isFetching ? "Searching…" : "No matching records"}
          </Combobox.Empty>
          <Combobox.List>
            {(record: NamedRecord) => (
              <Combobox.Item
                key={record.id}
                value={record}
                className="flex h-8 cursor-default items-center gap-2 rounded-md px-2 outline-none data-highlighted:bg-accent-soft"
              >
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {labelOf(record)}
                </span>
                <Combobox.ItemIndicator className="flex">
                  <Check aria-hidden className="size-3.5 text-accent" />
                </Combobox.ItemIndicator>
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

function isSame(one: NamedRecord, other: NamedRecord): boolean {
  return one.id === other.id;
}

/** The name of a linked record, once loaded. */
export function RecordName({ subject, recordId }: { subject: Subject; recordId: string }) {
  const [name] = useRecordNames(useLinkedPlace(subject), [recordId]);
  return <>{name === undefined ? "…" : name || unnamed}</>;
}

function useLinkedPlace({ field }: Subject): TablePlace {
  return { databaseId: useDatabaseId(), tableId: String(field?.template.tableId) };
}

function labelOf({ name }: NamedRecord): string {
  return name || unnamed;
}
