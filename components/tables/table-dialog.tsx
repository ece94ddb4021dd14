"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { DeleteDialog } from "@/components/forms/delete-dialog";
import { NameDialog } from "@/components/forms/name-dialog";
import type { LinkableTable } from "@/components/open-table/linkable-tables";
import { RuleDialog } from "@/components/open-table/rules/rule-dialog";
import { tableParts } from "@/components/open-table/rules/with-rule";
import { useUndoOffer } from "@/components/open-table/undo/use-undo-offer";
import { useSwitchToTable } from "@/components/open-table/use-switch-to-table";
import { useViewer } from "@/components/rights/viewer";
import type { Anchor } from "@/components/ui/anchor";
import { api } from "@/lib/client/api";
import type { Table } from "@/lib/contract/tables";
import { DuplicateTable } from "./duplicate-table-dialog";

/** An action on a table that opens a dialog. */
export interface TableTask {
  readonly what: "rename" | "duplicate" | "rule" | "delete";
  readonly table: LinkableTable;
}

interface TableDialogProps {
  task: TableTask;
  databaseId: string;
  tables: readonly LinkableTable[];
  onClose: () => void;
}

const one = "/bases/{databaseId}/tables/{tableId}";

export function TableDialog({ task: { what, table }, databaseId, tables, onClose }: TableDialogProps) {
  const params = { databaseId, tableId: table.id };
  const router = useRouter();
  const queryClient = useQueryClient();
  const switchToTable = useSwitchToTable(databaseId);
  const offerUndo = useUndoOffer(databaseId);

  /** Reloads the tabs, which belong to the layout, and tables whose fields may have changed too. */
  async function refresh() {
    router.refresh();
    await queryClient.invalidateQueries({ queryKey: ["table", databaseId] });
  }

  if (what === "rename") {
    return (
      <NameDialog
        title={`Rename “${table.name}”`}
        name={table.name}
        anchor={tabOf(table.id)}
        words={{ save: "Rename", saving: "Renaming…" }}
        onSave={async (name) => {
          await api(`PATCH ${one}`, { params, body: { name } });
          await refresh();
        }}
        onClose={onClose}
      />
    );
  }
  if (what === "duplicate") {
    return (
      <DuplicateTable
        place={{ ...params, name: table.name }}
        taken={tables.map(({ name }) => name)}
        onMade={refresh}
        anchor={tabOf(table.id)}
        onClose={onClose}
      />
    );
  }
  if (what === "rule") {
    return (
      <RuleDialog
        databaseId={databaseId}
        subject={{ kind: "table", ...table }}
        parts={tableParts}
        anchor={tabOf(table.id)}
        onClose={onClose}
      />
    );
  }
  return (
    <DeleteTable
      databaseId={databaseId}
      table={table}
      onDelete={async () => {
        await api(`DELETE ${one}`, { params });
        switchToTable({ id: table.id, is: "gone" });
        await refresh();
        offerUndo(`Table “${table.name}” deleted`);
      }}
      onClose={onClose}
    />
  );
}

function tabOf(tableId: string): Anchor {
  return () => document.querySelector(`[data-table="${CSS.escape(tableId)}"]`);
}

interface DeleteTableProps {
  databaseId: string;
  table: LinkableTable;
  onDelete: () => Promise<void>;
  onClose: () => void;
}

/** Confirms that a table is deleted, naming the linked fields deleted with it. */
function DeleteTable({ databaseId, table, ...rest }: DeleteTableProps) {
  const { data } = useQuery({
    queryKey: ["tables", databaseId],
    queryFn: ({ signal }) => api("GET /bases/{databaseId}/tables", { params: { databaseId }, signal }),
    staleTime: 0,
  });
  const { trashDays } = useViewer();
  const links = linksTo(table.id, data?.tables ?? []);
  const alsoGone = links.length === 0 ? "" : `, with ${new Intl.ListFormat("en").format(links)}`;
  return (
    <DeleteDialog
      title={`Delete the table “${table.name}”?`}
      description={`Its records, fields and views${alsoGone}, move to the trash for ${trashDays} days.`}
      {...rest}
    />
  );
}

/** Describes the fields of other tables that link to a table. */
function linksTo(tableId: string, tables: readonly Table[]): string[] {
  return tables
    .filter(({ id }) => id !== tableId)
    .flatMap(({ name, fields }) =>
      fields
        .filter(({ template }) => template.tableId === tableId)
        .map((field) => `the linked field “${field.name}” in “${name}”`),
    );
}
