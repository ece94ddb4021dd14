import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { findActor, type Query, requireSession } from "@/app/signed-in";
import { pageSize } from "@/components/listing/record-pages";
import { TablePage } from "@/components/tables/table-page";
import type { Table } from "@/lib/contract/tables";
import type { View } from "@/lib/contract/views";
import { listRecords } from "@/lib/server/lists/record-list";
import { type OpenBase, requireBase } from "../../require-base";

interface TablePageProps {
  params: Promise<{ databaseId: string; tableId: string; viewId?: string[] }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata({ params }: TablePageProps): Promise<Metadata> {
  return (await findActor()) ? { title: (await requireTable(await params)).table.name } : {};
}

/** A table's grid, by the view that the address names or else by the first. */
export default async function Page({ params, searchParams }: TablePageProps) {
  const { databaseId, tableId, viewId = [] } = await params;
  await requireSession(["/database", databaseId, tableId, ...viewId].join("/"), await searchParams);
  const { base, table, view } = await requireTable({ databaseId, tableId, viewId });
  const readAt = Date.now();
  const firstPage = await listRecords(
    { databaseId, tableId },
    { limit: pageSize, offset: 0, viewId: view.id, total: false },
  );
  // A page of its own for each table: nothing of one belongs to another.
  return (
    <TablePage
      key={table.id}
      databaseId={databaseId}
      tables={base.tables.map(({ id, name }) => ({ id, name }))}
      table={table}
      view={view}
      firstPage={{ ...firstPage, readAt }}
      since={base.since}
    />
  );
}

async function requireTable({
  databaseId,
  tableId,
  viewId: [viewId, ...rest] = [],
}: Awaited<TablePageProps["params"]>): Promise<{ base: OpenBase; table: Table; view: View }> {
  const base = await requireBase(databaseId);
  const table = base.tables.find((each) => each.id === tableId);
  const view = viewId === undefined ? table?.views[0] : table?.views.find((each) => each.id === viewId);
  if (!table || !view || rest.length > 0) notFound();
  return { base, table, view };
}
