import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { findTimeZone } from "@/app/find-time-zone";
import { findActor, type Query, requireSession } from "@/app/signed-in";
import { TablePage } from "@/components/table-page/table-page";
import type { Table } from "@/lib/contract/tables";
import { settingsParameter } from "@/lib/contract/view-settings";
import type { View } from "@/lib/contract/views";
import { holdsPeople } from "@/lib/field-types";
import { factsOf } from "@/lib/server/access/author";
import { listMembers } from "@/lib/server/access/members";
import { loadRules, rightsInTable } from "@/lib/server/access/rules";
import { within } from "@/lib/server/context";
import { recordFigures } from "@/lib/server/structure/base-figures";
import { lastViewId } from "../../../last-used";
import { type OpenBase, requireBase } from "../../require-base";
import { openView } from "./open-view";

interface TablePageProps {
  params: Promise<{ databaseId: string; tableId: string; viewId?: string[] }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata({ params }: TablePageProps): Promise<Metadata> {
  return (await findActor()) ? { title: (await requireTable(await params)).table.name } : {};
}

interface Found {
  readonly base: OpenBase;
  readonly table: Table;
  readonly view: View;
  /** The reason why it is not the view in the URL. */
  readonly note?: string;
}

/** A table with the view in the URL, else the last opened view, else the first. */
export default async function Page({ params, searchParams }: TablePageProps) {
  const { databaseId, tableId, viewId = [] } = await params;
  const query = await searchParams;
  const actor = await requireSession(["/database", databaseId, tableId, ...viewId].join("/"), query);
  const { base, table, view, note } = await requireTable({ databaseId, tableId, viewId });
  const timeZone = await findTimeZone();
  const [{ firstPage, asked, notes }, figures, rules, members] = await Promise.all([
    within(factsOf(actor), () => openView({ databaseId, table, view, timeZone }, query[settingsParameter])),
    recordFigures([table.id]),
    loadRules({ databaseId }),
    table.fields.some(holdsPeople) ? listMembers(actor, { databaseId }) : undefined,
  ]);
  // The key gives each table a new component tree without state of another table.
  return (
    <TablePage
      key={table.id}
      databaseId={databaseId}
      databaseName={base.name}
      tables={base.tables.map(({ id, name }) => ({ id, name }))}
      table={{ ...table, ...rightsInTable(actor, rules, table) }}
      view={view}
      firstPage={firstPage}
      timeZone={timeZone}
      asked={asked}
      notes={note === undefined ? notes : [note, ...notes]}
      about={figures.get(table.id)?.count ?? 0}
      since={base.since}
      members={members}
    />
  );
}

async function requireTable({
  databaseId,
  tableId,
  viewId: [viewId, ...rest] = [],
}: Awaited<TablePageProps["params"]>): Promise<Found> {
  const base = await requireBase(databaseId);
  const table = base.tables.find((each) => each.id === tableId);
  const wanted = viewId ?? (await lastViewId());
  const view = table?.views.find((each) => each.id === wanted);
  const [first] = table?.views ?? [];
  if (!table || !first || rest.length > 0) notFound();
  if (view || viewId === undefined) return { base, table, view: view ?? first };
  return { base, table, view: first, note: `This view no longer exists. Showing “${first.name}”.` };
}
