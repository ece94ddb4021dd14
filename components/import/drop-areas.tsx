import { useParams } from "next/navigation";
import { useMemo } from "react";
import type { LinkableTable } from "@/components/open-table/linkable-tables";
import { useMayImport } from "@/components/rights/may-import";
import type { DropArea } from "./drop-area";
import { ImportDrop } from "./import-drop";

/** Files dropped on the home page become databases. */
export function HomeDrop() {
  const mayImport = useMayImport();
  return <ImportDrop areas={home.filter(({ target }) => mayImport(target))} />;
}

const home: readonly DropArea[] = [
  {
    selector: "body",
    target: { is: "new-database" },
    text: "Drop the file to import it into a new database",
  },
];

/** Files dropped on the tabs of a database become tables; those dropped on a table become its records. */
export function DatabaseDrop({
  databaseId,
  tables,
}: {
  databaseId: string;
  tables: readonly LinkableTable[];
}) {
  const { tableId } = useParams<{ tableId?: string }>();
  const mayImport = useMayImport();
  const areas = useMemo(() => {
    const table = tables.find(({ id }) => id === tableId);
    const rows: DropArea = {
      selector: "main",
      target: { is: "table", databaseId, tableId: table?.id ?? "" },
      text: `Drop the file to import its rows into ${table?.name}`,
    };
    const created: DropArea = {
      selector: table ? "header" : "body",
      target: { is: "new-table", databaseId },
      text: "Drop the file to import it into a new table",
    };
    return [created, ...(table ? [rows] : [])].filter(({ target }) => mayImport(target));
  }, [databaseId, tables, tableId, mayImport]);
  return <ImportDrop areas={areas} />;
}
