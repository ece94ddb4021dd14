import type { Metadata } from "next";
import { type Query, requireSession } from "@/app/signed-in";
import { Reference } from "@/components/docs/reference";
import { listBases } from "@/lib/server/structure/bases";

export const metadata: Metadata = { title: "API reference" };

export default async function DocsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const actor = await requireSession("/docs", query);
  const bases = await listBases(actor);
  return (
    <Reference
      bases={bases.map(({ id, name, tables }) => ({
        id,
        name,
        tables: tables.map((table) => ({
          id: table.id,
          name: table.name,
          fieldId: table.fields.at(-1)?.id,
          viewId: table.views[0]?.id,
        })),
      }))}
      asked={{ databaseId: one(query.database), tableId: one(query.table) }}
    />
  );
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
