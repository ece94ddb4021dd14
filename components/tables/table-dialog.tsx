"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { DeleteDialog } from "@/components/forms/delete-dialog";
import { NameDialog } from "@/components/forms/name-dialog";
import type { Anchor } from "@/components/ui/anchor";
import { api } from "@/lib/client/api";
import type { Table } from "@/lib/contract/tables";
import { DuplicateTable } from "./duplicate-table-dialog";
import type { LinkableTable } from "./linkable-tables";

/** Something about a table that is done in a dialog. */
export interface TableTask {
  readonly what: "rename" | "duplicate" | "delete";
  readonly table: LinkableTable;
}

interface TableDialogProps {
  task: TableTask;
  databaseId: string;
  tables: readonly LinkableTable[];
  /** Whether the table is the one that is open. */
  isCurrent: boolean;
  onClose: () => void;
}

const one = "/bases/{databaseId}/tables/{tableId}";

export function TableDialog({
  task: { what, table },
  databaseId,
  tables,
  isCurrent,
  onClose,
}: TableDialogProps) {
  const params = { databaseId, tableId: table.id };
  const router = useRouter();
  const queryClient = useQueryClient();

  /** The tabs belong to the layout; fields of other tables may have come or gone. */
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
  return (
    <DeleteTable
      databaseId={databaseId}
      table={table}
      onDelete={async () => {
        await api(`DELETE ${one}`, { params });
        if (isCurrent) router.push(`/database/${databaseId}`);
        await refresh();
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

/** Asks before a table goes, and says what goes with it. */
function DeleteTable({ databaseId, table, ...rest }: DeleteTableProps) {
  const { data } = useQuery({
    queryKey: ["tables", databaseId],
    queryFn: ({ signal }) => api("GET /bases/{databaseId}/tables", { params: { databaseId }, signal }),
    staleTime: 0,
  });
  const links = linksTo(table.id, data?.tables ?? []);
  const alsoGone = links.length === 0 ? "" : `, and the link fields ${links.join(", ")}`;
  return (
    <DeleteDialog
      title={`Delete the table “${table.name}”?`}
      description={`All its records, fields and views go with it${alsoGone}.`}
      {...rest}
    />
  );
}

/** The fields of other tables that lead to a table, in words. */
function linksTo(tableId: string, tables: readonly Table[]): string[] {
  return tables
    .filter(({ id }) => id !== tableId)
    .flatMap(({ name, fields }) =>
      fields
        .filter(({ template }) => template.tableId === tableId)
        .map((field) => `“${field.name}” of “${name}”`),
    );
}
