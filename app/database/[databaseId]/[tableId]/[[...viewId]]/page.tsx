import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { findActor, type Query, requireSession } from "@/app/signed-in";
import { Grid } from "@/components/grid/grid";
import { pageSize } from "@/components/grid/record-pages";
import type { Table } from "@/lib/contract/tables";
import type { View } from "@/lib/contract/views";
import { listRecords } from "@/lib/server/record-list";
import { requireBase } from "../../require-base";

interface TablePageProps {
  params: Promise<{ databaseId: string; tableId: string; viewId?: string[] }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata({ params }: TablePageProps): Promise<Metadata> {
  return (await findActor()) ? { title: (await requireTable(await params)).table.name } : {};
}

/** A table's grid, by the view that the address names or else by the first. */
export default async function TablePage({ params, searchParams }: TablePageProps) {
  const { databaseId, tableId, viewId = [] } = await params;
  await requireSession(["/database", databaseId, tableId, ...viewId].join("/"), await searchParams);
  const { table, view } = await requireTable({ databaseId, tableId, viewId });
  const readAt = Date.now();
  const firstPage = await listRecords({ databaseId, tableId }, { limit: pageSize, offset: 0, total: false });
  // A grid of its own for each table: nothing of one belongs to another.
  return (
    <Grid
      key={table.id}
      databaseId={databaseId}
      table={table}
      view={view}
      firstPage={{ ...firstPage, readAt }}
    />
  );
}

async function requireTable({
  databaseId,
  tableId,
  viewId: [viewId, ...rest] = [],
}: Awaited<TablePageProps["params"]>): Promise<{ table: Table; view: View }> {
  const { tables } = await requireBase(databaseId);
  const table = tables.find((each) => each.id === tableId);
  const view = viewId === undefined ? table?.views[0] : table?.views.find((each) => each.id === viewId);
  if (!table || !view || rest.length > 0) notFound();
  return { table, view };
}
